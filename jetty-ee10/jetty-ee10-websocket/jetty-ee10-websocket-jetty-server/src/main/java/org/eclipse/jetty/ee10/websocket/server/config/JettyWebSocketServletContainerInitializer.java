package org.eclipse.jetty.ee10.websocket.server.config;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketServerContainer;
import org.eclipse.jetty.ee10.websocket.servlet.WebSocketUpgradeFilter;
import org.jspecify.annotations.Nullable;

/** Gives a context its container of endpoints, and the filter that upgrades requests to them. Thread-safe. */
public class JettyWebSocketServletContainerInitializer implements ServletContainerInitializer {
    private final @Nullable Configurator configurator;

    /** Adds endpoints when the context starts. */
    public interface Configurator {
        void accept(ServletContext servletContext, JettyWebSocketServerContainer container);
    }

    public JettyWebSocketServletContainerInitializer() {
        this(null);
    }

    /** @param configurator called with the container when the context starts; null for none */
    public JettyWebSocketServletContainerInitializer(@Nullable Configurator configurator) {
        this.configurator = configurator;
    }

    /** Gives a context what it needs when it starts; null for a container without endpoints. */
    public static void configure(ServletContextHandler context, Configurator configurator) {
        if (!context.isStopped()) {
            throw new IllegalStateException("To be configured before start: " + context);
        }
        context.addServletContainerInitializer(new JettyWebSocketServletContainerInitializer(configurator));
    }

    @Override
    public void onStartup(Set<Class<?>> classes, ServletContext servletContext) {
        // that of another environment, where one class path has several
        if (ServletContextHandler.getServletContextHandler(servletContext) == null) {
            return;
        }
        WebSocketUpgradeFilter.ensureFilter(servletContext);
        JettyWebSocketServerContainer container = JettyWebSocketServerContainer.ensureContainer(servletContext);
        if (configurator != null) {
            configurator.accept(servletContext, container);
        }
    }
}
