package org.eclipse.jetty.client.internal;

import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/** The content of a response up to a limit: what is longer fails. Used by one reader at a time. */
public final class LimitedContent implements Content.Source {
    private final Content.Source source;
    private final long limit;
    private final Consumer<Throwable> exceeded;
    private long length;
    private Content.@Nullable Chunk failure;

    /** @param exceeded told when the content is longer than that */
    public LimitedContent(Content.Source source, long limit, Consumer<Throwable> exceeded) {
        this.source = source;
        this.limit = limit;
        this.exceeded = exceeded;
    }

    /** Returns what is wrong with content of that length, or more. */
    public static IllegalStateException tooLong(long limit) {
        return new IllegalStateException("The content of the response has more than " + limit + " octets");
    }

    @Override
    public Content.@Nullable Chunk read() {
        if (failure != null) {
            return failure;
        }
        Content.Chunk chunk = source.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
            return chunk;
        }
        length += chunk.remaining();
        if (length <= limit) {
            return chunk;
        }
        chunk.release();
        IllegalStateException cause = tooLong(limit);
        failure = Content.Chunk.from(cause, true);
        exceeded.accept(cause);
        return failure;
    }

    @Override
    public void demand(Runnable callback) {
        source.demand(callback);
    }

    @Override
    public void fail(Throwable cause) {
        source.fail(cause);
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%d/%d,%s]", getClass().getSimpleName(), hashCode(), length, limit, source);
    }
}
