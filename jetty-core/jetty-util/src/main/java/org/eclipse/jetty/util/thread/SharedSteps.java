package org.eclipse.jetty.util.thread;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Shares numbered steps among the calling thread and threads of an executor.
 *
 * <p>Only a thread that runs takes a step, so that nothing waits for an executor without a free thread: the caller does all
 * that nobody else does. Steps see the context class loader of the caller. Stateless.
 */
public final class SharedSteps {
    private SharedSteps() {}

    /**
     * Returns when all steps are done; what they have written is then seen by the caller.
     *
     * @param threads how many, with the caller, at most; 0 for as many as there are processors
     * @param step is given 0 to steps - 1, each number once and in this order of beginning; it keeps its failures to itself
     * @throws InterruptedException when the caller is interrupted while it waits for others, which go on
     */
    public static void run(Executor executor, int threads, int steps, IntConsumer step) throws InterruptedException {
        int most = threads > 0 ? threads : Runtime.getRuntime().availableProcessors();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger next = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(steps);
        // a thread that comes late does not even see the class loader, and one that is done has its own back before the
        // caller goes on
        IntConsumer scoped = number -> {
            try (ThreadClassLoaderScope scope = new ThreadClassLoaderScope(loader)) {
                step.accept(number);
            }
        };
        try {
            for (int others = Math.min(most, steps) - 1; others > 0; others--) {
                executor.execute(() -> take(next, steps, scoped, left));
            }
        } catch (RejectedExecutionException x) {
            // then fewer threads share them
        }
        take(next, steps, step, left);
        left.await();
    }

    private static void take(AtomicInteger next, int steps, IntConsumer step, CountDownLatch left) {
        for (int number = next.getAndIncrement(); number < steps; number = next.getAndIncrement()) {
            try {
                step.accept(number);
            } finally {
                left.countDown();
            }
        }
    }
}
