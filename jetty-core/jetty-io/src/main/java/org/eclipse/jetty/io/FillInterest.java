package org.eclipse.jetty.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.ReadPendingException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The one callback that waits for bytes to read.
 *
 * <pre>
 * null      --register-->      callback
 * callback  --fillable/fail--> null
 * callback  --cancel-->        null, and the callback is not completed
 * any       --onClose-->       CLOSED
 * </pre>
 *
 * <p>Thread-safe.
 */
public abstract class FillInterest {
    private static final Callback CLOSED = new Callback() {};

    private static final VarHandle INTERESTED;

    static {
        try {
            INTERESTED = MethodHandles.lookup().findVarHandle(FillInterest.class, "interested", Callback.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile @Nullable Callback interested;

    protected FillInterest() {}

    /**
     * Registers the callback.
     *
     * @throws ReadPendingException if one is registered
     */
    public void register(Callback callback) throws ReadPendingException {
        if (!tryRegister(callback)) {
            throw new ReadPendingException();
        }
    }

    /** Registers the callback, or returns false if one is registered; after closing the callback fails at once. */
    public boolean tryRegister(Callback callback) {
        if (!INTERESTED.compareAndSet(this, null, callback)) {
            if (interested == CLOSED) {
                callback.failed(new EofException("connection closed"));
                return true;
            }
            return false;
        }
        try {
            needsFillInterest();
        } catch (Throwable x) {
            onFail(x);
        }
        return true;
    }

    /** Tells the callback that there is something to read; returns false if there is no callback. */
    public boolean fillable() {
        Callback callback = take();
        if (callback == null) {
            return false;
        }
        callback.succeeded();
        return true;
    }

    /** Ends the interest; returns its callback, which the caller tells, or null if there is none. */
    @Nullable
    Callback take() {
        Callback callback = interested;
        return callback != null && callback != CLOSED && INTERESTED.compareAndSet(this, callback, null)
                ? callback
                : null;
    }

    /**
     * Takes a callback back.
     *
     * @return whether the callback was registered; it is not completed then, else it was completed or is about to be
     */
    public boolean cancel(Callback callback) {
        return INTERESTED.compareAndSet(this, callback, null);
    }

    public boolean isInterested() {
        Callback callback = interested;
        return callback != null && callback != CLOSED;
    }

    public Invocable.InvocationType getCallbackInvocationType() {
        Callback callback = interested;
        return callback == null ? Invocable.InvocationType.BLOCKING : callback.getInvocationType();
    }

    /** Fails the callback; returns false if there is no callback. */
    public boolean onFail(Throwable cause) {
        Callback callback = take();
        if (callback == null) {
            return false;
        }
        callback.failed(cause);
        return true;
    }

    /** Fails the callback and those to come. */
    public void onClose() {
        onClose(new EofException("connection closed"));
    }

    void onClose(Throwable cause) {
        Callback callback = (Callback) INTERESTED.getAndSet(this, CLOSED);
        if (callback != null && callback != CLOSED) {
            callback.failed(cause);
        }
    }

    /** Called after registration, to have {@link #fillable()} called when there is something to read. */
    protected abstract void needsFillInterest() throws IOException;

    @Override
    public String toString() {
        Callback callback = interested;
        return callback == null ? "-" : callback == CLOSED ? "closed" : "FI";
    }
}
