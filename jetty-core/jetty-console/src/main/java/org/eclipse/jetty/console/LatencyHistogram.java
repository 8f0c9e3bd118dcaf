package org.eclipse.jetty.console;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts durations in buckets whose bounds grow by a quarter of a power of two, from 1 microsecond on. Thread-safe. */
final class LatencyHistogram {
    private static final int PARTS = 4;
    private static final int BUCKETS = 40 * PARTS;

    private final LongAdder[] counts = new LongAdder[BUCKETS];

    LatencyHistogram() {
        for (int i = 0; i < BUCKETS; i++) {
            counts[i] = new LongAdder();
        }
    }

    void record(long micros) {
        counts[index(micros)].increment();
    }

    /** The counts so far, by bucket. */
    long[] snapshot() {
        long[] snapshot = new long[BUCKETS];
        for (int i = 0; i < BUCKETS; i++) {
            snapshot[i] = counts[i].sum();
        }
        return snapshot;
    }

    /**
     * The duration, in milliseconds, that a part of those between two snapshots did not exceed, if there were any.
     *
     * @param part 0.5 for the median, 1 for the longest one
     */
    static @Nullable Double quantile(long[] before, long[] after, double part) {
        long all = 0;
        for (int i = 0; i < BUCKETS; i++) {
            all += after[i] - before[i];
        }
        if (all == 0) {
            return null;
        }
        long wanted = Math.max(1, (long) Math.ceil(all * part));
        long seen = 0;
        int bucket = 0;
        while (bucket < BUCKETS - 1 && (seen += after[bucket] - before[bucket]) < wanted) {
            bucket++;
        }
        return upperBound(bucket) / 1000.0;
    }

    private static int index(long micros) {
        if (micros < PARTS) {
            return (int) Math.max(0, micros);
        }
        int power = 63 - Long.numberOfLeadingZeros(micros);
        int part = (int) (micros >>> power - 2) & PARTS - 1;
        return Math.min(BUCKETS - 1, (power - 1) * PARTS + part);
    }

    /** The first microsecond that is no longer in the bucket. */
    private static long upperBound(int bucket) {
        if (bucket < PARTS) {
            return bucket + 1;
        }
        int power = bucket / PARTS + 1;
        return (1L << power) + (bucket % PARTS + 1) * (1L << power - 2);
    }
}
