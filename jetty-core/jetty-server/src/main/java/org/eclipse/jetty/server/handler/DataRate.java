package org.eclipse.jetty.server.handler;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The rate of bytes in one direction of one request, over the time in which the server waited for the client.
 *
 * <p>The first second of waiting is not judged: a rate in bytes per second means little before. Calls are serialised by the reading
 * or writing of the request.
 */
final class DataRate {
    private static final long GRACE = TimeUnit.SECONDS.toNanos(1);

    private final long minimum;
    private final String direction;
    private long bytes;
    private long waited;
    private long since;
    private boolean waiting;

    /** @param minimum in bytes per second; 0 or less for none */
    DataRate(long minimum, String direction) {
        this.minimum = minimum;
        this.direction = direction;
    }

    /** The server begins to wait for the client. */
    void begin(long nanoTime) {
        if (!waiting) {
            waiting = true;
            since = nanoTime;
        }
    }

    /** The client has sent or taken something, or the wait has ended in another way. */
    void end(long nanoTime) {
        if (waiting) {
            waiting = false;
            waited += nanoTime - since;
        }
    }

    void add(long more) {
        bytes += more;
    }

    /** Returns why the transfer must end; null if the rate is sufficient. */
    @Nullable
    TimeoutException check() {
        if (minimum <= 0 || waited < GRACE) {
            return null;
        }
        double rate = bytes * (double) TimeUnit.SECONDS.toNanos(1) / waited;
        return rate >= minimum
                ? null
                : new TimeoutException("The " + direction + " rate is " + (long) rate + " B/s (expected: " + minimum
                        + " B/s or more)");
    }
}
