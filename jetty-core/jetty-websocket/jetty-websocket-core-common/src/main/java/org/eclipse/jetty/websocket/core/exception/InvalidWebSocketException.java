package org.eclipse.jetty.websocket.core.exception;

/** An endpoint is not what its API asks for. */
public class InvalidWebSocketException extends WebSocketException {
    public InvalidWebSocketException(String message) {
        super(message);
    }

    public InvalidWebSocketException(String message, Throwable cause) {
        super(message, cause);
    }
}
