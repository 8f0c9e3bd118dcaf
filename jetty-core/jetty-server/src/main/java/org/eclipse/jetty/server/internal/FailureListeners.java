package org.eclipse.jetty.server.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one request for idle timeouts and failures. A listener that is added after the failure is called at once.
 * Guarded by its monitor, which is not held while listeners are called.
 */
final class FailureListeners {
    private static final Logger LOG = LoggerFactory.getLogger(FailureListeners.class);

    // guarded by this
    private List<Predicate<TimeoutException>> idle = List.of();
    private List<Consumer<Throwable>> failures = new ArrayList<>(2);
    private @Nullable Throwable failure;

    /** The list is copied, so that it can be walked without the monitor. */
    synchronized void addIdleTimeout(Predicate<TimeoutException> listener) {
        List<Predicate<TimeoutException>> more = new ArrayList<>(idle);
        more.add(listener);
        idle = more;
    }

    void addFailure(Consumer<Throwable> listener) {
        Throwable cause;
        synchronized (this) {
            cause = failure;
            if (cause == null) {
                failures.add(listener);
            }
        }
        if (cause != null) {
            call(listener, cause);
        }
    }

    /** Whether all listeners agree that the request is idle. */
    boolean onIdleTimeout(TimeoutException timeout) {
        List<Predicate<TimeoutException>> current;
        synchronized (this) {
            current = idle;
        }
        for (Predicate<TimeoutException> listener : current) {
            if (!listener.test(timeout)) {
                return false;
            }
        }
        return true;
    }

    /** The task that calls the listeners with the first failure; null if there is none, or if they were called. */
    synchronized @Nullable Runnable onFailure(Throwable cause) {
        if (failure != null) {
            return null;
        }
        failure = cause;
        List<Consumer<Throwable>> current = failures;
        failures = List.of();
        if (current.isEmpty()) {
            return null;
        }
        return () -> {
            for (Consumer<Throwable> listener : current) {
                call(listener, cause);
            }
        };
    }

    private static void call(Consumer<Throwable> listener, Throwable cause) {
        try {
            listener.accept(cause);
        } catch (Throwable x) {
            LOG.warn("failure listener {} failed", listener, x);
        }
    }
}
