package org.eclipse.jetty.websocket.core.client;

import java.net.SocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.client.internal.Handshake;
import org.jspecify.annotations.Nullable;

/**
 * Connects to servers over HTTP/1.1, in clear text or within TLS. Thread-safe.
 *
 * <p>The opening handshake is a request of an {@link HttpClient}: with its proxies, credentials, cookies and timeouts. One that is given is
 * started with this client, unless it is running.
 */
@ManagedObject("A WebSocket client")
public class WebSocketCoreClient extends ContainerLifeCycle {
    private static final long DEFAULT_TIMEOUT = 15_000;
    /** Handshakes that may wait for a connection; those that have one are no more connections of the HTTP client. */
    private static final int MAX_QUEUED = 65_536;

    private final AutoLock lock = new AutoLock();
    private final WebSocketComponents components;
    private final HttpClient httpClient;
    /** Those with a context for TLS of their own; guarded by lock. */
    private final Map<SSLContext, HttpClient> clients = new HashMap<>();

    private volatile @Nullable SSLContext sslContext;

    /** Makes a client with threads, buffers and an HTTP client of its own. */
    public WebSocketCoreClient() {
        this(null, null);
    }

    /** Makes a client with an HTTP client of its own, and with threads and buffers that somebody else starts and stops. */
    public WebSocketCoreClient(@Nullable WebSocketComponents components) {
        this(null, components);
    }

    /**
     * Makes a client.
     *
     * @param httpClient what sends the handshakes; null for one of its own
     * @param components threads and buffers that somebody else starts and stops; null for those of its own, or of the HTTP client
     */
    public WebSocketCoreClient(@Nullable HttpClient httpClient, @Nullable WebSocketComponents components) {
        this.components = components != null
                ? components
                : httpClient == null
                        ? new WebSocketComponents()
                        : new WebSocketComponents(
                                null, null, httpClient.getByteBufferPool(), null, null, httpClient.getExecutor());
        this.httpClient = httpClient == null ? newHttpClient(null) : httpClient;
        if (components == null) {
            installBean(this.components);
        } else {
            installBean(this.components, false);
        }
        installBean(this.httpClient);
    }

    private HttpClient newHttpClient(@Nullable SSLContext context) {
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setExecutor(components.getExecutor());
        connector.setByteBufferPool(components.getByteBufferPool());
        HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setMaxRequestsQueuedPerDestination(MAX_QUEUED);
        client.setConnectTimeout(DEFAULT_TIMEOUT);
        client.setUserAgentField(null);
        client.getContentDecoderFactories().clear();
        if (context != null) {
            SslContextFactory.Client tls = new SslContextFactory.Client();
            tls.setSslContext(context);
            client.setSslContextFactory(tls);
        }
        return client;
    }

    public WebSocketComponents getWebSocketComponents() {
        return components;
    }

    public HttpClient getHttpClient() {
        return httpClient;
    }

    public @Nullable SSLContext getSslContext() {
        return sslContext;
    }

    /** Sets what TLS connections are made with where a request has no context; null for the factory. */
    public void setSslContext(@Nullable SSLContext context) {
        sslContext = context;
    }

    public SslContextFactory.@Nullable Client getSslContextFactory() {
        return httpClient.getSslContextFactory();
    }

    /** Sets what makes TLS connections where there is no context; null for the JVM's default. To be set before the start. */
    public void setSslContextFactory(SslContextFactory.@Nullable Client factory) {
        httpClient.setSslContextFactory(factory == null ? new SslContextFactory.Client() : factory);
    }

    public @Nullable SocketAddress getBindAddress() {
        return httpClient.getBindAddress();
    }

    /** Sets the address from which connections are made; null for any. */
    public void setBindAddress(@Nullable SocketAddress address) {
        httpClient.setBindAddress(address);
    }

    @ManagedAttribute("milliseconds in which connecting, and then each step of the handshake, must be done")
    public long getConnectTimeout() {
        return httpClient.getConnectTimeout();
    }

    public void setConnectTimeout(long milliseconds) {
        httpClient.setConnectTimeout(milliseconds);
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
        if (!isRunning()) {
            throw new IllegalStateException("The client is not running: " + this);
        }
        try {
            long timeout = request.getTimeout() > 0 ? request.getTimeout() : 2 * getConnectTimeout();
            return new Handshake(request, components, client(request)).send(timeout);
        } catch (Exception x) {
            return CompletableFuture.failedFuture(x);
        }
    }

    /** Returns what sends a request: contexts for TLS are of a client. */
    private HttpClient client(CoreClientUpgradeRequest request) throws Exception {
        SSLContext context = request.getSslContext() == null ? sslContext : request.getSslContext();
        if (context == null || !request.isSecure()) {
            return httpClient;
        }
        try (AutoLock l = lock.lock()) {
            HttpClient client = clients.get(context);
            if (client == null) {
                client = newHttpClient(context);
                client.setConnectTimeout(httpClient.getConnectTimeout());
                client.setBindAddress(httpClient.getBindAddress());
                addManaged(client);
                clients.put(context, client);
            }
            return client;
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        try (AutoLock l = lock.lock()) {
            clients.values().forEach(this::removeBean);
            clients.clear();
        }
    }
}
