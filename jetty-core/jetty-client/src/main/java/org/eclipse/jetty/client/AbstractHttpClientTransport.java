package org.eclipse.jetty.client;

import java.util.Map;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;

/** What transports have in common, whatever they connect by. */
public abstract class AbstractHttpClientTransport extends ContainerLifeCycle implements HttpClientTransport {
    private @Nullable HttpClient client;
    private ConnectionPool.Factory factory =
            destination -> new DuplexConnectionPool(destination, getHttpClient().getMaxConnectionsPerDestination());
    private InvocationType invocationType = InvocationType.BLOCKING;

    protected HttpClient getHttpClient() {
        HttpClient known = client;
        if (known == null) {
            throw new IllegalStateException("The client has not been started, or has not set itself, for " + this);
        }
        return known;
    }

    /** Sets the client, also for the beans which want to know it, and for theirs. */
    @Override
    public void setHttpClient(HttpClient newClient) {
        client = newClient;
        getContainedBeans(HttpClient.Aware.class).forEach(bean -> bean.setHttpClient(newClient));
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
        return new HttpDestination(getHttpClient(), origin);
    }

    /** Reports to the promise of a context that there is no connection. */
    protected void connectFailed(Map<String, Object> context, Throwable failure) {
        if (context.get(Connection.PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
            promise.failed(failure);
        }
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
