package org.eclipse.jetty.jmx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.server.RMIServerSocketFactory;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the listening sockets of RMI at one address, with TLS or without. Two that are equal may share a port, but for those
 * that choose a free one. Thread-safe.
 */
final class BoundSocketFactory implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;

    private final @Nullable InetAddress address;
    private final SslContextFactory.@Nullable Server ssl;
    private final int port;
    private volatile int localPort;

    /**
     * Makes sockets at an address.
     *
     * @param address the address; null for all
     * @param ssl the settings of TLS; null for clear text
     * @param port the port; 0 for any free one
     */
    BoundSocketFactory(@Nullable InetAddress address, SslContextFactory.@Nullable Server ssl, int port) {
        this.address = address;
        this.ssl = ssl;
        this.port = port;
    }

    @Override
    public ServerSocket createServerSocket(int wanted) throws IOException {
        ServerSocket socket = ssl == null ? new ServerSocket(wanted, BACKLOG, address) : tls(wanted, ssl);
        localPort = socket.getLocalPort();
        return socket;
    }

    private ServerSocket tls(int wanted, SslContextFactory.Server ssl) throws IOException {
        SSLContext context = Objects.requireNonNull(ssl.getSslContext(), "not started");
        SSLServerSocket socket =
                (SSLServerSocket) context.getServerSocketFactory().createServerSocket(wanted, BACKLOG, address);
        socket.setSSLParameters(ssl.customize(socket.getSSLParameters()));
        return socket;
    }

    /** The port of the socket that was made last; 0 before. */
    int localPort() {
        return localPort;
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof BoundSocketFactory factory
                && port > 0
                && port == factory.port
                && ssl == factory.ssl
                && Objects.equals(address, factory.address);
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, port);
    }
}
