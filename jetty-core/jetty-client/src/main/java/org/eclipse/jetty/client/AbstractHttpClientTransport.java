package org.eclipse.jetty.client;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.client.internal.HttpDestination;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

/** What transports have in common that connect by a {@link ClientConnector}. */
public abstract class AbstractHttpClientTransport extends ContainerLifeCycle implements HttpClientTransport {
    private final ClientConnector connector;
    private HttpClient client;
    private ConnectionPool.Factory factory =
            destination -> new DuplexConnectionPool(destination, getHttpClient().getMaxConnectionsPerDestination());
    private InvocationType invocationType = InvocationType.BLOCKING;

    protected AbstractHttpClientTransport(ClientConnector connector) {
        this.connector = Objects.requireNonNull(connector);
        installBean(connector);
    }

    protected HttpClient getHttpClient() {
        return client;
    }

    @Override
    public void setHttpClient(HttpClient newClient) {
        client = newClient;
    }

    @Override
    public ClientConnector getClientConnector() {
        return connector;
    }

    /** Returns the origin of a request whose connections speak a protocol. */
    protected static Origin newOrigin(Request request, Origin.Protocol protocol) {
        Transport transport = request.getTransport();
        return new Origin(
                request.getScheme(),
                new Origin.Address(request.getHost(), request.getPort()),
                request.getTag(),
                protocol,
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
