package org.eclipse.jetty.websocket.core.exception;

/** Something took too long. */
public class WebSocketTimeoutException extends WebSocketException {
    public WebSocketTimeoutException(String message) {
        super(message);
    }

    public WebSocketTimeoutException(String message, Throwable cause) {
        super(message, cause);
    }

    public WebSocketTimeoutException(Throwable cause) {
        super(cause);
    }
}
