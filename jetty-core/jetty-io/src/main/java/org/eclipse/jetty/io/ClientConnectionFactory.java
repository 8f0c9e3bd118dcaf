package org.eclipse.jetty.io;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.ContainerLifeCycle;

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

    /** A protocol by its names, and what creates its connections. */
    abstract class Info extends ContainerLifeCycle {
        private final ClientConnectionFactory factory;

        protected Info(ClientConnectionFactory factory) {
            this.factory = factory;
            installBean(factory);
        }

        /**
         * Returns the names of the protocol, the preferred one first.
         *
         * @param secure whether within TLS, where they are those of ALPN
         */
        public abstract List<String> getProtocols(boolean secure);

        public ClientConnectionFactory getClientConnectionFactory() {
            return factory;
        }

        @Override
        public String toString() {
            return getClass().getSimpleName() + getProtocols(true);
        }
    }

    /**
     * Puts another factory around that of a connection. The tag of a request may be one: then each of its equals has connections of its
     * own.
     */
    interface Decorator {
        /** Returns a factory around one. */
        ClientConnectionFactory apply(ClientConnectionFactory factory);
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
