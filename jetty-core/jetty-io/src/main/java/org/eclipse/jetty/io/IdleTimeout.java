package org.eclipse.jetty.io;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Watches for the time without activity.
 *
 * <p>{@link #notIdle()} only notes the time; one scheduled task looks at it when the time would be over at the earliest.
 * Thread-safe.
 */
public abstract class IdleTimeout {
    private static final VarHandle LAST_ACTIVITY;

    static {
        try {
            LAST_ACTIVITY = MethodHandles.lookup().findVarHandle(IdleTimeout.class, "lastActivity", long.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final @Nullable Scheduler scheduler;
    private final Check check = new Check();
    private Scheduler.@Nullable Task task;
    private volatile boolean watching;
    private volatile long idleTimeout;
    /** Written for each read and write, whose order with others does not matter: opaque. */
    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private long lastActivity = System.nanoTime();

    /** @param scheduler null for no time-out */
    protected IdleTimeout(@Nullable Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    public @Nullable Scheduler getScheduler() {
        return scheduler;
    }

    /** Milliseconds since the last activity. */
    public long getIdleFor() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - (long) LAST_ACTIVITY.getOpaque(this));
    }

    /** The milliseconds without activity that are allowed; 0 or less for any number. */
    public long getIdleTimeout() {
        return idleTimeout;
    }

    public void setIdleTimeout(long milliseconds) {
        long old = idleTimeout;
        idleTimeout = milliseconds;
        if (watching && old != milliseconds && isOpen() && (old <= 0 || milliseconds < old || milliseconds <= 0)) {
            deactivate();
            activate();
        }
    }

    /** Notes an activity. */
    public void notIdle() {
        LAST_ACTIVITY.setOpaque(this, System.nanoTime());
    }

    /** Starts watching. */
    public void onOpen() {
        LAST_ACTIVITY.setOpaque(this, System.nanoTime());
        watching = true;
        activate();
    }

    /** Ends watching. */
    public void onClose() {
        watching = false;
        deactivate();
    }

    private void activate() {
        schedule(Long.MAX_VALUE);
    }

    /**
     * Schedules the next look. The timeout is read under the lock: who schedules last does so for the timeout that was set
     * last, whoever set it.
     *
     * @param remaining the milliseconds until then, if the timeout leaves as many
     */
    private synchronized void schedule(long remaining) {
        long timeout = idleTimeout;
        if (timeout > 0 && scheduler != null && watching && isOpen()) {
            long delay = Math.max(1, Math.min(remaining, timeout - getIdleFor()));
            // one task at a time: another one would hold on to what it watches until its time is over
            if (task != null) {
                task.cancel();
            }
            task = scheduler.schedule(check, delay, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void deactivate() {
        if (task != null) {
            task.cancel();
            task = null;
        }
    }

    private void check() {
        long remaining = checkIdleTimeout();
        if (remaining >= 0) {
            schedule(remaining);
        }
    }

    /**
     * Looks whether the time is over and tells {@link #onIdleExpired} if it is.
     *
     * @return milliseconds until the next look, or -1 for none
     */
    protected long checkIdleTimeout() {
        if (!isOpen()) {
            return -1;
        }
        long timeout = idleTimeout;
        if (timeout <= 0) {
            return -1;
        }
        long idleFor = getIdleFor();
        if (idleFor < timeout) {
            return timeout - idleFor;
        }
        try {
            onIdleExpired(new TimeoutException("Idle timeout expired: " + idleFor + "/" + timeout + " ms"));
        } finally {
            notIdle();
        }
        return isOpen() ? timeout : -1;
    }

    /** What is scheduled; there is one for each connection, so it is made to need no wrapper. */
    private final class Check implements Runnable, Callable<Void> {
        @Override
        public void run() {
            check();
        }

        @Override
        public @Nullable Void call() {
            check();
            return null;
        }
    }

    /** Called when the time is over; on a thread of the scheduler. */
    protected abstract void onIdleExpired(TimeoutException timeout);

    public abstract boolean isOpen();
}
