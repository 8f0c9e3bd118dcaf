package org.eclipse.jetty.server;

import java.net.SocketAddress;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** A connection that is what its requests know of it. */
public abstract class AbstractMetaDataConnection extends AbstractConnection
        implements ConnectionMetaData, Attributes.Delegating {
    private final Connector connector;
    private final HttpConfiguration configuration;
    private final Attributes attributes = new Attributes.Lazy();
    private final Attributes cache = new Attributes.Lazy();

    protected AbstractMetaDataConnection(Connector connector, HttpConfiguration configuration, EndPoint endPoint) {
        super(endPoint, connector.getExecutor());
        this.connector = connector;
        this.configuration = configuration;
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return getEndPoint().getRemoteSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        SocketAddress configured = configuration.getLocalAddress();
        return configured != null ? configured : getEndPoint().getLocalSocketAddress();
    }

    @Override
    public HttpConfiguration getHttpConfiguration() {
        return configuration;
    }

    @Override
    public Connection getConnection() {
        return this;
    }

    @Override
    public Connector getConnector() {
        return connector;
    }

    /** The {@link Components#getCache()} of the requests of a connection. */
    public static Attributes cacheOf(ConnectionMetaData connection) {
        ConnectionMetaData current = connection;
        while (current instanceof ConnectionMetaData.Wrapper wrapper) {
            current = wrapper.getWrapped();
        }
        // one of another kind has no place for it: each call gets a cache of its own
        return current instanceof AbstractMetaDataConnection own ? own.cache : new Attributes.Mapped();
    }

    @Override
    public Attributes getDelegate() {
        return attributes;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
