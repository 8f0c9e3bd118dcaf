package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pool that measures its tasks. */
class MonitoredQueuedThreadPoolTest {
    // no reserved threads, which take tasks past the queue
    private final MonitoredQueuedThreadPool pool = new MonitoredQueuedThreadPool(2);

    @BeforeEach
    void start() throws Exception {
        pool.setReservedThreads(0);
        pool.start();
    }

    @AfterEach
    void stop() throws Exception {
        pool.stop();
    }

    @Test
    void tasksAreMeasuredWhileTheyWaitAndRun() throws Exception {
        CountDownLatch running = new CountDownLatch(2);
        CountDownLatch end = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {
                running.countDown();
                try {
                    end.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        running.await();
        assertThat(pool.getTasks()).isZero();
        assertThat(pool.getMaxBusyThreads()).isEqualTo(2);
        assertThat(pool.getMaxQueueSize()).isGreaterThanOrEqualTo(3);
        end.countDown();
        await().until(() -> pool.getTasks() == 5);
        assertThat(pool.getMaxQueueLatency()).isPositive().isGreaterThanOrEqualTo(pool.getAverageQueueLatency());
        assertThat(pool.getMaxTaskLatency()).isPositive().isGreaterThanOrEqualTo(pool.getAverageTaskLatency());
        pool.reset();
        assertThat(pool.getTasks()).isZero();
        assertThat(pool.getMaxQueueSize()).isZero();
        assertThat(pool.getMaxTaskLatency()).isZero();
        assertThat(pool.getMaxQueueLatency()).isZero();
    }

    @Test
    void taskThatThrowsIsMeasuredAndThePoolGoesOn() {
        pool.execute(() -> {
            throw new IllegalStateException("as the test wants it");
        });
        await().until(() -> pool.getTasks() == 1);
        pool.execute(() -> {});
        await().until(() -> pool.getTasks() == 2);
    }
}
