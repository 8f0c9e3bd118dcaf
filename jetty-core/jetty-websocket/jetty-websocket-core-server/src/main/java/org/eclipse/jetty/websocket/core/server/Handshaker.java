package org.eclipse.jetty.websocket.core.server;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.server.internal.HandshakerSelector;
import org.jspecify.annotations.Nullable;

/** Does the opening handshake of a server. Thread-safe. */
public interface Handshaker {
    /** One for HTTP/1.1 and HTTP/2. */
    static Handshaker newInstance() {
        return new HandshakerSelector();
    }

    /** Whether the request asks for WebSocket, rightly or wrongly. */
    boolean isWebSocketUpgradeRequest(Request request);

    /**
     * Upgrades a request, or answers it with an error.
     *
     * @param defaultCustomizer the limits and sizes that the negotiator's come after; null for none
     * @return false if the request does not ask for WebSocket: nothing was done then
     */
    boolean upgradeRequest(
            WebSocketNegotiator negotiator,
            Request request,
            Response response,
            Callback callback,
            WebSocketComponents components,
            Configuration.@Nullable Customizer defaultCustomizer)
            throws WebSocketException;
}
