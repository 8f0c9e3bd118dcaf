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

/** Has a creator make an endpoint, and a factory the handler of it. Thread-safe. */
public final class CreatorNegotiator extends WebSocketNegotiator.AbstractNegotiator {
    private final WebSocketCreator creator;
    private final FrameHandlerFactory factory;

    public CreatorNegotiator(
            WebSocketCreator creator, FrameHandlerFactory factory, Configuration.Customizer customizer) {
        super(customizer);
        this.creator = Objects.requireNonNull(creator, "creator missing");
        this.factory = Objects.requireNonNull(factory, "factory missing");
    }

    public WebSocketCreator getWebSocketCreator() {
        return creator;
    }

    @Override
    public FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        Object[] made = new Object[1];
        request.getContext().run(() -> made[0] = creator.createWebSocket(request, response, callback), request);
        if (made[0] == null) {
            return null;
        }
        FrameHandler handler = factory.newFrameHandler(made[0], request, response);
        if (handler == null) {
            throw new InvalidWebSocketException(
                    made[0].getClass().getName() + " is no WebSocket endpoint that " + factory + " knows");
        }
        return handler;
    }

    @Override
    public String toString() {
        return "CreatorNegotiator[" + creator + "," + factory + "]";
    }
}
