package org.eclipse.jetty.io.content;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.eclipse.jetty.io.Content;

/**
 * A part of the content of another source: what is before it is read and dropped, and when it is complete the source is failed, so
 * that it releases what is after it. Confined to its reader, but for failing, which is the source's.
 */
public class ContentSourceRange implements Content.Source {
    private final Content.Source source;
    private long skip;
    private long left;
    private volatile Content.Chunk terminal;

    /**
     * @param offset the number of bytes that are dropped; there is no content if there are fewer
     * @param length the number of bytes at most; negative for all the rest
     */
    public ContentSourceRange(Content.Source source, long offset, long length) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset: " + offset + " (expected: 0 or more)");
        }
        this.source = Objects.requireNonNull(source);
        skip = offset;
        left = length;
    }

    @Override
    public Content.Chunk read() {
        if (terminal == null && left == 0) {
            end();
        }
        if (terminal != null) {
            return terminal;
        }
        Content.Chunk chunk = source.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
            return chunk;
        }
        skip -= chunk.skip(Math.min(skip, chunk.remaining()));
        if (left < 0 || chunk.remaining() < left) {
            left -= left < 0 ? 0 : chunk.remaining();
            return chunk;
        }
        ByteBuffer bytes = chunk.getByteBuffer();
        bytes.limit(bytes.position() + (int) left);
        boolean last = chunk.isLast();
        left = 0;
        if (last) {
            return chunk;
        }
        end();
        return Content.Chunk.asChunk(bytes, true, chunk);
    }

    private void end() {
        terminal = Content.Chunk.EOF;
        source.fail(new IllegalStateException("What is after the range is not read"));
    }

    @Override
    public void demand(Runnable demandCallback) {
        // a source that was failed calls back at once
        source.demand(demandCallback);
    }

    @Override
    public void fail(Throwable failure) {
        source.fail(failure);
    }
}
