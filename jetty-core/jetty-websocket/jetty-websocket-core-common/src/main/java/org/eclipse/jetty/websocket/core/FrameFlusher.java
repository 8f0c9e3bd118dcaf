package org.eclipse.jetty.websocket.core;

import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.jspecify.annotations.Nullable;

/**
 * Queues frames and writes them: those that fit into the output buffer by one write, larger payload beside it without a copy.
 *
 * <p>The queue is guarded by this object's monitor, which is not held while writing or calling back. Thread-safe.
 */
final class FrameFlusher extends IteratingCallback {
    /** The bytes of memory that a frame that waits takes beside its payload: it, its entry, its buffer and its callback. */
    private static final long FRAME_COST = 256;

    private final WebSocketConnection connection;
    private final EndPoint endPoint;
    private final FrameGenerator generator;
    private final ByteBufferPool pool;
    private final Configuration configuration;

    // the queue
    private @Nullable OutgoingEntry head;
    private @Nullable OutgoingEntry tail;
    private int queuedFrames;
    private long queuedBytes;
    /** Whether an entry does not wait for others. */
    private boolean urgent;
    /** Those that were not queued, and are to fail; null for none. */
    private @Nullable ArrayDeque<Refused> refused;

    private boolean closed;
    private @Nullable Throwable failure;
    /** Told when all that is queued was written; null for nobody. */
    private @Nullable Callback flushing;

    // what is being written, by one thread at a time
    private @Nullable OutgoingEntry written;
    private RetainableByteBuffer.@Nullable Mutable output;
    private RetainableByteBuffer.@Nullable Mutable masked;
    private volatile InvocationType writtenType = InvocationType.NON_BLOCKING;
    private volatile long bytesOut;
    private volatile long messagesOut;
    private volatile long minDataRate;
    /** Why the other side is cut off, which is what senders are told, however the network puts it. */
    private volatile @Nullable Throwable cutOff;
    /** Null until a write waits for the network. */
    private @Nullable FrameRate rate;

    FrameFlusher(
            WebSocketConnection connection,
            EndPoint endPoint,
            FrameGenerator generator,
            ByteBufferPool pool,
            Configuration configuration) {
        this.connection = connection;
        this.endPoint = endPoint;
        this.generator = generator;
        this.pool = pool;
        this.configuration = configuration;
    }

    long getBytesOut() {
        return bytesOut;
    }

    long getMessagesOut() {
        return messagesOut;
    }

    /** Sets the bytes per second that a write must be taken at once it has waited for the idle timeout; 0 for any. */
    void setMinDataRate(long bytesPerSecond) {
        minDataRate = bytesPerSecond;
    }

    synchronized int getQueuedFrames() {
        return queuedFrames;
    }

    synchronized boolean isWriting() {
        return written != null;
    }

    /** The connection is about to be closed for this reason, while a write may be going on. */
    void cutOff(Throwable cause) {
        cutOff = cause;
    }

    /**
     * Queues frames, chained by {@link OutgoingEntry#next}. {@link #flush()} writes them, or fails those that cannot be
     * queued: no callback is completed here, as the caller may hold the lock of the extensions.
     */
    synchronized void enqueue(OutgoingEntry first) {
        if (failure != null) {
            refuse(first, failure, false);
        } else if (closed) {
            refuse(first, new ClosedChannelException(), false);
        } else if (isFull(first)) {
            String message = "Receiver too slow: " + queuedFrames + " frames, " + queuedBytes + " bytes are waiting";
            refuse(first, new CloseException(CloseStatus.POLICY_VIOLATION, message), true);
        } else {
            append(first);
        }
    }

    private void refuse(OutgoingEntry first, Throwable cause, boolean overflow) {
        if (refused == null) {
            refused = new ArrayDeque<>(1);
        }
        refused.add(new Refused(first, cause, overflow));
    }

    /** Frames that were not queued. */
    private record Refused(OutgoingEntry first, Throwable cause, boolean overflow) {}

    /** Fails the frames that could not be queued, and writes those that were. */
    void flush() {
        failRefused();
        iterate();
    }

    private void failRefused() {
        ArrayDeque<Refused> all;
        synchronized (this) {
            all = refused;
            refused = null;
        }
        if (all == null) {
            return;
        }
        for (Refused each : all) {
            fail(each.first, each.cause);
            if (each.overflow) {
                connection.cutOff(each.cause);
            }
        }
    }

    /** Whether what waits is too much for another frame; a Close is always taken. */
    private boolean isFull(OutgoingEntry entry) {
        if (head == null || entry.getFrame().getOpCode() == OpCode.CLOSE) {
            return false;
        }
        int maxFrames = configuration.getMaxOutgoingFrames();
        long maxBytes = configuration.getMaxOutgoingBytes();
        return maxFrames > 0 && queuedFrames >= maxFrames
                || maxBytes > 0 && queuedBytes + queuedFrames * FRAME_COST > maxBytes;
    }

    private void append(OutgoingEntry first) {
        OutgoingEntry before = tail;
        if (before == null) {
            head = first;
        } else {
            before.next = first;
        }
        for (OutgoingEntry entry = first; entry != null; entry = entry.next) {
            tail = entry;
            queuedFrames++;
            queuedBytes += entry.getFrame().getPayloadLength();
            urgent |= !entry.isBatch();
            // nothing may follow a Close (RFC 6455, section 5.5.1)
            closed |= entry.getFrame().getOpCode() == OpCode.CLOSE;
        }
        // the receiver is not to blame for frames that wait for others
        urgent = urgent || isFull(first);
    }

    /** Writes what waits for others, too. */
    void flush(Callback callback) {
        Throwable failed;
        synchronized (this) {
            failed = failure;
            if (failed == null) {
                urgent |= head != null;
                flushing = flushing == null ? callback : Callback.combine(flushing, callback);
            }
        }
        if (failed == null) {
            iterate();
        } else {
            callback.failed(failed);
        }
    }

    @Override
    protected Action process() {
        ByteBuffer large = null;
        OutgoingEntry last;
        synchronized (this) {
            last = take();
        }
        if (last == null) {
            completeFlushing(null);
            return Action.IDLE;
        }
        InvocationType type = InvocationType.NON_BLOCKING;
        int size = 0;
        for (OutgoingEntry entry = written; entry != null; entry = entry.next) {
            int payload = entry.getFrame().getPayloadLength();
            size += generator.getHeadLength(payload);
            if (entry != last || !isLarge(payload)) {
                size += payload;
            }
            if (entry.getCallback().getInvocationType() != InvocationType.NON_BLOCKING) {
                type = InvocationType.BLOCKING;
            }
        }
        writtenType = type;
        output = pool.acquire(size, connection.isUseOutputDirectByteBuffers());
        ByteBuffer bytes = output.getByteBuffer();
        int start = BufferUtil.flipToFill(bytes);
        for (OutgoingEntry entry = written; entry != null; entry = entry.next) {
            Frame frame = entry.getFrame();
            int key = generator.newKey();
            generator.putHead(frame, key, bytes);
            if (entry == last && isLarge(frame.getPayloadLength())) {
                large = large(frame, key);
            } else {
                generator.putPayload(frame, key, bytes);
            }
        }
        BufferUtil.flipToFlush(bytes, start);
        long length = size + (large == null ? 0 : large.remaining());
        long mark = bytesOut + length;
        bytesOut = mark;
        if (large == null) {
            endPoint.write(this, bytes);
        } else {
            endPoint.write(this, bytes, large);
        }
        // there is no other write before this method returns
        if (minDataRate > 0 && endPoint.isWritePending()) {
            watch(mark, length, bytes, large);
        }
        return Action.SCHEDULED;
    }

    private synchronized void watch(long mark, long length, ByteBuffer bytes, @Nullable ByteBuffer large) {
        if (failure != null) {
            return;
        }
        if (rate == null) {
            rate = new FrameRate(connection, minDataRate);
        }
        rate.watch(mark, length, bytes, large);
    }

    /** Tells who waits for a flush; the cause is null after success. */
    private void completeFlushing(@Nullable Throwable cause) {
        Callback flushed;
        synchronized (this) {
            flushed = flushing;
            flushing = null;
        }
        if (flushed == null) {
            return;
        }
        try {
            if (cause == null) {
                flushed.succeeded();
            } else {
                flushed.failed(cause);
            }
        } catch (Throwable x) {
            connection.onCallbackFailure(x);
        }
    }

    private boolean isLarge(int payload) {
        return payload > configuration.getOutputBufferSize();
    }

    /** The payload of a frame, to be written beside the output buffer. */
    private ByteBuffer large(Frame frame, int key) {
        if (generator.isMasking()) {
            return mask(frame, key);
        }
        ByteBuffer payload = frame.getPayload();
        assert payload != null; // as it is large
        return payload.slice();
    }

    private ByteBuffer mask(Frame frame, int key) {
        RetainableByteBuffer.Mutable buffer =
                pool.acquire(frame.getPayloadLength(), connection.isUseOutputDirectByteBuffers());
        masked = buffer;
        ByteBuffer bytes = buffer.getByteBuffer();
        int start = BufferUtil.flipToFill(bytes);
        generator.putPayload(frame, key, bytes);
        BufferUtil.flipToFlush(bytes, start);
        return bytes;
    }

    /** Takes the entries of one write from the queue; returns the last of them. */
    private @Nullable OutgoingEntry take() {
        if (head == null || !urgent && queuedBytes < configuration.getOutputBufferSize()) {
            return null;
        }
        int space = configuration.getOutputBufferSize();
        OutgoingEntry last = null;
        OutgoingEntry entry = head;
        while (entry != null) {
            int payload = entry.getFrame().getPayloadLength();
            int needed = generator.getHeadLength(payload) + payload;
            if (last != null && needed > space) {
                break;
            }
            last = entry;
            space -= needed;
            queuedFrames--;
            queuedBytes -= payload;
            entry = entry.next;
        }
        assert last != null; // the first entry is always taken
        written = head;
        head = last.next;
        last.next = null;
        if (head == null) {
            tail = null;
            urgent = false;
        }
        return last;
    }

    @Override
    protected void onSuccess() {
        releaseOutput();
        OutgoingEntry entry = written;
        written = null;
        while (entry != null) {
            OutgoingEntry next = entry.next;
            entry.next = null;
            Frame frame = entry.getFrame();
            if (frame.isFin() && frame.isDataFrame()) {
                messagesOut++;
            }
            try {
                entry.getCallback().succeeded();
            } catch (Throwable x) {
                connection.onCallbackFailure(x);
            }
            entry = next;
        }
    }

    @Override
    protected void onCompleteFailure(Throwable broken) {
        releaseOutput();
        Throwable reason = cutOff;
        Throwable cause = reason == null ? broken : reason;
        OutgoingEntry rest;
        FrameRate watcher;
        synchronized (this) {
            failure = cause;
            watcher = rate;
            rate = null;
            rest = head;
            head = null;
            tail = null;
            queuedFrames = 0;
            queuedBytes = 0;
        }
        if (watcher != null) {
            watcher.destroy();
        }
        OutgoingEntry current = written;
        written = null;
        fail(current, cause);
        fail(rest, cause);
        completeFlushing(cause);
        connection.onWriteFailure(cause);
    }

    private void fail(@Nullable OutgoingEntry first, Throwable cause) {
        OutgoingEntry entry = first;
        while (entry != null) {
            OutgoingEntry next = entry.next;
            entry.next = null;
            try {
                entry.getCallback().failed(cause);
            } catch (Throwable x) {
                connection.onCallbackFailure(x);
            }
            entry = next;
        }
    }

    private void releaseOutput() {
        if (output != null) {
            output.release();
            output = null;
        }
        if (masked != null) {
            masked.release();
            masked = null;
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return writtenType;
    }
}
