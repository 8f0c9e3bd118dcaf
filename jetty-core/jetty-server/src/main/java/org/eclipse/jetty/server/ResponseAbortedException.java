package org.eclipse.jetty.server;

import java.io.IOException;
import org.eclipse.jetty.io.QuietException;

/**
 * A handler gives a response up. Where its callback fails by this, the client gets no error page: the connection of HTTP/1.1 is closed, and the
 * stream of HTTP/2 is reset.
 */
public class ResponseAbortedException extends IOException implements QuietException {
    private static final long serialVersionUID = 1L;

    public ResponseAbortedException(String message) {
        super(message);
    }
}
