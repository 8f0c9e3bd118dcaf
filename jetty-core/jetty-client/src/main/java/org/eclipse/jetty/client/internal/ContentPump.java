package org.eclipse.jetty.client.internal;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.io.Content;

/**
 * Reads content for a listener, a piece for each of its demands.
 *
 * <pre>
 * CALLING --demand--&gt; DEMANDED --listener returned--&gt; CALLING, with the next piece
 * CALLING --listener returned--&gt; WAITING --demand--&gt; CALLING, when the source has content
 * </pre>
 *
 * <p>Called by one thread at a time; demands come from any.
 */
public final class ContentPump implements Runnable {
    private static final int CALLING = 0;
    private static final int DEMANDED = 1;
    private static final int WAITING = 2;

    private final AtomicInteger state = new AtomicInteger();
    private final Runnable demander = this::demanded;
    private final Response response;
    private final Content.Source source;
    private final Response.AsyncContentListener listener;

    public ContentPump(Response response, Content.Source source, Response.AsyncContentListener listener) {
        this.response = response;
        this.source = source;
        this.listener = listener;
    }

    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            Throwable failure = chunk.getFailure();
            if (failure != null) {
                response.abort(failure);
                return;
            }
            if (!chunk.hasRemaining()) {
                chunk.release();
                if (chunk.isLast()) {
                    return;
                }
                continue;
            }
            boolean last = chunk.isLast();
            state.set(CALLING);
            try {
                listener.onContent(response, chunk, demander);
            } catch (Throwable x) {
                source.fail(x);
                response.abort(x);
                return;
            } finally {
                chunk.release();
            }
            if (!last && state.compareAndSet(CALLING, WAITING) || last) {
                return;
            }
        }
    }

    private void demanded() {
        if (!state.compareAndSet(CALLING, DEMANDED) && state.compareAndSet(WAITING, DEMANDED)) {
            source.demand(this);
        }
    }
}
