package org.eclipse.jetty.io;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A time-out that is set again and again, and rarely comes true.
 *
 * <p>Setting it later than before touches no timer: the pending task looks at the new time when it runs. Guarded by itself;
 * {@link #onTimeoutExpired()} is called outside.
 */
public abstract class CyclicTimeout implements Destroyable {
    private static final long NONE = Long.MAX_VALUE;

    private final Scheduler scheduler;
    private Scheduler.@Nullable Task task;
    private boolean scheduled;
    private long expireAt;
    private long wakeAt;

    protected CyclicTimeout(Scheduler scheduler) {
        this.scheduler = scheduler;
        expireAt = NONE;
    }

    public Scheduler getScheduler() {
        return scheduler;
    }

    /**
     * Sets the time-out, replacing the one set before.
     *
     * @return whether one was set before
     */
    public synchronized boolean schedule(long delay, TimeUnit units) {
        boolean replaced = expireAt != NONE;
        long now = System.nanoTime();
        long nanos = units.toNanos(delay);
        expireAt = now + nanos;
        if (expireAt == NONE) {
            expireAt--;
        }
        if (!scheduled || wakeAt - expireAt > 0) {
            if (task != null) {
                task.cancel();
            }
            wake(nanos, expireAt);
        }
        return replaced;
    }

    private void wake(long nanos, long at) {
        scheduled = true;
        wakeAt = at;
        task = scheduler.schedule(this::onWake, Math.max(1, nanos), TimeUnit.NANOSECONDS);
    }

    private void onWake() {
        synchronized (this) {
            scheduled = false;
            task = null;
            if (expireAt == NONE) {
                return;
            }
            long remaining = expireAt - System.nanoTime();
            if (remaining > 0) {
                wake(remaining, expireAt);
                return;
            }
            expireAt = NONE;
        }
        onTimeoutExpired();
    }

    /** Unsets the time-out; returns whether one was set. */
    public synchronized boolean cancel() {
        boolean set = expireAt != NONE;
        expireAt = NONE;
        return set;
    }

    /** Called when the time is over; on a thread of the scheduler. */
    public abstract void onTimeoutExpired();

    @Override
    public synchronized void destroy() {
        expireAt = NONE;
        scheduled = false;
        if (task != null) {
            task.cancel();
            task = null;
        }
    }
}
