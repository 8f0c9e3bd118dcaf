package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedStepsTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(3);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void eachStepIsDoneOnceAndSeenByTheCaller() throws Exception {
        for (int steps = 0; steps < 200; steps++) {
            int[] done = new int[steps];
            SharedSteps.run(threads, 4, steps, number -> done[number]++);
            assertThat(done).containsOnly(steps == 0 ? new int[0] : new int[] {1});
        }
    }

    @Test
    void stepsRunAtATime() throws Exception {
        CyclicBarrier all = new CyclicBarrier(4);
        SharedSteps.run(threads, 4, 4, number -> {
            try {
                all.await(20, TimeUnit.SECONDS);
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        assertThat(all.isBroken()).isFalse();
    }

    @Test
    void withOneThreadTheCallerDoesAllInOrder() throws Exception {
        StringBuilder order = new StringBuilder();
        SharedSteps.run(threads, 1, 5, order::append);
        assertThat(order).hasToString("01234");
    }

    @Test
    void anExecutorThatRefusesOrForgetsIsDoneWithout() throws Exception {
        AtomicIntegerArray done = new AtomicIntegerArray(10);
        SharedSteps.run(
                task -> {
                    throw new RejectedExecutionException();
                },
                4,
                10,
                done::incrementAndGet);
        SharedSteps.run(task -> {}, 4, 10, done::incrementAndGet);
        for (int i = 0; i < 10; i++) {
            assertThat(done.get(i)).isEqualTo(2);
        }
    }

    @Test
    void stepsSeeTheClassLoaderOfTheCaller() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader own = new ClassLoader(before) {};
        Set<ClassLoader> seen = ConcurrentHashMap.newKeySet();
        Thread.currentThread().setContextClassLoader(own);
        try {
            SharedSteps.run(
                    threads, 4, 100, number -> seen.add(Thread.currentThread().getContextClassLoader()));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertThat(seen).containsExactly(own);
    }

    @Test
    void aThreadThatComesLateDoesNotTouchItsClassLoader() throws Exception {
        List<Runnable> late = new ArrayList<>();
        SharedSteps.run(late::add, 4, 10, number -> {});
        assertThat(late).hasSize(3);
        List<ClassLoader> set = new ArrayList<>();
        Thread thread = new Thread(() -> late.forEach(Runnable::run)) {
            @Override
            public void setContextClassLoader(ClassLoader loader) {
                set.add(loader);
            }
        };
        thread.start();
        thread.join();
        assertThat(set).isEmpty();
    }
}
