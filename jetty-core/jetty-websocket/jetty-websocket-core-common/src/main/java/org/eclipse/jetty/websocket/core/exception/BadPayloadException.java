package org.eclipse.jetty.websocket.core.exception;

import org.eclipse.jetty.websocket.core.CloseStatus;
import org.jspecify.annotations.Nullable;

/** A payload is not what its type promises, such as text that is not UTF-8: 1007. */
public class BadPayloadException extends CloseException {
    public BadPayloadException(@Nullable String message) {
        super(CloseStatus.BAD_PAYLOAD, message);
    }

    public BadPayloadException(@Nullable String message, @Nullable Throwable cause) {
        super(CloseStatus.BAD_PAYLOAD, message, cause);
    }

    public BadPayloadException(@Nullable Throwable cause) {
        super(CloseStatus.BAD_PAYLOAD, cause);
    }

    /** Text that is not UTF-8 (RFC 6455, section 8.1). */
    public static class InvalidUtf8 extends BadPayloadException {
        public InvalidUtf8() {
            super("Invalid UTF-8");
        }
    }
}
