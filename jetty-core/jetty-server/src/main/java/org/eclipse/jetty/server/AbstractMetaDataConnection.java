package org.eclipse.jetty.server;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Attributes;
import org.jspecify.annotations.Nullable;

/** A connection that is what its requests know of it. Attributes are created with the first one. */
public abstract class AbstractMetaDataConnection extends AbstractConnection implements ConnectionMetaData {
    private final Connector connector;
    private final HttpConfiguration configuration;
    private volatile @Nullable Attributes attributes;
    private volatile @Nullable Attributes cache;

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
        return current instanceof AbstractMetaDataConnection own ? own.cache() : new Attributes.Mapped();
    }

    private Attributes cache() {
        Attributes current = cache;
        if (current != null) {
            return current;
        }
        synchronized (this) {
            if (cache == null) {
                cache = new Attributes.Mapped();
            }
            return cache;
        }
    }

    private synchronized Attributes attributes() {
        if (attributes == null) {
            attributes = new Attributes.Mapped();
        }
        return attributes;
    }

    @Override
    public @Nullable Object setAttribute(String name, @Nullable Object attribute) {
        return attributes().setAttribute(name, attribute);
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        Attributes current = attributes;
        return current == null ? null : current.getAttribute(name);
    }

    @Override
    public @Nullable Object removeAttribute(String name) {
        Attributes current = attributes;
        return current == null ? null : current.removeAttribute(name);
    }

    @Override
    public Set<String> getAttributeNameSet() {
        Attributes current = attributes;
        return current == null ? Set.of() : current.getAttributeNameSet();
    }

    @Override
    public Map<String, Object> asAttributeMap() {
        Attributes current = attributes;
        return current == null ? Map.of() : current.asAttributeMap();
    }

    @Override
    public void clearAttributes() {
        Attributes current = attributes;
        if (current != null) {
            current.clearAttributes();
        }
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
