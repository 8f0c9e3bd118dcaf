package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/** The idle buffers of one size class, as a bounded stack. Guarded by itself; nothing is called out while it is held. */
public final class BufferBucket {
    private final int capacity;
    private final boolean direct;
    private final int maxDepth;
    private final AtomicLong idleMemory;
    private final long maxIdleMemory;
    private Pooled[] stack = new Pooled[8];
    private int depth;

    public BufferBucket(int capacity, boolean direct, int maxDepth, AtomicLong idleMemory, long maxIdleMemory) {
        this.capacity = capacity;
        this.direct = direct;
        this.maxDepth = maxDepth;
        this.idleMemory = idleMemory;
        this.maxIdleMemory = maxIdleMemory;
    }

    public int getCapacity() {
        return capacity;
    }

    public synchronized int getIdle() {
        return depth;
    }

    /** Lends an idle buffer, or a new one. */
    public RetainableByteBuffer.Mutable acquire() {
        Pooled buffer = pop();
        if (buffer == null) {
            return new Pooled(direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity));
        }
        idleMemory.getAndAdd(-capacity);
        buffer.acquire();
        BufferUtil.clear(buffer.byteBuffer);
        return buffer;
    }

    private synchronized @Nullable Pooled pop() {
        if (depth == 0) {
            return null;
        }
        Pooled buffer = stack[--depth];
        stack[depth] = null;
        return buffer;
    }

    private void giveBack(Pooled buffer) {
        if (idleMemory.addAndGet(capacity) > maxIdleMemory || !push(buffer)) {
            idleMemory.getAndAdd(-capacity);
        }
    }

    private synchronized boolean push(Pooled buffer) {
        if (depth == maxDepth) {
            return false;
        }
        if (depth == stack.length) {
            stack = Arrays.copyOf(stack, Math.min(maxDepth, depth * 2));
        }
        stack[depth++] = buffer;
        return true;
    }

    /** Forgets the idle buffers. */
    public synchronized void clear() {
        idleMemory.getAndAdd(-(long) depth * capacity);
        Arrays.fill(stack, 0, depth, null);
        depth = 0;
    }

    @Override
    public String toString() {
        return capacity + "{idle=" + getIdle() + "/" + maxDepth + "}";
    }

    /** A buffer that goes back to its bucket when its last user releases it. */
    private final class Pooled extends Retainable.ReferenceCounter implements RetainableByteBuffer.Mutable {
        private final ByteBuffer byteBuffer;

        private Pooled(ByteBuffer byteBuffer) {
            this.byteBuffer = byteBuffer;
            BufferUtil.clear(byteBuffer);
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return byteBuffer;
        }

        @Override
        public boolean release() {
            boolean last = super.release();
            if (last) {
                giveBack(this);
            }
            return last;
        }

        @Override
        public String toString() {
            return "Pooled@" + Integer.toHexString(hashCode()) + "{" + getRetained() + ","
                    + BufferUtil.toSummaryString(byteBuffer) + "}";
        }
    }
}
