package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Watches whether the other side takes a write that waits for the network quickly enough.
 *
 * <p>It is made for the first write that the network does not take at once. A peer has a time of grace before its rate counts, because
 * the windows of TCP open in leaps. Thread-safe.
 */
public abstract class WriteRate extends CyclicTimeout {
    private static final long PERIOD = 1000;

    private final long bytesPerSecond;
    private long mark;
    private long length;
    private long begin;
    private ByteBuffer first;
    private ByteBuffer second;

    /** @param bytesPerSecond the fewest that must be taken, on average */
    protected WriteRate(Scheduler scheduler, long bytesPerSecond) {
        super(scheduler);
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Whether the write with that mark has ended. */
    protected abstract boolean isOver(long writtenMark);

    /** The write that is watched is taken too slowly. */
    protected abstract void onTooSlow();

    protected final long getBytesPerSecond() {
        return bytesPerSecond;
    }

    /**
     * Watches a write.
     *
     * @param grace milliseconds before the rate counts
     * @param newMark the bytes that the connection has written with it, by which it is told from later ones
     * @param newLength its bytes
     * @param newSecond null for none
     */
    public void watch(long grace, long newMark, long newLength, ByteBuffer newFirst, ByteBuffer newSecond) {
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
            onTooSlow();
        }
    }

    private synchronized boolean isTooSlow() {
        if (isOver(mark)) {
            first = null;
            second = null;
            return false;
        }
        long taken = length - remaining(first) - remaining(second);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        if (taken * 1000 < bytesPerSecond * millis) {
            // of a write that has ended meanwhile the buffers are used for others
            return !isOver(mark);
        }
        schedule(PERIOD, TimeUnit.MILLISECONDS);
        return false;
    }

    private static int remaining(ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
