package org.eclipse.jetty.http.coding;

import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * Decodes what it reads from another source, a buffer at a time, when it is read.
 *
 * <p>Malformed content is a failure with status 400, content that is larger than it may be one with status 413; both fail
 * the other source, too. Guarded by lock.
 */
public class DecodingSource implements Content.Source {
    private final ReentrantLock lock = new ReentrantLock();
    private final Content.Source source;
    private final ByteBufferPool pool;
    private final int bufferSize;
    private final boolean direct;
    private final long maxSize;
    private final Executor executor;
    private @Nullable ContentDecoder decoder;
    private Content.@Nullable Chunk input;
    private Content.@Nullable Chunk terminal;
    private long size;

    /**
     * Creates a source, which releases the decoder at its end.
     *
     * @param bufferSize the most bytes of a chunk
     * @param direct whether buffers are direct
     * @param maxSize the most bytes of all chunks; -1 for no limit
     * @param executor runs demands that are met by what was read already
     */
    public DecodingSource(
            Content.Source source,
            ContentDecoder decoder,
            ByteBufferPool pool,
            int bufferSize,
            boolean direct,
            long maxSize,
            Executor executor) {
        this.source = source;
        this.decoder = decoder;
        this.pool = pool;
        this.bufferSize = bufferSize;
        this.direct = direct;
        this.maxSize = maxSize;
        this.executor = executor;
    }

    @Override
    public Content.@Nullable Chunk read() {
        lock.lock();
        try {
            while (terminal == null) {
                if (input == null) {
                    Content.Chunk chunk = source.read();
                    if (chunk == null || Content.Chunk.isFailure(chunk, false)) {
                        return chunk;
                    }
                    if (Content.Chunk.isFailure(chunk)) {
                        finish(chunk);
                        return chunk;
                    }
                    input = chunk;
                }
                Content.Chunk decoded = decode(input);
                if (decoded != null) {
                    return decoded;
                }
            }
            return terminal;
        } catch (RuntimeException x) {
            finish(Content.Chunk.from(x, true));
            // what follows is not read by others either
            source.fail(x);
            return terminal;
        } finally {
            lock.unlock();
        }
    }

    /** Fills one buffer; null if nothing came out. */
    private Content.@Nullable Chunk decode(Content.Chunk from) {
        ContentDecoder current = decoder;
        assert current != null : "until there is a terminal chunk";
        RetainableByteBuffer.Mutable output = pool.acquire(bufferSize, direct);
        boolean given = false;
        try {
            ByteBuffer buffer = output.getByteBuffer();
            BufferUtil.clearToFill(buffer);
            current.decode(from.getByteBuffer(), buffer);
            // a full buffer means that more may be waiting in the decoder, which may refer to the input
            boolean more = !buffer.hasRemaining();
            BufferUtil.flipToFlush(buffer, 0);
            size += buffer.remaining();
            if (maxSize >= 0 && size > maxSize) {
                throw new HttpException.RuntimeException(
                        HttpStatus.PAYLOAD_TOO_LARGE_413, "Decompressed request body is larger than " + maxSize);
            }
            if (!more && !from.hasRemaining()) {
                endInput(from, current);
            }
            if (!buffer.hasRemaining()) {
                return null;
            }
            given = true;
            return Content.Chunk.from(output, terminal == Content.Chunk.EOF);
        } finally {
            if (!given) {
                output.release();
            }
        }
    }

    private void endInput(Content.Chunk from, ContentDecoder current) {
        if (!from.isLast()) {
            from.release();
            input = null;
        } else if (current.isComplete()) {
            finish(from instanceof Trailers ? from : Content.Chunk.EOF);
        } else {
            throw new HttpException.RuntimeException(HttpStatus.BAD_REQUEST_400, "Truncated encoded content");
        }
    }

    /** From now on, this is what is read. */
    private void finish(Content.Chunk chunk) {
        terminal = chunk;
        if (input != null) {
            if (input != chunk) {
                input.release();
            }
            input = null;
        }
        if (decoder != null) {
            decoder.release();
            decoder = null;
        }
    }

    @Override
    public void demand(Runnable callback) {
        boolean ready;
        lock.lock();
        try {
            ready = terminal != null || input != null;
        } finally {
            lock.unlock();
        }
        if (ready) {
            executor.execute(callback);
        } else {
            source.demand(callback);
        }
    }

    @Override
    public void fail(Throwable failure) {
        cancel(failure);
        source.fail(failure);
    }

    /** Ends here: whoever reads gets the failure, unless an end was read before; what is buffered is released. */
    public void cancel(Throwable failure) {
        endWith(Content.Chunk.from(failure, true));
    }

    /** Ends here as if nothing followed; what is buffered is released. */
    public void discard() {
        endWith(Content.Chunk.EOF);
    }

    private void endWith(Content.Chunk chunk) {
        lock.lock();
        try {
            if (terminal == null) {
                finish(chunk);
            }
        } finally {
            lock.unlock();
        }
    }
}
