package org.eclipse.jetty.io.internal;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/** Reads and releases a content to its end. Serialised by the source's demand. */
public class ContentConsumer implements Invocable.Task {
    private final Content.Source source;
    private final Callback callback;

    public ContentConsumer(Content.Source source, Callback callback) {
        this.source = source;
        this.callback = callback;
    }

    @Override
    public InvocationType getInvocationType() {
        return callback.getInvocationType();
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            Throwable cause = chunk.getFailure();
            if (cause != null) {
                if (!chunk.isLast()) {
                    source.fail(cause);
                }
                callback.failed(cause);
                return;
            }
            chunk.release();
            if (chunk.isLast()) {
                callback.succeeded();
                return;
            }
        }
    }
}
