package org.eclipse.jetty.ee10.websocket.server.internal;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.eclipse.jetty.ee10.websocket.server.JettyWebSocketCreator;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.DecoratedObjectFactory;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandler;
import org.eclipse.jetty.websocket.common.JettyWebSocketFrameHandlerFactory;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** Has a creator make the endpoint of a request within a servlet context. Thread-safe. */
public final class ServletNegotiator implements WebSocketNegotiator {
    private final JettyWebSocketCreator creator;
    private final JettyWebSocketFrameHandlerFactory handlers;
    private final Configuration.Customizer sessions;

    /** @param sessions the limits and sizes of sessions */
    public ServletNegotiator(
            JettyWebSocketCreator creator,
            JettyWebSocketFrameHandlerFactory handlers,
            Configuration.Customizer sessions) {
        this.creator = creator;
        this.handlers = handlers;
        this.sessions = sessions;
    }

    @Override
    public @Nullable FrameHandler negotiate(
            ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        HttpServletRequest servletRequest =
                (HttpServletRequest) request.getAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_REQUEST_ATTRIBUTE);
        HttpServletResponse servletResponse =
                (HttpServletResponse) request.getAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_RESPONSE_ATTRIBUTE);
        assert servletRequest != null && servletResponse != null : "set with the upgrade";
        ServletUpgradeRequest upgradeRequest = new ServletUpgradeRequest(request, servletRequest);
        ServletUpgradeResponse upgradeResponse = new ServletUpgradeResponse(response, servletResponse);
        try {
            Object endpoint = creator.createWebSocket(upgradeRequest, upgradeResponse);
            if (endpoint != null && !upgradeResponse.isRefused()) {
                return handler(endpoint, upgradeRequest, upgradeResponse);
            }
            if (!upgradeResponse.isRefused() && !servletResponse.isCommitted()) {
                servletResponse.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE, "No WebSocket endpoint");
            }
            callback.succeeded();
        } catch (Throwable x) {
            callback.failed(x);
        }
        return null;
    }

    private FrameHandler handler(Object endpoint, ServletUpgradeRequest request, ServletUpgradeResponse response) {
        JettyWebSocketFrameHandler handler = handlers.newJettyFrameHandler(endpoint);
        handler.setUpgradeRequest(request);
        handler.setUpgradeResponse(response);
        if (creator instanceof InjectingCreator) {
            DecoratedObjectFactory objects = InjectingCreator.objects();
            handler.onEnd(() -> objects.destroy(endpoint));
        }
        return handler;
    }

    @Override
    public void customize(Configuration configuration) {
        sessions.customize(configuration);
    }

    @Override
    public String toString() {
        return "ServletNegotiator[" + creator + "]";
    }
}
