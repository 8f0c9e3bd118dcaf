package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;

/**
 * Sends one request over a connection that carries one exchange after the other. One for each exchange.
 *
 * <p>Knows how far the request has come, which decides what happens to the connection. Subclasses know how heads and content are written.
 */
public abstract class SerialSender extends RequestSender {
    protected final EndPoint endPoint;
    private final boolean again;
    private volatile boolean sent;

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
        return false;
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
        if (isStopped() || exchange.isEnded()) {
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
