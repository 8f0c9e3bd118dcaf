package org.eclipse.jetty.server.internal.http1;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;

/**
 * Goes on with a connection in the thread that completes a flush, unless that is the one that began it.
 *
 * <pre>
 * BEGUN --began it, not done--&gt; LEFT --succeeded--&gt; the connection goes on in that thread
 * BEGUN --succeeded--&gt; SUCCEEDED: the thread that began it goes on
 * any   --failed--&gt;    the connection is closed
 * </pre>
 *
 * <p>Thread-safe.
 */
final class FlushCallback implements Callback {
    private static final int BEGUN = 0;
    private static final int LEFT = 1;
    private static final int SUCCEEDED = 2;
    private static final int FAILED = 3;

    private final AtomicInteger order = new AtomicInteger(BEGUN);
    private final Http1Turns turns;

    FlushCallback(Http1Turns turns) {
        this.turns = turns;
    }

    /** False where the connection goes on later, or is closed. */
    boolean isDoneHere() {
        return !order.compareAndSet(BEGUN, LEFT) && order.get() == SUCCEEDED;
    }

    @Override
    public void succeeded() {
        if (!order.compareAndSet(BEGUN, SUCCEEDED)) {
            turns.run();
        }
    }

    @Override
    public void failed(Throwable x) {
        order.compareAndSet(BEGUN, FAILED);
        turns.onFlushFailed(x);
    }

    @Override
    public InvocationType getInvocationType() {
        return turns.connection.getInvocationType();
    }
}
