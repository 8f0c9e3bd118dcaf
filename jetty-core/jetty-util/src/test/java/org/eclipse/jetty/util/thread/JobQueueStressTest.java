package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

public class JobQueueStressTest {
    /** A job that knows who offered it as which. */
    private record Job(int producer, int number) implements Runnable {
        @Override
        public void run() {}
    }

    @Test
    public void everyJobIsPolledOnceByManyConsumers() throws Exception {
        Stress.explore(random -> {
            JobQueue queue = new JobQueue(1 << random.nextInt(1, 7));
            int producers = random.nextInt(1, 5);
            int consumers = random.nextInt(1, 5);
            int each = random.nextInt(1, 5000);
            AtomicIntegerArray polled = new AtomicIntegerArray(producers * each);
            AtomicInteger left = new AtomicInteger(producers * each);
            Runnable[] racers = new Runnable[producers + consumers];
            for (int p = 0; p < producers; p++) {
                int producer = p;
                racers[p] = () -> {
                    for (int i = 0; i < each; i++) {
                        queue.offer(new Job(producer, i));
                    }
                };
            }
            for (int c = 0; c < consumers; c++) {
                racers[producers + c] = () -> {
                    while (left.get() > 0) {
                        Job job = (Job) queue.poll();
                        if (job == null) {
                            Thread.onSpinWait();
                            continue;
                        }
                        polled.incrementAndGet(job.producer * each + job.number);
                        left.decrementAndGet();
                    }
                };
            }
            Stress.race(racers);
            for (int i = 0; i < polled.length(); i++) {
                assertThat(polled.get(i)).isEqualTo(1);
            }
            assertThat(queue.isEmpty()).isTrue();
            assertThat(queue.size()).isZero();
            assertThat(queue.poll()).isNull();
        });
    }

    @Test
    public void jobsOfOneProducerLeaveInTheirOrder() throws Exception {
        Stress.explore(random -> {
            JobQueue queue = new JobQueue(1 << random.nextInt(1, 5));
            int producers = random.nextInt(1, 4);
            int each = random.nextInt(1, 5000);
            Runnable[] racers = new Runnable[producers + 1];
            for (int p = 0; p < producers; p++) {
                int producer = p;
                racers[p] = () -> {
                    for (int i = 0; i < each; i++) {
                        queue.offer(new Job(producer, i));
                    }
                };
            }
            racers[producers] = () -> {
                int[] next = new int[producers];
                for (int left = producers * each; left > 0; ) {
                    Job job = (Job) queue.poll();
                    if (job == null) {
                        Thread.onSpinWait();
                        continue;
                    }
                    assertThat(job.number).isEqualTo(next[job.producer]++);
                    left--;
                }
            };
            Stress.race(racers);
        });
    }
}
