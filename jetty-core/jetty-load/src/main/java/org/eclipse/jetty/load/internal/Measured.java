package org.eclipse.jetty.load.internal;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.eclipse.jetty.load.Distribution;

/** The times of a histogram, which is copied. */
final class Measured implements Distribution {
    static final Distribution NOTHING = new Measured(new Histogram(1));

    private final AbstractHistogram histogram;

    Measured(AbstractHistogram histogram) {
        this.histogram = histogram.copy();
    }

    @Override
    public long count() {
        return histogram.getTotalCount();
    }

    @Override
    public long percentile(double percent) {
        return count() == 0 ? 0 : histogram.getValueAtPercentile(percent);
    }

    @Override
    public long max() {
        return count() == 0 ? 0 : histogram.getMaxValue();
    }

    @Override
    public long min() {
        return count() == 0 ? 0 : histogram.getMinValue();
    }

    @Override
    public double mean() {
        return count() == 0 ? 0 : histogram.getMean();
    }

    @Override
    public String toString() {
        return count() + " values, max " + max() + " ns";
    }
}
