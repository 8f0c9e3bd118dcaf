package org.eclipse.jetty.io.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Gathers small writes in one pooled buffer. One write at a time, as for every sink. */
public class BufferedContentSink implements Content.Sink {
    private final Content.Sink sink;
    private final ByteBufferPool pool;
    private final boolean direct;
    private final int maxAggregationSize;
    private final int maxBufferSize;
    private RetainableByteBuffer.Mutable aggregate;
    private boolean ended;
    private Throwable failure;

    public BufferedContentSink(
            Content.Sink sink, ByteBufferPool pool, boolean direct, int maxAggregationSize, int maxBufferSize) {
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

    @Override
    public void write(boolean last, ByteBuffer byteBuffer, Callback callback) {
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
