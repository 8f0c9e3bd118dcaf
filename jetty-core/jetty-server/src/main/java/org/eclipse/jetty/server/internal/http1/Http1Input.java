package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an HTTP/1.1 connection reads: the buffer, the parser, the head of the request, and its content chunk by chunk.
 *
 * <p>No application sees it, but for the bytes of chunks: a buffer of which a chunk is held is not filled again where the chunk
 * lies. Confined to the thread that has the turn of its connection, or has entered its stream.
 */
final class Http1Input {
    private static final Logger LOG = LoggerFactory.getLogger(Http1Input.class);
    /** The largest buffer for request content. */
    private static final int CONTENT_BUFFER = 64 * 1024;

    /** What parsing came to. */
    enum Parsed {
        /** Nothing yet: more bytes are needed. */
        NOTHING,
        /** Something that is no message, such as an empty line. */
        SKIPPED,
        /** The head of a request, or why it was refused. */
        HEAD,
        /** The end of the connection. */
        END
    }

    final HttpParser parser;
    final Http1RequestReader reader;
    private final ByteBufferPool pool;
    private Http1Link connection;
    private @Nullable RetainableByteBuffer buffer;
    /** Whether there are no more bytes to be read now. */
    private boolean drained;

    private long headNanoTime;
    private Content.@Nullable Chunk chunk;
    private HttpFields.@Nullable Mutable trailers;
    private long waited;
    private long waitBegin;

    Http1Input(Http1Link connection, ByteBufferPool pool) {
        this.connection = connection;
        this.pool = pool;
        reader = new Http1RequestReader(this, connection);
        parser = new HttpParser(reader, connection.getRequestHeaderSize(), connection.getHttpCompliance());
        parser.setHeaderCacheSize(connection.getHeaderCacheSize());
    }

    /** Makes it that of a connection, between requests. */
    void bind(Http1Link connection) {
        this.connection = connection;
        reader.bind(connection);
    }

    /** Begins with the next request of the connection. */
    void next() {
        parser.reset();
        reader.reset();
        chunk = null;
        trailers = null;
        waited = 0;
        waitBegin = 0;
    }

    /** Forgets what a connection that ended left. */
    void clean() {
        release();
        parser.reopen();
        next();
        drained = false;
    }

    /** Whether nothing of a request has come. */
    boolean isIdle() {
        return buffer == null && parser.isUntouched() && !parser.isAtEOF();
    }

    // ---- bytes

    boolean hasRemaining() {
        return buffer != null && buffer.hasRemaining();
    }

    ByteBuffer getBytes() {
        return buffer == null ? BufferUtil.EMPTY_BUFFER : buffer.getByteBuffer();
    }

    /** Takes bytes that another protocol has read. */
    void prefill(ByteBuffer bytes) {
        buffer = pool.acquire(
                Math.max(bytes.remaining(), connection.getInputBufferSize()), connection.isUseInputDirectByteBuffers());
        BufferUtil.append(buffer.getByteBuffer(), bytes);
    }

    /** Whether the last read took all that there was. */
    boolean isDrained() {
        return drained;
    }

    void setDrained(boolean drained) {
        this.drained = drained;
    }

    /**
     * Reads what fits.
     *
     * @param content whether content of a request is wanted, which may come in larger buffers
     * @return the bytes read, 0 for none, -1 for the end
     */
    int fill(boolean content) {
        if (buffer != null && buffer.isRetained() && isScarce(buffer)) {
            RetainableByteBuffer old = buffer;
            buffer = newBuffer(content, old.remaining());
            BufferUtil.append(buffer.getByteBuffer(), old.getByteBuffer());
            old.release();
        }
        if (buffer != null && content && !buffer.hasRemaining() && buffer.capacity() < wanted(true)) {
            buffer.release();
            buffer = null;
        }
        if (buffer == null) {
            buffer = newBuffer(content, 0);
        }
        // the application has parts of one that is retained, which must not be overwritten
        boolean retained = buffer.isRetained();
        ByteBuffer target = retained ? free(buffer.getByteBuffer()) : buffer.getByteBuffer();
        int filled;
        try {
            filled = connection.getEndPoint().fill(target);
        } catch (Throwable x) {
            LOG.debug("could not read {}", connection, x);
            filled = -1;
        }
        if (filled > 0) {
            connection.addBytesIn(filled);
            // fewer bytes than fit: there are no more now, and if there are, the selector reports them
            drained = BufferUtil.space(target) > 0;
            if (retained) {
                ByteBuffer whole = buffer.getByteBuffer();
                whole.limit(whole.limit() + filled);
            }
        }
        return filled;
    }

    /** What follows the bytes of a buffer, as an empty one of its own. */
    private static ByteBuffer free(ByteBuffer buffer) {
        return buffer.duplicate()
                .clear()
                .slice(buffer.limit(), BufferUtil.space(buffer))
                .limit(0);
    }

    private boolean isScarce(RetainableByteBuffer buffer) {
        return BufferUtil.space(buffer.getByteBuffer()) < Math.max(1, connection.getMinInputBufferSpace());
    }

    /** @param held the bytes that it is to take at once */
    private RetainableByteBuffer newBuffer(boolean content, int held) {
        return pool.acquire(Math.max(wanted(content), held + 1), connection.isUseInputDirectByteBuffers());
    }

    /** The size of a new buffer: larger for long content, which comes in fewer reads then. */
    private int wanted(boolean content) {
        int size = connection.getInputBufferSize();
        return !content || size >= CONTENT_BUFFER
                ? size
                : (int) Math.max(size, Math.min(parser.getContentLeft(), CONTENT_BUFFER));
    }

    /** Gives the buffer back if it is empty. */
    void releaseEmpty() {
        if (buffer != null && !buffer.hasRemaining()) {
            buffer.release();
            buffer = null;
        }
    }

    /** Gives the buffer back, with the bytes that are left in it. */
    void release() {
        if (buffer != null) {
            BufferUtil.clear(buffer.getByteBuffer());
            buffer.release();
            buffer = null;
        }
    }

    // ---- heads

    /** Reads the head of a request from the bytes that are there. */
    Parsed parseHead() {
        if (!hasRemaining() && !parser.isAtEOF()) {
            return Parsed.NOTHING;
        }
        boolean begins = parser.isStart();
        boolean stopped = parser.parseNext(getBytes());
        if (reader.getFailure() != null || (stopped && reader.isHeadComplete())) {
            // a head that is there in one piece is complete when it begins
            headNanoTime = begins ? parser.getBeginNanoTime() : System.nanoTime();
            return Parsed.HEAD;
        }
        if (parser.isClosed() || parser.isClose()) {
            return Parsed.END;
        }
        return stopped ? Parsed.SKIPPED : Parsed.NOTHING;
    }

    /** The {@link System#nanoTime()} at which the head was complete. */
    long getHeadNanoTime() {
        return headNanoTime;
    }

    /** Refuses the head of which a part has come. */
    void refuse(HttpException cause) {
        reader.setFailure(cause);
        headNanoTime = System.nanoTime();
    }

    /** Whether a part of a head has come. */
    boolean isInHead() {
        return !parser.isStart() && parser.inHeaderState();
    }

    /** The time that the rest of a head has to come, whether it drips or stops; {@link Long#MAX_VALUE} for any. */
    long getHeadNanosLeft() {
        if (!isInHead()) {
            return Long.MAX_VALUE;
        }
        long timeout = connection.getRequestHeadTimeout();
        if (timeout < 0) {
            timeout = connection.getEndPoint().getIdleTimeout();
        }
        return timeout <= 0
                ? Long.MAX_VALUE
                : TimeUnit.MILLISECONDS.toNanos(timeout) - (System.nanoTime() - parser.getBeginNanoTime());
    }

    // ---- content

    boolean hasChunk() {
        return chunk != null;
    }

    /** The chunk that was read, which is the caller's now. */
    Content.@Nullable Chunk takeChunk() {
        Content.Chunk result = chunk;
        chunk = Content.Chunk.next(result);
        return result;
    }

    void releaseChunk() {
        if (chunk != null) {
            chunk.release();
            chunk = null;
        }
    }

    /** Content cannot be read any more. */
    void setFailure(Throwable cause) {
        releaseChunk();
        chunk = Content.Chunk.from(cause, true);
    }

    /** The parser found content, a part of the buffer. */
    void onContent(ByteBuffer view) {
        boolean last = !parser.isChunking() && parser.getContentRead() == parser.getContentLength();
        assert buffer != null : "content lies in it";
        buffer.retain();
        chunk = Content.Chunk.asChunk(view, last, buffer);
    }

    void onTrailer(HttpField field) {
        if (trailers == null) {
            trailers = HttpFields.build();
        }
        trailers.add(field);
    }

    /** The whole request was parsed. */
    void onMessageComplete() {
        if (trailers != null) {
            chunk = new Trailers(trailers.asImmutable());
            trailers = null;
        } else if (chunk == null) {
            chunk = Content.Chunk.EOF;
        }
    }

    /** Whether content may not have come with the head; where that is chunked, it is not looked into. */
    boolean isContentPending() {
        if (chunk != null || parser.isComplete() || parser.isAtEOF()) {
            return false;
        }
        return parser.isChunking() || parser.getContentLeft() > (buffer == null ? 0 : buffer.remaining());
    }

    /** Whether the request has come whole, and bytes of the next one with it. */
    boolean hasNextRequest() {
        return hasRemaining() && parser.isComplete();
    }

    /** Reads content from the bytes that are there; returns whether there is a chunk. */
    boolean parseContent() {
        while (chunk == null && (hasRemaining() || parser.isAtEOF() || parser.isComplete())) {
            parser.parseNext(getBytes());
            if (chunk != null) {
                return true;
            }
            if (reader.getFailure() != null) {
                chunk = Content.Chunk.from((Throwable) reader.getFailure(), true);
            } else if (reader.isEarlyEof()) {
                // the request is incomplete, which RFC 9112, section 8 answers by 400 if the client still reads
                chunk = Content.Chunk.from(new EofException(new BadMessageException("Early EOF")), true);
            } else if (parser.isComplete()) {
                onMessageComplete();
            }
        }
        return chunk != null;
    }

    /** Whether content cannot be read any more. */
    boolean isFailed() {
        return Content.Chunk.isFailure(chunk);
    }

    /** Reads content from the network until there is a chunk, or no more bytes. */
    void fillContent() {
        while (!parseContent()) {
            int filled = fill(true);
            if (filled < 0) {
                parser.atEOF();
            } else if (filled > 0) {
                endWait();
            } else {
                releaseEmpty();
                if (isContentTooSlow()) {
                    chunk = Content.Chunk.from(
                            new BadMessageException(
                                    HttpStatus.REQUEST_TIMEOUT_408, "Request content data rate too low"),
                            true);
                }
                return;
            }
        }
    }

    /** Reads what has come of the content, and drops it; returns null if that is all of it, else the reason why not. */
    @Nullable
    Throwable consume() {
        int reads = connection.getMaxUnconsumedRequestContentReads();
        for (int i = 0; reads < 0 || i < reads; i++) {
            fillContent();
            Content.Chunk next = takeChunk();
            if (next == null) {
                return new IllegalStateException("content not consumed: the rest has not come");
            }
            next.release();
            if (Content.Chunk.isFailure(next)) {
                return next.getFailure();
            }
            if (next.isLast()) {
                return null;
            }
        }
        return new IllegalStateException("content not consumed after " + reads + " reads");
    }

    /** Called when no content is there; only the time from such a call until content comes is the client's. */
    private boolean isContentTooSlow() {
        return connection.getMinRequestDataRate() > 0 && contentMillisLeft() < 0;
    }

    /** How long the client may still let content wait; negative when it is over (see {@link #isContentTooSlow()}). */
    private long contentMillisLeft() {
        long allowed = parser.getContentRead() * 1000 / connection.getMinRequestDataRate();
        return Math.max(allowed, connection.getRequestDataRateGrace()) - TimeUnit.NANOSECONDS.toMillis(beginWait());
    }

    /** How long content may still let itself be awaited; {@link Long#MAX_VALUE} leaves it to the idle timeout. */
    long getContentNanosLeft() {
        if (connection.getMinRequestDataRate() <= 0) {
            return Long.MAX_VALUE;
        }
        long millis = Math.max(0, contentMillisLeft()) + 1;
        long idleTimeout = connection.getEndPoint().getIdleTimeout();
        return idleTimeout > 0 && idleTimeout < millis ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** No content is there; returns the nanoseconds for which it has been waited for in all. */
    private long beginWait() {
        long now = System.nanoTime();
        if (waitBegin == 0) {
            waitBegin = now;
        }
        return waited + now - waitBegin;
    }

    /** Content came. */
    private void endWait() {
        if (waitBegin != 0) {
            waited += System.nanoTime() - waitBegin;
            waitBegin = 0;
        }
    }
}
