package org.eclipse.jetty.server;

import java.util.EventListener;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Container;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** What connection factories have in common. Thread-safe once started. */
@ManagedObject
public abstract class AbstractConnectionFactory extends ContainerLifeCycle implements ConnectionFactory {
    private final String protocol;
    private final List<String> protocols;
    private int inputBufferSize = 8192;

    protected AbstractConnectionFactory(String protocol) {
        this(new String[] {protocol});
    }

    protected AbstractConnectionFactory(String... protocols) {
        this.protocol = protocols[0];
        this.protocols = List.of(protocols);
    }

    @Override
    @ManagedAttribute(value = "The protocol", readonly = true)
    public String getProtocol() {
        return protocol;
    }

    @Override
    public List<String> getProtocols() {
        return protocols;
    }

    @ManagedAttribute("The bytes read at once")
    public int getInputBufferSize() {
        return inputBufferSize;
    }

    public void setInputBufferSize(int size) {
        inputBufferSize = size;
    }

    /** The protocol behind this one in the connector's list. */
    protected @Nullable String findNextProtocol(Connector connector) {
        return findNextProtocol(connector, getProtocol());
    }

    protected static @Nullable String findNextProtocol(Connector connector, String currentProtocol) {
        String next = null;
        for (Iterator<String> i = connector.getProtocols().iterator(); i.hasNext(); ) {
            if (currentProtocol.equalsIgnoreCase(i.next()) && i.hasNext()) {
                next = i.next();
                break;
            }
        }
        return next;
    }

    /** Gives a new connection the settings of this factory and the listeners of the connector. */
    protected <T extends AbstractConnection> T configure(T connection, Connector connector, EndPoint endPoint) {
        connection.setInputBufferSize(inputBufferSize);
        addListeners(connection, connector);
        addListeners(connection, this);
        return connection;
    }

    /** The factories with TLS in front of them; without it if {@code sslContextFactory} is null. */
    public static ConnectionFactory[] getFactories(
            SslContextFactory.Server sslContextFactory, ConnectionFactory... factories) {
        if (sslContextFactory == null) {
            return factories;
        }
        ConnectionFactory[] all = new ConnectionFactory[factories.length + 1];
        all[0] = new SslConnectionFactory(sslContextFactory, factories[0].getProtocol());
        System.arraycopy(factories, 0, all, 1, factories.length);
        return all;
    }

    private static void addListeners(Connection connection, Container container) {
        if (container instanceof ContainerLifeCycle lifeCycle) {
            for (EventListener listener : lifeCycle.getBeans(Connection.Listener.class)) {
                connection.addEventListener(listener);
            }
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x%s", getClass().getSimpleName(), hashCode(), protocols);
    }
}
