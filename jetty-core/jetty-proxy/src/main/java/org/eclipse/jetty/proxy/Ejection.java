package org.eclipse.jetty.proxy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The failures of one back end, and the time for which they have it ejected. Changed under the lock of {@link EjectionPolicy}. */
final class Ejection {
    private static final long MEMORY = TimeUnit.SECONDS.toNanos(5);

    private final AtomicInteger consecutive = new AtomicInteger();
    private volatile long lastFailure;
    private volatile boolean ejected;
    private volatile long until;
    private volatile int total;
    private long duration;

    /** A request has succeeded. */
    void succeeded() {
        if (consecutive.get() != 0) {
            consecutive.set(0);
        }
    }

    /** Counts a failure; returns how many there were without a success. */
    int failed(long now) {
        lastFailure = now;
        return consecutive.updateAndGet(n -> n == Integer.MAX_VALUE ? n : n + 1);
    }

    /**
     * Returns how often requests have failed without a success, if the last time was within five seconds; otherwise 0. A back end that refuses
     * requests at once always has the fewest, and would otherwise be chosen for all of them where it may not be ejected.
     */
    int getRecentFailures(long now) {
        int failures = consecutive.get();
        return failures > 0 && now - lastFailure < MEMORY ? failures : 0;
    }

    boolean isEjected(long now) {
        return ejected && now - until < 0;
    }

    int getTotal() {
        return total;
    }

    /**
     * Ejects it: for the base time, or twice the last time if it has failed again before it was in use for as long as it was ejected.
     *
     * @param remaining the failures without a success that it is left with
     * @return the nanoseconds
     */
    long eject(long now, long base, long max, int remaining) {
        boolean again = ejected && now - until < duration;
        duration = again ? Math.min(max, duration > max / 2 ? max : 2 * duration) : base;
        until = now + duration;
        ejected = true;
        total++;
        consecutive.set(remaining);
        return duration;
    }

    /** Ends the ejection before its time. */
    void end(long now) {
        until = now;
    }

    long getEnd() {
        return until;
    }
}
