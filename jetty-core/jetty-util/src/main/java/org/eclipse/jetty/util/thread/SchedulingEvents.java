package org.eclipse.jetty.util.thread;

import org.eclipse.jetty.util.thread.internal.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * What scheduling tells the flight recorder of the JVM: mode switches, refusals, and non-blocking tasks that blocked.
 *
 * <p>The events are {@code org.eclipse.jetty.ModeSwitch}, {@code org.eclipse.jetty.Refusal} and
 * {@code org.eclipse.jetty.NonBlockingTaskBlocked}. While nothing is recorded a call costs the test of a constant and of
 * a flag; a JVM without the module {@code jdk.jfr} does not even load the events. Thread-safe.
 */
public final class SchedulingEvents {
    private static final boolean RECORDER =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private SchedulingEvents() {}

    /**
     * A strategy runs blocking tasks in another way than before.
     *
     * @param strategy which one
     * @param from the mode before
     * @param to the mode from now on
     * @param cause why
     */
    public static void modeSwitched(Object strategy, String from, String to, String cause) {
        if (RECORDER) {
            Recorder.modeSwitched(strategy, from, to, cause);
        }
    }

    /**
     * A limit was reached.
     *
     * @param refusedBy whose limit it is
     * @param reason which limit
     */
    public static void refused(Object refusedBy, @Nullable String reason) {
        if (RECORDER) {
            Recorder.refused(refusedBy, reason);
        }
    }

    /**
     * A non-blocking task is about to run.
     *
     * @return what {@link #endNonBlocking} needs after it; null when nobody records how long it takes
     */
    public static @Nullable Object beginNonBlocking() {
        return RECORDER ? Recorder.beginNonBlocking() : null;
    }

    /**
     * A non-blocking task has run; recorded if that took longer than the threshold of the event.
     *
     * @param begun what {@link #beginNonBlocking()} returned
     * @param strategy what has run it
     * @param task the task
     */
    public static void endNonBlocking(Object begun, Object strategy, Object task) {
        Recorder.endNonBlocking(begun, strategy, task);
    }
}
