package org.eclipse.jetty.server.internal.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines that wait to be written, in two buffers: threads that serve requests add to one of them while the thread that writes
 * empties the other. What does not fit is refused. Guarded by lock; one thread takes.
 */
public final class PendingLines {
    private static final byte[] END = System.lineSeparator().getBytes(StandardCharsets.US_ASCII);
    /** What is written without waiting for more: larger buffers would not stay in the cache of a processor. */
    private static final int ENOUGH = 64 * 1024;
    /** The room of a buffer that is kept: it would have to grow again each time. */
    private static final int KEPT_CAPACITY = 2 * ENOUGH;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final int capacity;
    private LogLine filling = new LogLine(1024);
    private LogLine emptying = new LogLine(1024);
    /** The length at which who waits is woken; 0 if nobody waits. */
    private int wakeLength;

    /** Writes bytes, which are whole lines. */
    @FunctionalInterface
    public interface Sink {
        void write(byte[] bytes, int length) throws IOException;
    }

    /** @param capacity the most bytes that wait */
    public PendingLines(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Adds a line.
     *
     * @return false if there is no room for it
     */
    public boolean add(LogLine line) {
        lock.lock();
        try {
            if (filling.length() + line.length() + END.length > capacity) {
                return false;
            }
            filling.append(line.array(), line.length());
            filling.append(END, END.length);
            if (wakeLength != 0 && filling.length() >= wakeLength) {
                wakeLength = 0;
                added.signal();
            }
        } finally {
            lock.unlock();
        }
        return true;
    }

    /**
     * Lets lines gather for a time, or until there are so many that they had better be written. If there is none then, waits for the
     * first one and lets others gather behind it.
     */
    public void await(long gatherMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            gather(gatherMillis);
            if (filling.length() == 0) {
                while (filling.length() == 0) {
                    wakeLength = 1;
                    added.await();
                }
                gather(gatherMillis);
            }
        } finally {
            wakeLength = 0;
            lock.unlock();
        }
    }

    private void gather(long millis) throws InterruptedException {
        int enough = Math.min(capacity / 2, ENOUGH);
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        while (filling.length() < enough && nanos > 0) {
            wakeLength = enough;
            nanos = added.awaitNanos(nanos);
        }
    }

    /** Gives all lines to a sink, if there are any; they are gone, even if it fails. */
    public void writeTo(Sink sink) throws IOException {
        LogLine lines;
        lock.lock();
        try {
            lines = filling;
            filling = emptying;
        } finally {
            lock.unlock();
        }
        try {
            if (lines.length() > 0) {
                sink.write(lines.array(), lines.length());
            }
        } finally {
            if (lines.capacity() > KEPT_CAPACITY) {
                lines = new LogLine(KEPT_CAPACITY);
            }
            lines.clear();
            emptying = lines;
        }
    }
}
