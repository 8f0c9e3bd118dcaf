package org.eclipse.jetty.health;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each check by one thread at a time: while one that hangs has not returned, further callers get {@code down} at once, so
 * that probes do not take all threads. Thread-safe.
 */
final class CheckRunner {
    private static final Logger LOG = LoggerFactory.getLogger(CheckRunner.class);

    // an application that is gone is not kept by its checks
    private final Map<Object, AtomicBoolean> running = Collections.synchronizedMap(new WeakHashMap<>());

    HealthCheck.Result run(HealthCheck check) {
        AtomicBoolean busy = running.computeIfAbsent(ApplicationChecks.key(check), key -> new AtomicBoolean());
        if (!busy.compareAndSet(false, true)) {
            return HealthCheck.Result.down("the check is still running");
        }
        try {
            HealthCheck.Result result = check.check();
            return result == null ? HealthCheck.Result.down("the check returned nothing") : result;
        } catch (Exception | LinkageError x) {
            LOG.debug("Check {} failed", check.getName(), x);
            return HealthCheck.Result.down(String.valueOf(x));
        } finally {
            busy.set(false);
        }
    }
}
