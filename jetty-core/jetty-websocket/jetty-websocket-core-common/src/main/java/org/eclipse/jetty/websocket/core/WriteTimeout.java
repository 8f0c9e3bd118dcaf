package org.eclipse.jetty.websocket.core;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.exception.WebSocketWriteTimeoutException;
import org.jspecify.annotations.Nullable;

/** The time in which a frame or a message must be written; when it is over the session fails. Guarded by its monitor. */
final class WriteTimeout {
    private final WebSocketCoreSession session;
    private final long milliseconds;
    private Scheduler.@Nullable Task task;
    private boolean done;

    WriteTimeout(WebSocketCoreSession session, long milliseconds) {
        this.session = session;
        this.milliseconds = milliseconds;
    }

    /** Starts, and returns an entry whose completion ends this. */
    OutgoingEntry on(OutgoingEntry entry) {
        start();
        return new OutgoingEntry.Builder(entry)
                .callback(new Timed(entry.getCallback(), this))
                .build();
    }

    synchronized void start() {
        if (!done && task == null) {
            task = session.getConnection().getScheduler().schedule(this::expire, milliseconds, TimeUnit.MILLISECONDS);
        }
    }

    private void expire() {
        synchronized (this) {
            if (done) {
                return;
            }
            done = true;
        }
        session.onWriteTimeout(new WebSocketWriteTimeoutException("not written in " + milliseconds + " ms"));
    }

    synchronized void cancel() {
        done = true;
        if (task != null) {
            task.cancel();
        }
    }

    private static final class Timed extends Callback.Nested {
        private final WriteTimeout timeout;

        private Timed(Callback callback, WriteTimeout timeout) {
            super(callback);
            this.timeout = timeout;
        }

        @Override
        public void succeeded() {
            timeout.cancel();
            super.succeeded();
        }

        @Override
        public void failed(Throwable x) {
            timeout.cancel();
            super.failed(x);
        }
    }
}
