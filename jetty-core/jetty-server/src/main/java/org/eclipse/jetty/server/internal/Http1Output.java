package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Writes the responses of an HTTP/1.1 connection.
 *
 * <p>Head, framing and small content go into one pooled buffer, so that a small response leaves in one write. Responses of
 * pipelined requests gather there until {@link #flush}; content that does not fit is written beside it, uncopied.
 *
 * <pre>
 * IDLE --send--&gt; SENDING --done--&gt; IDLE
 * IDLE --flush--&gt; FLUSHING --done--&gt; IDLE          by the thread that leaves a request unanswered
 *                 FLUSHING --send--&gt; QUEUED --flush done--&gt; SENDING
 * </pre>
 *
 * <p>One send at a time; the state belongs to the thread that entered SENDING or FLUSHING, then to the one that completes
 * its write.
 */
final class Http1Output implements Callback {
    private static final int SMALL_BUFFER = 512;
    private static final int IDLE = 0;
    private static final int SENDING = 1;
    private static final int FLUSHING = 2;
    private static final int QUEUED = 3;

    private final AtomicInteger use = new AtomicInteger();

    private final HttpGenerator generator = new HttpGenerator();
    private final Http1Exchange exchange;
    private final ByteBufferPool pool;
    private final Scheduler scheduler;
    private final HttpConfiguration configuration;
    private final boolean rateLimited;
    private ResponseRate rate;
    private RetainableByteBuffer buffer;
    private Callback callback;
    private MetaData.Response info;
    private boolean head;
    private boolean last;
    private boolean gather;
    private boolean shutdown;
    private boolean complete;
    private ByteBuffer content;
    private Callback flushCallback;
    private Runnable queued;

    Http1Output(Http1Exchange exchange, Connector connector, HttpConfiguration configuration) {
        this.exchange = exchange;
        this.pool = connector.getByteBufferPool();
        this.scheduler = connector.getScheduler();
        this.configuration = configuration;
        rateLimited = configuration.getMinResponseDataRate() >= 0;
        generator.setMaxHeaderBytes(configuration.getMaxResponseHeaderSize());
    }

    HttpGenerator getGenerator() {
        return generator;
    }

    /** Whether the connection ends with the response that was sent. */
    boolean isShutdown() {
        return shutdown;
    }

    /** Whether responses wait to be flushed. */
    boolean hasGathered() {
        return use.get() == IDLE && buffer != null;
    }

    /**
     * Sends a part of a response.
     *
     * @param newInfo the head, with the first part
     * @param mayGather whether the part, if it is the last, may wait for more responses before it is flushed
     */
    void send(
            MetaData.Response newInfo,
            boolean isHead,
            boolean isLast,
            ByteBuffer newContent,
            boolean mayGather,
            Callback newCallback) {
        if (!use.compareAndSet(IDLE, SENDING)) {
            queued = () -> begin(newInfo, isHead, isLast, newContent, mayGather, newCallback);
            if (use.compareAndSet(FLUSHING, QUEUED)) {
                return;
            }
            queued = null;
            if (!use.compareAndSet(IDLE, SENDING)) {
                newCallback.failed(new WritePendingException());
                return;
            }
        }
        begin(newInfo, isHead, isLast, newContent, mayGather, newCallback);
    }

    private void begin(
            MetaData.Response newInfo,
            boolean isHead,
            boolean isLast,
            ByteBuffer newContent,
            boolean mayGather,
            Callback newCallback) {
        info = newInfo;
        head = isHead;
        last = isLast;
        content = newContent;
        gather = mayGather;
        callback = newCallback;
        complete = false;
        proceed();
    }

    private void proceed() {
        try {
            generate();
        } catch (Throwable x) {
            fail(x);
        }
    }

    private void generate() {
        while (true) {
            ByteBuffer out = buffer == null ? null : buffer.getByteBuffer();
            HttpGenerator.Result result = generator.generateResponse(info, head, out, out, content, last);
            switch (result) {
                case NEED_HEADER -> acquire(configuration.getResponseHeaderSize());
                case NEED_CHUNK -> acquire(SMALL_BUFFER);
                case NEED_CHUNK_TRAILER -> {
                    if (out != null && BufferUtil.hasContent(out)) {
                        write(out, null);
                        return;
                    }
                    releaseBuffer();
                    acquire(configuration.getMaxResponseHeaderSize());
                }
                case HEADER_OVERFLOW -> {
                    if (BufferUtil.hasContent(out)) {
                        // what gathered before goes first
                        write(out, null);
                        return;
                    }
                    releaseBuffer();
                    acquire(configuration.getMaxResponseHeaderSize());
                }
                case FLUSH -> {
                    if (!flushContent()) {
                        return;
                    }
                }
                case CONTINUE -> {
                    // nothing to be written in this step
                }
                case SHUTDOWN_OUT, DONE -> {
                    shutdown |= result == HttpGenerator.Result.SHUTDOWN_OUT && last;
                    finish();
                    return;
                }
                default -> throw new IllegalStateException("generated " + result);
            }
        }
    }

    /** Takes the content of this step into the buffer, or writes both; returns false if generating goes on after a write. */
    private boolean flushContent() {
        if (content == null || !content.hasRemaining()) {
            content = null;
            return true;
        }
        if (head || generator.isNoContent()) {
            // it counts, and is not sent (RFC 9110 section 9.3.2)
            content.position(content.limit());
            content = null;
            return true;
        }
        ByteBuffer out = buffer == null ? null : buffer.getByteBuffer();
        if (out != null && content.remaining() <= BufferUtil.space(out)) {
            BufferUtil.append(out, content);
            content = null;
            return true;
        }
        ByteBuffer direct = content;
        content = null;
        write(out, direct);
        return false;
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
            succeed();
        }
    }

    /** Flushes what gathered, unless a send does it; returns false then, else the callback tells when it is done. */
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

    private void flushed(Throwable failure) {
        releaseBuffer();
        Callback done = flushCallback;
        flushCallback = null;
        if (!use.compareAndSet(FLUSHING, IDLE)) {
            Runnable next = queued;
            queued = null;
            use.set(SENDING);
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

    private void write(ByteBuffer out, ByteBuffer direct) {
        int length = (out == null ? 0 : out.remaining()) + (direct == null ? 0 : direct.remaining());
        EndPoint endPoint = exchange.getConnection().getEndPoint();
        long mark = exchange.getConnection().addBytesOut(length);
        if (direct == null) {
            endPoint.write(this, out);
        } else if (out == null || !out.hasRemaining()) {
            endPoint.write(this, direct);
        } else {
            endPoint.write(this, out, direct);
        }
        if (rateLimited && endPoint.isWritePending()) {
            watch(endPoint, mark, length, out, direct);
        }
    }

    /** Has a write that waits for the client watched; the write may be over by now, which its mark tells. */
    private void watch(EndPoint endPoint, long mark, int length, ByteBuffer first, ByteBuffer second) {
        ResponseRate watcher = rate;
        if (watcher == null) {
            watcher = new ResponseRate(
                    scheduler, endPoint, exchange.getConnection(), configuration.getMinResponseDataRate());
            rate = watcher;
        }
        watcher.watch(mark, length, first, second);
    }

    /** Ends what watches writes. */
    void close() {
        ResponseRate watcher = rate;
        if (watcher != null) {
            rate = null;
            watcher.destroy();
        }
    }

    /** Begins with another connection. */
    void reopen() {
        releaseBuffer();
        generator.reset();
        shutdown = false;
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
        Callback done = callback;
        forget();
        done.succeeded();
    }

    private void fail(Throwable x) {
        Callback done = callback;
        boolean refused = x instanceof BadMessageException && !generator.isCommitted();
        if (refused) {
            // a head that could not be generated left no trace: another one may be sent
            boolean persistent = generator.isPersistent();
            generator.reset();
            generator.setPersistent(persistent);
        }
        // what gathered before is not lost by that
        if (!refused || buffer == null || !buffer.hasRemaining()) {
            releaseBuffer();
        }
        forget();
        if (done != null) {
            done.failed(x);
        }
    }

    private void forget() {
        callback = null;
        info = null;
        content = null;
        use.set(IDLE);
    }

    private void acquire(int size) {
        if (buffer == null) {
            buffer = pool.acquire(size, configuration.isUseOutputDirectByteBuffers());
        } else {
            throw new IllegalStateException("buffer too small");
        }
    }

    /** Gives the buffer back. */
    void releaseBuffer() {
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
            return exchange.getConnection().getInvocationType();
        }
        return current.getInvocationType();
    }
}
