package org.eclipse.jetty.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.internal.restart.ActivatedSockets;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.Name;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** Listens on a TCP port. */
@ManagedObject("Listens on a TCP port")
public class ServerConnector extends AbstractNetworkConnector {
    private static final int RELEASES = 1000;
    private static final long RELEASE_PAUSE_NANOS = 1_000_000;

    private final SelectorManager manager;
    private final Object acceptorLock = new Object();
    // guarded by acceptorLock: whether this runs without acceptor threads, and what then accepts, unless that is
    // forbidden
    private boolean selectorsAccept;
    private @Nullable Closeable acceptor;
    private volatile @Nullable ServerSocketChannel acceptChannel;
    private volatile boolean inheritChannel;
    private volatile String activatedSocket = "";
    private volatile int localPort = -1;
    private volatile int acceptQueueSize;
    private volatile boolean reuseAddress = true;
    private volatile boolean reusePort;
    private volatile boolean acceptedTcpNoDelay = true;
    private volatile int acceptedReceiveBufferSize = -1;
    private volatile int acceptedSendBufferSize = -1;

    public ServerConnector(@Name("server") Server server) {
        this(server, null, null, null, -1, -1, new HttpConnectionFactory());
    }

    public ServerConnector(
            @Name("server") Server server, @Name("acceptors") int acceptors, @Name("selectors") int selectors) {
        this(server, null, null, null, acceptors, selectors, new HttpConnectionFactory());
    }

    public ServerConnector(
            @Name("server") Server server,
            @Name("acceptors") int acceptors,
            @Name("selectors") int selectors,
            @Name("factories") ConnectionFactory... factories) {
        this(server, null, null, null, acceptors, selectors, factories);
    }

    public ServerConnector(@Name("server") Server server, @Name("factories") ConnectionFactory... factories) {
        this(server, null, null, null, -1, -1, factories);
    }

    /** A connector for HTTP/1.1 over TLS. */
    public ServerConnector(
            @Name("server") Server server, @Name("sslContextFactory") SslContextFactory.Server sslContextFactory) {
        this(server, -1, -1, sslContextFactory);
    }

    /** A connector for HTTP/1.1, over TLS unless {@code sslContextFactory} is null. */
    public ServerConnector(
            @Name("server") Server server,
            @Name("acceptors") int acceptors,
            @Name("selectors") int selectors,
            @Name("sslContextFactory") SslContextFactory.Server sslContextFactory) {
        this(
                server,
                null,
                null,
                null,
                acceptors,
                selectors,
                AbstractConnectionFactory.getFactories(sslContextFactory, new HttpConnectionFactory()));
    }

    /** A connector for the protocol of the first factory, over TLS. */
    public ServerConnector(
            @Name("server") Server server,
            @Name("sslContextFactory") SslContextFactory.Server sslContextFactory,
            @Name("factories") ConnectionFactory... factories) {
        this(server, null, null, null, -1, -1, AbstractConnectionFactory.getFactories(sslContextFactory, factories));
    }

    /**
     * @param executor runs the tasks of connections; null for the server's thread pool
     * @param scheduler times out; null for the server's
     * @param bufferPool lends buffers; null for the server's
     * @param acceptors the threads that accept; -1 for a number by the processors, 0 if the selectors accept
     * @param selectors the selectors; not positive for a number by the processors
     */
    public ServerConnector(
            @Name("server") Server server,
            @Name("executor") @Nullable Executor executor,
            @Name("scheduler") @Nullable Scheduler scheduler,
            @Name("bufferPool") @Nullable ByteBufferPool bufferPool,
            @Name("acceptors") int acceptors,
            @Name("selectors") int selectors,
            @Name("factories") ConnectionFactory... factories) {
        super(server, executor, scheduler, bufferPool, acceptors, factories);
        manager = newSelectorManager(getExecutor(), getScheduler(), selectors);
        installBean(manager, true);
    }

    protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
        return new ServerConnectorManager(executor, scheduler, selectors);
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (getAcceptors() == 0) {
            Objects.requireNonNull(acceptChannel, "not open").configureBlocking(false);
            synchronized (acceptorLock) {
                selectorsAccept = true;
                updateAcceptor();
            }
        }
    }

    @Override
    public boolean isOpen() {
        Channel channel = acceptChannel;
        return channel != null && channel.isOpen();
    }

    @ManagedAttribute("Whether a channel that the process inherited is listened to")
    public boolean isInheritChannel() {
        return inheritChannel;
    }

    /** Sets whether the channel that the process inherited (as from inetd) is listened to, if there is one. */
    public void setInheritChannel(boolean inherit) {
        inheritChannel = inherit;
    }

    /** Returns the socket of systemd that is listened to; empty by default, for none. */
    @ManagedAttribute("The socket of systemd that is listened to; empty for none")
    public String getActivatedSocket() {
        return activatedSocket;
    }

    /**
     * Sets the socket of systemd (socket activation) that is listened to instead of host and port.
     *
     * @param name that of {@code FileDescriptorName=} in the socket unit, or a number from 0; empty for none. If systemd passes no such
     *     socket, which is logged, host and port are bound.
     */
    public void setActivatedSocket(String name) {
        activatedSocket = name == null ? "" : name;
    }

    /** Listens to a channel that is bound already. */
    public void open(ServerSocketChannel channel) throws IOException {
        if (isStarted()) {
            throw new IllegalStateException("cannot listen to another channel while started: " + this);
        }
        updateBean(acceptChannel, channel);
        acceptChannel = channel;
        localPort = channel.socket().getLocalPort();
        if (localPort <= 0) {
            throw new IOException("the channel is not bound: " + channel);
        }
    }

    @Override
    public void open() throws IOException {
        if (acceptChannel == null) {
            acceptChannel = openAcceptChannel();
            acceptChannel.configureBlocking(true);
            localPort = acceptChannel.socket().getLocalPort();
            if (localPort <= 0) {
                throw new IOException("the channel is not bound: " + acceptChannel);
            }
        }
    }

    protected ServerSocketChannel openAcceptChannel() throws IOException {
        if (!activatedSocket.isEmpty()) {
            try {
                return ActivatedSockets.take(activatedSocket);
            } catch (IOException x) {
                LOG.warn("No socket of systemd, {}: binding {}:{}", x.getMessage(), getHost(), getPort());
            }
        }
        if (inheritChannel) {
            Channel channel = System.inheritedChannel();
            if (channel instanceof ServerSocketChannel inherited) {
                return inherited;
            }
            LOG.warn("no server socket was inherited ({}): binding {}:{}", channel, getHost(), getPort());
        }
        InetSocketAddress address =
                getHost() == null ? new InetSocketAddress(getPort()) : new InetSocketAddress(getHost(), getPort());
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, reuseAddress);
            if (reusePort) {
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            channel.bind(address, acceptQueueSize);
            return channel;
        } catch (Throwable x) {
            channel.close();
            String reason = address.isUnresolved() ? "unknown host" : x.getMessage();
            BindException failure = new BindException("cannot bind " + address + ": " + reason);
            failure.initCause(x);
            throw failure;
        }
    }

    @Override
    public void close() {
        ServerSocketChannel channel = acceptChannel;
        synchronized (acceptorLock) {
            selectorsAccept = false;
            updateAcceptor();
        }
        acceptChannel = null;
        closeQuietly(channel);
        localPort = -2;
    }

    private static void closeQuietly(@Nullable Closeable closeable) {
        if (closeable != null) {
            try {
                closeable.close();
            } catch (IOException x) {
                LOG.debug("could not close {}", closeable, x);
            }
        }
    }

    @Override
    public void accept(int acceptorId) throws IOException {
        ServerSocketChannel channel = acceptChannel;
        if (channel != null && channel.isOpen()) {
            accepted(channel.accept());
        }
    }

    /**
     * Accepts no more connections, and loses none: those that have come are served. The channel stays open. Blocks.
     *
     * @param shared whether another process accepts from the same queue, and takes what is in it; else it is emptied
     */
    void stopAccepting(boolean shared) throws IOException {
        setAccepting(false);
        ServerSocketChannel channel = acceptChannel;
        if (channel == null) {
            return;
        }
        // a thread that is interrupted while it accepts loses what has come; it is released by a connection
        for (int i = 0; isInAccept() && i < RELEASES; i++) {
            release(channel);
        }
        if (!shared) {
            channel.configureBlocking(false);
            for (SocketChannel next = channel.accept(); next != null; next = channel.accept()) {
                accepted(next);
            }
            channel.close();
        }
    }

    private void release(ServerSocketChannel channel) {
        InetSocketAddress bound = (InetSocketAddress) channel.socket().getLocalSocketAddress();
        InetSocketAddress address = bound.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), bound.getPort())
                : bound;
        try (SocketChannel nobody = SocketChannel.open(address)) {
            LOG.debug("acceptors are released by {}", nobody);
        } catch (IOException x) {
            LOG.debug("could not release acceptors by {}", address, x);
        }
        LockSupport.parkNanos(RELEASE_PAUSE_NANOS);
    }

    private void accepted(SocketChannel channel) throws IOException {
        try {
            channel.configureBlocking(false);
            configure(channel);
        } catch (Throwable x) {
            closeQuietly(channel);
            throw x;
        }
        manager.accept(channel);
    }

    /** Sets the options of an accepted socket. */
    protected void configure(SocketChannel channel) {
        // by the channel, as its socket() would be one more object for each connection
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, acceptedTcpNoDelay);
            if (acceptedReceiveBufferSize > -1) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, acceptedReceiveBufferSize);
            }
            if (acceptedSendBufferSize > -1) {
                channel.setOption(StandardSocketOptions.SO_SNDBUF, acceptedSendBufferSize);
            }
        } catch (IOException | UnsupportedOperationException x) {
            LOG.debug("could not configure {}", channel, x);
        }
    }

    @ManagedAttribute("The selectors")
    public SelectorManager getSelectorManager() {
        return manager;
    }

    @Override
    public @Nullable Object getTransport() {
        return acceptChannel;
    }

    @Override
    @ManagedAttribute("The port that is listened to; -1 if it was not opened, -2 if it was closed")
    public int getLocalPort() {
        return localPort;
    }

    protected SocketChannelEndPoint newEndPoint(SocketChannel channel, ManagedSelector selector, SelectionKey key)
            throws IOException {
        SocketChannelEndPoint endPoint = new SocketChannelEndPoint(channel, selector, key, getScheduler());
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    @ManagedAttribute("The connections that may wait to be accepted; 0 for the system's default")
    public int getAcceptQueueSize() {
        return acceptQueueSize;
    }

    public void setAcceptQueueSize(int size) {
        acceptQueueSize = size;
    }

    @ManagedAttribute("Whether the port may be bound while old connections linger (SO_REUSEADDR)")
    public boolean getReuseAddress() {
        return reuseAddress;
    }

    public void setReuseAddress(boolean reuse) {
        reuseAddress = reuse;
    }

    @ManagedAttribute("Whether other processes may bind the port too (SO_REUSEPORT)")
    public boolean isReusePort() {
        return reusePort;
    }

    public void setReusePort(boolean reuse) {
        reusePort = reuse;
    }

    @ManagedAttribute("Whether small writes are sent at once (TCP_NODELAY)")
    public boolean getAcceptedTcpNoDelay() {
        return acceptedTcpNoDelay;
    }

    public void setAcceptedTcpNoDelay(boolean noDelay) {
        acceptedTcpNoDelay = noDelay;
    }

    @ManagedAttribute("The receive buffer of accepted sockets in bytes; -1 for the system's default")
    public int getAcceptedReceiveBufferSize() {
        return acceptedReceiveBufferSize;
    }

    public void setAcceptedReceiveBufferSize(int size) {
        acceptedReceiveBufferSize = size;
    }

    @ManagedAttribute("The send buffer of accepted sockets in bytes; -1 for the system's default")
    public int getAcceptedSendBufferSize() {
        return acceptedSendBufferSize;
    }

    public void setAcceptedSendBufferSize(int size) {
        acceptedSendBufferSize = size;
    }

    @Override
    public void setAccepting(boolean accepting) {
        super.setAccepting(accepting);
        synchronized (acceptorLock) {
            updateAcceptor();
        }
    }

    /** Has the selectors accept if they are to do so and may; whoever changes that last is heard. */
    private void updateAcceptor() {
        boolean wanted = selectorsAccept && isAccepting();
        if (wanted != (acceptor != null)) {
            if (wanted) {
                acceptor = manager.acceptor(Objects.requireNonNull(acceptChannel, "not open"));
            } else {
                closeQuietly(acceptor);
                acceptor = null;
            }
        }
    }

    /** The selectors of this connector. */
    protected class ServerConnectorManager extends SelectorManager {
        public ServerConnectorManager(Executor executor, Scheduler scheduler, int selectors) {
            super(executor, scheduler, selectors);
        }

        @Override
        protected void accepted(SelectableChannel channel) throws IOException {
            ServerConnector.this.accepted((SocketChannel) channel);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key)
                throws IOException {
            return ServerConnector.this.newEndPoint((SocketChannel) channel, selector, key);
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment) {
            return defaultFactory().newConnection(ServerConnector.this, endPoint);
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
