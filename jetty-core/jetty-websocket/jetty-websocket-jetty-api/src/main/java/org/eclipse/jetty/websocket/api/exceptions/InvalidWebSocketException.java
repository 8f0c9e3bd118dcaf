package org.eclipse.jetty.websocket.api.exceptions;

import org.jspecify.annotations.Nullable;

/** An endpoint is not what its API asks for. */
public class InvalidWebSocketException extends WebSocketException {
    public InvalidWebSocketException(@Nullable String message) {
        super(message);
    }

    public InvalidWebSocketException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
