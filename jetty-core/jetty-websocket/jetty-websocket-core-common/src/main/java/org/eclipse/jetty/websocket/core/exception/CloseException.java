package org.eclipse.jetty.websocket.core.exception;

/** A failure that closes the session by a code. */
public class CloseException extends WebSocketException {
    private final int statusCode;

    public CloseException(int statusCode, String message) {
        super(message);
        this.statusCode = statusCode;
    }

    public CloseException(int statusCode, String message, Throwable cause) {
        super(message, cause);
        this.statusCode = statusCode;
    }

    public CloseException(int statusCode, Throwable cause) {
        super(cause);
        this.statusCode = statusCode;
    }

    public int getStatusCode() {
        return statusCode;
    }
}
