package org.eclipse.jetty.client.internal;

import java.io.IOException;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpExchange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Receives the responses of a connection that carries one exchange after the other.
 *
 * <pre>
 * begin --onFillable--&gt; readHead, handOn --ResponseContent.read--&gt; readContent --end--&gt; begin
 * </pre>
 *
 * <p>A head is read when bytes come. Content is read when the source of the exchange is read, so that content the application does not
 * want stays in the network. Subclasses parse; they are called with the lock held unless stated otherwise. Exchanges are called without it.
 * Guarded by lock.
 */
public abstract class SerialReceiver {
    protected final AutoLock lock = new AutoLock();
    protected final HttpClient client;

    /** What was read from the network and not yet parsed; null if nothing was. */
    protected RetainableByteBuffer.@Nullable Mutable buffer;

    /** Why the response cannot be read; null if it can. */
    protected @Nullable Throwable failure;

    private final AbstractConnection connection;
    private int bufferSize;
    private @Nullable HttpExchange exchange;
    private @Nullable ResponseContent content;
    private boolean again;
    private boolean anyByte;
    private boolean aborted;

    protected SerialReceiver(AbstractConnection connection, HttpClient client) {
        this.connection = connection;
        this.client = client;
        this.bufferSize = client.getResponseBufferSize();
    }

    // ---- what a protocol knows

    /** The response of an exchange is about to come. */
    protected abstract void onBegin(HttpExchange next);

    /** Nothing more is read for an exchange, whether or not one was carried. */
    protected abstract void onEnd();

    /** Returns whether the response that has come allows that the connection carries the next exchange. */
    protected abstract boolean isPersistent();

    /** Parses up to the end of a head; returns false if there are not enough bytes, or on {@link #failure}. */
    protected abstract boolean readHead();

    /** Returns whether another head follows the one that was read. */
    protected boolean isInterim() {
        return false;
    }

    /**
     * Hands the head that was read to its exchange. Called without the lock, by the thread that read the head: no other one reads the next.
     *
     * @param source the content; null if the head is interim
     * @return whether the next head is to be read
     */
    protected abstract boolean handOn(HttpExchange current, Content.@Nullable Source source);

    /** Returns the next piece of content, or its end; null if there are not enough bytes, or on {@link #failure}. */
    protected abstract Content.@Nullable Chunk readContent();

    /** Returns whether {@link #readContent()} has something to return before more bytes come. */
    protected abstract boolean isContentReady();

    protected @Nullable HttpFields getTrailers() {
        return null;
    }

    // ---- exchanges

    protected final @Nullable HttpExchange getExchange() {
        return exchange;
    }

    final void begin(HttpExchange next, boolean reused) {
        try (AutoLock l = lock.lock()) {
            exchange = next;
            again = reused;
            anyByte = false;
            failure = null;
            bufferSize = client.getResponseBufferSize();
            onBegin(next);
        }
    }

    /** Returns whether a connection that was kept has not brought a byte of the response. */
    final boolean isUnanswered() {
        try (AutoLock l = lock.lock()) {
            return again && !anyByte;
        }
    }

    /** Ends with the response that has come; returns whether the next one may follow. */
    final boolean end() {
        try (AutoLock l = lock.lock()) {
            // RFC 9112, section 11.1: bytes after the response would be taken for the next one
            boolean clean = buffer == null || !buffer.hasRemaining();
            detach();
            onEnd();
            return clean && !aborted && isPersistent();
        }
    }

    /** Ends before the response has come. */
    final void abort(Throwable cause) {
        Runnable demand;
        HttpExchange current;
        try (AutoLock l = lock.lock()) {
            aborted = true;
            if (failure == null) {
                failure = cause;
            }
            onEnd();
            releaseBuffer();
            current = exchange;
            demand = takeDemand();
        }
        if (demand != null) {
            assert current != null : "takeDemand()";
            current.invoke(demand);
        }
    }

    /** Returns the pending demand of the content that is read. There is an exchange if there is content. */
    private @Nullable Runnable takeDemand() {
        return content == null ? null : content.takeDemand();
    }

    /** Releases the buffer, and reads no more for the exchange. */
    protected final void detach() {
        releaseBuffer();
        exchange = null;
        content = null;
    }

    // ---- the network

    /** Looks at a connection that carries no exchange; returns whether it is to be closed. */
    final boolean isEndedOrUnsolicited() {
        try (AutoLock l = lock.lock()) {
            if (aborted || exchange != null) {
                return aborted;
            }
            try {
                return fill() != 0;
            } finally {
                releaseBuffer();
            }
        } catch (IOException x) {
            return true;
        }
    }

    /** Bytes have come, or the end: reads the head, or resumes the reader of the content. */
    final void onFillable() {
        HttpExchange current;
        Runnable demand;
        try (AutoLock l = lock.lock()) {
            current = exchange;
            demand = takeDemand();
        }
        if (demand != null) {
            assert current != null : "takeDemand()";
            current.invoke(demand);
            return;
        }
        if (current == null) {
            connection.tryFillInterested();
            return;
        }
        while (receive(current)) {
            // one interim response after the other
        }
    }

    /** Reads a head and hands it on; returns whether another one follows. */
    private boolean receive(HttpExchange current) {
        ResponseContent source = null;
        Throwable cause;
        boolean unanswered;
        try (AutoLock l = lock.lock()) {
            if (exchange != current || content != null || aborted) {
                return false;
            }
            boolean complete = readHead();
            cause = failure;
            if (!complete && cause == null) {
                connection.tryFillInterested();
                return false;
            }
            unanswered = again && !anyByte;
            if (cause == null && !isInterim()) {
                source = new ResponseContent(current);
                content = source;
            }
        }
        if (cause == null) {
            return handOn(current, source);
        }
        Throwable ofRequest = current.getRequestFailure();
        current.fail(ofRequest != null && cause instanceof EofException ? ofRequest : cause, unanswered);
        return false;
    }

    /** Returns whether there are bytes to parse. */
    protected final boolean hasBytes() {
        if (buffer == null || !buffer.hasRemaining()) {
            return false;
        }
        anyByte = true;
        return true;
    }

    /**
     * Reads from the network into a buffer that nothing else uses; returns as {@code EndPoint.fill}. What comes faster than it is read
     * is read in larger pieces: a buffer that was filled is followed by one of twice the size.
     */
    protected final int fill() throws IOException {
        if (buffer != null && (buffer.isRetained() || buffer.getByteBuffer().capacity() < bufferSize)) {
            releaseBuffer();
        }
        if (buffer == null) {
            // TLS works on arrays
            boolean direct = client.isUseInputDirectByteBuffers()
                    && !connection.getEndPoint().isSecure();
            buffer =
                    StartedConnector.byteBufferPool(client.getClientConnector()).acquire(bufferSize, direct);
        }
        BufferUtil.clear(buffer.getByteBuffer());
        int filled = connection.getEndPoint().fill(buffer.getByteBuffer());
        if (filled >= bufferSize) {
            bufferSize = Math.max(bufferSize, Math.min(2 * bufferSize, client.getMaxResponseBufferSize()));
        }
        return filled;
    }

    protected final void releaseBuffer() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    /** The content of one response. It fails when its exchange has ended. */
    private final class ResponseContent extends ExchangeContent {
        private ResponseContent(HttpExchange owner) {
            super(lock, owner);
        }

        @Override
        protected Content.@Nullable Chunk next() {
            boolean current = content == this;
            if (current && failure == null) {
                Content.Chunk chunk = readContent();
                if (chunk != null) {
                    return chunk;
                }
            }
            if (failure != null) {
                return Content.Chunk.from(failure);
            }
            return current ? null : Content.Chunk.from(new IllegalStateException("The request has ended"));
        }

        @Override
        protected boolean isReady() {
            return content != this || failure != null || buffer != null && buffer.hasRemaining() || isContentReady();
        }

        @Override
        protected void await() {
            connection.tryFillInterested();
        }

        @Override
        protected @Nullable HttpFields getTrailers() {
            return SerialReceiver.this.getTrailers();
        }
    }
}
