package org.eclipse.jetty.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * One side of a tunnel: it writes to the other side what it reads.
 *
 * <pre>
 * onOpen of both sides --&gt; bytes that came before are written, then: fill --&gt; write to the other side --&gt; fill ...
 *                          nothing to fill: the buffer is released, and bytes are waited for
 *                          end of input:    the output of the other side is shut down; a side at both ends closes
 *                          failure:         both sides are closed
 * </pre>
 *
 * <p>The next bytes are read when the other side has taken the ones before, so that a tunnel has two buffers at most, and none while it is
 * idle. A side is idle when neither has had bytes for its idle timeout. Thread-safe.
 */
public class TunnelConnection extends AbstractConnection implements Connection.UpgradeTo {
    private final ByteBufferPool pool;
    private final Transfer transfer = new Transfer();
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile @Nullable TunnelConnection peer;
    private volatile long lastActivity = System.nanoTime();
    private volatile boolean opened;
    private @Nullable ByteBuffer prefilled;

    /** @param bufferSize the bytes that are read at once */
    public TunnelConnection(EndPoint endPoint, Executor executor, ByteBufferPool pool, int bufferSize) {
        super(endPoint, executor);
        this.pool = pool;
        setInputBufferSize(bufferSize);
    }

    public ByteBufferPool getByteBufferPool() {
        return pool;
    }

    /** Joins two sides. Bytes move once both are open. */
    public static void join(TunnelConnection one, TunnelConnection other) {
        one.peer = other;
        other.peer = one;
    }

    /** Returns the other side; null before they are joined. */
    public @Nullable TunnelConnection getPeer() {
        return peer;
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer bytes) {
        if (BufferUtil.hasContent(bytes)) {
            prefilled = bytes;
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        opened = true;
        TunnelConnection other = peer;
        if (other != null && other.opened) {
            other.begin();
            begin();
        }
    }

    private void begin() {
        if (begun.compareAndSet(false, true)) {
            transfer.iterate();
        }
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }

    @Override
    public void onFillable() {
        transfer.iterate();
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        closeBoth(cause);
    }

    /** Reads bytes of this side; -1 at the end. */
    protected int read(EndPoint endPoint, ByteBuffer buffer) throws IOException {
        return endPoint.fill(buffer);
    }

    /** Writes bytes of this side to the end point of the other one. */
    protected void write(EndPoint endPoint, ByteBuffer buffer, Callback callback) {
        endPoint.write(callback, buffer);
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        TunnelConnection other = peer;
        long last = other == null ? lastActivity : Math.max(lastActivity, other.lastActivity);
        long idle = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - last);
        if (idle >= getEndPoint().getIdleTimeout()) {
            closeBoth(timeout);
        }
        return false;
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        TunnelConnection other = peer;
        if (other != null) {
            other.getEndPoint().close(cause);
        }
    }

    private void closeBoth(Throwable cause) {
        TunnelConnection other = peer;
        getEndPoint().close(cause);
        if (other != null) {
            other.getEndPoint().close(cause);
        }
    }

    /** Moves bytes of this side to the other one. */
    private final class Transfer extends IteratingCallback {
        private RetainableByteBuffer.@Nullable Mutable buffer;

        @Override
        protected Action process() throws IOException {
            TunnelConnection other = peer;
            assert other != null : "bytes move once both are open";
            if (prefilled != null) {
                ByteBuffer bytes = prefilled;
                prefilled = null;
                write(other.getEndPoint(), bytes, this);
                return Action.SCHEDULED;
            }
            if (buffer == null) {
                buffer = pool.acquire(getInputBufferSize(), true);
            }
            ByteBuffer bytes = buffer.getByteBuffer();
            BufferUtil.clear(bytes);
            int filled = read(getEndPoint(), bytes);
            if (filled > 0) {
                lastActivity = System.nanoTime();
                write(other.getEndPoint(), bytes, this);
                return Action.SCHEDULED;
            }
            release();
            if (filled == 0) {
                tryFillInterested();
                return Action.IDLE;
            }
            other.getEndPoint().shutdownOutput();
            return Action.SUCCEEDED;
        }

        private void release() {
            if (buffer != null) {
                buffer.release();
                buffer = null;
            }
        }

        @Override
        protected void onSuccess() {
            lastActivity = System.nanoTime();
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            release();
            closeBoth(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
