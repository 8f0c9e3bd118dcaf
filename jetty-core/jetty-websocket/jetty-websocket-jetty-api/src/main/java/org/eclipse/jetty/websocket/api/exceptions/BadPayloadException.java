package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/** A payload is not what its type promises, such as text that is not UTF-8: 1007. */
public class BadPayloadException extends CloseException {
    public BadPayloadException(@Nullable String message) {
        super(StatusCode.BAD_PAYLOAD, message);
    }

    public BadPayloadException(@Nullable String message, @Nullable Throwable cause) {
        super(StatusCode.BAD_PAYLOAD, message, cause);
    }

    public BadPayloadException(@Nullable Throwable cause) {
        super(StatusCode.BAD_PAYLOAD, cause);
    }
}
