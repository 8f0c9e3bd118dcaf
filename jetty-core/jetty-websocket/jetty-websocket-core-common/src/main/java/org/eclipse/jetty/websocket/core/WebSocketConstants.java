package org.eclipse.jetty.websocket.core;

import java.time.Duration;

/** The version of the protocol and the defaults of {@link Configuration}. */
public final class WebSocketConstants {
    /** The value of Sec-WebSocket-Version (RFC 6455, section 4.1). */
    public static final int SPEC_VERSION = 13;

    public static final String SPEC_VERSION_STRING = Integer.toString(SPEC_VERSION);

    /** Bytes. */
    public static final int DEFAULT_MAX_BINARY_MESSAGE_SIZE = 64 * 1024;
    /** Bytes of UTF-8. */
    public static final int DEFAULT_MAX_TEXT_MESSAGE_SIZE = 64 * 1024;
    /** Bytes. */
    public static final int DEFAULT_MAX_FRAME_SIZE = 64 * 1024;
    /** Bytes. */
    public static final int DEFAULT_INPUT_BUFFER_SIZE = 4 * 1024;
    /** Bytes. */
    public static final int DEFAULT_OUTPUT_BUFFER_SIZE = 4 * 1024;
    /** Any number. */
    public static final int DEFAULT_MAX_OUTGOING_FRAMES = -1;
    /** Bytes that may wait behind a frame that the other side does not take. */
    public static final long DEFAULT_MAX_OUTGOING_BYTES = 16L * 1024 * 1024;

    public static final boolean DEFAULT_AUTO_FRAGMENT = true;
    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(30);
    /** No pings. */
    public static final Duration DEFAULT_PING_INTERVAL = Duration.ZERO;

    /** The attribute of an upgrade request with the request that an API above wrapped it in. */
    public static final String WEBSOCKET_WRAPPED_REQUEST_ATTRIBUTE = "org.eclipse.jetty.websocket.wrappedRequest";

    /** The attribute of an upgrade request with the response that an API above wrapped it in. */
    public static final String WEBSOCKET_WRAPPED_RESPONSE_ATTRIBUTE = "org.eclipse.jetty.websocket.wrappedResponse";

    private WebSocketConstants() {}
}
