package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RuntimeIOException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that a connection writes, in the order of the wire.
 *
 * <p>Frames are copied into pooled buffers. Content that is copied is done with; content that the windows (RFC 9113 section
 * 5.2) or the amount that waits to be written do not let in stays with its stream, and is taken, a frame of each stream in
 * turn, when they do.
 *
 * <pre>
 * frames   {@link ResponseEncoder}, windows --&gt; {@link FrameBuffers} --flush--&gt; {@link BatchWrite} --&gt; network
 *
 * content  nothing --send--&gt; copied: the callback succeeds
 *                  --send--&gt; pending in its stream --window and room--&gt; ready, in turn --&gt; copied
 *                            pending --reset--&gt; the callback fails
 * </pre>
 *
 * <p>Guarded by lock, which is also that of the streams' state. Callbacks and the network are called without it. Windows and
 * turns are one class, because each frame of content takes from both.
 */
final class Http2Output {
    private static final Logger LOG = LoggerFactory.getLogger(Http2Output.class);

    /** The bytes that may wait to be written; content beyond it stays with the application. */
    private static final int MAX_BACKLOG = 64 * 1024;

    /** Beyond it, frames that answer the client's are more than it reads. */
    private static final int MAX_CONTROL_BACKLOG = 4 * MAX_BACKLOG;

    /** The bytes at which the thread that parses flushes before it has used up its input. */
    private static final int FLUSH_AT = 32 * 1024;

    private static final int LARGE_FRAME = 64;
    private static final int MAX_WINDOW = Integer.MAX_VALUE;

    private final AutoLock lock = new AutoLock();
    private final HTTP2ServerConnection connection;
    private final FrameBuffers buffers;
    private final BatchWrite write;
    private final ResponseEncoder encoder;
    private final FlowControlStrategy flowControl;
    private final int sessionRecvWindow;
    private final CostAccount costs;
    private final StreamTable streams = new StreamTable();
    private final ArrayDeque<Http2Stream> ready = new ArrayDeque<>();
    private final List<Callback> copied = new ArrayList<>();
    private boolean flushing;
    private boolean closing;
    private boolean inputEnded;
    private Throwable failure;
    private long messagesOut;

    private int maxFrameSize = FrameType.DEFAULT_MAX_FRAME_SIZE;
    private int initialWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
    private long sendWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
    private int waitingWrites;
    private int recvUsed;
    private int recvConsumed;

    /** The thread that parses and will flush when it has used up its input. */
    private volatile Thread producer;

    Http2Output(
            HTTP2ServerConnection connection,
            EndPoint endPoint,
            ByteBufferPool pool,
            boolean direct,
            HttpConfiguration configuration,
            int maxEncoderTable,
            FlowControlStrategy flowControl,
            int sessionRecvWindow,
            CostAccount costs) {
        this.connection = connection;
        buffers = new FrameBuffers(pool, direct);
        write = new BatchWrite(
                this, endPoint, connection.getConnector().getScheduler(), configuration.getMinResponseDataRate());
        encoder = new ResponseEncoder(configuration.getMaxResponseHeaderSize(), maxEncoderTable);
        this.flowControl = flowControl;
        this.sessionRecvWindow = sessionRecvWindow;
        this.costs = costs;
    }

    /** The lock of the connection's and its streams' state. */
    AutoLock lock() {
        return lock.lock();
    }

    StreamTable streams() {
        return streams;
    }

    long getBytesOut() {
        return write.getBytesOut();
    }

    long getMessagesOut() {
        return messagesOut;
    }

    /** Whether the network has yet to take what was given to it. */
    boolean isWriting() {
        return write.isPending();
    }

    // ---- who flushes

    /** The current thread parses, and calls {@link #leaveProducer} when it has used up its input. */
    void enterProducer() {
        Thread current = Thread.currentThread();
        if (producer != current) {
            producer = current;
        }
    }

    void leaveProducer() {
        producer = null;
        flush();
    }

    private boolean isFlushDue() {
        return !flushing
                && (buffers.backlog() > 0 || (!ready.isEmpty() && sendWindow > 0))
                && (buffers.backlog() >= FLUSH_AT || producer != Thread.currentThread());
    }

    /** Flushes, unless the current thread will do so when it has used up its input. */
    void flushIfDue() {
        boolean due;
        try (AutoLock l = lock.lock()) {
            due = isFlushDue();
        }
        if (due) {
            flush();
        }
    }

    /** No window will be opened any longer. With the lock. */
    void endInput() {
        inputEnded = true;
    }

    private boolean isClosed() {
        return closing || failure != null;
    }

    // ---- frames other than of responses

    /**
     * Writes what is due to the client's frames.
     *
     * @throws HTTP2Exception if the client sends more of these than it reads answers
     */
    private ByteBuffer control(int length) throws HTTP2Exception {
        if (buffers.backlog() > MAX_CONTROL_BACKLOG && flushing) {
            throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "answers are not read");
        }
        return buffers.add(length);
    }

    void writeSettings(int... settings) {
        try (AutoLock l = lock.lock()) {
            FrameWriter.settings(buffers.add(FrameType.HEADER_LENGTH + settings.length * 3), settings);
        }
    }

    void writeSettingsAck() throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.settingsAck(control(FrameType.HEADER_LENGTH));
            }
        }
    }

    void writePingAck(long opaque) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.ping(control(FrameWriter.PING_LENGTH), true, opaque);
            }
        }
    }

    /** Resets a stream that is not in the table. */
    void writeReset(int streamId, ErrorCode code) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                FrameWriter.reset(control(FrameWriter.RST_STREAM_LENGTH), streamId, code.code);
            }
        }
    }

    void writeWindowUpdate(int streamId, int increment) {
        try (AutoLock l = lock.lock()) {
            windowUpdate(streamId, increment);
        }
    }

    private void windowUpdate(int streamId, int increment) {
        if (!isClosed()) {
            FrameWriter.windowUpdate(buffers.add(FrameWriter.WINDOW_UPDATE_LENGTH), streamId, increment);
        }
    }

    /** Writes GOAWAY; with {@code last} nothing is written behind it, and the output ends when it is written. */
    void writeGoAway(int lastStreamId, ErrorCode code, String reason, boolean last) {
        try (AutoLock l = lock.lock()) {
            if (isClosed()) {
                return;
            }
            ByteBuffer out = buffers.room(FrameType.HEADER_LENGTH + 8 + FrameWriter.MAX_REASON);
            int before = out.position();
            FrameWriter.goAway(out, lastStreamId, code.code, reason);
            buffers.added(out.position() - before);
            closing = last;
        }
    }

    // ---- settings and windows of the other side

    void setMaxFrameSize(int size) {
        try (AutoLock l = lock.lock()) {
            // larger frames are allowed, and would keep other streams waiting
            maxFrameSize = Math.min(size, FrameType.DEFAULT_MAX_FRAME_SIZE);
        }
    }

    void setHeaderTableSize(int size) {
        try (AutoLock l = lock.lock()) {
            encoder.setTableCapacity(size < 0 ? Integer.MAX_VALUE : size);
        }
    }

    /** RFC 9113 section 6.9.2. */
    void setInitialWindow(int size) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            int delta = size - initialWindow;
            initialWindow = size;
            if (delta != 0 && streams.size() > 0) {
                for (Http2Stream stream : streams.toArray()) {
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

    void openSessionWindow(int increment) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (sendWindow + increment > MAX_WINDOW) {
                throw HTTP2Exception.connection(ErrorCode.FLOW_CONTROL_ERROR, "window of the connection too large");
            }
            sendWindow += increment;
        }
    }

    void openStreamWindow(Http2Stream stream, int increment) throws HTTP2Exception {
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

    /** Takes note of bytes that came; whoever consumes them calls {@link #consumed}. */
    void received(int length) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            recvUsed += length;
            if (recvUsed > sessionRecvWindow) {
                throw HTTP2Exception.connection(ErrorCode.FLOW_CONTROL_ERROR, "more than the window of the connection");
            }
        }
    }

    /** Takes note of bytes that were consumed, and tells the other side when it is due. */
    void consumed(int streamId, int length) {
        boolean flush;
        try (AutoLock l = lock.lock()) {
            recvConsumed += length;
            if (flowControl.isUpdateDue(sessionRecvWindow, recvConsumed)) {
                windowUpdate(0, recvConsumed);
                recvUsed -= recvConsumed;
                recvConsumed = 0;
            }
            Http2Stream stream = streams.get(streamId);
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
    void open(Http2Stream stream) {
        try (AutoLock l = lock.lock()) {
            stream.sendWindow = initialWindow;
            streams.add(stream);
        }
    }

    /** Resets a stream and removes it; returns false if it was closed before. With the lock. */
    boolean reset(Http2Stream stream, ErrorCode code) {
        if (!streams.remove(stream, StreamTable.Closed.RESET_HERE)) {
            return false;
        }
        stream.localClosed = true;
        stream.remoteClosed = true;
        if (!isClosed()) {
            FrameWriter.reset(buffers.add(FrameWriter.RST_STREAM_LENGTH), stream.getStreamId(), code.code);
        }
        return true;
    }

    private void endLocal(Http2Stream stream) {
        stream.localClosed = true;
        messagesOut++;
        if (stream.remoteClosed) {
            streams.remove(stream, StreamTable.Closed.ENDED);
        }
        if (!stream.isRefused() && !stream.isPushed()) {
            costs.earnAnswer();
        }
    }

    /**
     * Sends a part of a response.
     *
     * @param response the head, with the first part; one of 1xx is all of its part
     */
    void send(Http2Stream stream, MetaData.Response response, boolean last, ByteBuffer content, Callback callback) {
        Throwable refused = null;
        boolean done = false;
        boolean flush;
        try (AutoLock l = lock.lock()) {
            if (failure != null) {
                refused = new EofException(failure);
            } else if (closing || stream.localClosed) {
                refused = new EofException("stream reset");
            } else if (stream.pendingCallback != null) {
                refused = new java.nio.channels.WritePendingException();
            } else {
                try {
                    done = begin(stream, response, last, content, callback);
                } catch (RuntimeException x) {
                    refused = x;
                }
            }
            flush = isFlushDue();
        }
        if (flush) {
            flush();
        }
        if (refused != null) {
            callback.failed(refused);
        } else if (done) {
            callback.succeeded();
        }
    }

    /** Returns whether all of it was copied. */
    private boolean begin(
            Http2Stream stream, MetaData.Response response, boolean last, ByteBuffer content, Callback callback) {
        ByteBuffer rest = content != null && content.hasRemaining() ? content : null;
        if (response != null) {
            if (HttpStatus.isInterim(response.getStatus()) || response.getStatus() == 101) {
                head(stream, response, false, -1);
                return true;
            }
            stream.begin(response);
            if (rest != null && stream.noContent) {
                // it counts, and is not sent (RFC 9110 section 9.3.2)
                stream.sent += rest.remaining();
                rest.position(rest.limit());
                rest = null;
            }
            stream.checkLength(last, rest == null ? 0 : rest.remaining());
            if (stream.isTunnel()) {
                head(stream, response, false, -1);
                stream.committed = true;
                return true;
            }
            boolean end = last && rest == null && stream.trailers == null;
            head(stream, response, end, last ? stream.implicitLength(content, rest) : -1);
            stream.committed = true;
            if (end) {
                endLocal(stream);
                return true;
            }
        } else {
            if (rest != null && stream.noContent) {
                stream.sent += rest.remaining();
                rest.position(rest.limit());
                rest = null;
            }
            stream.checkLength(last, rest == null ? 0 : rest.remaining());
        }
        if (rest == null && !last) {
            return true;
        }
        if (rest != null && ready.isEmpty() && buffers.backlog() < MAX_BACKLOG) {
            copy(stream, rest, last);
            if (!rest.hasRemaining()) {
                return true;
            }
        } else if (rest == null) {
            end(stream);
            return true;
        }
        if (inputEnded) {
            throw new RuntimeIOException(new EofException("the client ended the connection, and opens no window"));
        }
        stream.pending = rest;
        stream.pendingLast = last;
        stream.beginWait(callback);
        enqueue(stream);
        return false;
    }

    /** A write begins (1) or ceases (-1) to wait for the client. With the lock. */
    void waits(int change) {
        waitingWrites += change;
    }

    /** Whether the client is known not to take responses: a window is closed, or a write waits for it. */
    boolean isStalled(Http2Stream stream) {
        try (AutoLock l = lock.lock()) {
            return waitingWrites > 0 || sendWindow <= 0 || stream.sendWindow <= 0;
        }
    }

    private void enqueue(Http2Stream stream) {
        if (stream.pendingCallback != null && !stream.queued && stream.sendWindow > 0) {
            stream.queued = true;
            ready.add(stream);
        }
    }

    /** Copies as much as the windows and the room let in. */
    private void copy(Http2Stream stream, ByteBuffer content, boolean last) {
        while (content.hasRemaining() && buffers.backlog() < MAX_BACKLOG) {
            long window = Math.min(stream.sendWindow, sendWindow);
            if (window <= 0) {
                return;
            }
            frame(stream, content, (int) Math.min(window, Math.min(content.remaining(), maxFrameSize)), last);
        }
    }

    private void frame(Http2Stream stream, ByteBuffer content, int length, boolean last) {
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
        if (length >= LARGE_FRAME && !stream.isRefused()) {
            // a client may tell in many small steps that it consumed this
            costs.earnAnswer();
        } else if (whole) {
            // small because it was written so, not because the window is
            costs.sentSmall();
        }
        if (endStream) {
            endLocal(stream);
        } else if (ends) {
            end(stream);
        }
    }

    /** Ends a stream behind its content: by its trailers if there are any, else by an empty frame. */
    private void end(Http2Stream stream) {
        HttpFields trailers = stream.trailers;
        if (trailers == null) {
            ByteBuffer out = buffers.add(FrameType.HEADER_LENGTH);
            FrameWriter.header(out, 0, FrameType.DATA, FrameType.END_STREAM, stream.getStreamId());
        } else {
            encoder.trailers(trailers);
            block(stream, true);
        }
        endLocal(stream);
    }

    private void head(Http2Stream stream, MetaData.Response response, boolean end, long contentLength) {
        encoder.head(response, contentLength);
        block(stream, end);
    }

    /**
     * Promises a stream. With the lock.
     *
     * @param parent the stream of the client, which is neither reset nor ended
     * @throws HttpException.RuntimeException if the fields are too large, before anything is sent
     */
    void promise(Http2Stream parent, int promisedId, MetaData.Request request) {
        encoder.promise(request);
        ByteBuffer out = buffers.room(encoder.promiseLength(maxFrameSize));
        buffers.added(encoder.writePromise(out, parent.getStreamId(), promisedId, maxFrameSize));
    }

    /** Whether streams can be promised: the connection neither failed nor ends. With the lock. */
    boolean mayPromise() {
        return failure == null && !closing;
    }

    private void block(Http2Stream stream, boolean end) {
        ByteBuffer out = buffers.room(encoder.framesLength(maxFrameSize));
        buffers.added(encoder.write(out, stream.getStreamId(), maxFrameSize, end));
    }

    /** Takes what the windows and the room let in, a frame of each stream in turn. */
    private void pump() {
        while (!ready.isEmpty() && buffers.backlog() < MAX_BACKLOG && sendWindow > 0) {
            Http2Stream stream = ready.poll();
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
                content.position(content.limit());
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
    void flush() {
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
                    connection.complete(callback);
                }
            }
            if (end) {
                connection.onOutputEnded();
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

    void onWriteFailed(Throwable cause) {
        connection.onWriteFailed(cause);
    }

    /** Gives up what was not written; what is written from now on fails. */
    void fail(Throwable cause) {
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
