package org.eclipse.jetty.server.internal.http1;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;

/**
 * The end of a connection whose client may still be sending (RFC 9112, section 9.6): nothing more is sent, and what comes is read for a
 * while and thrown away, so that the client reads the last response instead of a reset.
 *
 * <p>Confined to the thread that has the turn of the connection.
 */
final class Draining {
    private static final long BYTES = 1 << 20;
    private static final long MILLIS = 1000;

    private final long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MILLIS);
    private long read;

    /** Ends the output of an open connection, whose idle timeout is shortened. */
    Draining(EndPoint endPoint) {
        endPoint.shutdownOutput();
        long idleTimeout = endPoint.getIdleTimeout();
        endPoint.setIdleTimeout(idleTimeout > 0 ? Math.min(MILLIS, idleTimeout) : MILLIS);
    }

    /** Reads what there is. Returns whether to close: at the end, after too much, or too long; false to wait for more. */
    boolean isOver(Http1Input input) {
        while (true) {
            BufferUtil.clear(input.getBytes());
            int filled = input.fill(false);
            if (filled == 0) {
                return isTooMuch();
            }
            read += Math.max(0, filled);
            if (filled < 0 || isTooMuch()) {
                return true;
            }
        }
    }

    private boolean isTooMuch() {
        return read > BYTES || System.nanoTime() - until > 0;
    }
}
