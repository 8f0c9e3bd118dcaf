package org.eclipse.jetty.client;

/** A request was not processed by the server, so that it may be sent again. */
public class RetryableRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RetryableRequestException(String message) {
        super(message);
    }

    public RetryableRequestException(Throwable cause) {
        super(cause);
    }
}
