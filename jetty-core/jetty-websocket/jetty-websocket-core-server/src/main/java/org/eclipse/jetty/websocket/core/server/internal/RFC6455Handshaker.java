package org.eclipse.jetty.websocket.core.server.internal;

import java.util.Base64;
import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.websocket.core.util.WebSocketUtils;

/** The handshake over HTTP/1.1 (RFC 6455, section 4.2). Thread-safe. */
final class RFC6455Handshaker extends AbstractHandshaker {
    private static final String WEBSOCKET = "websocket";
    private static final int KEY_LENGTH = 16;

    @Override
    public boolean isWebSocketUpgradeRequest(Request request) {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1
                && request.getHeaders().contains(HttpHeader.UPGRADE, WEBSOCKET);
    }

    @Override
    protected void check(Request request) {
        if (!HttpMethod.GET.is(request.getMethod())) {
            throw new BadMessageException("WebSocket upgrade by " + request.getMethod() + " (expected: GET)");
        }
        if (!request.getHeaders().contains(HttpHeader.CONNECTION, "upgrade")) {
            throw new BadMessageException("WebSocket upgrade without Connection: Upgrade");
        }
        if (request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)) {
            throw new BadMessageException("WebSocket upgrade with content");
        }
        List<String> keys = request.getHeaders().getValuesList(HttpHeader.SEC_WEBSOCKET_KEY);
        if (keys.size() != 1 || !isKey(keys.get(0))) {
            throw new BadMessageException(
                    HttpStatus.BAD_REQUEST_400,
                    "Sec-WebSocket-Key missing or wrong (expected: one of 16 bytes in Base64)");
        }
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key.trim()).length == KEY_LENGTH;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    @Override
    protected EndPoint getEndPoint(Request request) {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }

    @Override
    protected void prepare(UpgradeRequest request, UpgradeResponse response) {
        response.setStatus(HttpStatus.SWITCHING_PROTOCOLS_101);
        response.getHeaders().put(HttpHeader.UPGRADE, WEBSOCKET);
        response.getHeaders().put(HttpHeader.CONNECTION, "Upgrade");
        String key = request.getHeaders().get(HttpHeader.SEC_WEBSOCKET_KEY);
        assert key != null; // as it was checked
        response.getHeaders().put(HttpHeader.SEC_WEBSOCKET_ACCEPT, WebSocketUtils.hashKey(key.trim()));
    }
}
