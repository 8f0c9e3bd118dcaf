package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.WriteRate;
import org.eclipse.jetty.websocket.core.exception.WebSocketWriteTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts off a peer that takes what is written too slowly, after the idle timeout, so that who sends to it does not wait for ever; where
 * there is no such timeout, it has any time. Thread-safe.
 */
final class FrameRate extends WriteRate {
    private final WebSocketConnection connection;

    FrameRate(WebSocketConnection connection, long bytesPerSecond) {
        super(connection.getScheduler(), connection.getEndPoint(), bytesPerSecond);
        this.connection = connection;
    }

    /** Watches a write, see {@link #watch(long, long, long, ByteBuffer, ByteBuffer)}. */
    void watch(long mark, long length, ByteBuffer first, @Nullable ByteBuffer second) {
        long grace = connection.getEndPoint().getIdleTimeout();
        if (grace > 0) {
            watch(grace, mark, length, first, second);
        }
    }

    @Override
    protected boolean isOver(long mark) {
        return connection.getBytesOut() != mark || !connection.getEndPoint().isWritePending();
    }

    @Override
    protected void onTooSlow() {
        connection.cutOff(
                new WebSocketWriteTimeoutException("less than " + getBytesPerSecond() + " bytes per second are taken"));
    }
}
