package org.eclipse.jetty.proxy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/** A clock and a scheduler whose time is moved by hand. */
final class ManualTime extends AbstractLifeCycle implements Scheduler, LongSupplier {
    private record Entry(long time, Runnable task) implements Task {
        @Override
        public boolean cancel() {
            return false;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private long now = Long.MAX_VALUE - 1000;

    @Override
    public long getAsLong() {
        return now;
    }

    @Override
    public Task schedule(Runnable task, long delay, TimeUnit units) {
        Entry entry = new Entry(now + units.toNanos(delay), task);
        entries.add(entry);
        return new Task() {
            @Override
            public boolean cancel() {
                return entries.remove(entry);
            }
        };
    }

    int scheduled() {
        return entries.size();
    }

    /** Moves the time, and runs the tasks that are due, in order. */
    void advance(long milliseconds) {
        long end = now + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        while (true) {
            Entry next = entries.stream()
                    .min(Comparator.comparingLong(entry -> entry.time - now))
                    .filter(entry -> entry.time - end <= 0)
                    .orElse(null);
            if (next == null) {
                now = end;
                return;
            }
            entries.remove(next);
            now = next.time;
            next.task.run();
        }
    }
}
