package org.eclipse.jetty.http2.client;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.eclipse.jetty.alpn.client.ALPNClientConnectionFactory;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.WindowRateControl;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Opens sessions of HTTP/2 (RFC 9113), whose streams an application uses directly.
 *
 * <pre>
 * HTTP2Client client = new HTTP2Client();
 * client.start();
 * Session session = client.connect(new InetSocketAddress("localhost", 8080), new Session.Listener() {}).get();
 * </pre>
 *
 * <p>In clear text the server must expect HTTP/2; within TLS it is negotiated by ALPN. Pushes are refused, unless
 * {@link Session.Listener#onPreface} of a session offers the setting ENABLE_PUSH. Settings are made before the start. Thread-safe.
 */
@ManagedObject("A client of HTTP/2")
public class HTTP2Client extends ContainerLifeCycle implements AutoCloseable {
    private final ClientConnector connector;
    private List<String> protocols = List.of("h2");
    private FlowControlStrategy.Factory flowControlStrategyFactory = BufferingFlowControlStrategy::new;
    private RateControl.Factory rateControlFactory = new WindowRateControl.Factory(128);
    private long streamIdleTimeout = -1;
    private int inputBufferSize = FrameType.DEFAULT_MAX_FRAME_SIZE + FrameType.HEADER_LENGTH;
    private int initialSessionRecvWindow = 16 * 1024 * 1024;
    private int initialStreamRecvWindow = 8 * 1024 * 1024;
    private int maxFrameSize = FrameType.DEFAULT_MAX_FRAME_SIZE;
    private int maxConcurrentPushedStreams = 32;
    private int maxSettingsKeys = SettingsFrame.DEFAULT_MAX_KEYS;
    private int maxEncoderTableCapacity = HpackDecoder.DEFAULT_CAPACITY;
    private int maxDecoderTableCapacity = HpackDecoder.DEFAULT_CAPACITY;
    private int maxRequestHeadersSize = 32 * 1024;
    private int maxResponseHeadersSize = 32 * 1024;
    private boolean useInputDirectByteBuffers = true;
    private boolean useOutputDirectByteBuffers = true;
    private boolean useALPN = true;

    public HTTP2Client() {
        this(new ClientConnector());
    }

    public HTTP2Client(ClientConnector connector) {
        this.connector = Objects.requireNonNull(connector);
        installBean(connector);
    }

    // ---- sessions

    /** Opens a session in clear text. */
    public CompletableFuture<Session> connect(SocketAddress address, Session.Listener listener) {
        return connect((SslContextFactory.Client) null, address, listener);
    }

    /** Opens a session in clear text. */
    public void connect(SocketAddress address, Session.Listener listener, Promise<Session> promise) {
        connect((SslContextFactory.Client) null, address, listener, promise);
    }

    /** As {@link #connect(SslContextFactory.Client, SocketAddress, Session.Listener, Promise, Map)}. */
    public void connect(
            SslContextFactory.@Nullable Client sslContextFactory,
            SocketAddress address,
            Session.Listener listener,
            Promise<Session> promise) {
        connect(sslContextFactory, address, listener, promise, null);
    }

    /** As {@link #connect(Transport, SslContextFactory.Client, SocketAddress, Session.Listener, Promise, Map)}. */
    public CompletableFuture<Session> connect(
            Transport transport,
            SslContextFactory.@Nullable Client sslContextFactory,
            SocketAddress address,
            Session.Listener listener) {
        return Promise.Completable.with(promise -> connect(transport, sslContextFactory, address, listener, promise));
    }

    /** As {@link #connect(Transport, SslContextFactory.Client, SocketAddress, Session.Listener, Promise, Map)}. */
    public void connect(
            Transport transport,
            SslContextFactory.@Nullable Client sslContextFactory,
            SocketAddress address,
            Session.Listener listener,
            Promise<Session> promise) {
        connect(transport, sslContextFactory, address, listener, promise, null);
    }

    /** As {@link #connect(SslContextFactory.Client, SocketAddress, Session.Listener, Promise, Map)}. */
    public CompletableFuture<Session> connect(
            SslContextFactory.@Nullable Client sslContextFactory, SocketAddress address, Session.Listener listener) {
        return Promise.Completable.with(promise -> connect(sslContextFactory, address, listener, promise, null));
    }

    /**
     * Opens a session.
     *
     * @param sslContextFactory null for clear text
     * @param promise succeeds once the connection is open, before the settings of the server have come
     * @param context for the factories of connections
     */
    public void connect(
            SslContextFactory.@Nullable Client sslContextFactory,
            SocketAddress address,
            Session.Listener listener,
            Promise<Session> promise,
            @Nullable Map<String, Object> context) {
        connect(Transport.TCP_IP, sslContextFactory, address, listener, promise, context);
    }

    /** As the method without a transport. */
    public void connect(
            Transport transport,
            SslContextFactory.@Nullable Client sslContextFactory,
            SocketAddress address,
            Session.Listener listener,
            Promise<Session> promise,
            @Nullable Map<String, Object> context) {
        Map<String, Object> all = context == null ? new HashMap<>() : context;
        all.put(HTTP2ClientConnectionFactory.CLIENT_CONTEXT_KEY, this);
        all.put(HTTP2ClientConnectionFactory.SESSION_LISTENER_CONTEXT_KEY, listener);
        all.put(HTTP2ClientConnectionFactory.SESSION_PROMISE_CONTEXT_KEY, promise);
        all.put(ClientConnector.CONNECTION_PROMISE_CONTEXT_KEY, promise);
        all.put(Transport.CONTEXT_KEY, transport);
        ClientConnectionFactory factory = new HTTP2ClientConnectionFactory();
        if (sslContextFactory != null) {
            if (useALPN) {
                factory = new ALPNClientConnectionFactory(executor(), factory, protocols);
            }
            factory = connector.newSslClientConnectionFactory(sslContextFactory, factory);
        }
        all.put(ClientConnectionFactory.CONTEXT_KEY, factory);
        SocketAddress remote = address;
        if (transport.getSocketAddress() != null) {
            remote = transport.getSocketAddress();
            all.putIfAbsent(ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY, address);
        } else if (address instanceof InetSocketAddress inet && inet.isUnresolved()) {
            all.putIfAbsent(ClientConnector.REMOTE_SOCKET_ADDRESS_CONTEXT_KEY, address);
            remote = new InetSocketAddress(inet.getHostString(), inet.getPort());
        }
        connector.connect(remote, all);
    }

    @Override
    public void close() throws Exception {
        stop();
    }

    // ---- settings

    public ClientConnector getClientConnector() {
        return connector;
    }

    /** Returns what runs tasks; as the scheduler and the pool of the buffers, null before the start if none was set. */
    public @Nullable Executor getExecutor() {
        return connector.getExecutor();
    }

    public void setExecutor(Executor executor) {
        connector.setExecutor(executor);
    }

    public @Nullable Scheduler getScheduler() {
        return connector.getScheduler();
    }

    public void setScheduler(Scheduler scheduler) {
        connector.setScheduler(scheduler);
    }

    public @Nullable ByteBufferPool getByteBufferPool() {
        return connector.getByteBufferPool();
    }

    public void setByteBufferPool(ByteBufferPool pool) {
        connector.setByteBufferPool(pool);
    }

    public FlowControlStrategy.Factory getFlowControlStrategyFactory() {
        return flowControlStrategyFactory;
    }

    public void setFlowControlStrategyFactory(FlowControlStrategy.Factory factory) {
        flowControlStrategyFactory = Objects.requireNonNull(factory);
    }

    public RateControl.Factory getRateControlFactory() {
        return rateControlFactory;
    }

    /** Sets what limits the frames that cost work and are of no use, such as PING; 128 of them a second by default. */
    public void setRateControlFactory(RateControl.Factory factory) {
        rateControlFactory = Objects.requireNonNull(factory);
    }

    /** As the other method, for rate controls that are not those of HTTP/2 alone. */
    public void setRateControlFactory(org.eclipse.jetty.io.RateControl.Factory factory) {
        rateControlFactory = RateControl.Factory.from(Objects.requireNonNull(factory));
    }

    @ManagedAttribute("The number of selectors")
    public int getSelectors() {
        return connector.getSelectors();
    }

    public void setSelectors(int selectors) {
        connector.setSelectors(selectors);
    }

    /** Returns the milliseconds that a session may be idle, with no stream open; 0 for no limit. */
    @ManagedAttribute("The milliseconds that a session may be idle")
    public long getIdleTimeout() {
        return connector.getIdleTimeout().toMillis();
    }

    public void setIdleTimeout(long milliseconds) {
        connector.setIdleTimeout(Duration.ofMillis(milliseconds));
    }

    /** Returns the milliseconds that a stream may be idle; 0 for no limit, -1 (the default) for those of sessions. */
    @ManagedAttribute("The milliseconds that a stream may be idle")
    public long getStreamIdleTimeout() {
        return streamIdleTimeout;
    }

    public void setStreamIdleTimeout(long milliseconds) {
        streamIdleTimeout = milliseconds;
    }

    @ManagedAttribute("The milliseconds in which a connection must be established")
    public long getConnectTimeout() {
        return connector.getConnectTimeout().toMillis();
    }

    public void setConnectTimeout(long milliseconds) {
        connector.setConnectTimeout(Duration.ofMillis(milliseconds));
    }

    /** Returns whether {@code connect} waits until the connection is established; false by default. */
    @ManagedAttribute("Whether connecting blocks")
    public boolean isConnectBlocking() {
        return connector.isConnectBlocking();
    }

    public void setConnectBlocking(boolean blocking) {
        connector.setConnectBlocking(blocking);
    }

    /** Returns the address that connections are opened from; null for any. */
    @ManagedAttribute("The address that connections are opened from")
    public @Nullable SocketAddress getBindAddress() {
        return connector.getBindAddress();
    }

    public void setBindAddress(SocketAddress address) {
        connector.setBindAddress(address);
    }

    /** Returns the bytes that are read at once. */
    @ManagedAttribute("The bytes that are read at once")
    public int getInputBufferSize() {
        return inputBufferSize;
    }

    public void setInputBufferSize(int bytes) {
        inputBufferSize = check("inputBufferSize", bytes, 1, Integer.MAX_VALUE);
    }

    /** Returns the protocols that are offered by ALPN; h2 by default. */
    @ManagedAttribute("The protocols that are offered by ALPN")
    public List<String> getApplicationProtocols() {
        return protocols;
    }

    public void setApplicationProtocols(List<String> newProtocols) {
        protocols = List.copyOf(newProtocols);
    }

    /** Returns the bytes of content of all streams that may come ahead of the application; 16 MiB by default. */
    @ManagedAttribute("The bytes of content of all streams that may come ahead of the application")
    public int getInitialSessionRecvWindow() {
        return initialSessionRecvWindow;
    }

    /** @param bytes less than 65535 count as that: RFC 9113, section 6.9.2 gives a server that much from the beginning */
    public void setInitialSessionRecvWindow(int bytes) {
        initialSessionRecvWindow = check("initialSessionRecvWindow", bytes, 0, Integer.MAX_VALUE);
    }

    /** Returns the bytes of content of a stream that may come ahead of the application; 8 MiB by default. */
    @ManagedAttribute("The bytes of content of a stream that may come ahead of the application")
    public int getInitialStreamRecvWindow() {
        return initialStreamRecvWindow;
    }

    public void setInitialStreamRecvWindow(int bytes) {
        initialStreamRecvWindow = check("initialStreamRecvWindow", bytes, 0, Integer.MAX_VALUE);
    }

    /** Returns the bytes of the largest frame that servers may send. */
    @ManagedAttribute("The bytes of the largest frame")
    public int getMaxFrameSize() {
        return maxFrameSize;
    }

    public void setMaxFrameSize(int bytes) {
        maxFrameSize = check("maxFrameSize", bytes, FrameType.DEFAULT_MAX_FRAME_SIZE, FrameType.LARGEST_MAX_FRAME_SIZE);
    }

    /** Returns how many streams a server may push at the same time, where a session accepts any; 32 by default. */
    @ManagedAttribute("The most streams that a server may push at the same time")
    public int getMaxConcurrentPushedStreams() {
        return maxConcurrentPushedStreams;
    }

    public void setMaxConcurrentPushedStreams(int streams) {
        maxConcurrentPushedStreams = check("maxConcurrentPushedStreams", streams, 0, Integer.MAX_VALUE);
    }

    @ManagedAttribute("The most keys of a SETTINGS frame")
    public int getMaxSettingsKeys() {
        return maxSettingsKeys;
    }

    public void setMaxSettingsKeys(int keys) {
        maxSettingsKeys = check("maxSettingsKeys", keys, 0, Integer.MAX_VALUE);
    }

    @ManagedAttribute("The most bytes of the table with which request fields are compressed")
    public int getMaxEncoderTableCapacity() {
        return maxEncoderTableCapacity;
    }

    public void setMaxEncoderTableCapacity(int bytes) {
        maxEncoderTableCapacity = check("maxEncoderTableCapacity", bytes, 0, Integer.MAX_VALUE);
    }

    @ManagedAttribute("The most bytes of the table with which servers compress response fields")
    public int getMaxDecoderTableCapacity() {
        return maxDecoderTableCapacity;
    }

    public void setMaxDecoderTableCapacity(int bytes) {
        maxDecoderTableCapacity = check("maxDecoderTableCapacity", bytes, 0, Integer.MAX_VALUE);
    }

    /** Returns the bytes that the fields of a request, or its trailers, may take; 32 KiB by default. */
    @ManagedAttribute("The bytes that the fields of a request may take")
    public int getMaxRequestHeadersSize() {
        return maxRequestHeadersSize;
    }

    public void setMaxRequestHeadersSize(int bytes) {
        maxRequestHeadersSize = check("maxRequestHeadersSize", bytes, 1, Integer.MAX_VALUE);
    }

    /** Returns the bytes that the fields of a response, or its trailers, may take; 32 KiB by default. */
    @ManagedAttribute("The bytes that the fields of a response may take")
    public int getMaxResponseHeadersSize() {
        return maxResponseHeadersSize;
    }

    public void setMaxResponseHeadersSize(int bytes) {
        maxResponseHeadersSize = check("maxResponseHeadersSize", bytes, 1, Integer.MAX_VALUE);
    }

    @ManagedAttribute("Whether bytes are read into direct buffers")
    public boolean isUseInputDirectByteBuffers() {
        return useInputDirectByteBuffers;
    }

    public void setUseInputDirectByteBuffers(boolean direct) {
        useInputDirectByteBuffers = direct;
    }

    @ManagedAttribute("Whether bytes are written from direct buffers")
    public boolean isUseOutputDirectByteBuffers() {
        return useOutputDirectByteBuffers;
    }

    public void setUseOutputDirectByteBuffers(boolean direct) {
        useOutputDirectByteBuffers = direct;
    }

    /** Returns whether the protocol is negotiated within TLS; otherwise the server must expect HTTP/2. */
    @ManagedAttribute("Whether the protocol is negotiated within TLS")
    public boolean isUseALPN() {
        return useALPN;
    }

    public void setUseALPN(boolean use) {
        useALPN = use;
    }

    /** Returns the executor of a client that is started. */
    Executor executor() {
        return started(getExecutor(), "executor");
    }

    /** Returns the scheduler of a client that is started. */
    Scheduler scheduler() {
        return started(getScheduler(), "scheduler");
    }

    /** Returns the pool of the buffers of a client that is started. */
    ByteBufferPool pool() {
        return started(getByteBufferPool(), "pool of buffers");
    }

    private <T> T started(@Nullable T part, String name) {
        if (part == null) {
            throw new IllegalStateException("No " + name + " before the start of " + this);
        }
        return part;
    }

    /** Returns the settings that a session begins with. */
    Map<Integer, Integer> firstSettings() {
        Map<Integer, Integer> first = new LinkedHashMap<>();
        first.put(FrameType.SETTINGS_HEADER_TABLE_SIZE, maxDecoderTableCapacity);
        first.put(FrameType.SETTINGS_ENABLE_PUSH, 0);
        first.put(FrameType.SETTINGS_MAX_CONCURRENT_STREAMS, maxConcurrentPushedStreams);
        first.put(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, initialStreamRecvWindow);
        first.put(FrameType.SETTINGS_MAX_FRAME_SIZE, maxFrameSize);
        first.put(FrameType.SETTINGS_MAX_HEADER_LIST_SIZE, maxResponseHeadersSize);
        return first;
    }

    private static int check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + min + " to " + max + ")");
        }
        return value;
    }
}
