package org.eclipse.jetty.websocket.client;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.ShutdownThread;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.internal.ListenerOfFields;
import org.eclipse.jetty.websocket.client.internal.Upgrade;
import org.eclipse.jetty.websocket.common.AbstractWebSocketContainer;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandlerFactory;
import org.eclipse.jetty.websocket.common.internal.Failures;
import org.eclipse.jetty.websocket.core.client.WebSocketCoreClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects endpoints to servers over HTTP/1.1, in clear text or within TLS. The opening handshake is a request of an {@link HttpClient}.
 *
 * <p>When it stops, its sessions are closed by 1001; with {@link #setStopTimeout} their servers get that time to answer.
 * Thread-safe, once started.
 */
@ManagedObject("A WebSocket client of the Jetty API")
public class WebSocketClient extends AbstractWebSocketContainer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketClient.class);

    private final WebSocketCoreClient coreClient;
    private final JettyWebSocketFrameHandlerFactory factory;
    private boolean stopAtShutdown;
    private long stopTimeout;

    /** Makes a client with threads, buffers and an HTTP client of its own. */
    public WebSocketClient() {
        this(null);
    }

    /**
     * Makes a client.
     *
     * @param httpClient what sends the handshakes, with its proxies, credentials and cookies; started with this client unless it is
     *     running; null for one of its own
     */
    public WebSocketClient(@Nullable HttpClient httpClient) {
        coreClient = new WebSocketCoreClient(httpClient, null);
        factory = new JettyWebSocketFrameHandlerFactory(this, coreClient.getWebSocketComponents());
        installBean(coreClient);
        installBean(factory);
        installBean(sessions);
    }

    /**
     * Connects an endpoint.
     *
     * @param endpoint a {@link Session.Listener} or an object of a class with {@code @WebSocket}
     * @param toUri absolute, with scheme ws or wss
     * @return the session when the endpoint is open; fails with an
     *     {@link org.eclipse.jetty.websocket.api.exceptions.UpgradeException} where the server refused, else with what went wrong
     * @throws IllegalArgumentException if the URI is none of a WebSocket
     * @throws IllegalStateException if the client is not running
     * @throws org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException if the object is no endpoint
     */
    public CompletableFuture<Session> connect(Object endpoint, URI toUri) throws IOException {
        return connect(endpoint, new ClientUpgradeRequest(toUri));
    }

    /** As {@link #connect(Object, URI)}, with a listener of the handshake. */
    public CompletableFuture<Session> connect(Object endpoint, URI toUri, @Nullable JettyUpgradeListener listener)
            throws IOException {
        return connect(endpoint, new ClientUpgradeRequest(toUri), listener);
    }

    /** As {@link #connect(Object, URI)}, with what a request says beside its URI. */
    public CompletableFuture<Session> connect(Object endpoint, URI toUri, ClientUpgradeRequest request)
            throws IOException {
        return connect(endpoint, request.with(toUri));
    }

    /** As {@link #connect(Object, URI)}, with what a request says beside its URI, and a listener. */
    public CompletableFuture<Session> connect(
            Object endpoint, URI toUri, ClientUpgradeRequest request, @Nullable JettyUpgradeListener listener)
            throws IOException {
        return connect(endpoint, request.with(toUri), listener);
    }

    /** As {@link #connect(Object, URI)}, with the URI and all else of a request. */
    public CompletableFuture<Session> connect(Object endpoint, ClientUpgradeRequest request) throws IOException {
        return connect(endpoint, request, null);
    }

    /** As {@link #connect(Object, URI)}, with the URI and all else of a request, and a listener. */
    public CompletableFuture<Session> connect(
            Object endpoint, ClientUpgradeRequest request, @Nullable JettyUpgradeListener listener) throws IOException {
        Objects.requireNonNull(endpoint, "endpoint missing");
        URI uri = request.getRequestURI();
        if (uri == null) {
            throw new IllegalArgumentException("request without a URI");
        }
        Upgrade upgrade = new Upgrade(uri, request, factory.newJettyFrameHandler(endpoint));
        upgrade.setConfiguration(customizer);
        if (listener != null) {
            upgrade.addListener(new ListenerOfFields(listener));
        }
        CompletableFuture<Session> result = new CompletableFuture<>();
        coreClient.connect(upgrade).thenCompose(core -> upgrade.getSession()).whenComplete((session, failure) -> {
            if (failure == null) {
                result.complete(session);
            } else {
                result.completeExceptionally(Failures.toApi(
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure));
            }
        });
        return result;
    }

    public HttpClient getHttpClient() {
        return coreClient.getHttpClient();
    }

    @Override
    public Executor getExecutor() {
        return coreClient.getWebSocketComponents().getExecutor();
    }

    public DecoratedObjectFactory getObjectFactory() {
        return coreClient.getWebSocketComponents().getObjectFactory();
    }

    // ---- connecting

    @ManagedAttribute("milliseconds in which connecting, and then each step of the handshake, must be done")
    public long getConnectTimeout() {
        return coreClient.getConnectTimeout();
    }

    public void setConnectTimeout(long milliseconds) {
        coreClient.setConnectTimeout(milliseconds);
    }

    public @Nullable SocketAddress getBindAddress() {
        return coreClient.getBindAddress();
    }

    /** Sets the address from which connections are made; null for any. */
    public void setBindAddress(@Nullable SocketAddress address) {
        coreClient.setBindAddress(address);
    }

    public SslContextFactory.@Nullable Client getSslContextFactory() {
        return coreClient.getSslContextFactory();
    }

    /** Sets what TLS connections are made with; null for the JVM's default. To be set before the client is started. */
    public void setSslContextFactory(SslContextFactory.@Nullable Client factory) {
        coreClient.setSslContextFactory(factory);
    }

    // ---- stopping

    public boolean isStopAtShutdown() {
        return stopAtShutdown;
    }

    /** Has the client stopped when the JVM shuts down. */
    public synchronized void setStopAtShutdown(boolean stop) {
        if (stop && !stopAtShutdown && isRunning()) {
            ShutdownThread.register(this);
        } else if (!stop) {
            ShutdownThread.deregister(this);
        }
        stopAtShutdown = stop;
    }

    public long getStopTimeout() {
        return stopTimeout;
    }

    /** Sets for how many milliseconds stopping waits for the servers to answer the closing of sessions. */
    public void setStopTimeout(long milliseconds) {
        stopTimeout = milliseconds;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (stopAtShutdown) {
            ShutdownThread.register(this);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (stopAtShutdown) {
            ShutdownThread.deregister(this);
        }
        try {
            if (stopTimeout > 0) {
                sessions.shutdown().get(stopTimeout, TimeUnit.MILLISECONDS);
            }
        } catch (TimeoutException | ExecutionException x) {
            LOG.debug("sessions were not closed in {} ms", stopTimeout, x);
        } finally {
            super.doStop();
        }
    }

    /** Stops. */
    @Override
    public void close() throws Exception {
        LifeCycle.stop(this);
    }

    @Override
    public String toString() {
        return String.format(
                "WebSocketClient@%x[%s,sessions=%d]",
                hashCode(), getState(), getOpenSessions().size());
    }
}
