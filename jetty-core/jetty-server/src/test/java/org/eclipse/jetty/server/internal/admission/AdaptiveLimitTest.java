package org.eclipse.jetty.server.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limit in front of a simulated back end, in simulated time: requests come at random, what exceeds the limit is refused. */
class AdaptiveLimitTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    private final AdaptiveLimit limit = new AdaptiveLimit(4, 200, 0);
    private final Random random = new Random(42);
    private int servers = 8;
    private double serviceTime = 20 * MILLISECOND;
    private double rate = 4000;
    private long now;
    private long served;
    private long refused;
    private int inFlight;
    private int busy;
    private long nextArrival;
    private final ArrayDeque<long[]> waiting = new ArrayDeque<>();
    private final PriorityQueue<long[]> ends = new PriorityQueue<>((a, b) -> Long.compare(a[0], b[0]));

    /** Lets a time pass; returns the average limit of its second half. */
    private double run(int seconds) {
        long begin = now;
        long end = now + TimeUnit.SECONDS.toNanos(seconds);
        long sum = 0;
        long count = 0;
        while (now < end) {
            if (ends.isEmpty() || nextArrival < ends.peek()[0]) {
                now = nextArrival;
                nextArrival += (long) (-Math.log(1 - random.nextDouble()) / rate * 1e9);
                arrive();
            } else {
                now = ends.peek()[0];
                leave(ends.poll()[1]);
            }
            if (now > (begin + end) / 2) {
                sum += limit.getLimit();
                count++;
            }
        }
        return (double) sum / count;
    }

    private void arrive() {
        if (inFlight >= limit.getLimit()) {
            refused++;
            return;
        }
        inFlight++;
        if (busy < servers) {
            serve(now);
        } else {
            waiting.add(new long[] {now});
        }
    }

    private void serve(long begin) {
        busy++;
        ends.add(new long[] {now + (long) (serviceTime * (0.5 + random.nextDouble())), begin});
    }

    private void leave(long begin) {
        busy--;
        served++;
        limit.onSample(begin, now, inFlight);
        inFlight--;
        if (!waiting.isEmpty()) {
            serve(waiting.poll()[0]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 100})
    void underOverloadItEndsALittleAboveWhatTheBackEndServes(int overload) {
        rate = 400 * overload;
        double average = run(60);
        assertThat(average).isBetween(8.0, 24.0);
        if (overload > 1) {
            assertThat(served).as("little is lost").isGreaterThan((long) (60 * 400 * 0.95));
        }
    }

    @Test
    void itFollowsABackEndThatBecomesSlowerOrFaster() {
        run(20);
        servers = 32;
        assertThat(run(60)).isBetween(30.0, 64.0);
        servers = 8;
        assertThat(run(60)).isBetween(8.0, 24.0);
        serviceTime = 200 * MILLISECOND;
        assertThat(run(120)).as("slow, but not more at a time").isBetween(6.0, 32.0);
        serviceTime = 20 * MILLISECOND;
        assertThat(run(60)).isBetween(8.0, 24.0);
    }

    @Test
    void itGrowsToTheCeilingWhenNothingQueues() {
        servers = 1000;
        rate = 40_000;
        assertThat(run(30)).isGreaterThan(190);
        assertThat(limit.getLimit()).isBetween(4, 200);
    }

    @Test
    void itStaysWhereItIsWhileNobodyMeetsIt() {
        servers = 1000;
        rate = 40_000;
        run(30);
        rate = 50;
        run(30);
        assertThat(limit.getLimit()).isGreaterThan(150);
    }

    @Test
    void itNeverLeavesItsBounds() {
        servers = 1;
        serviceTime = 100 * MILLISECOND;
        double average = run(60);
        assertThat(average).isBetween(2.0, 12.0);
        assertThat(refused).isPositive();
        assertThat(limit.toString()).contains("4<=", "<=200");
    }

    @Test
    void boundsThatExcludeEachOtherAreRefused() {
        assertThatThrownBy(() -> new AdaptiveLimit(10, 5, 0)).hasMessageContaining("floor 10, ceiling 5");
        assertThatThrownBy(() -> new AdaptiveLimit(0, 5, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
