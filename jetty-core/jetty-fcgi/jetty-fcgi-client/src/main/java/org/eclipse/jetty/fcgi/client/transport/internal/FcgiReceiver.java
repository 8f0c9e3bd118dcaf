package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.AutoLock;

/**
 * Receives the responses of a connection of FastCGI.
 *
 * <p>A head is read when bytes come; content is read when the source of the exchange is read, so that what is not wanted stays in the network.
 * Exchanges are called without the lock. Guarded by lock.
 */
final class FcgiReceiver {
    private final AutoLock lock = new AutoLock();
    private final FcgiConnection connection;
    private final HttpClient client;
    private final AtomicInteger waiting;
    private RetainableByteBuffer.Mutable buffer;
    private HttpExchange exchange;
    private ResponseContent content;
    private boolean again;
    private boolean anyByte;
    private boolean counted;
    private boolean aborted;
    private RecordReader records;
    private CgiHead head;
    private ErrorLog errors;
    private boolean withoutContent;
    private long contentLeft;
    /** What a record has after the head of the response. */
    private ByteBuffer rest = BufferUtil.EMPTY_BUFFER;

    private Throwable failure;

    FcgiReceiver(FcgiConnection connection, HttpClient client, AtomicInteger waiting) {
        this.connection = connection;
        this.client = client;
        this.waiting = waiting;
    }

    void begin(HttpExchange next, boolean reused) {
        try (AutoLock l = lock.lock()) {
            exchange = next;
            again = reused;
            anyByte = false;
            counted = true;
            waiting.incrementAndGet();
            failure = null;
            records = new RecordReader();
            head = new CgiHead(client.getMaxResponseHeadersSize());
            errors = new ErrorLog(next.getRequest());
            withoutContent = HttpMethod.HEAD.is(next.getRequest().getMethod());
            contentLeft = -1;
            rest = BufferUtil.EMPTY_BUFFER;
        }
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
            boolean clean = buffer == null || !buffer.hasRemaining();
            boolean ended = records.isEnded();
            releaseBuffer();
            exchange = null;
            content = null;
            stopCounting();
            // a kept connection would occupy the process that another request waits for
            return clean && ended && !aborted && waiting.get() == 0;
        }
    }

    /** Ends before the response has come. */
    void abort(Throwable cause) {
        Runnable demand = null;
        HttpExchange current;
        try (AutoLock l = lock.lock()) {
            aborted = true;
            stopCounting();
            current = exchange;
            if (failure == null) {
                failure = cause;
            }
            releaseBuffer();
            if (content != null) {
                demand = content.takeDemand();
            }
        }
        if (demand != null) {
            current.invoke(demand);
        }
    }

    private void stopCounting() {
        if (counted) {
            counted = false;
            waiting.decrementAndGet();
        }
    }

    private void releaseBuffer() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    /** Looks at a connection that carries no exchange; returns whether it is to be closed. */
    boolean isEndedOrUnsolicited() {
        try (AutoLock l = lock.lock()) {
            if (aborted || exchange != null) {
                return aborted;
            }
            try {
                return fill() != 0;
            } finally {
                releaseBuffer();
            }
        } catch (IOException x) {
            return true;
        }
    }

    /** Bytes have come, or the end: reads the head, or lets the reader of the content go on. */
    void onFillable() {
        Runnable demand = null;
        HttpExchange current;
        ResponseContent source = null;
        Throwable cause = null;
        HttpFields fields = null;
        boolean unanswered;
        try (AutoLock l = lock.lock()) {
            current = exchange;
            unanswered = again && !anyByte;
            if (content != null) {
                demand = content.takeDemand();
            } else if (current != null && !aborted) {
                if (readHead()) {
                    fields = head.getFields().asImmutable();
                    source = new ResponseContent(current);
                    content = source;
                } else if (failure == null) {
                    connection.tryFillInterested();
                    return;
                }
                unanswered = again && !anyByte;
                cause = failure;
            }
        }
        if (demand != null) {
            current.invoke(demand);
        } else if (cause != null) {
            Throwable ofRequest = current.getRequestFailure();
            current.fail(ofRequest != null && cause instanceof EofException ? ofRequest : cause, unanswered);
        } else if (source != null) {
            current.responseHead(HttpVersion.HTTP_1_1, head.getStatus(), head.getReason(), fields, source);
        }
    }

    /** Returns whether the head is complete. */
    private boolean readHead() {
        try {
            while (true) {
                switch (next()) {
                    case NONE -> {
                        return false;
                    }
                    case OUTPUT -> {
                        ByteBuffer piece = records.getPiece();
                        if (head.read(piece)) {
                            beginContent(piece);
                            return true;
                        }
                    }
                    default -> throw new IOException("The script ended before the head of its response was complete");
                }
            }
        } catch (IOException x) {
            failure = unwrap(x);
            return false;
        }
    }

    /** What the reader of records reports as its cause is what the request fails with. */
    private static Throwable unwrap(IOException failure) {
        return failure.getCause() == null ? failure : failure.getCause();
    }

    private void beginContent(ByteBuffer piece) {
        rest = piece;
        withoutContent |= HttpStatus.hasNoBody(head.getStatus());
        contentLeft = withoutContent ? -1 : head.getFields().getLongField(HttpHeader.CONTENT_LENGTH);
    }

    /** Reads up to the next piece of output or the end; NONE if more bytes must come. */
    private RecordReader.Event next() throws IOException {
        while (true) {
            if (buffer != null && buffer.hasRemaining()) {
                anyByte = true;
                stopCounting();
                RecordReader.Event event = records.read(buffer.getByteBuffer());
                if (event == RecordReader.Event.ERROR) {
                    errors.write(records.getPiece());
                } else if (event != RecordReader.Event.NONE) {
                    return event;
                }
                continue;
            }
            int filled = fill();
            if (filled == 0) {
                releaseBuffer();
                return RecordReader.Event.NONE;
            }
            if (filled < 0) {
                throw new EofException("The connection was closed before the response came as a whole");
            }
        }
    }

    /** Reads from the network into a buffer that nothing else uses. */
    private int fill() throws IOException {
        if (buffer != null && buffer.isRetained()) {
            releaseBuffer();
        }
        if (buffer == null) {
            buffer = client.getByteBufferPool()
                    .acquire(client.getResponseBufferSize(), client.isUseInputDirectByteBuffers());
        }
        BufferUtil.clear(buffer.getByteBuffer());
        return connection.getEndPoint().fill(buffer.getByteBuffer());
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
            Throwable cause;
            try (AutoLock l = lock.lock()) {
                if (terminal != null) {
                    return terminal;
                }
                boolean ended = false;
                if (content == this && failure == null) {
                    try {
                        ByteBuffer piece = nextPiece();
                        if (piece != null && piece.hasRemaining()) {
                            buffer.retain();
                            return Content.Chunk.asChunk(piece, false, buffer);
                        }
                        ended = piece != null;
                    } catch (IOException x) {
                        failure = unwrap(x);
                    }
                }
                cause = content == this || failure != null
                        ? failure
                        : new IllegalStateException("The request has ended");
                if (cause == null && !ended) {
                    return null;
                }
                terminal = cause == null ? Content.Chunk.EOF : Content.Chunk.from(cause);
                errors.end();
            }
            if (cause != null) {
                owner.fail(cause);
            } else {
                owner.responseSucceeded(null);
            }
            return terminal;
        }

        /** Returns the next piece; an empty one at the end, and null if there is none now. */
        private ByteBuffer nextPiece() throws IOException {
            while (true) {
                ByteBuffer piece = rest;
                rest = BufferUtil.EMPTY_BUFFER;
                if (!piece.hasRemaining()) {
                    RecordReader.Event event = next();
                    if (event == RecordReader.Event.NONE) {
                        return null;
                    }
                    if (event == RecordReader.Event.END) {
                        if (contentLeft > 0) {
                            throw new IOException(
                                    "The script ended " + contentLeft + " bytes before its Content-Length");
                        }
                        return BufferUtil.EMPTY_BUFFER;
                    }
                    piece = records.getPiece();
                }
                if (contentLeft >= 0) {
                    if (piece.remaining() > contentLeft) {
                        throw new IOException("The script wrote more than its Content-Length");
                    }
                    contentLeft -= piece.remaining();
                }
                if (!withoutContent) {
                    return piece;
                }
            }
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
                        || rest.hasRemaining()
                        || buffer != null && buffer.hasRemaining();
                if (!ready) {
                    demand = demandCallback;
                }
            }
            if (ready) {
                owner.invoke(demandCallback);
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
