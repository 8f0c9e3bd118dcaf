package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.EOFException;
import java.net.SocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.Destination;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.ExchangeConnection;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * A connection of FastCGI, which carries one exchange after the other.
 *
 * <p>The next exchange is carried when the one before has succeeded; a failure closes it. Bytes that come while it carries none close it, too.
 * Thread-safe.
 */
public final class FcgiConnection extends AbstractConnection implements ExchangeConnection, HttpExchange.Carrier {
    private final AtomicReference<HttpExchange> exchange = new AtomicReference<>();
    private final HttpClientTransportOverFCGI transport;
    private final HttpDestination destination;
    private final Promise<Connection> promise;
    private final FcgiReceiver receiver;
    private final long idleTimeout;
    private final Invocable.InvocationType invocationType;
    private volatile FcgiSender sender;
    private volatile boolean closed;
    private volatile boolean used;

    /** @param waiting counts the requests that wait for the first byte of their response */
    @SuppressWarnings("unchecked")
    public FcgiConnection(
            EndPoint endPoint,
            HttpClientTransportOverFCGI transport,
            HttpClient client,
            AtomicInteger waiting,
            Map<String, Object> context) {
        super(endPoint, client.getExecutor());
        this.transport = transport;
        destination = (HttpDestination) context.get(Destination.CONTEXT_KEY);
        promise = (Promise<Connection>) context.get(Connection.PROMISE_CONTEXT_KEY);
        receiver = new FcgiReceiver(this, client, waiting);
        idleTimeout = client.getIdleTimeout();
        invocationType = transport.getInvocationType();
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

    // ---- exchanges

    @Override
    public HttpDestination getDestination() {
        return destination;
    }

    @Override
    public void send(HttpExchange next) {
        if (!exchange.compareAndSet(null, next)) {
            next.fail(new IllegalStateException("The connection carries another request"));
            return;
        }
        HttpRequest request = next.getRequest();
        // FastCGI has no interim responses
        request.headers(headers -> headers.remove(HttpHeader.EXPECT));
        boolean again = used;
        used = true;
        FcgiSender newSender = new FcgiSender(this, transport, next, again);
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
        if (exchange.compareAndSet(aborted, null)) {
            closed = true;
            sender.abort(cause);
            receiver.abort(cause);
            getEndPoint().close(cause);
        }
    }

    @Override
    public boolean stopSending(HttpExchange stopped) {
        if (sender.isGiven()) {
            // the connection is used again when the network has taken all
            stopped.requestSucceeded();
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
        boolean persistent = sender.isPersistent() && receiver.end();
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

    // ---- the network

    @Override
    public void onFillable() {
        if (exchange.get() != null) {
            receiver.onFillable();
        } else if (receiver.isEndedOrUnsolicited()) {
            close();
        } else {
            tryFillInterested();
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        fail(cause);
        getEndPoint().close(cause);
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        HttpExchange current = exchange.get();
        if (current == null || !current.fail(timeout)) {
            close();
        }
        return false;
    }

    private void fail(Throwable cause) {
        closed = true;
        HttpExchange current = exchange.get();
        if (current != null) {
            current.fail(cause, cause instanceof EOFException && receiver.isUnanswered());
        }
    }

    @Override
    public void onClose(Throwable cause) {
        super.onClose(cause);
        Throwable failure = cause == null ? new AsynchronousCloseException() : cause;
        fail(failure);
        receiver.abort(failure);
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
