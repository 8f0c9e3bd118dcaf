package org.eclipse.jetty.util.thread.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.Blocking;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ReservedThreads;
import org.eclipse.jetty.util.thread.Stress;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public class AdaptiveExecutionStrategyStressTest {
    private static QueuedThreadPool pool(SplittableRandom random) {
        int max = random.nextInt(3, 12);
        QueuedThreadPool pool =
                new QueuedThreadPool(max, 1, 60000, random.nextInt(0, Math.min(max - 1, 4)), null, null);
        pool.setName("aes-stress");
        if (VirtualThreads.areSupported() && random.nextInt(4) == 0) {
            pool.setUseVirtualThreads(true);
        }
        return pool;
    }

    /** Tasks of all types, quick and slow ones, that produce, dispatch, submit further ones and announce that they block. */
    @Test
    public void everyTaskIsProducedAndConsumedOnce() throws Exception {
        Stress.explore(random -> {
            QueuedThreadPool pool = pool(random);
            pool.start();
            Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
            AtomicInteger producing = new AtomicInteger();
            AtomicInteger violations = new AtomicInteger();
            AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(
                    () -> {
                        if (producing.incrementAndGet() != 1) {
                            violations.incrementAndGet();
                        }
                        Runnable task = queue.poll();
                        producing.decrementAndGet();
                        return task;
                    },
                    pool);
            strategy.start();
            int racers = random.nextInt(1, 5);
            int each = random.nextInt(1, 2000);
            AtomicIntegerArray runs = new AtomicIntegerArray(2 * racers * each);
            AtomicInteger expected = new AtomicInteger();
            AtomicInteger done = new AtomicInteger();
            Runnable[] all = new Runnable[racers];
            for (int r = 0; r < racers; r++) {
                int first = r * each;
                SplittableRandom own = random.split();
                all[r] = () -> {
                    for (int i = first; i < first + each; i++) {
                        int number = 2 * i;
                        int kind = own.nextInt(1000);
                        InvocationType type = InvocationType.values()[own.nextInt(3)];
                        InvocationType next = InvocationType.values()[own.nextInt(3)];
                        expected.incrementAndGet();
                        queue.add(new Invocable.ReadyTask(type, () -> {
                            runs.incrementAndGet(number);
                            if (kind < 5) {
                                Stress.spin(2500);
                            } else if (kind < 50) {
                                Stress.spin(kind);
                            } else if (kind < 150) {
                                Blocking.aboutToBlock();
                            } else if (kind < 250) {
                                strategy.produce();
                            } else if (kind < 350) {
                                strategy.dispatch();
                            } else if (kind < 450) {
                                expected.incrementAndGet();
                                queue.add(new Invocable.ReadyTask(next, () -> {
                                    runs.incrementAndGet(number + 1);
                                    done.incrementAndGet();
                                }));
                                if (kind < 400) {
                                    strategy.produce();
                                } else {
                                    strategy.dispatch();
                                }
                            }
                            done.incrementAndGet();
                        }));
                        if (own.nextBoolean()) {
                            strategy.dispatch();
                        } else if (own.nextBoolean()) {
                            strategy.produce();
                        } else {
                            Invocable.invokeNonBlocking(strategy::produce);
                        }
                    }
                };
            }
            Stress.race(all);
            await().atMost(Duration.ofSeconds(30)).until(() -> done.get() == expected.get());
            await().until(strategy::isIdle);
            assertThat(violations.get()).isZero();
            assertThat(queue).isEmpty();
            for (int i = 0; i < runs.length(); i++) {
                assertThat(runs.get(i)).isBetween(0, 1);
            }
            for (int i = 0; i < runs.length(); i += 2) {
                assertThat(runs.get(i)).isEqualTo(1);
            }
            strategy.stop();
            pool.stop();
            Stress.assertNoThreadIsLeft("aes-stress");
        });
    }

    /** Blocking tasks that only the last, non-blocking one lets go on: production must never wait for them. */
    @Test
    public void productionIsNeverLostToTasksThatBlock() throws Exception {
        Stress.explore(random -> {
            QueuedThreadPool pool = pool(random);
            pool.start();
            LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
            AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(queue::poll, pool);
            strategy.start();
            int blocked = random.nextInt(1, 30);
            boolean told = random.nextBoolean();
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(blocked);
            for (int i = 0; i < blocked; i++) {
                queue.add(new Invocable.ReadyTask(InvocationType.BLOCKING, () -> {
                    if (told) {
                        Blocking.aboutToBlock();
                    }
                    awaitQuietly(release);
                    ended.countDown();
                }));
            }
            queue.add(new Invocable.ReadyTask(InvocationType.NON_BLOCKING, release::countDown));
            strategy.dispatch();
            assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
            await().until(strategy::isIdle);
            strategy.stop();
            pool.stop();
            Stress.assertNoThreadIsLeft("aes-stress");
        });
    }

    /**
     * A selector produces connections, each of which produces frames, as HTTP/2 does. All threads but the selector's are
     * blocked by the application, and the frames that do not block are consumed nevertheless.
     */
    @RepeatedTest(5)
    public void frameThatDoesNotBlockIsConsumedWhileEveryOtherThreadIsBlocked() throws Exception {
        for (int reserved = 0; reserved < 3; reserved++) {
            QueuedThreadPool pool = new QueuedThreadPool(6, 6, 60000, reserved, null, null);
            pool.setName("aes-stress");
            pool.start();
            LinkedBlockingQueue<Runnable> frames = new LinkedBlockingQueue<>();
            AdaptiveExecutionStrategy session = new AdaptiveExecutionStrategy(frames::poll, pool);
            session.start();
            LinkedBlockingQueue<Runnable> ready = new LinkedBlockingQueue<>();
            Runnable end = () -> {};
            AdaptiveExecutionStrategy selector = new AdaptiveExecutionStrategy(
                    () -> {
                        try {
                            Runnable task = ready.take();
                            if (task == end) {
                                ready.add(end);
                            }
                            return task == end ? null : task;
                        } catch (InterruptedException x) {
                            return null;
                        }
                    },
                    pool);
            selector.start();
            selector.dispatch();
            Runnable connection = new Invocable.ReadyTask(InvocationType.EITHER, session::produce);
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch ended = new CountDownLatch(40);
            for (int i = 0; i < 40; i++) {
                frames.add(new Invocable.ReadyTask(InvocationType.BLOCKING, () -> {
                    awaitQuietly(release);
                    ended.countDown();
                }));
                ready.add(connection);
            }
            // what is over waits in the queue of the pool, and the selector produces in the last thread that is not
            // blocked
            await().until(() -> frames.isEmpty() && pool.getQueueSize() > 0 && pool.getIdleThreads() == 0);
            for (int i = 0; i < 10; i++) {
                CountDownLatch consumed = new CountDownLatch(1);
                frames.add(new Invocable.ReadyTask(InvocationType.NON_BLOCKING, consumed::countDown));
                ready.add(connection);
                assertThat(consumed.await(30, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(ended.getCount()).isEqualTo(40);
            release.countDown();
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            ready.add(end);
            await().until(selector::isIdle);
            selector.stop();
            session.stop();
            pool.stop();
            Stress.assertNoThreadIsLeft("aes-stress");
        }
    }

    @Test
    public void eitherTaskOfAChainedStrategyIsInvokedNonBlocking() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(6, 1, 60000, 2, null, null);
        pool.setName("aes-stress");
        pool.start();
        LinkedBlockingQueue<Runnable> frames = new LinkedBlockingQueue<>();
        AdaptiveExecutionStrategy inner = new AdaptiveExecutionStrategy(frames::poll, pool);
        // no thread can be set aside, so that the outer strategy must not block
        LinkedBlockingQueue<Runnable> ready = new LinkedBlockingQueue<>();
        AdaptiveExecutionStrategy outer =
                new AdaptiveExecutionStrategy(ready::poll, (java.util.concurrent.Executor) pool::execute);
        inner.start();
        outer.start();
        ReservedThreads.await(pool, 1);
        AtomicInteger nonBlocking = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            frames.add(new Invocable.ReadyTask(InvocationType.EITHER, () -> {
                if (Invocable.isNonBlockingInvocation()) {
                    nonBlocking.incrementAndGet();
                }
            }));
        }
        ready.add(new Invocable.ReadyTask(InvocationType.EITHER, inner::produce));
        outer.produce();
        assertThat(nonBlocking.get()).isEqualTo(5);
        assertThat(inner.getPICTasksExecuted()).isEqualTo(5);
        assertThat(outer.getPICTasksExecuted()).isEqualTo(1);
        inner.stop();
        outer.stop();
        pool.stop();
        Stress.assertNoThreadIsLeft("aes-stress");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
