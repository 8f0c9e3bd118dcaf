package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A stream that became a tunnel (RFC 9113, section 8.5; RFC 8441), as the endpoint of the connection that it carries.
 *
 * <pre>
 * write  NONE --flush--&gt; SENDING --sent--&gt; NONE                       in the thread that flushes
 *                        SENDING --incomplete--&gt; WAITING --sent--&gt; NONE: the write goes on
 * </pre>
 *
 * <p>Thread-safe as other endpoints: one fills while another one flushes.
 */
public abstract class StreamEndPoint extends AbstractEndPoint {
    private static final int NONE = 0;
    private static final int SENDING = 1;
    private static final int SENT = 2;
    private static final int WAITING = 3;

    private final AtomicInteger write = new AtomicInteger();
    private final AtomicReference<Content.Chunk> chunk = new AtomicReference<>();
    private volatile @Nullable Throwable failure;

    protected StreamEndPoint() {
        // the stream watches the time
        super(null);
    }

    /** Returns what has come on the stream, as {@link Content.Source#read()}. */
    protected abstract Content.@Nullable Chunk readContent();

    /** Has {@link #fillableTask()} run when something has come. */
    protected abstract void demandContent();

    /** Runs a task in another call than this one. */
    protected abstract void offer(Runnable task);

    /**
     * Sends bytes.
     *
     * @param last whether nothing follows
     * @param content consumed when the callback succeeds; null for none
     */
    protected abstract void send(boolean last, @Nullable ByteBuffer content, Callback callback);

    /** Ends the stream, whatever is still to come. */
    protected abstract void endStream();

    /** The network takes bytes of all streams together. */
    @Override
    public long getBytesTaken() {
        return -1;
    }

    @Override
    public int fill(ByteBuffer buffer) throws EofException {
        Content.Chunk next = chunk.getAndSet(null);
        int total = 0;
        try {
            while (BufferUtil.space(buffer) > 0) {
                if (next == null) {
                    next = readContent();
                }
                if (next == null) {
                    return total;
                }
                if (Content.Chunk.isFailure(next)) {
                    throw new EofException(next.getFailure());
                }
                total += BufferUtil.append(buffer, next.getByteBuffer());
                if (!next.hasRemaining()) {
                    if (next.isLast() && total == 0) {
                        shutdownInput();
                        return -1;
                    }
                    next = Content.Chunk.releaseAndNext(next);
                    if (next != null && total > 0) {
                        return total;
                    }
                }
            }
            return total;
        } finally {
            keep(next);
        }
    }

    /** Keeps what was not used of a chunk; who closes this releases it, and so does who keeps it too late for that. */
    private void keep(Content.@Nullable Chunk rest) {
        if (rest != null) {
            chunk.set(rest);
            if (!isOpen()) {
                releaseChunk();
            }
        }
    }

    private void releaseChunk() {
        Content.Chunk rest = chunk.getAndSet(null);
        if (rest != null) {
            rest.release();
        }
    }

    @Override
    protected void needsFillInterest() {
        if (chunk.get() != null) {
            offer(fillableTask());
        } else {
            demandContent();
        }
    }

    /** Returns what tells the connection in the tunnel that bytes have come. */
    public final Runnable fillableTask() {
        return new Invocable.Task() {
            @Override
            public void run() {
                getFillInterest().fillable();
            }

            @Override
            public InvocationType getInvocationType() {
                return getFillInterest().getCallbackInvocationType();
            }
        };
    }

    @Override
    public boolean flush(ByteBuffer... buffers) throws EofException {
        for (ByteBuffer buffer : buffers) {
            if (failure != null) {
                throw new EofException(failure);
            }
            if (!buffer.hasRemaining()) {
                continue;
            }
            if (!write.compareAndSet(NONE, SENDING)) {
                return false;
            }
            send(false, buffer, new Sent());
            if (!write.compareAndSet(SENT, NONE)) {
                return false;
            }
            if (failure != null) {
                throw new EofException(failure);
            }
        }
        return true;
    }

    @Override
    protected void onIncompleteFlush() {
        if (!write.compareAndSet(SENDING, WAITING)) {
            write.set(NONE);
            completeWrite();
        }
    }

    @Override
    protected void doShutdownOutput() {
        send(true, null, Callback.NOOP);
    }

    @Override
    protected void doClose() {
        releaseChunk();
        endStream();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        Connection connection = getConnection();
        if (connection != null) {
            connection.onClose(cause);
        }
    }

    /** One buffer of a flush. */
    private final class Sent implements Callback {
        @Override
        public void succeeded() {
            if (!write.compareAndSet(SENDING, SENT)) {
                write.set(NONE);
                completeWrite();
            }
        }

        @Override
        public void failed(Throwable x) {
            failure = x;
            succeeded();
        }

        @Override
        public InvocationType getInvocationType() {
            return writeInvocationType();
        }
    }
}
