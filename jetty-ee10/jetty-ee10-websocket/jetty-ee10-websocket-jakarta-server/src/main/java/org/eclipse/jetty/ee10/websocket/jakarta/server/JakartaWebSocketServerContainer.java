package org.eclipse.jetty.ee10.websocket.jakarta.server;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.client.JakartaWebSocketClientContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.common.ConfiguredEndpoint;
import org.eclipse.jetty.ee10.websocket.jakarta.server.internal.AuthenticatedSessions;
import org.eclipse.jetty.ee10.websocket.jakarta.server.internal.EndpointNegotiator;
import org.eclipse.jetty.ee10.websocket.jakarta.server.internal.EndpointPath;
import org.eclipse.jetty.ee10.websocket.servlet.ServletUpgrade;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.jspecify.annotations.Nullable;

/** The endpoints of a servlet context (WebSocket section 6.4), and clients within it. Thread-safe. */
public class JakartaWebSocketServerContainer extends JakartaWebSocketClientContainer implements ServerContainer {
    private static final String ATTRIBUTE = ServerContainer.class.getName();

    private final ServletContextHandler context;
    private final WebSocketMappings mappings;
    /** The class at each path, whose variables have no names. */
    private final Map<String, Class<?>> deployed = new HashMap<>();

    JakartaWebSocketServerContainer(ServletContextHandler context) {
        super(WebSocketServerComponents.ensureWebSocketComponents(
                Objects.requireNonNull(context.getServer()), context));
        this.context = context;
        mappings = WebSocketMappings.ensureMappings(context);
        AuthenticatedSessions authenticated = new AuthenticatedSessions();
        addSessionListener(authenticated);
        context.addEventListener(authenticated);
    }

    /** Returns the container of a context, or null. */
    public static JakartaWebSocketServerContainer getContainer(ServletContext servletContext) {
        return (JakartaWebSocketServerContainer) servletContext.getAttribute(ATTRIBUTE);
    }

    /** Returns the container of a context, which is made and started with the context if it is not there. */
    public static JakartaWebSocketServerContainer ensureContainer(ServletContext servletContext) {
        JakartaWebSocketServerContainer present = getContainer(servletContext);
        if (present != null) {
            return present;
        }
        ServletContextHandler context =
                ServletContextHandler.getServletContextHandler(servletContext, "Servlet context");
        if (context.getServer() == null) {
            throw new IllegalStateException("Context " + context + " has no server");
        }
        JakartaWebSocketServerContainer container = new JakartaWebSocketServerContainer(context);
        servletContext.setAttribute(ATTRIBUTE, container);
        context.addManaged(container);
        return container;
    }

    @Override
    public Executor getExecutor() {
        return Objects.requireNonNull(context.getServer()).getThreadPool();
    }

    @Override
    public void runInScope(Runnable task) {
        if (ContextHandler.getCurrentContext() == context.getContext()) {
            task.run();
        } else {
            context.getContext().run(task);
        }
    }

    /** Gives sessions the defaults of this container. */
    public void customize(Configuration configuration) {
        defaultCustomizer.customize(configuration);
    }

    // endpoints

    /**
     * Deploys an annotated endpoint. Endpoints can be added at any time, also when requests are served: frameworks
     * register theirs when the application has started.
     */
    @Override
    public void addEndpoint(Class<?> endpointClass) throws DeploymentException {
        ServerEndpoint annotation = endpointClass.getAnnotation(ServerEndpoint.class);
        if (annotation == null) {
            throw new DeploymentException("Endpoint " + endpointClass.getName() + " has no @ServerEndpoint");
        }
        EndpointPath.of(annotation.value(), endpointClass);
        deploy(ServerEndpointConfig.Builder.create(endpointClass, annotation.value())
                .subprotocols(Arrays.asList(annotation.subprotocols()))
                .decoders(Arrays.asList(annotation.decoders()))
                .encoders(Arrays.asList(annotation.encoders()))
                .configurator(configurator(endpointClass, annotation))
                .build());
    }

    /** Returns null for that of the container. */
    private static ServerEndpointConfig.@Nullable Configurator configurator(Class<?> type, ServerEndpoint annotation)
            throws DeploymentException {
        Class<? extends ServerEndpointConfig.Configurator> configurator = annotation.configurator();
        if (configurator == ServerEndpointConfig.Configurator.class) {
            return null;
        }
        try {
            return configurator.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException x) {
            throw new DeploymentException(
                    "Endpoint " + type.getName() + ": cannot make its configurator " + configurator.getName(),
                    x.getCause() == null ? x : x.getCause());
        }
    }

    /**
     * Deploys an endpoint, annotated or not, at any time.
     */
    @Override
    public void addEndpoint(ServerEndpointConfig config) throws DeploymentException {
        deploy(config);
    }

    private synchronized void deploy(ServerEndpointConfig config) throws DeploymentException {
        Class<?> type = config.getEndpointClass();
        EndpointPath path = EndpointPath.of(config.getPath(), type);
        ConfiguredEndpoint endpoint = configured(config, path);
        Class<?> present = deployed.putIfAbsent(path.shape(), type);
        if (present != null) {
            throw new DeploymentException("Two endpoints have the path " + config.getPath() + ": " + present.getName()
                    + " and " + type.getName());
        }
        mappings.addMapping(path, new EndpointNegotiator(this, config, endpoint, path));
    }

    private static ConfiguredEndpoint configured(ServerEndpointConfig config, EndpointPath path)
            throws DeploymentException {
        Class<?> type = config.getEndpointClass();
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new DeploymentException("Endpoint " + type.getName() + " is abstract");
        }
        return new ConfiguredEndpoint(type, config, path.getVariableNames());
    }

    /**
     * Upgrades a request to an endpoint, which need not be deployed (WebSocket 2.1 section 6.4).
     *
     * @param httpServletRequest a request of this context
     * @param httpServletResponse its response, which is sent
     * @param pathParameters the values of path parameters, by name
     * @throws DeploymentException where the endpoint is not as the specification asks, or the request not one to upgrade
     */
    public void upgradeHttpToWebSocket(
            Object httpServletRequest,
            Object httpServletResponse,
            ServerEndpointConfig config,
            Map<String, String> pathParameters)
            throws IOException, DeploymentException {
        HttpServletRequest request = (HttpServletRequest) httpServletRequest;
        EndpointPath path = EndpointPath.of(config.getPath(), config.getEndpointClass());
        EndpointNegotiator negotiator =
                new EndpointNegotiator(this, config, configured(config, path), path, Map.copyOf(pathParameters));
        if (!ServletUpgrade.upgrade(mappings, negotiator, request, (HttpServletResponse) httpServletResponse, null)) {
            throw new DeploymentException("Not a request to upgrade to WebSocket: " + request.getRequestURI());
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        belongToApplication();
    }

    @Override
    protected boolean isOfThisThread() {
        Context current = ContextHandler.getCurrentContext();
        if (current != null) {
            return current == context.getContext();
        }
        ClassLoader loader = context.getClassLoader();
        return loader != null && loader == Thread.currentThread().getContextClassLoader();
    }

    @Override
    public DecoratedObjectFactory getObjectFactory() {
        return context.getObjectFactory();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        // when the context starts again, it makes another one
        context.getServletContext().removeAttribute(ATTRIBUTE);
        context.removeBean(this);
    }

    @Override
    public String toString() {
        return "JakartaWebSocketServerContainer[" + context.getContextPath() + "]";
    }
}
