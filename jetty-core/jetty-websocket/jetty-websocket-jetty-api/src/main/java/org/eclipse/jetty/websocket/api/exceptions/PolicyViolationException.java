package org.eclipse.jetty.websocket.api.exceptions;

import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

/** The other side does what is not allowed here: 1008. */
public class PolicyViolationException extends CloseException {
    public PolicyViolationException(@Nullable String message) {
        super(StatusCode.POLICY_VIOLATION, message);
    }

    public PolicyViolationException(@Nullable String message, @Nullable Throwable cause) {
        super(StatusCode.POLICY_VIOLATION, message, cause);
    }

    public PolicyViolationException(@Nullable Throwable cause) {
        super(StatusCode.POLICY_VIOLATION, cause);
    }
}
