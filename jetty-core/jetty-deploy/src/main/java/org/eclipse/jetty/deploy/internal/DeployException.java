package org.eclipse.jetty.deploy.internal;

import org.jspecify.annotations.Nullable;

/** A deployment that failed, with a message for the operator. */
public final class DeployException extends RuntimeException {
    public DeployException(String message) {
        super(message);
    }

    public DeployException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
