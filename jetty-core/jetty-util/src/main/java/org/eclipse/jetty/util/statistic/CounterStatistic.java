package org.eclipse.jetty.util.statistic;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** A value that goes up and down: its present, greatest and total increase. Thread-safe. */
public class CounterStatistic {
    private final AtomicLong current = new AtomicLong();
    private final LongAccumulator max = new LongAccumulator(Math::max, 0);
    private final LongAdder total = new LongAdder();

    public CounterStatistic() {}

    /** Starts again, with the present value. */
    public void reset() {
        total.reset();
        max.reset();
        long now = current.get();
        total.add(now);
        max.accumulate(now);
    }

    public void reset(long value) {
        current.set(value);
        total.reset();
        max.reset();
        if (value > 0) {
            total.add(value);
            max.accumulate(value);
        }
    }

    public long add(long delta) {
        long now = current.addAndGet(delta);
        if (delta > 0) {
            total.add(delta);
            max.accumulate(now);
        }
        return now;
    }

    public long increment() {
        long now = current.incrementAndGet();
        total.increment();
        max.accumulate(now);
        return now;
    }

    public long decrement() {
        return current.decrementAndGet();
    }

    public long getMax() {
        return max.get();
    }

    public long getCurrent() {
        return current.get();
    }

    public long getTotal() {
        return total.sum();
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{c=%d,m=%d,t=%d}", getClass().getSimpleName(), hashCode(), getCurrent(), getMax(), getTotal());
    }
}
