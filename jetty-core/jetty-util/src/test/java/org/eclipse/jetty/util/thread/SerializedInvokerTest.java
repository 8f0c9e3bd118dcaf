package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

public class SerializedInvokerTest {
    @Test
    public void taskOfferedByATaskRunsAfterIt() {
        SerializedInvoker invoker = new SerializedInvoker();
        List<String> log = new ArrayList<>();
        invoker.run(() -> {
            log.add("a");
            invoker.run(() -> log.add("b"));
            log.add("c");
        });
        assertThat(log).containsExactly("a", "c", "b");
    }

    @RepeatedTest(20)
    public void tasksOfManyThreadsNeverOverlapAndNoneIsLost() throws Exception {
        SerializedInvoker invoker = new SerializedInvoker();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        int[] count = new int[1];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 5000; i++) {
                    invoker.run(() -> {
                        if (inside.incrementAndGet() != 1) {
                            overlaps.incrementAndGet();
                        }
                        count[0]++;
                        inside.decrementAndGet();
                    });
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        // the last task may still be run by a thread that has not ended its loop, but all have
        assertThat(count[0]).isEqualTo(20000);
        assertThat(overlaps.get()).isZero();
    }
}
