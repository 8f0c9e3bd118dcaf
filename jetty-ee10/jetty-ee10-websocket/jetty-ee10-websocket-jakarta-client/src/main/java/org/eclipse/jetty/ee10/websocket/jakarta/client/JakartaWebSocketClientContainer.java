package org.eclipse.jetty.ee10.websocket.jakarta.client;

import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Session;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.ee10.websocket.jakarta.client.api.ClientConfigApi;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.ClientFrameHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.ConfiguratorListener;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.SessionClientEndpointConfig;
import org.eclipse.jetty.ee10.websocket.jakarta.common.ConfiguredEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketExtension;
import org.eclipse.jetty.ee10.websocket.jakarta.common.UpgradeRequest;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.client.CoreClientUpgradeRequest;
import org.eclipse.jetty.websocket.core.client.WebSocketCoreClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects client endpoints to servers (WebSocket section 3.3). Thread-safe. */
public class JakartaWebSocketClientContainer extends JakartaWebSocketContainer {
    private static final Set<JakartaWebSocketClientContainer> APPLICATIONS = ConcurrentHashMap.newKeySet();

    private static final Logger LOG = LoggerFactory.getLogger(JakartaWebSocketClientContainer.class);

    /** How many milliseconds the peers of clients have to answer the closing of sessions when this stops. */
    private static final long CLOSE_TIMEOUT = 1000;

    private @Nullable WebSocketCoreClient client;
    private SslContextFactory.@Nullable Client sslContextFactory;
    private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    /** Makes one with threads and buffers of its own. */
    public JakartaWebSocketClientContainer() {
        this(new WebSocketComponents());
        // what connects does not keep a program from ending
        if (components.getExecutor() instanceof QueuedThreadPool threads) {
            threads.setDaemon(true);
        }
        addBean(components, true);
    }

    /** Makes one that shares threads and buffers, which somebody else starts. */
    public JakartaWebSocketClientContainer(WebSocketComponents components) {
        super(components);
    }

    @Override
    public Executor getExecutor() {
        return components.getExecutor();
    }

    @Override
    public void runInScope(Runnable task) {
        try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(classLoader)) {
            task.run();
        }
    }

    public synchronized SslContextFactory.@Nullable Client getSslContextFactory() {
        return sslContextFactory;
    }

    /**
     * Sets what makes TLS connections of endpoints whose configuration does not say it; null for the JVM's default. It is
     * started and stopped with this container.
     *
     * @throws IllegalStateException when an endpoint has been connected already
     */
    public synchronized void setSslContextFactory(SslContextFactory.Client factory) {
        if (client != null) {
            throw new IllegalStateException("To be set before endpoints connect: " + this);
        }
        sslContextFactory = factory;
    }

    // endpoints

    @Override
    public Session connectToServer(Object annotatedEndpoint, URI uri) throws DeploymentException, IOException {
        return connect(annotatedEndpoint, annotated(annotatedEndpoint.getClass()), uri, null);
    }

    @Override
    public Session connectToServer(Class<?> annotatedEndpoint, URI uri) throws DeploymentException, IOException {
        ClientEndpointConfig config = annotated(annotatedEndpoint);
        return connectNew(annotatedEndpoint, config, uri);
    }

    @Override
    public Session connectToServer(Endpoint endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connect(endpoint, orDefault(config), uri, null);
    }

    @Override
    public Session connectToServer(Class<? extends Endpoint> endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connectNew(endpoint, orDefault(config), uri);
    }

    private static ClientEndpointConfig orDefault(ClientEndpointConfig config) {
        return config == null ? ClientEndpointConfig.Builder.create().build() : config;
    }

    private static ClientEndpointConfig annotated(Class<?> type) throws DeploymentException {
        ClientEndpoint annotation = type.getAnnotation(ClientEndpoint.class);
        if (annotation == null) {
            throw new DeploymentException("Endpoint " + type.getName() + " has no @ClientEndpoint");
        }
        return ClientEndpointConfig.Builder.create()
                .preferredSubprotocols(Arrays.asList(annotation.subprotocols()))
                .decoders(Arrays.asList(annotation.decoders()))
                .encoders(Arrays.asList(annotation.encoders()))
                .configurator(make(annotation.configurator()))
                .build();
    }

    private static <T> T make(Class<T> type) throws DeploymentException {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw notMade(type, x);
        }
    }

    private static DeploymentException notMade(Class<?> type, ReflectiveOperationException x) {
        return new DeploymentException("Cannot make " + type.getName(), x.getCause() == null ? x : x.getCause());
    }

    /** Connects an instance of the container's making, which ends with its session (WebSocket section 7.1). */
    private Session connectNew(Class<?> type, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        try {
            Object endpoint = getObjectFactory().createInstance(type);
            return connect(endpoint, config, uri, () -> getObjectFactory().destroy(endpoint));
        } catch (ReflectiveOperationException x) {
            throw notMade(type, x);
        }
    }

    /**
     * Connects, and returns when the endpoint was told that the session is open.
     *
     * @param onEnd run at the end of the session, or when there will be none; null for nothing
     */
    private Session connect(Object endpoint, ClientEndpointConfig config, URI uri, @Nullable Runnable onEnd)
            throws DeploymentException, IOException {
        ClientEndpointConfig sessionConfig = new SessionClientEndpointConfig(config);
        ClientFrameHandler handler = new ClientFrameHandler(
                this,
                new ConfiguredEndpoint(endpoint.getClass(), config, null),
                endpoint,
                sessionConfig,
                new UpgradeRequest(uri));
        handler.onEnd(onEnd);
        CoreClientUpgradeRequest request = request(config, uri, handler);
        try {
            client().connect(request).get();
            return handler.getOpened().get();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while connecting to " + uri);
        } catch (ExecutionException x) {
            handler.notOpened();
            throw new IOException(
                    "Cannot connect to " + uri + ": "
                            + Objects.requireNonNullElse(x.getCause(), x).getMessage(),
                    x.getCause());
        }
    }

    private CoreClientUpgradeRequest request(ClientEndpointConfig config, URI uri, ClientFrameHandler handler)
            throws DeploymentException {
        try {
            CoreClientUpgradeRequest request = CoreClientUpgradeRequest.from(uri, handler);
            request.setSubProtocols(config.getPreferredSubprotocols());
            request.setExtensions(config.getExtensions().stream()
                    .map(JakartaWebSocketExtension::toConfig)
                    .toList());
            request.setConfiguration(defaultCustomizer);
            request.setSslContext(ClientConfigApi.sslContext(config));
            request.addListener(new ConfiguratorListener(config.getConfigurator(), this));
            return request;
        } catch (IllegalArgumentException x) {
            throw new DeploymentException(x.getMessage(), x);
        }
    }

    /** Most contexts have no clients: it is made with the first one. */
    private synchronized WebSocketCoreClient client() {
        if (!isRunning()) {
            throw new IllegalStateException("The container is not running: " + this);
        }
        if (client == null) {
            client = new WebSocketCoreClient(components);
            client.setSslContextFactory(sslContextFactory);
            addManaged(client);
        }
        return client;
    }

    // containers of applications

    /** Makes this the container of an application, until the container stops. */
    protected void belongToApplication() {
        APPLICATIONS.add(this);
    }

    /** Whether the current thread runs the application that this belongs to. */
    protected boolean isOfThisThread() {
        return false;
    }

    @Override
    protected void doStop() throws Exception {
        APPLICATIONS.remove(this);
        closeSessions();
        super.doStop();
    }

    /** Lets sessions of clients end by 1001 on both sides, before the connections end with the client. */
    private void closeSessions() throws InterruptedException {
        synchronized (this) {
            if (client == null) {
                return;
            }
        }
        try {
            sessionTracker.shutdown().get(CLOSE_TIMEOUT, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException x) {
            LOG.debug("Sessions of {} were not closed in {} ms", this, CLOSE_TIMEOUT, x);
        }
    }

    /** Returns the container of the application that calls, or else a new one. */
    static JakartaWebSocketClientContainer ofThisThread() {
        for (JakartaWebSocketClientContainer each : APPLICATIONS) {
            if (each.isOfThisThread()) {
                return each;
            }
        }
        JakartaWebSocketClientContainer made = new JakartaWebSocketClientContainer();
        LifeCycle.start(made);
        return made;
    }
}
