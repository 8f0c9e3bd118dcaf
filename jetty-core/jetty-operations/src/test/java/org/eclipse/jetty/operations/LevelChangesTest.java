package org.eclipse.jetty.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Levels that loggers have for a time. */
class LevelChangesTest {
    private static final String NAME = "org.example";

    private final Levels levels = new Levels();
    private final Tasks tasks = new Tasks();
    private final LevelChanges changes = new LevelChanges(levels, tasks);

    private static final class Levels extends LogLevels {
        private final Map<String, String> map = new HashMap<>(Map.of(NAME, "WARN"));

        @Override
        @Nullable
        String get(String logger) {
            return map.get(logger);
        }

        @Override
        void set(String logger, @Nullable String level) {
            map.put(logger, level);
        }
    }

    /** Keeps tasks, also those that are cancelled, as if each had begun already. */
    private static final class Tasks extends AbstractLifeCycle implements Scheduler {
        private final List<Runnable> list = new ArrayList<>();

        @Override
        public Task schedule(Runnable task, long delay, TimeUnit units) {
            list.add(task);
            return () -> false;
        }
    }

    private void change(String level, @Nullable Duration duration) {
        changes.apply(new LevelChange(NAME, level, duration));
    }

    @Test
    void aLevelEndsAfterItsTime() {
        change("DEBUG", Duration.ofMinutes(1));
        assertThat(levels.get(NAME)).isEqualTo("DEBUG");
        tasks.list.get(0).run();
        assertThat(levels.get(NAME)).isEqualTo("WARN");
        assertThat(changes.list()).isEmpty();
    }

    @Test
    void theEndOfAChangeLeavesALaterOneAlone() {
        change("DEBUG", Duration.ofMinutes(1));
        change("TRACE", Duration.ofHours(1));
        tasks.list.get(0).run();
        assertThat(levels.get(NAME)).isEqualTo("TRACE");
        assertThat(changes.list()).hasSize(1);
        tasks.list.get(1).run();
        assertThat(levels.get(NAME)).isEqualTo("WARN");
    }

    @Test
    void theEndOfAChangeLeavesOneForEverAlone() {
        change("DEBUG", Duration.ofMinutes(1));
        change("ERROR", null);
        tasks.list.get(0).run();
        assertThat(levels.get(NAME)).isEqualTo("ERROR");
        changes.resetAll();
        assertThat(levels.get(NAME)).isEqualTo("WARN");
    }
}
