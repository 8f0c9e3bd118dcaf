package org.eclipse.jetty.server.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WallClockTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 3 * SECOND);
    private final AtomicInteger looks = new AtomicInteger();
    private final WallClock clock = new WallClock(
            () -> {
                looks.incrementAndGet();
                return millis.get();
            },
            nanos::get);

    private void pass(long ms) {
        millis.addAndGet(ms);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
    }

    @Test
    void momentsOfTheLastTenthOfASecondNeedNoLook() {
        assertThat(clock.at(nanos.get())).isEqualTo(1_000_000);
        pass(60);
        assertThat(clock.at(nanos.get())).isEqualTo(1_000_060);
        assertThat(clock.at(nanos.get() - TimeUnit.MILLISECONDS.toNanos(90))).isEqualTo(999_970);
        assertThat(looks).hasValue(1);
    }

    @Test
    void momentsLongAgoAreTold() {
        pass(5000);
        assertThat(clock.at(nanos.get() - 3 * SECOND)).isEqualTo(1_002_000);
        assertThat(clock.at(nanos.get())).isEqualTo(1_005_000);
    }

    @Test
    void clockThatIsSetIsFollowed() {
        clock.at(nanos.get());
        millis.addAndGet(3_600_000);
        pass(200);
        assertThat(clock.at(nanos.get())).isEqualTo(4_600_200);
    }
}
