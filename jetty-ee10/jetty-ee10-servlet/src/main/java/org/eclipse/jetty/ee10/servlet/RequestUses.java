package org.eclipse.jetty.ee10.servlet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The uses that threads make of what is pooled behind one request: the buffer of its output and the chunk of its input.
 *
 * <p>The thread that handles the request is its owner. While it is, the request cannot end, so that it pays nothing. Any other
 * thread enters before a use and leaves afterwards. It leaves, too, while it waits for the client, so that uses are short and
 * the end can wait for them:
 *
 * <pre>
 * n          --enter--&gt; n + 1
 * n          --leave--&gt; n - 1
 * n          --end--&gt;   ENDED | n      no thread enters any longer
 * ENDED | 0  ----------&gt; ENDED | ALONE  by the thread that ends, or the last that leaves: the response is completed
 * </pre>
 *
 * <p>It belongs to one request for ever, so that a thread that is late finds it ended. Thread-safe.
 */
abstract class RequestUses {
    private static final int ENDED = Integer.MIN_VALUE;
    private static final int ALONE = 1 << 30;
    private static final VarHandle USES;

    static {
        try {
            USES = MethodHandles.lookup().findVarHandle(RequestUses.class, "uses", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int uses;

    /** Read by any thread, but equal to a thread only if that thread set it, and has not cleared it since. */
    private @Nullable Thread owner;

    final void own() {
        owner = Thread.currentThread();
    }

    final void disown() {
        owner = null;
    }

    /** Whether the calling thread handles the request: it need not enter. */
    final boolean isOwner() {
        return owner == Thread.currentThread();
    }

    /** Begins a use by a thread that is not the owner; returns false after the end. */
    final boolean enter() {
        while (true) {
            int n = uses;
            if (n < 0) {
                return false;
            }
            if (USES.compareAndSet(this, n, n + 1)) {
                return true;
            }
        }
    }

    /** Goes on with a use that was left for a while; returns false if the request has ended meanwhile. To be left again. */
    final boolean enterAgain() {
        return (int) USES.getAndAdd(this, 1) >= 0;
    }

    final void leave() {
        if ((int) USES.getAndAdd(this, -1) == (ENDED | 1)) {
            beAlone();
        }
    }

    /** No use begins any longer; {@link #onAlone()} follows when all have ended. The owner has no use after this. */
    final void end() {
        if ((int) USES.getAndBitwiseOr(this, ENDED) == 0) {
            beAlone();
        }
    }

    private void beAlone() {
        if (USES.compareAndSet(this, ENDED, ENDED | ALONE)) {
            onAlone();
        }
    }

    final boolean isEnded() {
        return uses < 0;
    }

    /** No thread uses the request any longer, and none will: called once. */
    protected abstract void onAlone();
}
