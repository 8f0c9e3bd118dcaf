package org.eclipse.jetty.client.internal;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * How long a destination is left alone after connections to it could not be opened: a first time, twice as long with each failure, up
 * to a longest time. Thread-safe.
 *
 * <p>Connections that were begun before such a time, and fail within it, tell nothing new: they do not make it longer.
 */
public final class BackOff {
    private final AutoLock lock = new AutoLock();
    private long delay;
    private long until;
    private @Nullable Throwable cause;

    /**
     * A connection could not be opened.
     *
     * @param now as System.nanoTime()
     * @param first milliseconds of the first time; 0 for none
     * @param longest milliseconds of the longest one
     */
    public void failed(Throwable failure, long now, long first, long longest) {
        if (first <= 0) {
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (cause != null && now - until < 0) {
                return;
            }
            long most = Math.max(first, longest);
            delay = cause == null || delay > most / 2 ? (cause == null ? first : most) : 2 * delay;
            until = now + TimeUnit.MILLISECONDS.toNanos(delay);
            cause = failure;
        }
    }

    /** A connection was opened. */
    public void succeeded() {
        try (AutoLock l = lock.lock()) {
            cause = null;
        }
    }

    /** Returns why no connection is to be opened now; null if one may be. */
    public @Nullable Throwable getCause(long now) {
        try (AutoLock l = lock.lock()) {
            return cause != null && now - until < 0 ? cause : null;
        }
    }

    /** Returns the milliseconds that are left. */
    public long getLeft(long now) {
        try (AutoLock l = lock.lock()) {
            return cause == null ? 0 : Math.max(0, TimeUnit.NANOSECONDS.toMillis(until - now));
        }
    }
}
