package org.eclipse.jetty.io;

import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.component.Destroyable;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One timer for many things that expire, such as the streams of a session.
 *
 * <p>Thread-safe if the iterator is.
 *
 * @param <T> what expires
 */
public abstract class CyclicTimeouts<T extends CyclicTimeouts.Expirable> implements Destroyable {
    private final AtomicLong earliest = new AtomicLong(Long.MAX_VALUE);
    private final CyclicTimeout timeout;

    protected CyclicTimeouts(Scheduler scheduler) {
        timeout = new CyclicTimeout(scheduler) {
            @Override
            public void onTimeoutExpired() {
                iterate();
            }
        };
    }

    /** Everything that may expire. */
    protected abstract Iterator<T> iterator();

    /**
     * Called for a thing whose time is over.
     *
     * @return whether the iterator shall remove it
     */
    protected abstract boolean onExpired(T expirable);

    /** Looks at everything, expires what is due and sets the timer for what is next. */
    protected void iterate() {
        long now = System.nanoTime();
        earliest.set(Long.MAX_VALUE);
        long next = Long.MAX_VALUE;
        for (Iterator<T> things = iterator(); things.hasNext(); ) {
            T thing = things.next();
            long expires = thing.getExpireNanoTime();
            if (expires == Long.MAX_VALUE) {
                continue;
            }
            if (expires - now <= 0) {
                if (onExpired(thing)) {
                    things.remove();
                }
            } else {
                next = Math.min(next, expires - now);
            }
        }
        if (next != Long.MAX_VALUE) {
            scheduleAt(now + next);
        }
    }

    /** Takes note that a thing was added or expires at another time. */
    public void schedule(T expirable) {
        long expires = expirable.getExpireNanoTime();
        if (expires != Long.MAX_VALUE) {
            scheduleAt(expires);
        }
    }

    private void scheduleAt(long expires) {
        while (true) {
            long current = earliest.get();
            if (current != Long.MAX_VALUE && current - expires <= 0) {
                return;
            }
            if (earliest.compareAndSet(current, expires)) {
                timeout.schedule(Math.max(0, expires - System.nanoTime()), TimeUnit.NANOSECONDS);
                return;
            }
        }
    }

    @Override
    public void destroy() {
        timeout.destroy();
    }

    /** Something that expires. */
    public interface Expirable {
        /** The {@link System#nanoTime()} at which it expires; {@link Long#MAX_VALUE} for never. */
        long getExpireNanoTime();

        /** The nanosecond time at which something expires that has {@code timeout} milliseconds from now. */
        static long calcExpireNanoTime(long timeout) {
            return timeout <= 0 ? Long.MAX_VALUE : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
        }
    }
}
