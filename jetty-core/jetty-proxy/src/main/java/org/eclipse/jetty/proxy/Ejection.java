package org.eclipse.jetty.proxy;

import java.util.concurrent.atomic.AtomicInteger;

/** The failures of one back end, and the time for which they have it ejected. Changed under the lock of {@link EjectionPolicy}. */
final class Ejection {
    private final AtomicInteger consecutive = new AtomicInteger();
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
    int failed() {
        return consecutive.updateAndGet(n -> n == Integer.MAX_VALUE ? n : n + 1);
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

    long getEnd() {
        return until;
    }
}
