package org.eclipse.jetty.client;

import java.net.URI;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Answers 407 of a proxy once with credentials of the client's store (RFC 9110, section 11.7). Thread-safe. */
public class ProxyAuthenticationProtocolHandler extends AuthenticationProtocolHandler {
    public static final String NAME = "proxy-authenticate";

    public ProxyAuthenticationProtocolHandler(HttpClient client) {
        this(client, DEFAULT_MAX_CONTENT_LENGTH);
    }

    /** @param maxContentLength the most bytes of the content of a challenge */
    public ProxyAuthenticationProtocolHandler(HttpClient client, int maxContentLength) {
        super(client, maxContentLength);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    protected int getStatus() {
        return HttpStatus.PROXY_AUTHENTICATION_REQUIRED_407;
    }

    @Override
    protected HttpHeader getAuthenticateHeader() {
        return HttpHeader.PROXY_AUTHENTICATE;
    }

    @Override
    protected HttpHeader getAuthorizationHeader() {
        return HttpHeader.PROXY_AUTHORIZATION;
    }

    @Override
    protected @Nullable URI getAuthenticationURI(Request request) {
        ProxyConfiguration.Proxy proxy = getHttpClient()
                .getProxyConfiguration()
                .match(getHttpClient().getTransport().newOrigin(request));
        return proxy == null ? null : proxy.getURI();
    }
}
