package org.eclipse.jetty.client;

import java.net.SocketAddress;
import java.util.Map;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Invocable;

/** How requests are carried: opens connections of a protocol. */
public interface HttpClientTransport extends ClientConnectionFactory, LifeCycle, Invocable {
    /** Called once, with the client whose transport it is. */
    void setHttpClient(HttpClient client);

    ClientConnector getClientConnector();

    /** Returns the origin whose connections carry a request. */
    Origin newOrigin(Request request);

    /** Creates a destination. */
    Destination newDestination(Origin origin);

    /** Connects to an address; the outcome is reported to the promise of the context. */
    void connect(SocketAddress address, Map<String, Object> context);

    /** Wraps a factory of connections to an origin within TLS. */
    default ClientConnectionFactory newSecureFactory(Origin origin, ClientConnectionFactory wrapped) {
        return getClientConnector().newSslClientConnectionFactory(null, wrapped);
    }

    ConnectionPool.Factory getConnectionPoolFactory();

    void setConnectionPoolFactory(ConnectionPool.Factory factory);

    /** Sets whether listeners of responses block; they may by default. */
    void setInvocationType(InvocationType invocationType);
}
