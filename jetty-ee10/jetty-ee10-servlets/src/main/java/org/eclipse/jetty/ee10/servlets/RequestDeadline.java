package org.eclipse.jetty.ee10.servlets;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.Scheduler;

/** Does something to the thread of a request when it takes too long, and never once it is over. Guarded by this. */
final class RequestDeadline implements AutoCloseable {
    private final Runnable late;
    private final Scheduler.Task task;
    private boolean over;
    private boolean missed;

    RequestDeadline(Scheduler scheduler, long milliseconds, Runnable late) {
        this.late = late;
        this.task = scheduler.schedule(this::miss, milliseconds, TimeUnit.MILLISECONDS);
    }

    private synchronized void miss() {
        if (over) {
            return;
        }
        missed = true;
        late.run();
    }

    /** Returns whether the request took too long. */
    synchronized boolean isMissed() {
        return missed;
    }

    /** Ends the request; an interruption that came of the deadline does not outlive it. */
    @Override
    public void close() {
        task.cancel();
        synchronized (this) {
            over = true;
            if (missed) {
                Thread.interrupted();
            }
        }
    }
}
