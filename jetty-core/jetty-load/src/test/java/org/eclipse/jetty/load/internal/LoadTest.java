package org.eclipse.jetty.load.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.Resource;
import org.junit.jupiter.api.Test;

class LoadTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Requests sender = new Requests();
    private final Load load = new Load(sender, 1000);
    private final Statistics statistics = new Statistics();

    /** Makes ten requests within a second, as if that had begun some time ago. */
    private void keepTenASecond(Duration ago) throws Exception {
        long start = System.nanoTime() - ago.toNanos();
        for (Thread thread : load.keep(Arrivals.constant(10), Resource.get("/"), 2, start, SECOND, statistics)) {
            thread.join();
        }
    }

    @Test
    void whatWasDueIsSentThoughTheTimeIsOver() throws Exception {
        keepTenASecond(Duration.ofMillis(1500));

        assertThat(sender.replies).hasSize(10);
        sender.replies.forEach(reply -> reply.answered(200, 0));
        assertThat(statistics.getSent()).isEqualTo(10);
        assertThat(statistics.getAnswered()).isEqualTo(10);
        assertThat(statistics.getErrors()).isEmpty();
        assertThat(statistics.latency().max()).isGreaterThan(SECOND);
        assertThat(statistics.lag().min()).isGreaterThan(SECOND / 2);
    }

    @Test
    void whatCannotBeSentEvenLaterIsAnError() throws Exception {
        keepTenASecond(Duration.ofSeconds(7));

        assertThat(sender.replies).isEmpty();
        assertThat(statistics.getSent()).isZero();
        assertThat(statistics.getErrors())
                .isEqualTo(Map.of("not sent: the load generator cannot keep to the rate", 10L));
    }

    @Test
    void stoppedLoadSendsNothing() throws Exception {
        load.stop();
        keepTenASecond(Duration.ofMillis(1500));

        assertThat(sender.replies).isEmpty();
        assertThat(statistics.getErrors()).isEmpty();
    }

    @Test
    void requestsThatDoNotEndAreCounted() throws Exception {
        keepTenASecond(Duration.ofMillis(1500));
        sender.replies.remove().answered(200, 0);

        assertThat(load.awaitIdle(0)).isFalse();
        assertThat(load.getInFlight()).isEqualTo(9);
        statistics.failed("no end", load.getInFlight());
        assertThat(statistics.getFailed()).isEqualTo(9);
        assertThat(statistics.getErrors()).isEqualTo(Map.of("no end", 9L));
    }

    private record Nothing() implements Sender.Prepared {}

    /** Keeps requests until they are answered. */
    private static final class Requests implements Sender {
        private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();

        @Override
        public void start() {}

        @Override
        public Prepared prepare(Resource resource) {
            return new Nothing();
        }

        @Override
        public void send(Prepared prepared, Reply reply) {
            replies.add(reply);
        }

        @Override
        public void later(Runnable task, long nanos) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
