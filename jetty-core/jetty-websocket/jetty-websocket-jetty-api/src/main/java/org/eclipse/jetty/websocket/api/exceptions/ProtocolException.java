package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;

/** The other side violates RFC 6455: 1002. */
public class ProtocolException extends CloseException {
    public ProtocolException(String message) {
        super(StatusCode.PROTOCOL, message);
    }

    public ProtocolException(String message, Throwable cause) {
        super(StatusCode.PROTOCOL, message, cause);
    }

    public ProtocolException(Throwable cause) {
        super(StatusCode.PROTOCOL, cause);
    }
}
