package org.eclipse.jetty.websocket.core.exception;

import org.eclipse.jetty.websocket.core.CloseStatus;
import org.jspecify.annotations.Nullable;

/** The other side violates RFC 6455: 1002. */
public class ProtocolException extends CloseException {
    public ProtocolException(@Nullable String message) {
        super(CloseStatus.PROTOCOL, message);
    }

    public ProtocolException(@Nullable String message, @Nullable Throwable cause) {
        super(CloseStatus.PROTOCOL, message, cause);
    }

    public ProtocolException(@Nullable Throwable cause) {
        super(CloseStatus.PROTOCOL, cause);
    }
}
