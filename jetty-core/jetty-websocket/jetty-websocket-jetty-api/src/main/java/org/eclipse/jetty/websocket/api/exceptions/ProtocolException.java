package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/** The other side violates RFC 6455: 1002. */
public class ProtocolException extends CloseException {
    public ProtocolException(@Nullable String message) {
        super(StatusCode.PROTOCOL, message);
    }

    public ProtocolException(@Nullable String message, @Nullable Throwable cause) {
        super(StatusCode.PROTOCOL, message, cause);
    }

    public ProtocolException(@Nullable Throwable cause) {
        super(StatusCode.PROTOCOL, cause);
    }
}
