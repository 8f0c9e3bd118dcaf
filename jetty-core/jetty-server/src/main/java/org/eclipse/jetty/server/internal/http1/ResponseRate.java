package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.WriteRate;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes the connection of a client that takes a response too slowly, or nothing of it, within the idle timeout, whatever
 * listeners say. Thread-safe.
 */
final class ResponseRate extends WriteRate {
    private static final long DEFAULT_GRACE = 30_000;

    private final Http1Link connection;

    ResponseRate(Scheduler scheduler, EndPoint endPoint, Http1Link connection, long bytesPerSecond) {
        super(scheduler, endPoint, bytesPerSecond);
        this.connection = connection;
    }

    /** Watches a write, see {@link #watch(long, long, long, ByteBuffer, ByteBuffer)}. */
    void watch(long mark, long length, ByteBuffer first, @Nullable ByteBuffer second) {
        long grace = getEndPoint().getIdleTimeout();
        if (grace > 0 || getBytesPerSecond() > 0) {
            watch(grace > 0 ? grace : DEFAULT_GRACE, mark, length, first, second);
        }
    }

    @Override
    protected boolean isOver(long mark) {
        return connection.getBytesOut() != mark || !getEndPoint().isWritePending();
    }

    @Override
    protected void onTooSlow() {
        getEndPoint()
                .close(new TimeoutException(
                        "response data rate below " + Math.max(1, getBytesPerSecond()) + " bytes per second"));
    }
}
