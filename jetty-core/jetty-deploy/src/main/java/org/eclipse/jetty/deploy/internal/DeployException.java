package org.eclipse.jetty.deploy.internal;

/** A deployment that failed, with a message for the operator. */
public final class DeployException extends RuntimeException {
    public DeployException(String message) {
        super(message);
    }

    public DeployException(String message, Throwable cause) {
        super(message, cause);
    }
}
