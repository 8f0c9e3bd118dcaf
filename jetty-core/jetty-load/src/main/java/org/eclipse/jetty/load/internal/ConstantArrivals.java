package org.eclipse.jetty.load.internal;

import org.eclipse.jetty.load.Arrivals;

/** Counts requests, rather than adding up times between them, so that no error of rounding grows. */
public final class ConstantArrivals implements Arrivals {
    private final double nanos;
    private long count;

    public ConstantArrivals(double rate) {
        this.nanos = 1e9 / rate;
    }

    @Override
    public long next() {
        return (long) (count++ * nanos);
    }
}
