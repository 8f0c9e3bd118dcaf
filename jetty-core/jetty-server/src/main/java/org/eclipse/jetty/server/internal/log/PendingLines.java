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
    /** The lines of 5 ms of a busy server fit, which would have to grow again each time. */
    private static final int KEPT_CAPACITY = 256 * 1024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition added = lock.newCondition();
    private final int capacity;
    private LogLine filling = new LogLine(1024);
    private LogLine emptying = new LogLine(1024);
    private boolean waiting;

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
        boolean wake;
        lock.lock();
        try {
            if (filling.length() + line.length() + END.length > capacity) {
                return false;
            }
            filling.append(line.array(), line.length());
            filling.append(END, END.length);
            wake = waiting;
            if (wake) {
                waiting = false;
                added.signal();
            }
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** Waits until there is a line, and then as long as it may for others while less than half of the room is taken. */
    public void await(long gatherMillis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (filling.length() == 0) {
                waiting = true;
                added.await();
            }
            if (filling.length() < capacity / 2) {
                // nobody signals: ends early by an interrupt
                added.await(gatherMillis, TimeUnit.MILLISECONDS);
            }
        } finally {
            waiting = false;
            lock.unlock();
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
