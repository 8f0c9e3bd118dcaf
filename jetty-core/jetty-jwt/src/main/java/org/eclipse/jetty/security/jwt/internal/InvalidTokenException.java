package org.eclipse.jetty.security.jwt.internal;

/** A token, or an answer of a provider, is not acceptable. The message holds no token, so that it can be logged. */
public class InvalidTokenException extends Exception {
    private static final long serialVersionUID = 1L;

    public InvalidTokenException(String message) {
        super(message);
    }

    public InvalidTokenException(String message, Throwable cause) {
        super(message, cause);
    }
}
