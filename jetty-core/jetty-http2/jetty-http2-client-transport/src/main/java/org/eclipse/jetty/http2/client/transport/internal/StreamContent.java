package org.eclipse.jetty.http2.client.transport.internal;

import org.eclipse.jetty.client.internal.ExchangeContent;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** The content of a response, as that of its stream. What is not read stays in the window of the stream. Guarded by lock. */
final class StreamContent extends ExchangeContent {
    private final AutoLock lock;
    private volatile @Nullable Stream stream;
    private @Nullable HttpFields trailers;
    private boolean ended;

    StreamContent(HttpExchange exchange) {
        this(exchange, new AutoLock());
    }

    private StreamContent(HttpExchange exchange, AutoLock lock) {
        super(lock, exchange);
        this.lock = lock;
    }

    void setStream(Stream newStream) {
        stream = newStream;
    }

    private Stream stream() {
        Stream current = stream;
        assert current != null : "the head has come on it";
        return current;
    }

    @Override
    protected Content.@Nullable Chunk next() {
        if (ended) {
            return Content.Chunk.EOF;
        }
        Stream.Data data = stream().readData();
        if (data == null) {
            return null;
        }
        ended = data.frame().isEndStream();
        if (data.frame().remaining() > 0) {
            return Content.Chunk.asChunk(data.frame().getByteBuffer(), false, data);
        }
        data.release();
        return ended ? Content.Chunk.EOF : null;
    }

    @Override
    protected boolean isReady() {
        return ended;
    }

    @Override
    protected void await() {
        stream().demand();
    }

    @Override
    protected @Nullable HttpFields getTrailers() {
        return trailers;
    }

    /** The trailers came, after all content was read. */
    void onTrailers(HttpFields fields) {
        try (AutoLock l = lock.lock()) {
            trailers = fields;
            ended = true;
        }
        resume();
    }

    /** The exchange has failed. */
    void abort(Throwable cause) {
        end(cause);
        resume();
    }
}
