package org.eclipse.jetty.client.internal;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * The decoded content of a response, whose end is the end of the response: what was received may decode to much more, which is
 * still to be read, or may turn out to be malformed. Thread-safe.
 */
public final class DecodedContent implements Content.Source {
    private static final Consumer<@Nullable Throwable> ENDED = failure -> {};

    private final AtomicReference<@Nullable Consumer<@Nullable Throwable>> waiting = new AtomicReference<>();
    private final Content.Source source;
    private final Consumer<Runnable> invoker;
    private volatile @Nullable Throwable failure;

    /** @param invoker calls those who wait for content, one call after the other */
    public DecodedContent(Content.Source source, Consumer<Runnable> invoker) {
        this.source = source;
        this.invoker = invoker;
    }

    /** Has a task run when the content has been read to its end, or has failed; with the failure, if any. */
    public void whenEnded(Consumer<@Nullable Throwable> task) {
        if (!waiting.compareAndSet(null, task)) {
            task.accept(failure);
        }
    }

    private void end(@Nullable Throwable cause) {
        if (waiting.get() == ENDED) {
            return;
        }
        if (failure == null) {
            failure = cause;
        }
        Consumer<@Nullable Throwable> task = waiting.getAndSet(ENDED);
        if (task != null) {
            task.accept(failure);
        }
    }

    @Override
    public Content.@Nullable Chunk read() {
        Content.Chunk chunk = source.read();
        if (chunk != null && chunk.isLast()) {
            end(chunk.getFailure());
        }
        return chunk;
    }

    @Override
    public void demand(Runnable callback) {
        source.demand(() -> invoker.accept(callback));
    }

    /** Fails what is not read yet, and releases what is buffered. */
    @Override
    public void fail(Throwable cause) {
        if (waiting.get() != ENDED) {
            end(cause);
            source.fail(cause);
        }
    }

    @Override
    public String toString() {
        return String.format("%s@%x[%s]", getClass().getSimpleName(), hashCode(), source);
    }
}
