package org.eclipse.jetty.http2.server.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.Trailers;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.internal.FlowStream;
import org.eclipse.jetty.http2.internal.ReceivedContent;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * One request and its response (RFC 9113, section 5.1). It belongs to one request for ever: what an application or a late
 * thread does with it after its end finds both of its halves closed.
 *
 * <table>
 * <caption>States, by the two flags; idle and reserved streams have no object</caption>
 * <tr><th>remoteClosed</th><th>localClosed</th><th>state</th><th>left by</th></tr>
 * <tr><td>no</td><td>no</td><td>open</td><td>END_STREAM received: half-closed (remote); END_STREAM sent: half-closed
 * (local); RST_STREAM: closed</td></tr>
 * <tr><td>yes</td><td>no</td><td>half-closed (remote)</td><td>END_STREAM sent, RST_STREAM: closed</td></tr>
 * <tr><td>no</td><td>yes</td><td>half-closed (local)</td><td>END_STREAM received, RST_STREAM: closed. What comes is
 * dropped, and if it lasts or is much, RST_STREAM with NO_ERROR sent (section 8.1)</td></tr>
 * <tr><td>yes</td><td>yes</td><td>closed: not in the table</td><td></td></tr>
 * </table>
 *
 * <p>It is done once its task has returned (HANDLED) and the channel has ended (ENDED), whichever comes last. Fields of the
 * state are guarded by the lock of the connection. One class, because each way in which a stream ends acts on both of its
 * halves.
 */
final class Http2Stream extends FlowStream implements HttpStream, Invocable.Task {
    private static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findVarHandle(Http2Stream.class, "progress", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private static final int HANDLED = 1;
    private static final int ENDED = 2;
    /** Its handler was called. */
    private static final int BEGUN = 4;
    /** No thread was free to handle it within the idle timeout. */
    private static final int GIVEN_UP = 8;
    /** The content and milliseconds for which a client that was answered may go on with its request. */
    private static final int LINGER_BYTES = 64 * 1024;

    private static final long LINGER_MILLIS = 1000;
    private final HTTP2ServerConnection connection;
    private final Http2Output output;
    private final HttpChannel channel;
    private Runnable task;
    private MetaData.Request request;
    private boolean head;
    private boolean continuePending;
    private boolean refused;
    private volatile TunnelEndPoint tunnelEnd;
    private long idleTimeout;
    private volatile long lastActivity;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int progress;

    // guarded by the lock of the connection
    boolean committed;
    private boolean noContent;
    private long declared = -1;
    private boolean lengthGiven;
    private boolean tunnel;
    private final long contentLength;
    private long receivedLength;
    /** How fast content comes; null until it has been waited for. */
    private DataRate requestRate;
    /** How fast the response is taken; null until a write has waited. */
    private DataRate responseRate;

    private boolean demanded;
    private boolean lingering;
    private int lingered;
    private ReceivedContent received;
    private Content.Chunk next;
    private Supplier<HttpFields> supplier;

    Http2Stream(HTTP2ServerConnection connection, Http2Output output, int streamId, long contentLength) {
        super(streamId);
        this.connection = connection;
        this.output = output;
        this.contentLength = contentLength;
        channel = HttpChannel.from(connection);
    }

    HttpChannel getChannel() {
        return channel;
    }

    @Override
    public void push(MetaData.Request promised) {
        connection.push(this, promised);
    }

    @Override
    public String getId() {
        return Integer.toString(getStreamId());
    }

    /** Begins with a request. */
    void begin(boolean endStream, boolean expectContinue, int window, long timeout, long now) {
        remoteClosed = endStream;
        continuePending = expectContinue && !endStream;
        recvWindow = window;
        idleTimeout = timeout;
        lastActivity = now;
        if (endStream) {
            next = Content.Chunk.EOF;
        }
    }

    void handle(MetaData.Request newRequest, Throwable refusal) {
        request = newRequest;
        refused = refusal != null;
        head = HttpMethod.HEAD.is(newRequest.getMethod());
        channel.setHttpStream(this);
        task = refusal == null ? channel.onRequest(newRequest) : channel.onBadRequest(newRequest, refusal);
    }

    @Override
    public void run() {
        try {
            task.run();
        } finally {
            progressed(HANDLED);
        }
    }

    @Override
    public InvocationType getInvocationType() {
        // as a task: that of the handlers; as the callback of its end nobody asks
        return Invocable.getInvocationType(task);
    }

    private void progressed(int bit) {
        int old = (int) PROGRESS.getAndBitwiseOr(this, bit);
        if (((old | bit) & (HANDLED | ENDED)) == (HANDLED | ENDED) && old != (old | bit)) {
            connection.onStreamDone();
        }
    }

    // ---- content in

    /**
     * A piece of content came.
     *
     * @return the task that tells who waits for it; null if nobody does
     * @throws org.eclipse.jetty.http2.HTTP2Exception if it is more than was announced
     */
    Runnable onContent(RetainableByteBuffer input, int position, int length, int controlled, boolean last)
            throws org.eclipse.jetty.http2.HTTP2Exception {
        lastActivity = connection.now();
        boolean wake;
        int credit = controlled - length;
        try (AutoLock l = output.lock()) {
            recvUsed += controlled;
            if (recvUsed > recvWindow) {
                throw org.eclipse.jetty.http2.HTTP2Exception.stream(
                        getStreamId(), ErrorCode.FLOW_CONTROL_ERROR, "more than the window of the stream");
            }
            receivedLength += length;
            if (requestRate != null) {
                requestRate.pause(lastActivity);
            }
            if (contentLength >= 0 && (receivedLength > contentLength || (last && receivedLength < contentLength))) {
                throw org.eclipse.jetty.http2.HTTP2Exception.stream(
                        getStreamId(), ErrorCode.PROTOCOL_ERROR, "content of another length than content-length");
            }
            if (last) {
                closeRemote();
            }
            continuePending = false;
            if (lingering) {
                // an application that has answered does not want it
                lingered += controlled;
                credit = controlled;
                if (!remoteClosed && lingered > LINGER_BYTES) {
                    output.reset(this, ErrorCode.NO_ERROR);
                }
            } else if (length > 0) {
                received().add(input, position, length, last);
            } else if (last) {
                received().add(Content.Chunk.EOF);
            }
            wake = demanded && (length > 0 || last);
            if (wake) {
                demanded = false;
            }
        }
        if (credit > 0) {
            output.consumed(lingering ? 0 : getStreamId(), credit);
        }
        return wake ? available() : null;
    }

    /** The trailers came, which end the request. */
    Runnable onTrailers(HttpFields fields) throws org.eclipse.jetty.http2.HTTP2Exception {
        boolean wake;
        try (AutoLock l = output.lock()) {
            if (contentLength >= 0 && receivedLength < contentLength) {
                throw org.eclipse.jetty.http2.HTTP2Exception.stream(
                        getStreamId(), ErrorCode.PROTOCOL_ERROR, "content of another length than content-length");
            }
            closeRemote();
            continuePending = false;
            if (lingering) {
                return null;
            }
            received().add(new Trailers(fields));
            wake = demanded;
            demanded = false;
        }
        return wake ? available() : null;
    }

    /** Whether the request was answered before its end, which is still to come. */
    boolean isLingering() {
        return lingering;
    }

    private Runnable available() {
        TunnelEndPoint end = tunnelEnd;
        return end == null ? channel.onContentAvailable() : end.fillableTask();
    }

    private void closeRemote() {
        remoteClosed = true;
        if (localClosed) {
            output.streams().remove(this, StreamTable.Closed.ENDED);
        }
    }

    private ReceivedContent received() {
        if (received == null) {
            received = new ReceivedContent(output, getStreamId());
        }
        return received;
    }

    @Override
    public Content.Chunk read() {
        boolean sendContinue;
        Content.Chunk result;
        try (AutoLock l = output.lock()) {
            result = next;
            if (result == null && received != null) {
                result = received.poll();
            }
            if (result == null && isContentTooSlow()) {
                result = Content.Chunk.from(new ContentTimeout("Request content data rate too low"), true);
            }
            next = Content.Chunk.next(result);
            sendContinue = result == null && takeContinue();
        }
        if (sendContinue) {
            sendContinue();
        }
        return result;
    }

    /** Called when no content is there; only the time from such a call until content comes is the client's. With the lock. */
    private boolean isContentTooSlow() {
        HttpConfiguration configuration = connection.getHttpConfiguration();
        long minimum = configuration.getMinRequestDataRate();
        if (minimum <= 0 || tunnel || remoteClosed) {
            return false;
        }
        if (requestRate == null) {
            requestRate = new DataRate();
        }
        long millis = requestRate.go(System.nanoTime());
        return millis > configuration.getRequestDataRateGrace() && receivedLength * 1000 < minimum * millis;
    }

    /** Asked without the lock for content, before the request is handled: content that ends meanwhile may be missed. */
    @Override
    public boolean mayWaitForClient() {
        return !remoteClosed && !tunnel || output.isStalled(this);
    }

    @Override
    public boolean beginHandling() {
        return ((int) PROGRESS.getAndBitwiseOr(this, BEGUN) & GIVEN_UP) == 0;
    }

    /** Whether its handler was called. */
    @Override
    protected boolean isBegun() {
        return (progress & BEGUN) != 0;
    }

    /** Gives the request up unless its handler was called. */
    private boolean giveUp() {
        while (true) {
            int old = progress;
            if ((old & (BEGUN | GIVEN_UP)) != 0) {
                return false;
            }
            if (PROGRESS.compareAndSet(this, old, old | GIVEN_UP)) {
                return true;
            }
        }
    }

    @Override
    public void demand() {
        boolean now;
        boolean sendContinue = false;
        try (AutoLock l = output.lock()) {
            now = next != null || (received != null && !received.isEmpty());
            if (!now) {
                demanded = true;
                sendContinue = takeContinue();
            }
        }
        if (now) {
            Runnable available = available();
            if (available != null) {
                available.run();
            }
        } else if (sendContinue) {
            sendContinue();
        }
    }

    private boolean takeContinue() {
        boolean wanted = continuePending && !committed && !localClosed;
        continuePending = false;
        return wanted;
    }

    private void sendContinue() {
        output.send(
                this,
                new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_2, HttpFields.EMPTY),
                false,
                null,
                Callback.NOOP);
    }

    @Override
    public Throwable consumeAvailable() {
        int reads = connection.getHttpConfiguration().getMaxUnconsumedRequestContentReads();
        try (AutoLock l = output.lock()) {
            if (continuePending) {
                return new IllegalStateException("the client waits for 100 Continue and may not send its content");
            }
        }
        for (int i = 0; reads < 0 || i < reads; i++) {
            Content.Chunk chunk = read();
            if (chunk == null) {
                return new IllegalStateException("content not consumed: the rest has not come");
            }
            chunk.release();
            if (Content.Chunk.isFailure(chunk)) {
                return chunk.getFailure();
            }
            if (chunk.isLast()) {
                return null;
            }
        }
        return new IllegalStateException("content not consumed after " + reads + " reads");
    }

    // ---- response out

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        // fields of HTTP/1.1 are left out when they are encoded
    }

    @Override
    public void send(
            MetaData.Request ignored, MetaData.Response response, boolean last, ByteBuffer content, Callback callback) {
        lastActivity = System.nanoTime();
        if (response != null) {
            supplier = response.getTrailersSupplier();
        }
        if (last && supplier != null) {
            HttpFields fields = supplier.get();
            trailers = fields == null || fields.size() == 0 ? null : fields;
        }
        output.send(this, response, last, content, callback);
    }

    /** The final head is to be sent. With the lock. */
    void begin(MetaData.Response response) {
        int status = response.getStatus();
        noContent = head || HttpStatus.hasNoBody(status);
        HttpField length = response.getHttpFields().getField(HttpHeader.CONTENT_LENGTH);
        declared = length == null || noContent ? -1 : length.getLongValue();
        sent = 0;
        lengthGiven = length != null;
        tunnel = MetaData.isTunnel(request.getMethod(), status);
    }

    /** Whether the response ends by trailers. With the lock. */
    boolean hasTrailers() {
        return trailers != null;
    }

    /** Content that may not be sent (RFC 9110, section 9.3.2) counts, and null is returned. With the lock. */
    ByteBuffer withoutForbidden(ByteBuffer content) {
        if (content == null || !noContent) {
            return content;
        }
        sent += content.remaining();
        content.position(content.limit());
        return null;
    }

    /** The content-length of a response that is sent at once and has none; -1 for none. With the lock. */
    long implicitLength(ByteBuffer content, ByteBuffer rest) {
        if (lengthGiven || tunnel || trailers != null) {
            return -1;
        }
        if (noContent) {
            return head && sent > 0 ? sent : -1;
        }
        return rest == null ? 0 : rest.remaining();
    }

    /** Content that is not as long as was said cannot be told from a response that was cut off. With the lock. */
    void checkLength(boolean last, int length) {
        if (declared < 0) {
            return;
        }
        long all = sent + length;
        if (all > declared || (last && all < declared)) {
            throw new HttpException.RuntimeException(
                    HttpStatus.INTERNAL_SERVER_ERROR_500,
                    "content of " + all + " octets (expected: " + declared + ", by Content-Length)");
        }
    }

    /**
     * A write waits for its client. The client had time to open its windows while the request waited for a thread: that counts
     * for the first write, up to half of the idle timeout. With the lock.
     */
    @Override
    protected void beginWait(Callback callback) {
        super.beginWait(callback);
        output.waits(1);
        if (responseRate == null) {
            long half = TimeUnit.MILLISECONDS.toNanos(idleTimeout) / 2;
            long since = lastActivity;
            lastActivity = since - Math.max(0, Math.min(half, since - request.getBeginNanoTime()));
        }
        beginPeriod(lastActivity);
    }

    private void beginPeriod(long time) {
        responseRate = new DataRate();
        responseRate.go(time);
        responseRate.mark(sent);
    }

    /** Whether the client took too little, over the last idle timeout, of the write that waits for it. With the lock. */
    private boolean isResponseTooSlow(long time) {
        long minimum = connection.getHttpConfiguration().getMinResponseDataRate();
        long taken = sent - responseRate.getMark();
        long needed = minimum <= 0 ? 1 : Math.max(1, minimum * responseRate.go(time) / 1000);
        if (taken < needed) {
            return true;
        }
        beginPeriod(time);
        return false;
    }

    @Override
    protected Callback takePending() {
        Callback callback = super.takePending();
        output.waits(-1);
        lastActivity = connection.now();
        return callback;
    }

    @Override
    public Runnable cancelSend(Throwable cause, Callback appCallback) {
        Callback callback;
        try (AutoLock l = output.lock()) {
            callback = pendingCallback == null ? null : takePending();
            output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
        }
        output.flushIfDue();
        return callback == null ? null : () -> callback.failed(cause);
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
    public boolean isCommitted() {
        return committed;
    }

    // ---- ends

    /**
     * The other side reset it, or the connection failed; it is not in the table any longer.
     *
     * @return the task that tells the application
     */
    Runnable onFailure(Throwable cause) {
        Callback callback;
        ReceivedContent unread;
        try (AutoLock l = output.lock()) {
            close();
            callback = pendingCallback == null ? null : takePending();
            unread = fail(cause);
        }
        release(unread);
        TunnelEndPoint end = tunnelEnd;
        if (end != null && tunnel) {
            return () -> {
                if (callback != null) {
                    callback.failed(cause);
                }
                end.close(cause);
            };
        }
        Runnable failing = channel.onFailure(cause);
        if (callback == null) {
            return failing;
        }
        if (callback.getInvocationType() != InvocationType.BLOCKING) {
            // a thread that waits in a write goes on even if no thread is free to tell it
            callback.failed(cause);
            return failing;
        }
        return () -> {
            callback.failed(cause);
            if (failing != null) {
                failing.run();
            }
        };
    }

    /** Who reads gets the failure; returns what was not read, to be released without the lock. With the lock. */
    private ReceivedContent fail(Throwable cause) {
        demanded = false;
        next = Content.Chunk.from(cause, true);
        return takeReceived();
    }

    private ReceivedContent takeReceived() {
        ReceivedContent taken = received;
        received = null;
        return taken;
    }

    private static void release(ReceivedContent taken) {
        if (taken != null) {
            taken.release();
        }
    }

    /**
     * Nothing happened for the idle timeout.
     *
     * @return the task that tells the application, or null
     */
    @Override
    protected Runnable onIdleTimeout() {
        boolean waits;
        boolean writes;
        long time = System.nanoTime();
        try (AutoLock l = output.lock()) {
            if (output.streams().get(getStreamId()) != this) {
                return null;
            }
            if (lingering) {
                output.reset(this, ErrorCode.NO_ERROR);
                return null;
            }
            writes = pendingCallback != null;
            waits = demanded || writes;
            if (writes && !isResponseTooSlow(time)) {
                // slow, and not idle
                lastActivity = time;
                return null;
            }
        }
        if (idleTimeout > 0 && giveUp()) {
            return onGivenUp();
        }
        lastActivity = connection.now();
        TimeoutException timeout = new TimeoutException("Idle timeout expired: " + idleTimeout + " ms");
        TunnelEndPoint end = tunnelEnd;
        if (end != null && tunnel) {
            return end.idleTask(timeout);
        }
        if (writes) {
            // whatever listeners say: they may wait for something else than a client that takes nothing
            channel.onIdleTimeout(timeout);
            try (AutoLock l = output.lock()) {
                output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
            }
            return onFailure(timeout);
        }
        if (!channel.onIdleTimeout(timeout) || !waits) {
            return null;
        }
        ReceivedContent unread;
        TimeoutException late = new ContentTimeout(timeout.getMessage());
        try (AutoLock l = output.lock()) {
            unread = fail(late);
        }
        release(unread);
        return channel.onFailure(late);
    }

    /** No thread was free: the request was not processed, and the client may repeat it (RFC 9113, section 8.7). */
    private Runnable onGivenUp() {
        ReceivedContent unread;
        try (AutoLock l = output.lock()) {
            output.reset(this, ErrorCode.REFUSED_STREAM_ERROR);
            close();
            unread = fail(new TimeoutException("no thread within the idle timeout"));
        }
        release(unread);
        return null;
    }

    /** Milliseconds until the idle timeout; Long.MAX_VALUE for never. */
    @Override
    protected long getIdleLeft(long now) {
        return idleTimeout <= 0 ? Long.MAX_VALUE : idleTimeout - TimeUnit.NANOSECONDS.toMillis(now - lastActivity);
    }

    @Override
    public TunnelSupport getTunnelSupport() {
        if (request == null || !HttpMethod.CONNECT.is(request.getMethod())) {
            return null;
        }
        if (tunnelEnd == null) {
            tunnelEnd = new TunnelEndPoint(this, connection);
        }
        return tunnelEnd;
    }

    MetaData.Request getRequest() {
        return request;
    }

    /** Whether the request was refused by the connection. */
    boolean isRefused() {
        return refused;
    }

    /** Whether the response made it a tunnel, which its last write does not end. */
    boolean isTunnel() {
        return tunnel;
    }

    /** Sends bytes of a tunnel; null with {@code last} to end it. */
    void sendTunnelled(boolean last, ByteBuffer content, Callback callback) {
        lastActivity = System.nanoTime();
        output.send(this, null, last, content, callback);
    }

    /** The tunnel is closed. */
    void endTunnel() {
        ReceivedContent rest;
        boolean reset;
        try (AutoLock l = output.lock()) {
            reset = output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        }
        progressed(ENDED);
    }

    @Override
    public void succeeded() {
        if (tunnel && channel.getRequest().getAttribute(UPGRADE_CONNECTION_ATTRIBUTE) instanceof Connection next) {
            next.getEndPoint().upgrade(next);
            return;
        }
        boolean unread;
        try (AutoLock l = output.lock()) {
            unread = !remoteClosed;
        }
        if (unread) {
            consumeAvailable();
        }
        boolean reset = false;
        ReceivedContent rest;
        try (AutoLock l = output.lock()) {
            if (!remoteClosed) {
                // the rest of the request is not wanted (RFC 9113, section 8.1)
                if (continuePending || receivedLength > LINGER_BYTES) {
                    reset = output.reset(this, ErrorCode.NO_ERROR);
                } else {
                    lingering = true;
                }
            }
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        } else if (lingering) {
            setIdleTimeout(LINGER_MILLIS);
        }
        progressed(ENDED);
    }

    @Override
    public void failed(Throwable failure) {
        connection.onStreamFailed(this, failure);
        boolean reset;
        Callback overtaken;
        ReceivedContent rest;
        try (AutoLock l = output.lock()) {
            overtaken = pendingCallback == null ? null : takePending();
            reset = output.reset(
                    this,
                    failure instanceof TimeoutException || failure instanceof EofException
                            ? ErrorCode.CANCEL_STREAM_ERROR
                            : ErrorCode.INTERNAL_ERROR);
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        }
        progressed(ENDED);
        if (overtaken != null) {
            // the thread that waits for it goes on
            overtaken.failed(failure);
        }
    }

    @Override
    public String toString() {
        return "Http2Stream@" + Integer.toHexString(hashCode()) + "#" + getStreamId() + "{remoteClosed=" + remoteClosed
                + ",localClosed=" + localClosed + "}";
    }

    /** Content that does not come, which is the client's fault (RFC 9110, section 15.5.9). */
    private static final class ContentTimeout extends TimeoutException implements HttpException {
        private ContentTimeout(String message) {
            super(message);
        }

        @Override
        public int getCode() {
            return HttpStatus.REQUEST_TIMEOUT_408;
        }

        @Override
        public String getReason() {
            return getMessage();
        }
    }
}
