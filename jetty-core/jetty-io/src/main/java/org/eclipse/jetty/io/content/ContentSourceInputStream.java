package org.eclipse.jetty.io.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.ExceptionUtil;
import org.jspecify.annotations.Nullable;

/** A stream over a source; blocks until content is there. Confined to its reader. */
public class ContentSourceInputStream extends InputStream {
    private final Content.Source source;
    private Content.@Nullable Chunk chunk;

    public ContentSourceInputStream(Content.Source source) {
        this.source = source;
    }

    @Override
    public int read() throws IOException {
        ByteBuffer buffer = content(true);
        return buffer == null ? -1 : consumed(buffer, buffer.get() & 0xFF);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = content(true);
        if (buffer == null) {
            return -1;
        }
        int count = Math.min(buffer.remaining(), length);
        buffer.get(bytes, offset, count);
        return consumed(buffer, count);
    }

    private int consumed(ByteBuffer buffer, int result) {
        if (!buffer.hasRemaining()) {
            chunk = Content.Chunk.releaseAndNext(chunk);
        }
        return result;
    }

    /** The buffer with the next bytes; null at the end, or if none are there and it may not block. */
    private @Nullable ByteBuffer content(boolean block) throws IOException {
        while (true) {
            if (chunk != null) {
                if (Content.Chunk.isFailure(chunk)) {
                    Content.Chunk failed = chunk;
                    chunk = Content.Chunk.next(chunk);
                    throw ExceptionUtil.as(IOException.class, failed.getFailure());
                }
                if (chunk.hasRemaining()) {
                    return chunk.getByteBuffer();
                }
                if (chunk.isLast()) {
                    return null;
                }
                chunk.release();
            }
            chunk = source.read();
            if (chunk == null) {
                if (!block) {
                    return null;
                }
                try (Blocker.Runnable blocker = Blocker.runnable()) {
                    source.demand(blocker);
                    blocker.block();
                }
            }
        }
    }

    @Override
    public int available() throws IOException {
        ByteBuffer buffer = content(false);
        return buffer == null ? 0 : buffer.remaining();
    }

    @Override
    public void close() {
        boolean ended = chunk != null && chunk.isLast() && !chunk.hasRemaining();
        if (chunk != null) {
            chunk.release();
        }
        chunk = Content.Chunk.EOF;
        if (!ended) {
            Content.Chunk next = source.read();
            if (next == null || !next.isLast()) {
                source.fail(new IOException("closed before the end of the content"));
            }
            if (next != null) {
                next.release();
            }
        }
    }
}
