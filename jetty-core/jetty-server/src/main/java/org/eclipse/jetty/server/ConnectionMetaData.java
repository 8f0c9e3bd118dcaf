package org.eclipse.jetty.server;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.HostPort;
import org.jspecify.annotations.Nullable;

/** What is known of the connection on which a request came. */
public interface ConnectionMetaData extends Attributes {
    /** Unique among the connections of this server since it started. */
    String getId();

    HttpConfiguration getHttpConfiguration();

    HttpVersion getHttpVersion();

    /** The protocol as text, such as {@code HTTP/1.1}. */
    String getProtocol();

    Connection getConnection();

    Connector getConnector();

    /** Whether it stays open after the current request. */
    boolean isPersistent();

    default boolean isSecure() {
        EndPoint endPoint = getConnection().getEndPoint();
        return endPoint != null && endPoint.isSecure();
    }

    default boolean isPushSupported() {
        return false;
    }

    @Nullable
    SocketAddress getRemoteSocketAddress();

    @Nullable
    SocketAddress getLocalSocketAddress();

    /** The host and port by which clients are taken to know this server where the request does not say; may be null. */
    default @Nullable HostPort getServerAuthority() {
        HttpConfiguration configuration = getHttpConfiguration();
        HostPort authority = configuration == null ? null : configuration.getServerAuthority();
        if (authority != null) {
            return authority;
        }
        SocketAddress local = configuration == null || configuration.getLocalAddress() == null
                ? getLocalSocketAddress()
                : configuration.getLocalAddress();
        return local instanceof InetSocketAddress inet ? new HostPort(Request.getHostName(inet), inet.getPort()) : null;
    }

    /** Hands every call to another one. */
    class Wrapper extends Attributes.Wrapper implements ConnectionMetaData {
        private final ConnectionMetaData wrapped;

        public Wrapper(ConnectionMetaData wrapped) {
            super(wrapped);
            this.wrapped = wrapped;
        }

        @Override
        public ConnectionMetaData getWrapped() {
            return wrapped;
        }

        @Override
        public String getId() {
            return wrapped.getId();
        }

        @Override
        public HttpConfiguration getHttpConfiguration() {
            return wrapped.getHttpConfiguration();
        }

        @Override
        public HttpVersion getHttpVersion() {
            return wrapped.getHttpVersion();
        }

        @Override
        public String getProtocol() {
            return wrapped.getProtocol();
        }

        @Override
        public Connection getConnection() {
            return wrapped.getConnection();
        }

        @Override
        public Connector getConnector() {
            return wrapped.getConnector();
        }

        @Override
        public boolean isPersistent() {
            return wrapped.isPersistent();
        }

        @Override
        public boolean isSecure() {
            return wrapped.isSecure();
        }

        @Override
        public boolean isPushSupported() {
            return wrapped.isPushSupported();
        }

        @Override
        public @Nullable SocketAddress getRemoteSocketAddress() {
            return wrapped.getRemoteSocketAddress();
        }

        @Override
        public @Nullable SocketAddress getLocalSocketAddress() {
            return wrapped.getLocalSocketAddress();
        }

        @Override
        public @Nullable HostPort getServerAuthority() {
            return wrapped.getServerAuthority();
        }
    }
}
