package org.eclipse.jetty.websocket.api.util;

/** The fields of opening handshakes (RFC 6455, section 11.3). */
public final class WebSocketConstants {
    public static final String SEC_WEBSOCKET_EXTENSIONS = "Sec-WebSocket-Extensions";
    public static final String SEC_WEBSOCKET_PROTOCOL = "Sec-WebSocket-Protocol";
    public static final String SEC_WEBSOCKET_VERSION = "Sec-WebSocket-Version";
    public static final String SEC_WEBSOCKET_ACCEPT = "Sec-WebSocket-Accept";
    public static final String SEC_WEBSOCKET_ORIGIN = "Sec-WebSocket-Origin";
    public static final String SEC_WEBSOCKET_KEY = "Sec-WebSocket-Key";
    public static final int SPEC_VERSION = 13;

    private WebSocketConstants() {}
}
