package org.eclipse.jetty.client.transport;

import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.DuplexConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.Origin;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.internal.Http1Connection;
import org.eclipse.jetty.client.internal.HttpDestination;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

/** HTTP/1.1 (RFC 9112), in clear text and within TLS. */
@ManagedObject("The transport of HTTP/1.1")
public class HttpClientTransportOverHTTP extends ContainerLifeCycle implements HttpClientTransport {
    /** The protocol. */
    public static final Origin.Protocol HTTP11 = new Origin.Protocol(List.of("http/1.1"), false);

    private final ClientConnector connector;
    private HttpClient client;
    private ConnectionPool.Factory factory =
            destination -> new DuplexConnectionPool(destination, client.getMaxConnectionsPerDestination());
    private InvocationType invocationType = InvocationType.BLOCKING;

    public HttpClientTransportOverHTTP() {
        this(new ClientConnector());
    }

    /** @param selectors the number of selectors */
    public HttpClientTransportOverHTTP(int selectors) {
        this();
        connector.setSelectors(selectors);
    }

    public HttpClientTransportOverHTTP(ClientConnector connector) {
        this.connector = connector;
        installBean(connector);
    }

    @Override
    public void setHttpClient(HttpClient newClient) {
        client = newClient;
    }

    @Override
    public ClientConnector getClientConnector() {
        return connector;
    }

    @Override
    public Origin newOrigin(Request request) {
        Transport transport = request.getTransport();
        return new Origin(
                request.getScheme(),
                new Origin.Address(request.getHost(), request.getPort()),
                request.getTag(),
                HTTP11,
                transport == null ? Transport.TCP_IP : transport);
    }

    @Override
    public Destination newDestination(Origin origin) {
        return new HttpDestination(client, origin);
    }

    @Override
    public void connect(SocketAddress address, Map<String, Object> context) {
        context.put(ClientConnector.CONTEXT_KEY, connector);
        ((Transport) context.get(Transport.CONTEXT_KEY)).connect(address, context);
    }

    @Override
    public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
        return new Http1Connection(endPoint, client, context);
    }

    @Override
    public ConnectionPool.Factory getConnectionPoolFactory() {
        return factory;
    }

    @Override
    public void setConnectionPoolFactory(ConnectionPool.Factory newFactory) {
        factory = newFactory;
    }

    @Override
    public InvocationType getInvocationType() {
        return invocationType;
    }

    @Override
    public void setInvocationType(InvocationType type) {
        invocationType = type;
    }
}
