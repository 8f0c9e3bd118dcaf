package org.eclipse.jetty.client.transport.internal;

import java.io.EOFException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.ExchangeConnection;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * A connection of HTTP/1.1, which carries one exchange after the other.
 *
 * <p>The next exchange is carried when the one before has succeeded and both sides keep the connection; a failure closes it.
 * Bytes that come while it carries none close it, too: they would be taken for the next response. Thread-safe.
 */
public final class HttpConnectionOverHTTP extends AbstractConnection
        implements ExchangeConnection, HttpExchange.Carrier, org.eclipse.jetty.io.Connection.UpgradeFrom {
    private final HttpChannelOverHTTP channel = new HttpChannelOverHTTP();
    private final HttpDestination destination;
    private final Promise<Connection> promise;
    private final HttpReceiverOverHTTP receiver;
    private final long idleTimeout;
    private volatile HttpSenderOverHTTP sender;
    private volatile boolean closed;
    private volatile boolean used;
    private ByteBuffer prefilled;
    private Invocable.InvocationType invocationType = Invocable.InvocationType.BLOCKING;

    @SuppressWarnings("unchecked")
    public HttpConnectionOverHTTP(EndPoint endPoint, HttpClient client, Map<String, Object> context) {
        super(endPoint, client.getExecutor());
        destination = (HttpDestination) context.get(Destination.CONTEXT_KEY);
        promise = (Promise<Connection>) context.get(Connection.PROMISE_CONTEXT_KEY);
        receiver = new HttpReceiverOverHTTP(this, client);
        idleTimeout = client.getIdleTimeout();
        invocationType = client.getTransport().getInvocationType();
    }

    HttpClient getHttpClient() {
        return destination.getHttpClient();
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        return invocationType;
    }

    @Override
    public void onOpen() {
        super.onOpen();
        getEndPoint().setIdleTimeout(idleTimeout);
        fillInterested();
        promise.succeeded(this);
    }

    /** Returns what has the exchange that is carried. */
    public HttpChannelOverHTTP getHttpChannel() {
        return channel;
    }

    // ---- exchanges

    @Override
    public HttpDestination getDestination() {
        return destination;
    }

    @Override
    public void send(HttpExchange next) {
        HttpRequest request = next.getRequest();
        if (!channel.associate(next)) {
            next.fail(new IllegalStateException("The connection carries another request"));
            return;
        }
        boolean again = used;
        used = true;
        HttpSenderOverHTTP newSender = new HttpSenderOverHTTP(this, next, again);
        sender = newSender;
        receiver.begin(next, again);
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

    @Override
    public void abort(HttpExchange aborted, Throwable cause) {
        if (channel.disassociate(aborted)) {
            closed = true;
            sender.abort(cause);
            receiver.abort(cause);
            getEndPoint().close(cause);
        }
    }

    @Override
    public boolean stopSending(HttpExchange stopped) {
        if (sender.isFlushed()) {
            return true;
        }
        if (sender.isGiven()) {
            // the connection is used again when the network has taken all
            stopped.requestSucceeded();
            sender.finish();
        } else {
            sender.stop();
        }
        return false;
    }

    @Override
    public void afterSending(Runnable task) {
        sender.afterwards(task);
    }

    @Override
    public void proceed() {
        sender.proceed();
    }

    @Override
    public void release(HttpExchange ended) {
        if (sender.isStopped()) {
            end(ended);
        } else {
            sender.afterwards(() -> end(ended));
        }
    }

    private void end(HttpExchange ended) {
        ByteBuffer rest = receiver.upgrade();
        if (rest != null) {
            upgrade(ended, rest);
            return;
        }
        boolean persistent = sender.isPersistent() && receiver.end();
        if (!channel.disassociate(ended)) {
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

    private void upgrade(HttpExchange ended, ByteBuffer rest) {
        if (!channel.disassociate(ended)) {
            return;
        }
        closed = true;
        prefilled = rest;
        destination.removed(this);
        try {
            ended.getRequest()
                    .getUpgrader()
                    .upgrade(ended.getResponse(), getEndPoint(), Callback.from(() -> {}, getEndPoint()::close));
        } catch (Throwable x) {
            getEndPoint().close(x);
        }
    }

    @Override
    public ByteBuffer onUpgradeFrom() {
        return prefilled != null && prefilled.hasRemaining() ? prefilled : null;
    }

    // ---- the network

    @Override
    public void onFillable() {
        if (channel.getHttpExchange() != null) {
            receiver.onFillable();
            return;
        }
        // the end of the connection, or bytes that nobody has asked for
        if (receiver.isEndedOrUnsolicited()) {
            close();
        } else {
            tryFillInterested();
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        failed(cause);
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        HttpExchange current = channel.getHttpExchange();
        if (current == null || !current.fail(timeout)) {
            close();
        }
        return false;
    }

    private void failed(Throwable cause) {
        HttpExchange current = channel.getHttpExchange();
        if (current != null) {
            current.fail(cause, receiver.isUnanswered());
        }
        closed = true;
        getEndPoint().close(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        closed = true;
        super.onClose(cause);
        HttpExchange current = channel.getHttpExchange();
        if (current != null) {
            Throwable failure = cause == null ? new AsynchronousCloseException() : cause;
            current.fail(failure, cause instanceof EOFException && receiver.isUnanswered());
        }
        receiver.abort(cause == null ? new AsynchronousCloseException() : cause);
        destination.removed(this);
    }

    @Override
    public void close() {
        closed = true;
        getEndPoint().close();
    }

    @Override
    public boolean isClosed() {
        return closed || !getEndPoint().isOpen();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return getEndPoint().getLocalSocketAddress();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return getEndPoint().getRemoteSocketAddress();
    }

    @Override
    public EndPoint.SslSessionData getSslSessionData() {
        return getEndPoint().getSslSessionData();
    }
}
