package org.eclipse.jetty.load.internal;

import org.eclipse.jetty.load.Arrivals;

/**
 * A rate that changes evenly from one to another, and then stays.
 *
 * <p>Until the time t the integral of the rate, {@code from * t + (to - from) * t * t / (2 * time)}, is how many requests have come: the
 * time of the n-th is where it is n.
 */
public final class RampArrivals implements Arrivals {
    private final double from;
    private final double to;
    private final double seconds;
    /** The requests until the rate stays. */
    private final double ramped;

    private long count;

    public RampArrivals(double from, double to, long nanos) {
        this.from = from;
        this.to = to;
        this.seconds = nanos / 1e9;
        this.ramped = (from + to) / 2 * seconds;
    }

    @Override
    public long next() {
        double n = count++;
        return (long) (1e9 * (n <= ramped ? duringRamp(n) : seconds + (n - ramped) / to));
    }

    private double duringRamp(double n) {
        double slope = (to - from) / seconds;
        if (Math.abs(slope) < 1e-9) {
            return n / to;
        }
        return (Math.sqrt(Math.max(0, from * from + 2 * slope * n)) - from) / slope;
    }
}
