package org.eclipse.jetty.io.content;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Content of given chunks, which are released by those who read them, or when the content fails before they are read. Guarded by lock;
 * the demand callback is run outside.
 */
public class ChunksContentSource implements Content.Source {
    private final AutoLock lock = new AutoLock();
    private final List<Content.Chunk> chunks;
    private final ArrayDeque<Content.Chunk> unread;
    private final long length;
    private Content.@Nullable Chunk terminal;

    /** @param chunks the content, whose end is that of the last chunk, also if that is not marked as the last */
    public ChunksContentSource(Collection<Content.Chunk> chunks) {
        this.chunks = List.copyOf(chunks);
        unread = new ArrayDeque<>(chunks);
        length = chunks.stream().mapToLong(Content.Chunk::remaining).sum();
    }

    /** Returns the chunks, those that were read included. */
    public Collection<Content.Chunk> getChunks() {
        return chunks;
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public Content.Chunk read() {
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return terminal;
            }
            Content.Chunk chunk = unread.poll();
            if (chunk == null) {
                terminal = Content.Chunk.EOF;
                return terminal;
            }
            terminal = Content.Chunk.next(chunk);
            return chunk;
        }
    }

    @Override
    public void demand(Runnable demandCallback) {
        demandCallback.run();
    }

    @Override
    public void fail(Throwable failure) {
        List<Content.Chunk> dropped;
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(failure);
            dropped = List.copyOf(unread);
            unread.clear();
        }
        dropped.forEach(Content.Chunk::release);
    }
}
