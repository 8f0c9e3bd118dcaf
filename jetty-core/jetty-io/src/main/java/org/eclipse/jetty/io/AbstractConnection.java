package org.eclipse.jetty.io;

import java.util.EventListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What connections have in common: they wait for bytes and are told by {@link #onFillable()}. */
public abstract class AbstractConnection implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractConnection.class);

    private final long created = System.currentTimeMillis();
    private final EndPoint endPoint;
    private final Executor executor;
    private final Callback fillCallback = new FillableCallback();
    // most connections have none, so that it is created when the first one comes
    private volatile @Nullable List<EventListener> listeners;
    private int inputBufferSize = 2048;

    protected AbstractConnection(EndPoint endPoint, Executor executor) {
        if (executor == null) {
            throw new IllegalArgumentException("executor missing");
        }
        this.endPoint = endPoint;
        this.executor = executor;
    }

    @Override
    public synchronized void addEventListener(EventListener listener) {
        if (listeners == null) {
            listeners = new CopyOnWriteArrayList<>();
        }
        listeners.add(listener);
    }

    @Override
    public synchronized void removeEventListener(EventListener listener) {
        if (listeners != null) {
            listeners.remove(listener);
        }
    }

    /** The bytes to be read at once. */
    public int getInputBufferSize() {
        return inputBufferSize;
    }

    public void setInputBufferSize(int size) {
        inputBufferSize = size;
    }

    protected Executor getExecutor() {
        return executor;
    }

    /** Asks for {@link #onFillable()} to be called once, when there are bytes. */
    public void fillInterested() {
        endPoint.fillInterested(fillCallback);
    }

    public void fillInterested(Callback callback) {
        endPoint.fillInterested(callback);
    }

    public void tryFillInterested() {
        endPoint.tryFillInterested(fillCallback);
    }

    public void tryFillInterested(Callback callback) {
        endPoint.tryFillInterested(callback);
    }

    public boolean isFillInterested() {
        return endPoint.isFillInterested();
    }

    /** Called when the endpoint has bytes, or its end, to be filled in. */
    public abstract void onFillable();

    /** Called when waiting for bytes failed. */
    public void onFillInterestedFailed(Throwable cause) {
        if (endPoint.isOpen()) {
            boolean close = true;
            if (cause instanceof TimeoutException timeout) {
                close = onReadTimeout(timeout);
            }
            if (close) {
                if (endPoint.isOutputShutdown()) {
                    endPoint.close(cause);
                } else {
                    endPoint.shutdownOutput();
                    fillInterested();
                }
            }
        }
    }

    /** Called when no bytes came in time; returns whether to close. */
    protected boolean onReadTimeout(TimeoutException timeout) {
        return true;
    }

    @Override
    public void onOpen() {
        List<EventListener> current = listeners;
        if (current != null) {
            for (EventListener listener : current) {
                if (listener instanceof Listener l) {
                    try {
                        l.onOpened(this);
                    } catch (Throwable x) {
                        LOG.warn("connection listener {} failed", l, x);
                    }
                }
            }
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        List<EventListener> current = listeners;
        if (current != null) {
            for (EventListener listener : current) {
                if (listener instanceof Listener l) {
                    try {
                        l.onClosed(this);
                    } catch (Throwable x) {
                        LOG.warn("connection listener {} failed", l, x);
                    }
                }
            }
        }
    }

    @Override
    public EndPoint getEndPoint() {
        return endPoint;
    }

    @Override
    public void close() {
        endPoint.close();
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        return true;
    }

    @Override
    public long getMessagesIn() {
        return -1;
    }

    @Override
    public long getMessagesOut() {
        return -1;
    }

    @Override
    public long getBytesIn() {
        return -1;
    }

    @Override
    public long getBytesOut() {
        return -1;
    }

    @Override
    public long getCreatedTimeStamp() {
        return created;
    }

    /** The invocation type of {@link #onFillable()}. */
    protected Invocable.InvocationType getFillableInvocationType() {
        return Invocable.InvocationType.BLOCKING;
    }

    @Override
    public final String toString() {
        return toConnectionString();
    }

    public String toConnectionString() {
        return getClass().getSimpleName() + "@" + Integer.toHexString(hashCode());
    }

    private final class FillableCallback implements Callback {
        @Override
        public void succeeded() {
            onFillable();
        }

        @Override
        public void failed(Throwable cause) {
            onFillInterestedFailed(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return getFillableInvocationType();
        }
    }
}
