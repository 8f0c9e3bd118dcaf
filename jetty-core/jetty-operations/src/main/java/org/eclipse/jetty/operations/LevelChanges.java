package org.eclipse.jetty.operations;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes levels of loggers for a time. Guarded by lock. */
final class LevelChanges {
    private static final Logger LOG = LoggerFactory.getLogger(LevelChanges.class);

    private final AutoLock lock = new AutoLock();
    private final LogLevels levels;
    private final Scheduler scheduler;
    /** The loggers that have another level than that of the configuration. */
    private final Map<String, Changed> changed = new HashMap<>();

    /** A logger's level before all changes, and the task that sets it again; null if there is none. */
    private record Changed(String before, Scheduler.Task task) {}

    LevelChanges(LogLevels levels, Scheduler scheduler) {
        this.levels = levels;
        this.scheduler = scheduler;
    }

    /** Makes a change, in place of one of the same logger; returns what to tell the operator. */
    String apply(LevelChange change) {
        String name = change.logger();
        try (AutoLock l = lock.lock()) {
            Changed earlier = changed.get(name);
            if (earlier != null && earlier.task() != null) {
                earlier.task().cancel();
            }
            if (change.level() == null) {
                return earlier == null ? name + " was not changed" : reset(name);
            }
            String before = earlier == null ? levels.get(name) : earlier.before();
            levels.set(name, change.level());
            Scheduler.Task task = change.duration() == null
                    ? null
                    : scheduler.schedule(() -> expire(name), change.duration().toMillis(), TimeUnit.MILLISECONDS);
            changed.put(name, new Changed(before, task));
        }
        String told = name + " logs at " + change.level()
                + (change.duration() == null
                        ? " until the server stops"
                        : " for " + change.duration().toSeconds() + " s");
        LOG.info("{}", told);
        return told;
    }

    private void expire(String name) {
        try (AutoLock l = lock.lock()) {
            LOG.info("{}", reset(name));
        }
    }

    /** With the lock. */
    private String reset(String name) {
        Changed earlier = changed.remove(name);
        if (earlier == null) {
            return name + " was not changed";
        }
        levels.set(name, earlier.before());
        return name + " logs at " + (earlier.before() == null ? "the level of its parent" : earlier.before())
                + " again";
    }

    /** Sets all levels as they were before the changes. */
    void resetAll() {
        try (AutoLock l = lock.lock()) {
            for (String name : Map.copyOf(changed).keySet()) {
                Changed earlier = changed.get(name);
                if (earlier.task() != null) {
                    earlier.task().cancel();
                }
                reset(name);
            }
        }
    }
}
