package org.eclipse.jetty.client.internal;

import java.net.URI;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/** Asks a proxy for a tunnel. It is never sent by a client: it has the fields of CONNECT, and is what credentials are computed for. */
public final class TunnelRequest extends HttpRequest {
    private final URI proxy;
    private final String authority;

    /**
     * Creates a request.
     *
     * @param proxy the URI of the proxy, of which the credentials are
     * @param authority where the tunnel leads, as {@code host:port}
     */
    public TunnelRequest(HttpClient client, URI proxy, String authority) {
        super(client, new HttpConversation(), proxy);
        this.proxy = proxy;
        this.authority = authority;
        headers(fields -> fields.put(HttpHeader.HOST, authority).remove(HttpHeader.ACCEPT_ENCODING));
    }

    @Override
    public String getMethod() {
        return HttpMethod.CONNECT.asString();
    }

    /** Returns the target, in authority-form (RFC 9112, section 3.2.3). */
    @Override
    public String getPath() {
        return authority;
    }

    @Override
    public @Nullable String getQuery() {
        return null;
    }

    /** Returns the URI of the proxy. */
    @Override
    public URI getURI() {
        return proxy;
    }
}
