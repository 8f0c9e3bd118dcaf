package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.NanoTime;

/**
 * Repeats a scenario with other random numbers each time, for as long as {@code -Djetty.stress.seconds} says (2). A
 * failure names the seed, and {@code -Djetty.stress.seed} runs that one only.
 */
public final class Stress {
    /** Makes one round of a scenario. */
    public interface Scenario {
        void run(SplittableRandom random) throws Exception;
    }

    private Stress() {}

    public static void explore(Scenario scenario) throws Exception {
        Long fixed = Long.getLong("jetty.stress.seed");
        long nanos = TimeUnit.SECONDS.toNanos(Long.getLong("jetty.stress.seconds", 2));
        long start = NanoTime.now();
        long seed = fixed == null ? System.nanoTime() : fixed;
        do {
            try {
                scenario.run(new SplittableRandom(seed));
            } catch (Exception | Error x) {
                throw new AssertionError("failed with -Djetty.stress.seed=" + seed, x);
            }
            seed++;
        } while (NanoTime.since(start) < nanos);
    }

    /** Runs all of these at the same time, to their ends, and throws what one of them throws. */
    public static void race(Runnable... racers) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[racers.length];
        for (int i = 0; i < racers.length; i++) {
            threads[i] = new Thread(racers[i], "racer-" + i);
            threads[i].setUncaughtExceptionHandler((thread, x) -> failure.compareAndSet(null, x));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("a racer failed", failure.get());
        }
    }

    /** Fails when a thread whose name begins so is left. */
    public static void assertNoThreadIsLeft(String prefix) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(names(prefix)).as("threads left").isEmpty());
    }

    private static Set<String> names(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toSet());
    }

    public static void spin(int micros) {
        long start = NanoTime.now();
        while (NanoTime.since(start) < micros * 1000L) {
            Thread.onSpinWait();
        }
    }
}
