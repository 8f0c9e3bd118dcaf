package org.eclipse.jetty.io.content;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * A queue of content: what is written to it as a sink is read from it as a source.
 *
 * <p>The callback of a write is completed when the chunk that was read of it is released, so a writer that waits for it
 * is never ahead of its reader; it is failed if the content has failed by then. Guarded by lock; demand and callbacks are run outside.
 */
public class AsyncContent implements Content.Sink, Content.Source, Closeable {
    private final AutoLock lock = new AutoLock();
    private final Condition released = lock.newCondition();
    private final SerializedInvoker invoker = new SerializedInvoker();
    private final Deque<Entry> queue = new ArrayDeque<>();
    /** Written and not yet released. */
    private int unreleased;

    private boolean lastWritten;
    private Content.@Nullable Chunk terminal;
    private @Nullable Runnable demand;

    public AsyncContent() {}

    /**
     * {@inheritDoc}
     *
     * <p>The bytes are not copied. A write after the last one, or after a failure, fails the callback.
     */
    @Override
    public void write(boolean last, @Nullable ByteBuffer byteBuffer, Callback callback) {
        Objects.requireNonNull(callback);
        ByteBuffer bytes = byteBuffer == null ? BufferUtil.EMPTY_BUFFER : byteBuffer;
        Throwable refusal = null;
        boolean taken = false;
        try (AutoLock l = lock.lock()) {
            if (Content.Chunk.isFailure(terminal)) {
                refusal = terminal.getFailure();
            } else if (lastWritten) {
                refusal = new IOException("written after the last write");
            } else {
                lastWritten = last;
                if (bytes.hasRemaining() || last) {
                    queue.add(new Entry(bytes, last, callback));
                    unreleased++;
                    taken = true;
                }
            }
        }
        if (refusal != null) {
            callback.failed(refusal);
        } else if (taken) {
            meetDemand();
        } else {
            callback.succeeded();
        }
    }

    /**
     * Waits until everything that was written is read and released.
     *
     * @throws IOException if this failed, or the thread was interrupted
     */
    public void flush() throws IOException {
        try (AutoLock l = lock.lock()) {
            while (unreleased > 0 && !Content.Chunk.isFailure(terminal)) {
                released.await();
            }
            if (Content.Chunk.isFailure(terminal)) {
                throw new IOException(terminal.getFailure());
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException().initCause(x);
        }
    }

    /** Ends the content, unless the last write did. */
    @Override
    public void close() {
        if (!isClosed()) {
            write(true, BufferUtil.EMPTY_BUFFER, Callback.NOOP);
        }
    }

    /** Whether nothing can be written any more: the last write was made, or the content has failed. */
    public boolean isClosed() {
        try (AutoLock l = lock.lock()) {
            return lastWritten || Content.Chunk.isFailure(terminal);
        }
    }

    /** The bytes to be read, where nothing is written any more, or else -1. */
    @Override
    public long getLength() {
        try (AutoLock l = lock.lock()) {
            if (!lastWritten) {
                return -1;
            }
            return queue.stream().mapToLong(e -> e.bytes.remaining()).sum();
        }
    }

    @Override
    public Content.@Nullable Chunk read() {
        Entry entry;
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return terminal;
            }
            entry = queue.poll();
            if (entry == null) {
                return null;
            }
            if (entry.last) {
                terminal = Content.Chunk.EOF;
            }
        }
        if (entry.transientFailure != null) {
            return Content.Chunk.from(entry.transientFailure, false);
        }
        if (!entry.bytes.hasRemaining()) {
            entry.complete();
            return Content.Chunk.EOF;
        }
        return Content.Chunk.asChunk(entry.bytes, entry.last, entry);
    }

    @Override
    public void demand(Runnable demandCallback) {
        Objects.requireNonNull(demandCallback);
        try (AutoLock l = lock.lock()) {
            if (demand != null) {
                throw new IllegalStateException("demand is pending");
            }
            demand = demandCallback;
        }
        meetDemand();
    }

    private void meetDemand() {
        Runnable met;
        try (AutoLock l = lock.lock()) {
            if (demand == null || (queue.isEmpty() && terminal == null)) {
                return;
            }
            met = demand;
            demand = null;
        }
        invoker.run(met);
    }

    @Override
    public void fail(Throwable failure) {
        List<Entry> failed;
        try (AutoLock l = lock.lock()) {
            if (terminal != null) {
                return;
            }
            terminal = Content.Chunk.from(failure);
            failed = List.copyOf(queue);
            queue.clear();
            released.signalAll();
        }
        failed.forEach(e -> e.callback.failed(failure));
        meetDemand();
    }

    /** @param last if false, a chunk with the failure is read between what was written before and after */
    @Override
    public void fail(Throwable failure, boolean last) {
        if (last) {
            fail(failure);
            return;
        }
        try (AutoLock l = lock.lock()) {
            if (terminal != null || lastWritten) {
                return;
            }
            queue.add(new Entry(failure));
        }
        meetDemand();
    }

    /** The number of chunks that are written and not yet read. */
    public int count() {
        try (AutoLock l = lock.lock()) {
            return queue.size();
        }
    }

    @Override
    public String toString() {
        try (AutoLock l = lock.lock()) {
            return "AsyncContent@" + Integer.toHexString(hashCode()) + "[chunks=" + queue.size() + ",closed="
                    + lastWritten + "]";
        }
    }

    /** One write. Its chunk is counted here; the last release completes the callback. */
    private final class Entry implements Retainable {
        private final ReferenceCounter references = new ReferenceCounter();
        private final ByteBuffer bytes;
        private final boolean last;
        private final Callback callback;
        private final @Nullable Throwable transientFailure;

        private Entry(ByteBuffer bytes, boolean last, Callback callback) {
            this.bytes = bytes;
            this.last = last;
            this.callback = callback;
            this.transientFailure = null;
        }

        private Entry(Throwable transientFailure) {
            this.bytes = BufferUtil.EMPTY_BUFFER;
            this.last = false;
            this.callback = Callback.NOOP;
            this.transientFailure = transientFailure;
        }

        private void complete() {
            Throwable failure;
            try (AutoLock l = lock.lock()) {
                unreleased--;
                released.signalAll();
                failure = Content.Chunk.isFailure(terminal) ? terminal.getFailure() : null;
            }
            if (failure == null) {
                callback.succeeded();
            } else {
                callback.failed(failure);
            }
        }

        @Override
        public boolean canRetain() {
            return true;
        }

        @Override
        public void retain() {
            references.retain();
        }

        @Override
        public boolean release() {
            boolean done = references.release();
            if (done) {
                complete();
            }
            return done;
        }

        @Override
        public boolean isRetained() {
            return references.isRetained();
        }
    }
}
