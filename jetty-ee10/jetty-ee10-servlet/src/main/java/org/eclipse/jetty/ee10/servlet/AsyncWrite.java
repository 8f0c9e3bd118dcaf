package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.WriteListener;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous writes of a stream, one after the other: first what is aggregated, then the application's own buffer.
 *
 * <pre>
 * state          write() or flush() that goes out   isReady()            the write is done
 * READY          PENDING                            true                 -
 * PENDING        WritePendingException              UNREADY, false       READY
 * UNREADY        WritePendingException              false                WRITTEN, the listener is told
 * WRITTEN        WritePendingException              READY, true          -; READY when the listener is called
 * PENDING        close(): CLOSING                   -                    the last write
 * </pre>
 *
 * <p>Made with the write listener of one request.
 */
final class AsyncWrite implements Callback {
    private static final int READY = 0;
    private static final int PENDING = 1;
    private static final int UNREADY = 2;
    private static final int WRITTEN = 3;
    private static final int CLOSING = 4;

    private final HttpOutput output;
    private final StreamChannel channel;
    private final WriteListener listener;
    private final AtomicInteger state = new AtomicInteger();
    /** The aggregate, while it is being written. */
    private @Nullable RetainableByteBuffer held;

    private @Nullable ByteBuffer next;
    private boolean nextLast;
    private boolean closingWrite;
    private @Nullable Callback lastCallback;

    AsyncWrite(HttpOutput output, StreamChannel channel, WriteListener listener) {
        this.output = output;
        this.channel = channel;
        this.listener = listener;
    }

    /** Whether no write is pending. */
    boolean isIdle() {
        return state.get() == READY;
    }

    /** The listener, which is about to be told that it may write. */
    WriteListener beginListener() {
        state.compareAndSet(WRITTEN, READY);
        return listener;
    }

    boolean isReady() {
        while (true) {
            switch (state.get()) {
                case READY -> {
                    return true;
                }
                case PENDING -> {
                    if (state.compareAndSet(PENDING, UNREADY)) {
                        return false;
                    }
                }
                case WRITTEN -> state.compareAndSet(WRITTEN, READY);
                default -> {
                    return output.isClosed();
                }
            }
        }
    }

    void start(boolean last, ByteBuffer content) {
        state.set(PENDING);
        if (output.hasAggregate()) {
            next = content.hasRemaining() || last ? content : null;
            nextLast = last;
            boolean onlyAggregate = last && !content.hasRemaining();
            if (onlyAggregate) {
                next = null;
            }
            channel.getResponse().write(onlyAggregate, hold(), this);
        } else {
            next = null;
            channel.getResponse().write(last, content, this);
        }
    }

    /** The aggregate to be written, which is kept out of the pool meanwhile. */
    private ByteBuffer hold() {
        RetainableByteBuffer aggregate = output.getAggregate();
        aggregate.retain();
        held = aggregate;
        return output.flipAggregate();
    }

    private void letGo() {
        RetainableByteBuffer done = held;
        if (done != null) {
            held = null;
            ByteBuffer empty = done.getByteBuffer();
            empty.clear();
            AggregatingStream.limit(empty, output.getBufferSize());
            done.release();
        }
    }

    /** Writes the rest asynchronously, once a pending write is done. */
    void writeLast(Callback callback) {
        lastCallback = callback;
        while (true) {
            int current = state.get();
            if (current == READY) {
                if (channel.getResponse().hasLastWrite()) {
                    callback.succeeded();
                    return;
                }
                state.set(CLOSING);
                last();
                return;
            }
            if (current == WRITTEN) {
                state.compareAndSet(WRITTEN, READY);
            } else if (current == CLOSING || state.compareAndSet(current, CLOSING)) {
                return;
            }
        }
    }

    private void last() {
        closingWrite = true;
        next = null;
        channel.getResponse().write(true, output.hasAggregate() ? hold() : BufferUtil.EMPTY_BUFFER, this);
    }

    @Override
    public void succeeded() {
        letGo();
        if (closingWrite) {
            end(null);
            return;
        }
        ByteBuffer content = next;
        if (content != null) {
            next = null;
            channel.getResponse().write(nextLast, content, this);
            return;
        }
        done();
    }

    @Override
    public void failed(Throwable x) {
        letGo();
        output.onWriteFailed(x);
        next = null;
        if (closingWrite) {
            end(x);
        } else {
            done();
        }
    }

    private void end(@Nullable Throwable x) {
        closingWrite = false;
        Callback callback = lastCallback;
        lastCallback = null;
        assert callback != null : "only writeLast() has the last write made";
        state.set(READY);
        if (x == null) {
            callback.succeeded();
        } else {
            callback.failed(x);
        }
    }

    private void done() {
        while (true) {
            switch (state.get()) {
                case PENDING -> {
                    if (!state.compareAndSet(PENDING, READY)) {
                        continue;
                    }
                    if (output.getError() != null) {
                        channel.onWritePossible();
                    }
                }
                case UNREADY -> {
                    // an application that was told "not ready" waits for its listener, whatever ends meanwhile
                    if (!state.compareAndSet(UNREADY, WRITTEN)) {
                        continue;
                    }
                    channel.onWritePossible();
                }
                case CLOSING -> {
                    if (output.getError() != null || channel.getResponse().hasLastWrite()) {
                        end(output.getError());
                    } else {
                        last();
                    }
                }
                default -> throw new IllegalStateException("No write was pending");
            }
            return;
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
