package org.eclipse.jetty.io.content;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Gathers small writes in one pooled buffer. One write at a time, as for every sink. */
public class BufferedContentSink implements Content.Sink {
    private final Content.Sink sink;
    private final ByteBufferPool pool;
    private final boolean direct;
    private final int maxAggregationSize;
    private final int maxBufferSize;
    private RetainableByteBuffer.@Nullable Mutable aggregate;
    private boolean ended;
    private @Nullable Throwable failure;

    /**
     * @param pool where the buffer comes from; null for none
     * @param direct whether the buffer is a direct one
     * @param maxAggregationSize writes of at most this many bytes are gathered
     * @param maxBufferSize the bytes gathered before they are written
     */
    public BufferedContentSink(
            Content.Sink sink,
            @Nullable ByteBufferPool pool,
            boolean direct,
            int maxAggregationSize,
            int maxBufferSize) {
        if (maxBufferSize <= 0 || maxAggregationSize < 0 || maxBufferSize < maxAggregationSize) {
            throw new IllegalArgumentException("aggregation size " + maxAggregationSize + ", buffer size "
                    + maxBufferSize + " (expected: 0 <= aggregation size <= buffer size)");
        }
        this.sink = sink;
        this.pool = pool == null ? ByteBufferPool.NON_POOLING : pool;
        this.direct = direct;
        this.maxAggregationSize = maxAggregationSize;
        this.maxBufferSize = maxBufferSize;
    }

    /** As {@link #BufferedContentSink(Content.Sink, ByteBufferPool, boolean, int, int)}, with buffers of the pool's size. */
    public BufferedContentSink(Content.Sink sink, ByteBufferPool.Sized pool, int maxAggregationSize) {
        this(sink, pool, pool.isDirect(), maxAggregationSize, pool.getSize());
    }

    /** Writes what is gathered, and then flushes the sink. */
    public void flush(Callback callback) {
        write(false, BufferUtil.EMPTY_BUFFER, callback);
    }

    @Override
    public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        if (failure != null || ended) {
            callback.failed(failure != null ? failure : new IllegalStateException("written after the last write"));
            return;
        }
        ended = last;
        ByteBuffer bytes = byteBuffer == null ? BufferUtil.EMPTY_BUFFER : byteBuffer;
        // an empty write that is not the last is a flush
        boolean flush = last || !bytes.hasRemaining() || bytes.remaining() > maxAggregationSize;
        if (!flush && gathered(bytes)) {
            callback.succeeded();
        } else if (aggregate == null || !aggregate.hasRemaining()) {
            sink.write(last, bytes, finished(last, callback));
        } else if (bytes.remaining() <= maxAggregationSize && aggregate.append(bytes)) {
            sink.write(last, aggregate.getByteBuffer(), finished(last, callback));
        } else {
            sink.write(false, aggregate.getByteBuffer(), new Callback.Nested(callback) {
                @Override
                public void succeeded() {
                    sink.write(last, bytes, finished(last, getCallback()));
                }

                @Override
                public void failed(Throwable x) {
                    fail(x, getCallback());
                }
            });
        }
    }

    /** Takes all the bytes if they leave space in the buffer. */
    private boolean gathered(ByteBuffer bytes) {
        if (aggregate == null) {
            aggregate = pool.acquire(maxBufferSize, direct);
        } else if (!aggregate.hasRemaining()) {
            aggregate.clear();
        }
        return aggregate.remaining() + bytes.remaining() < maxBufferSize && aggregate.append(bytes);
    }

    private Callback finished(boolean last, Callback callback) {
        return new Callback.Nested(callback) {
            @Override
            public void succeeded() {
                if (aggregate != null) {
                    aggregate.clear();
                    if (last) {
                        release();
                    }
                }
                super.succeeded();
            }

            @Override
            public void failed(Throwable x) {
                fail(x, getCallback());
            }
        };
    }

    private void fail(Throwable x, Callback callback) {
        failure = x;
        release();
        callback.failed(x);
    }

    private void release() {
        if (aggregate != null) {
            aggregate.release();
            aggregate = null;
        }
    }
}
