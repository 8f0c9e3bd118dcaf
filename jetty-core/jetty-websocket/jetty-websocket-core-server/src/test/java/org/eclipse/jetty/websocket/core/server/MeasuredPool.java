package org.eclipse.jetty.websocket.core.server;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;

/** A pool that counts the bytes of its buffers: those that were acquired in all, and the most in use together. Thread-safe. */
public final class MeasuredPool extends PoisoningByteBufferPool {
    private final AtomicLong acquired = new AtomicLong();
    private final AtomicLong inUse = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private final AtomicInteger buffers = new AtomicInteger();

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean isDirect) {
        Measured measured = new Measured(super.acquire(size, isDirect));
        int capacity = measured.capacity();
        buffers.incrementAndGet();
        acquired.addAndGet(capacity);
        long now = inUse.addAndGet(capacity);
        peak.accumulateAndGet(now, Math::max);
        return measured;
    }

    public long getAcquiredBytes() {
        return acquired.get();
    }

    public long getPeakBytes() {
        return peak.get();
    }

    public int getBuffersInUse() {
        return buffers.get();
    }

    private final class Measured extends Retainable.Wrapper implements RetainableByteBuffer.Mutable {
        private final RetainableByteBuffer.Mutable buffer;

        private Measured(RetainableByteBuffer.Mutable buffer) {
            super(buffer);
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return buffer.getByteBuffer();
        }

        @Override
        public boolean release() {
            int capacity = capacity();
            boolean last = super.release();
            if (last) {
                inUse.addAndGet(-capacity);
                buffers.decrementAndGet();
            }
            return last;
        }
    }
}
