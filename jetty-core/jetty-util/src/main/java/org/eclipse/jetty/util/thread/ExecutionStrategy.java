package org.eclipse.jetty.util.thread;

import org.jspecify.annotations.Nullable;

/** Decides which thread runs the tasks that a {@link Producer} finds. */
public interface ExecutionStrategy {
    /** Makes sure that another thread produces, soon. Never runs a task in the caller. */
    void dispatch();

    /** Produces in the calling thread, unless another thread does; the caller may run tasks. */
    void produce();

    /** Finds tasks. Called by one thread at a time. */
    interface Producer {
        /**
         * The next task, waiting for it where the producer is one that waits (a selector).
         *
         * @return null when there is none, and production goes idle
         */
        @Nullable
        Runnable produce();

        /**
         * Whether the last {@link #produce()} waited, or may have taken long. Where it did not, the time at which the task before it
         * ended is taken for that at which this task begins, which spares a look at the clock.
         */
        default boolean hasWaited() {
            return true;
        }
    }
}
