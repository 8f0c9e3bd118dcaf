package org.eclipse.jetty.websocket.api.exceptions;

import org.jspecify.annotations.Nullable;

/** A failure that closes the session by a code. */
public class CloseException extends WebSocketException {
    private final int statusCode;

    public CloseException(int statusCode, @Nullable String message) {
        super(message);
        this.statusCode = statusCode;
    }

    public CloseException(int statusCode, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.statusCode = statusCode;
    }

    public CloseException(int statusCode, @Nullable Throwable cause) {
        super(cause);
        this.statusCode = statusCode;
    }

    public int getStatusCode() {
        return statusCode;
    }
}
