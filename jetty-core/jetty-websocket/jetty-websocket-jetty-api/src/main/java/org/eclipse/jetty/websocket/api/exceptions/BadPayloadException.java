package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;

/** A payload is not what its type promises, such as text that is not UTF-8: 1007. */
public class BadPayloadException extends CloseException {
    public BadPayloadException(String message) {
        super(StatusCode.BAD_PAYLOAD, message);
    }

    public BadPayloadException(String message, Throwable cause) {
        super(StatusCode.BAD_PAYLOAD, message, cause);
    }

    public BadPayloadException(Throwable cause) {
        super(StatusCode.BAD_PAYLOAD, cause);
    }
}
