package org.eclipse.jetty.metrics;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Some counters that belong together. Each thread adds in one of a few stripes, so that threads seldom write the same memory.
 *
 * <p>An adder of the JDK for each counter costs about twice as much, as it looks for a place of the thread and compares before it sets;
 * here it is one instruction for a request. Thread-safe.
 */
final class Counts {
    private static final VarHandle VALUES = MethodHandles.arrayElementVarHandle(long[].class);
    /** The longs of two lines of a cache, which processors load together. */
    private static final int LINES = 16;

    private static final int MAX_STRIPES = 16;
    private static final int STRIPES =
            Integer.highestOneBit(Math.min(MAX_STRIPES, 2 * Runtime.getRuntime().availableProcessors()));

    private final int width;
    private final long[] values;

    /** @param counters how many there are */
    Counts(int counters) {
        width = (counters + LINES - 1) / LINES * LINES;
        values = new long[STRIPES * width];
    }

    /** Adds to one of the counters. */
    void add(int counter, long delta) {
        int stripe = (int) Thread.currentThread().getId() & STRIPES - 1;
        VALUES.getAndAdd(values, stripe * width + counter, delta);
    }

    /** Returns the sum of what was added to one of the counters until now. */
    long sum(int counter) {
        long sum = 0;
        for (int i = counter; i < values.length; i += width) {
            sum += (long) VALUES.getVolatile(values, i);
        }
        return sum;
    }
}
