package org.eclipse.jetty.util.thread;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.LifeCycle;

/** Runs tasks after a delay. */
public interface Scheduler extends LifeCycle {
    /** A task that waits for its time. */
    interface Task {
        /**
         * Stops the task from running.
         *
         * @return whether it will not run
         */
        boolean cancel();
    }

    Task schedule(Runnable task, long delay, TimeUnit units);

    default Task schedule(Runnable task, Duration delay) {
        return schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
}
