package org.eclipse.jetty.security.jwt.internal;

/** A DPoP proof is not acceptable (RFC 9449, section 4.3). */
public class InvalidProofException extends InvalidTokenException {
    private static final long serialVersionUID = 1L;
    private final boolean nonceNeeded;

    public InvalidProofException(String message) {
        this(message, false);
    }

    InvalidProofException(String message, boolean nonceNeeded) {
        super(message);
        this.nonceNeeded = nonceNeeded;
    }

    /** Whether the client is to repeat the request with a nonce of the server (RFC 9449, section 9). */
    public boolean isNonceNeeded() {
        return nonceNeeded;
    }
}
