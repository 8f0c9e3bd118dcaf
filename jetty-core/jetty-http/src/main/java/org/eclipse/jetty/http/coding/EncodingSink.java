package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * Encodes what is written to it and writes that to another sink, a buffer at a time, without blocking.
 *
 * <p>The pending write and what waits for it are guarded by lock; the rest belongs to the thread of the pending write.
 */
public class EncodingSink implements Content.Sink {
    private final Object lock = new Object();
    private final Sender sender = new Sender();
    private final Content.Sink sink;
    private final AtomicReference<ContentEncoder> encoder;
    private final ByteBufferPool pool;
    private final int bufferSize;
    private final boolean direct;
    private volatile boolean lastBegun;
    private @Nullable Callback pending;
    private @Nullable Callback idle;

    /**
     * Creates a sink, which releases the encoder at its end.
     *
     * @param bufferSize the most bytes that are written at a time; at least 64 are taken
     * @param direct whether buffers are direct
     */
    public EncodingSink(
            Content.Sink sink, ContentEncoder encoder, ByteBufferPool pool, int bufferSize, boolean direct) {
        this.sink = sink;
        this.encoder = new AtomicReference<>(encoder);
        this.pool = pool;
        this.bufferSize = Math.max(bufferSize, 64);
        this.direct = direct;
    }

    /** Whether the last write was begun. */
    public boolean isLastBegun() {
        return lastBegun;
    }

    /** Fails with {@link WritePendingException} while a write is pending, and with {@link EofException} after the last. */
    @Override
    public void write(boolean last, @Nullable ByteBuffer content, Callback callback) {
        Throwable refusal = null;
        synchronized (lock) {
            if (pending != null) {
                refusal = new WritePendingException();
            } else if (lastBegun) {
                refusal = new EofException("written after the last write");
            } else {
                pending = callback;
                lastBegun = last;
            }
        }
        if (refusal != null) {
            callback.failed(refusal);
        } else if (sender.reset()) {
            sender.start(last, content == null ? BufferUtil.EMPTY_BUFFER : content);
        } else {
            synchronized (lock) {
                pending = null;
            }
            callback.failed(new EofException("written after the end"));
        }
    }

    /** If a write is pending, completes the callback as it ends, and returns true. */
    public boolean awaitIdle(Callback callback) {
        synchronized (lock) {
            if (pending == null) {
                return false;
            }
            idle = callback;
            return true;
        }
    }

    /** Nothing is written any more: gives the encoder back once no write goes on. */
    public void close() {
        sender.close();
        if (sender.isSucceeded() || sender.isFailed()) {
            releaseEncoder();
        }
    }

    private void releaseEncoder() {
        ContentEncoder released = encoder.getAndSet(null);
        if (released != null) {
            released.release();
        }
    }

    /** Encodes one write: fills a buffer and sends it, until all is taken. */
    private final class Sender extends IteratingCallback {
        private @Nullable ByteBuffer content;
        private int length;
        private boolean last;
        private boolean done;
        private RetainableByteBuffer.@Nullable Mutable output;

        private Sender() {
            super(true);
        }

        private void start(boolean lastWrite, ByteBuffer bytes) {
            content = bytes;
            length = bytes.remaining();
            last = lastWrite;
            done = false;
            iterate();
        }

        @Override
        protected Action process() throws EofException {
            if (done) {
                return Action.SUCCEEDED;
            }
            ContentEncoder current = encoder.get();
            if (current == null) {
                throw new EofException("written after a failure");
            }
            if (content != null) {
                current.begin(content, last);
                content = null;
            }
            output = pool.acquire(size(), direct);
            ByteBuffer buffer = output.getByteBuffer();
            BufferUtil.clearToFill(buffer);
            done = current.encode(buffer);
            BufferUtil.flipToFlush(buffer, 0);
            if (done && !last && !buffer.hasRemaining()) {
                releaseOutput();
                return Action.SUCCEEDED;
            }
            sink.write(done && last, buffer, this);
            return Action.SCHEDULED;
        }

        /** All of a short last write fits into one buffer, even if it cannot be compressed. */
        private int size() {
            return last && length < bufferSize ? Math.min(bufferSize, length + (length >> 8) + 64) : bufferSize;
        }

        private void releaseOutput() {
            if (output != null) {
                output.release();
                output = null;
            }
        }

        @Override
        protected void onSuccess() {
            releaseOutput();
        }

        @Override
        protected void onCompleteSuccess() {
            if (last) {
                releaseEncoder();
            }
            Callback callback;
            Callback then;
            synchronized (lock) {
                callback = pending;
                pending = null;
                then = idle;
                idle = null;
            }
            assert callback != null : "of the write that is complete";
            callback.succeeded();
            if (then != null) {
                then.succeeded();
            }
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            content = null;
            releaseOutput();
            releaseEncoder();
            Callback callback;
            Callback then;
            synchronized (lock) {
                callback = pending;
                pending = null;
                then = idle;
                idle = null;
            }
            if (callback != null) {
                callback.failed(cause);
            }
            if (then != null) {
                then.failed(cause);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            Callback callback;
            synchronized (lock) {
                callback = pending;
            }
            return callback == null ? InvocationType.NON_BLOCKING : callback.getInvocationType();
        }
    }
}
