package org.eclipse.jetty.server;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadPendingException;
import java.nio.channels.WritePendingException;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.internal.log.LineLimit;
import org.eclipse.jetty.server.internal.proxied.ProxyConnection;
import org.eclipse.jetty.server.internal.proxied.ProxyHeader;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.Name;
import org.jspecify.annotations.Nullable;

/**
 * Creates connections that begin with a header of the PROXY protocol, version 1 or 2, which tells the addresses of the
 * client of a load balancer. A connection without such a header is closed, unless a {@link DetectorConnectionFactory} in
 * front looks for it.
 *
 * <p>Only for connectors that none but the load balancer can reach: the header is believed. Thread-safe once started.
 */
public class ProxyConnectionFactory extends AbstractConnectionFactory implements ConnectionFactory.Detecting {
    private final @Nullable String nextProtocol;
    private final LineLimit lines = new LineLimit();
    private int maxProxyHeader = 1024;

    /** The next protocol is the one behind this in the connector's list. */
    public ProxyConnectionFactory() {
        this(null);
    }

    /**
     * @param nextProtocol the protocol behind the header; null for the one behind this in the connector's list
     */
    public ProxyConnectionFactory(@Name("next") @Nullable String nextProtocol) {
        super("proxy");
        this.nextProtocol = nextProtocol;
    }

    @ManagedAttribute("The most bytes of addresses and extensions of a header of version 2")
    public int getMaxProxyHeader() {
        return maxProxyHeader;
    }

    /** @throws IllegalArgumentException if it is not 0-65535, the lengths that a header can tell */
    public void setMaxProxyHeader(int max) {
        if (max < 0 || max > 0xffff) {
            throw new IllegalArgumentException("maxProxyHeader: " + max + " (expected: 0-65535)");
        }
        maxProxyHeader = max;
    }

    @ManagedAttribute("The connections that were closed because they had no PROXY header, or a malformed one")
    public long getRefusedConnections() {
        return lines.getCount();
    }

    /** Recognises the word PROXY of version 1, and the signature of version 2. */
    @Override
    public Detection detect(ByteBuffer buffer) {
        return ProxyHeader.detect(buffer);
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        String protocol = nextProtocol == null ? findNextProtocol(connector) : nextProtocol;
        ConnectionFactory next = protocol == null ? null : connector.getConnectionFactory(protocol);
        if (next == null) {
            throw new IllegalStateException("no connection factory for '" + protocol
                    + "', the protocol behind the PROXY header (known: " + connector.getProtocols() + ")");
        }
        return configure(new ProxyConnection(endPoint, connector, next, maxProxyHeader, lines), connector, endPoint);
    }

    /** An endpoint with the addresses of a PROXY header. Thread-safe. */
    public static class ProxyEndPoint implements EndPoint, EndPoint.Wrapper {
        private final EndPoint endPoint;
        private final @Nullable SocketAddress remote;
        private final @Nullable SocketAddress local;
        private final Map<Integer, byte[]> tlvs;

        /** Addresses that are null are those of the endpoint. */
        public ProxyEndPoint(EndPoint endPoint, SocketAddress remote, SocketAddress local) {
            this(endPoint, remote, local, Map.of());
        }

        /** As above, with the extensions of the header by their type. */
        public ProxyEndPoint(
                EndPoint endPoint,
                @Nullable SocketAddress remote,
                @Nullable SocketAddress local,
                Map<Integer, byte[]> tlvs) {
            this.endPoint = endPoint;
            this.remote = remote;
            this.local = local;
            this.tlvs = tlvs;
        }

        @Override
        public EndPoint unwrap() {
            return endPoint;
        }

        @Override
        public long getBytesTaken() {
            return endPoint.getBytesTaken();
        }

        /** The bytes of an extension of version 2, or null. */
        public byte @Nullable [] getTLV(int type) {
            byte[] value = tlvs.get(type);
            return value == null ? null : value.clone();
        }

        @Override
        public @Nullable SocketAddress getLocalSocketAddress() {
            return local == null ? endPoint.getLocalSocketAddress() : local;
        }

        @Override
        public @Nullable SocketAddress getRemoteSocketAddress() {
            return remote == null ? endPoint.getRemoteSocketAddress() : remote;
        }

        @Override
        public @Nullable SslSessionData getSslSessionData() {
            return endPoint.getSslSessionData();
        }

        @Override
        public boolean isOpen() {
            return endPoint.isOpen();
        }

        @Override
        public long getCreatedTimeStamp() {
            return endPoint.getCreatedTimeStamp();
        }

        @Override
        public long getCreatedNanoTime() {
            return endPoint.getCreatedNanoTime();
        }

        @Override
        public void shutdownOutput() {
            endPoint.shutdownOutput();
        }

        @Override
        public boolean isOutputShutdown() {
            return endPoint.isOutputShutdown();
        }

        @Override
        public boolean isInputShutdown() {
            return endPoint.isInputShutdown();
        }

        @Override
        public void close(@Nullable Throwable cause) {
            endPoint.close(cause);
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            return endPoint.fill(buffer);
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            return endPoint.flush(buffers);
        }

        @Override
        public @Nullable Object getTransport() {
            return endPoint.getTransport();
        }

        @Override
        public long getIdleTimeout() {
            return endPoint.getIdleTimeout();
        }

        @Override
        public void setIdleTimeout(long idleTimeout) {
            endPoint.setIdleTimeout(idleTimeout);
        }

        @Override
        public void fillInterested(Callback callback) throws ReadPendingException {
            endPoint.fillInterested(callback);
        }

        @Override
        public boolean tryFillInterested(Callback callback) {
            return endPoint.tryFillInterested(callback);
        }

        @Override
        public boolean isFillInterested() {
            return endPoint.isFillInterested();
        }

        @Override
        public boolean cancelFillInterest(Callback callback) {
            return endPoint.cancelFillInterest(callback);
        }

        @Override
        public void write(Callback callback, ByteBuffer... buffers) throws WritePendingException {
            endPoint.write(callback, buffers);
        }

        @Override
        public void write(Callback callback, ByteBuffer buffer) throws WritePendingException {
            endPoint.write(callback, buffer);
        }

        @Override
        public @Nullable Callback cancelWrite(Throwable cause) {
            return endPoint.cancelWrite(cause);
        }

        @Override
        public boolean isWritePending() {
            return endPoint.isWritePending();
        }

        @Override
        public @Nullable Connection getConnection() {
            return endPoint.getConnection();
        }

        @Override
        public void setConnection(Connection connection) {
            endPoint.setConnection(connection);
        }

        @Override
        public void onOpen() {
            endPoint.onOpen();
        }

        @Override
        public void onClose(Throwable cause) {
            endPoint.onClose(cause);
        }

        @Override
        public void upgrade(Connection connection) {
            endPoint.upgrade(connection);
        }

        @Override
        public String toString() {
            return "ProxyEndPoint{" + getRemoteSocketAddress() + "<->" + getLocalSocketAddress() + "}->" + endPoint;
        }
    }
}
