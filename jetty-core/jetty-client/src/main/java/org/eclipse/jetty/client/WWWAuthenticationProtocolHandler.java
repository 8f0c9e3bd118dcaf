package org.eclipse.jetty.client;

import java.net.URI;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** Answers 401 once with credentials of the client's store (RFC 9110, section 11.6). Thread-safe. */
public class WWWAuthenticationProtocolHandler extends AuthenticationProtocolHandler {
    public static final String NAME = "www-authenticate";

    public WWWAuthenticationProtocolHandler(HttpClient client) {
        this(client, DEFAULT_MAX_CONTENT_LENGTH);
    }

    /** @param maxContentLength the most bytes of the content of a challenge */
    public WWWAuthenticationProtocolHandler(HttpClient client, int maxContentLength) {
        super(client, maxContentLength);
    }

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    protected int getStatus() {
        return HttpStatus.UNAUTHORIZED_401;
    }

    @Override
    protected HttpHeader getAuthenticateHeader() {
        return HttpHeader.WWW_AUTHENTICATE;
    }

    @Override
    protected HttpHeader getAuthorizationHeader() {
        return HttpHeader.AUTHORIZATION;
    }

    @Override
    protected URI getAuthenticationURI(Request request) {
        return request.getURI();
    }
}
