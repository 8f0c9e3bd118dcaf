package org.eclipse.jetty.io;

import java.nio.ByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Lends buffers.
 *
 * <p>Who acquires a buffer releases it on every path, errors included. Thread-safe.
 */
public interface ByteBufferPool extends BufferLender {
    /** Allocates each time. */
    ByteBufferPool NON_POOLING = new NonPooling();

    /** {@link #NON_POOLING} with a size of 4 KiB on the heap. */
    Sized SIZED_NON_POOLING = new Sized(NON_POOLING);

    /**
     * Lends an empty buffer.
     *
     * @param size the bytes that must fit; the capacity may be larger
     * @param direct whether outside the heap
     */
    @Override
    RetainableByteBuffer.Mutable acquire(int size, boolean direct);

    /** Forgets the buffers that nobody uses. */
    void clear();

    /** Hands every call to another pool. */
    class Wrapper implements ByteBufferPool {
        private final ByteBufferPool wrapped;

        public Wrapper(ByteBufferPool wrapped) {
            this.wrapped = wrapped;
        }

        public ByteBufferPool getWrapped() {
            return wrapped;
        }

        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
            return wrapped.acquire(size, direct);
        }

        @Override
        public void clear() {
            wrapped.clear();
        }
    }

    /** A pool with a usual size and kind of buffer. */
    class Sized extends Wrapper {
        private final boolean direct;
        private final int size;

        public Sized(ByteBufferPool wrapped) {
            this(wrapped, false, -1);
        }

        /**
         * @param wrapped the pool, or null for none
         * @param direct whether buffers lie outside the heap
         * @param size the usual size in bytes; 4096 if not positive
         */
        public Sized(@Nullable ByteBufferPool wrapped, boolean direct, int size) {
            super(wrapped == null ? NON_POOLING : wrapped);
            this.direct = direct;
            this.size = size > 0 ? size : 4096;
        }

        public boolean isDirect() {
            return direct;
        }

        public int getSize() {
            return size;
        }

        public RetainableByteBuffer.Mutable acquire() {
            return acquire(size, direct);
        }

        public RetainableByteBuffer.Mutable acquire(int size) {
            return acquire(size, direct);
        }

        public RetainableByteBuffer.Mutable acquire(boolean direct) {
            return acquire(size, direct);
        }
    }

    /** Allocates each time; the garbage collector frees. */
    class NonPooling implements ByteBufferPool {
        @Override
        public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
            BufferUtil.clear(buffer);
            return RetainableByteBuffer.wrap(buffer);
        }

        @Override
        public void clear() {
            // nothing is kept
        }
    }
}
