package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Closes the connection of a client that takes a response too slowly.
 *
 * <p>It is made for the first write that the network does not take at once. A client has the idle timeout before its rate
 * counts, because the windows of TCP open in leaps. Thread-safe.
 */
final class ResponseRate extends CyclicTimeout {
    private static final long DEFAULT_GRACE = 30_000;
    private static final long PERIOD = 1000;

    private final EndPoint endPoint;
    private final HttpConnection connection;
    private final long bytesPerSecond;
    private long mark;
    private long length;
    private long begin;
    private ByteBuffer first;
    private ByteBuffer second;

    ResponseRate(Scheduler scheduler, EndPoint endPoint, HttpConnection connection, long bytesPerSecond) {
        super(scheduler);
        this.endPoint = endPoint;
        this.connection = connection;
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Watches a write.
     *
     * @param newMark the bytes that the connection has written with it, by which it is told from later ones
     * @param newLength its bytes
     */
    void watch(long newMark, long newLength, ByteBuffer newFirst, ByteBuffer newSecond) {
        synchronized (this) {
            mark = newMark;
            length = newLength;
            first = newFirst;
            second = newSecond;
            begin = System.nanoTime();
        }
        long grace = endPoint.getIdleTimeout();
        schedule(grace > 0 ? grace : DEFAULT_GRACE, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onTimeoutExpired() {
        if (isTooSlow()) {
            endPoint.close(new TimeoutException("response data rate below " + bytesPerSecond + " bytes per second"));
        }
    }

    private synchronized boolean isTooSlow() {
        if (connection.getBytesOut() != mark || !endPoint.isWritePending()) {
            first = null;
            second = null;
            return false;
        }
        long taken = length - remaining(first) - remaining(second);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (taken * 1000 < bytesPerSecond * millis) {
            return true;
        }
        schedule(PERIOD, TimeUnit.MILLISECONDS);
        return false;
    }

    private static int remaining(ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
