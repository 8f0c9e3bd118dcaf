package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;

/** A frame or a message is larger than allowed: 1009. */
public class MessageTooLargeException extends CloseException {
    public MessageTooLargeException(String message) {
        super(StatusCode.MESSAGE_TOO_LARGE, message);
    }

    public MessageTooLargeException(String message, Throwable cause) {
        super(StatusCode.MESSAGE_TOO_LARGE, message, cause);
    }

    public MessageTooLargeException(Throwable cause) {
        super(StatusCode.MESSAGE_TOO_LARGE, cause);
    }
}
