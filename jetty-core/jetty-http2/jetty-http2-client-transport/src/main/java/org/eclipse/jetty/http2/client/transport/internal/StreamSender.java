package org.eclipse.jetty.http2.client.transport.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.client.internal.Exchange;
import org.eclipse.jetty.client.internal.RequestSender;
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

/** Sends one request on a stream that its head opens. */
final class StreamSender extends RequestSender {
    private final ExchangeStream carrier;
    private volatile Stream stream;
    private boolean begun;
    private boolean ended;
    private ByteBuffer reported;
    private HttpFields trailers;

    StreamSender(ExchangeStream carrier, Exchange exchange) {
        super(exchange);
        this.carrier = carrier;
    }

    @Override
    protected Action process() throws Throwable {
        if (!begun) {
            begun = true;
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
        if (chunk != null) {
            ended = last && trailers.size() == 0;
            reported = chunk.getByteBuffer().slice();
            stream.data(new DataFrame(stream.getId(), chunk.getByteBuffer().slice(), ended), this);
        } else if (trailers.size() > 0) {
            ended = true;
            MetaData metaData = new MetaData(HttpVersion.HTTP_2, trailers);
            stream.headers(new HeadersFrame(stream.getId(), metaData, true), this);
        } else {
            ended = true;
            stream.data(new DataFrame(stream.getId(), BufferUtil.EMPTY_BUFFER, true), this);
        }
        return Action.SCHEDULED;
    }

    private HttpFields takeTrailers() {
        HttpFields fields = request.getTrailersSupplier() == null
                ? null
                : request.getTrailersSupplier().get();
        return fields == null ? HttpFields.EMPTY : fields;
    }

    private void sendHead() {
        // nothing follows the head of a request without content and trailers
        ended = body == null && request.getTrailersSupplier() == null;
        MetaData.Request head = new MetaData.Request(
                request.getMethod(),
                HttpURI.from(request.getURI()),
                HttpVersion.HTTP_2,
                request.getHeaders(),
                body == null ? -1 : body.getLength());
        carrier.getConnection()
                .getSession()
                .newStream(
                        new HeadersFrame(head, ended),
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
            exchange.fail(cause, Exchange.Retry.ANY);
        } else if (stream != null && !isBodyFailed() && cause instanceof EofException) {
            // why the stream has ended is reported by its listener; a response that is there already counts
            exchange.requestFailed(cause);
        } else {
            exchange.fail(cause);
        }
    }
}
