package org.eclipse.jetty.server.handler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.TunnelConnection;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.HostPort;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes tunnels for CONNECT requests, over HTTP/1.1 and HTTP/2 (RFC 9110, section 9.3.6); other requests go to the handler below.
 *
 * <p>Clients can reach every host and port that this machine can, unless {@link #getWhiteListHosts()} names those that they may, or a
 * subclass decides in {@link #validateDestination}. A destination that is not allowed is answered by 403, one that cannot be reached by
 * 502, one that does not answer in time by 504.
 *
 * <p>Host names are resolved by the thread that handles the request. Settings are made before the start.
 */
@ManagedObject("Makes tunnels for CONNECT requests")
public class ConnectHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectHandler.class);

    private final Set<String> whiteList = ConcurrentHashMap.newKeySet();
    private final Set<String> blackList = ConcurrentHashMap.newKeySet();
    private Executor executor;
    private Scheduler scheduler;
    private ByteBufferPool bufferPool;
    private @Nullable SelectorManager selectors;
    private long connectTimeout = 15_000;
    private long idleTimeout = 30_000;
    private int bufferSize = 4096;

    public ConnectHandler() {
        this(null);
    }

    public ConnectHandler(@Nullable Handler tail) {
        super(tail);
    }

    @Override
    public InvocationType getInvocationType() {
        // names are resolved by the JDK, which blocks
        return InvocationType.BLOCKING;
    }

    public Executor getExecutor() {
        return executor;
    }

    /** Sets what runs the tasks of the connections to servers; by default that of the server. */
    public void setExecutor(Executor newExecutor) {
        executor = newExecutor;
    }

    public Scheduler getScheduler() {
        return scheduler;
    }

    /** Sets what measures time limits; by default that of the server. */
    public void setScheduler(Scheduler newScheduler) {
        updateBean(scheduler, newScheduler);
        scheduler = newScheduler;
    }

    public ByteBufferPool getByteBufferPool() {
        return bufferPool;
    }

    /** Sets the pool of the buffers; by default that of the server. */
    public void setByteBufferPool(ByteBufferPool pool) {
        updateBean(bufferPool, pool);
        bufferPool = pool;
    }

    /** Returns the milliseconds in which a connection to a server must be established; 15,000 by default. */
    @ManagedAttribute("The milliseconds in which a connection must be established")
    public long getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(long milliseconds) {
        connectTimeout = milliseconds;
    }

    /** Returns the milliseconds without bytes in any direction after which a tunnel is closed; 30,000 by default. */
    @ManagedAttribute("The milliseconds without bytes after which a tunnel is closed")
    public long getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(long milliseconds) {
        idleTimeout = milliseconds;
    }

    /** Returns the bytes that are read at once; 4,096 by default. */
    @ManagedAttribute("The bytes that are read at once")
    public int getBufferSize() {
        return bufferSize;
    }

    public void setBufferSize(int bytes) {
        bufferSize = bytes;
    }

    /** Returns the destinations that are allowed, each {@code host} or {@code host:port}; empty for all. It may be changed. */
    public Set<String> getWhiteListHosts() {
        return whiteList;
    }

    /** Returns the destinations that are refused, each {@code host} or {@code host:port}. It may be changed. */
    public Set<String> getBlackListHosts() {
        return blackList;
    }

    @Override
    protected void doStart() throws Exception {
        if (executor == null) {
            executor = Handler.serverOf(this).getThreadPool();
        }
        if (scheduler == null) {
            scheduler = Handler.serverOf(this).getScheduler();
            updateBean(null, scheduler, false);
        }
        if (bufferPool == null) {
            bufferPool = Handler.serverOf(this).getByteBufferPool();
            updateBean(null, bufferPool, false);
        }
        SelectorManager manager = newSelectorManager();
        manager.setConnectTimeout(connectTimeout);
        updateBean(selectors, manager, true);
        selectors = manager;
        super.doStart();
    }

    protected SelectorManager newSelectorManager() {
        return new ConnectManager(executor, scheduler, 1);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        TunnelSupport tunnel = request.getTunnelSupport();
        if (!HttpMethod.CONNECT.is(request.getMethod()) || tunnel == null || tunnel.getProtocol() != null) {
            return super.handle(request, response, callback);
        }
        handleConnect(request, response, callback, request.getHttpURI().getAuthority());
        return true;
    }

    /**
     * Handles a CONNECT request.
     *
     * @param serverAddress {@code host:port}
     */
    protected void handleConnect(
            Request request, Response response, Callback callback, @Nullable String serverAddress) {
        try {
            if (!handleAuthentication(request, response, serverAddress)) {
                Response.writeError(request, response, callback, HttpStatus.PROXY_AUTHENTICATION_REQUIRED_407);
                return;
            }
            HostPort destination = destination(serverAddress);
            String host = destination.getHost();
            int port = destination.getPort();
            if (!validateDestination(host, port)) {
                LOG.debug("Destination {} is not allowed", serverAddress);
                Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
                return;
            }
            TunnelSupport tunnel = request.getTunnelSupport();
            assert tunnel != null : "a CONNECT request of HTTP/1.1";
            EndPoint endPoint = tunnel.getEndPoint();
            SelectorManager manager = Objects.requireNonNull(selectors, "not started");
            connectToServer(request, host, port, new Promise<>() {
                @Override
                public void succeeded(SocketChannel channel) {
                    manager.connect(channel, new ConnectContext(request, response, callback, endPoint));
                }

                @Override
                public void failed(Throwable cause) {
                    onConnectFailure(request, response, callback, cause);
                }
            });
        } catch (Throwable x) {
            onConnectFailure(request, response, callback, x);
        }
    }

    /** RFC 9110, section 9.3.6: the port must be given. */
    private static HostPort destination(@Nullable String address) {
        if (address == null) {
            throw new BadMessageException("CONNECT without target (expected: host:port)");
        }
        try {
            HostPort destination = new HostPort(address);
            if (destination.getHost() != null && destination.getPort() > 0) {
                return destination;
            }
        } catch (IllegalArgumentException x) {
            throw new BadMessageException("Bad target of CONNECT", x);
        }
        throw new BadMessageException("Bad target of CONNECT (expected: host:port)");
    }

    /**
     * Returns whether the client may use this proxy. All may, unless it is overridden; then it reads {@code Proxy-Authorization}, and sets
     * {@code Proxy-Authenticate} of the 407 response if it returns false.
     */
    protected boolean handleAuthentication(Request request, Response response, @Nullable String address) {
        return true;
    }

    /** Returns whether a destination is allowed: not in the black list and, unless the white list is empty, in that. */
    public boolean validateDestination(String host, int port) {
        // "host." is the same name, fully qualified
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String address = name + ":" + port;
        if (!whiteList.isEmpty() && !contains(whiteList, name, address)) {
            return false;
        }
        return !contains(blackList, name, address);
    }

    private static boolean contains(Set<String> list, String host, String address) {
        for (String item : list) {
            if (item.equalsIgnoreCase(host) || item.equalsIgnoreCase(address)) {
                return true;
            }
        }
        return false;
    }

    /** Begins to connect to a server; the channel of the promise does not block, and may still be connecting. */
    protected void connectToServer(Request request, String host, int port, Promise<SocketChannel> promise) {
        SocketChannel channel = null;
        try {
            InetSocketAddress address = newConnectAddress(host, port);
            channel = SocketChannel.open();
            channel.socket().setTcpNoDelay(true);
            channel.configureBlocking(false);
            channel.connect(address);
        } catch (Throwable x) {
            IO.close(channel);
            promise.failed(x instanceof UnresolvedAddressException ? new UnknownHostException(host) : x);
            return;
        }
        promise.succeeded(channel);
    }

    /** Returns the address of a server, resolved. */
    protected InetSocketAddress newConnectAddress(String host, int port) {
        boolean brackets = host.startsWith("[") && host.endsWith("]");
        return new InetSocketAddress(brackets ? host.substring(1, host.length() - 1) : host, port);
    }

    /** Called once the server is connected: answers the request, whose connection becomes a tunnel. */
    protected void onConnectSuccess(ConnectContext connectContext, UpstreamConnection upstreamConnection) {
        Request request = connectContext.getRequest();
        prepareContext(request, connectContext.getContext());
        DownstreamConnection downstream =
                newDownstreamConnection(connectContext.getEndPoint(), connectContext.getContext());
        TunnelConnection.join(downstream, upstreamConnection);
        EndPoint server = upstreamConnection.getEndPoint();
        request.addFailureListener(server::close);
        Request.addCompletionListener(request, failure -> {
            if (failure != null) {
                server.close(failure);
            }
        });
        request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, downstream);
        connectContext.getEndPoint().setIdleTimeout(idleTimeout);
        connectContext.getResponse().setStatus(HttpStatus.OK_200);
        connectContext.getCallback().succeeded();
    }

    /** Called if the server cannot be connected, with 502 or 504 by default. */
    protected void onConnectFailure(Request request, Response response, Callback callback, Throwable failure) {
        if (failure instanceof BadMessageException) {
            Response.writeError(request, response, callback, failure);
            return;
        }
        int status =
                failure instanceof SocketTimeoutException ? HttpStatus.GATEWAY_TIMEOUT_504 : HttpStatus.BAD_GATEWAY_502;
        LOG.warn(
                "{} CONNECT {} (request {}): {}",
                status,
                request.getHttpURI().getAuthority(),
                Request.getLogId(request),
                failure.toString());
        Response.writeError(request, response, callback, status);
    }

    protected DownstreamConnection newDownstreamConnection(EndPoint endPoint, ConcurrentMap<String, Object> context) {
        return new DownstreamConnection(endPoint, executor, bufferPool, context);
    }

    protected UpstreamConnection newUpstreamConnection(EndPoint endPoint, ConnectContext connectContext) {
        return new UpstreamConnection(endPoint, executor, bufferPool, connectContext);
    }

    /** Called before a tunnel begins, to have the context hold what {@link #read} and {@link #write} need. */
    protected void prepareContext(Request request, ConcurrentMap<String, Object> context) {}

    /** Reads bytes of a side of a tunnel; -1 at the end. */
    protected int read(EndPoint endPoint, ByteBuffer buffer, ConcurrentMap<String, Object> context) throws IOException {
        return endPoint.fill(buffer);
    }

    /** Writes bytes to a side of a tunnel. */
    protected void write(
            EndPoint endPoint, ByteBuffer buffer, Callback callback, ConcurrentMap<String, Object> context) {
        endPoint.write(callback, buffer);
    }

    /** A CONNECT request that waits for its server. Confined to one request. */
    public static class ConnectContext {
        private final ConcurrentMap<String, Object> context = new ConcurrentHashMap<>();
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final EndPoint endPoint;

        public ConnectContext(Request request, Response response, Callback callback, EndPoint endPoint) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.endPoint = endPoint;
        }

        public ConcurrentMap<String, Object> getContext() {
            return context;
        }

        public Request getRequest() {
            return request;
        }

        public Response getResponse() {
            return response;
        }

        public Callback getCallback() {
            return callback;
        }

        /** Returns the end point of the client. */
        public EndPoint getEndPoint() {
            return endPoint;
        }
    }

    /** The selectors of the connections to servers. */
    protected class ConnectManager extends SelectorManager {
        protected ConnectManager(Executor executor, Scheduler scheduler, int selectors) {
            super(executor, scheduler, selectors);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            SocketChannelEndPoint endPoint =
                    new SocketChannelEndPoint((SocketChannel) channel, selector, key, getScheduler());
            endPoint.setIdleTimeout(idleTimeout);
            return endPoint;
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, @Nullable Object attachment) {
            return newUpstreamConnection(endPoint, context(attachment));
        }

        private static ConnectContext context(@Nullable Object attachment) {
            return (ConnectContext) Objects.requireNonNull(attachment, "no context of the connection");
        }

        @Override
        protected void connectionFailed(SelectableChannel channel, Throwable failure, @Nullable Object attachment) {
            ConnectContext context = context(attachment);
            onConnectFailure(context.getRequest(), context.getResponse(), context.getCallback(), failure);
        }
    }

    /** The side of a tunnel to the server. */
    public class UpstreamConnection extends TunnelConnection {
        private final ConnectContext connectContext;

        public UpstreamConnection(
                EndPoint endPoint, Executor executor, ByteBufferPool bufferPool, ConnectContext connectContext) {
            super(endPoint, executor, bufferPool, ConnectHandler.this.getBufferSize());
            this.connectContext = connectContext;
        }

        @Override
        public void onOpen() {
            onConnectSuccess(connectContext, this);
            super.onOpen();
        }

        @Override
        protected int read(EndPoint endPoint, ByteBuffer buffer) throws IOException {
            return ConnectHandler.this.read(endPoint, buffer, connectContext.getContext());
        }

        @Override
        protected void write(EndPoint endPoint, ByteBuffer buffer, Callback callback) {
            ConnectHandler.this.write(endPoint, buffer, callback, connectContext.getContext());
        }
    }

    /** The side of a tunnel to the client. */
    public class DownstreamConnection extends TunnelConnection {
        private final ConcurrentMap<String, Object> context;

        public DownstreamConnection(
                EndPoint endPoint,
                Executor executor,
                ByteBufferPool bufferPool,
                ConcurrentMap<String, Object> context) {
            super(endPoint, executor, bufferPool, ConnectHandler.this.getBufferSize());
            this.context = context;
        }

        @Override
        protected int read(EndPoint endPoint, ByteBuffer buffer) throws IOException {
            return ConnectHandler.this.read(endPoint, buffer, context);
        }

        @Override
        protected void write(EndPoint endPoint, ByteBuffer buffer, Callback callback) {
            ConnectHandler.this.write(endPoint, buffer, callback, context);
        }
    }
}
