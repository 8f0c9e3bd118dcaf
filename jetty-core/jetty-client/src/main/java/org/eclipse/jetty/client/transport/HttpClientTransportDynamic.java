package org.eclipse.jetty.client.transport;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.alpn.client.ALPNClientConnection;
import org.eclipse.jetty.alpn.client.ALPNClientConnectionFactory;
import org.eclipse.jetty.client.AbstractConnectorHttpClientTransport;
import org.eclipse.jetty.client.MultiplexConnectionPool;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.internal.StartedConnector;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedObject;

/**
 * Several protocols, such as HTTP/1.1 and HTTP/2.
 *
 * <pre>
 * new HttpClientTransportDynamic(connector, new ClientConnectionFactoryOverHTTP2.HTTP2(http2), HttpClientConnectionFactory.HTTP11)
 * </pre>
 *
 * <p>Within TLS, the server chooses among them by ALPN, which offers them in their order; where it chooses none, HTTP/1.1 is
 * spoken, or the first one without it. In clear text the first one is spoken. A request whose version was set is carried by
 * that version only.
 */
@ManagedObject("The transport of several protocols")
public class HttpClientTransportDynamic extends AbstractConnectorHttpClientTransport {
    private final List<ClientConnectionFactory.Info> infos;

    /** Creates a transport of HTTP/1.1. */
    public HttpClientTransportDynamic() {
        this(HttpClientConnectionFactory.HTTP11);
    }

    public HttpClientTransportDynamic(ClientConnectionFactory.Info... infos) {
        this(new ClientConnector(), infos);
    }

    /** @param infos the protocols, the preferred one first; HTTP/1.1 if there is none */
    public HttpClientTransportDynamic(ClientConnector connector, ClientConnectionFactory.Info... infos) {
        super(connector);
        this.infos = infos.length == 0 ? List.of(HttpClientConnectionFactory.HTTP11) : List.of(infos);
        this.infos.forEach(this::installBean);
        setConnectionPoolFactory(destination ->
                new MultiplexConnectionPool(destination, getHttpClient().getMaxConnectionsPerDestination(), 1));
    }

    @Override
    public Origin newOrigin(Request request) {
        boolean secure = "https".equals(request.getScheme());
        List<String> protocols = protocols((HttpRequest) request, secure);
        if (!secure) {
            protocols = protocols.subList(0, 1);
        }
        return newOrigin(request, new Origin.Protocol(protocols, secure));
    }

    private List<String> protocols(HttpRequest request, boolean secure) {
        Set<String> protocols = new LinkedHashSet<>();
        for (ClientConnectionFactory.Info info : infos) {
            for (String protocol : info.getProtocols(secure)) {
                boolean http2 = protocol.startsWith("h2");
                if (!request.isVersionExplicit() || http2 == (request.getVersion() == HttpVersion.HTTP_2)) {
                    protocols.add(protocol);
                }
            }
        }
        if (request.getUpgrader() != null && !request.isVersionExplicit() && protocols.contains("http/1.1")) {
            // every server that upgrades does so there; RFC 8441 is an option of HTTP/2
            return List.of("http/1.1");
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException(
                    "version: " + request.getVersion() + " (expected: one of " + infos + ")");
        }
        return new ArrayList<>(protocols);
    }

    /** Returns the protocols of an origin, those of the transport if it is one of any protocol. */
    private List<String> protocols(Origin origin, boolean secure) {
        Origin.Protocol protocol = origin.getProtocol();
        if (protocol != null) {
            return protocol.getProtocols();
        }
        return infos.stream()
                .flatMap(info -> info.getProtocols(secure).stream())
                .distinct()
                .toList();
    }

    @Override
    public ClientConnectionFactory newSecureFactory(Origin origin, ClientConnectionFactory wrapped) {
        List<String> protocols = protocols(origin, true);
        boolean http1 = protocols.equals(List.of("http/1.1"));
        return super.newSecureFactory(
                origin,
                http1
                        ? wrapped
                        : new ALPNClientConnectionFactory(
                                StartedConnector.executor(getClientConnector()), wrapped, protocols));
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        List<String> allowed = protocols(HttpDestination.of(context).getOrigin(), endPoint.isSecure());
        String chosen = (String) context.get(ALPNClientConnection.PROTOCOL_CONTEXT_KEY);
        if (chosen == null) {
            chosen = allowed.contains("http/1.1") ? "http/1.1" : allowed.get(0);
        }
        for (ClientConnectionFactory.Info info : infos) {
            if (info.getProtocols(endPoint.isSecure()).contains(chosen)) {
                ClientConnectionFactory factory = info.getClientConnectionFactory();
                return factory.newConnection(endPoint, context);
            }
        }
        throw new IOException("Protocol " + chosen + " (expected: one of " + allowed + ")");
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + infos;
    }
}
