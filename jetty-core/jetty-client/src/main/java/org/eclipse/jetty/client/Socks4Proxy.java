package org.eclipse.jetty.client;

import java.util.Map;
import org.eclipse.jetty.client.internal.Socks4Connection;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * A SOCKS proxy of version 4, or 4A for hosts that are names, which the proxy resolves. Thread-safe.
 *
 * <p>Its request and reply are described in "SOCKS: A protocol for TCP proxy across firewalls" and "SOCKS 4A".
 */
public class Socks4Proxy extends ProxyConfiguration.Proxy {
    /** Creates a proxy in clear text. */
    public Socks4Proxy(String host, int port) {
        this(new Origin.Address(host, port), false);
    }

    public Socks4Proxy(Origin.Address address, boolean secure) {
        super(address, secure, null);
    }

    /** Creates a proxy within TLS. */
    public Socks4Proxy(Origin.Address address, SslContextFactory.Client sslContextFactory) {
        super(address, true, sslContextFactory);
    }

    @Override
    public ClientConnectionFactory newClientConnectionFactory(ClientConnectionFactory connectionFactory) {
        return new Socks4ProxyClientConnectionFactory(connectionFactory);
    }

    /** Asks the proxy of the destination for a tunnel, in which another factory creates the connection. */
    public static class Socks4ProxyClientConnectionFactory extends ClientConnectionFactory.Wrapper {
        public Socks4ProxyClientConnectionFactory(ClientConnectionFactory factory) {
            super(factory);
        }

        @Override
        public Connection newConnection(EndPoint endPoint, Map<String, Object> context) {
            HttpDestination destination = HttpDestination.of(context);
            ProxyConfiguration.Proxy proxy = destination.getProxy();
            if (proxy == null) {
                throw new IllegalStateException("No proxy for " + destination + " (expected: SOCKS4)");
            }
            return new Socks4Connection(endPoint, proxy, getWrapped(), context);
        }

        /** Adds the listeners of connections; what is within the tunnel is customized when there is one. */
        @Override
        public Connection customize(Connection connection, Map<String, Object> context) {
            if (context.get(ClientConnector.CONTEXT_KEY) instanceof Container connector) {
                connector.getBeans(Connection.Listener.class).forEach(connection::addEventListener);
            }
            return connection;
        }
    }
}
