package org.eclipse.jetty.console;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who changed what by the console: in the log of the server, and the last changes here. Guarded by lock. */
final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.eclipse.jetty.console.changes");
    private static final int MAX_CHANGES = 100;

    private final AutoLock lock = new AutoLock();
    private final Deque<Map<String, Object>> changes = new ArrayDeque<>();

    /**
     * Notes a change.
     *
     * @param what what was asked for, in words
     * @param result what came of it
     * @param done false if it failed
     */
    void add(String user, @Nullable String client, String what, String result, boolean done) {
        String line = oneLine(what);
        String outcome = oneLine(result);
        if (done) {
            LOG.info("{} at {}: {}: {}", user, client, line, outcome);
        } else {
            LOG.warn("{} at {}: {}: failed: {}", user, client, line, outcome);
        }
        Map<String, Object> change = new LinkedHashMap<>();
        change.put("time", Instant.now().toString());
        change.put("user", user);
        change.put("client", client);
        change.put("change", line);
        change.put("result", outcome);
        change.put("done", done);
        try (AutoLock l = lock.lock()) {
            changes.addFirst(change);
            if (changes.size() > MAX_CHANGES) {
                changes.removeLast();
            }
        }
    }

    /** What is sent cannot begin a line of the log. */
    private static String oneLine(String text) {
        return Traffic.shortened(text == null ? "" : text.replaceAll("\\p{Cntrl}", " "));
    }

    /** The newest first. */
    List<Map<String, Object>> list() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(changes);
        }
    }
}
