package org.eclipse.jetty.websocket.core.server.internal;

import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.TunnelSupport;

/** The handshake over HTTP/2 by extended CONNECT (RFC 8441, section 5). Thread-safe. */
final class RFC8441Handshaker extends AbstractHandshaker {
    @Override
    public boolean isWebSocketUpgradeRequest(Request request) {
        if (!HttpMethod.CONNECT.is(request.getMethod())) {
            return false;
        }
        TunnelSupport tunnel = request.getTunnelSupport();
        return tunnel != null && "websocket".equalsIgnoreCase(tunnel.getProtocol());
    }

    @Override
    protected void check(Request request) {
        // keys, Connection and Upgrade do not exist here
    }

    @Override
    protected EndPoint getEndPoint(Request request) {
        TunnelSupport tunnel = request.getTunnelSupport();
        assert tunnel != null; // as it has the protocol
        return tunnel.getEndPoint();
    }

    @Override
    protected void prepare(UpgradeRequest request, UpgradeResponse response) {
        response.setStatus(HttpStatus.OK_200);
    }
}
