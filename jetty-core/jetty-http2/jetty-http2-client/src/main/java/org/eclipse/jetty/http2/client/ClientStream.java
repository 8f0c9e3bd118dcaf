package org.eclipse.jetty.http2.client;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PushPromiseFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.internal.FlowStream;
import org.eclipse.jetty.http2.internal.ReceivedContent;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.Retainable;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * A stream that this side opened. It belongs to one request for ever.
 *
 * <p>The listener is called in the order in which frames came, by one thread at a time. Guarded by the lock of the connection.
 */
final class ClientStream extends FlowStream implements Stream {
    private final SerializedInvoker invoker;
    private final AtomicBoolean closedReported = new AtomicBoolean();
    private final ClientConnection connection;
    private final ClientOutput output;
    private final MetaData.Request request;
    private volatile Stream.Listener listener;
    private volatile @Nullable Map<String, Object> attributes;
    private volatile long idleTimeout;
    private volatile long lastActivity = System.nanoTime();

    private @Nullable ReceivedContent received;
    private boolean headReceived;
    private boolean noContent;
    private long contentLength = -1;
    private long receivedLength;
    private boolean demanded;
    private boolean reset;
    private boolean failed;

    ClientStream(
            ClientConnection connection,
            ClientOutput output,
            int streamId,
            Stream.Listener listener,
            MetaData.Request request,
            int recvWindow,
            long idleTimeout) {
        this(
                connection,
                output,
                streamId,
                listener,
                new SerializedInvoker(ClientStream.class),
                request,
                recvWindow,
                idleTimeout);
    }

    private ClientStream(
            ClientConnection connection,
            ClientOutput output,
            int streamId,
            Stream.Listener listener,
            SerializedInvoker invoker,
            MetaData.Request request,
            int recvWindow,
            long idleTimeout) {
        super(streamId);
        this.listener = listener;
        this.invoker = invoker;
        this.connection = connection;
        this.output = output;
        this.request = request;
        this.recvWindow = recvWindow;
        this.idleTimeout = idleTimeout;
    }

    @Override
    public int getId() {
        return getStreamId();
    }

    @Override
    public Session getSession() {
        return connection;
    }

    @Override
    public Stream.Listener getListener() {
        return listener;
    }

    @Override
    public boolean isLocal() {
        return !isPushed();
    }

    MetaData.Request getRequest() {
        return request;
    }

    /** With the lock. */
    void setRecvWindow(int octets) {
        recvWindow = octets;
    }

    /** Creates a stream that is promised on this one, whose listener is called in turn with that of this one. */
    ClientStream newPushed(int streamId, MetaData.Request promised, int window) {
        // until its listener is known; nothing is reported before
        Stream.Listener none = Stream.Listener.AUTO_DISCARD;
        ClientStream pushed =
                new ClientStream(connection, output, streamId, none, invoker, promised, window, idleTimeout);
        pushed.localClosed = true;
        return pushed;
    }

    /** A stream was promised on this one; returns the task that asks the listener whether it is wanted. */
    @Nullable
    Runnable onPush(ClientStream pushed, PushPromiseFrame frame) {
        return call(() -> {
            Stream.Listener wanted = null;
            try {
                wanted = listener.onPush(pushed, frame);
            } finally {
                pushed.begin(wanted);
            }
        });
    }

    private void begin(Stream.@Nullable Listener wanted) {
        if (wanted == null) {
            listener = Stream.Listener.AUTO_DISCARD;
            reset(new ResetFrame(getStreamId(), ErrorCode.REFUSED_STREAM_ERROR.code), Callback.NOOP);
        } else {
            listener = wanted;
            wanted.onNewStream(this);
        }
    }

    /** Reports that it was opened, before anything that comes; returns the task for that. With the lock. */
    @Nullable
    Runnable opened(Promise<Stream> promise) {
        return invoker.offer(() -> {
            listener.onNewStream(this);
            promise.succeeded(this);
        });
    }

    // ---- what comes; called by the thread that parses

    /** Has the listener called in its turn; returns the task for that, or null if another thread does it. */
    private @Nullable Runnable call(Runnable event) {
        return invoker.offer(event);
    }

    boolean isHeadReceived() {
        return headReceived;
    }

    /**
     * The head of a response came, or of an interim one.
     *
     * @return the task that notifies the listener; null if another thread does it
     */
    @Nullable
    Runnable onHead(int status, HttpFields fields, long length, boolean endStream) throws HTTP2Exception {
        boolean interim = HttpStatus.isInterim(status);
        lastActivity = connection.now();
        try (AutoLock l = output.lock()) {
            if (interim) {
                if (endStream) {
                    throw malformed("interim response that ends the stream");
                }
            } else {
                headReceived = true;
                noContent = HttpMethod.HEAD.is(request.getMethod()) || HttpStatus.hasNoBody(status);
                contentLength = noContent || MetaData.isTunnel(request.getMethod(), status) ? -1 : length;
                if (endStream) {
                    if (contentLength > 0) {
                        throw malformed("content-length without content");
                    }
                    received().add(Content.Chunk.EOF);
                    closeRemote();
                }
            }
        }
        MetaData.Response head = new MetaData.Response(status, null, HttpVersion.HTTP_2, fields, length);
        HeadersFrame frame = new HeadersFrame(getStreamId(), head, endStream);
        return call(() -> {
            listener.onHeaders(this, frame);
            reportClosed();
        });
    }

    /** The trailers came, which end the response; returns the task that notifies the listener, as {@link #call} does. */
    @Nullable
    Runnable onTrailers(HttpFields fields) throws HTTP2Exception {
        boolean wake;
        lastActivity = connection.now();
        try (AutoLock l = output.lock()) {
            if (contentLength >= 0 && receivedLength < contentLength) {
                throw malformed("content of another length than content-length");
            }
            received().add(new Trailers(fields));
            closeRemote();
            wake = demanded;
            demanded = false;
        }
        return call(wake ? this::available : this::reportClosed);
    }

    /**
     * A piece of content came.
     *
     * @return the task that notifies the listener; null if it has not demanded content
     */
    @Nullable
    Runnable onContent(RetainableByteBuffer input, int position, int length, int controlled, boolean last)
            throws HTTP2Exception {
        boolean wake = false;
        int consumed = controlled;
        lastActivity = connection.now();
        try (AutoLock l = output.lock()) {
            // unless another thread has reset it meanwhile
            if (!remoteClosed) {
                // of padding nothing is left to be consumed
                consumed = controlled - length;
                wake = addContent(input, position, length, controlled, last);
            }
        }
        if (consumed > 0) {
            output.consumed(getStreamId(), consumed);
        }
        if (wake) {
            return call(this::available);
        }
        return last ? call(this::reportClosed) : null;
    }

    /** Returns whether the listener waits for it. With the lock. */
    private boolean addContent(RetainableByteBuffer input, int position, int length, int controlled, boolean last)
            throws HTTP2Exception {
        recvUsed += controlled;
        // the end alone needs no window (RFC 9113, section 6.9.1), which may have become smaller
        if (controlled > 0 && recvUsed > recvWindow) {
            throw HTTP2Exception.stream(
                    getStreamId(), ErrorCode.FLOW_CONTROL_ERROR, "more than the window of the stream");
        }
        checkContent(length, last);
        if (length > 0) {
            received().add(input, position, length, last);
        } else if (last) {
            received().add(Content.Chunk.EOF);
        }
        if (last) {
            closeRemote();
        }
        boolean wake = demanded && (length > 0 || last);
        if (wake) {
            demanded = false;
        }
        return wake;
    }

    private void checkContent(int length, boolean last) throws HTTP2Exception {
        if (!headReceived) {
            throw malformed("content before the head of the response");
        }
        if (noContent && length > 0) {
            throw malformed("content of a response that has none");
        }
        receivedLength += length;
        if (contentLength >= 0 && (receivedLength > contentLength || last && receivedLength < contentLength)) {
            throw malformed("content of another length than content-length");
        }
    }

    private HTTP2Exception malformed(String reason) {
        return HTTP2Exception.stream(getStreamId(), ErrorCode.PROTOCOL_ERROR, reason);
    }

    private ReceivedContent received() {
        ReceivedContent current = received;
        if (current == null) {
            current = new ReceivedContent(output, getStreamId());
            received = current;
        }
        return current;
    }

    private void closeRemote() {
        remoteClosed = true;
        if (localClosed) {
            output.streams().remove(this, StreamTable.Closed.ENDED);
        }
    }

    /**
     * Ends it other than well. In the same step it becomes known as reset: otherwise it would look for a moment as if all of the
     * request had been sent. With the lock.
     */
    @Override
    public void close() {
        super.close();
        reset = true;
    }

    /**
     * The other side has reset it, and it is not in the table any longer.
     *
     * @param complete whether the whole response had come, so that only what is sent is given up (RFC 9113, section 8.1)
     */
    @Nullable
    Runnable onReset(int error, boolean complete) {
        EofException cause = new EofException("Stream reset by the server: " + ErrorCode.toString(error, null));
        if (complete) {
            failSend(cause);
            return call(this::reportClosed);
        }
        giveUp(cause);
        ResetFrame frame = new ResetFrame(getStreamId(), error);
        return call(() -> {
            listener.onReset(this, frame, Callback.NOOP);
            reportClosed();
        });
    }

    /** It failed, and it is not in the table any longer. */
    @Nullable
    Runnable onFailure(int error, Throwable cause) {
        giveUp(cause);
        return call(() -> {
            listener.onFailure(this, error, cause.getMessage(), cause, Callback.NOOP);
            reportClosed();
        });
    }

    /** Releases what was not read, and fails what was not sent. */
    private void giveUp(Throwable cause) {
        ReceivedContent unread;
        try (AutoLock l = output.lock()) {
            close();
            failed = true;
            demanded = false;
            unread = received;
            received = null;
        }
        if (unread != null) {
            unread.release();
        }
        failSend(cause);
    }

    private void failSend(Throwable cause) {
        Callback callback;
        try (AutoLock l = output.lock()) {
            callback = isSendPending() ? takePending() : null;
        }
        if (callback != null) {
            callback.failed(cause);
        }
    }

    // ---- reading

    @Override
    public @Nullable Data readData() {
        Content.Chunk chunk;
        try (AutoLock l = output.lock()) {
            ReceivedContent current = received;
            chunk = current == null ? null : current.peek();
            if (current == null || chunk == null || chunk instanceof Trailers) {
                return null;
            }
            current.poll();
        }
        lastActivity = System.nanoTime();
        return new ReceivedData(new DataFrame(getStreamId(), chunk.getByteBuffer(), chunk.isLast()), chunk);
    }

    @Override
    public void demand() {
        boolean ready;
        try (AutoLock l = output.lock()) {
            if (demanded) {
                throw new IllegalStateException("A demand is pending: " + this);
            }
            if (failed) {
                return;
            }
            ready = received != null && !received.isEmpty();
            demanded = !ready;
        }
        lastActivity = System.nanoTime();
        if (ready) {
            invoker.run(this::available);
        }
    }

    private void available() {
        Content.Chunk chunk;
        try (AutoLock l = output.lock()) {
            if (failed) {
                return;
            }
            chunk = received == null ? null : received.peek();
            if (received != null && chunk instanceof Trailers) {
                received.poll();
            }
        }
        if (chunk instanceof Trailers trailers) {
            MetaData metaData = new MetaData(HttpVersion.HTTP_2, trailers.getTrailers());
            listener.onHeaders(this, new HeadersFrame(getStreamId(), metaData, true));
        } else {
            // what was there may have been read meanwhile; the demand is answered all the same
            listener.onDataAvailable(this);
        }
        reportClosed();
    }

    // ---- sending

    @Override
    public void headers(HeadersFrame frame, Callback callback) {
        if (!frame.isEndStream()) {
            callback.failed(new IllegalArgumentException(frame + " (expected: trailers, which end the stream)"));
            return;
        }
        lastActivity = System.nanoTime();
        output.send(this, frame.getMetaData().getHttpFields(), new Sent(callback));
    }

    @Override
    public void push(PushPromiseFrame frame, Promise<Stream> promise, Stream.Listener pushListener) {
        promise.failed(
                new UnsupportedOperationException("Push by a client (expected: by a server; RFC 9113, section 8.4)"));
    }

    @Override
    public void data(DataFrame frame, Callback callback) {
        lastActivity = System.nanoTime();
        output.send(this, frame.getByteBuffer(), frame.isEndStream(), new Sent(callback));
    }

    @Override
    protected @Nullable Callback takePending() {
        lastActivity = System.nanoTime();
        return super.takePending();
    }

    // ---- ends

    @Override
    public void reset(ResetFrame frame, Callback callback) {
        boolean done;
        try (AutoLock l = output.lock()) {
            done = output.reset(this, frame.getError());
        }
        giveUp(new EofException("Stream reset: " + ErrorCode.toString(frame.getError(), null)));
        if (done) {
            output.flushIfDue();
        }
        callback.succeeded();
        invoker.run(this::reportClosed);
    }

    /** Notifies the listener, once, that both sides have ended it. */
    private void reportClosed() {
        boolean closed;
        try (AutoLock l = output.lock()) {
            closed = remoteClosed && localClosed;
        }
        if (closed && closedReported.compareAndSet(false, true)) {
            connection.onStreamClosed();
            listener.onClosed(this);
        }
    }

    @Override
    protected boolean isBegun() {
        return true;
    }

    @Override
    protected long getIdleLeft(long now) {
        long timeout = idleTimeout;
        return timeout <= 0 ? Long.MAX_VALUE : timeout - TimeUnit.NANOSECONDS.toMillis(now - lastActivity);
    }

    @Override
    protected @Nullable Runnable onIdleTimeout() {
        try (AutoLock l = output.lock()) {
            if (output.streams().get(getStreamId()) != this) {
                return null;
            }
            boolean unread = received != null && !received.isEmpty();
            if (unread && !isSendPending()) {
                // the application takes its time
                lastActivity = System.nanoTime();
                return null;
            }
        }
        lastActivity = System.nanoTime();
        TimeoutException timeout = new TimeoutException("Idle timeout expired: " + idleTimeout + " ms");
        return call(() -> listener.onIdleTimeout(this, timeout, Promise.from(this::onIdleDecision, x -> {
            onIdleDecision(true);
        })));
    }

    private void onIdleDecision(Boolean end) {
        if (end) {
            reset(new ResetFrame(getStreamId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
        }
    }

    @Override
    public long getIdleTimeout() {
        return idleTimeout;
    }

    @Override
    public void setIdleTimeout(long milliseconds) {
        idleTimeout = milliseconds;
        connection.watch(milliseconds);
    }

    @Override
    public boolean isReset() {
        try (AutoLock l = output.lock()) {
            return reset;
        }
    }

    @Override
    public boolean isRemotelyClosed() {
        try (AutoLock l = output.lock()) {
            return remoteClosed;
        }
    }

    @Override
    public boolean isLocallyClosed() {
        try (AutoLock l = output.lock()) {
            return localClosed;
        }
    }

    @Override
    public boolean isClosed() {
        try (AutoLock l = output.lock()) {
            return remoteClosed && localClosed;
        }
    }

    @Override
    public @Nullable Object getAttribute(String key) {
        Map<String, Object> current = attributes;
        return current == null ? null : current.get(key);
    }

    @Override
    public void setAttribute(String key, Object value) {
        Map<String, Object> current;
        try (AutoLock l = output.lock()) {
            current = attributes;
            if (current == null) {
                current = new ConcurrentHashMap<>();
                attributes = current;
            }
        }
        current.put(key, value);
    }

    @Override
    public @Nullable Object removeAttribute(String key) {
        Map<String, Object> current = attributes;
        return current == null ? null : current.remove(key);
    }

    @Override
    public String toString() {
        return "ClientStream@" + Integer.toHexString(hashCode()) + "#" + getStreamId() + "{remoteClosed=" + remoteClosed
                + ",localClosed=" + localClosed + "}";
    }

    /** Looks after each frame whether it was the last one. */
    private final class Sent extends Callback.Nested {
        private Sent(Callback callback) {
            super(callback);
        }

        @Override
        public void succeeded() {
            super.succeeded();
            if (localClosed) {
                invoker.run(ClientStream.this::reportClosed);
            }
        }
    }

    /** A piece of content, which counts its users by its chunk. */
    private static final class ReceivedData extends Data {
        private final Retainable chunk;

        private ReceivedData(DataFrame frame, Retainable chunk) {
            super(frame);
            this.chunk = chunk;
        }

        @Override
        public boolean canRetain() {
            return chunk.canRetain();
        }

        @Override
        public boolean isRetained() {
            return chunk.isRetained();
        }

        @Override
        public void retain() {
            chunk.retain();
        }

        @Override
        public boolean release() {
            return chunk.release();
        }

        @Override
        public int getRetained() {
            return chunk.getRetained();
        }
    }
}
