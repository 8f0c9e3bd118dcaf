package org.eclipse.jetty.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssertionTest {
    /** Times that are all the same. */
    private record Same(long count, long nanos) implements Distribution {
        @Override
        public long percentile(double percent) {
            return percent > 99 ? 2 * nanos : nanos;
        }

        @Override
        public long max() {
            return 3 * nanos;
        }

        @Override
        public long min() {
            return nanos;
        }

        @Override
        public double mean() {
            return nanos;
        }
    }

    private static LoadResult result() {
        Distribution none = new Same(0, 0);
        return new LoadResult(
                LoadPlan.to(URI.create("http://localhost/")).users(1).build(),
                Instant.EPOCH,
                Duration.ofSeconds(10),
                1000,
                998,
                0,
                new Same(998, 20_000_000),
                none,
                new Same(1000, 10_000),
                new Same(100, 1_000_000),
                0,
                Map.of("timeout", 2L),
                List.of(),
                0);
    }

    @ParameterizedTest
    @CsvSource({
        "p99<20.1ms, true, p99<20.1ms: 20.0 ms",
        "p99<20ms, false, p99<20ms: 20.0 ms",
        "p99<=20ms, true, p99<=20ms: 20.0 ms",
        "p99.9 > 39 ms, true, p99.9 > 39 ms: 40.0 ms",
        "max<1s, true, max<1s: 60.0 ms",
        "mean>=20000us, true, mean>=20000us: 20.0 ms",
        "probe.p50<5ms, true, probe.p50<5ms: 1.00 ms",
        "lag.max<20us, false, lag.max<20us: 30.0 \u00b5s",
        "pages.p50<5ms, false, pages.p50<5ms: nothing was measured",
        "errors<3, true, errors<3: 2",
        "errors<=0.2%, true, errors<=0.2%: 0.200 %",
        "errors<0.2%, false, errors<0.2%: 0.200 %",
        "rate>99.9, false, rate>99.9: 99.8/s",
        "sent>999, true, sent>999: 1000"
    })
    void resultsAreHeldAgainstAssertions(String text, boolean holds, String explained) {
        String spaced = text.replace(" ms", "ms");
        Assertion assertion = Assertion.parse(spaced);

        assertThat(assertion.holds(result())).isEqualTo(holds);
        assertThat(assertion.explain(result())).isEqualTo(explained.replace("39 ms:", "39ms:"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "p99",
                "p99<",
                "p99<20",
                "p99<20%",
                "p99=20ms",
                "p100<1ms",
                "errors<1ms",
                "rate>1ms",
                "probe.errors<1",
                "p99<20 ms x"
            })
    void mistakesAreNamed(String text) {
        assertThatThrownBy(() -> Assertion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected: such as p99<20ms");
    }
}
