package org.eclipse.jetty.security.jwt.internal;

/** A token is acceptable no longer, as happens to all of them. */
public class ExpiredTokenException extends InvalidTokenException {
    private static final long serialVersionUID = 1L;

    public ExpiredTokenException(String message) {
        super(message);
    }
}
