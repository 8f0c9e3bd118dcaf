package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes the connection of a client that takes what is written too slowly, of all streams together.
 *
 * <p>It is made for the first write that the network does not take at once. A client has the idle timeout before its rate
 * counts, because the windows of TCP open in leaps. Thread-safe.
 */
final class WriteRate extends CyclicTimeout {
    private static final long DEFAULT_GRACE = 30_000;
    private static final long PERIOD = 1000;

    private final EndPoint endPoint;
    private final long bytesPerSecond;
    private ByteBuffer[] buffers;
    private long length;
    private long begin;

    WriteRate(Scheduler scheduler, EndPoint endPoint, long bytesPerSecond) {
        super(scheduler);
        this.endPoint = endPoint;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Watches a write that waits for the network. */
    void watch(ByteBuffer[] written, long size) {
        synchronized (this) {
            buffers = written;
            length = size;
            begin = System.nanoTime();
        }
        long grace = endPoint.getIdleTimeout();
        schedule(grace > 0 ? grace : DEFAULT_GRACE, TimeUnit.MILLISECONDS);
    }

    /** The write is done. */
    synchronized void done() {
        buffers = null;
    }

    @Override
    public void onTimeoutExpired() {
        if (isTooSlow()) {
            endPoint.close(new TimeoutException("response data rate below " + bytesPerSecond + " bytes per second"));
        }
    }

    private synchronized boolean isTooSlow() {
        if (buffers == null) {
            return false;
        }
        long taken = length;
        for (ByteBuffer buffer : buffers) {
            taken -= buffer.remaining();
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (taken * 1000 < bytesPerSecond * millis) {
            return true;
        }
        schedule(PERIOD, TimeUnit.MILLISECONDS);
        return false;
    }
}
