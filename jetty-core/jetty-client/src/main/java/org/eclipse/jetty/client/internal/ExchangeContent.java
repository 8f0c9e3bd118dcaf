package org.eclipse.jetty.client.internal;

import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * The content of one response, which is read from the network when the application reads it.
 *
 * <p>Keeps the one pending demand and the last chunk, and reports the end of the content to its exchange. Subclasses know how content is
 * read and awaited. Their methods are called with the lock held unless stated otherwise; the exchange is called without it. Guarded by lock.
 */
public abstract class ExchangeContent implements Content.Source {
    private final AutoLock lock;
    private final HttpExchange exchange;
    private Content.@Nullable Chunk terminal;
    private @Nullable Runnable demand;

    /** @param lock the lock of the state that the content is read from */
    protected ExchangeContent(AutoLock lock, HttpExchange exchange) {
        this.lock = lock;
        this.exchange = exchange;
    }

    /** Returns the next piece, the end or a failure; null if nothing has come. */
    protected abstract Content.@Nullable Chunk next();

    /** Returns whether {@link #next()} would return a chunk, or may find one without waiting. */
    protected abstract boolean isReady();

    /** Waits for the network, and has {@link #resume()} called then. Called without the lock. */
    protected abstract void await();

    /** Returns the trailers, once the content is at its end. */
    protected @Nullable HttpFields getTrailers() {
        return null;
    }

    @Override
    public final Content.@Nullable Chunk read() {
        Content.Chunk chunk;
        HttpFields trailers;
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return terminal;
            }
            chunk = next();
            if (chunk == null || !chunk.isLast()) {
                return chunk;
            }
            terminal = chunk;
            trailers = getTrailers();
        }
        Throwable failure = chunk.getFailure();
        if (failure != null) {
            exchange.fail(failure);
        } else {
            exchange.responseSucceeded(trailers);
        }
        return chunk;
    }

    @Override
    public final void demand(Runnable demandCallback) {
        boolean ready;
        try (AutoLock l = lock.lock()) {
            if (demand != null) {
                throw new IllegalStateException("A demand is pending");
            }
            ready = terminal != null || isReady();
            if (!ready) {
                demand = demandCallback;
            }
        }
        if (ready) {
            exchange.invoke(demandCallback);
        } else {
            await();
        }
    }

    /** Runs the pending demand, if there is one: there is content, or its end. Called without the lock. */
    public final void resume() {
        Runnable pending;
        try (AutoLock l = lock.lock()) {
            pending = takeDemand();
        }
        if (pending != null) {
            exchange.invoke(pending);
        }
    }

    /** Returns the pending demand, which the caller runs by the exchange without the lock. */
    protected final @Nullable Runnable takeDemand() {
        Runnable pending = demand;
        demand = null;
        return pending;
    }

    /** Ends with a failure that the exchange knows of; returns false if it has ended. */
    protected final boolean end(Throwable cause) {
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return false;
            }
            terminal = Content.Chunk.from(cause);
            return true;
        }
    }

    @Override
    public final void fail(Throwable cause) {
        if (end(cause)) {
            exchange.fail(cause);
        }
    }
}
