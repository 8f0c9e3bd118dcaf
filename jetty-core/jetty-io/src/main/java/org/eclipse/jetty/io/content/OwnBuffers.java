package org.eclipse.jetty.io.content;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;

/**
 * Buffers of one piece of content, whose memory is used again for its later parts and for nothing else: whoever keeps one beyond
 * its release sees bytes of the same content. Each buffer is a new object. Thread-safe.
 */
final class OwnBuffers extends ByteBufferPool.Sized {
    private static final int MAX_IDLE_BYTES = 1024 * 1024;

    private final Deque<byte[]> idle = new ArrayDeque<>(2);

    OwnBuffers(int size) {
        super(null, false, size);
    }

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
        if (direct || size != getSize()) {
            return super.acquire(size, direct);
        }
        byte[] memory;
        synchronized (idle) {
            memory = idle.poll();
        }
        return new Piece(memory == null ? new byte[size] : memory);
    }

    @Override
    public void clear() {
        synchronized (idle) {
            idle.clear();
        }
    }

    private void giveBack(byte[] memory) {
        synchronized (idle) {
            if ((long) (idle.size() + 1) * memory.length <= MAX_IDLE_BYTES) {
                idle.push(memory);
            }
        }
    }

    private final class Piece extends Retainable.ReferenceCounter implements RetainableByteBuffer.Mutable {
        private final ByteBuffer byteBuffer;

        private Piece(byte[] memory) {
            byteBuffer = ByteBuffer.wrap(memory).limit(0);
        }

        @Override
        public ByteBuffer getByteBuffer() {
            return byteBuffer;
        }

        @Override
        public boolean release() {
            boolean last = super.release();
            if (last) {
                giveBack(byteBuffer.array());
            }
            return last;
        }
    }
}
