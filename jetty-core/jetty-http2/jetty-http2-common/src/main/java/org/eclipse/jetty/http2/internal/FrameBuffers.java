package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * The pooled buffers of frames that are to be written: those that are filled, and the batch that the network has.
 *
 * <pre>
 * room --frames--&gt; current --no room--&gt; full --takeBatch--&gt; batch --written--&gt; back to the pool
 * </pre>
 *
 * <p>Guarded by the lock of the connection; the batch is also read by whoever writes it, between taking and giving it back.
 */
final class FrameBuffers {
    private static final int BUFFER_SIZE = 16 * 1024;

    private final ByteBufferPool pool;
    private final boolean direct;
    private List<RetainableByteBuffer> full = new ArrayList<>(4);
    private @Nullable RetainableByteBuffer current;
    private @Nullable ByteBuffer out;
    private List<RetainableByteBuffer> batch = new ArrayList<>(4);
    private int backlog;

    FrameBuffers(ByteBufferPool pool, boolean direct) {
        this.pool = pool;
        this.direct = direct;
    }

    /** A buffer with room for so many octets; whoever puts them tells {@link #added}. */
    ByteBuffer room(int length) {
        if (out != null && out.remaining() >= length) {
            return out;
        }
        if (out != null) {
            full.add(current);
        }
        current = pool.acquire(Math.max(length, BUFFER_SIZE), direct);
        out = current.getByteBuffer();
        BufferUtil.clearToFill(out);
        return out;
    }

    void added(int length) {
        backlog += length;
    }

    /** A buffer for exactly so many octets. */
    ByteBuffer add(int length) {
        backlog += length;
        return room(length);
    }

    /** The octets that wait to be written, and those that the network has. */
    int backlog() {
        return backlog;
    }

    /** Begins a batch with all that waits; returns false if there is nothing. */
    boolean takeBatch() {
        if (out == null) {
            return false;
        }
        full.add(current);
        current = null;
        out = null;
        List<RetainableByteBuffer> empty = batch;
        batch = full;
        full = empty;
        return true;
    }

    /** How many buffers the batch has. */
    int batchSize() {
        return batch.size();
    }

    /** A buffer of the batch, to be read; asked for once. */
    ByteBuffer batch(int index) {
        return batch.get(index).getByteBuffer().flip();
    }

    /** The network has done with the batch. */
    void batchWritten() {
        release(batch);
        backlog = out == null ? 0 : out.position();
        for (int i = 0; i < full.size(); i++) {
            backlog += full.get(i).getByteBuffer().position();
        }
    }

    /** Gives up what no batch was made of. */
    void drop() {
        release(full);
        if (current != null) {
            release(current);
            current = null;
            out = null;
        }
    }

    private static void release(List<RetainableByteBuffer> buffers) {
        for (int i = 0; i < buffers.size(); i++) {
            release(buffers.get(i));
        }
        buffers.clear();
    }

    private static void release(RetainableByteBuffer buffer) {
        BufferUtil.clear(buffer.getByteBuffer());
        buffer.release();
    }
}
