package org.eclipse.jetty.websocket.api.exceptions;

import org.jspecify.annotations.Nullable;

/** Something about a WebSocket failed. */
public class WebSocketException extends RuntimeException {
    public WebSocketException() {}

    public WebSocketException(@Nullable String message) {
        super(message);
    }

    public WebSocketException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public WebSocketException(@Nullable Throwable cause) {
        super(cause);
    }
}
