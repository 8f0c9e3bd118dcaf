package org.eclipse.jetty.operations;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes levels of loggers for a time. Guarded by lock. */
final class LevelChanges {
    private static final Logger LOG = LoggerFactory.getLogger(LevelChanges.class);

    private final AutoLock lock = new AutoLock();
    private final LogLevels levels;
    private final Scheduler scheduler;
    /** The loggers that have another level than that of the configuration. */
    private final Map<String, Changed> changed = new TreeMap<>();

    /** How many changes there were. */
    private long changes;

    /**
     * A logger's levels before all changes and now, when it has the first one again, and the task that sets it; the last two are null if
     * that is when the server stops. The number is that of the change.
     */
    private record Changed(
            long number,
            @Nullable String before,
            String level,
            @Nullable Instant until,
            Scheduler.@Nullable Task task) {}

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
            long number = ++changes;
            Scheduler.Task task = change.duration() == null
                    ? null
                    : scheduler.schedule(
                            () -> expire(name, number), change.duration().toMillis(), TimeUnit.MILLISECONDS);
            Instant until = change.duration() == null ? null : Instant.now().plus(change.duration());
            changed.put(name, new Changed(number, before, change.level(), until, task));
        }
        String told = name + " logs at " + change.level()
                + (change.duration() == null
                        ? " until the server stops"
                        : " for " + change.duration().toSeconds() + " s");
        LOG.info("{}", told);
        return told;
    }

    /** The loggers that have another level than that of the configuration. */
    List<Map<String, Object>> list() {
        List<Map<String, Object>> list = new ArrayList<>();
        try (AutoLock l = lock.lock()) {
            changed.forEach((name, change) -> {
                Map<String, Object> map = new LinkedHashMap<>();
                map.put("logger", name);
                map.put("level", change.level());
                map.put("before", change.before());
                map.put("until", change.until() == null ? null : change.until().toString());
                list.add(map);
            });
        }
        return list;
    }

    /** Ends a change, unless another one took its place while this call waited. */
    private void expire(String name, long number) {
        try (AutoLock l = lock.lock()) {
            Changed current = changed.get(name);
            if (current != null && current.number() == number) {
                LOG.info("{}", reset(name));
            }
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
            for (Map.Entry<String, Changed> each : Map.copyOf(changed).entrySet()) {
                Scheduler.Task task = each.getValue().task();
                if (task != null) {
                    task.cancel();
                }
                reset(each.getKey());
            }
        }
    }
}
