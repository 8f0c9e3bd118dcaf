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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.websocket.jakarta.client.api.ClientConfigApi;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.ClientFrameHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.ConfiguratorListener;
import org.eclipse.jetty.ee10.websocket.jakarta.client.internal.SessionClientEndpointConfig;
import org.eclipse.jetty.ee10.websocket.jakarta.common.ConfiguredEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketExtension;
import org.eclipse.jetty.ee10.websocket.jakarta.common.UpgradeRequest;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadClassLoaderScope;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.client.CoreClientUpgradeRequest;
import org.eclipse.jetty.websocket.core.client.WebSocketCoreClient;

/** Connects client endpoints to servers (WebSocket section 3.3). Thread-safe. */
public class JakartaWebSocketClientContainer extends JakartaWebSocketContainer {
    private static final Map<ClassLoader, JakartaWebSocketClientContainer> APPLICATIONS = new ConcurrentHashMap<>();

    private WebSocketCoreClient client;
    private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    /** Makes one with threads and buffers of its own. */
    public JakartaWebSocketClientContainer() {
        this(new WebSocketComponents());
        // what connects does not keep a program from ending
        if (components.getExecutor() instanceof QueuedThreadPool threads) threads.setDaemon(true);
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

    // endpoints

    @Override
    public Session connectToServer(Object annotatedEndpoint, URI uri) throws DeploymentException, IOException {
        return connect(annotatedEndpoint, annotated(annotatedEndpoint.getClass()), uri);
    }

    @Override
    public Session connectToServer(Class<?> annotatedEndpoint, URI uri) throws DeploymentException, IOException {
        ClientEndpointConfig config = annotated(annotatedEndpoint);
        return connect(make(annotatedEndpoint), config, uri);
    }

    @Override
    public Session connectToServer(Endpoint endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connect(endpoint, orDefault(config), uri);
    }

    @Override
    public Session connectToServer(Class<? extends Endpoint> endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return connect(make(endpoint), orDefault(config), uri);
    }

    private static ClientEndpointConfig orDefault(ClientEndpointConfig config) {
        return config == null ? ClientEndpointConfig.Builder.create().build() : config;
    }

    private static ClientEndpointConfig annotated(Class<?> type) throws DeploymentException {
        ClientEndpoint annotation = type.getAnnotation(ClientEndpoint.class);
        if (annotation == null) throw new DeploymentException("Endpoint " + type.getName() + " has no @ClientEndpoint");
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
            throw new DeploymentException("Cannot make " + type.getName(), x.getCause() == null ? x : x.getCause());
        }
    }

    /** Connects, and returns when the endpoint was told that the session is open. */
    private Session connect(Object endpoint, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        ClientEndpointConfig sessionConfig = new SessionClientEndpointConfig(config);
        ClientFrameHandler handler = new ClientFrameHandler(
                this,
                new ConfiguredEndpoint(endpoint.getClass(), config, null),
                endpoint,
                sessionConfig,
                new UpgradeRequest(uri));
        CoreClientUpgradeRequest request = request(config, uri, handler);
        try {
            client().connect(request).get();
            return handler.getOpened().get();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while connecting to " + uri);
        } catch (ExecutionException x) {
            throw new IOException(
                    "Cannot connect to " + uri + ": " + x.getCause().getMessage(), x.getCause());
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
        if (!isRunning()) throw new IllegalStateException("The container is not running: " + this);
        if (client == null) {
            client = new WebSocketCoreClient(components);
            addManaged(client);
        }
        return client;
    }

    // containers of applications

    /** Makes this the container of the application with a class loader, until the container stops. */
    protected void belongTo(ClassLoader applicationLoader) {
        APPLICATIONS.put(applicationLoader, this);
    }

    @Override
    protected void doStop() throws Exception {
        APPLICATIONS.values().remove(this);
        super.doStop();
    }

    /** Returns the container of the application that calls, or else a new one. */
    static JakartaWebSocketClientContainer ofThisThread() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        JakartaWebSocketClientContainer present = loader == null ? null : APPLICATIONS.get(loader);
        if (present != null) return present;
        JakartaWebSocketClientContainer made = new JakartaWebSocketClientContainer();
        LifeCycle.start(made);
        return made;
    }
}
