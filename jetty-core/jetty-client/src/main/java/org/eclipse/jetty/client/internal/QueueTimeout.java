package org.eclipse.jetty.client.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Ends requests that wait for a connection for too long. One timer looks after a queue, at the time of the request that has waited
 * longest, as long as there are any. Thread-safe.
 */
final class QueueTimeout {
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final HttpDestination destination;
    private final Scheduler scheduler;
    private final long milliseconds;

    /** @param milliseconds that a request waits at most; 0 for no limit */
    QueueTimeout(HttpDestination destination, Scheduler scheduler, long milliseconds) {
        this.destination = destination;
        this.scheduler = scheduler;
        this.milliseconds = milliseconds;
    }

    /** Called when a request has been queued. */
    void queued() {
        if (milliseconds > 0 && scheduled.compareAndSet(false, true)) {
            scheduler.schedule(this::look, milliseconds, TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        scheduled.set(false);
        long limit = TimeUnit.MILLISECONDS.toNanos(milliseconds);
        for (Exchange late = destination.takeQueuedSince(limit); late != null; ) {
            late.fail(new TimeoutException("Queue timeout " + milliseconds + " ms elapsed for "
                    + destination.getOrigin().asString()));
            late = destination.takeQueuedSince(limit);
        }
        long oldest = destination.getLongestQueued();
        if (oldest >= 0 && scheduled.compareAndSet(false, true)) {
            // a millisecond more, as it is rounded down
            long left = TimeUnit.NANOSECONDS.toMillis(Math.max(0, limit - oldest)) + 1;
            scheduler.schedule(this::look, left, TimeUnit.MILLISECONDS);
        }
    }
}
