package org.eclipse.jetty.http2.internal;

import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tasks other than requests, such as content that came and failures, which the strategy of a connection is to run.
 *
 * <p>Thread-safe: guarded by the lock of the connection.
 */
public final class TaskQueue {
    private static final Logger LOG = LoggerFactory.getLogger(TaskQueue.class);

    private final FrameOutput<?> output;
    private final ExecutionStrategy strategy;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private volatile int waiting;

    public TaskQueue(FrameOutput<?> output, ExecutionStrategy strategy) {
        this.output = output;
        this.strategy = strategy;
    }

    /** Has a task run by the strategy; null is ignored. Without the lock. */
    public void offer(@Nullable Runnable task) {
        if (task == null) {
            return;
        }
        try (AutoLock l = output.lock()) {
            tasks.add(task);
            waiting++;
        }
        dispatch();
    }

    /** Has the strategy look whether there is something to do. */
    public void dispatch() {
        try {
            strategy.dispatch();
        } catch (RejectedExecutionException x) {
            LOG.debug("the threads have stopped", x);
        }
    }

    public boolean isEmpty() {
        return waiting == 0;
    }

    public @Nullable Runnable poll() {
        if (waiting == 0) {
            return null;
        }
        try (AutoLock l = output.lock()) {
            Runnable task = tasks.poll();
            if (task != null) {
                waiting--;
            }
            return task;
        }
    }

    /** Completes the callback of content that was copied by a thread that is not the application's. */
    public void complete(Callback callback) {
        if (callback.getInvocationType() == Invocable.InvocationType.BLOCKING) {
            offer(callback::succeeded);
        } else {
            callback.succeeded();
        }
    }
}
