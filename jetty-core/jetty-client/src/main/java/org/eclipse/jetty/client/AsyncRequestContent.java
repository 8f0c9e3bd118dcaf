package org.eclipse.jetty.client;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/**
 * Content that is written while the request is sent, until it is closed.
 *
 * <p>The callback of a write is completed once its bytes have been sent; an application that waits for it before it writes more
 * goes at the pace of the server. Thread-safe.
 */
public class AsyncRequestContent implements Request.Content, Content.Sink, Closeable {
    private final AutoLock.WithCondition lock = new AutoLock.WithCondition();
    private final SerializedInvoker invoker = new SerializedInvoker(AsyncRequestContent.class);
    private final Deque<Piece> pieces = new ArrayDeque<>();
    private final String contentType;
    private int unsent;
    private boolean closed;
    private Content.Chunk terminal;
    private Runnable demand;

    public AsyncRequestContent(ByteBuffer... buffers) {
        this("application/octet-stream", buffers);
    }

    public AsyncRequestContent(String contentType, ByteBuffer... buffers) {
        this.contentType = contentType;
        for (ByteBuffer buffer : buffers) {
            write(buffer, Callback.NOOP);
        }
    }

    @Override
    public String getContentType() {
        return contentType;
    }

    /** Writes more content; as {@link #write(boolean, ByteBuffer, Callback)}. */
    public void write(ByteBuffer buffer, Callback callback) {
        write(false, buffer, callback);
    }

    @Override
    public void write(boolean last, ByteBuffer buffer, Callback callback) {
        Throwable failure = null;
        Runnable todo = null;
        boolean empty = BufferUtil.isEmpty(buffer);
        try (AutoLock l = lock.lock()) {
            if (Content.Chunk.isFailure(terminal)) {
                failure = terminal.getFailure();
            } else if (closed) {
                failure = new EofException("The content is closed");
            } else {
                if (!empty) {
                    pieces.add(new Piece(buffer, callback));
                    unsent++;
                }
                closed = last;
                todo = takeDemand();
            }
        }
        if (failure != null) {
            callback.failed(failure);
            return;
        }
        invoker.run(todo);
        if (empty) {
            callback.succeeded();
        }
    }

    /** Ends the content; what was written before is sent. */
    @Override
    public void close() {
        Runnable todo;
        try (AutoLock l = lock.lock()) {
            closed = true;
            todo = takeDemand();
        }
        invoker.run(todo);
    }

    public boolean isClosed() {
        try (AutoLock l = lock.lock()) {
            return closed;
        }
    }

    /** Returns whether all that was written has been taken to be sent. */
    public boolean isEmpty() {
        try (AutoLock l = lock.lock()) {
            return pieces.isEmpty();
        }
    }

    /**
     * Waits until all that was written before has been sent.
     *
     * @throws IOException if it could not be sent
     */
    public void flush() throws IOException {
        try (AutoLock.WithCondition l = lock.lock()) {
            while (unsent > 0 && !Content.Chunk.isFailure(terminal)) {
                l.await();
            }
            if (Content.Chunk.isFailure(terminal)) {
                throw new EofException(terminal.getFailure());
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException();
        }
    }

    /** Writes and waits until it has been sent. */
    void writeAndWait(byte[] bytes, int offset, int length) throws IOException {
        try (Blocker.Callback callback = Blocker.callback()) {
            write(ByteBuffer.wrap(bytes, offset, length), callback);
            callback.block();
        }
    }

    private Runnable takeDemand() {
        Runnable result = demand;
        demand = null;
        return result;
    }

    @Override
    public Content.Chunk read() {
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return terminal;
            }
            Piece piece = pieces.poll();
            if (piece == null) {
                if (!closed) {
                    return null;
                }
                return terminal = Content.Chunk.EOF;
            }
            return Content.Chunk.from(piece.buffer, false, () -> sent(piece));
        }
    }

    private void sent(Piece piece) {
        try (AutoLock.WithCondition l = lock.lock()) {
            if (Content.Chunk.isFailure(terminal)) {
                piece.failure = terminal.getFailure();
            }
            unsent--;
            l.signalAll();
        }
        if (piece.failure == null) {
            piece.callback.succeeded();
        } else {
            piece.callback.failed(piece.failure);
        }
    }

    @Override
    public void demand(Runnable demandCallback) {
        boolean ready;
        try (AutoLock l = lock.lock()) {
            if (demand != null) {
                throw new IllegalStateException("A demand is pending");
            }
            ready = terminal != null || closed || !pieces.isEmpty();
            if (!ready) {
                demand = demandCallback;
            }
        }
        if (ready) {
            invoker.run(demandCallback);
        }
    }

    @Override
    public void fail(Throwable failure) {
        List<Piece> failed;
        Runnable todo;
        try (AutoLock.WithCondition l = lock.lock()) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(failure);
            closed = true;
            failed = new ArrayList<>(pieces);
            unsent -= pieces.size();
            pieces.clear();
            todo = takeDemand();
            l.signalAll();
        }
        for (Piece piece : failed) {
            piece.callback.failed(failure);
        }
        invoker.run(todo);
    }

    private static final class Piece {
        private final ByteBuffer buffer;
        private final Callback callback;
        private Throwable failure;

        private Piece(ByteBuffer buffer, Callback callback) {
            this.buffer = buffer;
            this.callback = callback;
        }
    }
}
