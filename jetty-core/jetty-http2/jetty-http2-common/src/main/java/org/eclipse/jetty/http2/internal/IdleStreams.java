package org.eclipse.jetty.http2.internal;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The idle timeouts of the streams of a connection: one timer for all of them, for when the first may be due.
 *
 * <p>Thread-safe: guarded by the lock of the connection.
 */
public final class IdleStreams {
    private final FrameOutput<?> output;
    private final Scheduler scheduler;
    private final TaskQueue tasks;
    private final Runnable afterCheck;
    private Scheduler.@Nullable Task check;
    private long checkAt;
    private boolean closed;

    /** @param afterCheck runs after streams have expired */
    public IdleStreams(FrameOutput<?> output, Scheduler scheduler, TaskQueue tasks, Runnable afterCheck) {
        this.output = output;
        this.scheduler = scheduler;
        this.tasks = tasks;
        this.afterCheck = afterCheck;
    }

    /** A stream was opened; a timer that runs is as early as this one needs it, or finds out. */
    public void opened(long timeout) {
        if (checkAt == 0) {
            watch(timeout);
        }
    }

    /** Looks at the streams in so many milliseconds at the latest; not for 0 or less. */
    public void watch(long timeout) {
        if (timeout <= 0) {
            return;
        }
        try (AutoLock l = output.lock()) {
            long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
            if (closed || (checkAt != 0 && checkAt - at <= 0)) {
                return;
            }
            if (check != null) {
                check.cancel();
            }
            checkAt = at;
            check = scheduler.schedule(this::check, timeout, TimeUnit.MILLISECONDS);
        }
    }

    private void check() {
        List<? extends FlowStream> all;
        try (AutoLock l = output.lock()) {
            all = output.streams().list();
            check = null;
            checkAt = 0;
        }
        // first those that wait for a thread: the threads that the others give back must not begin with them
        boolean expired = expire(all, false) | expire(all, true);
        long next = Long.MAX_VALUE;
        long time = System.nanoTime();
        for (FlowStream stream : all) {
            next = Math.min(next, stream.getIdleLeft(time));
        }
        if (expired) {
            output.flushIfDue();
            afterCheck.run();
        }
        if (next != Long.MAX_VALUE) {
            watch(Math.max(1, next));
        }
    }

    /** Has the streams expire that are due; returns whether there were any. */
    private boolean expire(List<? extends FlowStream> all, boolean begun) {
        boolean expired = false;
        for (FlowStream stream : all) {
            if (stream.isBegun() == begun && stream.getIdleLeft(System.nanoTime()) <= 0) {
                expired = true;
                tasks.offer(stream.onIdleTimeout());
            }
        }
        return expired;
    }

    /** The connection is closed. */
    public void close() {
        try (AutoLock l = output.lock()) {
            closed = true;
            if (check != null) {
                check.cancel();
                check = null;
            }
        }
    }
}
