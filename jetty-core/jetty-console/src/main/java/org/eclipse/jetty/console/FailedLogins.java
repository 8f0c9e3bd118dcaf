package org.eclipse.jetty.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;

/** Holds off clients that guess passwords: after ten failures within a minute. Guarded by lock. */
final class FailedLogins {
    private static final int MAX_FAILURES = 10;
    private static final long NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_CLIENTS = 1000;

    private final AutoLock lock = new AutoLock();
    /** In the order of their first failures. */
    private final Map<String, Failures> clients = new LinkedHashMap<>();

    private record Failures(long since, int count) {}

    /** Whether a client has to wait. */
    boolean mustWait(String client) {
        try (AutoLock l = lock.lock()) {
            Failures failures = clients.get(client);
            if (failures != null && System.nanoTime() - failures.since > NANOS) {
                clients.remove(client);
                return false;
            }
            return failures != null && failures.count >= MAX_FAILURES;
        }
    }

    void add(String client) {
        try (AutoLock l = lock.lock()) {
            Failures failures = clients.get(client);
            if (failures == null && clients.size() >= MAX_CLIENTS) {
                clients.remove(clients.keySet().iterator().next());
            }
            clients.put(
                    client,
                    failures == null
                            ? new Failures(System.nanoTime(), 1)
                            : new Failures(failures.since, failures.count + 1));
        }
    }
}
