package org.eclipse.jetty.fcgi.client.transport.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.fcgi.FCGI;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a response, however they are split (FastCGI specification, sections 3.3 and 5.5).
 *
 * <pre>
 * HEADER --STDOUT, STDERR--&gt; CONTENT --&gt; PADDING --&gt; HEADER
 * HEADER --END_REQUEST--&gt; END_BODY --&gt; PADDING --&gt; ENDED
 * </pre>
 *
 * <p>Confined to one response.
 */
final class RecordReader {
    private static final int END_LENGTH = 8;
    private static final int REQUEST_COMPLETE = 0;
    private static final int OVERLOADED = 2;

    /** What has been read. */
    enum Event {
        /** Nothing: more bytes are needed. */
        NONE,
        /** A piece of the standard output. */
        OUTPUT,
        /** A piece of the standard error. */
        ERROR,
        /** The end of the request. */
        END
    }

    private enum State {
        HEADER,
        CONTENT,
        END_BODY,
        PADDING,
        ENDED
    }

    private final ByteBuffer partial = ByteBuffer.allocate(RecordWriter.HEADER_LENGTH);
    private State state = State.HEADER;
    private FCGI.@Nullable FrameType type;
    private int contentLeft;
    private int paddingLeft;
    private ByteBuffer piece = BufferUtil.EMPTY_BUFFER;

    /** Returns the bytes of the event: a view of the buffer that was read. */
    ByteBuffer getPiece() {
        return piece;
    }

    boolean isEnded() {
        return state == State.ENDED;
    }

    /**
     * Reads from a buffer.
     *
     * @throws IOException if a record is malformed, or the application has not completed the request
     */
    Event read(ByteBuffer buffer) throws IOException {
        while (true) {
            switch (state) {
                case HEADER -> {
                    if (!collect(buffer)) {
                        return Event.NONE;
                    }
                    header();
                }
                case CONTENT -> {
                    if (contentLeft > 0) {
                        return buffer.hasRemaining() ? take(buffer) : Event.NONE;
                    }
                    state = State.PADDING;
                }
                case END_BODY -> {
                    if (!collect(buffer)) {
                        return Event.NONE;
                    }
                    end();
                    state = State.PADDING;
                }
                case PADDING -> {
                    int skipped = Math.min(paddingLeft, buffer.remaining());
                    buffer.position(buffer.position() + skipped);
                    paddingLeft -= skipped;
                    if (paddingLeft > 0) {
                        return Event.NONE;
                    }
                    state = type == FCGI.FrameType.END_REQUEST ? State.ENDED : State.HEADER;
                    if (state == State.ENDED) {
                        return Event.END;
                    }
                }
                default -> {
                    return Event.NONE;
                }
            }
        }
    }

    /** Fills the eight bytes of a header or of an end. */
    private boolean collect(ByteBuffer buffer) {
        while (partial.hasRemaining() && buffer.hasRemaining()) {
            partial.put(buffer.get());
        }
        if (partial.hasRemaining()) {
            return false;
        }
        partial.flip();
        return true;
    }

    private Event take(ByteBuffer buffer) {
        int length = Math.min(contentLeft, buffer.remaining());
        piece = buffer.slice().limit(length);
        buffer.position(buffer.position() + length);
        contentLeft -= length;
        return type == FCGI.FrameType.STDOUT ? Event.OUTPUT : Event.ERROR;
    }

    private void header() throws IOException {
        int version = partial.get() & 0xff;
        int code = partial.get() & 0xff;
        int request = partial.getShort() & 0xffff;
        contentLeft = partial.getShort() & 0xffff;
        paddingLeft = partial.get() & 0xff;
        partial.clear();
        if (version != RecordWriter.VERSION) {
            throw new IOException("FastCGI version: " + version + " (expected: 1)");
        }
        if (request != RecordWriter.REQUEST_ID) {
            throw new IOException("FastCGI request id: " + request + " (expected: 1)");
        }
        if (code == FCGI.FrameType.END_REQUEST.code) {
            type = FCGI.FrameType.END_REQUEST;
            if (contentLeft != END_LENGTH) {
                throw new IOException("Length of the FastCGI end of a request: " + contentLeft + " (expected: 8)");
            }
            state = State.END_BODY;
        } else if (code == FCGI.FrameType.STDOUT.code || code == FCGI.FrameType.STDERR.code) {
            type = FCGI.FrameType.from(code);
            state = State.CONTENT;
        } else {
            throw new IOException("FastCGI record type: " + code + " (expected: 3, 6 or 7)");
        }
    }

    private void end() throws IOException {
        partial.getInt(); // the exit status of the application, which has no meaning in HTTP
        int status = partial.get() & 0xff;
        partial.clear();
        if (status == OVERLOADED) {
            // upon which a proxy answers 503
            throw new IOException(new RejectedExecutionException("The FastCGI application is overloaded"));
        }
        if (status != REQUEST_COMPLETE) {
            throw new IOException("FastCGI protocol status: " + status + " (expected: 0)");
        }
    }
}
