package org.eclipse.jetty.annotations;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Shares numbered steps among the calling thread and others, one less than processors at most.
 *
 * <p>Only a thread that runs takes a step, so that nothing waits for an executor without a free thread. Thread-safe.
 */
final class Share {
    /** A step; may be run by any thread. */
    interface Step {
        void run(int number) throws IOException;
    }

    private final Executor executor;
    private final int steps;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch left;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    Share(Executor executor, int steps) {
        this.executor = executor;
        this.steps = steps;
        this.left = new CountDownLatch(steps);
    }

    /** Returns when all steps are done; throws what the first of them to fail has thrown. */
    void run(Step step) throws IOException {
        int others = Math.min(Runtime.getRuntime().availableProcessors(), steps) - 1;
        try {
            for (int i = 0; i < others; i++) executor.execute(() -> take(step));
        } catch (RejectedExecutionException x) {
            // the calling thread takes all that nobody else does
        }
        take(step);
        try {
            left.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", x);
        }
        Throwable thrown = failure.get();
        if (thrown instanceof IOException io) throw io;
        if (thrown != null) throw new IOException(thrown.toString(), thrown);
    }

    private void take(Step step) {
        for (int number = next.getAndIncrement(); number < steps; number = next.getAndIncrement()) {
            try {
                if (failure.get() == null) step.run(number);
            } catch (IOException | RuntimeException | Error x) {
                failure.compareAndSet(null, x);
            } finally {
                left.countDown();
            }
        }
    }
}
