package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A stream (RFC 9113, section 5.1), as far as its states, its windows and the content that waits to be sent go.
 *
 * <p>Guarded by the lock of the connection.
 */
public abstract class FlowStream {
    private final int streamId;

    /** Whether the other side has ended it, or it was reset. */
    protected boolean remoteClosed;

    /** Whether this side has ended it, or it was reset. */
    protected boolean localClosed;

    /** The fields that end what is sent; null for none. */
    protected @Nullable HttpFields trailers;

    /** The octets of content that were sent. */
    protected long sent;

    /** The octets that may come before more are allowed. */
    protected int recvWindow;

    /** The octets of that which have come. */
    protected int recvUsed;

    /** The callback of content that waits to be sent. */
    protected @Nullable Callback pendingCallback;

    int recvConsumed;
    long sendWindow;
    boolean queued;

    @Nullable
    ByteBuffer pending;

    boolean pendingLast;

    protected FlowStream(int streamId) {
        this.streamId = streamId;
    }

    public final int getStreamId() {
        return streamId;
    }

    /** Whether the server opened it. */
    public final boolean isPushed() {
        return (streamId & 1) == 0;
    }

    public boolean isRemotelyClosed() {
        return remoteClosed;
    }

    public boolean isLocallyClosed() {
        return localClosed;
    }

    /** Whether content waits to be sent. */
    public final boolean isSendPending() {
        return pendingCallback != null;
    }

    /** It ended other than well. */
    public void close() {
        localClosed = true;
        remoteClosed = true;
    }

    /** Content begins to wait to be sent. */
    protected void beginWait(Callback callback) {
        pendingCallback = callback;
    }

    /** Content ceases to wait: returns its callback. */
    protected @Nullable Callback takePending() {
        Callback callback = pendingCallback;
        pendingCallback = null;
        pending = null;
        return callback;
    }

    /** Whether the application has begun with it, so that its idle timeout counts last. Without the lock. */
    protected abstract boolean isBegun();

    /** Returns the milliseconds until the idle timeout; Long.MAX_VALUE for never. Without the lock. */
    protected abstract long getIdleLeft(long now);

    /**
     * Nothing happened for the idle timeout. Without the lock.
     *
     * @return the task that notifies the application
     */
    protected abstract @Nullable Runnable onIdleTimeout();
}
