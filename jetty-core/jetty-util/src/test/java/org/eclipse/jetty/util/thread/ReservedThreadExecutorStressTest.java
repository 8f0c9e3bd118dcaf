package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

public class ReservedThreadExecutorStressTest {
    @Test
    public void everyTaskRunsOnceWhileThreadsAreSetAsideGivenBackAndLeave() throws Exception {
        Stress.explore(random -> {
            QueuedThreadPool pool = new QueuedThreadPool(random.nextInt(4, 12), 1, 60000, 0, null, null);
            pool.setName("rte-stress");
            pool.start();
            int capacity = random.nextInt(0, 4);
            ReservedThreadExecutor reserved =
                    new ReservedThreadExecutor(pool, capacity, random.nextInt(0, capacity + 1));
            reserved.setIdleTimeout(random.nextInt(1, 500), TimeUnit.MICROSECONDS);
            reserved.start();
            int racers = random.nextInt(1, 5);
            int each = random.nextInt(1, 3000);
            boolean isRenewing = random.nextBoolean();
            AtomicIntegerArray runs = new AtomicIntegerArray(racers * each);
            Runnable[] all = new Runnable[racers];
            for (int r = 0; r < racers; r++) {
                int first = r * each;
                SplittableRandom own = random.split();
                all[r] = () -> {
                    for (int i = first; i < first + each; i++) {
                        if (isRenewing && own.nextInt(100) == 0) {
                            renew(pool, reserved);
                        }
                        hand(reserved, own, runs, i);
                    }
                };
            }
            Stress.race(all);
            await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                for (int i = 0; i < runs.length(); i++) {
                    assertThat(runs.get(i)).isEqualTo(1);
                }
            });
            assertThat(reserved.getAvailable()).isBetween(0, capacity);
            reserved.stop();
            pool.stop();
            assertThat(reserved.getPending()).isZero();
            Stress.assertNoThreadIsLeft("rte-stress");
        });
    }

    private static void renew(QueuedThreadPool pool, ReservedThreadExecutor reserved) {
        pool.renewThreads();
        reserved.dismiss();
    }

    private static void hand(ReservedThreadExecutor to, SplittableRandom random, AtomicIntegerArray runs, int number) {
        Runnable task = () -> runs.incrementAndGet(number);
        switch (random.nextInt(4)) {
            case 0 -> to.execute(task);
            case 1 -> {
                if (!to.tryExecute(task)) {
                    to.execute(task);
                }
            }
            case 2 -> {
                TryExecutor.Standby standby = to.standby();
                if (random.nextInt(8) == 0) {
                    Stress.spin(random.nextInt(300));
                }
                if (standby != null) {
                    standby.start(task);
                } else {
                    to.execute(task);
                }
            }
            default -> {
                TryExecutor.Standby standby = to.standby();
                if (random.nextInt(8) == 0) {
                    Stress.spin(random.nextInt(300));
                }
                if (standby != null) {
                    standby.release();
                }
                to.execute(task);
            }
        }
    }
}
