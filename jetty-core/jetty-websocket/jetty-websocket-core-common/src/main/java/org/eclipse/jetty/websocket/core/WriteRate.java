package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.CyclicTimeout;
import org.eclipse.jetty.websocket.core.exception.WebSocketWriteTimeoutException;

/**
 * Cuts off a peer that takes what is written too slowly, so that who sends to it does not wait for ever.
 *
 * <p>It is made for the first write that the network does not take at once. A peer has the idle timeout before its rate counts, because
 * the windows of TCP open in leaps; where there is none, it has any time. Thread-safe.
 */
final class WriteRate extends CyclicTimeout {
    private static final long PERIOD = 1000;

    private final WebSocketConnection connection;
    private final long bytesPerSecond;
    private long mark;
    private long length;
    private long begin;
    private ByteBuffer first;
    private ByteBuffer second;

    WriteRate(WebSocketConnection connection, long bytesPerSecond) {
        super(connection.getScheduler());
        this.connection = connection;
        this.bytesPerSecond = bytesPerSecond;
    }

    /**
     * Watches a write that waits for the network, if there is an idle timeout.
     *
     * @param newMark the bytes that the connection has written with it, by which it is told from later ones
     * @param newLength its bytes
     * @param newSecond null for none
     */
    void watch(long newMark, long newLength, ByteBuffer newFirst, ByteBuffer newSecond) {
        long grace = connection.getEndPoint().getIdleTimeout();
        if (grace <= 0) {
            return;
        }
        synchronized (this) {
            mark = newMark;
            length = newLength;
            first = newFirst;
            second = newSecond;
            begin = System.nanoTime();
        }
        schedule(grace, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onTimeoutExpired() {
        if (isTooSlow()) {
            connection.cutOff(
                    new WebSocketWriteTimeoutException("less than " + bytesPerSecond + " bytes per second are taken"));
        }
    }

    private synchronized boolean isTooSlow() {
        if (isOver()) {
            first = null;
            second = null;
            return false;
        }
        long taken = length - remaining(first) - remaining(second);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (taken * 1000 < bytesPerSecond * millis) {
            // of a write that has ended meanwhile the buffers are used for others
            return !isOver();
        }
        schedule(PERIOD, TimeUnit.MILLISECONDS);
        return false;
    }

    private boolean isOver() {
        return connection.getBytesOut() != mark || !connection.getEndPoint().isWritePending();
    }

    private static int remaining(ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
