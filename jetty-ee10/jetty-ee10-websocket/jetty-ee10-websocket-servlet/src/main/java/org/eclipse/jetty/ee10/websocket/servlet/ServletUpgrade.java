package org.eclipse.jetty.ee10.websocket.servlet;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.jspecify.annotations.Nullable;

/** Upgrades a request that has reached the application: in a filter, a servlet, or by the standard API. Thread-safe. */
public final class ServletUpgrade {
    private ServletUpgrade() {}

    /** Whether this can be a request to upgrade: over HTTP/1.1, or by an extended CONNECT (RFC 6455, section 4.2.1, RFC 8441). */
    public static boolean isUpgrade(HttpServletRequest request) {
        return request.getHeader("Upgrade") != null || "CONNECT".equals(request.getMethod());
    }

    /**
     * Upgrades a request, or answers it with an error, and returns when the response was sent.
     *
     * @param negotiator of the endpoint; null for the one that is mapped to the path of the request
     * @return false if this is not a request to upgrade, or no endpoint takes it: nothing was done
     */
    public static boolean upgrade(
            WebSocketMappings mappings,
            @Nullable WebSocketNegotiator negotiator,
            HttpServletRequest request,
            HttpServletResponse response,
            Configuration.@Nullable Customizer defaults)
            throws IOException {
        ServletContextRequest base = ServletContextRequest.getServletContextRequest(request);
        // the application may have wrapped them, to say who the user is for instance
        request.setAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_REQUEST_ATTRIBUTE, request);
        request.setAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_RESPONSE_ATTRIBUTE, response);
        try (Blocker.Callback callback = Blocker.callback()) {
            boolean done = negotiator == null
                    ? mappings.upgrade(base, base.getServletContextResponse(), callback, defaults)
                    : mappings.upgrade(negotiator, base, base.getServletContextResponse(), callback, defaults);
            if (done) {
                callback.block();
            } else {
                callback.succeeded();
            }
            return done;
        } finally {
            request.removeAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_REQUEST_ATTRIBUTE);
            request.removeAttribute(WebSocketConstants.WEBSOCKET_WRAPPED_RESPONSE_ATTRIBUTE);
        }
    }
}
