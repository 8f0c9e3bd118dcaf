package org.eclipse.jetty.util.thread;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** An executor that can also be asked to run a task only if a thread is free to start on it at once. */
public interface TryExecutor extends Executor {
    /** Has never a free thread. */
    TryExecutor NO_TRY = new TryExecutor() {
        @Override
        public boolean tryExecute(Runnable task) {
            return false;
        }

        @Override
        public String toString() {
            return "NO_TRY";
        }
    };

    /**
     * Runs the task in a thread that is free now.
     *
     * @return false when there is none, and the task is not run
     */
    boolean tryExecute(Runnable task);

    @Override
    default void execute(Runnable task) {
        if (!tryExecute(task)) {
            throw new RejectedExecutionException("no free thread for " + task);
        }
    }

    /**
     * Sets a free thread aside for the caller, without waking it.
     *
     * @return null when there is none
     */
    default @Nullable Standby standby() {
        return null;
    }

    /** The executor itself if it can try, else one that passes tasks on to it and never has a free thread. */
    static TryExecutor asTryExecutor(Executor executor) {
        return executor instanceof TryExecutor tryExecutor ? tryExecutor : new NoTryExecutor(executor);
    }

    /** A sleeping thread that belongs to its holder until {@link #start(Runnable)} or {@link #release()}, exactly one. */
    interface Standby {
        /** Wakes the thread to run the task. Cannot fail: the thread exists. */
        void start(Runnable task);

        /** Gives the thread back. */
        void release();
    }

    /** Never has a free thread, and executes by another executor. */
    class NoTryExecutor implements TryExecutor {
        private final Executor executor;

        public NoTryExecutor(Executor executor) {
            this.executor = Objects.requireNonNull(executor);
        }

        @Override
        public void execute(Runnable task) {
            executor.execute(task);
        }

        @Override
        public boolean tryExecute(Runnable task) {
            return false;
        }

        @Override
        public String toString() {
            return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), executor);
        }
    }
}
