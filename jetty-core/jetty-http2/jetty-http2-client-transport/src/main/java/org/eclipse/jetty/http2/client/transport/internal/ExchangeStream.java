package org.eclipse.jetty.http2.client.transport.internal;

import java.nio.channels.AsynchronousCloseException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.RetryableStreamException;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * An exchange on its stream: the head and the end of its response, and how it is aborted.
 *
 * <pre>
 * begin --&gt; {@link StreamSender} --head--&gt; stream --onHeaders--&gt; {@link StreamContent} --end--&gt; released
 *                                             any time: --abort, reset, failure--&gt; stream reset, released
 * </pre>
 *
 * <p>Thread-safe.
 */
final class ExchangeStream implements HttpExchange.Carrier, Stream.Listener {
    private final AtomicBoolean released = new AtomicBoolean();
    private final HttpConnectionOverHTTP2 connection;
    private final HttpExchange exchange;
    private final boolean again;
    private final StreamSender sender;
    private final StreamContent content;
    private volatile @Nullable Stream stream;
    private volatile @Nullable StreamTunnel tunnel;
    private volatile boolean answered;
    private volatile boolean aborted;

    /** @param again whether the connection has carried a request before */
    ExchangeStream(HttpConnectionOverHTTP2 connection, HttpExchange exchange, boolean again) {
        this.connection = connection;
        this.exchange = exchange;
        this.again = again;
        sender = new StreamSender(this, exchange);
        content = new StreamContent(exchange);
    }

    HttpConnectionOverHTTP2 getConnection() {
        return connection;
    }

    /** Begins to carry the exchange. */
    void begin() {
        HttpRequest request = exchange.getRequest();
        request.carriedBy(connection, sender::proceed);
        if (!exchange.carryBy(this)) {
            // it has ended meanwhile, without having seen its carrier; nothing of it has been sent
            abort(exchange, new AsynchronousCloseException());
            return;
        }
        sender.iterate();
    }

    // ---- the exchange

    @Override
    public void abort(HttpExchange ended, Throwable cause) {
        aborted = true;
        sender.abort(cause);
        content.abort(cause);
        reset();
        release();
    }

    private void reset() {
        Stream current = stream;
        if (current != null) {
            current.reset(new ResetFrame(current.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    @Override
    public boolean stopSending(HttpExchange ended) {
        if (tunnel != null) {
            // the stream goes on
            return true;
        }
        Stream current = stream;
        if (current != null && current.isLocallyClosed() && !current.isReset()) {
            return true;
        }
        sender.stop();
        reset();
        return false;
    }

    @Override
    public void release(HttpExchange ended) {
        StreamTunnel opened = tunnel;
        if (opened == null) {
            release();
        } else {
            upgrade(opened);
        }
    }

    private void upgrade(StreamTunnel opened) {
        HttpUpgrader upgrader = exchange.getRequest().getUpgrader();
        HttpResponse response = exchange.getResponse();
        assert upgrader != null && response != null : "the response opened the tunnel";
        try {
            upgrader.upgrade(response, opened, Callback.from(() -> {}, opened::close));
        } catch (Throwable x) {
            opened.close(x);
        }
    }

    /** The stream carries nothing any longer. */
    void release() {
        if (released.compareAndSet(false, true)) {
            if (tunnel != null) {
                connection.getDestination().ended();
            }
            connection.release();
        }
    }

    @Override
    public void afterSending(Runnable task) {
        sender.afterwards(task);
    }

    @Override
    public void proceed() {
        sender.proceed();
    }

    // ---- the stream

    @Override
    public void onNewStream(Stream newStream) {
        stream = newStream;
        content.setStream(newStream);
        long timeout = exchange.getRequest().getIdleTimeout();
        if (timeout >= 0) {
            newStream.setIdleTimeout(timeout);
        }
        if (aborted) {
            reset();
        }
    }

    @Override
    public void onHeaders(Stream current, HeadersFrame frame) {
        if (!(frame.getMetaData() instanceof MetaData.Response head)) {
            content.onTrailers(frame.getMetaData().getHttpFields());
            return;
        }
        answered = true;
        HttpFields fields = head.getHttpFields();
        if (HttpStatus.isInterim(head.getStatus())) {
            exchange.interim(HttpVersion.HTTP_2, head.getStatus(), null, fields);
        } else if (HttpStatus.isSuccess(head.getStatus())
                && exchange.getRequest().getUpgrader() != null) {
            tunnel = new StreamTunnel(this, current);
            // as long as the tunnel is open
            connection.getDestination().begun();
            exchange.responseHead(HttpVersion.HTTP_2, head.getStatus(), null, fields, new TunnelContent(exchange));
        } else {
            exchange.responseHead(HttpVersion.HTTP_2, head.getStatus(), null, fields, content);
        }
    }

    @Override
    public void onDataAvailable(Stream current) {
        StreamTunnel opened = tunnel;
        if (opened == null) {
            content.resume();
        } else {
            opened.fillableTask().run();
        }
    }

    @Override
    public void onReset(Stream current, ResetFrame frame, Callback callback) {
        fail(new EofException("Stream reset by the server: " + ErrorCode.toString(frame.getError(), null)));
        callback.succeeded();
    }

    /** A server that refuses a request that it has begun to answer has processed it: the answer of another one must not follow. */
    @Override
    public void onFailure(Stream current, int error, @Nullable String reason, Throwable failure, Callback callback) {
        if (failure instanceof RetryableStreamException && !answered) {
            exchange.fail(failure, HttpExchange.Retry.ANY);
        } else {
            fail(failure);
        }
        callback.succeeded();
    }

    private void fail(Throwable failure) {
        StreamTunnel opened = tunnel;
        if (opened != null) {
            opened.close(failure);
        }
        exchange.fail(failure, again && !answered);
    }

    @Override
    public void onIdleTimeout(Stream current, TimeoutException timeout, Promise<Boolean> promise) {
        StreamTunnel opened = tunnel;
        if (opened == null) {
            exchange.fail(timeout);
            promise.succeeded(true);
        } else {
            promise.succeeded(false);
            opened.onIdleTimeout(timeout);
        }
    }

    @Override
    public void onClosed(Stream current) {
        if (tunnel != null) {
            release();
        }
    }
}
