package org.eclipse.jetty.websocket.core.exception;

import org.eclipse.jetty.websocket.core.CloseStatus;

/** A frame or a message is larger than allowed: 1009. */
public class MessageTooLargeException extends CloseException {
    public MessageTooLargeException(String message) {
        super(CloseStatus.MESSAGE_TOO_LARGE, message);
    }

    public MessageTooLargeException(String message, Throwable cause) {
        super(CloseStatus.MESSAGE_TOO_LARGE, message, cause);
    }

    public MessageTooLargeException(Throwable cause) {
        super(CloseStatus.MESSAGE_TOO_LARGE, cause);
    }
}
