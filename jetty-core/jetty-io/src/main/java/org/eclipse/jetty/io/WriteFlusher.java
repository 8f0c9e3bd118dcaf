package org.eclipse.jetty.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The one write of an endpoint that may be pending.
 *
 * <pre>
 * IDLE     --write-->          WRITING  --all flushed-->  IDLE      callback succeeded
 * WRITING  --not all-->        Pending  --writable-->     WRITING
 * WRITING  --fail-->           Failed   (the writer fails its callback)
 * Pending  --fail-->           Failed   callback failed
 * IDLE     --fail-->           Failed   the next write fails
 * </pre>
 *
 * <p>Thread-safe. A write that the kernel takes at once allocates nothing.
 */
abstract class WriteFlusher {
    private static final Object IDLE = new Object();
    private static final Object WRITING = new Object();
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WriteFlusher.class, "state", Object.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile Object state = IDLE;

    private final AbstractEndPoint endPoint;

    WriteFlusher(AbstractEndPoint endPoint) {
        this.endPoint = endPoint;
    }

    /** Called when not all could be written, to have {@link #completeWrite()} called when more can be. */
    protected abstract void onIncompleteFlush();

    void write(Callback callback, ByteBuffer buffer) {
        if (!begin(callback)) {
            return;
        }
        boolean flushed;
        try {
            flushed = endPoint.flush(buffer);
        } catch (Throwable x) {
            fail(callback, x);
            return;
        }
        if (flushed) {
            end(callback);
        } else {
            suspend(new Pending(callback, buffer, null));
        }
    }

    void write(Callback callback, ByteBuffer... buffers) {
        if (!begin(callback)) {
            return;
        }
        boolean flushed;
        try {
            flushed = endPoint.flush(buffers);
        } catch (Throwable x) {
            fail(callback, x);
            return;
        }
        if (flushed) {
            end(callback);
        } else {
            suspend(new Pending(callback, null, buffers));
        }
    }

    private boolean begin(Callback callback) {
        if (STATE.compareAndSet(this, IDLE, WRITING)) {
            return true;
        }
        if (state instanceof Failed failed) {
            callback.failed(failed.cause());
            return false;
        }
        throw new WritePendingException();
    }

    private void end(Callback callback) {
        if (STATE.compareAndSet(this, WRITING, IDLE)) {
            callback.succeeded();
        } else {
            callback.failed(((Failed) state).cause());
        }
    }

    private void fail(Callback callback, Throwable x) {
        if (!STATE.compareAndSet(this, WRITING, new Failed(x))
                && state instanceof Failed failed
                && failed.cause() != x) {
            x.addSuppressed(failed.cause());
        }
        callback.failed(x);
    }

    private void suspend(Pending pending) {
        if (STATE.compareAndSet(this, WRITING, pending)) {
            try {
                onIncompleteFlush();
            } catch (Throwable x) {
                onFail(x);
            }
        } else {
            pending.callback().failed(((Failed) state).cause());
        }
    }

    /** Goes on with the pending write. */
    void completeWrite() {
        if (!(state instanceof Pending pending) || !STATE.compareAndSet(this, pending, WRITING)) {
            return;
        }
        boolean flushed;
        try {
            flushed = pending.flush(endPoint);
        } catch (Throwable x) {
            fail(pending.callback(), x);
            return;
        }
        if (flushed) {
            end(pending.callback());
        } else {
            suspend(pending);
        }
    }

    /** Fails the pending write and those to come; returns whether a write was pending. */
    boolean onFail(Throwable cause) {
        Callback callback = cancel(cause);
        if (callback == null) {
            return false;
        }
        callback.failed(cause);
        return true;
    }

    /** Fails the pending write, if there is one; without one, those to come are not affected. */
    boolean onTimeout(Throwable cause) {
        if (state instanceof Pending pending && STATE.compareAndSet(this, pending, new Failed(cause))) {
            pending.callback().failed(cause);
            return true;
        }
        return false;
    }

    /** As {@link #onFail}, leaving it to the caller to fail the callback; null if no write was pending. */
    @Nullable
    Callback cancel(@Nullable Throwable cause) {
        Failed failed = new Failed(cause == null ? new IOException("write cancelled") : cause);
        while (true) {
            Object current = state;
            if (current instanceof Failed) {
                return null;
            }
            if (STATE.compareAndSet(this, current, failed)) {
                return current instanceof Pending pending ? pending.callback() : null;
            }
        }
    }

    void onClose(@Nullable Throwable cause) {
        onFail(cause == null ? new EofException("connection closed") : cause);
    }

    /** Whether a write is not done, mostly because it waits for the other side to take bytes. */
    boolean isPending() {
        Object current = state;
        return current == WRITING || current instanceof Pending;
    }

    Invocable.InvocationType getCallbackInvocationType() {
        return state instanceof Pending pending
                ? pending.callback().getInvocationType()
                : Invocable.InvocationType.BLOCKING;
    }

    @Override
    public String toString() {
        Object current = state;
        return current == IDLE ? "-" : current == WRITING ? "W" : current instanceof Pending ? "P" : "F";
    }

    private record Pending(Callback callback, @Nullable ByteBuffer buffer, ByteBuffer @Nullable [] buffers) {
        boolean flush(EndPoint endPoint) throws IOException {
            if (buffer != null) {
                return endPoint.flush(buffer);
            }
            assert buffers != null : "it has the one or the others";
            return endPoint.flush(buffers);
        }

        @Override
        public String toString() {
            return buffers != null ? "Pending[" + buffers.length + "]" : BufferUtil.toSummaryString(buffer);
        }
    }

    private record Failed(Throwable cause) {}
}
