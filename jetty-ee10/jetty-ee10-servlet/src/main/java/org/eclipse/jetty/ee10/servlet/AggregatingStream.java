package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.ServletOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * A stream that gathers small writes in one pooled buffer, the aggregate: how large it is, and from when to when there is one.
 *
 * <pre>
 * none --the first small write--&gt; empty --writes--&gt; filled --flipAggregate, written, emptyAggregate--&gt; empty --releaseBuffer--&gt; none
 * </pre>
 *
 * <p>A layer of {@link HttpOutput}, rather than an object of its own, as each write uses it. Confined as that is.
 */
abstract class AggregatingStream extends ServletOutputStream {
    /** Room for any character and more. */
    private static final int MIN_BUFFER = 64;

    final StreamChannel channel;

    /** The bytes of the aggregate, in fill mode; null as long as there is none. */
    @Nullable
    ByteBuffer buffer;

    private RetainableByteBuffer.@Nullable Mutable aggregate;
    private int bufferSize = -1;

    AggregatingStream(StreamChannel channel) {
        this.channel = channel;
    }

    /** Returns how many bytes are gathered. */
    int getBufferSize() {
        if (bufferSize < 0) {
            int aggregation = channel.getHttpConfiguration().getOutputAggregationSize();
            int size = channel.getHttpConfiguration().getOutputBufferSize();
            bufferSize = Math.max(aggregation, size);
        }
        return bufferSize;
    }

    /** Gives an aggregate of another size back, and has the next one of this size. */
    final void resize(int size) {
        releaseBuffer();
        bufferSize = Math.max(size, MIN_BUFFER);
    }

    /** Returns {@link #buffer}, which is acquired if there is none. */
    final ByteBuffer buffer(boolean forText) {
        if (buffer == null) {
            boolean direct = !forText && channel.getHttpConfiguration().isUseOutputDirectByteBuffers();
            aggregate = getByteBufferPool().acquire(getBufferSize(), direct);
            buffer = aggregate.getByteBuffer();
            BufferUtil.flipToFill(buffer);
            limit(buffer, getBufferSize());
        }
        return buffer;
    }

    /** Returns the buffer, one of the heap; a direct one that is filled has to be emptied first, and is returned as it is. */
    final ByteBuffer textBuffer() {
        if (buffer != null && !buffer.hasArray() && buffer.position() == 0) {
            releaseBuffer();
        }
        return buffer(true);
    }

    /** Whether something is gathered. */
    final boolean hasAggregate() {
        return buffer != null && buffer.position() > 0;
    }

    /** Returns what the buffer is in, when something is gathered, to be retained while it is written. */
    final RetainableByteBuffer getAggregate() {
        RetainableByteBuffer gathered = aggregate;
        assert gathered != null : "something is gathered";
        return gathered;
    }

    /** Returns the buffer of something that is gathered, or was just now. */
    final ByteBuffer gathered() {
        ByteBuffer gathered = buffer;
        assert gathered != null : "something is gathered";
        return gathered;
    }

    /** Returns what is gathered, ready to be written. */
    final ByteBuffer flipAggregate() {
        return gathered().flip();
    }

    /** Drops what is gathered. */
    final void emptyAggregate() {
        limit(gathered().clear(), getBufferSize());
    }

    /** A pooled buffer may be larger than asked for. */
    static void limit(ByteBuffer empty, int size) {
        empty.limit(Math.min(empty.capacity(), size));
    }

    final void releaseBuffer() {
        RetainableByteBuffer held = aggregate;
        aggregate = null;
        buffer = null;
        if (held != null) {
            held.release();
        }
    }

    private ByteBufferPool getByteBufferPool() {
        return channel.getRequest().getComponents().getByteBufferPool();
    }

    /** Returns a pool whose buffers are as large as the aggregate. */
    final ByteBufferPool.Sized sizedPool() {
        return new ByteBufferPool.Sized(getByteBufferPool(), false, getBufferSize());
    }
}
