package org.eclipse.jetty.websocket.core.exception;

import org.eclipse.jetty.websocket.core.CloseStatus;

/** The other side violates RFC 6455: 1002. */
public class ProtocolException extends CloseException {
    public ProtocolException(String message) {
        super(CloseStatus.PROTOCOL, message);
    }

    public ProtocolException(String message, Throwable cause) {
        super(CloseStatus.PROTOCOL, message, cause);
    }

    public ProtocolException(Throwable cause) {
        super(CloseStatus.PROTOCOL, cause);
    }
}
