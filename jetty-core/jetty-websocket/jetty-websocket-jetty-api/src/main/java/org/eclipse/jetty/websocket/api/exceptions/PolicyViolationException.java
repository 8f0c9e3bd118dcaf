package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;

/** The other side does what is not allowed here: 1008. */
public class PolicyViolationException extends CloseException {
    public PolicyViolationException(String message) {
        super(StatusCode.POLICY_VIOLATION, message);
    }

    public PolicyViolationException(String message, Throwable cause) {
        super(StatusCode.POLICY_VIOLATION, message, cause);
    }

    public PolicyViolationException(Throwable cause) {
        super(StatusCode.POLICY_VIOLATION, cause);
    }
}
