package org.eclipse.jetty.util.thread.internal;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Writes events to the flight recorder, once somebody has asked for a recording: to make the first event before costs the first
 * request some fifty milliseconds. Loaded only where the JVM has one. Thread-safe.
 */
public final class Recorder {
    private Recorder() {}

    public static void modeSwitched(Object strategy, String from, String to, String cause) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        ModeSwitchEvent event = new ModeSwitchEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.strategy = String.valueOf(strategy);
        event.from = from;
        event.to = to;
        event.cause = cause;
        event.commit();
    }

    public static void refused(Object refusedBy, @Nullable String reason) {
        if (!FlightRecorder.isInitialized()) {
            return;
        }
        RefusalEvent event = new RefusalEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.refusedBy = String.valueOf(refusedBy);
        event.reason = reason;
        event.commit();
    }

    public static @Nullable Object beginNonBlocking() {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        NonBlockingTaskEvent event = new NonBlockingTaskEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    public static void endNonBlocking(Object begun, Object strategy, Object task) {
        NonBlockingTaskEvent event = (NonBlockingTaskEvent) begun;
        event.end();
        if (!event.shouldCommit()) {
            return;
        }
        event.strategy = String.valueOf(strategy);
        event.task = String.valueOf(task);
        event.commit();
    }
}
