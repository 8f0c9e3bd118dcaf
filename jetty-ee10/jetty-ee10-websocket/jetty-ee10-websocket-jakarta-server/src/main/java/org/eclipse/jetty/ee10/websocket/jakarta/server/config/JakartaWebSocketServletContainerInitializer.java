package org.eclipse.jetty.ee10.websocket.jakarta.server.config;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.jakarta.server.JakartaWebSocketServerContainer;
import org.eclipse.jetty.ee10.websocket.jakarta.server.internal.ScannedEndpoints;
import org.eclipse.jetty.ee10.websocket.servlet.WebSocketUpgradeFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a context its container of endpoints, and deploys those that were found in the application (WebSocket section 6.2),
 * or those that a configurator adds. Thread-safe.
 */
@HandlesTypes({ServerApplicationConfig.class, ServerEndpoint.class, Endpoint.class})
public class JakartaWebSocketServletContainerInitializer implements ServletContainerInitializer {
    /** The context attribute or initialisation parameter by which an application goes without: {@code false}. */
    public static final String ENABLE_KEY = "org.eclipse.jetty.websocket."
            + Endpoint.class.getName().substring(0, Endpoint.class.getName().indexOf('.'));

    /** The context attribute with the container (WebSocket section 6.4). */
    public static final String ATTR_JAKARTA_SERVER_CONTAINER = ServerContainer.class.getName();

    private static final Logger LOG = LoggerFactory.getLogger(JakartaWebSocketServletContainerInitializer.class);

    private final @Nullable Configurator configurator;

    /** Adds endpoints when the context starts. */
    public interface Configurator {
        void accept(ServletContext servletContext, ServerContainer serverContainer) throws DeploymentException;
    }

    public JakartaWebSocketServletContainerInitializer() {
        this(null);
    }

    /** @param configurator called with the container when the context starts; null for none */
    public JakartaWebSocketServletContainerInitializer(@Nullable Configurator configurator) {
        this.configurator = configurator;
    }

    /** Has endpoints added when a context starts, before its listeners, filters and servlets. */
    public static void configure(ServletContextHandler context, Configurator configurator) {
        if (!context.isStopped()) {
            throw new IllegalStateException("To be configured before start: " + context);
        }
        context.addServletContainerInitializer(new JakartaWebSocketServletContainerInitializer(configurator));
    }

    private static JakartaWebSocketServerContainer initialize(ServletContext servletContext) {
        WebSocketUpgradeFilter.ensureFilter(servletContext);
        return JakartaWebSocketServerContainer.ensureContainer(servletContext);
    }

    private static boolean isEnabled(ServletContext servletContext) {
        Object attribute = servletContext.getAttribute(ENABLE_KEY);
        String value = attribute == null ? servletContext.getInitParameter(ENABLE_KEY) : attribute.toString();
        return value == null || Boolean.parseBoolean(value.trim());
    }

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext servletContext) throws ServletException {
        // that of another environment, where one class path has several
        if (ServletContextHandler.getServletContextHandler(servletContext) == null) {
            return;
        }
        if (!isEnabled(servletContext)) {
            LOG.info("No WebSocket endpoints in {}: {} is false", servletContext.getContextPath(), ENABLE_KEY);
            return;
        }
        JakartaWebSocketServerContainer container = initialize(servletContext);
        try {
            if (configurator != null) {
                configurator.accept(servletContext, container);
            }
            if (classes != null) {
                ScannedEndpoints.deploy(classes, container);
            }
        } catch (DeploymentException x) {
            throw new ServletException("Cannot deploy an endpoint: " + x.getMessage(), x);
        }
    }
}
