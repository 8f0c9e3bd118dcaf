package org.eclipse.jetty.websocket.core.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.client.internal.ClientSelectors;
import org.eclipse.jetty.websocket.core.client.internal.Handshake;

/** Connects to servers over HTTP/1.1, in clear text or within TLS. Thread-safe. */
@ManagedObject("A WebSocket client")
public class WebSocketCoreClient extends ContainerLifeCycle {
    private static final long DEFAULT_TIMEOUT = 15_000;

    private final WebSocketComponents components;
    private final Scheduler scheduler = new ScheduledExecutorScheduler("WebSocketClient-scheduler", true);
    private final ClientSelectors selectors;
    private volatile SSLContext sslContext;
    private volatile SslContextFactory.Client sslContextFactory;
    private volatile SocketAddress bindAddress;
    private volatile long connectTimeout = DEFAULT_TIMEOUT;

    /** Makes a client with threads and buffers of its own. */
    public WebSocketCoreClient() {
        this(new WebSocketComponents());
        manage(components);
    }

    /** Makes a client with threads and buffers that somebody else starts and stops. */
    public WebSocketCoreClient(WebSocketComponents components) {
        this.components = components;
        selectors = new ClientSelectors(components, scheduler);
        addBean(components, false);
        addBean(scheduler);
        addBean(selectors);
    }

    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    public SSLContext getSslContext() {
        return sslContext;
    }

    /** Sets what TLS connections are made with; null for the factory, or the JVM's default. */
    public void setSslContext(SSLContext context) {
        sslContext = context;
    }

    public SslContextFactory.Client getSslContextFactory() {
        return sslContextFactory;
    }

    /** Sets what makes TLS connections where there is no context; null for the JVM's default. It is started with the client. */
    public void setSslContextFactory(SslContextFactory.Client factory) {
        updateBean(sslContextFactory, factory);
        sslContextFactory = factory;
    }

    public SocketAddress getBindAddress() {
        return bindAddress;
    }

    /** Sets the address from which connections are made; null for any. */
    public void setBindAddress(SocketAddress address) {
        bindAddress = address;
    }

    @ManagedAttribute("milliseconds in which connecting, and then each step of the handshake, must be done")
    public long getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(long milliseconds) {
        connectTimeout = milliseconds;
    }

    /** Connects a handler; as {@link #connect(CoreClientUpgradeRequest)}. */
    public CompletableFuture<CoreSession> connect(FrameHandler handler, URI uri) {
        return connect(CoreClientUpgradeRequest.from(uri, handler));
    }

    /**
     * Connects.
     *
     * @return the session when the server has agreed; fails with an
     *     {@link org.eclipse.jetty.websocket.core.exception.UpgradeException} where it has not, else with what went wrong
     */
    public CompletableFuture<CoreSession> connect(CoreClientUpgradeRequest request) {
        if (!isRunning()) throw new IllegalStateException("The client is not running: " + this);
        Handshake handshake = new Handshake(request, components);
        try {
            components.getExecutor().execute(() -> open(request, handshake));
        } catch (RejectedExecutionException x) {
            handshake.fail(x);
        }
        return handshake.getSession();
    }

    private void open(CoreClientUpgradeRequest request, Handshake handshake) {
        SocketChannel channel = null;
        try {
            long timeout = request.getTimeout() > 0 ? request.getTimeout() : connectTimeout;
            handshake.prepare(timeout, request.isSecure() ? engines(request) : null);
            channel = SocketChannel.open();
            channel.socket().setTcpNoDelay(true);
            if (bindAddress != null) {
                channel.bind(bindAddress);
            }
            connect(channel, request, timeout);
            channel.configureBlocking(false);
            selectors.accept(channel, handshake);
        } catch (Throwable x) {
            IO.close(channel);
            handshake.fail(x);
        }
    }

    private static void connect(SocketChannel channel, CoreClientUpgradeRequest request, long timeout)
            throws IOException {
        InetSocketAddress address = new InetSocketAddress(host(request.getURI()), request.getPort());
        if (address.isUnresolved()) {
            throw new UnknownHostException(address.getHostString() + ", of " + request.getURI());
        }
        try {
            channel.socket().connect(address, (int) Math.min(Integer.MAX_VALUE, timeout));
        } catch (SocketTimeoutException x) {
            SocketTimeoutException timedOut = new SocketTimeoutException(
                    request.getURI() + ": not connected to " + address + " in " + timeout + " ms");
            timedOut.initCause(x);
            throw timedOut;
        } catch (ConnectException x) {
            ConnectException refused =
                    new ConnectException(request.getURI() + ": not connected to " + address + ": " + x.getMessage());
            refused.initCause(x);
            throw refused;
        }
    }

    /** What makes the engine for a host and a port. */
    private BiFunction<String, Integer, SSLEngine> engines(CoreClientUpgradeRequest request) throws IOException {
        SSLContext context = request.getSslContext() == null ? sslContext : request.getSslContext();
        SslContextFactory.Client factory = sslContextFactory;
        if (context == null && factory != null) {
            return factory::newSSLEngine;
        }
        try {
            return verifying(context == null ? SSLContext.getDefault() : context);
        } catch (NoSuchAlgorithmException x) {
            throw new IOException("No default for TLS", x);
        }
    }

    private static BiFunction<String, Integer, SSLEngine> verifying(SSLContext context) {
        return (host, port) -> {
            SSLEngine engine = context.createSSLEngine(host, port);
            SSLParameters parameters = engine.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            engine.setSSLParameters(parameters);
            return engine;
        };
    }

    /** Without the brackets of an IPv6 address. */
    private static String host(URI uri) {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
