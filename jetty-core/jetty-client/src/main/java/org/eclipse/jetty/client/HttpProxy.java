package org.eclipse.jetty.client;

import java.net.URI;
import org.eclipse.jetty.client.internal.ProxyTunnelConnection;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * An HTTP proxy. Requests of HTTP/1.1 in clear text name their target by its absolute URI (RFC 9112, section 3.2.2); for others
 * it is asked by CONNECT for a tunnel (RFC 9110, section 9.3.6). Thread-safe.
 *
 * <p>Credentials are those of the client's {@link AuthenticationStore} for {@link #getURI()}.
 */
public class HttpProxy extends ProxyConfiguration.Proxy {
    /** Creates a proxy in clear text. */
    public HttpProxy(String host, int port) {
        this(new Origin.Address(host, port), false);
    }

    public HttpProxy(Origin.Address address, boolean secure) {
        super(address, secure, null);
    }

    /** Creates a proxy within TLS. */
    public HttpProxy(Origin.Address address, SslContextFactory.Client sslContextFactory) {
        super(address, true, sslContextFactory);
    }

    /** Returns its URI, without a path. */
    @Override
    public URI getURI() {
        return URI.create(URIUtil.newURI(
                isSecure() ? "https" : "http",
                getAddress().getHost(),
                getAddress().getPort()));
    }

    /** Returns whether it is asked for a tunnel to an origin, rather than sent the requests themselves. */
    public boolean requiresTunnel(Origin origin) {
        return origin.isSecure()
                || origin.getProtocol() != null
                        && !origin.getProtocol().getProtocols().contains("http/1.1");
    }

    @Override
    public boolean isForwarding(Origin origin) {
        return !requiresTunnel(origin);
    }

    @Override
    public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory) {
        return (endPoint, context) -> {
            return requiresTunnel(HttpDestination.of(context).getOrigin())
                    ? new ProxyTunnelConnection(endPoint, this, connectionFactory, context)
                    : connectionFactory.newConnection(endPoint, context);
        };
    }
}
