package org.eclipse.jetty.io.internal;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingNestedCallback;
import org.jspecify.annotations.Nullable;

/** Copies a source to a sink. Serialised by {@link org.eclipse.jetty.util.IteratingCallback}. */
public class ContentCopier extends IteratingNestedCallback {
    private final Content.Source source;
    private final Content.Sink sink;
    private final Content.Chunk.@Nullable Processor processor;
    private Content.@Nullable Chunk current;
    private boolean terminated;

    public ContentCopier(
            Content.Source source, Content.Sink sink, Content.Chunk.@Nullable Processor processor, Callback callback) {
        super(callback);
        this.source = source;
        this.sink = sink;
        this.processor = processor;
    }

    @Override
    protected Action process() throws Throwable {
        current = release(current);
        if (terminated) {
            return Action.SUCCEEDED;
        }
        current = source.read();
        if (current == null) {
            source.demand(this::succeeded);
            return Action.SCHEDULED;
        }
        terminated = current.isLast();
        if (processor != null && processor.process(current, this)) {
            current = null;
            return Action.SCHEDULED;
        }
        Throwable cause = current.getFailure();
        if (cause != null) {
            throw cause;
        }
        sink.write(current.isLast(), current.getByteBuffer(), this);
        return Action.SCHEDULED;
    }

    private static Content.@Nullable Chunk release(Content.@Nullable Chunk chunk) {
        if (chunk != null) {
            chunk.release();
        }
        return null;
    }

    @Override
    protected void onCompleteFailure(Throwable x) {
        current = release(current);
        source.fail(x);
        super.onCompleteFailure(x);
    }
}
