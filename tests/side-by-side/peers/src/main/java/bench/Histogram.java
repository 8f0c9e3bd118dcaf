package bench;

/** Counts nanoseconds in logarithmic buckets no wider than a 128th of their value. Confined to one thread. */
final class Histogram {
    private static final int BITS = 7;
    private final long[] counts = new long[(65 - BITS) << BITS];
    private long total;
    private long max;

    void add(long nanos) {
        long value = Math.max(nanos, 0);
        int shift = Math.max(0, 63 - Long.numberOfLeadingZeros(value) - BITS);
        counts[(shift << BITS) + (int) (value >>> shift)]++;
        total++;
        max = Math.max(max, value);
    }

    long total() {
        return total;
    }

    double maxMicros() {
        return max / 1e3;
    }

    /** The upper edge of the bucket that holds the given share of all values, in microseconds. */
    double micros(double share) {
        long left = (long) Math.ceil(share * total);
        for (int i = 0; i < counts.length; i++) {
            left -= counts[i];
            if (left > 0 || counts[i] == 0) continue;
            int shift = Math.max(0, (i >>> BITS) - 1);
            long edge = ((long) (i - (shift << BITS)) + 1 << shift) - 1;
            return Math.min(edge, max) / 1e3;
        }
        return max / 1e3;
    }
}
