package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * A request whose first chunks were read already, and are read again before those to come.
 *
 * <p>It owns the chunks that nobody has read, until the request ends. Confined to its request.
 */
public final class RetainedContent extends Request.Wrapper implements Consumer<Throwable> {
    /** Less is copied and gathered: a small chunk would keep a whole buffer of input from being used again. */
    private static final int GATHERED = 1024;

    private final SerializedInvoker invoker = new SerializedInvoker();
    // guarded by itself: the request may end in another thread
    private final ArrayDeque<Content.Chunk> chunks = new ArrayDeque<>();
    private @Nullable ByteBuffer tail;
    private Content.@Nullable Chunk last;

    public RetainedContent(Request wrapped) {
        super(wrapped);
        Request.addCompletionListener(wrapped, this);
    }

    /** Adds a chunk, of which this takes ownership; returns its bytes. */
    public int add(Content.Chunk chunk) {
        int bytes = chunk.remaining();
        boolean isLast = chunk.isLast();
        if (bytes >= GATHERED) {
            closeTail(false);
            append(chunk);
            return bytes;
        }
        if (tail != null && tail.remaining() < bytes) {
            closeTail(false);
        }
        if (tail == null) {
            tail = ByteBuffer.allocate(isLast ? bytes : GATHERED);
        }
        tail.put(chunk.getByteBuffer());
        chunk.release();
        if (isLast) {
            closeTail(true);
        }
        return bytes;
    }

    /** No more is added: it can be read now. */
    public void close() {
        closeTail(false);
    }

    private void closeTail(boolean isLast) {
        if (tail != null) {
            append(Content.Chunk.from(tail.flip(), isLast));
            tail = null;
        }
    }

    private void append(Content.Chunk chunk) {
        synchronized (chunks) {
            chunks.add(chunk);
        }
    }

    @Override
    public Content.@Nullable Chunk read() {
        if (last != null) {
            return last;
        }
        Content.Chunk chunk;
        synchronized (chunks) {
            chunk = chunks.poll();
        }
        if (chunk == null) {
            return super.read();
        }
        // what follows the last one, or a failure
        last = Content.Chunk.next(chunk);
        return chunk;
    }

    @Override
    public void demand(Runnable demandCallback) {
        boolean there;
        synchronized (chunks) {
            there = last != null || !chunks.isEmpty();
        }
        if (there) {
            invoker.run(demandCallback);
        } else {
            super.demand(demandCallback);
        }
    }

    @Override
    public void fail(Throwable failure) {
        release();
        super.fail(failure);
    }

    @Override
    public boolean consumeAvailable() {
        boolean all = last != null;
        synchronized (chunks) {
            for (Content.Chunk chunk : chunks) {
                all |= chunk.isLast() && !Content.Chunk.isFailure(chunk);
            }
        }
        release();
        return all || super.consumeAvailable();
    }

    /** The request has ended. */
    @Override
    public void accept(Throwable failure) {
        release();
    }

    private void release() {
        synchronized (chunks) {
            Content.Chunk chunk;
            while ((chunk = chunks.poll()) != null) {
                chunk.release();
            }
        }
    }
}
