package org.eclipse.jetty.websocket.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/** A scheduler whose time a test lets pass. Thread-safe. */
final class ManualScheduler extends AbstractLifeCycle implements Scheduler {
    private final List<Waiting> waiting = new ArrayList<>();

    @Override
    public synchronized Task schedule(Runnable task, long delay, TimeUnit units) {
        Waiting added = new Waiting(task, units.toMillis(delay));
        waiting.add(added);
        return added;
    }

    /** How many tasks wait. */
    synchronized int size() {
        return waiting.size();
    }

    /** Runs the tasks that wait for this many milliseconds or less. */
    void pass(long milliseconds) {
        List<Waiting> due;
        synchronized (this) {
            due = waiting.stream().filter(task -> task.delay <= milliseconds).toList();
            waiting.removeAll(due);
        }
        due.forEach(task -> task.task.run());
    }

    private synchronized boolean remove(Waiting task) {
        return waiting.remove(task);
    }

    private final class Waiting implements Task {
        private final Runnable task;
        private final long delay;

        private Waiting(Runnable task, long delay) {
            this.task = task;
            this.delay = delay;
        }

        @Override
        public boolean cancel() {
            return remove(this);
        }
    }
}
