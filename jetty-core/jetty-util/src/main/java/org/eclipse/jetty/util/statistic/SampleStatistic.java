package org.eclipse.jetty.util.statistic;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Samples: count, total, greatest, mean and deviation (by Welford's method, in tenths). Thread-safe. */
public class SampleStatistic {
    private final LongAccumulator max = new LongAccumulator(Math::max, 0);
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong count = new AtomicLong();
    private final LongAdder varianceTimesHundred = new LongAdder();

    public SampleStatistic() {}

    public void reset() {
        max.reset();
        total.set(0);
        count.set(0);
        varianceTimesHundred.reset();
    }

    public void record(long sample) {
        long sum = total.addAndGet(sample);
        long n = count.incrementAndGet();
        if (n > 1) {
            long mean10 = sum * 10 / n;
            long delta10 = sample * 10 - mean10;
            varianceTimesHundred.add(delta10 * delta10);
        }
        max.accumulate(sample);
    }

    public long getMax() {
        return max.get();
    }

    public long getTotal() {
        return total.get();
    }

    public long getCount() {
        return count.get();
    }

    public double getMean() {
        long n = getCount();
        return n > 0 ? (double) getTotal() / n : 0;
    }

    public double getVariance() {
        long n = getCount();
        return n > 1 ? varianceTimesHundred.sum() / 100.0 / (n - 1) : 0;
    }

    public double getStdDev() {
        return Math.sqrt(getVariance());
    }

    @Override
    public String toString() {
        return String.format(
                "%s@%x{count=%d,max=%d,mean=%f,total=%d,stddev=%f}",
                getClass().getSimpleName(), hashCode(), getCount(), getMax(), getMean(), getTotal(), getStdDev());
    }
}
