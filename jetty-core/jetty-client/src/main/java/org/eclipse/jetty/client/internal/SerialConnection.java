package org.eclipse.jetty.client.internal;

import java.io.EOFException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A connection that carries one exchange after the other.
 *
 * <pre>
 * idle --send--&gt; carries an exchange --release, if both sides keep the connection--&gt; idle, in the pool
 * carries an exchange --release otherwise, abort, failure, idle timeout--&gt; closed, removed from the destination
 * idle --bytes that no request asked for, end, idle timeout--&gt; closed, removed from the destination
 * </pre>
 *
 * <p>Associates exchanges, and decides what becomes of the connection after each. Subclasses know the protocol: they create a sender for each
 * request, and one receiver. Thread-safe.
 */
public abstract class SerialConnection extends AbstractConnection implements ExchangeConnection, HttpExchange.Carrier {
    private final AtomicReference<@Nullable HttpExchange> exchange = new AtomicReference<>();
    private final HttpDestination destination;
    private final Promise<Connection> promise;
    private final long idleTimeout;
    private final Invocable.InvocationType invocationType;
    private volatile @Nullable SerialSender sender;
    private volatile boolean closed;
    private volatile boolean used;

    @SuppressWarnings("unchecked")
    protected SerialConnection(EndPoint endPoint, HttpClient client, Map<String, Object> context) {
        super(endPoint, StartedConnector.executor(client.getClientConnector()));
        destination = HttpDestination.of(context);
        promise = (Promise<Connection>)
                Objects.requireNonNull(context.get(Connection.PROMISE_CONTEXT_KEY), Connection.PROMISE_CONTEXT_KEY);
        idleTimeout = client.getIdleTimeout();
        invocationType = client.getTransport().getInvocationType();
    }

    // ---- what a protocol knows

    /** Returns what receives the responses: always the same. */
    protected abstract SerialReceiver getReceiver();

    /**
     * Creates what sends a request.
     *
     * @param again whether the connection has carried a request before
     */
    protected abstract SerialSender newSender(HttpExchange next, boolean again);

    /**
     * Gives the connection to another protocol, if the response says so; by default, none does.
     *
     * @return whether the connection is given away, so that no exchange follows
     */
    protected boolean upgrade(HttpExchange ended) {
        return false;
    }

    // ---- exchanges

    /** Returns the exchange that is carried. */
    public final @Nullable HttpExchange getHttpExchange() {
        return exchange.get();
    }

    @Override
    public final HttpDestination getDestination() {
        return destination;
    }

    @Override
    protected final Invocable.InvocationType getFillableInvocationType() {
        return invocationType;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(idleTimeout);
        fillInterested();
        promise.succeeded(this);
    }

    @Override
    public final void send(HttpExchange next) {
        if (!exchange.compareAndSet(null, next)) {
            next.fail(new IllegalStateException("The connection carries another request"));
            return;
        }
        HttpRequest request = next.getRequest();
        boolean again = used;
        used = true;
        SerialSender newSender = newSender(next, again);
        sender = newSender;
        getReceiver().begin(next, again);
        request.carriedBy(this, newSender::proceed);
        if (!next.carryBy(this)) {
            // it has ended meanwhile, without having seen its carrier; nothing of it has been sent
            abort(next, new AsynchronousCloseException());
            return;
        }
        if (closed) {
            next.fail(new EofException("The connection was closed"), again);
            return;
        }
        long timeout = request.getIdleTimeout();
        getEndPoint().setIdleTimeout(timeout >= 0 ? timeout : idleTimeout);
        newSender.iterate();
    }

    /** Returns what sends, or has sent, the last exchange. */
    private SerialSender sender() {
        SerialSender current = sender;
        assert current != null : "an exchange is carried";
        return current;
    }

    @Override
    public final void abort(HttpExchange aborted, Throwable cause) {
        if (exchange.compareAndSet(aborted, null)) {
            closed = true;
            sender().abort(cause);
            getReceiver().abort(cause);
            getEndPoint().close(cause);
        }
    }

    @Override
    public final boolean stopSending(HttpExchange stopped) {
        SerialSender current = sender();
        if (current.isFlushed()) {
            return true;
        }
        if (current.isGiven()) {
            // the connection is used again when the network has taken all
            stopped.requestSucceeded();
            current.finish();
        } else {
            current.stop();
        }
        return false;
    }

    @Override
    public final void afterWrite(Runnable task) {
        sender().afterWrite(task);
    }

    @Override
    public final void afterSending(Runnable task) {
        sender().afterwards(task);
    }

    @Override
    public final void proceed() {
        sender().proceed();
    }

    @Override
    public final void release(HttpExchange ended) {
        SerialSender current = sender();
        if (current.isStopped()) {
            end(ended);
        } else {
            current.afterwards(() -> end(ended));
        }
    }

    private void end(HttpExchange ended) {
        if (upgrade(ended)) {
            return;
        }
        boolean persistent = sender().isPersistent() && getReceiver().end();
        if (!exchange.compareAndSet(ended, null)) {
            return;
        }
        if (!persistent) {
            close();
            return;
        }
        getEndPoint().setIdleTimeout(idleTimeout);
        tryFillInterested();
        destination.release(this);
    }

    /** Ends an exchange after which the connection carries no other, but stays open; returns false if it is carried no longer. */
    protected final boolean giveAway(HttpExchange ended) {
        if (!exchange.compareAndSet(ended, null)) {
            return false;
        }
        closed = true;
        destination.removed(this);
        return true;
    }

    // ---- the network

    @Override
    public final void onFillable() {
        if (exchange.get() != null) {
            getReceiver().onFillable();
        } else if (getReceiver().isEndedOrUnsolicited()) {
            close();
        } else {
            tryFillInterested();
        }
    }

    @Override
    public final void onFillInterestedFailed(Throwable cause) {
        closed = true;
        HttpExchange current = exchange.get();
        if (current != null) {
            current.fail(cause, getReceiver().isUnanswered());
        }
        getEndPoint().close(cause);
    }

    @Override
    public final boolean onIdleExpired(TimeoutException timeout) {
        HttpExchange current = exchange.get();
        if (current == null || !current.fail(timeout)) {
            close();
        }
        return false;
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        closed = true;
        super.onClose(cause);
        Throwable failure = cause == null ? new AsynchronousCloseException() : cause;
        HttpExchange current = exchange.get();
        if (current != null) {
            current.fail(failure, cause instanceof EOFException && getReceiver().isUnanswered());
        }
        getReceiver().abort(failure);
        destination.removed(this);
    }

    @Override
    public final void close() {
        closed = true;
        getEndPoint().close();
    }

    @Override
    public final boolean isClosed() {
        return closed || !getEndPoint().isOpen();
    }

    @Override
    public final @Nullable SocketAddress getLocalSocketAddress() {
        return getEndPoint().getLocalSocketAddress();
    }

    @Override
    public final @Nullable SocketAddress getRemoteSocketAddress() {
        return getEndPoint().getRemoteSocketAddress();
    }

    @Override
    public final EndPoint.@Nullable SslSessionData getSslSessionData() {
        return getEndPoint().getSslSessionData();
    }
}
