package org.eclipse.jetty.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatencyHistogramTest {
    private final LatencyHistogram histogram = new LatencyHistogram();
    private final long[] before = histogram.snapshot();

    @Test
    void quantilesAreWithinAQuarterOfWhatWasRecorded() {
        for (int i = 1; i <= 1000; i++) {
            histogram.record(i * 1000L);
        }
        assertThat(LatencyHistogram.quantile(before, histogram.snapshot(), 0.5)).isCloseTo(500, within(125.0));
        assertThat(LatencyHistogram.quantile(before, histogram.snapshot(), 0.95))
                .isCloseTo(950, within(240.0));
        assertThat(LatencyHistogram.quantile(before, histogram.snapshot(), 1)).isCloseTo(1000, within(250.0));
    }

    @Test
    void nothingRecordedHasNoQuantile() {
        assertThat(LatencyHistogram.quantile(before, before, 0.5)).isNull();
    }

    @Test
    void extremesHaveABucket() {
        for (long micros : new long[] {Long.MIN_VALUE, -1, 0, 1, 3, 4, 7, 8, Long.MAX_VALUE}) {
            long[] earlier = histogram.snapshot();
            histogram.record(micros);
            Double quantile = LatencyHistogram.quantile(earlier, histogram.snapshot(), 1);
            assertThat(quantile).as("" + micros).isGreaterThan(0);
            if (micros > 0 && micros < 1_000_000) {
                assertThat(quantile * 1000).as("" + micros).isBetween(micros + 1.0, Math.max(2, micros * 1.3 + 1));
            }
        }
    }
}
