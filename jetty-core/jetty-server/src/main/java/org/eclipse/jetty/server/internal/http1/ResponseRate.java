package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.WriteRate;
import org.eclipse.jetty.util.thread.Scheduler;

/** Closes the connection of a client that takes a response too slowly, after the idle timeout. Thread-safe. */
final class ResponseRate extends WriteRate {
    private static final long DEFAULT_GRACE = 30_000;

    private final EndPoint endPoint;
    private final HttpConnection connection;

    ResponseRate(Scheduler scheduler, EndPoint endPoint, HttpConnection connection, long bytesPerSecond) {
        super(scheduler, bytesPerSecond);
        this.endPoint = endPoint;
        this.connection = connection;
    }

    /** Watches a write, see {@link #watch(long, long, long, ByteBuffer, ByteBuffer)}. */
    void watch(long mark, long length, ByteBuffer first, ByteBuffer second) {
        long grace = endPoint.getIdleTimeout();
        watch(grace > 0 ? grace : DEFAULT_GRACE, mark, length, first, second);
    }

    @Override
    protected boolean isOver(long mark) {
        return connection.getBytesOut() != mark || !endPoint.isWritePending();
    }

    @Override
    protected void onTooSlow() {
        endPoint.close(new TimeoutException("response data rate below " + getBytesPerSecond() + " bytes per second"));
    }
}
