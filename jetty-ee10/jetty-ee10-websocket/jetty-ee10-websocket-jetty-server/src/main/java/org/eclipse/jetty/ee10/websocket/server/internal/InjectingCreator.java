package org.eclipse.jetty.ee10.websocket.server.internal;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeRequest;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeResponse;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketCreator;
import org.eclipse.jetty.util.DecoratedObjectFactory;

/** Makes endpoints of a class with what the context injects; they end with their sessions. Thread-safe. */
public record InjectingCreator(Class<?> endpointClass) implements JettyWebSocketCreator {
    @Override
    public Object createWebSocket(JettyServerUpgradeRequest request, JettyServerUpgradeResponse response)
            throws Exception {
        return objects().createInstance(endpointClass);
    }

    /** Returns what makes and destroys the objects of the context that upgrades the current request. */
    static DecoratedObjectFactory objects() {
        ServletContextHandler context = ServletContextHandler.getCurrentServletContextHandler();
        assert context != null : "requests are upgraded within a servlet context";
        return context.getObjectFactory();
    }
}
