package org.eclipse.jetty.client;

/**
 * A request failed that the server is known not to have processed, so that it can be sent again whatever its method (RFC 9113,
 * section 8.7).
 *
 * <p>The client sends such a request again by itself, a few times, if its content can be read again. It reports this failure
 * when it no longer does.
 */
public class RetryableRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RetryableRequestException(String message) {
        super(message);
    }

    /** Creates one with the message of its cause. */
    public RetryableRequestException(Throwable cause) {
        super(cause.getMessage(), cause);
    }
}
