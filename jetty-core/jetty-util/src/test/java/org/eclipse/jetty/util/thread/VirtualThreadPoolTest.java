package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "THIS JAVA HAS NO VIRTUAL THREADS: run these tests on Java 21 or newer too")
class VirtualThreadPoolTest {
    private final VirtualThreadPool pool = new VirtualThreadPool(3);
    private final Semaphore release = new Semaphore(0);
    private final AtomicInteger ran = new AtomicInteger();

    @AfterEach
    void stop() throws Exception {
        pool.stop();
        assertThat(pool.getThreads()).isZero();
        assertThat(pool.getQueueSize()).isZero();
    }

    private void block() {
        release.acquireUninterruptibly();
        ran.incrementAndGet();
    }

    @Test
    void nullIsRefusedAtOnce() throws Exception {
        pool.start();
        assertThatThrownBy(() -> pool.execute(null)).isInstanceOf(NullPointerException.class);
        assertThat(pool.getThreads()).isZero();
    }

    @Test
    void thePermitIsTakenBeforeTheThreadIsMade() throws Exception {
        AtomicInteger threads = new AtomicInteger();
        Executor starter = VirtualThreads.getNamedVirtualThreadsExecutor("counted-");
        pool.setVirtualThreadsExecutor(task -> {
            threads.incrementAndGet();
            starter.execute(task);
        });
        pool.start();
        for (int i = 0; i < 10_000; i++) {
            pool.execute(this::block);
        }
        assertThat(threads).hasValue(3);
        assertThat(pool.getThreads()).isEqualTo(3);
        assertThat(pool.getQueueSize()).isEqualTo(9_997);
        assertThat(pool.isLowOnThreads()).isTrue();
        assertThat(pool.tryExecute(this::block)).isFalse();
        release.release(10_000);
        await().until(() -> ran.get() == 10_000);
        await().until(() -> pool.getThreads() == 0);
        assertThat(threads.get()).as("threads go on with what waits").isLessThan(100);
        assertThat(pool.getPeakQueueSize()).isEqualTo(9_997);
        assertThat(pool.getRefusedTasks()).isZero();
    }

    @Test
    void tasksRunInNamedVirtualThreadsInTheirOrder() throws Exception {
        pool.setMaxThreads(1);
        pool.setName("limited");
        Queue<String> names = new ConcurrentLinkedQueue<>();
        List<Integer> order = new ArrayList<>();
        pool.start();
        pool.execute(this::block);
        for (int i = 0; i < 5; i++) {
            int number = i;
            pool.execute(() -> {
                if (VirtualThreads.isVirtualThread()) {
                    names.add(Thread.currentThread().getName());
                }
                order.add(number);
                ran.incrementAndGet();
            });
        }
        release.release();
        await().until(() -> ran.get() == 6);
        assertThat(order).containsExactly(0, 1, 2, 3, 4);
        assertThat(names).hasSize(5).allMatch(name -> name.startsWith("limited-"));
    }

    @Test
    void beyondTheQueueTasksAreRefusedAndCounted() throws Exception {
        pool.setMaxThreads(1);
        pool.setMaxQueuedTasks(2);
        pool.start();
        for (int i = 0; i < 3; i++) {
            pool.execute(this::block);
        }
        assertThatThrownBy(() -> pool.execute(this::block))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("1 tasks run and 2 wait");
        assertThat(pool.getRefusedTasks()).isEqualTo(1);
        release.release(3);
        await().until(() -> ran.get() == 3);
        pool.execute(ran::incrementAndGet);
        await().until(() -> ran.get() == 4);
    }

    @Test
    void listenersAreToldOfPressureAndOfItsEnd() throws Exception {
        AtomicBoolean pressed = new AtomicBoolean();
        pool.addEventListener((VirtualThreadPool.PressureListener) p -> pressed.set(p.isUnderPressure()));
        pool.setMaxThreads(1);
        pool.setMaxQueuedTasks(16);
        pool.start();
        for (int i = 0; i < 8; i++) {
            pool.execute(this::block);
        }
        assertThat(pressed).isFalse();
        pool.execute(this::block);
        assertThat(pressed).isTrue();
        release.release(5);
        await().until(() -> ran.get() == 5 && pool.getQueueSize() == 3);
        assertThat(pressed).as("it ends later than it began").isTrue();
        release.release(4);
        await().until(() -> ran.get() == 9 && !pressed.get());
    }

    @Test
    void withoutLimitEveryTaskHasAThread() throws Exception {
        pool.setMaxThreads(0);
        pool.start();
        for (int i = 0; i < 1000; i++) {
            pool.execute(this::block);
        }
        assertThat(pool.getThreads()).isEqualTo(1000);
        assertThat(pool.isLowOnThreads()).isFalse();
        release.release(1000);
        await().until(() -> ran.get() == 1000);
    }

    @Test
    void stopInterruptsWhatRunsAndTellsWhatWaits() throws Exception {
        pool.setStopTimeout(200);
        pool.setMaxThreads(1);
        pool.start();
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                running.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException x) {
                interrupted.countDown();
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        Waiting waiting = new Waiting();
        pool.execute(waiting);
        pool.stop();
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting.closed).isTrue();
        assertThat(waiting.ran).isFalse();
        assertThatThrownBy(() -> pool.execute(waiting)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    @Timeout(60)
    void poolThatIsToInterruptAtItsStopGivesTasksNoTime() throws Exception {
        pool.setStopTimeout(TimeUnit.HOURS.toMillis(1));
        pool.start();
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                running.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException x) {
                interrupted.countDown();
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        pool.interruptAtStop();
        pool.stop();
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anInterruptionDoesNotReachTheNextTask() throws Exception {
        pool.setMaxThreads(1);
        pool.start();
        AtomicBoolean inherited = new AtomicBoolean();
        pool.execute(() -> {
            block();
            Thread.currentThread().interrupt();
        });
        pool.execute(() -> {
            inherited.set(Thread.currentThread().isInterrupted());
            ran.incrementAndGet();
        });
        release.release();
        await().until(() -> ran.get() == 2);
        assertThat(inherited).isFalse();
    }

    @Test
    void theDumpShowsRunningTasksWhenTracked() throws Exception {
        pool.setTracking(true);
        pool.setDetailedDump(true);
        pool.start();
        pool.execute(this::block);
        await().untilAsserted(() -> assertThat(pool.dump()).contains("VirtualThread[", "acquireUninterruptibly"));
        release.release();
        await().until(() -> pool.getThreads() == 0);
        assertThat(pool.dump()).doesNotContain("VirtualThread[");
    }

    @Test
    void aPoolTooSmallForWhatComponentsKeepIsRefused() {
        assertThatThrownBy(() -> ThreadPoolBudget.leaseFrom(pool, "selectors", 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("max=3, required=4");
    }

    /** However tasks come and go, none is lost, and never do more than the limit run. */
    @RepeatedTest(5)
    void nothingIsLostAndTheLimitIsKept() throws Exception {
        int each = 5_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        pool.setMaxQueuedTasks(1 << 20);
        pool.start();
        List<Thread> submitters = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    pool.execute(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        if ((ran.get() & 7) == 0) {
                            Thread.yield();
                        }
                        inside.decrementAndGet();
                        ran.incrementAndGet();
                    });
                }
            });
            submitters.add(thread);
            thread.start();
        }
        for (Thread thread : submitters) {
            thread.join();
        }
        await().until(() -> ran.get() == 4 * each);
        await().until(() -> pool.getThreads() == 0);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(pool.getQueueSize()).isZero();
    }

    private final class Waiting implements Runnable, Closeable {
        private volatile boolean closed;
        private volatile boolean ran;

        @Override
        public void run() {
            ran = true;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
