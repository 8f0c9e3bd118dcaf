package org.eclipse.jetty.websocket.core.exception;

import org.eclipse.jetty.websocket.core.CloseStatus;
import org.jspecify.annotations.Nullable;

/** A frame or a message is larger than allowed: 1009. */
public class MessageTooLargeException extends CloseException {
    public MessageTooLargeException(@Nullable String message) {
        super(CloseStatus.MESSAGE_TOO_LARGE, message);
    }

    public MessageTooLargeException(@Nullable String message, @Nullable Throwable cause) {
        super(CloseStatus.MESSAGE_TOO_LARGE, message, cause);
    }

    public MessageTooLargeException(@Nullable Throwable cause) {
        super(CloseStatus.MESSAGE_TOO_LARGE, cause);
    }
}
