package org.eclipse.jetty.server.internal.http1;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MessageGenerator;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Writes the responses of an HTTP/1.1 connection, and knows whether the connection goes on after the current one.
 *
 * <p>Head, framing and small content go into one pooled buffer, so that a small response leaves in one write. Responses of
 * pipelined requests gather there until {@link #flush}; content that does not fit is written beside it, uncopied.
 *
 * <pre>
 * IDLE --send--&gt; SENDING --done--&gt; IDLE
 * IDLE --flush--&gt; FLUSHING --done--&gt; IDLE          by the thread that leaves a request unanswered
 *                 FLUSHING --send--&gt; QUEUED --flush done--&gt; SENDING
 * IDLE --discard--&gt; DISCARDED
 * </pre>
 *
 * <p>One send at a time, which is a use of its stream until its callback has returned; the state belongs to the thread that
 * entered SENDING or FLUSHING, then to the one that completes its write. No application sees it.
 */
final class Http1Output implements Callback {
    private static final int SMALL_BUFFER = 512;
    private static final int IDLE = 0;
    private static final int SENDING = 1;
    private static final int FLUSHING = 2;
    private static final int QUEUED = 3;
    private static final int DISCARDED = 4;

    private final AtomicInteger use = new AtomicInteger();
    private final MessageGenerator generator = new MessageGenerator();
    private final ByteBufferPool pool;
    private final Scheduler scheduler;
    private Http1Link connection;
    private @Nullable ResponseRate rate;
    private @Nullable RetainableByteBuffer buffer;
    private boolean shutdown;

    // of the current send
    private @Nullable Http1Stream stream;
    private @Nullable Callback callback;
    private MetaData.@Nullable Response info;
    private @Nullable ByteBuffer content;
    private boolean head;
    private boolean last;
    private boolean gather;
    /** The head has the framing of the content. */
    private boolean framed;
    /** The content is in the buffer, or was written. */
    private boolean taken;
    /** All of it is being written. */
    private boolean complete;

    // of the current flush, and the send that waits for it
    private @Nullable Callback flushCallback;
    private @Nullable Runnable queued;

    Http1Output(Http1Link connection, ByteBufferPool pool, Scheduler scheduler) {
        this.connection = connection;
        this.pool = pool;
        this.scheduler = scheduler;
        generator.setMaxHeaderBytes(connection.getMaxResponseHeaderSize());
    }

    /** Makes it that of a connection, between responses. */
    void bind(Http1Link connection) {
        this.connection = connection;
    }

    /** Begins with the next response. */
    void next(boolean persistent) {
        generator.reset();
        generator.setPersistent(persistent);
    }

    /** Whether the connection goes on after the response, as far as is known. */
    boolean isPersistent() {
        return generator.isPersistent() && !shutdown;
    }

    /** As {@link #isPersistent()}; between requests that of a request of this version. */
    boolean isPersistent(HttpVersion version) {
        return generator.isPersistent(version);
    }

    /** The connection ends after the response, which its head says if it is not out yet. */
    void endPersistence() {
        generator.setPersistent(false);
    }

    /** Whether responses wait to be flushed. */
    boolean hasGathered() {
        return use.get() == IDLE && buffer != null;
    }

    /** Whether nothing of a response has to go, and nothing is left of one. */
    boolean isIdle() {
        return use.get() == IDLE && buffer == null && !shutdown;
    }

    /**
     * Sends a part of a response, and leaves the stream when the callback has returned.
     *
     * @param info the head, with the first part; else null
     * @param mayGather whether the part, if it is the last, may wait for more responses before it is flushed
     */
    void send(
            Http1Stream stream,
            MetaData.@Nullable Response info,
            boolean last,
            @Nullable ByteBuffer content,
            boolean mayGather,
            Callback callback) {
        if (!use.compareAndSet(IDLE, SENDING)) {
            queued = () -> begin(stream, info, last, content, mayGather, callback);
            if (use.compareAndSet(FLUSHING, QUEUED)) {
                return;
            }
            queued = null;
            if (!use.compareAndSet(IDLE, SENDING)) {
                done(stream, callback, new WritePendingException());
                return;
            }
        }
        begin(stream, info, last, content, mayGather, callback);
    }

    private void begin(
            Http1Stream stream,
            MetaData.@Nullable Response info,
            boolean last,
            @Nullable ByteBuffer content,
            boolean mayGather,
            Callback callback) {
        this.stream = stream;
        this.info = info;
        this.head = stream.isHead() && !isInterim();
        this.last = last;
        this.content = content;
        this.gather = mayGather && generator.isPersistent();
        this.callback = callback;
        framed = false;
        taken = false;
        complete = false;
        if (info != null) {
            generator.setConnect(stream.isConnect());
        }
        proceed();
    }

    private boolean isInterim() {
        return info != null && HttpStatus.isInterim(info.getStatus());
    }

    private void proceed() {
        try {
            generate();
        } catch (Throwable x) {
            fail(x);
        }
    }

    /** Goes through head, content and end; each returns false where it goes on after a write. */
    private void generate() {
        if (info != null && !generateHead(info)) {
            return;
        }
        if (!taken && !generateContent()) {
            return;
        }
        if (last && !generateEnd()) {
            return;
        }
        finish();
    }

    private boolean generateHead(MetaData.Response response) {
        int length = content == null ? 0 : content.remaining();
        ByteBuffer out = acquire(connection.getResponseHeaderSize());
        while (out != null && !generator.head(response, head, length, last, out)) {
            out = makeSpace(out);
        }
        if (out == null) {
            return false;
        }
        if (generator.isCommitted()) {
            assert stream != null : "it sends";
            stream.onCommitted();
        }
        framed = true;
        info = null;
        return true;
    }

    /** Takes the content of this send into the buffer, or writes both. */
    private boolean generateContent() {
        ByteBuffer direct = content;
        int length = direct == null ? 0 : direct.remaining();
        if (!framed) {
            if (length > 0 && generator.needsChunkLine()) {
                acquire(SMALL_BUFFER);
            }
            generator.content(length, last, buffer == null ? null : buffer.getByteBuffer());
        }
        taken = true;
        content = null;
        if (direct == null || length == 0) {
            return true;
        }
        if (head || generator.isNoContent()) {
            // it counts, and is not sent (RFC 9110, section 9.3.2)
            direct.position(direct.limit());
            return true;
        }
        ByteBuffer out = buffer == null ? null : buffer.getByteBuffer();
        if (out != null && length <= BufferUtil.space(out)) {
            BufferUtil.append(out, direct);
            return true;
        }
        if (out != null && out.hasRemaining()) {
            write(out, direct);
        } else {
            write(direct, null);
        }
        return false;
    }

    private boolean generateEnd() {
        if (generator.needsEnd()) {
            ByteBuffer out = acquire(generator.hasTrailers() ? connection.getMaxResponseHeaderSize() : SMALL_BUFFER);
            while (out != null && !generator.end(out)) {
                out = makeSpace(out);
            }
            if (out == null) {
                return false;
            }
        } else {
            generator.end(null);
        }
        shutdown |= !generator.isPersistent();
        return true;
    }

    /** Writes what the buffer has, and returns null; or gets the greatest buffer that there may be. */
    private @Nullable ByteBuffer makeSpace(ByteBuffer out) {
        if (BufferUtil.hasContent(out)) {
            write(out, null);
            return null;
        }
        releaseBuffer();
        return acquire(connection.getMaxResponseHeaderSize());
    }

    private void finish() {
        if (buffer != null && BufferUtil.hasContent(buffer.getByteBuffer())) {
            if (gather && last && !shutdown) {
                succeed();
            } else {
                complete = true;
                write(buffer.getByteBuffer(), null);
            }
        } else {
            releaseBuffer();
            succeed();
        }
    }

    /** Flushes what gathered, unless a send does it: returns false then, and else completes the callback when it is done. */
    boolean flush(Callback flushed) {
        if (!use.compareAndSet(IDLE, FLUSHING)) {
            return false;
        }
        if (buffer == null) {
            flushed(null);
            return false;
        }
        flushCallback = flushed;
        write(buffer.getByteBuffer(), null);
        return true;
    }

    private void flushed(@Nullable Throwable failure) {
        releaseBuffer();
        Callback done = flushCallback;
        flushCallback = null;
        if (!use.compareAndSet(FLUSHING, IDLE)) {
            Runnable next = queued;
            queued = null;
            use.set(SENDING);
            assert next != null : "a send is QUEUED";
            next.run();
        }
        if (done != null) {
            if (failure == null) {
                done.succeeded();
            } else {
                done.failed(failure);
            }
        }
    }

    private void write(ByteBuffer first, @Nullable ByteBuffer second) {
        int length = first.remaining() + (second == null ? 0 : second.remaining());
        EndPoint endPoint = connection.getEndPoint();
        long mark = connection.addBytesOut(length);
        if (second == null) {
            endPoint.write(this, first);
        } else {
            endPoint.write(this, first, second);
        }
        if (connection.getMinResponseDataRate() >= 0 && endPoint.isWritePending()) {
            watch(endPoint, mark, length, first, second);
        }
    }

    /** Has a write that waits for the client watched; the write may be over by now, which its mark tells. */
    private void watch(EndPoint endPoint, long mark, int length, ByteBuffer first, @Nullable ByteBuffer second) {
        ResponseRate watcher = rate;
        if (watcher == null) {
            watcher = new ResponseRate(scheduler, endPoint, connection, connection.getMinResponseDataRate());
            rate = watcher;
        }
        watcher.watch(mark, length, first, second);
    }

    /** Ends what watches writes. */
    void unbind() {
        ResponseRate watcher = rate;
        if (watcher != null) {
            rate = null;
            watcher.destroy();
        }
    }

    /** Forgets what a connection that ended left; returns false if a write is pending, which ends on its own. */
    boolean discard() {
        if (!use.compareAndSet(IDLE, DISCARDED)) {
            return false;
        }
        releaseBuffer();
        generator.reset();
        shutdown = false;
        use.set(IDLE);
        return true;
    }

    /** A write was done. */
    @Override
    public void succeeded() {
        if (flushCallback != null) {
            flushed(null);
        } else if (complete) {
            releaseBuffer();
            succeed();
        } else {
            if (buffer != null) {
                BufferUtil.clear(buffer.getByteBuffer());
            }
            proceed();
        }
    }

    @Override
    public void failed(Throwable x) {
        if (flushCallback != null) {
            flushed(x);
        } else {
            fail(x);
        }
    }

    private void succeed() {
        Http1Stream current = stream;
        Callback sent = callback;
        forget();
        assert current != null && sent != null : "it was sent";
        done(current, sent, null);
    }

    private void fail(Throwable x) {
        Http1Stream current = stream;
        Callback sent = callback;
        boolean refused = x instanceof BadMessageException && !generator.isCommitted();
        if (refused) {
            // a head that could not be generated left no trace: another one may be sent
            next(generator.isPersistent());
        }
        // what gathered before is not lost by that
        if (!refused || buffer == null || !buffer.hasRemaining()) {
            releaseBuffer();
        }
        forget();
        if (current != null && sent != null) {
            done(current, sent, x);
        }
    }

    private static void done(Http1Stream stream, Callback callback, @Nullable Throwable failure) {
        try {
            if (failure == null) {
                callback.succeeded();
            } else {
                callback.failed(failure);
            }
        } finally {
            stream.leave();
        }
    }

    private void forget() {
        stream = null;
        callback = null;
        info = null;
        content = null;
        use.set(IDLE);
    }

    private ByteBuffer acquire(int size) {
        if (buffer == null) {
            buffer = pool.acquire(size, connection.isUseOutputDirectByteBuffers());
        }
        return buffer.getByteBuffer();
    }

    private void releaseBuffer() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    @Override
    public InvocationType getInvocationType() {
        Callback current = callback;
        if (current == null || last) {
            // what ends a response, or a flush that a response waits for, goes on with the next request in this thread
            return connection.getInvocationType();
        }
        return current.getInvocationType();
    }
}
