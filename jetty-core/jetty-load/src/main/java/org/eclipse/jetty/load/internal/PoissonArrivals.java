package org.eclipse.jetty.load.internal;

import java.util.Random;
import org.eclipse.jetty.load.Arrivals;

/** Times between requests that are distributed exponentially, by the inverse of that distribution. */
public final class PoissonArrivals implements Arrivals {
    private final double nanos;
    private final Random random;
    private double time;

    public PoissonArrivals(double rate, Random random) {
        this.nanos = 1e9 / rate;
        this.random = random;
    }

    @Override
    public long next() {
        // 1 - x is never 0
        time -= Math.log(1 - random.nextDouble()) * nanos;
        return (long) time;
    }
}
