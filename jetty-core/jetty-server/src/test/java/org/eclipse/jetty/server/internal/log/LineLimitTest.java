package org.eclipse.jetty.server.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How many lines about clients are in the log. */
class LineLimitTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final LineLimit limit = new LineLimit(now::get);

    @Test
    void tenLinesAMinuteAndTheNextTellsOfTheOthers() {
        for (int i = 0; i < 10; i++) {
            assertThat(limit.count()).isEmpty();
        }
        for (int i = 0; i < 90; i++) {
            assertThat(limit.count()).isNull();
        }
        now.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(limit.count()).isNull();

        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(limit.count()).isEqualTo(" (91 more since the last line, 102 since the start)");
        for (int i = 0; i < 9; i++) {
            assertThat(limit.count()).isEmpty();
        }
        assertThat(limit.count()).isNull();
        assertThat(limit.getCount()).isEqualTo(112);

        limit.reset();
        assertThat(limit.getCount()).isZero();
        assertThat(limit.count()).isEmpty();
    }
}
