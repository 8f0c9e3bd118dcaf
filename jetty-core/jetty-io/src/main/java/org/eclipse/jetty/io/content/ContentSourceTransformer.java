package org.eclipse.jetty.io.content;

import java.util.Objects;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * Content that is made of another source's, a chunk at a time.
 *
 * <p>{@link #transform} may return any number of chunks for one chunk of the source. Confined to its reader, as the source is.
 */
public abstract class ContentSourceTransformer implements Content.Source {
    private final SerializedInvoker invoker = new SerializedInvoker(ContentSourceTransformer.class);
    private final Content.Source source;
    private Content.@Nullable Chunk current;
    private volatile Content.@Nullable Chunk terminal;
    private boolean released;

    protected ContentSourceTransformer(Content.Source source) {
        this.source = Objects.requireNonNull(source);
    }

    /** Returns the source of what is transformed. */
    protected Content.Source getContentSource() {
        return source;
    }

    /**
     * Transforms a chunk, or a part of it.
     *
     * <p>The chunk stays the caller's, who releases it: a result that refers to it retains it, or is it. It is called again with the same
     * chunk for as long as a result is neither null nor that chunk, and not the last one.
     *
     * @param chunk never a failure; the last one may be empty
     * @return the next chunk; null if all of the chunk was taken, and another one is needed. The chunk itself is passed on as it is.
     * @throws RuntimeException by which this source fails
     */
    protected abstract Content.@Nullable Chunk transform(Content.Chunk chunk);

    /** Called once, when there is nothing more to transform: after the last chunk, or a failure. */
    protected void release() {}

    /** Returns whether the last chunk, or a failure, was read. */
    public boolean isComplete() {
        return terminal != null;
    }

    @Override
    public Content.@Nullable Chunk read() {
        while (true) {
            if (terminal != null) {
                return terminal;
            }
            if (current == null) {
                current = source.read();
                if (current == null) {
                    return null;
                }
                if (Content.Chunk.isFailure(current)) {
                    Content.Chunk failure = current;
                    current = null;
                    return failure.isLast() ? end(failure) : failure;
                }
            }
            Content.Chunk result = next(current);
            if (result != null) {
                return result;
            }
        }
    }

    /** Returns what comes next of the current chunk; null if another one is needed. */
    private Content.@Nullable Chunk next(Content.Chunk from) {
        boolean last = from.isLast();
        Content.Chunk result;
        try {
            result = transform(from);
        } catch (Throwable x) {
            current = null;
            from.release();
            source.fail(x);
            return end(Content.Chunk.from(x));
        }
        if (result != null && result != from && !result.isLast()) {
            return result;
        }
        current = null;
        if (result != from) {
            from.release();
        }
        if (result == null) {
            return last ? end(Content.Chunk.EOF) : null;
        }
        if (result.isLast()) {
            end(Content.Chunk.isFailure(result) ? result : Content.Chunk.EOF);
        }
        return result;
    }

    private Content.Chunk end(Content.Chunk chunk) {
        terminal = chunk;
        if (!released) {
            released = true;
            release();
        }
        return chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        if (current != null || terminal != null) {
            invoker.run(demandCallback);
        } else {
            source.demand(() -> invoker.run(demandCallback));
        }
    }

    @Override
    public void fail(Throwable failure) {
        if (terminal == null) {
            Content.Chunk from = current;
            current = null;
            end(Content.Chunk.from(failure));
            if (from != null) {
                from.release();
            }
            source.fail(failure);
        }
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + source + "]";
    }
}
