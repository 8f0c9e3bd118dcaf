package org.eclipse.jetty.util.thread;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** An executor with threads that can be counted and waited for. */
@ManagedObject("Pool of threads")
public interface ThreadPool extends Executor {
    /** Waits until the pool has stopped. */
    @ManagedOperation(value = "waits until the pool has stopped", impact = "INFO")
    void join() throws InterruptedException;

    @ManagedAttribute("number of threads")
    int getThreads();

    @ManagedAttribute("number of idle threads")
    int getIdleThreads();

    @ManagedAttribute("whether the pool is low on threads")
    boolean isLowOnThreads();

    /**
     * Has the next stop interrupt jobs at once, and not give them time to end by themselves first: they had that before. Does
     * nothing in a pool that does not interrupt jobs.
     */
    default void interruptAtStop() {}

    /** Runs the task in a free thread of the executor, or in the caller when it has none. */
    static void executeImmediately(Executor executor, Runnable task) {
        if (!(executor instanceof TryExecutor tryExecutor) || !tryExecutor.tryExecute(task)) {
            task.run();
        }
    }

    /** Whether a thread is one of our pools', which gets its own context class loader back after each task. */
    static boolean isPooled(Thread thread) {
        return thread instanceof WorkerThread;
    }

    /**
     * Tells a task that it will not run: a {@link Closeable} is closed.
     *
     * @return whether the task could be told
     */
    static boolean reject(@Nullable Runnable task, Throwable cause) {
        if (task instanceof Closeable closeable) {
            try {
                closeable.close();
                return true;
            } catch (IOException x) {
                cause.addSuppressed(x);
                LoggerFactory.getLogger(ThreadPool.class).warn("could not close rejected {}", task, x);
            }
        }
        return cause instanceof RejectedExecutionException && task == null;
    }

    /** A pool with bounds. */
    interface SizedThreadPool extends ThreadPool {
        int getMinThreads();

        int getMaxThreads();

        void setMinThreads(int threads);

        void setMaxThreads(int threads);

        /** Who needs how many of the threads; null when nobody counts. */
        default @Nullable ThreadPoolBudget getThreadPoolBudget() {
            return null;
        }
    }
}
