package org.eclipse.jetty.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordingStream;
import org.eclipse.jetty.util.VirtualThreads;
import org.jspecify.annotations.Nullable;

/**
 * Counts how often virtual threads were parked without leaving their carriers, for 20 ms or longer: the event
 * {@code jdk.VirtualThreadPinned} of the flight recorder. Thread-safe.
 */
final class PinnedThreads {
    private static final String EVENT = "jdk.VirtualThreadPinned";
    private static final Duration THRESHOLD = Duration.ofMillis(20);

    private final LongAdder count = new LongAdder();
    private @Nullable AutoCloseable stream;

    /**
     * Begins to count.
     *
     * @throws IllegalStateException if this JVM has no virtual threads, or no flight recorder
     */
    void start() {
        if (!VirtualThreads.areSupported()) {
            throw new IllegalStateException("jetty.metrics.pinnedThreads: true (expected: false, as Java "
                    + Runtime.version().feature() + " has no virtual threads)");
        }
        try {
            stream = Events.open(count);
        } catch (LinkageError x) {
            throw new IllegalStateException(
                    "jetty.metrics.pinnedThreads: true (expected: false, as this JVM is without the module jdk.jfr)",
                    x);
        }
    }

    /** Ends the counting; what was counted stays. */
    void stop() throws Exception {
        AutoCloseable open = stream;
        stream = null;
        if (open != null) {
            open.close();
        }
    }

    long count() {
        return count.sum();
    }

    /** Loaded with the flight recorder only. */
    private static final class Events {
        private Events() {}

        private static AutoCloseable open(LongAdder count) {
            RecordingStream events = new RecordingStream();
            events.enable(EVENT).withThreshold(THRESHOLD).withoutStackTrace();
            events.onEvent(EVENT, event -> count.increment());
            events.startAsync();
            return events;
        }
    }
}
