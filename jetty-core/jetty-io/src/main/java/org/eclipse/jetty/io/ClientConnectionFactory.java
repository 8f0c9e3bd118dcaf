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

    /** Wraps a factory by another one, such as one that sends bytes before those of the protocol. */
    interface Decorator {
        /** The key in the context of the decorator. */
        String CONTEXT_KEY = "org.eclipse.jetty.io.ClientConnectionFactory.Decorator";

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

    /** A factory and the protocols that it speaks, by their ALPN names (RFC 7301). Thread-safe once started. */
    abstract class Info extends ContainerLifeCycle {
        private final ClientConnectionFactory factory;

        public Info(ClientConnectionFactory factory) {
            this.factory = factory;
            installBean(factory);
        }

        /** Returns what carries the protocol by default. */
        public Transport getTransport() {
            return Transport.TCP_IP;
        }

        /** Returns the names of the protocols, within TLS or in clear text. */
        public abstract List<String> getProtocols(boolean secure);

        public ClientConnectionFactory getClientConnectionFactory() {
            return factory;
        }

        /** Returns whether it speaks one of the candidates. */
        public boolean matches(List<String> candidates, boolean secure) {
            List<String> protocols = getProtocols(secure);
            return protocols.stream().anyMatch(candidates::contains);
        }

        /** Upgrades a connection to this protocol. */
        public void upgrade(EndPoint endPoint, Map<String, Object> context) {
            throw new UnsupportedOperationException(this + " cannot be upgraded to");
        }
    }
}
