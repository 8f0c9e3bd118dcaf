package org.eclipse.jetty.ee10.websocket.server;

/** Makes the endpoint for a request. */
@FunctionalInterface
public interface JettyWebSocketCreator {
    /** Returns the endpoint, or null where the request is not to be upgraded: 503 is answered unless an answer was sent. */
    Object createWebSocket(JettyServerUpgradeRequest request, JettyServerUpgradeResponse response) throws Exception;
}
