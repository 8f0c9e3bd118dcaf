package org.eclipse.jetty.http2.client.transport.internal;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.client.Connection;
import org.eclipse.jetty.client.ConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.ExchangeConnection;
import org.eclipse.jetty.client.transport.HttpDestination;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * A session that carries exchanges, each by a stream.
 *
 * <pre>
 * connected --first settings--&gt; in the pool --GOAWAY, closed--&gt; out of the pool: its streams go on --last stream--&gt; closed
 * </pre>
 *
 * <p>Thread-safe.
 */
public final class HttpConnectionOverHTTP2
        implements ExchangeConnection, ConnectionPool.MaxMultiplexable, Session.Listener {
    private final AtomicBoolean opened = new AtomicBoolean();
    private final EndPoint endPoint;
    private final HttpDestination destination;
    private final Promise<Connection> promise;
    private volatile @Nullable Session session;
    private volatile int maxMultiplex = Integer.MAX_VALUE;
    private volatile boolean connectProtocol;
    private volatile boolean closed;
    private volatile boolean used;

    /** @param context of the connection, with its destination and promise */
    @SuppressWarnings("unchecked")
    public HttpConnectionOverHTTP2(EndPoint endPoint, Map<String, Object> context) {
        this.endPoint = endPoint;
        destination = HttpDestination.of(context);
        promise = (Promise<Connection>)
                Objects.requireNonNull(context.get(Connection.PROMISE_CONTEXT_KEY), Connection.PROMISE_CONTEXT_KEY);
    }

    HttpClient getHttpClient() {
        return destination.getHttpClient();
    }

    Session getSession() {
        Session current = session;
        assert current != null : "requests come once it is open";
        return current;
    }

    EndPoint getEndPoint() {
        return endPoint;
    }

    /** Returns whether the server allows streams of other protocols (RFC 8441, section 3). */
    boolean isConnectProtocol() {
        return connectProtocol;
    }

    // ---- the session

    /** The session is open; requests wait for the settings, which tell how many it may carry. */
    public void onSession(Session newSession) {
        session = newSession;
    }

    @Override
    public void onSettings(Session current, SettingsFrame frame) {
        Integer max = frame.getSettings().get(SettingsFrame.MAX_CONCURRENT_STREAMS);
        if (max != null) {
            maxMultiplex = max < 0 ? Integer.MAX_VALUE : max;
        }
        Integer connect = frame.getSettings().get(SettingsFrame.ENABLE_CONNECT_PROTOCOL);
        if (connect != null) {
            connectProtocol = connect == 1;
        }
        if (frame.isReply()) {
            return;
        }
        if (opened.compareAndSet(false, true)) {
            session = current;
            promise.succeeded(this);
        } else if (!closed) {
            destination.process();
        }
    }

    @Override
    public void onGoAway(Session current, GoAwayFrame frame) {
        leave(new EofException("The server went away: " + ErrorCode.toString(frame.getError(), null)));
    }

    @Override
    public void onClose(Session current, GoAwayFrame frame, Callback callback) {
        leave(new EofException("The session was closed"));
        callback.succeeded();
    }

    @Override
    public void onFailure(Session current, Throwable failure, Callback callback) {
        leave(failure);
        callback.succeeded();
    }

    private void leave(Throwable cause) {
        closed = true;
        if (opened.compareAndSet(false, true)) {
            promise.failed(cause);
        } else {
            destination.removed(this);
        }
    }

    // ---- exchanges

    @Override
    public HttpDestination getDestination() {
        return destination;
    }

    @Override
    public void send(HttpExchange exchange) {
        boolean again = used;
        used = true;
        new ExchangeStream(this, exchange, again).begin();
    }

    /** An exchange has ended, and its stream too. */
    void release() {
        if (!closed) {
            destination.release(this);
        }
    }

    @Override
    public int getMaxMultiplex() {
        return maxMultiplex;
    }

    @Override
    public void retire() {
        Session current = session;
        if (current != null) {
            current.shutdown();
        }
    }

    @Override
    public void close() {
        closed = true;
        Session current = session;
        if (current != null) {
            current.close(ErrorCode.NO_ERROR.code, "close", Callback.NOOP);
        } else {
            endPoint.close();
        }
    }

    @Override
    public boolean isClosed() {
        Session current = session;
        return closed || current != null && current.isClosed();
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return endPoint.getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return endPoint.getRemoteSocketAddress();
    }

    @Override
    public EndPoint.@Nullable SslSessionData getSslSessionData() {
        return endPoint.getSslSessionData();
    }

    @Override
    public String toString() {
        return "HttpConnectionOverHTTP2@" + Integer.toHexString(hashCode()) + "[" + session + "]";
    }
}
