package org.eclipse.jetty.ee10.servlets;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The times of the last requests of one client. Guarded by this. */
final class RateTracker {
    /** The tracker of clients that are not limited. */
    static final RateTracker UNLIMITED = new RateTracker("unlimited", DoSFilter.RateType.UNKNOWN, 0);

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final String id;
    private final DoSFilter.RateType type;
    private final long[] times;
    private int next;
    private int used;
    private long last;

    /** @param maxRequests how many requests are within the limit in a second */
    RateTracker(String id, DoSFilter.RateType type, int maxRequests) {
        this.id = id;
        this.type = type;
        this.times = new long[maxRequests];
    }

    DoSFilter.RateType getType() {
        return type;
    }

    /** Notes a request at the given {@code System.nanoTime()}; returns by how much it is over the limit, or null. */
    synchronized DoSFilter.@Nullable OverLimit request(long now) {
        if (times.length == 0) {
            return null;
        }
        last = now;
        long oldest = times[next];
        times[next] = now;
        next = (next + 1) % times.length;
        if (used < times.length) {
            used++;
            return null;
        }
        long elapsed = now - oldest;
        return elapsed >= SECOND ? null : new Overage(id, Duration.ofNanos(elapsed), times.length);
    }

    /** Returns whether there was no request for a time in nanoseconds. */
    synchronized boolean isIdle(long now, long idleNanos) {
        return now - last >= idleNanos;
    }

    private record Overage(String id, Duration duration, long count) implements DoSFilter.OverLimit {
        @Override
        public String getRateId() {
            return id;
        }

        @Override
        public Duration getDuration() {
            return duration;
        }

        @Override
        public long getCount() {
            return count;
        }
    }
}
