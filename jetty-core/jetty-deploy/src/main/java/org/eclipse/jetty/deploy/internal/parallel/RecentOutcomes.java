package org.eclipse.jetty.deploy.internal.parallel;

import java.util.concurrent.TimeUnit;

/** Counts the responses of the last minute, and how many of them failed. Thread-safe. */
final class RecentOutcomes {
    private static final int SLOTS = 12;
    private static final long SLOT_NANOS = TimeUnit.MINUTES.toNanos(1) / SLOTS;

    /**
     * Counts of the last minute.
     *
     * @param requests all
     * @param failures those that failed
     */
    record Counts(long requests, long failures) {
        /** The share of failures, in percent. */
        double failurePercent() {
            return requests == 0 ? 0 : 100.0 * failures / requests;
        }
    }

    // guarded by this
    private final long[] requests = new long[SLOTS];
    private final long[] failures = new long[SLOTS];
    private long slot;

    RecentOutcomes(long nanoTime) {
        slot = Math.floorDiv(nanoTime, SLOT_NANOS);
    }

    synchronized void add(boolean failed, long nanoTime) {
        advance(nanoTime);
        int i = Math.floorMod(slot, SLOTS);
        requests[i]++;
        if (failed) {
            failures[i]++;
        }
    }

    synchronized Counts get(long nanoTime) {
        advance(nanoTime);
        long allRequests = 0;
        long allFailures = 0;
        for (int i = 0; i < SLOTS; i++) {
            allRequests += requests[i];
            allFailures += failures[i];
        }
        return new Counts(allRequests, allFailures);
    }

    private void advance(long nanoTime) {
        long now = Math.floorDiv(nanoTime, SLOT_NANOS);
        for (long steps = Math.min(now - slot, SLOTS); steps > 0; steps--) {
            int i = Math.floorMod(now - steps + 1, SLOTS);
            requests[i] = 0;
            failures[i] = 0;
        }
        slot = Math.max(slot, now);
    }
}
