package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.internal.SerialReceiver;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/** Receives the responses of a connection of FastCGI. Guarded by lock. */
final class FcgiReceiver extends SerialReceiver {
    private final AtomicInteger waiting;
    private boolean counted;
    private @Nullable RecordReader records;
    private @Nullable CgiHead head;
    private @Nullable ErrorLog errors;
    private boolean withoutContent;
    private long contentLeft;
    /** What a record has after the head of the response. */
    private ByteBuffer rest = BufferUtil.EMPTY_BUFFER;

    FcgiReceiver(AbstractConnection connection, HttpClient client, AtomicInteger waiting) {
        super(connection, client);
        this.waiting = waiting;
    }

    @Override
    protected void onBegin(HttpExchange next) {
        counted = true;
        waiting.incrementAndGet();
        records = new RecordReader();
        head = new CgiHead(client.getMaxResponseHeadersSize());
        errors = new ErrorLog(next.getRequest());
        withoutContent = HttpMethod.HEAD.is(next.getRequest().getMethod());
        contentLeft = -1;
        rest = BufferUtil.EMPTY_BUFFER;
    }

    @Override
    protected void onEnd() {
        stopCounting();
        if (errors != null) {
            errors.end();
        }
    }

    @Override
    protected boolean isPersistent() {
        // a kept connection would occupy the process that another request waits for
        return records().isEnded() && waiting.get() == 0;
    }

    private RecordReader records() {
        assert records != null : "begun";
        return records;
    }

    private CgiHead head() {
        assert head != null : "begun";
        return head;
    }

    private void stopCounting() {
        if (counted) {
            counted = false;
            waiting.decrementAndGet();
        }
    }

    // ---- the head

    @Override
    protected boolean readHead() {
        try {
            while (true) {
                switch (next()) {
                    case NONE -> {
                        return false;
                    }
                    case OUTPUT -> {
                        ByteBuffer piece = records().getPiece();
                        if (head().read(piece)) {
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
        withoutContent |= HttpStatus.hasNoBody(head().getStatus());
        contentLeft = withoutContent ? -1 : head().getFields().getLongField(HttpHeader.CONTENT_LENGTH);
    }

    @Override
    protected boolean handOn(HttpExchange current, Content.@Nullable Source source) {
        assert source != null : "no head is interim";
        CgiHead complete = head();
        current.responseHead(
                HttpVersion.HTTP_1_1,
                complete.getStatus(),
                complete.getReason(),
                complete.getFields().asImmutable(),
                source);
        return false;
    }

    // ---- the content

    @Override
    protected Content.@Nullable Chunk readContent() {
        try {
            ByteBuffer piece = nextPiece();
            if (piece == null) {
                return null;
            }
            if (piece.hasRemaining()) {
                assert buffer != null : "the piece is in it";
                buffer.retain();
                return Content.Chunk.asChunk(piece, false, buffer);
            }
        } catch (IOException x) {
            failure = unwrap(x);
        }
        if (errors != null) {
            errors.end();
        }
        return failure == null ? Content.Chunk.EOF : null;
    }

    @Override
    protected boolean isContentReady() {
        return rest.hasRemaining();
    }

    /** Reads up to the next piece of output or the end; NONE if more bytes must come. */
    private RecordReader.Event next() throws IOException {
        while (true) {
            if (hasBytes()) {
                stopCounting();
                assert buffer != null && errors != null : "hasBytes(), and begun";
                RecordReader.Event event = records().read(buffer.getByteBuffer());
                if (event == RecordReader.Event.ERROR) {
                    errors.write(records().getPiece());
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

    /** Returns the next piece; an empty one at the end, and null if there is none now. */
    private @Nullable ByteBuffer nextPiece() throws IOException {
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
                        throw new IOException("The script ended " + contentLeft + " bytes before its Content-Length");
                    }
                    return BufferUtil.EMPTY_BUFFER;
                }
                piece = records().getPiece();
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
}
