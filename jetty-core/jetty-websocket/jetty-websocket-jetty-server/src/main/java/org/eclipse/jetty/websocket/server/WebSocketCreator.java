package org.eclipse.jetty.websocket.server;

import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Makes the endpoint for a request, or answers otherwise. */
public interface WebSocketCreator {
    /**
     * Makes an endpoint: a {@link org.eclipse.jetty.websocket.api.Session.Listener}, or an object whose class is annotated.
     *
     * @param callback to be completed if null is returned, after the response was written
     * @return the endpoint; null if the request is not upgraded, but answered by the creator
     */
    @Nullable
    Object createWebSocket(
            ServerUpgradeRequest upgradeRequest, ServerUpgradeResponse upgradeResponse, Callback callback)
            throws Exception;
}
