package org.eclipse.jetty.http2.internal;

import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.WriteRate;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes the connection of a client that takes what is written too slowly, or nothing of it, within the idle timeout, of all streams
 * together. Thread-safe.
 */
final class BatchRate extends WriteRate {
    private static final long DEFAULT_GRACE = 30_000;

    private volatile long over = -1;

    BatchRate(Scheduler scheduler, EndPoint endPoint, long bytesPerSecond) {
        super(scheduler, endPoint, bytesPerSecond);
    }

    /** Watches a write that waits for the network, by the bytes that were written with it. */
    void watch(long mark) {
        if (getEndPoint().getBytesTaken() < 0) {
            return;
        }
        long grace = getEndPoint().getIdleTimeout();
        watch(grace > 0 ? grace : DEFAULT_GRACE, mark, 0, null, null);
    }

    /** The write with that mark is done. */
    void done(long mark) {
        over = mark;
    }

    @Override
    protected boolean isOver(long mark) {
        return over >= mark;
    }

    @Override
    protected void onTooSlow() {
        getEndPoint()
                .close(new TimeoutException("response data rate below " + getBytesPerSecond() + " bytes per second"));
    }
}
