package org.eclipse.jetty.http2;

import org.eclipse.jetty.io.EofException;

/** The failure of a stream that the other side has not processed, so that any request may be sent again (RFC 9113, section 8.7). */
public class RetryableStreamException extends EofException {
    public RetryableStreamException(String reason) {
        super(reason);
    }
}
