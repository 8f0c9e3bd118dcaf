package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.IteratingCallback;

/** Sends one request over HTTP/1.1: its head, then its content as it comes. One for each exchange. */
final class Http1Sender extends IteratingCallback {
    private static final ByteBuffer NOTHING = BufferUtil.EMPTY_BUFFER;

    private final HttpGenerator generator = new HttpGenerator();
    private final Http1Connection connection;
    private final Exchange exchange;
    private final HttpRequest request;
    private final Request.Content body;
    /** Whether the connection has carried a request before. */
    private final boolean again;

    private RetainableByteBuffer.Mutable header;
    private RetainableByteBuffer.Mutable chunkLine;
    private MetaData.Request head;
    private Content.Chunk chunk;
    private ByteBuffer reported;
    private boolean begun;
    private boolean committed;
    private boolean last;
    private boolean expects;
    private boolean bodyFailed;
    private volatile boolean demanding;
    private volatile boolean mayProceed;
    private volatile boolean stopped;

    Http1Sender(Http1Connection connection, Exchange exchange, boolean again) {
        this.connection = connection;
        this.exchange = exchange;
        this.again = again;
        request = exchange.getRequest();
        body = request.getBody();
    }

    /** Returns whether the connection may be kept, as far as the request tells. */
    boolean isPersistent() {
        return !stopped && generator.isEnd() && generator.isPersistent();
    }

    /** Sends the content that waits for 100 Continue. */
    void proceed() {
        mayProceed = true;
        iterate();
    }

    /** The response has come: what is not sent is given up. */
    void stop() {
        stopped = true;
        IllegalStateException cause = new IllegalStateException("The response came before all was sent");
        if (body != null) {
            body.fail(cause);
        }
        abort(cause);
    }

    private boolean begin() {
        request.getListeners().begin(request);
        HttpClient client = connection.getHttpClient();
        HttpFields fields = request.getHeaders();
        expects = body != null && fields.contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
        request.getListeners().headers(request);
        if (exchange.isEnded()) {
            return false;
        }
        generator.setMaxHeaderBytes(client.getMaxRequestHeadersSize());
        HttpURI uri = HttpURI.from(request.getURI());
        head = new MetaData.Request(
                request.getMethod(),
                uri,
                request.getVersion() == HttpVersion.HTTP_1_0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1,
                fields,
                body == null ? (request.getTrailersSupplier() == null ? 0 : -1) : body.getLength(),
                request.getTrailersSupplier());
        header = client.getByteBufferPool()
                .acquire(client.getRequestBufferSize(), client.isUseOutputDirectByteBuffers());
        return true;
    }

    @Override
    protected Action process() throws Throwable {
        if (!begun) {
            begun = true;
            if (!begin()) {
                return Action.SUCCEEDED;
            }
        }
        if (!read()) {
            return Action.IDLE;
        }
        while (true) {
            ByteBuffer content = chunk == null ? null : chunk.getByteBuffer();
            HttpGenerator.Result result = generator.generateRequest(
                    head,
                    header == null ? null : header.getByteBuffer(),
                    chunkLine == null ? null : chunkLine.getByteBuffer(),
                    content,
                    last);
            switch (result) {
                case HEADER_OVERFLOW -> header = grow(header);
                case NEED_CHUNK -> chunkLine = acquire(HttpGenerator.CHUNK_SIZE);
                case NEED_CHUNK_TRAILER ->
                    chunkLine = grow(chunkLine == null ? acquire(HttpGenerator.CHUNK_SIZE) : chunkLine);
                case FLUSH -> {
                    reported = content;
                    connection
                            .getEndPoint()
                            .write(
                                    this,
                                    buffer(header),
                                    buffer(chunkLine),
                                    content == null ? NOTHING : content.slice());
                    return Action.SCHEDULED;
                }
                case CONTINUE -> {
                    // the next step follows without anything to send
                }
                case DONE, SHUTDOWN_OUT -> {
                    if (generator.isEnd()) {
                        return Action.SUCCEEDED;
                    }
                    if (!read()) {
                        return Action.IDLE;
                    }
                }
                default -> throw new IllegalStateException(result.toString());
            }
        }
    }

    private static ByteBuffer buffer(RetainableByteBuffer buffer) {
        return buffer == null ? NOTHING : buffer.getByteBuffer();
    }

    private RetainableByteBuffer.Mutable acquire(int size) {
        HttpClient client = connection.getHttpClient();
        return client.getByteBufferPool().acquire(size, client.isUseOutputDirectByteBuffers());
    }

    /** A bigger buffer, as big as heads and trailers may be. */
    private RetainableByteBuffer.Mutable grow(RetainableByteBuffer.Mutable buffer) {
        buffer.release();
        HttpClient client = connection.getHttpClient();
        ByteBufferPool pool = client.getByteBufferPool();
        return pool.acquire(
                Math.max(client.getMaxRequestHeadersSize(), buffer.capacity() + 1),
                client.isUseOutputDirectByteBuffers());
    }

    /** Makes sure that there is a chunk, or that nothing follows; returns false if neither is known yet. */
    private boolean read() throws Throwable {
        if (chunk != null || last) {
            return true;
        }
        if (body == null) {
            last = true;
            return true;
        }
        if (expects && !mayProceed) {
            // the head goes alone, and the content once the server wants it
            return !committed;
        }
        while (true) {
            Content.Chunk next = body.read();
            if (next == null) {
                demand();
                // the head does not wait for content
                return !committed;
            }
            if (Content.Chunk.isFailure(next)) {
                if (!next.isLast()) {
                    continue;
                }
                bodyFailed = true;
                throw next.getFailure();
            }
            last = next.isLast();
            if (next.hasRemaining()) {
                chunk = next;
                return true;
            }
            next.release();
            if (last) {
                return true;
            }
        }
    }

    /** Has the sending go on when there is content; the head that is sent meanwhile asks for none again. */
    private void demand() {
        if (!demanding) {
            demanding = true;
            body.demand(() -> {
                demanding = false;
                iterate();
            });
        }
    }

    @Override
    protected void onSuccess() {
        if (!committed) {
            committed = true;
            header.release();
            header = null;
            request.getListeners().commit(request);
        } else if (chunkLine != null) {
            BufferUtil.clear(chunkLine.getByteBuffer());
        }
        if (chunk != null) {
            if (reported != null) {
                request.getListeners().content(request, reported);
            }
            reported = null;
            chunk.release();
            chunk = null;
        }
    }

    @Override
    protected void onCompleteSuccess() {
        releaseAll();
        exchange.requestSucceeded();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        releaseAll();
        if (stopped || exchange.isEnded()) {
            return;
        }
        boolean network = !bodyFailed && cause instanceof EofException;
        if (!network) {
            exchange.fail(cause);
            return;
        }
        Throwable failure = cause.getCause() instanceof javax.net.ssl.SSLException tls ? tls : cause;
        exchange.requestFailed(failure);
        // where the server may have answered before it closed, that decides
        if (!connection.getEndPoint().isOpen() || connection.getEndPoint().isInputShutdown()) {
            exchange.fail(failure, again);
        }
    }

    private void releaseAll() {
        if (header != null) {
            header.release();
            header = null;
        }
        if (chunkLine != null) {
            chunkLine.release();
            chunkLine = null;
        }
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }
}
