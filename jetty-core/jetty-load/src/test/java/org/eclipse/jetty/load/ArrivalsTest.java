package org.eclipse.jetty.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    private static final long SECOND = 1_000_000_000L;

    /** The times before some time. */
    private static List<Long> until(Arrivals.Schedule schedule, long nanos) {
        List<Long> times = new ArrayList<>();
        Arrivals arrivals = schedule.begin();
        for (long time = arrivals.next(); time < nanos; time = arrivals.next()) {
            times.add(time);
        }
        assertThat(times).isSorted();
        return times;
    }

    @Test
    void constantRateHasTheSameTimeBetweenAllRequests() {
        List<Long> times = until(Arrivals.constant(3), 1000 * SECOND);

        assertThat(times).hasSize(3000);
        assertThat(times.get(0)).isZero();
        // no error of rounding grows
        assertThat(times.get(2997)).isEqualTo(999 * SECOND);
    }

    @Test
    void rampGrowsEvenlyAndThenStays() {
        Arrivals.Schedule ramp = Arrivals.ramp(0, 100, Duration.ofSeconds(10));

        List<Long> times = until(ramp, 20 * SECOND);

        long first = times.stream().filter(time -> time < 5 * SECOND).count();
        long second = times.stream()
                .filter(time -> time >= 5 * SECOND && time < 10 * SECOND)
                .count();
        long rest = times.stream().filter(time -> time >= 10 * SECOND).count();
        assertThat(first).isCloseTo(125, within(1L));
        assertThat(second).isCloseTo(375, within(1L));
        assertThat(rest).isCloseTo(1000, within(1L));
    }

    @Test
    void rampMayFallOrStay() {
        assertThat(until(Arrivals.ramp(100, 50, Duration.ofSeconds(10)), 10 * SECOND)
                        .size())
                .isCloseTo(750, within(1));
        assertThat(until(Arrivals.ramp(50, 50, Duration.ofSeconds(10)), 10 * SECOND)
                        .size())
                .isCloseTo(500, within(1));
    }

    @Test
    void poissonArrivalsKnowNothingOfEachOther() {
        List<Long> times = until(Arrivals.poisson(1000, 7), 100 * SECOND);

        assertThat(times.size()).isCloseTo(100_000, within(1500));
        // exponential: the share of gaps over the mean is 1/e
        int over = 0;
        for (int i = 1; i < times.size(); i++) {
            over += times.get(i) - times.get(i - 1) > 1_000_000 ? 1 : 0;
        }
        assertThat((double) over / times.size()).isCloseTo(1 / Math.E, within(0.01));
        assertThat(until(Arrivals.poisson(1000, 7), SECOND)).isEqualTo(until(Arrivals.poisson(1000, 7), SECOND));
    }

    @Test
    void recordedRequestsComeAsFastAsIsWanted() {
        Resource page = Resource.get("/page");
        Arrivals arrivals = Arrivals.recorded(
                        List.of(new Arrivals.Recorded(0, page), new Arrivals.Recorded(SECOND, Resource.get("/x"))), 4)
                .begin();

        assertThat(arrivals.next()).isZero();
        assertThat(arrivals.resource()).isSameAs(page);
        assertThat(arrivals.next()).isEqualTo(SECOND / 4);
        assertThat(arrivals.next()).isEqualTo(Arrivals.END);
        assertThat(arrivals.next()).isEqualTo(Arrivals.END);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void ratesThatAreNoneAreRefused(double rate) {
        assertThatThrownBy(() -> Arrivals.constant(rate)).hasMessageContaining("expected: more than 0");
        assertThatThrownBy(() -> Arrivals.poisson(rate, 1)).hasMessageContaining("expected: more than 0");
        assertThatThrownBy(() -> Arrivals.ramp(1, rate, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
