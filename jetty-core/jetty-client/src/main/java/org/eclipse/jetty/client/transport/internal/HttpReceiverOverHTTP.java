package org.eclipse.jetty.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpResponseException;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.client.transport.HttpResponse;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.AutoLock;

/**
 * Receives the responses of a connection of HTTP/1.1.
 *
 * <p>A head is read when bytes come; content is read by who reads the source of the exchange, so that what is not wanted stays
 * in the network. The parser only notes what it finds; exchanges are called without the lock. Guarded by lock.
 */
final class HttpReceiverOverHTTP implements HttpParser.ResponseHandler {
    private final AutoLock lock = new AutoLock();
    private final HttpConnectionOverHTTP connection;
    private final HttpClient client;
    private final HttpParser parser;
    private RetainableByteBuffer.Mutable buffer;
    private HttpExchange exchange;
    private ResponseContent content;
    private boolean again;
    private boolean anyByte;
    private boolean released;
    private boolean upgraded;

    // what the parser has found of the response
    private HttpVersion version;
    private int status;
    private String reason;
    private HttpFields.Mutable fields;
    private HttpFields.Mutable trailers;
    private boolean headComplete;
    private boolean messageComplete;
    private boolean persistent;
    /** Whether the server has closed the connection. */
    private boolean ended;

    private Content.Chunk chunk;
    private Throwable failure;

    HttpReceiverOverHTTP(HttpConnectionOverHTTP connection, HttpClient client) {
        this.connection = connection;
        this.client = client;
        parser = new HttpParser(this, client.getMaxResponseHeadersSize(), client.getHttpCompliance());
    }

    void begin(HttpExchange next, boolean reused) {
        try (AutoLock l = lock.lock()) {
            exchange = next;
            again = reused;
            anyByte = false;
            failure = null;
            reset();
            parser.setHeadResponse(HttpMethod.HEAD.is(next.getRequest().getMethod()));
        }
    }

    private void reset() {
        parser.reset();
        version = null;
        status = 0;
        reason = null;
        fields = null;
        trailers = null;
        headComplete = false;
        messageComplete = false;
        persistent = false;
        ended = false;
    }

    /** Returns whether a kept connection has ended without a byte of the response. */
    boolean isUnanswered() {
        try (AutoLock l = lock.lock()) {
            return again && !anyByte;
        }
    }

    /** Ends with the response that has come; returns whether the next one may follow. */
    boolean end() {
        try (AutoLock l = lock.lock()) {
            // RFC 9112, section 11.1: bytes after the response would be taken for the next one
            boolean clean = buffer == null || !buffer.hasRemaining();
            releaseBuffer();
            exchange = null;
            content = null;
            return clean && persistent && !released && parser.isComplete() && !parser.isClose() && !parser.isClosed();
        }
    }

    /** Ends with a response by which the connection is upgraded; returns the bytes after it, or null if it is not upgraded. */
    ByteBuffer upgrade() {
        try (AutoLock l = lock.lock()) {
            if (!upgraded) {
                return null;
            }
            ByteBuffer rest = BufferUtil.EMPTY_BUFFER;
            if (buffer != null && buffer.hasRemaining()) {
                rest = ByteBuffer.allocate(buffer.remaining());
                rest.put(buffer.getByteBuffer()).flip();
            }
            releaseBuffer();
            exchange = null;
            content = null;
            return rest;
        }
    }

    /** Ends before the response has come. */
    void abort(Throwable cause) {
        Runnable demand = null;
        try (AutoLock l = lock.lock()) {
            released = true;
            if (failure == null) {
                failure = cause;
            }
            if (chunk != null) {
                chunk.release();
                chunk = null;
            }
            releaseBuffer();
            if (content != null) {
                demand = content.takeDemand();
            }
        }
        run(demand);
    }

    private void releaseBuffer() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    private void run(Runnable demand) {
        HttpExchange current = exchange;
        if (demand != null && current != null) {
            current.getRequest().getConversation().getInvoker().run(demand);
        } else if (demand != null) {
            demand.run();
        }
    }

    /** Looks at a connection that carries no exchange; returns whether it is to be closed. */
    boolean isEndedOrUnsolicited() {
        try (AutoLock l = lock.lock()) {
            if (released || exchange != null) {
                return released;
            }
            return fill() != 0;
        } catch (IOException x) {
            return true;
        } finally {
            try (AutoLock l = lock.lock()) {
                if (exchange == null) {
                    releaseBuffer();
                }
            }
        }
    }

    /** Bytes have come, or the end: reads the head, or lets the reader of the content go on. */
    void onFillable() {
        Runnable demand = null;
        HttpExchange current;
        try (AutoLock l = lock.lock()) {
            current = exchange;
            if (content != null) {
                demand = content.takeDemand();
            }
        }
        if (demand != null) {
            run(demand);
            return;
        }
        if (current == null) {
            connection.tryFillInterested();
            return;
        }
        while (receive(current)) {
            // one interim response after the other
        }
    }

    /** Reads a head and hands it on; returns whether another one follows. */
    private boolean receive(HttpExchange current) {
        ResponseContent source = null;
        Throwable cause = null;
        boolean interim = false;
        boolean unanswered;
        HttpFields head = null;
        HttpVersion headVersion;
        int headStatus;
        String headReason;
        try (AutoLock l = lock.lock()) {
            if (exchange != current || content != null || released) {
                return false;
            }
            if (!parseHead()) {
                if (failure == null) {
                    connection.tryFillInterested();
                    return false;
                }
                cause = failure;
            } else if (status == HttpStatus.SWITCHING_PROTOCOLS_101) {
                upgraded = current.getRequest().getUpgrader() != null;
                if (!upgraded) {
                    cause = new IllegalStateException("101 Switching Protocols without a request for it");
                }
            }
            headVersion = version;
            headStatus = status;
            headReason = reason;
            unanswered = again && !anyByte;
            if (cause == null) {
                head = fields.asImmutable();
                interim = HttpStatus.isInterim(status) && !upgraded;
                if (interim) {
                    boolean headRequest =
                            HttpMethod.HEAD.is(current.getRequest().getMethod());
                    parser.parseNext(BufferUtil.EMPTY_BUFFER);
                    reset();
                    parser.setHeadResponse(headRequest);
                } else {
                    // what follows 101 is of the other protocol
                    messageComplete |= upgraded;
                    source = new ResponseContent(current);
                    content = source;
                }
            }
        }
        if (cause != null) {
            Throwable ofRequest = current.getRequestFailure();
            current.fail(ofRequest != null && cause instanceof EofException ? ofRequest : cause, unanswered);
            return false;
        }
        if (interim) {
            return current.interim(headVersion, headStatus, headReason, head);
        }
        current.responseHead(headVersion, headStatus, headReason, head, source);
        return false;
    }

    /** Returns whether the head is complete. */
    private boolean parseHead() {
        try {
            while (!headComplete && failure == null) {
                if (buffer != null && buffer.hasRemaining()) {
                    anyByte = true;
                    parser.parseNext(buffer.getByteBuffer());
                    continue;
                }
                int filled = fill();
                if (filled < 0) {
                    ended = true;
                    parser.atEOF();
                    parser.parseNext(BufferUtil.EMPTY_BUFFER);
                    if (failure == null && !headComplete) {
                        failure = new EofException("The connection was closed before the response came");
                    }
                } else if (filled == 0) {
                    releaseBuffer();
                    return false;
                }
            }
        } catch (IOException x) {
            failure = x;
        }
        return failure == null;
    }

    /** Reads from the network into a buffer that nobody else uses. */
    private int fill() throws IOException {
        if (buffer != null && buffer.isRetained()) {
            releaseBuffer();
        }
        if (buffer == null) {
            buffer = client.getByteBufferPool()
                    // TLS works on arrays
                    .acquire(
                            client.getResponseBufferSize(),
                            client.isUseInputDirectByteBuffers()
                                    && !connection.getEndPoint().isSecure());
        }
        BufferUtil.clear(buffer.getByteBuffer());
        return connection.getEndPoint().fill(buffer.getByteBuffer());
    }

    // ---- what the parser finds

    @Override
    public void startResponse(HttpVersion v, int s, String r) {
        version = v;
        status = s;
        reason = r;
        fields = HttpFields.build();
    }

    @Override
    public void parsedHeader(HttpField field) {
        fields.add(field);
    }

    @Override
    public void parsedTrailer(HttpField field) {
        if (trailers == null) {
            trailers = HttpFields.build();
        }
        trailers.add(field);
    }

    @Override
    public boolean headerComplete() {
        headComplete = true;
        boolean close = fields.contains(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
        boolean keep = fields.contains(HttpHeader.CONNECTION, HttpHeaderValue.KEEP_ALIVE.asString());
        persistent = !close && (version == HttpVersion.HTTP_1_1 || keep) && !parser.isFramingInDoubt();
        return true;
    }

    @Override
    public boolean content(ByteBuffer bytes) {
        buffer.retain();
        chunk = Content.Chunk.asChunk(bytes, false, buffer);
        return true;
    }

    @Override
    public boolean contentComplete() {
        return false;
    }

    @Override
    public boolean messageComplete() {
        messageComplete = true;
        return true;
    }

    @Override
    public void earlyEOF() {
        failure = new EofException(
                headComplete
                        ? "The connection was closed before the content of the response came as a whole"
                        : "The connection was closed before the response came");
    }

    @Override
    public void badMessage(HttpException cause) {
        if (ended) {
            // within the line of the status
            earlyEOF();
            return;
        }
        failure = new HttpResponseException(
                "Malformed response: " + cause.getReason(),
                new HttpResponse(exchange.getRequest(), version, status, reason, HttpFields.EMPTY),
                (Throwable) cause);
    }

    /** The content of one response. It is of no use any more when its exchange has ended. */
    private final class ResponseContent implements Content.Source {
        private final HttpExchange owner;
        private Content.Chunk terminal;
        private Runnable demand;

        private ResponseContent(HttpExchange owner) {
            this.owner = owner;
        }

        private Runnable takeDemand() {
            Runnable result = demand;
            demand = null;
            return result;
        }

        @Override
        public Content.Chunk read() {
            HttpFields received;
            Throwable cause;
            try (AutoLock l = lock.lock()) {
                if (terminal != null) {
                    return terminal;
                }
                Content.Chunk next = content == this ? next() : null;
                if (next != null) {
                    return next;
                }
                cause = content == this || failure != null
                        ? failure
                        : new IllegalStateException("The request has ended");
                if (cause == null && !messageComplete) {
                    return null;
                }
                terminal = cause == null ? Content.Chunk.EOF : Content.Chunk.from(cause);
                received = trailers == null ? null : trailers.asImmutable();
            }
            if (cause != null) {
                owner.fail(cause);
            } else {
                owner.responseSucceeded(received);
            }
            return terminal;
        }

        /** The next piece; null if there is none now, or at the end. */
        private Content.Chunk next() {
            try {
                while (failure == null && !messageComplete) {
                    ByteBuffer bytes = buffer == null ? BufferUtil.EMPTY_BUFFER : buffer.getByteBuffer();
                    parser.parseNext(bytes);
                    if (chunk != null) {
                        Content.Chunk result = chunk;
                        chunk = null;
                        return result;
                    }
                    if (messageComplete || failure != null || bytes.hasRemaining()) {
                        continue;
                    }
                    int filled = fill();
                    if (filled == 0) {
                        releaseBuffer();
                        return null;
                    }
                    if (filled < 0) {
                        // what ends with the connection is complete then
                        ended = true;
                        parser.atEOF();
                        persistent = false;
                    }
                }
            } catch (IOException x) {
                failure = x;
            }
            return null;
        }

        @Override
        public void demand(Runnable demandCallback) {
            boolean ready;
            try (AutoLock l = lock.lock()) {
                if (demand != null) {
                    throw new IllegalStateException("A demand is pending");
                }
                ready = terminal != null
                        || content != this
                        || failure != null
                        || messageComplete
                        || buffer != null && buffer.hasRemaining()
                        || !parser.inContentState()
                        || parser.isState(HttpParser.State.CONTENT) && parser.getContentLeft() <= 0;
                if (!ready) {
                    demand = demandCallback;
                }
            }
            if (ready) {
                owner.getRequest().getConversation().getInvoker().run(demandCallback);
            } else {
                connection.tryFillInterested();
            }
        }

        @Override
        public void fail(Throwable cause) {
            try (AutoLock l = lock.lock()) {
                if (terminal != null) {
                    return;
                }
                terminal = Content.Chunk.from(cause);
            }
            owner.fail(cause);
        }
    }
}
