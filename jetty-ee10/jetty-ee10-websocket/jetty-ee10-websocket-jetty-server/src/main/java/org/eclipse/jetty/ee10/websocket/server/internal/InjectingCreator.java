package org.eclipse.jetty.ee10.websocket.server.internal;

import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeRequest;
import org.eclipse.jetty.ee10.websocket.server.JettyServerUpgradeResponse;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketCreator;

/** Makes endpoints of a class with what the context injects; they end with their sessions. Thread-safe. */
public record InjectingCreator(Class<?> endpointClass) implements JettyWebSocketCreator {
    @Override
    public Object createWebSocket(JettyServerUpgradeRequest request, JettyServerUpgradeResponse response)
            throws Exception {
        return ServletContextHandler.getCurrentServletContextHandler()
                .getObjectFactory()
                .createInstance(endpointClass);
    }
}
