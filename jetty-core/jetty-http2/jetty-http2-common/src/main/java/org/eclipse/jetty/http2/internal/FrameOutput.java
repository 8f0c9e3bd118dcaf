package org.eclipse.jetty.http2.internal;

import java.nio.ByteBuffer;
import java.nio.channels.WritePendingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.frames.PriorityFrame;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that a connection writes, in the order of the wire.
 *
 * <p>Frames are copied into pooled buffers. Content that is copied is done with; content that the windows (RFC 9113, section
 * 5.2) or the amount that waits to be written do not let in stays with its stream, and is taken, a frame of each stream in
 * turn, when they do.
 *
 * <pre>
 * frames   {@link FieldsEncoder}, windows --&gt; {@link FrameBuffers} --flush--&gt; {@link BatchWrite} --&gt; network
 *
 * content  nothing --send--&gt; copied: the callback succeeds
 *                  --send--&gt; pending in its stream --window and room--&gt; ready, in turn --&gt; copied
 *                            pending --reset--&gt; the callback fails
 * </pre>
 *
 * <p>Guarded by lock, which is also that of the streams' state. Callbacks and the network are called without it. Windows and
 * turns are one class, because each frame of content takes from both. Subclasses send the heads of their side.
 *
 * @param <S> the streams
 */
public abstract class FrameOutput<S extends FlowStream> {
    private static final Logger LOG = LoggerFactory.getLogger(FrameOutput.class);

    /** The bytes that may wait to be written; content beyond it stays with the application. */
    private static final int MAX_BACKLOG = 64 * 1024;

    /** Beyond it, frames that answer the other side's are more than it reads. */
    private static final int MAX_CONTROL_BACKLOG = 4 * MAX_BACKLOG;

    /** The bytes at which the thread that parses flushes before it has used up its input. */
    private static final int FLUSH_AT = 32 * 1024;

    private static final int MAX_WINDOW = Integer.MAX_VALUE;

    private final AutoLock lock = new AutoLock();
    private final FrameBuffers buffers;
    private final BatchWrite write;
    private final FieldsEncoder encoder;
    private final FlowControlStrategy flowControl;
    private final int sessionRecvWindow;
    private final StreamTable<S> streams = new StreamTable<>();
    private final ArrayDeque<S> ready = new ArrayDeque<>();
    private final List<Callback> copied = new ArrayList<>();
    private boolean flushing;
    private boolean closing;
    private @Nullable Throwable failure;

    private int maxFrameSize = FrameType.DEFAULT_MAX_FRAME_SIZE;
    private int initialWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
    private long sendWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
    private int waitingWrites;
    private int recvUsed;
    private int recvConsumed;

    /** The thread that parses and will flush when it has used up its input. */
    private volatile @Nullable Thread producer;

    /**
     * How frames get to the network.
     *
     * @param direct whether buffers are direct
     * @param minDataRate the bytes per second that the network is to take; 0 for any
     */
    public record Network(
            EndPoint endPoint, Scheduler scheduler, ByteBufferPool pool, boolean direct, long minDataRate) {}

    /** @param sessionRecvWindow the octets of content of all streams that may come ahead of the application */
    protected FrameOutput(
            Network network, FieldsEncoder encoder, FlowControlStrategy flowControl, int sessionRecvWindow) {
        buffers = new FrameBuffers(network.pool(), network.direct());
        write = new BatchWrite(this, network.endPoint(), network.scheduler(), network.minDataRate());
        this.encoder = encoder;
        this.flowControl = flowControl;
        this.sessionRecvWindow = sessionRecvWindow;
    }

    // ---- what the sides do differently

    /** Completes the callback of content that was copied by a thread that is not the application's. */
    protected abstract void complete(Callback callback);

    /** All that was to be written is written, including a GOAWAY after which nothing follows. */
    protected abstract void onOutputEnded();

    protected abstract void onWriteFailed(Throwable cause);

    /**
     * A frame of content was copied. With the lock.
     *
     * @param whole whether nothing remains of what the application wrote
     */
    protected abstract void onContentSent(S stream, int length, boolean whole);

    /** This side has ended a stream. With the lock. */
    protected abstract void onLocalEnd(S stream);

    /** The lock of the connection's and its streams' state. */
    public AutoLock lock() {
        return lock.lock();
    }

    public StreamTable<S> streams() {
        return streams;
    }

    public long getBytesOut() {
        return write.getBytesOut();
    }

    /** Whether the network has yet to take what was given to it. */
    public boolean isWriting() {
        return write.isPending();
    }

    // ---- who flushes

    /** The current thread parses, and calls {@link #leaveProducer} when it has used up its input. */
    public void enterProducer() {
        Thread current = Thread.currentThread();
        if (producer != current) {
            producer = current;
        }
    }

    public void leaveProducer() {
        producer = null;
        flush();
    }

    private boolean isFlushDue() {
        return !flushing
                && (buffers.backlog() > 0 || (!ready.isEmpty() && sendWindow > 0))
                && (buffers.backlog() >= FLUSH_AT || producer != Thread.currentThread());
    }

    /** Flushes, unless the current thread will do so when it has used up its input. */
    public void flushIfDue() {
        boolean due;
        try (AutoLock l = lock.lock()) {
            due = isFlushDue();
        }
        if (due) {
            flush();
        }
    }

    // ---- frames other than of requests and responses

    /**
     * Writes what is due to the other side's frames.
     *
     * @throws HTTP2Exception if the other side sends more of these than it reads answers
     */
    private ByteBuffer control(int length) throws HTTP2Exception {
        if (buffers.backlog() > MAX_CONTROL_BACKLOG && flushing) {
            throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "answers are not read");
        }
        return buffers.add(length);
    }

    /** Writes what a client sends first (RFC 9113, section 3.4). */
    public void writePreface() {
        byte[] preface = FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII);
        try (AutoLock l = lock.lock()) {
            buffers.add(preface.length).put(preface);
        }
    }

    public void writeSettings(int... settings) {
        try (AutoLock l = lock.lock()) {
            FrameWriter.settings(buffers.add(FrameType.HEADER_LENGTH + settings.length * 3), settings);
        }
    }

    /** @param settings values by their keys */
    public void writeSettings(Map<Integer, Integer> settings) {
        int[] all = new int[settings.size() * 2];
        int at = 0;
        for (Map.Entry<Integer, Integer> setting : settings.entrySet()) {
            all[at++] = setting.getKey();
            all[at++] = setting.getValue();
        }
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                writeSettings(all);
            }
        }
    }

    public void writeSettingsAck() throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.settingsAck(control(FrameType.HEADER_LENGTH));
            }
        }
    }

    /** Says which stream is to be preferred to which; returns false if the output is closed. */
    public boolean writePriority(PriorityFrame frame, int streamId) {
        try (AutoLock l = lock.lock()) {
            if (isClosed()) {
                return false;
            }
            FrameWriter.priority(
                    buffers.add(FrameWriter.PRIORITY_LENGTH),
                    streamId,
                    frame.getParentStreamId(),
                    frame.getWeight(),
                    frame.isExclusive());
            return true;
        }
    }

    /** Asks the other side for an answer; returns false if the output is closed. */
    public boolean writePing(long opaque) {
        try (AutoLock l = lock.lock()) {
            if (isClosed()) {
                return false;
            }
            FrameWriter.ping(buffers.add(FrameWriter.PING_LENGTH), false, opaque);
            return true;
        }
    }

    public void writePingAck(long opaque) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.ping(control(FrameWriter.PING_LENGTH), true, opaque);
            }
        }
    }

    /** Resets a stream that is not in the table. */
    public void writeReset(int streamId, ErrorCode code) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.reset(control(FrameWriter.RST_STREAM_LENGTH), streamId, code.code);
            }
        }
    }

    public void writeWindowUpdate(int streamId, int increment) {
        try (AutoLock l = lock.lock()) {
            windowUpdate(streamId, increment);
        }
    }

    private void windowUpdate(int streamId, int increment) {
        if (!isClosed()) {
            FrameWriter.windowUpdate(buffers.add(FrameWriter.WINDOW_UPDATE_LENGTH), streamId, increment);
        }
    }

    /** As {@link #writeGoAway(int, int, String, boolean)}. */
    public void writeGoAway(int lastStreamId, ErrorCode code, @Nullable String reason, boolean last) {
        writeGoAway(lastStreamId, code.code, reason, last);
    }

    /** Writes GOAWAY; with {@code last} nothing is written after it, and the output ends when it is written. */
    public void writeGoAway(int lastStreamId, int code, @Nullable String reason, boolean last) {
        try (AutoLock l = lock.lock()) {
            if (isClosed()) {
                return;
            }
            ByteBuffer out = buffers.room(FrameType.HEADER_LENGTH + 8 + FrameWriter.MAX_REASON);
            int before = out.position();
            FrameWriter.goAway(out, lastStreamId, code, reason);
            buffers.added(out.position() - before);
            closing = last;
        }
    }

    // ---- settings and windows of the other side

    public void setMaxFrameSize(int size) {
        try (AutoLock l = lock.lock()) {
            // larger frames are allowed, and would keep other streams waiting
            maxFrameSize = Math.min(size, FrameType.DEFAULT_MAX_FRAME_SIZE);
        }
    }

    public void setHeaderTableSize(int size) {
        try (AutoLock l = lock.lock()) {
            encoder.setTableCapacity(size < 0 ? Integer.MAX_VALUE : size);
        }
    }

    /** RFC 9113, section 6.9.2. */
    public void setInitialWindow(int size) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            int delta = size - initialWindow;
            initialWindow = size;
            if (delta != 0 && streams.size() > 0) {
                for (S stream : streams.list()) {
                    stream.sendWindow += delta;
                    if (stream.sendWindow > MAX_WINDOW) {
                        throw HTTP2Exception.connection(
                                ErrorCode.FLOW_CONTROL_ERROR, "initial window makes that of a stream too large");
                    }
                    enqueue(stream);
                }
            }
        }
    }

    public void openSessionWindow(int increment) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (sendWindow + increment > MAX_WINDOW) {
                throw HTTP2Exception.connection(ErrorCode.FLOW_CONTROL_ERROR, "window of the connection too large");
            }
            sendWindow += increment;
        }
    }

    public void openStreamWindow(S stream, int increment) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (stream.sendWindow + increment > MAX_WINDOW) {
                throw HTTP2Exception.stream(
                        stream.getStreamId(), ErrorCode.FLOW_CONTROL_ERROR, "window of the stream too large");
            }
            stream.sendWindow += increment;
            enqueue(stream);
        }
    }

    // ---- windows of this side

    /** Takes note of bytes that came; {@link #consumed} is called when the application has released them. */
    public void received(int length) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            recvUsed += length;
            if (recvUsed > sessionRecvWindow) {
                throw HTTP2Exception.connection(ErrorCode.FLOW_CONTROL_ERROR, "more than the window of the connection");
            }
        }
    }

    /** Takes note of bytes that were consumed, and tells the other side when it is due. */
    public void consumed(int streamId, int length) {
        boolean flush;
        try (AutoLock l = lock.lock()) {
            recvConsumed += length;
            if (flowControl.isUpdateDue(sessionRecvWindow, recvConsumed)) {
                windowUpdate(0, recvConsumed);
                recvUsed -= recvConsumed;
                recvConsumed = 0;
            }
            S stream = streams.get(streamId);
            if (stream != null && !stream.remoteClosed) {
                stream.recvConsumed += length;
                if (flowControl.isUpdateDue(stream.recvWindow, stream.recvConsumed)) {
                    windowUpdate(streamId, stream.recvConsumed);
                    stream.recvUsed -= stream.recvConsumed;
                    stream.recvConsumed = 0;
                }
            }
            flush = isFlushDue();
        }
        if (flush) {
            flush();
        }
    }

    // ---- streams

    /** Opens a stream with the window that the settings give it. */
    public void open(S stream) {
        try (AutoLock l = lock.lock()) {
            stream.sendWindow = initialWindow;
            streams.add(stream);
        }
    }

    /** As {@link #reset(FlowStream, int)}. */
    public boolean reset(S stream, ErrorCode code) {
        return reset(stream, code.code);
    }

    /** Resets a stream and removes it; returns false if it was closed before. With the lock. */
    public boolean reset(S stream, int code) {
        if (!streams.remove(stream, StreamTable.Closed.RESET_HERE)) {
            return false;
        }
        stream.close();
        if (!isClosed()) {
            FrameWriter.reset(buffers.add(FrameWriter.RST_STREAM_LENGTH), stream.getStreamId(), code);
        }
        return true;
    }

    private void endLocal(S stream) {
        stream.localClosed = true;
        if (stream.remoteClosed) {
            streams.remove(stream, StreamTable.Closed.ENDED);
        }
        onLocalEnd(stream);
    }

    /** Why nothing can be sent on a stream now; null if something can. With the lock. */
    protected @Nullable Throwable refusal(S stream) {
        if (failure != null) {
            return new EofException(failure);
        }
        if (closing || stream.localClosed) {
            return new EofException("stream reset");
        }
        return stream.pendingCallback != null ? new WritePendingException() : null;
    }

    /** Whether nothing else can be sent: the connection failed, or ends. With the lock. */
    protected boolean isClosed() {
        return closing || failure != null;
    }

    /** Returns a buffer with room for so many octets; {@link #added} is called with those that were put. With the lock. */
    protected ByteBuffer room(int length) {
        return buffers.room(length);
    }

    protected void added(int length) {
        buffers.added(length);
    }

    /** Returns the largest payload of a frame. With the lock. */
    protected int getMaxFrameSize() {
        return maxFrameSize;
    }

    /** Writes the block of the encoder. With the lock. */
    protected void block(S stream, boolean end) {
        ByteBuffer out = buffers.room(encoder.framesLength(maxFrameSize));
        buffers.added(encoder.write(out, stream.getStreamId(), maxFrameSize, end));
        if (end) {
            endLocal(stream);
        }
    }

    /**
     * Sends content. With the lock.
     *
     * @param content null for none
     * @param last whether nothing follows but the trailers of the stream
     * @return whether all of it was copied; otherwise the callback waits, or is refused by an exception
     */
    protected boolean content(S stream, @Nullable ByteBuffer content, boolean last, Callback callback) {
        if (content == null) {
            if (last) {
                end(stream);
            }
            return true;
        }
        if (ready.isEmpty() && buffers.backlog() < MAX_BACKLOG) {
            copy(stream, content, last);
            if (!content.hasRemaining()) {
                return true;
            }
        }
        checkMayWait();
        stream.pending = content;
        stream.pendingLast = last;
        stream.beginWait(callback);
        enqueue(stream);
        return false;
    }

    /** Throws an exception if content cannot wait for a window. With the lock. */
    protected void checkMayWait() {}

    /** A write begins (1) or ceases (-1) to wait for the other side. With the lock. */
    public void waits(int change) {
        waitingWrites += change;
    }

    /** Whether the other side is known not to take content: a window is closed, or a write waits for it. */
    public boolean isStalled(S stream) {
        try (AutoLock l = lock.lock()) {
            return waitingWrites > 0 || sendWindow <= 0 || stream.sendWindow <= 0;
        }
    }

    private void enqueue(S stream) {
        if (stream.pendingCallback != null && !stream.queued && stream.sendWindow > 0) {
            stream.queued = true;
            ready.add(stream);
        }
    }

    /** Copies as much as the windows and the room let in. */
    private void copy(S stream, ByteBuffer content, boolean last) {
        while (content.hasRemaining() && buffers.backlog() < MAX_BACKLOG) {
            long window = Math.min(stream.sendWindow, sendWindow);
            if (window <= 0) {
                return;
            }
            frame(stream, content, (int) Math.min(window, Math.min(content.remaining(), maxFrameSize)), last);
        }
    }

    private void frame(S stream, ByteBuffer content, int length, boolean last) {
        boolean whole = length == content.remaining();
        boolean ends = last && whole;
        boolean endStream = ends && stream.trailers == null;
        ByteBuffer out = buffers.add(FrameType.HEADER_LENGTH + length);
        FrameWriter.header(out, length, FrameType.DATA, endStream ? FrameType.END_STREAM : 0, stream.getStreamId());
        int limit = content.limit();
        content.limit(content.position() + length);
        out.put(content);
        content.limit(limit);
        stream.sendWindow -= length;
        sendWindow -= length;
        stream.sent += length;
        onContentSent(stream, length, whole);
        if (endStream) {
            endLocal(stream);
        } else if (ends) {
            end(stream);
        }
    }

    /** Ends a stream after its content: by its trailers if there are any, otherwise by an empty frame. */
    private void end(S stream) {
        HttpFields trailers = stream.trailers;
        if (trailers == null) {
            ByteBuffer out = buffers.add(FrameType.HEADER_LENGTH);
            FrameWriter.header(out, 0, FrameType.DATA, FrameType.END_STREAM, stream.getStreamId());
            endLocal(stream);
        } else {
            encoder.trailers(trailers);
            block(stream, true);
        }
    }

    /** Takes what the windows and the room let in, a frame of each stream in turn. */
    private void pump() {
        while (!ready.isEmpty() && buffers.backlog() < MAX_BACKLOG && sendWindow > 0) {
            S stream = ready.poll();
            stream.queued = false;
            ByteBuffer content = stream.pending;
            if (content == null || stream.sendWindow <= 0) {
                continue;
            }
            int length = (int)
                    Math.min(Math.min(stream.sendWindow, sendWindow), Math.min(content.remaining(), maxFrameSize));
            try {
                frame(stream, content, length, stream.pendingLast);
            } catch (RuntimeException x) {
                // trailers that cannot be sent
                LOG.debug("could not end {}", stream, x);
                reset(stream, ErrorCode.INTERNAL_ERROR);
                Callback refused = stream.takePending();
                assert refused != null : "it waited";
                copied.add(Callback.from(refused, x));
                continue;
            }
            if (content.hasRemaining()) {
                enqueue(stream);
            } else {
                copied.add(stream.takePending());
            }
        }
    }

    // ---- the network

    /** Hands what was written to the network, unless another thread does. */
    public void flush() {
        while (true) {
            Callback[] done = null;
            boolean again = true;
            boolean end = false;
            try (AutoLock l = lock.lock()) {
                if (flushing || failure != null) {
                    return;
                }
                pump();
                if (!copied.isEmpty()) {
                    done = copied.toArray(new Callback[0]);
                    copied.clear();
                }
                if (buffers.takeBatch()) {
                    flushing = true;
                } else {
                    end = closing;
                    if (end) {
                        failure = new EofException("closed");
                    }
                    again = false;
                }
            }
            again = again && write.write(buffers);
            if (done != null) {
                for (Callback callback : done) {
                    complete(callback);
                }
            }
            if (end) {
                onOutputEnded();
            }
            if (!again) {
                return;
            }
        }
    }

    /** The batch is written, or failed; returns whether there may be another one. */
    boolean onWritten() {
        try (AutoLock l = lock.lock()) {
            buffers.batchWritten();
            flushing = false;
            return failure == null;
        }
    }

    /** Gives up what was not written; what is written from now on fails. */
    public void fail(Throwable cause) {
        try (AutoLock l = lock.lock()) {
            if (failure == null) {
                failure = cause;
            }
            write.stopWatching();
            buffers.drop();
            ready.clear();
        }
    }
}
