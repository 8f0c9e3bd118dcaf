package org.eclipse.jetty.ee10.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.proxy.ClientFailure;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/** Reads a stream that blocks, a piece for each demand, by a thread of an executor. Guarded by lock. */
final class BlockingReader {
    private final AutoLock lock = new AutoLock();
    private final InputStream input;
    private final Executor executor;
    private final int bufferSize;
    private Content.@Nullable Chunk next;

    BlockingReader(InputStream input, Executor executor, int bufferSize) {
        this.input = input;
        this.executor = executor;
        this.bufferSize = bufferSize;
    }

    /** Returns what was read upon a demand; null if it has to be demanded. */
    Content.@Nullable Chunk read() {
        try (AutoLock l = lock.lock()) {
            Content.Chunk chunk = next;
            next = Content.Chunk.next(chunk);
            return chunk;
        }
    }

    void demand(Runnable callback) {
        try {
            executor.execute(() -> {
                if (!hasNext()) {
                    put(readBlocking());
                }
                callback.run();
            });
        } catch (RejectedExecutionException x) {
            fail(x);
            callback.run();
        }
    }

    private boolean hasNext() {
        try (AutoLock l = lock.lock()) {
            return next != null;
        }
    }

    private Content.Chunk readBlocking() {
        byte[] bytes = new byte[bufferSize];
        try {
            int read = input.read(bytes);
            return read < 0 ? Content.Chunk.EOF : Content.Chunk.from(ByteBuffer.wrap(bytes, 0, read), false);
        } catch (IOException | RuntimeException x) {
            return Content.Chunk.from(new ClientFailure(x), true);
        }
    }

    private void put(Content.Chunk chunk) {
        try (AutoLock l = lock.lock()) {
            // unless it has failed meanwhile
            if (next == null) {
                next = chunk;
            }
        }
    }

    void fail(Throwable failure) {
        try (AutoLock l = lock.lock()) {
            if (next == null || !next.isLast()) {
                next = Content.Chunk.from(failure, true);
            }
        }
    }
}
