package org.eclipse.jetty.unixdomain.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.restart.ActivatedSockets;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Listens on a Unix-domain socket, for clients of the same machine that may open its file: a proxy, for example.
 *
 * <p>The file is made at the start and deleted at the stop. One that an earlier process has left is replaced; a socket that a process listens
 * on is not. Who may connect is decided by the permissions of the directory.
 */
@ManagedObject("Listens on a Unix-domain socket")
public class UnixDomainServerConnector extends AbstractConnector {
    /** The bytes that the path of a socket may have: Linux allows 107, macOS 103. */
    public static final int MAX_UNIX_DOMAIN_PATH_LENGTH = 107;

    private final SelectorManager manager;
    private final Object acceptorLock = new Object();
    private volatile @Nullable ServerSocketChannel serverChannel;
    private @Nullable Closeable acceptor;
    private boolean selectorsAccept;
    private @Nullable Path unixDomainPath;
    private boolean inheritChannel;
    private volatile String activatedSocket = "";
    private volatile boolean bound;
    private int acceptQueueSize;
    private int acceptedReceiveBufferSize;
    private int acceptedSendBufferSize;

    /** A connector of HTTP/1.1 unless factories are given. */
    public UnixDomainServerConnector(@Name("server") Server server, @Name("factories") ConnectionFactory... factories) {
        this(server, -1, -1, factories);
    }

    /**
     * @param acceptors the threads that accept; -1 for a number by the processors, 0 if the selectors accept
     * @param selectors the selectors; not positive for a number by the processors
     */
    public UnixDomainServerConnector(
            @Name("server") Server server,
            @Name("acceptors") int acceptors,
            @Name("selectors") int selectors,
            @Name("factories") ConnectionFactory... factories) {
        this(server, null, null, null, acceptors, selectors, factories);
    }

    /** As above, with threads, timers and buffers that are not those of the server, unless they are null. */
    public UnixDomainServerConnector(
            @Name("server") Server server,
            @Name("executor") @Nullable Executor executor,
            @Name("scheduler") @Nullable Scheduler scheduler,
            @Name("pool") @Nullable ByteBufferPool pool,
            @Name("acceptors") int acceptors,
            @Name("selectors") int selectors,
            @Name("factories") ConnectionFactory... factories) {
        super(
                server,
                executor,
                scheduler,
                pool,
                acceptors,
                factories.length > 0 ? factories : new ConnectionFactory[] {new HttpConnectionFactory()});
        manager = newSelectorManager(getExecutor(), getScheduler(), selectors);
        installBean(manager, true);
    }

    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        return new UnixDomainSelectorManager(executor, scheduler, selectors);
    }

    @ManagedAttribute("The path of the socket")
    public @Nullable Path getUnixDomainPath() {
        return unixDomainPath;
    }

    /** @throws IllegalArgumentException if it is longer than systems allow */
    public void setUnixDomainPath(Path path) {
        int length = path.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_UNIX_DOMAIN_PATH_LENGTH) {
            throw new IllegalArgumentException("unixDomainPath: " + path + " of " + length
                    + " bytes (expected: at most " + MAX_UNIX_DOMAIN_PATH_LENGTH + ")");
        }
        unixDomainPath = path;
    }

    /** Returns whether the channel is used that the process has inherited as its standard input. */
    @ManagedAttribute("Whether the channel is used that the process has inherited")
    public boolean isInheritChannel() {
        return inheritChannel;
    }

    public void setInheritChannel(boolean inherit) {
        inheritChannel = inherit;
    }

    /** Returns the socket of systemd that is listened to; empty by default, for none. */
    @ManagedAttribute("The socket of systemd that is listened to; empty for none")
    public String getActivatedSocket() {
        return activatedSocket;
    }

    /**
     * Sets the socket of systemd (socket activation) that is listened to instead of the path.
     *
     * @param name that of {@code FileDescriptorName=} in the socket unit, or a number from 0; empty for none. If systemd passes no such
     *     socket, which is logged, the path is bound.
     */
    public void setActivatedSocket(@Nullable String name) {
        activatedSocket = name == null ? "" : name;
    }

    /** Returns how many connections may wait to be accepted; 0 for what the system does. */
    @ManagedAttribute("How many connections may wait to be accepted; 0 for what the system does")
    public int getAcceptQueueSize() {
        return acceptQueueSize;
    }

    public void setAcceptQueueSize(int size) {
        acceptQueueSize = size;
    }

    /** Returns the bytes of the receive buffer of accepted sockets; 0 for what the system does. */
    @ManagedAttribute("The bytes of the receive buffer of accepted sockets; 0 for what the system does")
    public int getAcceptedReceiveBufferSize() {
        return acceptedReceiveBufferSize;
    }

    public void setAcceptedReceiveBufferSize(int bytes) {
        acceptedReceiveBufferSize = bytes;
    }

    /** Returns the bytes of the send buffer of accepted sockets; 0 for what the system does. */
    @ManagedAttribute("The bytes of the send buffer of accepted sockets; 0 for what the system does")
    public int getAcceptedSendBufferSize() {
        return acceptedSendBufferSize;
    }

    public void setAcceptedSendBufferSize(int bytes) {
        acceptedSendBufferSize = bytes;
    }

    /** Returns the address that is listened on; null while it is not. */
    public @Nullable SocketAddress getLocalSocketAddress() {
        ServerSocketChannel channel = serverChannel;
        try {
            return channel == null || !channel.isOpen() ? null : channel.getLocalAddress();
        } catch (IOException x) {
            LOG.debug("no local address of {}", channel, x);
            return null;
        }
    }

    @Override
    public @Nullable Object getTransport() {
        return serverChannel;
    }

    @Override
    protected void doStart() throws Exception {
        serverChannel = open();
        super.doStart();
        if (getAcceptors() == 0) {
            serverChannel.configureBlocking(false);
            synchronized (acceptorLock) {
                selectorsAccept = true;
                updateAcceptor();
            }
        }
    }

    private ServerSocketChannel open() throws IOException {
        bound = false;
        if (!activatedSocket.isEmpty()) {
            try {
                return ActivatedSockets.take(activatedSocket);
            } catch (IOException x) {
                LOG.warn("No socket of systemd, {}: binding {}", x.getMessage(), unixDomainPath);
            }
        }
        if (inheritChannel) {
            Channel channel = System.inheritedChannel();
            if (channel instanceof ServerSocketChannel inherited) {
                return inherited;
            }
            LOG.warn("No server socket was inherited ({}): binding {}", channel, unixDomainPath);
        }
        Path path = Objects.requireNonNull(unixDomainPath, "unixDomainPath: null (expected: the path of a socket)");
        SocketFile.removeStale(path);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.bind(UnixDomainSocketAddress.of(path), acceptQueueSize);
            bound = true;
            return channel;
        } catch (Throwable x) {
            channel.close();
            throw new IOException("cannot bind " + path + ": " + x.getMessage(), x);
        }
    }

    @Override
    protected void doStop() throws Exception {
        close();
        super.doStop();
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        CompletableFuture<Void> done = super.shutdown();
        close();
        return done;
    }

    /** Accepts no more connections. */
    private void close() {
        // the file of a socket that was inherited is for the one that has made it
        synchronized (acceptorLock) {
            selectorsAccept = false;
            updateAcceptor();
        }
        ServerSocketChannel channel = serverChannel;
        serverChannel = null;
        if (channel != null) {
            IO.close(channel);
            if (bound) {
                SocketFile.delete(unixDomainPath);
            }
        }
    }

    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        return serverChannel != null && super.handleAcceptFailure(failure);
    }

    @Override
    protected void accept(int acceptorId) throws IOException {
        ServerSocketChannel channel = serverChannel;
        if (channel != null && channel.isOpen()) {
            accepted(channel.accept());
        }
    }

    private void accepted(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            configure(channel);
        } catch (Throwable x) {
            IO.close(channel);
            throw x;
        }
        manager.accept(channel);
    }

    /** Sets the options of an accepted socket. */
    protected void configure(SocketChannel channel) throws IOException {
        if (acceptedReceiveBufferSize > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, acceptedReceiveBufferSize);
        }
        if (acceptedSendBufferSize > 0) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, acceptedSendBufferSize);
        }
    }

    @Override
    public void setAccepting(boolean accepting) {
        super.setAccepting(accepting);
        synchronized (acceptorLock) {
            updateAcceptor();
        }
    }

    /** Has the selectors accept if they are to do so and may. */
    private void updateAcceptor() {
        boolean wanted = selectorsAccept && isAccepting();
        ServerSocketChannel channel = serverChannel;
        if (wanted && channel != null && acceptor == null) {
            acceptor = manager.acceptor(channel);
        } else if (!wanted && acceptor != null) {
            IO.close(acceptor);
            acceptor = null;
        }
    }

    @Override
    public String toString() {
        return super.toString() + "{" + unixDomainPath + "}";
    }

    /** The selectors of this connector. */
    protected class UnixDomainSelectorManager extends SelectorManager {
        public UnixDomainSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
            super(executor, scheduler, selectors);
        }

        @Override
        protected void accepted(SelectableChannel channel) throws IOException {
            UnixDomainServerConnector.this.accepted((SocketChannel) channel);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            SocketChannelEndPoint endPoint =
                    new SocketChannelEndPoint((SocketChannel) channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(getIdleTimeout());
            return endPoint;
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment) {
            return Objects.requireNonNull(getDefaultConnectionFactory(), "no connection factory")
                    .newConnection(UnixDomainServerConnector.this, endPoint);
        }

        @Override
        protected void endPointOpened(EndPoint endPoint) {
            super.endPointOpened(endPoint);
            onEndPointOpened(endPoint);
        }

        @Override
        protected void endPointClosed(EndPoint endPoint) {
            onEndPointClosed(endPoint);
            super.endPointClosed(endPoint);
        }
    }
}
