package org.eclipse.jetty.util.thread;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.util.NanoTime;
import org.slf4j.Logger;

/**
 * Counts what a limit refuses, tells the flight recorder, and logs it with the reason: the first refusal at once, then one
 * line per second at most.
 *
 * <p>A refusal must cost less than what it saves: it takes no lock, and does not log where it would flood. Thread-safe.
 */
public final class RefusalCounter {
    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);

    private final Logger log;
    private final String who;
    private final LongAdder count = new LongAdder();
    private final AtomicLong lastLog = new AtomicLong(NanoTime.now() - PAUSE);
    private final AtomicLong told = new AtomicLong();

    /**
     * @param log where refusals are logged, as warnings
     * @param who names the limit in the log
     */
    public RefusalCounter(Logger log, String who) {
        this.log = Objects.requireNonNull(log);
        this.who = Objects.requireNonNull(who);
    }

    /** Counts one refusal. */
    public void refused(String reason) {
        count.increment();
        SchedulingEvents.refused(who, reason);
        long last = lastLog.get();
        long now = NanoTime.now();
        if (now - last < PAUSE || !lastLog.compareAndSet(last, now)) {
            return;
        }
        long all = count.sum();
        log.warn(
                "{} refuses: {} ({} since the last such line, {} in all)", who, reason, all - told.getAndSet(all), all);
    }

    /** The refusals since the start, or the last reset. */
    public long getCount() {
        return count.sum();
    }

    public void reset() {
        count.reset();
        told.set(0);
    }

    @Override
    public String toString() {
        return who + " refusals=" + getCount();
    }
}
