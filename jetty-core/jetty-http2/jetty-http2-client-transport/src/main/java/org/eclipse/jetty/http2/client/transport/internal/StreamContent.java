package org.eclipse.jetty.http2.client.transport.internal;

import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;

/** The content of a response, as that of its stream. What is not read stays in the window of the stream. Guarded by lock. */
final class StreamContent implements Content.Source {
    private final AutoLock lock = new AutoLock();
    private final HttpExchange exchange;
    private volatile Stream stream;
    private Content.Chunk terminal;
    private HttpFields trailers;
    private boolean ended;
    private Runnable demand;

    StreamContent(HttpExchange exchange) {
        this.exchange = exchange;
    }

    void setStream(Stream newStream) {
        stream = newStream;
    }

    @Override
    public Content.Chunk read() {
        HttpFields received;
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return terminal;
            }
            Content.Chunk chunk = next();
            if (chunk == null || !chunk.isLast()) {
                return chunk;
            }
            terminal = chunk;
            received = trailers;
        }
        exchange.responseSucceeded(received);
        return Content.Chunk.EOF;
    }

    /** Returns what has come, and the end after all of it; null if nothing has come. */
    private Content.Chunk next() {
        if (ended) {
            return Content.Chunk.EOF;
        }
        Stream.Data data = stream.readData();
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
    public void demand(Runnable demandCallback) {
        boolean ready;
        try (AutoLock l = lock.lock()) {
            if (demand != null) {
                throw new IllegalStateException("A demand is pending");
            }
            ready = terminal != null || ended;
            if (!ready) {
                demand = demandCallback;
            }
        }
        if (ready) {
            exchange.invoke(demandCallback);
        } else {
            stream.demand();
        }
    }

    /** There is content, or its end. */
    void onAvailable() {
        Runnable todo;
        try (AutoLock l = lock.lock()) {
            todo = demand;
            demand = null;
        }
        if (todo != null) {
            exchange.invoke(todo);
        }
    }

    /** The trailers came, after all content was read. */
    void onTrailers(HttpFields fields) {
        try (AutoLock l = lock.lock()) {
            trailers = fields;
            ended = true;
        }
        onAvailable();
    }

    /** The exchange has failed. */
    void abort(Throwable cause) {
        try (AutoLock l = lock.lock()) {
            if (terminal == null) {
                terminal = Content.Chunk.from(cause);
            }
        }
        onAvailable();
    }

    @Override
    public void fail(Throwable cause) {
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(cause);
        }
        exchange.fail(cause);
    }
}
