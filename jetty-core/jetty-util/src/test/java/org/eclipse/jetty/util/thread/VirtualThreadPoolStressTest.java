package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

public class VirtualThreadPoolStressTest {
    @BeforeEach
    public void needsVirtualThreads() {
        if (!VirtualThreads.areSupported()) {
            LoggerFactory.getLogger(getClass())
                    .warn("SKIPPED: virtual threads need Java 21, this is {}", Runtime.version());
        }
        assumeThat(VirtualThreads.areSupported()).isTrue();
    }

    @Test
    public void everyTaskRunsOnceAndNeverMoreThanThePermitsAtATime() throws Exception {
        Stress.explore(random -> {
            int permits = random.nextInt(1, 20);
            VirtualThreadPool pool = new VirtualThreadPool(permits);
            pool.setName("vtp-stress");
            pool.setTracking(random.nextBoolean());
            pool.start();
            int racers = random.nextInt(1, 5);
            int each = random.nextInt(1, 1500);
            int rhythm = random.nextInt(2, 50);
            AtomicIntegerArray runs = new AtomicIntegerArray(racers * each);
            AtomicInteger current = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            Runnable[] all = new Runnable[racers];
            for (int r = 0; r < racers; r++) {
                int first = r * each;
                all[r] = () -> {
                    for (int i = first; i < first + each; i++) {
                        int number = i;
                        Runnable task = () -> {
                            most.accumulateAndGet(current.incrementAndGet(), Math::max);
                            if (number % rhythm == 0) {
                                LockSupport.parkNanos(50_000);
                            }
                            if (number % (rhythm + 1) == 0) {
                                Thread.yield();
                            }
                            runs.incrementAndGet(number);
                            current.decrementAndGet();
                            if (number % 100 == 0) {
                                throw new IllegalStateException("expected");
                            }
                        };
                        if (number % 3 != 0 || !pool.tryExecute(task)) {
                            pool.execute(task);
                        }
                    }
                };
            }
            Stress.race(all);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                for (int i = 0; i < runs.length(); i++) {
                    assertThat(runs.get(i)).isEqualTo(1);
                }
            });
            assertThat(most.get()).isBetween(1, permits);
            await().until(() -> pool.getThreads() == 0);
            pool.stop();
            Stress.assertNoThreadIsLeft("vtp-stress");
        });
    }
}
