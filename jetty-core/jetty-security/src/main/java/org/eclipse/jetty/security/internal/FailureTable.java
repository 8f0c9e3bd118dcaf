package org.eclipse.jetty.security.internal;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Counts failures by key: some are free, and each further one doubles the delay until the next attempt.
 *
 * <p>A key is forgotten after an hour without failure, and the one that failed least recently when there are too many. Guarded by the
 * lock of its owner.
 */
public final class FailureTable<K> {
    /** A second, doubled for each failure. */
    private static final long FIRST_DELAY = TimeUnit.SECONDS.toNanos(1);

    private static final long FORGOTTEN = TimeUnit.HOURS.toNanos(1);

    private final LinkedHashMap<K, Failures> failures = new LinkedHashMap<>(16, 0.75f, true);
    private final int maxEntries;
    private int free;
    private long maxDelay;

    /** @param maxEntries the most keys */
    public FailureTable(int free, Duration maxDelay, int maxEntries) {
        this.free = free;
        this.maxDelay = maxDelay.toNanos();
        this.maxEntries = maxEntries;
    }

    private static final class Failures {
        private int count;
        private long last;
        private long blockedUntil;
    }

    /** The failures of a key that have no delay. */
    public int getFree() {
        return free;
    }

    public void setFree(int newFree) {
        free = newFree;
    }

    public Duration getMaxDelay() {
        return Duration.ofNanos(maxDelay);
    }

    public void setMaxDelay(Duration delay) {
        maxDelay = delay.toNanos();
    }

    /** Returns the nanoseconds until the next attempt of a key; 0 if there may be one. */
    public long delay(K key, long now) {
        Failures known = failures.get(key);
        return known == null || known.count <= free ? 0 : Math.max(0, known.blockedUntil - now);
    }

    /** Counts a failure; returns the delay that it causes, in nanoseconds. */
    public long fail(K key, long now) {
        Failures known = failures.computeIfAbsent(key, absent -> new Failures());
        if (known.count > 0 && now - known.last > Math.max(FORGOTTEN, maxDelay)) {
            known.count = 0;
        }
        known.last = now;
        known.count++;
        evict();
        if (known.count <= free) {
            return 0;
        }
        int doublings = Math.min(30, known.count - free - 1);
        long delay = Math.min(maxDelay, FIRST_DELAY << doublings);
        known.blockedUntil = now + delay;
        return delay;
    }

    private void evict() {
        if (failures.size() > maxEntries) {
            var eldest = failures.entrySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** Forgets the failures of a key. */
    public void clear(K key) {
        failures.remove(key);
    }

    public int size() {
        return failures.size();
    }

    /** Returns how many keys have to wait. */
    public int blocked(long now) {
        int blocked = 0;
        for (Map.Entry<K, Failures> entry : failures.entrySet()) {
            if (entry.getValue().count > free && entry.getValue().blockedUntil - now > 0) {
                blocked++;
            }
        }
        return blocked;
    }
}
