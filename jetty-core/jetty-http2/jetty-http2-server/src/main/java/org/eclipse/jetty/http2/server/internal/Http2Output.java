package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.hpack.HpackEncoder;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.io.RuntimeIOException;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;
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
 * writing  IDLE --flush--&gt; BEGUN --taken by the network at once--&gt; IDLE, or the next batch
 *                          BEGUN --not at once--&gt; PENDING --written--&gt; as above, in the thread that completes it
 *
 * content  nothing --send--&gt; copied: the callback succeeds
 *                  --send--&gt; pending in its stream --window and room--&gt; ready, in turn --&gt; copied
 *                            pending --reset--&gt; the callback fails
 * </pre>
 *
 * <p>Guarded by lock, which is also that of the streams' state. Callbacks and the network are called without it.
 */
final class Http2Output implements Callback {
    private static final Logger LOG = LoggerFactory.getLogger(Http2Output.class);

    /** The bytes that may wait to be written; content beyond it stays with the application. */
    private static final int MAX_BACKLOG = 64 * 1024;

    /** Beyond it, frames that answer the client's are more than it reads. */
    private static final int MAX_CONTROL_BACKLOG = 4 * MAX_BACKLOG;

    /** The bytes at which the thread that parses flushes before it has used up its input. */
    private static final int FLUSH_AT = 32 * 1024;

    private static final int LARGE_FRAME = 64;
    private static final int BUFFER_SIZE = 16 * 1024;
    private static final int MAX_WINDOW = Integer.MAX_VALUE;

    private static final int IDLE = 0;
    private static final int BEGUN = 1;
    private static final int DONE = 2;
    private static final int PENDING = 3;

    private final AutoLock lock = new AutoLock();
    private final AtomicInteger write = new AtomicInteger();
    private final HTTP2ServerConnection connection;
    private final EndPoint endPoint;
    private final ByteBufferPool pool;
    private final boolean direct;
    private final int maxResponseHeaderSize;
    private final HpackEncoder encoder;
    private final FlowControlStrategy flowControl;
    private final int sessionRecvWindow;
    private final StreamTable streams = new StreamTable();
    private final ArrayDeque<Http2Stream> ready = new ArrayDeque<>();
    private final List<Callback> copied = new ArrayList<>();
    private List<RetainableByteBuffer> full = new ArrayList<>(4);
    private RetainableByteBuffer current;
    private ByteBuffer out;
    private List<RetainableByteBuffer> batch = new ArrayList<>(4);
    private int backlog;
    private boolean flushing;
    private boolean closing;
    private boolean inputEnded;
    private Throwable failure;
    private long bytesOut;
    private long messagesOut;
    private final long minDataRate;
    private WriteRate rate;

    private int maxFrameSize = FrameType.DEFAULT_MAX_FRAME_SIZE;
    private int initialWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
    private long sendWindow = FlowControlStrategy.DEFAULT_WINDOW_SIZE;
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
            int sessionRecvWindow) {
        this.connection = connection;
        this.endPoint = endPoint;
        this.pool = pool;
        this.direct = direct;
        maxResponseHeaderSize = configuration.getMaxResponseHeaderSize();
        minDataRate = configuration.getMinResponseDataRate();
        this.flowControl = flowControl;
        this.sessionRecvWindow = sessionRecvWindow;
        encoder = new HpackEncoder(maxEncoderTable);
    }

    /** The lock of the connection's and its streams' state. */
    AutoLock lock() {
        return lock.lock();
    }

    StreamTable streams() {
        return streams;
    }

    long getBytesOut() {
        return bytesOut;
    }

    long getMessagesOut() {
        return messagesOut;
    }

    /** Whether the network has yet to take what was given to it. */
    boolean isWriting() {
        return write.get() == PENDING;
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
                && (backlog > 0 || (!ready.isEmpty() && sendWindow > 0))
                && (backlog >= FLUSH_AT || producer != Thread.currentThread());
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

    // ---- room; with the lock

    private void room(int length) {
        if (out != null && out.remaining() >= length) {
            return;
        }
        if (out != null) {
            full.add(current);
        }
        current = pool.acquire(Math.max(length, BUFFER_SIZE), direct);
        out = current.getByteBuffer();
        BufferUtil.clearToFill(out);
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
    private void control(int length) throws HTTP2Exception {
        if (backlog > MAX_CONTROL_BACKLOG && flushing) {
            throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "answers are not read");
        }
        room(length);
        backlog += length;
    }

    void writeSettings(int... settings) {
        try (AutoLock l = lock.lock()) {
            int length = FrameType.HEADER_LENGTH + settings.length * 3;
            room(length);
            backlog += length;
            FrameWriter.settings(out, settings);
        }
    }

    void writeSettingsAck() throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                control(FrameType.HEADER_LENGTH);
                FrameWriter.settingsAck(out);
            }
        }
    }

    void writePingAck(long opaque) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                control(FrameWriter.PING_LENGTH);
                FrameWriter.ping(out, true, opaque);
            }
        }
    }

    /** Resets a stream that is not in the table. */
    void writeReset(int streamId, ErrorCode code) throws HTTP2Exception {
        try (AutoLock l = lock.lock()) {
            if (!isClosed()) {
                control(FrameWriter.RST_STREAM_LENGTH);
                FrameWriter.reset(out, streamId, code.code);
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
            room(FrameWriter.WINDOW_UPDATE_LENGTH);
            backlog += FrameWriter.WINDOW_UPDATE_LENGTH;
            FrameWriter.windowUpdate(out, streamId, increment);
        }
    }

    /** Writes GOAWAY; with {@code last} nothing is written behind it, and the output ends when it is written. */
    void writeGoAway(int lastStreamId, ErrorCode code, String reason, boolean last) {
        try (AutoLock l = lock.lock()) {
            if (isClosed()) {
                return;
            }
            int length = FrameType.HEADER_LENGTH + 8 + FrameWriter.MAX_REASON;
            room(length);
            int before = out.position();
            FrameWriter.goAway(out, lastStreamId, code.code, reason);
            backlog += out.position() - before;
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
            room(FrameWriter.RST_STREAM_LENGTH);
            backlog += FrameWriter.RST_STREAM_LENGTH;
            FrameWriter.reset(out, stream.getStreamId(), code.code);
        }
        return true;
    }

    private void endLocal(Http2Stream stream) {
        stream.localClosed = true;
        messagesOut++;
        if (stream.remoteClosed) {
            streams.remove(stream, StreamTable.Closed.ENDED);
        }
        if (!stream.isRefused()) {
            connection.getCosts().earnAnswer();
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
        if (rest != null && ready.isEmpty() && backlog < MAX_BACKLOG) {
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
        stream.pendingCallback = callback;
        stream.beginWait();
        enqueue(stream);
        return false;
    }

    private void enqueue(Http2Stream stream) {
        if (stream.pendingCallback != null && !stream.queued && stream.sendWindow > 0) {
            stream.queued = true;
            ready.add(stream);
        }
    }

    /** Copies as much as the windows and the room let in. */
    private void copy(Http2Stream stream, ByteBuffer content, boolean last) {
        while (content.hasRemaining() && backlog < MAX_BACKLOG) {
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
        room(FrameType.HEADER_LENGTH + length);
        FrameWriter.header(out, length, FrameType.DATA, endStream ? FrameType.END_STREAM : 0, stream.getStreamId());
        int limit = content.limit();
        content.limit(content.position() + length);
        out.put(content);
        content.limit(limit);
        stream.sendWindow -= length;
        sendWindow -= length;
        stream.sent += length;
        backlog += FrameType.HEADER_LENGTH + length;
        if (length >= LARGE_FRAME && !stream.isRefused()) {
            // a client may tell in many small steps that it consumed this
            connection.getCosts().earnAnswer();
        } else if (whole) {
            // small because it was written so, not because the window is
            connection.getCosts().sentSmall();
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
            room(FrameType.HEADER_LENGTH);
            FrameWriter.header(out, 0, FrameType.DATA, FrameType.END_STREAM, stream.getStreamId());
            backlog += FrameType.HEADER_LENGTH;
        } else {
            checkSize(trailers);
            encoder.begin();
            encode(trailers);
            block(stream, true);
        }
        endLocal(stream);
    }

    private void head(Http2Stream stream, MetaData.Response response, boolean end, long contentLength) {
        HttpFields fields = response.getHttpFields();
        checkSize(fields);
        encoder.begin();
        encoder.status(response.getStatus());
        if (contentLength >= 0) {
            encoder.contentLength(contentLength);
        }
        encode(fields);
        block(stream, end);
    }

    private void checkSize(HttpFields fields) {
        long size = 0;
        for (int i = fields.size() - 1; i >= 0; i--) {
            HttpField field = fields.getField(i);
            String value = field.getValue();
            size += field.getName().length() + (value == null ? 0 : value.length()) + 4;
        }
        if (size > maxResponseHeaderSize) {
            throw new HttpException.RuntimeException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    "response fields of " + size + " octets (expected: at most " + maxResponseHeaderSize + ")");
        }
    }

    private void encode(HttpFields fields) {
        for (int i = 0, size = fields.size(); i < size; i++) {
            HttpField field = fields.getField(i);
            HttpHeader header = field.getHeader();
            if (header == null) {
                if (field.getName().charAt(0) != ':') {
                    encoder.field(field);
                }
                continue;
            }
            switch (header) {
                case CONNECTION,
                        KEEP_ALIVE,
                        PROXY_CONNECTION,
                        TRANSFER_ENCODING,
                        UPGRADE,
                        HTTP2_SETTINGS,
                        C_METHOD,
                        C_SCHEME,
                        C_AUTHORITY,
                        C_PATH,
                        C_PROTOCOL,
                        C_STATUS -> {
                    // of HTTP/1.1, or not for fields (RFC 9113 sections 8.2.2 and 8.3)
                }
                default -> encoder.field(field);
            }
        }
    }

    private void block(Http2Stream stream, boolean end) {
        int length = FrameWriter.headersLength(encoder.length(), maxFrameSize);
        room(length);
        backlog += FrameWriter.headers(out, stream.getStreamId(), encoder.array(), encoder.length(), maxFrameSize, end);
    }

    /** Takes what the windows and the room let in, a frame of each stream in turn. */
    private void pump() {
        while (!ready.isEmpty() && backlog < MAX_BACKLOG && sendWindow > 0) {
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
                if (out == null) {
                    end = closing;
                    if (end) {
                        failure = new EofException("closed");
                    }
                    again = false;
                } else {
                    flushing = true;
                    full.add(current);
                    current = null;
                    out = null;
                    List<RetainableByteBuffer> empty = batch;
                    batch = full;
                    full = empty;
                }
            }
            again = again && write();
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

    /** Writes the batch; returns whether it was written at once. */
    private boolean write() {
        write.set(BEGUN);
        long before = bytesOut;
        int size = batch.size();
        ByteBuffer first = batch.get(0).getByteBuffer();
        ByteBuffer[] all = null;
        if (size == 1) {
            first.flip();
            bytesOut += first.remaining();
            endPoint.write(this, first);
        } else {
            all = new ByteBuffer[size];
            for (int i = 0; i < size; i++) {
                all[i] = batch.get(i).getByteBuffer();
                all[i].flip();
                bytesOut += all[i].remaining();
            }
            endPoint.write(this, all);
        }
        if (minDataRate > 0 && write.get() == BEGUN) {
            watch(all == null ? new ByteBuffer[] {first} : all, bytesOut - before);
        }
        if (write.compareAndSet(BEGUN, PENDING)) {
            return false;
        }
        return written();
    }

    private void watch(ByteBuffer[] buffers, long length) {
        if (rate == null) {
            rate = new WriteRate(connection.getConnector().getScheduler(), endPoint, minDataRate);
        }
        rate.watch(buffers, length);
    }

    /** Gives the buffers back; returns whether to go on. */
    private boolean written() {
        write.set(IDLE);
        if (rate != null) {
            rate.done();
        }
        try (AutoLock l = lock.lock()) {
            for (int i = 0; i < batch.size(); i++) {
                RetainableByteBuffer buffer = batch.get(i);
                BufferUtil.clear(buffer.getByteBuffer());
                buffer.release();
            }
            batch.clear();
            flushing = false;
            backlog = 0;
            for (int i = 0; i < full.size(); i++) {
                backlog += full.get(i).getByteBuffer().position();
            }
            if (out != null) {
                backlog += out.position();
            }
            return failure == null;
        }
    }

    @Override
    public void succeeded() {
        if (!write.compareAndSet(BEGUN, DONE) && written()) {
            flush();
        }
    }

    @Override
    public void failed(Throwable x) {
        boolean pending = !write.compareAndSet(BEGUN, DONE);
        fail(x);
        if (pending) {
            written();
        }
        connection.onWriteFailed(x);
    }

    /** Gives up what was not written; what is written from now on fails. */
    void fail(Throwable cause) {
        try (AutoLock l = lock.lock()) {
            if (failure == null) {
                failure = cause;
            }
            if (rate != null) {
                rate.done();
                rate.destroy();
            }
            for (RetainableByteBuffer buffer : full) {
                BufferUtil.clear(buffer.getByteBuffer());
                buffer.release();
            }
            full.clear();
            if (current != null) {
                BufferUtil.clear(current.getByteBuffer());
                current.release();
                current = null;
                out = null;
            }
            ready.clear();
        }
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }
}
