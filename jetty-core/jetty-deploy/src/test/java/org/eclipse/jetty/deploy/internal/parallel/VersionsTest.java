package org.eclipse.jetty.deploy.internal.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The order of versions, and the counts of their responses. */
class VersionsTest {
    @Test
    void numbersInVersionsAreComparedAsNumbers() {
        List<String> sorted = List.of(
                "", "1", "1.01", "1.1", "1.2", "1.10", "2", "9", "10", "99999999999999999999", "a", "a1", "a2", "b");
        List<String> shuffled = new ArrayList<>(sorted);
        Collections.reverse(shuffled);
        shuffled.sort(VersionOrder.OLDEST_FIRST);
        assertThat(shuffled).isEqualTo(sorted);
    }

    @Test
    void outcomesAreThoseOfTheLastMinute() {
        long start = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(90);
        RecentOutcomes outcomes = new RecentOutcomes(start);
        outcomes.add(true, start);
        outcomes.add(false, start + TimeUnit.SECONDS.toNanos(30));
        outcomes.add(true, start + TimeUnit.SECONDS.toNanos(40));
        assertThat(outcomes.get(start + TimeUnit.SECONDS.toNanos(45))).isEqualTo(new RecentOutcomes.Counts(3, 2));
        assertThat(outcomes.get(start + TimeUnit.SECONDS.toNanos(75))).isEqualTo(new RecentOutcomes.Counts(2, 1));
        assertThat(outcomes.get(start + TimeUnit.SECONDS.toNanos(75)).failurePercent())
                .isEqualTo(50);
        assertThat(outcomes.get(start + TimeUnit.HOURS.toNanos(-1))).isEqualTo(new RecentOutcomes.Counts(2, 1));
        RecentOutcomes late = new RecentOutcomes(0);
        late.add(true, 0);
        assertThat(late.get(TimeUnit.HOURS.toNanos(5))).isEqualTo(new RecentOutcomes.Counts(0, 0));
        assertThat(late.get(TimeUnit.HOURS.toNanos(5)).failurePercent()).isZero();
    }
}
