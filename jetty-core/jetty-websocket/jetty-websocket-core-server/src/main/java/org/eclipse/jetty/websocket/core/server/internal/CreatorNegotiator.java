package org.eclipse.jetty.websocket.core.server.internal;

import java.util.Objects;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.exception.InvalidWebSocketException;
import org.eclipse.jetty.websocket.core.server.FrameHandlerFactory;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketCreator;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** Has a creator make an endpoint, and a factory the handler of it. Thread-safe. */
public final class CreatorNegotiator extends WebSocketNegotiator.AbstractNegotiator {
    private final WebSocketCreator creator;
    private final FrameHandlerFactory factory;

    public CreatorNegotiator(
            WebSocketCreator creator, FrameHandlerFactory factory, Configuration.@Nullable Customizer customizer) {
        super(customizer);
        this.creator = Objects.requireNonNull(creator, "creator missing");
        this.factory = Objects.requireNonNull(factory, "factory missing");
    }

    public WebSocketCreator getWebSocketCreator() {
        return creator;
    }

    @Override
    public @Nullable FrameHandler negotiate(
            ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        @Nullable Object[] made = new Object[1];
        request.getContext().run(() -> made[0] = creator.createWebSocket(request, response, callback), request);
        Object endpoint = made[0];
        if (endpoint == null) {
            return null;
        }
        FrameHandler handler = factory.newFrameHandler(endpoint, request, response);
        if (handler == null) {
            throw new InvalidWebSocketException(
                    endpoint.getClass().getName() + " is no WebSocket endpoint that " + factory + " knows");
        }
        return handler;
    }

    @Override
    public String toString() {
        return "CreatorNegotiator[" + creator + "," + factory + "]";
    }
}
