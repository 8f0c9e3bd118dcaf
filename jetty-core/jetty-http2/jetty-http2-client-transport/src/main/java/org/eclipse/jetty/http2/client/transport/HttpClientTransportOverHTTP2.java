package org.eclipse.jetty.http2.client.transport;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.alpn.client.ALPNClientConnectionFactory;
import org.eclipse.jetty.client.AbstractConnectorHttpClientTransport;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * HTTP/2 (RFC 9113): in clear text to servers that are known to expect it, and negotiated by ALPN within TLS.
 *
 * <pre>
 * HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
 * </pre>
 *
 * <p>Each connection carries as many requests at the same time as the server allows.
 */
@ManagedObject("The transport of HTTP/2")
public class HttpClientTransportOverHTTP2 extends AbstractConnectorHttpClientTransport {
    /** The requests at the same time that a connection is expected to carry, until the server has said how many it does. */
    private static final int EXPECTED_MULTIPLEX = 100;

    private final ClientConnectionFactoryOverHTTP2 factory;
    private final HTTP2Client http2;
    private boolean useALPN = true;

    public HttpClientTransportOverHTTP2(HTTP2Client http2) {
        super(http2.getClientConnector());
        this.http2 = Objects.requireNonNull(http2);
        installBean(http2);
        factory = new ClientConnectionFactoryOverHTTP2(http2);
        setConnectionPoolFactory(destination -> new MultiplexConnectionPool(
                destination, getHttpClient().getMaxConnectionsPerDestination(), EXPECTED_MULTIPLEX));
    }

    @ManagedAttribute("The client of HTTP/2")
    public HTTP2Client getHTTP2Client() {
        return http2;
    }

    /** Returns whether the protocol is negotiated within TLS; otherwise the server must expect HTTP/2. */
    @ManagedAttribute("Whether the protocol is negotiated within TLS")
    public boolean isUseALPN() {
        return useALPN;
    }

    public void setUseALPN(boolean use) {
        useALPN = use;
    }

    @Override
    protected void doStart() throws Exception {
        HttpClient client = getHttpClient();
        http2.setUseALPN(useALPN);
        http2.setMaxRequestHeadersSize(limit(client.getMaxRequestHeadersSize()));
        http2.setMaxResponseHeadersSize(limit(client.getMaxResponseHeadersSize()));
        super.doStart();
    }

    /** The client has negative numbers for no limit. */
    private static int limit(int bytes) {
        return bytes < 0 ? Integer.MAX_VALUE : bytes;
    }

    @Override
    public Origin newOrigin(Request request) {
        return newOrigin(request, new Origin.Protocol(List.of(protocol(request)), false));
    }

    private static String protocol(Request request) {
        return "https".equals(request.getScheme()) ? "h2" : "h2c";
    }

    @Override
    public ClientConnectionFactory newSecureFactory(Origin origin, ClientConnectionFactory wrapped) {
        return super.newSecureFactory(
                origin,
                useALPN
                        ? new ALPNClientConnectionFactory(
                                StartedConnector.executor(getClientConnector()),
                                wrapped,
                                http2.getApplicationProtocols())
                        : wrapped);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        return factory.newConnection(endPoint, context);
    }
}
