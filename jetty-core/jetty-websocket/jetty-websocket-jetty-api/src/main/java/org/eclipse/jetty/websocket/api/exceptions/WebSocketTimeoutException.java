package org.eclipse.jetty.websocket.api.exceptions;

import org.jspecify.annotations.Nullable;

/** Something took too long. */
public class WebSocketTimeoutException extends WebSocketException {
    public WebSocketTimeoutException(@Nullable String message) {
        super(message);
    }

    public WebSocketTimeoutException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    public WebSocketTimeoutException(@Nullable Throwable cause) {
        super(cause);
    }
}
