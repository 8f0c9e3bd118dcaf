package org.eclipse.jetty.io.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/** Content of a stream; reading blocks the reader. Confined to its reader, but for failing, which is guarded by itself. */
public class InputStreamContentSource implements Content.Source, ReadySource {
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final ByteBufferPool.Sized pool;
    private final InputStream input;
    private Content.@Nullable Chunk terminal;
    /** What is yet to be skipped. */
    private long skip;
    /** What is yet to be read; negative for all. */
    private long left;

    public InputStreamContentSource(InputStream input) {
        this(input, null);
    }

    /** @param pool where the buffers come from; null for buffers that are of this content alone */
    public InputStreamContentSource(InputStream input, ByteBufferPool.@Nullable Sized pool) {
        this(input, pool, 0, -1);
    }

    /**
     * Creates content of a part of a stream.
     *
     * @param pool where the buffers come from; null for buffers that are of this content alone
     * @param offset the number of bytes that are skipped; if there are fewer, the content fails
     * @param length the number of bytes at most, after which the stream is closed; negative for all the rest
     */
    public InputStreamContentSource(InputStream input, ByteBufferPool.@Nullable Sized pool, long offset, long length) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: 0 or more)");
        }
        this.pool = ownIfNone(pool);
        this.input = input;
        skip = offset;
        left = length;
    }

    /** Returns buffers that are of this content alone where no pool is given. */
    private static ByteBufferPool.Sized ownIfNone(ByteBufferPool.@Nullable Sized pool) {
        if (pool == null) {
            return new OwnBuffers(-1);
        }
        return pool.getWrapped() == ByteBufferPool.NON_POOLING && pool.getClass() == ByteBufferPool.Sized.class
                ? new OwnBuffers(pool.getSize())
                : pool;
    }

    /**
     * Reads bytes from the stream.
     *
     * @param buffer takes at most {@code length} bytes from its index 0 on
     * @return the number of bytes read, or -1 at the end
     */
    protected int fillBufferFromInputStream(InputStream inputStream, byte[] buffer, int length) throws IOException {
        return inputStream.read(buffer, 0, length);
    }

    private int fill(ByteBuffer buffer) throws IOException {
        if (buffer.arrayOffset() == 0 && buffer.position() == 0) {
            return fillBufferFromInputStream(input, buffer.array(), buffer.remaining());
        }
        byte[] bytes = new byte[buffer.remaining()];
        int read = fillBufferFromInputStream(input, bytes, bytes.length);
        buffer.put(bytes, 0, Math.max(0, read)).position(buffer.position() - Math.max(0, read));
        return read;
    }

    @Override
    public Content.Chunk read() {
        synchronized (this) {
            if (terminal != null) {
                return terminal;
            }
        }
        RetainableByteBuffer buffer = pool.acquire(pool.getSize(), false);
        ByteBuffer bytes = buffer.getByteBuffer();
        try {
            input.skipNBytes(skip);
            skip = 0;
            bytes.clear();
            if (left >= 0) {
                bytes.limit((int) Math.min(bytes.limit(), left));
            }
            int read = left == 0 ? -1 : fill(bytes);
            bytes.limit(Math.max(0, read));
            if (left > 0) {
                left -= Math.max(0, read);
            }
            if (read < 0) {
                buffer.release();
                input.close();
                return end(Content.Chunk.EOF);
            }
            return Content.Chunk.from(buffer, false);
        } catch (Throwable x) {
            BufferUtil.clear(bytes);
            buffer.release();
            return end(Content.Chunk.from(x));
        }
    }

    private synchronized Content.Chunk end(Content.Chunk chunk) {
        if (terminal == null) {
            terminal = chunk;
        }
        return terminal;
    }

    /** Returns whether the stream has a whole piece available. Inflaters report one byte without knowing whether there is one. */
    @Override
    public boolean isReady() {
        synchronized (this) {
            if (terminal != null) {
                return true;
            }
        }
        try {
            return skip == 0 && left != 0 && input.available() >= pool.getSize();
        } catch (IOException x) {
            // the read that follows reports it
            return false;
        }
    }

    @Override
    public void demand(Runnable demandCallback) {
        invoker.run(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        synchronized (this) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(failure);
        }
        try {
            input.close();
        } catch (IOException x) {
            failure.addSuppressed(x);
        }
    }

    /**
     * Buffers of one piece of content, whose memory is used again for its later parts and for nothing else: whoever keeps one beyond
     * its release sees bytes of the same content. Each buffer is a new object. Thread-safe.
     */
    private static final class OwnBuffers extends ByteBufferPool.Sized {
        private static final int MAX_IDLE_BYTES = 1024 * 1024;

        private final Deque<byte[]> idle = new ArrayDeque<>(2);

        private OwnBuffers(int size) {
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
}
