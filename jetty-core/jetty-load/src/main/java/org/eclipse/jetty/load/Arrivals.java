package org.eclipse.jetty.load;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.load.internal.ConstantArrivals;
import org.eclipse.jetty.load.internal.PoissonArrivals;
import org.eclipse.jetty.load.internal.RampArrivals;
import org.eclipse.jetty.load.internal.RecordedArrivals;
import org.jspecify.annotations.Nullable;

/**
 * The times of requests, one after the other. Confined to one thread; a plan makes them by a {@link Schedule} where they begin again.
 */
public interface Arrivals {
    /** What {@link #next} returns after the last request. */
    long END = Long.MAX_VALUE;

    /** Goes to the next request; returns its time in nanoseconds since the begin, ascending, or {@link #END}. */
    long next();

    /** Returns what the current request asks for; null for the resource of the plan. */
    default @Nullable Resource resource() {
        return null;
    }

    /** Makes arrivals that begin at 0. Thread-safe. */
    interface Schedule {
        Arrivals begin();

        /** Returns the requests per second that are meant, for reports; 0 where there is no one rate. */
        double rate();
    }

    /** The same time between all requests. */
    static Schedule constant(double rate) {
        return schedule(rate, () -> new ConstantArrivals(check(rate)));
    }

    /** A rate that grows, or falls, evenly from one to another in some time, and stays there. */
    static Schedule ramp(double from, double to, Duration time) {
        check(to);
        if (from < 0 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("ramp from " + from + " in " + time + " (expected: 0 or more, a time)");
        }
        return schedule(0, () -> new RampArrivals(from, to, time.toNanos()));
    }

    /** Requests that know nothing of each other: the times between them are distributed exponentially. */
    static Schedule poisson(double rate, long seed) {
        return schedule(rate, () -> new PoissonArrivals(check(rate), new Random(seed)));
    }

    /**
     * Requests as they were recorded, for example in a request log.
     *
     * @param recorded ascending by time
     * @param speed 1 for the same times, 2 for half of the time between two requests
     */
    static Schedule recorded(List<Recorded> recorded, double speed) {
        check(speed);
        List<Recorded> all = List.copyOf(recorded);
        return schedule(0, () -> new RecordedArrivals(all, speed));
    }

    /**
     * A request that was recorded.
     *
     * @param nanos since the first one
     */
    record Recorded(long nanos, Resource resource) {}

    private static double check(double rate) {
        if (!(rate > 0) || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: more than 0)");
        }
        return rate;
    }

    private static Schedule schedule(double rate, java.util.function.Supplier<Arrivals> begin) {
        begin.get();
        return new Schedule() {
            @Override
            public Arrivals begin() {
                return begin.get();
            }

            @Override
            public double rate() {
                return rate;
            }
        };
    }
}
