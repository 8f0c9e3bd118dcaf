package org.eclipse.jetty.http2.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.eclipse.jetty.client.HttpUpgrader;
import org.eclipse.jetty.client.internal.RequestSender;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HostPortHttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.RetryableStreamException;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/** Sends one request on a stream that its head opens. */
final class StreamSender extends RequestSender {
    private final ExchangeStream carrier;
    private volatile @Nullable Stream stream;
    private boolean begun;
    private boolean ended;
    private @Nullable ByteBuffer reported;
    private @Nullable HttpFields trailers;

    StreamSender(ExchangeStream carrier, HttpExchange exchange) {
        super(exchange);
        this.carrier = carrier;
    }

    @Override
    protected Action process() throws Throwable {
        if (!begun) {
            begun = true;
            HttpUpgrader upgrader = request.getUpgrader();
            if (upgrader != null) {
                request.version(HttpVersion.HTTP_2);
                upgrader.prepare(request);
            }
            if (!beginHead()) {
                return Action.SUCCEEDED;
            }
            sendHead();
            return Action.SCHEDULED;
        }
        if (ended) {
            return Action.SUCCEEDED;
        }
        if (!read()) {
            return Action.IDLE;
        }
        if (last && trailers == null) {
            trailers = takeTrailers();
        }
        send();
        return Action.SCHEDULED;
    }

    /** Sends the chunk, the trailers or the end. */
    private void send() {
        Stream current = stream;
        assert current != null : "opened by the head";
        HttpFields fields = trailers;
        if (chunk != null) {
            ended = fields != null && fields.size() == 0;
            reported = chunk.getByteBuffer().slice();
            current.data(new DataFrame(current.getId(), chunk.getByteBuffer().slice(), ended), this);
        } else if (fields != null && fields.size() > 0) {
            ended = true;
            MetaData metaData = new MetaData(HttpVersion.HTTP_2, fields);
            current.headers(new HeadersFrame(current.getId(), metaData, true), this);
        } else {
            ended = true;
            current.data(new DataFrame(current.getId(), BufferUtil.EMPTY_BUFFER, true), this);
        }
    }

    /** The head of an extended CONNECT (RFC 8441, section 4). */
    private MetaData.Request connectHead(HttpUpgrader upgrader) throws IOException {
        String protocol = upgrader.getProtocol();
        if (protocol == null) {
            throw new IOException("There is no upgrade over HTTP/2 by " + upgrader);
        }
        if (!ended) {
            throw new IOException("An upgrade over HTTP/2 has no content (expected: none)");
        }
        if (!carrier.getConnection().isConnectProtocol()) {
            throw new IOException("The server allows no " + protocol
                    + " over HTTP/2 (expected: SETTINGS_ENABLE_CONNECT_PROTOCOL of RFC 8441): "
                    + exchange.getRequest().getURI());
        }
        HttpURI uri = HttpURI.from(request.getURI());
        String authority = uri.getAuthority();
        String path = uri.getPathQuery();
        if (authority == null) {
            throw new IOException("URI: " + uri + " (expected: a host)");
        }
        return new MetaData.ConnectRequest(
                uri.getScheme(),
                new HostPortHttpField(authority),
                path == null ? "/" : path,
                request.getHeaders(),
                protocol);
    }

    private HttpFields takeTrailers() {
        Supplier<HttpFields> supplier = request.getTrailersSupplier();
        HttpFields fields = supplier == null ? null : supplier.get();
        return fields == null ? HttpFields.EMPTY : fields;
    }

    private void sendHead() throws IOException {
        // nothing follows the head of a request without content and trailers
        ended = body == null && request.getTrailersSupplier() == null;
        HttpUpgrader upgrader = request.getUpgrader();
        MetaData.Request head = upgrader == null
                ? new MetaData.Request(
                        request.getMethod(),
                        HttpURI.from(request.getURI()),
                        HttpVersion.HTTP_2,
                        request.getHeaders(),
                        body == null ? -1 : body.getLength())
                : connectHead(upgrader);
        carrier.getConnection()
                .getSession()
                .newStream(
                        // what follows the head of a tunnel is of the other protocol
                        new HeadersFrame(head, ended && upgrader == null),
                        Promise.from(
                                opened -> {
                                    stream = opened;
                                    succeeded();
                                },
                                this::failed),
                        carrier);
    }

    @Override
    protected void onSuccess() {
        if (!committed) {
            commit();
        } else if (chunk != null) {
            assert reported != null : "with the chunk";
            reportContent(reported);
            releaseChunk();
        }
    }

    @Override
    protected void onCompleteSuccess() {
        releaseChunk();
        exchange.requestSucceeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        releaseChunk();
        if (isStopped() || exchange.isEnded()) {
            return;
        }
        if (cause instanceof RetryableStreamException) {
            exchange.fail(cause, HttpExchange.Retry.ANY);
        } else if (stream != null && !isBodyFailed() && cause instanceof EofException) {
            // why the stream has ended is reported by its listener; a response that is there already counts
            exchange.requestFailed(cause);
        } else {
            exchange.fail(cause);
        }
    }
}
