package org.eclipse.jetty.client.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends requests that wait for a connection for too long. One timer looks after a queue, at the time of the request that has waited
 * longest, as long as there are any. Thread-safe.
 */
public final class QueueTimeout {
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Queue queue;
    private final Scheduler scheduler;
    private final long milliseconds;

    /** Requests that wait. */
    public interface Queue {
        /** Ends those that have waited for so many milliseconds or more. */
        void failQueuedSince(long milliseconds);

        /** Returns for how many nanoseconds the first one has waited; negative if there is none. */
        long getLongestQueued();
    }

    /** @param milliseconds that a request waits at most; 0 for no limit */
    public QueueTimeout(Queue queue, Scheduler scheduler, long milliseconds) {
        this.queue = queue;
        this.scheduler = scheduler;
        this.milliseconds = milliseconds;
    }

    /** Called when a request has been queued. */
    public void queued() {
        if (milliseconds > 0 && scheduled.compareAndSet(false, true)) {
            scheduler.schedule(this::look, milliseconds, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        scheduled.set(false);
        queue.failQueuedSince(milliseconds);
        long oldest = queue.getLongestQueued();
        if (oldest >= 0 && scheduled.compareAndSet(false, true)) {
            // a millisecond more, as it is rounded down
            long left = TimeUnit.NANOSECONDS.toMillis(Math.max(0, TimeUnit.MILLISECONDS.toNanos(milliseconds) - oldest))
                    + 1;
            scheduler.schedule(this::look, left, TimeUnit.MILLISECONDS);
        }
    }
}
