package org.eclipse.jetty.server.internal.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the time of day of moments that {@link System#nanoTime()} counted, without a look at the clock for each: the two clocks
 * are compared again for moments that are further than 100 ms from the last comparison. Thread-safe.
 */
final class WallClock {
    private static final long VALID_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A comparison that takes longer, as its thread was interrupted, is not used again. */
    private static final long EXACT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LongSupplier millis;
    private final LongSupplier nanos;
    private volatile @Nullable Comparison last;

    /** What both clocks said at one moment. */
    private record Comparison(long millis, long nanos) {}

    WallClock() {
        this(System::currentTimeMillis, System::nanoTime);
    }

    /**
     * @param millis the time of day in milliseconds since 1970
     * @param nanos a clock that is never set, in nanoseconds
     */
    WallClock(LongSupplier millis, LongSupplier nanos) {
        this.millis = millis;
        this.nanos = nanos;
    }

    /** Returns the milliseconds since 1970 at a moment. */
    long at(long nanoTime) {
        Comparison comparison = last;
        if (comparison == null || Math.abs(nanoTime - comparison.nanos) > VALID_NANOS) {
            long before = nanos.getAsLong();
            long now = millis.getAsLong();
            long took = nanos.getAsLong() - before;
            comparison = new Comparison(now, before + took / 2);
            if (took < EXACT_NANOS) {
                last = comparison;
            }
        }
        return comparison.millis + Math.floorDiv(nanoTime - comparison.nanos, 1_000_000L);
    }
}
