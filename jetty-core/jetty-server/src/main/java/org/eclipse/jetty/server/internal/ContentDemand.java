package org.eclipse.jetty.server.internal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The callback of one request that waits for content, and runs once for each demand. Made with the first demand of a request,
 * and never used for another one. Thread-safe.
 */
final class ContentDemand implements Invocable.Task {
    private static final Logger LOG = LoggerFactory.getLogger(ContentDemand.class);

    private final AtomicReference<Runnable> waiting = new AtomicReference<>();
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final Invocable.Task task = new DemandTask();
    private final Consumer<Throwable> onFailure;

    /** @param onFailure takes what callbacks throw */
    ContentDemand(Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
    }

    /**
     * Registers a demand.
     *
     * @throws IllegalStateException if one is registered
     */
    void set(Runnable demandCallback) {
        if (!waiting.compareAndSet(null, demandCallback)) {
            throw new IllegalStateException("demand pending");
        }
    }

    /** A task that runs the callback, if one waits. */
    @Nullable
    Runnable offer() {
        return waiting.get() == null ? null : invoker.offer(task);
    }

    @Override
    public void run() {
        invoker.run(task);
    }

    @Override
    public InvocationType getInvocationType() {
        Runnable callback = waiting.get();
        return callback == null ? InvocationType.NON_BLOCKING : Invocable.getInvocationType(callback);
    }

    private final class DemandTask implements Invocable.Task {
        @Override
        public void run() {
            Runnable callback = waiting.getAndSet(null);
            if (callback != null) {
                try {
                    callback.run();
                } catch (Throwable x) {
                    LOG.warn("demand callback {} failed", callback, x);
                    onFailure.accept(x);
                }
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return ContentDemand.this.getInvocationType();
        }
    }
}
