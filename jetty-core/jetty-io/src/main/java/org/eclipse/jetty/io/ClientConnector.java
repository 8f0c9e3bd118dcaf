package org.eclipse.jetty.io;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.EventListener;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects clients to servers: owns the selectors, threads, timers and buffers of the connections.
 *
 * <p>{@link #connect} takes a context, whose {@link ClientConnectionFactory#CONTEXT_KEY} creates the connection, and whose
 * {@link #CONNECTION_PROMISE_CONTEXT_KEY}, a {@link Promise}, is failed if there is none. Who creates the connection completes
 * the promise. Settings are made before the start. Thread-safe.
 */
@ManagedObject("Connects clients to servers")
public class ClientConnector extends ContainerLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnector.class);
    /** The key of the connector in a context. */
    public static final String CONTEXT_KEY = "org.eclipse.jetty.io.ClientConnector";
    /** The key of the promise of the connection in a context. */
    public static final String CONNECTION_PROMISE_CONTEXT_KEY = CONTEXT_KEY + ".connectionPromise";
    /** The key of the remote address in a context; within TLS, its host is the name of the peer. */
    public static final String REMOTE_SOCKET_ADDRESS_CONTEXT_KEY = CONTEXT_KEY + ".remoteSocketAddress";
    /** In a context while its channel is being connected. */
    private static final String CONNECTING_CONTEXT_KEY = CONTEXT_KEY + ".connecting";

    private @Nullable Executor executor;
    private @Nullable Scheduler scheduler;
    private @Nullable ByteBufferPool byteBufferPool;
    private SslContextFactory.@Nullable Client sslContextFactory;
    private @Nullable SelectorManager selectorManager;
    private int selectors = 1;
    private boolean connectBlocking;
    private Duration connectTimeout = Duration.ofMillis(SelectorManager.DEFAULT_CONNECT_TIMEOUT);
    private Duration idleTimeout = Duration.ofSeconds(30);
    private @Nullable SocketAddress bindAddress;
    private boolean tcpNoDelay = true;
    private boolean reuseAddress = true;
    private boolean reusePort;
    private int receiveBufferSize = -1;
    private int sendBufferSize = -1;

    /** Returns the selectors; null before the start. */
    public @Nullable SelectorManager getSelectorManager() {
        return selectorManager;
    }

    /** Returns what runs tasks; null before the start if none was set. */
    public @Nullable Executor getExecutor() {
        return executor;
    }

    /** Sets what runs tasks; by default it is a thread pool of the connector's own. */
    public void setExecutor(Executor newExecutor) {
        refuseWhenStarted();
        updateBean(executor, newExecutor);
        executor = newExecutor;
    }

    public @Nullable Scheduler getScheduler() {
        return scheduler;
    }

    /** Sets what measures time limits; by default it is a scheduler of the connector's own. */
    public void setScheduler(Scheduler newScheduler) {
        refuseWhenStarted();
        updateBean(scheduler, newScheduler);
        scheduler = newScheduler;
    }

    public @Nullable ByteBufferPool getByteBufferPool() {
        return byteBufferPool;
    }

    /** Sets the pool of the buffers; by default it is one of the connector's own. */
    public void setByteBufferPool(ByteBufferPool pool) {
        refuseWhenStarted();
        updateBean(byteBufferPool, pool);
        byteBufferPool = pool;
    }

    public SslContextFactory.@Nullable Client getSslContextFactory() {
        return sslContextFactory;
    }

    /** Sets what makes TLS engines; by default it is one that verifies certificates by those that the JDK trusts. */
    public void setSslContextFactory(SslContextFactory.Client factory) {
        refuseWhenStarted();
        updateBean(sslContextFactory, factory);
        sslContextFactory = factory;
    }

    @ManagedAttribute("The number of selectors")
    public int getSelectors() {
        return selectors;
    }

    public void setSelectors(int number) {
        refuseWhenStarted();
        selectors = number;
    }

    /** Returns whether the thread that connects waits until it is connected. */
    @ManagedAttribute("Whether connecting blocks")
    public boolean isConnectBlocking() {
        return connectBlocking;
    }

    public void setConnectBlocking(boolean blocking) {
        connectBlocking = blocking;
    }

    /** Returns the time in which a connection must be established; 15 seconds by default, zero for no limit. */
    @ManagedAttribute("The time in which a connection must be established")
    public Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(Duration timeout) {
        connectTimeout = Objects.requireNonNull(timeout);
        if (selectorManager != null) {
            selectorManager.setConnectTimeout(timeout.toMillis());
        }
    }

    /** Returns the time that a connection may be idle; 30 seconds by default, zero for no limit. */
    @ManagedAttribute("The time that a connection may be idle")
    public Duration getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(Duration timeout) {
        idleTimeout = Objects.requireNonNull(timeout);
    }

    /** Returns the address that sockets are bound to; null for any. */
    @ManagedAttribute("The address that sockets are bound to")
    public @Nullable SocketAddress getBindAddress() {
        return bindAddress;
    }

    public void setBindAddress(@Nullable SocketAddress address) {
        bindAddress = address;
    }

    @ManagedAttribute("Whether small packets are sent without delay")
    public boolean isTCPNoDelay() {
        return tcpNoDelay;
    }

    public void setTCPNoDelay(boolean noDelay) {
        tcpNoDelay = noDelay;
    }

    @ManagedAttribute("Whether addresses are reused")
    public boolean getReuseAddress() {
        return reuseAddress;
    }

    public void setReuseAddress(boolean reuse) {
        reuseAddress = reuse;
    }

    @ManagedAttribute("Whether ports are reused")
    public boolean isReusePort() {
        return reusePort;
    }

    public void setReusePort(boolean reuse) {
        reusePort = reuse;
    }

    /** Returns the size of the receive buffer of sockets in bytes; -1 for that of the system. */
    @ManagedAttribute("The size of the receive buffer of sockets")
    public int getReceiveBufferSize() {
        return receiveBufferSize;
    }

    public void setReceiveBufferSize(int size) {
        receiveBufferSize = size;
    }

    /** Returns the size of the send buffer of sockets in bytes; -1 for that of the system. */
    @ManagedAttribute("The size of the send buffer of sockets")
    public int getSendBufferSize() {
        return sendBufferSize;
    }

    public void setSendBufferSize(int size) {
        sendBufferSize = size;
    }

    private void refuseWhenStarted() {
        if (isRunning()) {
            throw new IllegalStateException("The connector is running: " + this);
        }
    }

    @Override
    protected void doStart() throws Exception {
        if (executor == null) {
            QueuedThreadPool threads = new QueuedThreadPool();
            threads.setName("client@" + Integer.toHexString(hashCode()));
            updateBean(null, threads);
            executor = threads;
        }
        if (scheduler == null) {
            Scheduler created =
                    new ScheduledExecutorScheduler("client-scheduler@" + Integer.toHexString(hashCode()), true);
            updateBean(null, created);
            scheduler = created;
        }
        if (byteBufferPool == null) {
            ByteBufferPool created = new ArrayByteBufferPool();
            updateBean(null, created);
            byteBufferPool = created;
        }
        if (sslContextFactory == null) {
            SslContextFactory.Client created = newSslContextFactory();
            updateBean(null, created);
            sslContextFactory = created;
        }
        SelectorManager created = newSelectorManager();
        created.setConnectTimeout(connectTimeout.toMillis());
        updateBean(selectorManager, created);
        selectorManager = created;
        super.doStart();
    }

    protected SslContextFactory.Client newSslContextFactory() {
        return new SslContextFactory.Client();
    }

    protected SelectorManager newSelectorManager() {
        return new ClientSelectorManager();
    }

    /** Wraps a factory within TLS. */
    public ClientConnectionFactory newSslClientConnectionFactory(
            SslContextFactory.@Nullable Client factory, ClientConnectionFactory wrapped) {
        return new org.eclipse.jetty.io.ssl.SslClientConnectionFactory(
                Objects.requireNonNull(factory == null ? sslContextFactory : factory, "no SslContextFactory"),
                Objects.requireNonNull(byteBufferPool, "no ByteBufferPool before the start"),
                Objects.requireNonNull(executor, "no Executor before the start"),
                wrapped);
    }

    /** Connects to an address; the outcome is reported to the promise of the context. */
    public void connect(SocketAddress address, @Nullable Map<String, Object> context) {
        Map<String, Object> current = context == null ? new HashMap<>() : context;
        current.put(CONTEXT_KEY, this);
        current.putIfAbsent(REMOTE_SOCKET_ADDRESS_CONTEXT_KEY, address);
        Transport transport = (Transport) current.computeIfAbsent(Transport.CONTEXT_KEY, key -> Transport.TCP_IP);
        SelectableChannel channel = null;
        try {
            channel = transport.newSelectableChannel();
            if (bindAddress != null && channel instanceof NetworkChannel network) {
                network.bind(bindAddress);
            }
            configure(channel);
            connectBegun(channel, address, current);
            if (connectBlocking
                    && channel instanceof SocketChannel socket
                    && address instanceof java.net.InetSocketAddress) {
                socket.socket().connect(address, Math.toIntExact(connectTimeout.toMillis()));
                channel.configureBlocking(false);
            } else {
                channel.configureBlocking(false);
                ((SocketChannel) channel).connect(address);
            }
            Objects.requireNonNull(selectorManager, "not started").connect(channel, current);
        } catch (Throwable x) {
            IO.close(channel);
            connectEnded(channel, address, x, current);
            connectFailed(channel, address, x, current);
        }
    }

    private void connectBegun(SelectableChannel channel, SocketAddress address, Map<String, Object> context) {
        if (channel instanceof SocketChannel socket && !getEventListeners().isEmpty()) {
            context.put(CONNECTING_CONTEXT_KEY, address);
            each(listener -> listener.onConnectBegin(socket, address));
        }
    }

    /** @param failure null if the channel is connected */
    private void connectEnded(
            @Nullable SelectableChannel channel,
            @Nullable SocketAddress address,
            @Nullable Throwable failure,
            Map<String, Object> context) {
        if (context.remove(CONNECTING_CONTEXT_KEY) == null) {
            return;
        }
        SocketChannel socket = (SocketChannel) channel;
        assert socket != null : "it has begun";
        if (failure == null) {
            each(listener -> listener.onConnectSuccess(socket));
        } else {
            assert address != null : "the one that it began with";
            each(listener -> listener.onConnectFailure(socket, address, failure));
        }
    }

    private void each(Consumer<ConnectListener> event) {
        for (EventListener listener : getEventListeners()) {
            if (listener instanceof ConnectListener connectListener) {
                try {
                    event.accept(connectListener);
                } catch (Throwable x) {
                    LOG.info("Listener {} failed", connectListener, x);
                }
            }
        }
    }

    /** Opens a connection on a channel that is connected. */
    public void accept(SelectableChannel channel, Map<String, Object> context) {
        try {
            context.put(CONTEXT_KEY, this);
            context.putIfAbsent(Transport.CONTEXT_KEY, Transport.TCP_IP);
            if (!(channel instanceof SocketChannel socket) || !socket.isConnected()) {
                throw new IllegalStateException(channel + " (expected: a connected channel)");
            }
            configure(channel);
            channel.configureBlocking(false);
            Objects.requireNonNull(selectorManager, "not started").connect(channel, context);
        } catch (Throwable x) {
            IO.close(channel);
            acceptFailed(x, channel, context);
        }
    }

    /** Sets the options of a channel that is not connected yet. */
    protected void configure(SelectableChannel channel) throws IOException {
        if (channel instanceof NetworkChannel network) {
            setOption(network, StandardSocketOptions.TCP_NODELAY, tcpNoDelay);
            setOption(network, StandardSocketOptions.SO_REUSEADDR, reuseAddress);
            if (reusePort) {
                setOption(network, StandardSocketOptions.SO_REUSEPORT, true);
            }
            if (receiveBufferSize >= 0) {
                setOption(network, StandardSocketOptions.SO_RCVBUF, receiveBufferSize);
            }
            if (sendBufferSize >= 0) {
                setOption(network, StandardSocketOptions.SO_SNDBUF, sendBufferSize);
            }
        }
    }

    /** A kind of socket has not all options. */
    private static <T> void setOption(NetworkChannel channel, java.net.SocketOption<T> option, T value)
            throws IOException {
        if (channel.supportedOptions().contains(option)) {
            channel.setOption(option, value);
        }
    }

    protected EndPoint newEndPoint(
            SelectableChannel channel, ManagedSelector selector, SelectionKey key, Transport transport) {
        return transport.newEndPoint(Objects.requireNonNull(scheduler), selector, channel, key);
    }

    protected Connection newConnection(EndPoint endPoint, Map<String, Object> context) throws IOException {
        endPoint.setIdleTimeout(idleTimeout.toMillis());
        return transport(context).newConnection(endPoint, context);
    }

    private static Transport transport(Map<String, Object> context) {
        return (Transport) Objects.requireNonNull(context.get(Transport.CONTEXT_KEY), Transport.CONTEXT_KEY);
    }

    protected void acceptFailed(Throwable failure, SelectableChannel channel, Map<String, Object> context) {
        failPromise(context, failure);
    }

    protected void connectFailed(
            @Nullable SelectableChannel channel,
            @Nullable SocketAddress address,
            Throwable failure,
            Map<String, Object> context) {
        failPromise(context, describe(address, failure));
    }

    /** The same kind of failure, with the address in its message. */
    private static Throwable describe(@Nullable SocketAddress address, Throwable failure) {
        String message = address + ": " + failure.getMessage();
        Throwable described;
        if (failure instanceof ConnectException) {
            described = new ConnectException(message);
        } else if (failure instanceof SocketTimeoutException) {
            described = new SocketTimeoutException(message);
        } else if (failure instanceof UnresolvedAddressException) {
            described = new UnknownHostException(String.valueOf(address));
        } else if (failure.getClass() == SocketException.class) {
            described = new SocketException(message);
        } else {
            return failure;
        }
        described.initCause(failure);
        return described;
    }

    private static void failPromise(Map<String, Object> context, Throwable failure) {
        if (context.get(CONNECTION_PROMISE_CONTEXT_KEY) instanceof Promise<?> promise) {
            promise.failed(failure);
        }
    }

    /**
     * Notified when channels are connected, by the thread that connects them, which it must not block. What it throws is logged. Each beginning
     * is followed by one end; neither TLS nor a proxy is part of it.
     */
    public interface ConnectListener extends EventListener {
        /** The channel is about to be connected to an address. */
        default void onConnectBegin(SocketChannel socketChannel, SocketAddress socketAddress) {}

        /** The channel is connected. */
        default void onConnectSuccess(SocketChannel socketChannel) {}

        /** The channel could not be connected, and is closed. */
        default void onConnectFailure(SocketChannel socketChannel, SocketAddress socketAddress, Throwable failure) {}
    }

    /** The selectors of the connector; attachments are contexts. */
    protected class ClientSelectorManager extends SelectorManager {
        public ClientSelectorManager() {
            super(Objects.requireNonNull(executor), Objects.requireNonNull(scheduler), selectors);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            Map<String, Object> context = contextOf(key);
            connectEnded(channel, null, null, context);
            return ClientConnector.this.newEndPoint(channel, selector, key, transport(context));
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment)
                throws IOException {
            return ClientConnector.this.newConnection(endPoint, cast(attachment));
        }

        @Override
        protected void connectionFailed(SelectableChannel channel, Throwable failure, @Nullable Object attachment) {
            Map<String, Object> context = cast(attachment);
            connectEnded(channel, (SocketAddress) context.get(CONNECTING_CONTEXT_KEY), failure, context);
            connectFailed(channel, (SocketAddress) context.get(REMOTE_SOCKET_ADDRESS_CONTEXT_KEY), failure, context);
        }

        private Map<String, Object> contextOf(SelectionKey key) {
            return cast(((PendingConnect) key.attachment()).getAttachment());
        }

        @SuppressWarnings("unchecked")
        private static Map<String, Object> cast(@Nullable Object attachment) {
            return (Map<String, Object>) Objects.requireNonNull(attachment, "context");
        }
    }
}
