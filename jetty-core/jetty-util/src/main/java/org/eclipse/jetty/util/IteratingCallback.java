package org.eclipse.jetty.util;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Does one asynchronous operation after the other, in a loop instead of a recursion.
 *
 * <p>{@link #process()} starts an operation with this as its callback and returns SCHEDULED; when the operation has
 * succeeded, {@link #onSuccess()} and {@code process()} are called again, until it returns SUCCEEDED, or IDLE: then a
 * call of {@link #iterate()} goes on. {@code process()} and the {@code on...} methods are called by one thread at a time,
 * except for {@link #onAborted(Throwable)} and the {@link #onFailure(Throwable)} after it, which do not wait.
 *
 * <table>
 * <caption>The state word, with flags: CALLED (the operation ended while processing), AGAIN (iterate() was called),
 * ABORTED</caption>
 * <tr><th>from</th><th>by</th><th>to</th></tr>
 * <tr><td>IDLE</td><td>iterate()</td><td>PROCESSING</td></tr>
 * <tr><td>IDLE</td><td>abort, close</td><td>COMPLETE</td></tr>
 * <tr><td>PROCESSING</td><td>iterate()</td><td>+AGAIN</td></tr>
 * <tr><td>PROCESSING</td><td>succeeded, failed</td><td>+CALLED</td></tr>
 * <tr><td>PROCESSING</td><td>abort, close</td><td>+ABORTED</td></tr>
 * <tr><td>PROCESSING</td><td>SCHEDULED</td><td>PENDING; with CALLED: PROCESSING, or COMPLETE if failed</td></tr>
 * <tr><td>PROCESSING</td><td>IDLE</td><td>IDLE; with AGAIN: PROCESSING; with ABORTED: COMPLETE</td></tr>
 * <tr><td>PROCESSING</td><td>SUCCEEDED, exception</td><td>COMPLETE</td></tr>
 * <tr><td>PENDING</td><td>succeeded</td><td>PROCESSING; with ABORTED: COMPLETE</td></tr>
 * <tr><td>PENDING</td><td>failed</td><td>COMPLETE</td></tr>
 * <tr><td>PENDING</td><td>abort, close</td><td>+ABORTED</td></tr>
 * <tr><td>COMPLETE</td><td>reset()</td><td>IDLE</td></tr>
 * <tr><td>COMPLETE</td><td>close</td><td>COMPLETE, closed</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
public abstract class IteratingCallback implements Callback {
    private static final VarHandle STATE;
    private static final VarHandle FAILURE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(IteratingCallback.class, "state", int.class);
            FAILURE = MethodHandles.lookup().findVarHandle(IteratingCallback.class, "failure", Throwable.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private static final int IDLE = 0;
    private static final int PROCESSING = 1;
    private static final int PENDING = 2;
    private static final int COMPLETE = 3;
    private static final int STATES = 3;
    private static final int CALLED = 4;
    private static final int AGAIN = 8;
    private static final int ABORTED = 16;
    private static final int CLOSED = 32;

    /** What {@link #process()} has done. */
    protected enum Action {
        /** There is nothing to do now. */
        IDLE,
        /** An operation was started, and completes this callback. */
        SCHEDULED,
        /** All is done. */
        SUCCEEDED
    }

    private volatile int state;
    private volatile @Nullable Throwable failure;

    protected IteratingCallback() {
        this(false);
    }

    protected IteratingCallback(boolean needReset) {
        state = needReset ? COMPLETE : IDLE;
    }

    /** Starts the next operation. */
    protected abstract Action process() throws Throwable;

    /** The last operation succeeded, and process() is called next. */
    protected void onSuccess() {}

    /** All failed: called once, before onCompleteFailure, and at once by abort. */
    protected void onFailure(Throwable cause) {}

    /** All is done, successfully. */
    protected void onCompleteSuccess() {}

    /** All is done, with this failure, and no operation is going on any more. */
    protected void onCompleteFailure(Throwable cause) {}

    /** Aborted: called at once, maybe while an operation is going on. */
    protected void onAborted(Throwable cause) {}

    /** All is done, after onCompleteSuccess or onCompleteFailure; the cause is null after success. */
    protected void onCompleted(@Nullable Throwable causeOrNull) {}

    /** Makes sure that process() is called, now or once more. */
    public void iterate() {
        while (true) {
            int s = state;
            switch (s & STATES) {
                case IDLE -> {
                    if (cas(s, PROCESSING)) {
                        processing();
                        return;
                    }
                }
                case PROCESSING, PENDING -> {
                    if (cas(s, s | AGAIN)) {
                        return;
                    }
                }
                default -> {
                    return;
                }
            }
        }
    }

    private void processing() {
        while (true) {
            Action action = null;
            Throwable thrown = null;
            try {
                action = process();
                if (action == null) {
                    thrown = new IllegalStateException("process() returned null");
                }
            } catch (Throwable x) {
                thrown = x;
            }
            if (!processed(action, thrown)) {
                return;
            }
        }
    }

    /** Returns whether to process again. */
    private boolean processed(@Nullable Action action, @Nullable Throwable thrown) {
        while (true) {
            int s = state;
            boolean aborted = (s & ABORTED) != 0;
            boolean called = (s & CALLED) != 0;
            if (thrown != null) {
                setFailure(thrown);
                if (cas(s, COMPLETE | s & (ABORTED | CLOSED))) {
                    completeFailure(aborted);
                    return false;
                }
            } else if (action == Action.SCHEDULED) {
                if (!called) {
                    if (cas(s, s & ~STATES | PENDING)) {
                        return false;
                    }
                } else if (aborted || failure != null) {
                    if (cas(s, COMPLETE | s & (ABORTED | CLOSED))) {
                        completeFailure(aborted);
                        return false;
                    }
                } else if (cas(s, s & ~(CALLED | AGAIN))) {
                    return succeed();
                }
            } else if (aborted) {
                if (cas(s, COMPLETE | s & (ABORTED | CLOSED))) {
                    completeFailure(true);
                    return false;
                }
            } else if (called) {
                thrown = new IllegalStateException("completed without an operation: " + this);
            } else if (action == Action.SUCCEEDED) {
                if (cas(s, COMPLETE)) {
                    completeSuccess();
                    return false;
                }
            } else if ((s & AGAIN) != 0) {
                if (cas(s, s & ~AGAIN)) {
                    return true;
                }
            } else if (cas(s, IDLE)) {
                return false;
            }
        }
    }

    /** Calls onSuccess(), in state PROCESSING; returns whether to process. */
    private boolean succeed() {
        try {
            onSuccess();
            return (state & ABORTED) == 0 || processed(Action.IDLE, null);
        } catch (Throwable x) {
            return processed(null, x);
        }
    }

    private void completeSuccess() {
        try {
            onCompleteSuccess();
        } finally {
            onCompleted(null);
        }
    }

    private void completeFailure(boolean aborted) {
        Throwable cause = failure;
        assert cause != null : "set before the state";
        try {
            if (!aborted) {
                onFailure(cause);
            }
        } finally {
            try {
                onCompleteFailure(cause);
            } finally {
                onCompleted(cause);
            }
        }
    }

    private void setFailure(@Nullable Throwable x) {
        Throwable cause = x == null ? new IOException("failed") : x;
        if (!FAILURE.compareAndSet(this, null, cause)) {
            ExceptionUtil.addSuppressedIfNotAssociated(failure, cause);
        }
    }

    /** The operation has succeeded. */
    @Override
    public final void succeeded() {
        while (true) {
            int s = state;
            switch (s & STATES) {
                case PROCESSING -> {
                    if ((s & CALLED) != 0) {
                        throw new IllegalStateException("completed twice: " + this);
                    }
                    if (cas(s, s | CALLED)) {
                        return;
                    }
                }
                case PENDING -> {
                    if ((s & ABORTED) != 0) {
                        if (cas(s, COMPLETE | s & (ABORTED | CLOSED))) {
                            completeFailure(true);
                            return;
                        }
                    } else if (cas(s, PROCESSING)) {
                        if (succeed()) {
                            processing();
                        }
                        return;
                    }
                }
                case COMPLETE -> {
                    return;
                }
                default -> throw new IllegalStateException("completed without an operation: " + this);
            }
        }
    }

    /** The operation has failed. */
    @Override
    public final void failed(Throwable cause) {
        while (true) {
            int s = state;
            switch (s & STATES) {
                case PROCESSING -> {
                    if ((s & CALLED) != 0) {
                        IllegalStateException x = new IllegalStateException("completed twice: " + this);
                        x.addSuppressed(cause);
                        throw x;
                    }
                    setFailure(cause);
                    if (cas(s, s | CALLED)) {
                        return;
                    }
                }
                case PENDING -> {
                    if (cas(s, COMPLETE | s & (ABORTED | CLOSED))) {
                        setFailure(cause);
                        completeFailure((s & ABORTED) != 0);
                        return;
                    }
                }
                case COMPLETE -> {
                    return;
                }
                default -> throw new IllegalStateException("failed without an operation: " + this, cause);
            }
        }
    }

    /** Aborts what is not complete, and refuses to be used again. */
    public final void close() {
        while (true) {
            int s = state;
            if ((s & STATES) == COMPLETE) {
                if (cas(s, s | CLOSED)) {
                    return;
                }
            } else if (abort(new IOException("Closed"), CLOSED)) {
                return;
            }
        }
    }

    /**
     * Fails as soon as no operation is going on.
     *
     * @return false when it was complete or aborted before
     */
    public final boolean abort(Throwable cause) {
        return abort(cause, 0);
    }

    private boolean abort(Throwable cause, int flags) {
        while (true) {
            int s = state;
            if ((s & STATES) == COMPLETE) {
                return false;
            }
            if ((s & ABORTED) != 0) {
                return cas(s, s | flags) && flags != 0;
            }
            boolean idle = (s & STATES) == IDLE;
            setFailure(cause);
            if (cas(s, (idle ? COMPLETE : s) | ABORTED | flags)) {
                Throwable x = failure;
                assert x != null : "set above";
                try {
                    onAborted(x);
                } finally {
                    try {
                        onFailure(x);
                    } finally {
                        if (idle) {
                            completeFailure(true);
                        }
                    }
                }
                return true;
            }
        }
    }

    private boolean cas(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    public boolean isClosed() {
        return (state & CLOSED) != 0;
    }

    public boolean isFailed() {
        return (state & STATES) == COMPLETE && failure != null;
    }

    public boolean isSucceeded() {
        return (state & STATES) == COMPLETE && failure == null;
    }

    public boolean isAborted() {
        return (state & ABORTED) != 0;
    }

    /**
     * Makes it ready to be used again.
     *
     * @return false when it is in use, or closed
     */
    public boolean reset() {
        while (true) {
            int s = state;
            if ((s & CLOSED) != 0) {
                return false;
            }
            if ((s & STATES) == IDLE) {
                return true;
            }
            if ((s & STATES) != COMPLETE) {
                return false;
            }
            failure = null;
            if (cas(s, IDLE)) {
                return true;
            }
        }
    }

    @Override
    public String toString() {
        int s = state;
        String name =
                switch (s & STATES) {
                    case IDLE -> "IDLE";
                    case PROCESSING -> "PROCESSING";
                    case PENDING -> "PENDING";
                    default -> "COMPLETE";
                };
        return String.format(
                "%s@%x[%s%s%s]",
                getClass().getSimpleName(),
                hashCode(),
                name,
                (s & ABORTED) == 0 ? "" : ",aborted",
                failure == null ? "" : "," + failure);
    }
}
