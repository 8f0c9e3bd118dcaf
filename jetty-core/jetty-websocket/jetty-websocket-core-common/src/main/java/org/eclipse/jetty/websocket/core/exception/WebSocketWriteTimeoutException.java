package org.eclipse.jetty.websocket.core.exception;

import org.jspecify.annotations.Nullable;

/** A frame or a message was not written in time. */
public class WebSocketWriteTimeoutException extends WebSocketTimeoutException {
    public WebSocketWriteTimeoutException(@Nullable String message) {
        super(message);
    }
}
