package org.eclipse.jetty.proxy;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the health of one back end, check after check, until it is stopped.
 *
 * <p>Guarded by lock, which is not held while the back end is asked.
 */
final class HealthMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(HealthMonitor.class);

    private final AutoLock lock = new AutoLock();
    private final Backend backend;
    private final HealthCheck settings;
    private final Scheduler scheduler;
    private final Probe probe;
    private Scheduler.@Nullable Task next;
    private boolean stopped;
    private int inRow;

    /** Asks a back end once. */
    interface Probe {
        /** @param result called once, with null if it is healthy, otherwise with the reason */
        void ask(Backend backend, Consumer<@Nullable String> result);
    }

    HealthMonitor(Backend backend, HealthCheck settings, Scheduler scheduler, Probe probe) {
        this.backend = backend;
        this.settings = settings;
        this.scheduler = scheduler;
        this.probe = probe;
    }

    /** Begins the first check. */
    void start() {
        probe.ask(backend, this::onResult);
    }

    void stop() {
        try (AutoLock l = lock.lock()) {
            stopped = true;
            if (next != null) {
                next.cancel();
            }
        }
    }

    private void onResult(@Nullable String failure) {
        try (AutoLock l = lock.lock()) {
            if (stopped) {
                return;
            }
            count(failure);
            next = scheduler.schedule(this::start, settings.getInterval(), TimeUnit.MILLISECONDS);
        }
    }

    private void count(@Nullable String failure) {
        if ((failure == null) != backend.isDown()) {
            // as it was
            inRow = 0;
            return;
        }
        inRow++;
        if (failure == null && inRow >= settings.getRise()) {
            inRow = 0;
            backend.setDown(false);
            LOG.info("Back end {} ({}) is up", backend.getName(), backend.getURI());
        } else if (failure != null && inRow >= settings.getFall()) {
            inRow = 0;
            backend.setDown(true);
            LOG.warn("Back end {} ({}) is down: {}", backend.getName(), backend.getURI(), failure);
        }
    }
}
