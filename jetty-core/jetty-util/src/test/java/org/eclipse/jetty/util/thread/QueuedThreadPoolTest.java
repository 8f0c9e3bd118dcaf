package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

public class QueuedThreadPoolTest {
    private static ConditionFactory await() {
        // what is waited for is there soon, and some tests are repeated
        return Awaitility.await().pollInterval(Duration.ofMillis(2));
    }

    @Test
    public void threadsGrowWithTheJobsUpToTheMaximumAndTheRestIsQueued() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 1, 60000, 0, null, null);
        pool.start();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(6);
        for (int i = 0; i < 6; i++) {
            pool.execute(() -> {
                try {
                    release.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            });
        }
        await().until(() -> pool.getThreads() == 4 && pool.getQueueSize() == 2);
        assertThat(pool.isLowOnThreads()).isTrue();
        assertThat(pool.getUtilizationRate()).isEqualTo(1.0);
        release.countDown();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        await().until(() -> pool.getIdleThreads() == 4);
        assertThat(pool.isLowOnThreads()).isFalse();
        pool.stop();
        assertThat(pool.getThreads()).isZero();
    }

    @Test
    public void nullIsRefusedAtOnce() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 1);
        pool.start();
        assertThatThrownBy(() -> pool.execute(null)).isInstanceOf(NullPointerException.class);
        pool.stop();
    }

    @Test
    public void threadThatIsSetAsideIsReplacedWhenThreadsAreRenewed() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(20, 1);
        pool.setName("renewed");
        pool.start();
        ReservedThreads.await(pool, 1);
        TryExecutor.Standby standby = pool.standby();
        Set<Thread> before = threads("renewed");
        pool.renewThreads();
        await().until(() -> before.stream().noneMatch(Thread::isAlive));
        CountDownLatch started = new CountDownLatch(1);
        standby.start(started::countDown);
        assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
        pool.stop();
        Stress.assertNoThreadIsLeft("renewed");
    }

    private static Set<Thread> threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .collect(Collectors.toSet());
    }

    @Test
    public void idleThreadsLeaveDownToTheMinimum() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(10, 2, 50, 0, null, null);
        pool.setMaxEvictCount(10);
        pool.start();
        CountDownLatch all = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            pool.execute(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
        await().until(() -> pool.getThreads() == 2);
        pool.stop();
    }

    @RepeatedTest(20)
    public void noJobIsLostWhileThreadsComeAndGo() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(6, 1, 1, 2, null, null);
        pool.setMaxEvictCount(1000);
        pool.start();
        AtomicInteger done = new AtomicInteger();
        Thread[] producers = new Thread[4];
        for (int t = 0; t < producers.length; t++) {
            producers[t] = new Thread(() -> {
                for (int i = 0; i < 3000; i++) {
                    if (i % 3 != 0 || !pool.tryExecute(done::incrementAndGet)) {
                        pool.execute(done::incrementAndGet);
                    }
                }
            });
            producers[t].start();
        }
        for (Thread producer : producers) {
            producer.join();
        }
        await().atMost(30, TimeUnit.SECONDS).until(() -> done.get() == 12000);
        pool.stop();
        assertThat(pool.getThreads()).isZero();
    }

    @Test
    public void queueLongerThanTheRingKeepsEveryJobInOrder() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(1, 1, 60000, 0, null, null);
        pool.start();
        CountDownLatch release = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                release.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        });
        AtomicInteger next = new AtomicInteger();
        AtomicBoolean disorder = new AtomicBoolean();
        for (int i = 0; i < 5000; i++) {
            int number = i;
            pool.execute(() -> {
                if (next.getAndIncrement() != number) {
                    disorder.set(true);
                }
            });
        }
        release.countDown();
        await().until(() -> next.get() == 5000);
        assertThat(disorder).isFalse();
        pool.stop();
    }

    @Test
    public void givenQueueThatIsFullRejects() throws Exception {
        BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>(1);
        QueuedThreadPool pool = new QueuedThreadPool(1, 1, 60000, 0, queue, null);
        pool.start();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        pool.execute(() -> {
            running.countDown();
            try {
                release.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        pool.execute(() -> {});
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        release.countDown();
        pool.stop();
        assertThatThrownBy(() -> pool.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("not running");
    }

    @Test
    @Timeout(60)
    public void poolThatIsToInterruptAtItsStopGivesJobsNoTime() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 2);
        pool.setStopTimeout(TimeUnit.HOURS.toMillis(1));
        pool.start();
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        pool.execute(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException x) {
                interrupted.countDown();
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        pool.interruptAtStop();
        pool.stop();
        assertThat(interrupted.getCount()).isZero();
        assertThat(pool.getThreads()).isZero();
    }

    @Test
    public void stoppedPoolInterruptsJobsAndClosesThoseThatWait() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(1, 1, 60000, 0, null, null);
        pool.setStopTimeout(200);
        pool.start();
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicBoolean closed = new AtomicBoolean();
        class Job implements Runnable, Closeable {
            @Override
            public void run() {}

            @Override
            public void close() {
                closed.set(true);
            }
        }
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException x) {
                interrupted.countDown();
                // keeps the only thread from the next job
                long start = System.nanoTime();
                while (!closed.get() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30)) {
                    Thread.onSpinWait();
                }
            }
        });
        assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
        pool.execute(new Job());
        pool.stop();
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(closed).isTrue();
    }

    @Test
    public void failedJobDoesNotEndItsThread() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(1, 1, 60000, 0, null, null);
        pool.start();
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> {
            throw new Error("expected");
        });
        pool.execute(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        pool.stop();
    }

    @Test
    public void budgetRefusesLeasesThatLeaveNoThread() {
        QueuedThreadPool pool = new QueuedThreadPool(4, 1);
        ThreadPoolBudget.Lease lease = ThreadPoolBudget.leaseFrom(pool, "selectors", 3);
        assertThatThrownBy(() -> ThreadPoolBudget.leaseFrom(pool, "acceptors", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("max=4")
                .hasMessageContaining("required=5")
                .hasMessageContaining("3 for selectors")
                .hasMessageContaining("at least 5");
        lease.close();
        ThreadPoolBudget.leaseFrom(pool, "acceptors", 1).close();
        assertThat(pool.getThreadPoolBudget().getLeasedThreads()).isZero();
    }

    @Test
    public void minimumAboveTheMaximumIsRefusedAtTheStart() {
        QueuedThreadPool pool = new QueuedThreadPool();
        pool.setMinThreads(30);
        pool.setMaxThreads(20);
        assertThatThrownBy(pool::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("minThreads 30")
                .hasMessageContaining("maxThreads 20")
                .hasMessageContaining("lower jetty.threadPool.minThreads to at most 20")
                .hasMessageContaining("raise jetty.threadPool.maxThreads to at least 30");
        assertThat(pool.getThreads()).isZero();
        pool.setMinThreads(20);
        assertThatCode(pool::start).doesNotThrowAnyException();
        assertThatCode(pool::stop).doesNotThrowAnyException();
    }

    @Test
    public void limitThatWasNotSetFollowsTheOneThatWas() {
        QueuedThreadPool fewer = new QueuedThreadPool(200, 8);
        fewer.setMaxThreads(5);
        assertThat(fewer.getMinThreads()).isEqualTo(5);
        QueuedThreadPool more = new QueuedThreadPool(200, 8);
        more.setMinThreads(300);
        assertThat(more.getMaxThreads()).isEqualTo(300);
    }

    @Test
    public void reservedThreadsThatLeaveNoneAreRefusedAtTheStart() {
        QueuedThreadPool pool = new QueuedThreadPool(4, 1);
        pool.setReservedThreads(4);
        assertThatThrownBy(pool::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reservedThreads 4")
                .hasMessageContaining("maxThreads 4")
                .hasMessageContaining("lower jetty.threadPool.reservedThreads to at most 3");
    }

    @Test
    public void reservedThreadsAreLeasedFromTheBudget() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(6, 1);
        pool.setReservedThreads(4);
        pool.start();
        assertThat(pool.getMaxLeasedThreads()).isEqualTo(4);
        assertThat(pool.getLeasedThreads()).isZero();
        assertThatThrownBy(() -> ThreadPoolBudget.leaseFrom(pool, "selectors", 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("max=6, required=7")
                .hasMessageContaining("2 for selectors")
                .hasMessageContaining("raise jetty.threadPool.maxThreads")
                .hasMessageContaining("to at least 7")
                .hasMessageContaining("lower jetty.http.selectors, jetty.http.acceptors");
        ThreadPoolBudget.leaseFrom(pool, "selectors", 1);
        assertThat(pool.getLeasedThreads()).isEqualTo(1);
        pool.stop();
        assertThat(pool.getMaxLeasedThreads()).isZero();
    }

    @Test
    public void poolCanBeStartedAgain() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(2, 1);
        for (int i = 0; i < 3; i++) {
            pool.start();
            CountDownLatch done = new CountDownLatch(1);
            pool.execute(done::countDown);
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            pool.stop();
            pool.join();
        }
    }

    @RepeatedTest(20)
    public void reservedThreadStartsWhatItsHolderSays() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(6, 1, 60000, 2, null, null);
        pool.start();
        await().until(() -> {
            // a second thread is made when the first one is taken
            TryExecutor.Standby first = pool.standby();
            TryExecutor.Standby second = pool.standby();
            if (first != null) {
                first.release();
            }
            if (second != null) {
                second.release();
            }
            return pool.getAvailableReservedThreads() == 2;
        });
        TryExecutor.Standby one = pool.standby();
        TryExecutor.Standby two = pool.standby();
        assertThat(one).isNotNull();
        assertThat(two).isNotNull();
        assertThat(pool.standby()).isNull();
        CountDownLatch done = new CountDownLatch(1);
        one.start(done::countDown);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        two.release();
        await().until(() -> pool.getAvailableReservedThreads() == 2);
        // one that is set aside does not keep the pool from stopping
        assertThat(pool.standby()).isNotNull();
        pool.stop();
        assertThat(pool.getThreads()).isZero();
    }
}
