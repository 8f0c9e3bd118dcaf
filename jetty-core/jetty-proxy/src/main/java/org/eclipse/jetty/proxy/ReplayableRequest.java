package org.eclipse.jetty.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * A request whose content can be read again from its begin, as long as what was read of it fits into a limit.
 *
 * <p>Each time that it is sent has a {@link Reading} of its own; one that is followed by another reads nothing any longer. Guarded by lock,
 * which is not held while callbacks run.
 */
final class ReplayableRequest {
    private final Object lock = new Object();
    private final Request source;
    private final int limit;
    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();
    private @Nullable Reading current;
    private boolean exceeded;
    private boolean ended;
    private boolean demanded;

    /** @param limit the bytes that are kept; with 0, content can be read again as long as nothing was read of it */
    ReplayableRequest(Request source, int limit) {
        this.source = source;
        this.limit = limit;
    }

    /** Ends the reading, so that it takes nothing more; returns whether the content can be read from its begin. */
    boolean endReading() {
        synchronized (lock) {
            current = null;
            return !exceeded;
        }
    }

    /** Begins to read the content from its begin, and ends other readings. */
    Request newReading() {
        synchronized (lock) {
            if (exceeded) {
                throw new IllegalStateException("more than " + limit + " bytes of content were read");
            }
            Reading reading = new Reading();
            current = reading;
            return reading;
        }
    }

    private void record(Content.Chunk chunk) {
        int length = chunk.remaining();
        if (exceeded || length > limit - recorded.size()) {
            exceeded |= length > 0;
            recorded.reset();
        } else {
            byte[] bytes = new byte[length];
            chunk.getByteBuffer().slice().get(bytes);
            recorded.write(bytes, 0, length);
        }
        ended |= chunk.isLast();
    }

    /** There is content to read, of the source. */
    private void available() {
        Runnable callback = null;
        synchronized (lock) {
            demanded = false;
            if (current != null) {
                callback = current.callback;
                current.callback = null;
            }
        }
        if (callback != null) {
            callback.run();
        }
    }

    /** The content as one attempt to send it reads it. */
    private final class Reading extends Request.Wrapper {
        private int position;
        private @Nullable Runnable callback;

        private Reading() {
            super(source);
        }

        @Override
        public Content.@Nullable Chunk read() {
            synchronized (lock) {
                if (current != this) {
                    return Content.Chunk.from(new IOException("The reading has ended"), true);
                }
                if (!exceeded && position < recorded.size()) {
                    ByteBuffer rest = ByteBuffer.wrap(recorded.toByteArray());
                    rest.position(position);
                    position = rest.limit();
                    return Content.Chunk.from(rest.slice(), ended);
                }
                if (ended) {
                    return Content.Chunk.EOF;
                }
                Content.Chunk chunk = source.read();
                if (chunk != null && !Content.Chunk.isFailure(chunk)) {
                    record(chunk);
                    position = recorded.size();
                }
                return chunk;
            }
        }

        @Override
        public void demand(Runnable demandCallback) {
            boolean readable;
            boolean ask = false;
            synchronized (lock) {
                readable = current != this || ended || !exceeded && position < recorded.size();
                if (!readable) {
                    callback = demandCallback;
                    ask = !demanded;
                    demanded = true;
                }
            }
            if (readable) {
                demandCallback.run();
            } else if (ask) {
                source.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, ReplayableRequest.this::available));
            }
        }
    }
}
