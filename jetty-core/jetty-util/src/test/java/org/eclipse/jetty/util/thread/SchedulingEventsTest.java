package org.eclipse.jetty.util.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public class SchedulingEventsTest {
    @Test
    public void modeSwitchesRefusalsAndNonBlockingTasksThatBlockedAreRecorded(@TempDir Path folder) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(4, 1);
        pool.setName("recorded");
        pool.start();
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        AdaptiveExecutionStrategy strategy = new AdaptiveExecutionStrategy(tasks::poll, pool);
        strategy.start();
        ReservedThreads.await(pool, 1);
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("org.eclipse.jetty.ModeSwitch");
            recording.enable("org.eclipse.jetty.Refusal");
            recording.enable("org.eclipse.jetty.NonBlockingTaskBlocked");
            recording.start();
            tasks.add(new Invocable.ReadyTask(InvocationType.BLOCKING, () -> {}));
            tasks.add(new Invocable.ReadyTask(InvocationType.BLOCKING, () -> {}));
            tasks.add(new Invocable.ReadyTask(InvocationType.NON_BLOCKING, () -> {}));
            tasks.add(new Invocable.ReadyTask(InvocationType.NON_BLOCKING, () -> Stress.spin(15_000)));
            strategy.produce();
            strategy.stop();
            pool.stop();
            assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
            recording.stop();
            recording.dump(file);
        }
        assertThat(Files.size(file)).isPositive();
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events.stream().map(event -> event.getEventType().getName()).collect(Collectors.toList()))
                .containsExactlyInAnyOrder(
                        "org.eclipse.jetty.ModeSwitch",
                        "org.eclipse.jetty.NonBlockingTaskBlocked",
                        "org.eclipse.jetty.Refusal");
        for (RecordedEvent event : events) {
            switch (event.getEventType().getName()) {
                case "org.eclipse.jetty.ModeSwitch" -> {
                    assertThat(event.getString("from")).isEqualTo("NONE");
                    assertThat(event.getString("to")).isEqualTo("IN_PLACE");
                    assertThat(event.getString("strategy")).contains("AdaptiveExecutionStrategy");
                }
                case "org.eclipse.jetty.Refusal" -> {
                    assertThat(event.getString("refusedBy")).isEqualTo("recorded");
                    assertThat(event.getString("reason")).contains("not running");
                }
                default -> assertThat(event.getDuration().toMillis()).isGreaterThanOrEqualTo(10);
            }
        }
        assertThat(strategy.getModeSwitches()).isEqualTo(1);
        assertThat(strategy.getMode()).isEqualTo("IN_PLACE");
        assertThat(pool.getRejections()).isEqualTo(1);
    }
}
