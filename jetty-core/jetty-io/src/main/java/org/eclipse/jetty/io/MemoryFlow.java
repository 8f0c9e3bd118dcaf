package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.AutoLock;

/** One direction of a connection in memory: bytes that were written and not read yet. Guarded by lock. */
final class MemoryFlow {
    private final AutoLock lock = new AutoLock();
    private final ArrayDeque<ByteBuffer> bytes = new ArrayDeque<>();
    private long capacity;
    private long size;
    private boolean ended;
    private boolean refused;

    /** @param capacity the most bytes that it holds */
    MemoryFlow(long capacity) {
        this.capacity = capacity;
    }

    void setCapacity(long newCapacity) {
        if (newCapacity < 1) {
            throw new IllegalArgumentException("maxCapacity: " + newCapacity + " (expected: 1 byte or more)");
        }
        try (AutoLock l = lock.lock()) {
            capacity = newCapacity;
        }
    }

    /**
     * Takes bytes of a buffer, as many as there is space for.
     *
     * @return their number
     * @throws EofException if nothing is read any more
     */
    int write(ByteBuffer buffer) throws EofException {
        try (AutoLock l = lock.lock()) {
            if (refused) {
                throw new EofException("closed by the other side");
            }
            int length = (int) Math.min(buffer.remaining(), capacity - size);
            if (length <= 0) {
                return 0;
            }
            byte[] copy = new byte[length];
            buffer.get(copy);
            bytes.add(ByteBuffer.wrap(copy));
            size += length;
            return length;
        }
    }

    /** Appends bytes to a buffer in flush mode; returns their number, -1 at the end. */
    int read(ByteBuffer buffer) {
        try (AutoLock l = lock.lock()) {
            int filled = 0;
            while (!bytes.isEmpty() && BufferUtil.space(buffer) > 0) {
                ByteBuffer first = bytes.peek();
                filled += BufferUtil.append(buffer, first);
                if (!first.hasRemaining()) {
                    bytes.poll();
                }
            }
            size -= filled;
            return filled == 0 && bytes.isEmpty() && ended ? -1 : filled;
        }
    }

    /** Nothing more is written. */
    void end() {
        try (AutoLock l = lock.lock()) {
            ended = true;
        }
    }

    /** Nothing more is read. */
    void refuse() {
        try (AutoLock l = lock.lock()) {
            refused = true;
            bytes.clear();
            size = 0;
        }
    }

    /** Returns whether there are bytes, or their end, to read. */
    boolean isReadable() {
        try (AutoLock l = lock.lock()) {
            return ended || !bytes.isEmpty();
        }
    }

    /** Returns whether a write makes progress: there is space, or the write fails. */
    boolean isWritable() {
        try (AutoLock l = lock.lock()) {
            return refused || size < capacity;
        }
    }
}
