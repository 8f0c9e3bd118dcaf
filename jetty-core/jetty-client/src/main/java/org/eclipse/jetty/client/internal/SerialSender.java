package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.jspecify.annotations.Nullable;

/**
 * Sends one request over a connection that carries one exchange after the other. One for each exchange.
 *
 * <p>Knows how far the request has come, which decides what happens to the connection. Subclasses know how heads and content are written.
 */
public abstract class SerialSender extends RequestSender {
    protected final EndPoint endPoint;
    private final boolean again;
    private volatile boolean sent;
    /** Whether the endpoint is being called to write. Written with this object's monitor. */
    private volatile boolean writing;
    /** What waits until the endpoint is not; guarded by this object's monitor. */
    private @Nullable Runnable afterWrite;

    /** @param again whether the connection has carried a request before */
    protected SerialSender(HttpExchange exchange, EndPoint endPoint, boolean again) {
        super(exchange);
        this.endPoint = endPoint;
        this.again = again;
    }

    /** Returns whether the last bytes were given to the network; the content may have yet to say that it is at its end. */
    protected abstract boolean isGiven();

    /** Returns whether the network is known to have taken the last bytes, so that the sender is about to notice. */
    protected boolean isFlushed() {
        return isGiven() && !writing && last && !endPoint.isWritePending();
    }

    /** Gives bytes to the network. */
    protected final void write(ByteBuffer... buffers) {
        beginWrite();
        try {
            if (buffers.length == 1) {
                // a vector costs more than the one buffer that it would have
                endPoint.write(this, buffers[0]);
            } else {
                endPoint.write(this, buffers);
            }
        } finally {
            endWrite();
        }
    }

    private synchronized void beginWrite() {
        writing = true;
    }

    private void endWrite() {
        Runnable task;
        synchronized (this) {
            writing = false;
            task = afterWrite;
            afterWrite = null;
        }
        if (task == null) {
            return;
        }
        if (isFlushed()) {
            task.run();
        } else {
            // it may call listeners, which this thread, in the middle of sending, must not
            StartedConnector.executor(exchange.getHttpClient().getClientConnector())
                    .execute(task);
        }
    }

    /**
     * Runs a task when the endpoint is not being called to write, which does not block: then it is known whether the network
     * has taken the bytes. The other side may answer before that call returns.
     */
    final void afterWrite(Runnable task) {
        synchronized (this) {
            if (writing) {
                afterWrite = task;
                return;
            }
        }
        task.run();
    }

    /** Returns whether the request allows that the connection is kept: all of it has left. */
    protected boolean isPersistent() {
        return sent && !isStopped();
    }

    /** All of the request has left: returns what {@link #process()} returns then. */
    protected final Action sent() {
        sent = true;
        return Action.SUCCEEDED;
    }

    /** Releases the buffers and the content that are not sent. */
    protected void release() {
        releaseChunk();
    }

    @Override
    protected final void onCompleteSuccess() {
        release();
        exchange.requestSucceeded();
        completed();
    }

    @Override
    protected final void onCompleteFailure(Throwable cause) {
        release();
        if (isStopped()) {
            return;
        }
        if (exchange.isEnded()) {
            if (!exchange.isRequestEnded()) {
                // the response has come, and decides; listeners of the request hear of its end
                exchange.requestFailed(cause);
            }
            return;
        }
        if (isBodyFailed() || !(cause instanceof EofException)) {
            exchange.fail(cause);
            return;
        }
        exchange.requestFailed(cause);
        // where the server may have answered before it closed, that decides
        if (!endPoint.isOpen() || endPoint.isInputShutdown()) {
            exchange.fail(cause, again);
        }
    }
}
