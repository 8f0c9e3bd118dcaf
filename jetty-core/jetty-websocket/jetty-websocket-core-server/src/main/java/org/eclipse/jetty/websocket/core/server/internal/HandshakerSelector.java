package org.eclipse.jetty.websocket.core.server.internal;

import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.Handshaker;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** Finds the handshake for a version of HTTP. Thread-safe. */
public final class HandshakerSelector implements Handshaker {
    private final Handshaker[] handshakers = {new RFC6455Handshaker(), new RFC8441Handshaker()};

    @Override
    public boolean isWebSocketUpgradeRequest(Request request) {
        for (Handshaker handshaker : handshakers) {
            if (handshaker.isWebSocketUpgradeRequest(request)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean upgradeRequest(
            WebSocketNegotiator negotiator,
            Request request,
            Response response,
            Callback callback,
            WebSocketComponents components,
            Configuration.@Nullable Customizer defaultCustomizer) {
        for (Handshaker handshaker : handshakers) {
            if (handshaker.upgradeRequest(negotiator, request, response, callback, components, defaultCustomizer)) {
                return true;
            }
        }
        return false;
    }
}
