package org.eclipse.jetty.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives the content of a response as a stream, whose reader sets the pace. Used for one response.
 *
 * <pre>
 * InputStreamResponseListener listener = new InputStreamResponseListener();
 * request.send(listener);
 * Response response = listener.get(5, TimeUnit.SECONDS);
 * try (InputStream input = listener.getInputStream()) { ... }
 * </pre>
 *
 * <p>A stream that is closed before its end aborts the request. Thread-safe.
 */
public class InputStreamResponseListener implements Response.Listener, AutoCloseable {
    private final AutoLock.WithCondition lock = new AutoLock.WithCondition();
    private final CountDownLatch headers = new CountDownLatch(1);
    private final CountDownLatch complete = new CountDownLatch(1);
    private final Input input = new Input();
    private @Nullable Response response;
    private @Nullable Result result;
    private @Nullable Throwable failure;
    private Content.@Nullable Chunk chunk;
    private @Nullable Runnable demander;
    private boolean ended;
    private boolean closed;

    @Override
    public void onHeaders(Response head) {
        try (AutoLock l = lock.lock()) {
            response = head;
        }
        headers.countDown();
    }

    @Override
    public void onContent(Response head, Content.Chunk next, Runnable demand) {
        boolean drop;
        try (AutoLock.WithCondition l = lock.lock()) {
            drop = closed;
            if (!drop) {
                next.retain();
                chunk = next;
                demander = demand;
                l.signalAll();
            }
        }
        if (drop) {
            head.abort(new AsynchronousCloseException());
        }
    }

    @Override
    public void onContent(Response head, ByteBuffer content) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void onSuccess(Response head) {
        try (AutoLock.WithCondition l = lock.lock()) {
            ended = true;
            l.signalAll();
        }
    }

    @Override
    public void onFailure(Response head, Throwable cause) {
        Content.Chunk dropped;
        try (AutoLock.WithCondition l = lock.lock()) {
            failure = cause;
            dropped = chunk;
            chunk = null;
            l.signalAll();
        }
        if (dropped != null) {
            dropped.release();
        }
        headers.countDown();
    }

    @Override
    public void onComplete(Result end) {
        Throwable cause = end.getFailure();
        if (cause != null) {
            onFailure(end.getResponse(), cause);
        }
        try (AutoLock l = lock.lock()) {
            result = end;
            response = end.getResponse();
        }
        headers.countDown();
        complete.countDown();
    }

    /**
     * Waits for the headers.
     *
     * @throws ExecutionException if the request failed before they came
     */
    public Response get(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException, ExecutionException {
        if (!headers.await(timeout, unit)) {
            throw new TimeoutException("No response after " + unit.toMillis(timeout) + " ms");
        }
        try (AutoLock l = lock.lock()) {
            if (failure != null && (response == null || response.getStatus() == 0)) {
                throw new ExecutionException(failure);
            }
            if (response == null) {
                throw new ExecutionException(failure);
            }
            return response;
        }
    }

    /** Waits for the end of the response, whose content must be read by others. */
    public Result await(long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        if (!complete.await(timeout, unit)) {
            throw new TimeoutException("Not complete after " + unit.toMillis(timeout) + " ms");
        }
        try (AutoLock l = lock.lock()) {
            assert result != null : "it is complete";
            return result;
        }
    }

    /** Returns the stream of the content, always the same. */
    public InputStream getInputStream() {
        return input;
    }

    @Override
    public void close() throws IOException {
        input.close();
    }

    private final class Input extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            Runnable more = null;
            Content.Chunk used = null;
            int count;
            try (AutoLock.WithCondition l = lock.lock()) {
                while (chunk == null && !ended && failure == null && !closed) {
                    l.await();
                }
                if (closed) {
                    throw new AsynchronousCloseException();
                }
                if (chunk == null) {
                    if (failure != null) {
                        throw new IOException(failure);
                    }
                    return -1;
                }
                count = chunk.get(bytes, offset, length);
                if (!chunk.hasRemaining()) {
                    used = chunk;
                    more = demander;
                    chunk = null;
                    demander = null;
                }
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            if (used != null) {
                used.release();
                assert more != null : "it came with the chunk";
                more.run();
            }
            return count;
        }

        @Override
        public void close() {
            Content.Chunk dropped;
            Response aborted;
            try (AutoLock.WithCondition l = lock.lock()) {
                if (closed) {
                    return;
                }
                closed = true;
                dropped = chunk;
                chunk = null;
                aborted = ended || failure != null ? null : response;
                l.signalAll();
            }
            if (dropped != null) {
                dropped.release();
            }
            if (aborted != null) {
                aborted.abort(new AsynchronousCloseException());
            }
        }
    }
}
