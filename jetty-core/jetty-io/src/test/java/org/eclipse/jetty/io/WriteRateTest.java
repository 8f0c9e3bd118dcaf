package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriteRateTest {
    private static final int GRACE = 200;

    private final ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler("rate", true);
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();
    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch tooSlow = new CountDownLatch(1);
    /** What is taken before each look, however late this thread is. */
    private final AtomicLong step = new AtomicLong();

    private boolean counts = true;
    private WriteRate rate;

    @BeforeEach
    void start() throws Exception {
        scheduler.start();
    }

    @AfterEach
    void stop() throws Exception {
        if (rate != null) {
            rate.destroy();
        }
        scheduler.stop();
    }

    private WriteRate rate(long bytesPerSecond) {
        EndPoint endPoint = new ByteArrayEndPoint() {
            @Override
            public long getBytesTaken() {
                looks.incrementAndGet();
                return counts ? taken.addAndGet(step.get()) : -1;
            }
        };
        rate = new WriteRate(scheduler, endPoint, bytesPerSecond) {
            @Override
            protected boolean isOver(long mark) {
                return over.get();
            }

            @Override
            protected void onTooSlow() {
                tooSlow.countDown();
            }
        };
        return rate;
    }

    private void awaitLooks(int count) {
        long before = looks.get();
        await().pollInterval(Duration.ofMillis(1)).until(() -> looks.get() >= before + count);
    }

    private boolean isTooSlow() throws InterruptedException {
        return tooSlow.await(30, TimeUnit.SECONDS);
    }

    /** A megabyte that was taken at once would be enough for an hour at the rate. */
    @Test
    void whatWasTakenBeforeEarnsNothing() throws Exception {
        rate(240).watch(GRACE, 1, 10_000_000, null, null);
        taken.set(1_000_000);
        assertThat(isTooSlow()).isTrue();
    }

    @Test
    void writeThatIsTakenAtTheRateGoesOnAndEndsWhenItIsTakenNoMore() throws Exception {
        step.set(1000);
        rate(1).watch(GRACE, 1, 10_000_000, null, null);
        awaitLooks(20);
        assertThat(tooSlow.getCount()).isEqualTo(1);
        step.set(0);
        assertThat(isTooSlow()).isTrue();
    }

    @Test
    void withoutARateItIsEnoughThatSomethingIsTaken() throws Exception {
        step.set(1);
        rate(0).watch(GRACE, 1, 10_000_000, null, null);
        awaitLooks(20);
        assertThat(tooSlow.getCount()).isEqualTo(1);
        step.set(0);
        assertThat(isTooSlow()).isTrue();
    }

    @Test
    void writeThatIsOverIsWatchedNoMore() throws Exception {
        rate(240).watch(GRACE, 1, 100, null, null);
        over.set(true);
        CountDownLatch later = new CountDownLatch(1);
        scheduler.schedule(later::countDown, GRACE * 2, TimeUnit.MILLISECONDS);
        later.await();
        assertThat(tooSlow.getCount()).isEqualTo(1);
    }

    @Test
    void buffersTellWhatIsTakenWhereTheEndPointDoesNotCount() throws Exception {
        counts = false;
        ByteBuffer first = ByteBuffer.allocate(100);
        ByteBuffer second = ByteBuffer.allocate(1_000);
        rate(1).watch(GRACE, 1, first.remaining() + second.remaining(), first, second);
        first.position(100);
        for (int i = 0; i < 20; i++) {
            second.position(second.position() + 50);
            awaitLooks(1);
        }
        assertThat(tooSlow.getCount()).isEqualTo(1);
        assertThat(isTooSlow()).isTrue();
    }
}
