package org.eclipse.jetty.util.thread.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ReservedThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public class AdaptiveExecutionStrategyTest {
    private final QueuedThreadPool pool = new QueuedThreadPool(8, 2);
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private AdaptiveExecutionStrategy strategy;

    @BeforeEach
    public void start() throws Exception {
        pool.start();
        strategy = new AdaptiveExecutionStrategy(tasks::poll, pool);
        strategy.start();
    }

    @AfterEach
    public void stop() throws Exception {
        strategy.stop();
        pool.stop();
        assertThat(pool.getThreads()).isZero();
    }

    private static Invocable.Task task(InvocationType type, Runnable runnable) {
        return new Invocable.ReadyTask(type, runnable);
    }

    /** Waits until the pool has a thread to set aside. */
    private void reserve() {
        ReservedThreads.await(pool, 1);
    }

    @Test
    public void nonBlockingTaskIsRunByTheProducer() {
        AtomicReference<Thread> runner = new AtomicReference<>();
        tasks.add(task(InvocationType.NON_BLOCKING, () -> runner.set(Thread.currentThread())));
        strategy.produce();
        assertThat(runner.get()).isSameAs(Thread.currentThread());
        assertThat(strategy.getPCTasksConsumed()).isEqualTo(1);
        assertThat(strategy.isIdle()).isTrue();
    }

    @Test
    public void shortBlockingTaskIsRunInPlaceWithoutWakingAnybody() {
        reserve();
        AtomicReference<Thread> runner = new AtomicReference<>();
        tasks.add(task(InvocationType.BLOCKING, () -> runner.set(Thread.currentThread())));
        strategy.produce();
        assertThat(runner.get()).isSameAs(Thread.currentThread());
        assertThat(strategy.getInPlaceTasksConsumed()).isEqualTo(1);
        assertThat(pool.getAvailableReservedThreads()).isEqualTo(1);
    }

    @Test
    public void blockingTaskIsQueuedWhenNoThreadCanBeSetAside() throws Exception {
        AdaptiveExecutionStrategy plain =
                new AdaptiveExecutionStrategy(tasks::poll, (java.util.concurrent.Executor) pool::execute);
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Thread> runner = new AtomicReference<>();
        tasks.add(task(InvocationType.BLOCKING, () -> {
            runner.set(Thread.currentThread());
            done.countDown();
        }));
        plain.produce();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runner.get()).isNotSameAs(Thread.currentThread());
        assertThat(plain.getPECTasksExecuted()).isEqualTo(1);
    }

    @Test
    public void eitherTaskIsInvokedNonBlockingWhenNoThreadCanBeSetAside() {
        AdaptiveExecutionStrategy plain =
                new AdaptiveExecutionStrategy(tasks::poll, (java.util.concurrent.Executor) pool::execute);
        AtomicReference<Boolean> nonBlocking = new AtomicReference<>();
        tasks.add(task(InvocationType.EITHER, () -> nonBlocking.set(Invocable.isNonBlockingInvocation())));
        plain.produce();
        assertThat(nonBlocking.get()).isTrue();
        assertThat(plain.getPICTasksExecuted()).isEqualTo(1);
    }

    @Test
    public void blockingTaskIsNotRunInANonBlockingInvocation() throws Exception {
        reserve();
        CountDownLatch done = new CountDownLatch(1);
        AtomicReference<Thread> runner = new AtomicReference<>();
        tasks.add(task(InvocationType.BLOCKING, () -> {
            runner.set(Thread.currentThread());
            done.countDown();
        }));
        Invocable.invokeNonBlocking(strategy::produce);
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(runner.get()).isNotSameAs(Thread.currentThread());
    }

    @RepeatedTest(20)
    public void watcherTakesProductionOverFromATaskThatDoesNotReturn() throws Exception {
        reserve();
        CountDownLatch second = new CountDownLatch(1);
        AtomicReference<Boolean> freed = new AtomicReference<>();
        // the first task ends only after the second one was produced
        tasks.add(task(InvocationType.BLOCKING, () -> {
            try {
                freed.set(second.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        }));
        tasks.add(task(InvocationType.NON_BLOCKING, second::countDown));
        strategy.produce();
        assertThat(freed.get()).isTrue();
        assertThat(strategy.getLateTakeOvers()).isEqualTo(1);
        assertThat(strategy.getUsefulLooks()).isEqualTo(1);
        await().pollInterval(Duration.ofMillis(2)).until(strategy::isIdle);
    }

    @RepeatedTest(20)
    public void watcherLearnsThatNothingWaited() throws Exception {
        reserve();
        CountDownLatch end = new CountDownLatch(1);
        Thread consumer = new Thread(strategy::produce);
        tasks.add(task(InvocationType.BLOCKING, () -> {
            try {
                end.await();
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        }));
        consumer.start();
        await().pollInterval(Duration.ofMillis(2)).until(() -> strategy.getLateTakeOvers() == 1 && strategy.isIdle());
        end.countDown();
        consumer.join();
        // what comes when the task has ended has not waited for it
        CountDownLatch done = new CountDownLatch(1);
        tasks.add(task(InvocationType.NON_BLOCKING, done::countDown));
        strategy.produce();
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(strategy.getUsefulLooks()).isZero();
    }

    @RepeatedTest(20)
    public void blockerHandsProductionOverAtOnce() throws Exception {
        reserve();
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(() -> {
            tasks.add(task(InvocationType.BLOCKING, () -> {
                try (Blocker.Callback callback = Blocker.callback()) {
                    tasks.add(task(InvocationType.NON_BLOCKING, callback::succeeded));
                    // where the watcher was so quick that production went idle without this task
                    strategy.dispatch();
                    callback.block();
                } catch (Exception x) {
                    throw new IllegalStateException(x);
                }
                done.countDown();
            }));
            strategy.produce();
        });
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(strategy.getLateTakeOvers()).isEqualTo(1);
        await().pollInterval(Duration.ofMillis(2)).until(strategy::isIdle);
    }

    @Test
    public void productionGoesOnWhenAllThreadsOfThePoolBlock() throws Exception {
        QueuedThreadPool small = new QueuedThreadPool(3, 3, 60000, 1, null, null);
        small.start();
        AdaptiveExecutionStrategy s = new AdaptiveExecutionStrategy(tasks::poll, small);
        s.start();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(6);
        ReservedThreads.await(small, 1);
        for (int i = 0; i < 6; i++) {
            tasks.add(task(InvocationType.BLOCKING, () -> {
                try {
                    release.await();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
                ended.countDown();
            }));
        }
        // only production frees those that block
        tasks.add(task(InvocationType.NON_BLOCKING, release::countDown));
        s.dispatch();
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        s.stop();
        small.stop();
    }

    @Test
    public void tasksThatBlockAreLearnedAndRecruitEagerly() {
        reserve();
        for (int i = 0; i < 40; i++) {
            reserve();
            tasks.add(task(InvocationType.BLOCKING, () -> {
                long start = System.nanoTime();
                while (System.nanoTime() - start < 3_000_000) {
                    Thread.onSpinWait();
                }
            }));
            strategy.produce();
            await().pollInterval(Duration.ofMillis(2)).until(strategy::isIdle);
        }
        assertThat(strategy.getEPCTasksConsumed()).isPositive();
        assertThat(strategy.getAverageTaskNanos()).isGreaterThan(200_000);
    }

    /** Has a task of the outer strategy run so many of an inner one, that take so long each, often. */
    private AdaptiveExecutionStrategy nest(int count, long nanos) throws Exception {
        QueuedThreadPool several = new QueuedThreadPool(16, 4);
        several.setReservedThreads(4);
        several.start();
        Queue<Runnable> innerTasks = new ConcurrentLinkedQueue<>();
        AdaptiveExecutionStrategy inner = new AdaptiveExecutionStrategy(innerTasks::poll, several);
        AdaptiveExecutionStrategy outer = new AdaptiveExecutionStrategy(tasks::poll, several);
        for (int i = 0; i < 40; i++) {
            ReservedThreads.await(several, 2);
            for (int n = 0; n < count; n++) {
                innerTasks.add(task(InvocationType.BLOCKING, () -> {
                    long start = System.nanoTime();
                    while (System.nanoTime() - start < nanos) {
                        Thread.onSpinWait();
                    }
                }));
            }
            CountDownLatch done = new CountDownLatch(1);
            tasks.add(task(InvocationType.BLOCKING, () -> {
                inner.produce();
                done.countDown();
            }));
            // only threads of the pool tell
            several.execute(outer::produce);
            assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> outer.isIdle() && inner.isIdle() && innerTasks.isEmpty());
        }
        several.stop();
        return outer;
    }

    @Test
    public void aTaskOfManyShortOnesIsNotALongOne() throws Exception {
        assertThat(nest(1000, 0).getLongTasksPercent()).isLessThan(25);
    }

    @Test
    public void aTaskOfLongOnesIsALongOne() throws Exception {
        assertThat(nest(2, 3_000_000).getLongTasksPercent()).isGreaterThan(25);
    }

    @Test
    public void reentrantProduceByTheConsumerDoesNotRecurse() {
        reserve();
        // of each thread, as one that is delayed in a task runs beside another one
        ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
        AtomicInteger deepest = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(100);
        Runnable[] again = new Runnable[1];
        again[0] = task(InvocationType.BLOCKING, () -> {
            depth.set(depth.get() + 1);
            deepest.accumulateAndGet(depth.get(), Math::max);
            if (left.decrementAndGet() > 0) {
                tasks.add(again[0]);
                strategy.produce();
            }
            depth.set(depth.get() - 1);
        });
        tasks.add(again[0]);
        strategy.produce();
        await().pollInterval(Duration.ofMillis(2)).until(() -> left.get() == 0 && strategy.isIdle());
        // a thread from which production was taken meanwhile is no consumer any more, and may nest what it produces
        assertThat(deepest.get()).isLessThanOrEqualTo(strategy.getLateTakeOvers() == 0 ? 1 : 50);
    }

    @RepeatedTest(10)
    public void everyTaskRunsOnceUnderContention() throws Exception {
        int perThread = 5000;
        AtomicLong done = new AtomicLong();
        Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
        AtomicInteger producing = new AtomicInteger();
        AtomicInteger violations = new AtomicInteger();
        AdaptiveExecutionStrategy s = new AdaptiveExecutionStrategy(
                () -> {
                    if (producing.incrementAndGet() != 1) {
                        violations.incrementAndGet();
                    }
                    Runnable task = queue.poll();
                    producing.decrementAndGet();
                    return task;
                },
                pool);
        s.start();
        Thread[] threads = new Thread[3];
        for (int t = 0; t < threads.length; t++) {
            int number = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < perThread; i++) {
                    boolean slow = i % 500 == 0;
                    queue.add(task(InvocationType.values()[i % 3], () -> {
                        if (slow && !Invocable.isNonBlockingInvocation()) {
                            long start = System.nanoTime();
                            while (System.nanoTime() - start < 2_500_000) {
                                Thread.onSpinWait();
                            }
                        }
                        done.incrementAndGet();
                    }));
                    if (number == 0) {
                        s.produce();
                    } else {
                        s.dispatch();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        await().atMost(30, TimeUnit.SECONDS).until(() -> done.get() == 3L * perThread);
        await().pollInterval(Duration.ofMillis(2)).until(s::isIdle);
        assertThat(violations.get()).isZero();
        assertThat(queue).isEmpty();
        s.stop();
    }
}
