package org.eclipse.jetty.ee10.websocket.server;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.servlet.ServletUpgrade;
import org.eclipse.jetty.ee10.websocket.servlet.UpgradeParameters;
import org.eclipse.jetty.http.pathmap.PathSpec;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.jspecify.annotations.Nullable;

/**
 * A servlet that upgrades requests to WebSocket; others are those of {@link HttpServlet}.
 *
 * <pre>
 * class Chat extends JettyWebSocketServlet {
 *     protected void configure(JettyWebSocketServletFactory factory) {
 *         factory.setIdleTimeout(Duration.ofMinutes(5));
 *         factory.register(ChatEndpoint.class);
 *     }
 * }
 * </pre>
 *
 * Initialisation parameters are those of {@link org.eclipse.jetty.ee10.websocket.servlet.WebSocketUpgradeFilter}; what
 * {@link #configure} sets wins. Thread-safe.
 */
public abstract class JettyWebSocketServlet extends HttpServlet {
    private transient Factory factory;

    protected JettyWebSocketServlet() {}

    /** Adds the endpoints. */
    protected abstract void configure(JettyWebSocketServletFactory factory);

    @Override
    public void init() throws ServletException {
        ServletContext servletContext = getServletContext();
        JettyWebSocketServerContainer container = JettyWebSocketServerContainer.ensureContainer(servletContext);
        ServletContextHandler context =
                ServletContextHandler.getServletContextHandler(servletContext, "Servlet context");
        factory = new Factory(
                container,
                new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(
                        Objects.requireNonNull(context.getServer()), context)));
        container.customize(factory);
        try {
            for (String name : Collections.list(getInitParameterNames())) {
                UpgradeParameters.apply(name, getInitParameter(name), factory);
            }
        } catch (IllegalArgumentException x) {
            throw new ServletException("Servlet " + getServletName() + ": " + x.getMessage(), x);
        }
        configure(factory);
    }

    @Override
    public void destroy() {
        if (factory != null) {
            factory.mappings.clear();
        }
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!ServletUpgrade.isUpgrade(request)
                || !ServletUpgrade.upgrade(factory.mappings, null, request, response, factory)) {
            super.service(request, response);
        }
    }

    private static final class Factory extends Configuration.ConfigurationCustomizer
            implements JettyWebSocketServletFactory {
        private final JettyWebSocketServerContainer container;
        private final WebSocketMappings mappings;
        private final java.util.Map<PathSpec, JettyWebSocketCreator> creators =
                new java.util.concurrent.ConcurrentHashMap<>();

        Factory(JettyWebSocketServerContainer container, WebSocketMappings mappings) {
            this.container = container;
            this.mappings = mappings;
        }

        @Override
        public void addMapping(String pathSpec, JettyWebSocketCreator creator) {
            PathSpec spec = WebSocketMappings.parsePathSpec(pathSpec);
            WebSocketNegotiator negotiator = container.negotiator(creator, this);
            mappings.addMapping(spec, negotiator);
            creators.put(spec, creator);
        }

        @Override
        public void register(Class<?> endpointClass) {
            setCreator(JettyWebSocketServerContainer.creator(endpointClass));
        }

        @Override
        public void setCreator(JettyWebSocketCreator creator) {
            addMapping("/*", creator);
        }

        @Override
        public @Nullable JettyWebSocketCreator getMapping(String pathSpec) {
            return creators.get(WebSocketMappings.parsePathSpec(pathSpec));
        }

        @Override
        public boolean removeMapping(String pathSpec) {
            PathSpec spec = WebSocketMappings.parsePathSpec(pathSpec);
            creators.remove(spec);
            return mappings.removeMapping(spec);
        }

        @Override
        public Set<String> getAvailableExtensionNames() {
            return mappings.getWebSocketComponents().getExtensionRegistry().getAvailableExtensionNames();
        }
    }
}
