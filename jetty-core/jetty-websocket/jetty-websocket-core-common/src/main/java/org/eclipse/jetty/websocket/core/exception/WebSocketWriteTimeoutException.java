package org.eclipse.jetty.websocket.core.exception;

/** A frame or a message was not written in time. */
public class WebSocketWriteTimeoutException extends WebSocketTimeoutException {
    public WebSocketWriteTimeoutException(String message) {
        super(message);
    }
}
