package org.eclipse.jetty.server;

import java.net.ConnectException;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Promise;

/** Connects clients to a {@link MemoryConnector} of the same JVM, whatever the host of a request is. Thread-safe. */
public class MemoryTransport implements Transport {
    private final MemoryConnector connector;

    public MemoryTransport(MemoryConnector connector) {
        this.connector = Objects.requireNonNull(connector);
    }

    @Override
    public void connect(SocketAddress socketAddress, Map<String, Object> context) {
        EndPoint endPoint = null;
        try {
            endPoint = connector.connect().getLocalEndPoint();
            if (context.get(ClientConnector.CONTEXT_KEY) instanceof ClientConnector client) {
                endPoint.setIdleTimeout(client.getIdleTimeout().toMillis());
            }
            Connection connection = newConnection(endPoint, context);
            endPoint.setConnection(connection);
            endPoint.onOpen();
            connection.onOpen();
        } catch (Throwable x) {
            if (endPoint != null) {
                endPoint.close(x);
            }
            fail(context, x);
        }
    }

    private void fail(Map<String, Object> context, Throwable cause) {
        if (!(context.get(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise)) {
            return;
        }
        if (cause instanceof IllegalStateException) {
            ConnectException refused = new ConnectException(this + ": " + cause.getMessage());
            refused.initCause(cause);
            promise.failed(refused);
        } else {
            promise.failed(cause);
        }
    }

    /** Returns the address of the connector. */
    @Override
    public SocketAddress getSocketAddress() {
        return connector.getLocalSocketAddress();
    }

    @Override
    public int hashCode() {
        return connector.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MemoryTransport other && connector == other.connector;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + connector.getLocalSocketAddress() + "]";
    }
}
