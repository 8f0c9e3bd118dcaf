package org.eclipse.jetty.ee10.websocket.server;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.server.internal.InjectingCreator;
import org.eclipse.jetty.ee10.websocket.server.internal.ServletNegotiator;
import org.eclipse.jetty.ee10.websocket.servlet.ServletUpgrade;
import org.eclipse.jetty.ee10.websocket.servlet.WebSocketUpgradeFilter;
import org.eclipse.jetty.websocket.api.WebSocketContainer;
import org.eclipse.jetty.websocket.common.AbstractWebSocketContainer;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandlerFactory;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/**
 * The endpoints of a servlet context that are added by code, the defaults of their sessions, and upgrades by servlets of
 * their own. Thread-safe.
 */
public class JettyWebSocketServerContainer extends AbstractWebSocketContainer {
    /** The context attribute with the container. */
    public static final String JETTY_WEBSOCKET_CONTAINER_ATTRIBUTE = WebSocketContainer.class.getName();

    private final ServletContextHandler context;
    private final WebSocketMappings mappings;
    private final JettyWebSocketFrameHandlerFactory handlers;

    JettyWebSocketServerContainer(ServletContextHandler context) {
        this.context = context;
        WebSocketComponents components = WebSocketServerComponents.ensureWebSocketComponents(
                Objects.requireNonNull(context.getServer()), context);
        mappings = WebSocketMappings.ensureMappings(context);
        handlers = new JettyWebSocketFrameHandlerFactory(this, components);
        addBean(handlers);
        addBean(sessions);
    }

    /** Returns the container of a context, or null. */
    public static JettyWebSocketServerContainer getContainer(ServletContext servletContext) {
        return (JettyWebSocketServerContainer) servletContext.getAttribute(JETTY_WEBSOCKET_CONTAINER_ATTRIBUTE);
    }

    /** Returns the container of a context, which is made if it is not there. */
    public static JettyWebSocketServerContainer ensureContainer(ServletContext servletContext) {
        JettyWebSocketServerContainer present = getContainer(servletContext);
        if (present != null) {
            return present;
        }
        ServletContextHandler context =
                ServletContextHandler.getServletContextHandler(servletContext, "Servlet context");
        if (context.getServer() == null) {
            throw new IllegalStateException("Context " + context + " has no server");
        }
        JettyWebSocketServerContainer container = new JettyWebSocketServerContainer(context);
        servletContext.setAttribute(JETTY_WEBSOCKET_CONTAINER_ATTRIBUTE, container);
        context.addManaged(container);
        return container;
    }

    /** Makes endpoints of a class with what the context injects. */
    static JettyWebSocketCreator creator(Class<?> endpointClass) {
        return new InjectingCreator(endpointClass);
    }

    WebSocketNegotiator negotiator(JettyWebSocketCreator creator, Configuration.Customizer sessions) {
        return new ServletNegotiator(creator, handlers, sessions);
    }

    void customize(Configuration configuration) {
        customizer.customize(configuration);
    }

    /** Has endpoints made for requests to a path, which is as that of {@link JettyWebSocketServletFactory}. */
    public void addMapping(String pathSpec, JettyWebSocketCreator creator) {
        WebSocketUpgradeFilter.ensureFilter(context.getServletContext());
        mappings.addMapping(WebSocketMappings.parsePathSpec(pathSpec), negotiator(creator, customizer));
    }

    /** Makes endpoints of a class for requests to a path. */
    public void addMapping(String pathSpec, Class<?> endpointClass) {
        addMapping(pathSpec, creator(endpointClass));
    }

    /**
     * Upgrades a request, or answers it with an error.
     *
     * @return false if this is not a request to upgrade: nothing was done
     */
    public boolean upgrade(JettyWebSocketCreator creator, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        return ServletUpgrade.isUpgrade(request)
                && ServletUpgrade.upgrade(mappings, negotiator(creator, customizer), request, response, null);
    }

    @Override
    public Executor getExecutor() {
        return Objects.requireNonNull(context.getServer()).getThreadPool();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        // when the context starts again, it makes another one
        context.getServletContext().removeAttribute(JETTY_WEBSOCKET_CONTAINER_ATTRIBUTE);
        context.removeBean(this);
    }
}
