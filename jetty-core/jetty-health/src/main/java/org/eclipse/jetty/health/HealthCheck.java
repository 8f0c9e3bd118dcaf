package org.eclipse.jetty.health;

import java.util.Map;
import java.util.Set;

/**
 * Something that a server needs to work. A bean of the server, or of a component in it, that implements this is asked by
 * {@link HealthHandler}. An application contributes by attributes of its context instead ({@link HealthHandler}), and needs no
 * class of the server.
 *
 * <p>A check is called by the thread of a request, by one thread at a time; it may block, but the client waits.
 */
public interface HealthCheck {
    /** What is asked for. */
    enum Kind {
        /** Whether the process works at all; when it does not, restart it. */
        LIVE,
        /** Whether requests should be sent here. */
        READY,
        /** Whether the start has ended. */
        STARTED
    }

    /** The name of the check, which is shown. */
    String getName();

    /** What it is asked for. */
    Set<Kind> getKinds();

    /**
     * Checks. An exception counts as {@code down}, with its text.
     *
     * @throws Exception if the check fails
     */
    Result check() throws Exception;

    /**
     * What a check found.
     *
     * @param up whether all is well
     * @param data what explains it: texts, numbers and truth values by name
     */
    record Result(boolean up, Map<String, ?> data) {
        /** All is well. */
        public static final Result UP = new Result(true, Map.of());

        /** Not well, for a reason. */
        public static Result down(String reason) {
            return new Result(false, Map.of("reason", reason));
        }
    }
}
