package org.eclipse.jetty.util.thread.internal;

/** Writes events to the flight recorder; loaded only where the JVM has one. Thread-safe. */
public final class Recorder {
    private Recorder() {}

    public static void modeSwitched(Object strategy, String from, String to, String cause) {
        ModeSwitchEvent event = new ModeSwitchEvent();
        if (!event.isEnabled()) return;
        event.strategy = String.valueOf(strategy);
        event.from = from;
        event.to = to;
        event.cause = cause;
        event.commit();
    }

    public static void refused(Object refusedBy, String reason) {
        RefusalEvent event = new RefusalEvent();
        if (!event.isEnabled()) return;
        event.refusedBy = String.valueOf(refusedBy);
        event.reason = reason;
        event.commit();
    }

    public static Object beginNonBlocking() {
        NonBlockingTaskEvent event = new NonBlockingTaskEvent();
        if (!event.isEnabled()) return null;
        event.begin();
        return event;
    }

    public static void endNonBlocking(Object begun, Object strategy, Object task) {
        NonBlockingTaskEvent event = (NonBlockingTaskEvent) begun;
        event.end();
        if (!event.shouldCommit()) return;
        event.strategy = String.valueOf(strategy);
        event.task = String.valueOf(task);
        event.commit();
    }
}
