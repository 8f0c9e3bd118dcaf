package org.eclipse.jetty.io;

import java.io.IOException;
import java.util.Map;
import org.eclipse.jetty.util.component.Container;

/** Creates the connections of a client. The context is that of one {@link ClientConnector#connect}. */
public interface ClientConnectionFactory {
    /** The key in the context of the factory for the connection. */
    String CONTEXT_KEY = "org.eclipse.jetty.io.ClientConnectionFactory";

    /** Creates a connection for an endpoint. */
    Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException;

    /** Adds the connection listeners that are beans of the connector to a connection, and returns it. */
    default Connection customize(Connection connection, Map<String, Object> context) {
        Object connector = context.get(ClientConnector.CONTEXT_KEY);
        if (connector instanceof Container container) {
            container.getBeans(Connection.Listener.class).forEach(connection::addEventListener);
        }
        return connection;
    }

    /** Passes on to another factory. */
    class Wrapper implements ClientConnectionFactory {
        private final ClientConnectionFactory wrapped;

        public Wrapper(ClientConnectionFactory wrapped) {
            this.wrapped = wrapped;
        }

        public ClientConnectionFactory getWrapped() {
            return wrapped;
        }

        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
            return wrapped.newConnection(endPoint, context);
        }

        @Override
        public Connection customize(Connection connection, Map<String, Object> context) {
            return wrapped.customize(connection, context);
        }
    }
}
