package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether the other side takes a write that waits for the network quickly enough.
 *
 * <p>The rate counts within the last period, which is the time of grace, because the windows of TCP open in leaps; and something
 * must be taken within each period, whatever the rate. What was taken before earns nothing. It is made for the first write that the
 * network does not take at once. Thread-safe.
 */
public abstract class WriteRate extends CyclicTimeout {
    /** How many times within a period it is looked. */
    private static final int LOOKS = 4;

    private final EndPoint endPoint;
    private final long bytesPerSecond;
    private final long[] takenBefore = new long[LOOKS];
    private final long[] lookedBefore = new long[LOOKS];
    private int looks;
    private long period;
    private long mark;
    private long length;
    private @Nullable ByteBuffer first;
    private @Nullable ByteBuffer second;

    /** @param bytesPerSecond the fewest that must be taken; 0 if it is enough that something is */
    protected WriteRate(Scheduler scheduler, EndPoint endPoint, long bytesPerSecond) {
        super(scheduler);
        this.endPoint = endPoint;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Whether the write with that mark has ended. */
    protected abstract boolean isOver(long writtenMark);

    /** The write that is watched is taken too slowly. */
    protected abstract void onTooSlow();

    protected final EndPoint getEndPoint() {
        return endPoint;
    }

    protected final long getBytesPerSecond() {
        return bytesPerSecond;
    }

    /**
     * Watches a write. The endpoint counts what of it is taken; where it cannot, what its buffers have left says so.
     *
     * @param grace milliseconds before the rate counts, and within which it does
     * @param newMark the bytes that the connection has written with it, by which it is told from later ones
     * @param newLength its bytes
     * @param newFirst null if the endpoint tells what is taken
     * @param newSecond null for none
     */
    public void watch(
            long grace, long newMark, long newLength, @Nullable ByteBuffer newFirst, @Nullable ByteBuffer newSecond) {
        long delay;
        synchronized (this) {
            mark = newMark;
            length = newLength;
            first = newFirst;
            second = newSecond;
            looks = 0;
            period = grace;
            note(System.nanoTime(), taken());
            delay = delay();
        }
        schedule(delay, TimeUnit.NANOSECONDS);
    }

    private long delay() {
        return Math.max(1, TimeUnit.MILLISECONDS.toNanos(period) / LOOKS);
    }

    private void note(long now, long taken) {
        lookedBefore[looks % LOOKS] = now;
        takenBefore[looks % LOOKS] = taken;
        looks++;
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
        long now = System.nanoTime();
        long taken = taken();
        if (looks >= LOOKS) {
            // what was noted a period ago, which is overwritten now
            long taking = taken - takenBefore[looks % LOOKS];
            long millis = TimeUnit.NANOSECONDS.toMillis(now - lookedBefore[looks % LOOKS]);
            if (taking <= 0 || taking * 1000 < bytesPerSecond * millis) {
                // of a write that has ended meanwhile the buffers are used for others
                return !isOver(mark);
            }
        }
        note(now, taken);
        schedule(delay(), TimeUnit.NANOSECONDS);
        return false;
    }

    private long taken() {
        long counted = endPoint.getBytesTaken();
        return counted >= 0 ? counted : length - remaining(first) - remaining(second);
    }

    private static int remaining(@Nullable ByteBuffer buffer) {
        return buffer == null ? 0 : buffer.remaining();
    }
}
