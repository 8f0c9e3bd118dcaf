package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.RequestsInFlight;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's side of an HTTP/2 connection: fills, parses, and produces the tasks of its streams.
 *
 * <table>
 * <caption>Phases of the input</caption>
 * <tr><th>phase</th><th>what comes</th><th>left by</th></tr>
 * <tr><td>OPEN</td><td>is parsed</td><td>an error of the connection, the idle timeout: GOAWAY is written, and DRAINING;
 * the end of the input: ENDED</td></tr>
 * <tr><td>DRAINING</td><td>is dropped, for a second at most, so that the client reads the GOAWAY</td><td>the end of the
 * input, the time: closed</td></tr>
 * <tr><td>ENDED</td><td>nothing; requests that are complete are answered</td><td>no stream is open: closed</td></tr>
 * </table>
 *
 * <p>When the connector is shut down, a GOAWAY that allows every stream tells the client to open no more; those that are
 * open are answered, and the connection ends with the last one (RFC 9113 section 6.8).
 *
 * <p>Confined to the one thread that produces, but for what says otherwise; the state of streams is guarded by the lock of
 * the output. One class, because what a frame may do depends on the phase, the streams and the costs alike.
 */
public final class HTTP2ServerConnection extends AbstractMetaDataConnection
        implements Connection.UpgradeTo, ExecutionStrategy.Producer, FrameParser.Listener, RequestsInFlight {
    private static final Logger LOG = LoggerFactory.getLogger(HTTP2ServerConnection.class);
    private static final AtomicLong IDS = new AtomicLong();
    private static final long DRAIN_MILLIS = 1000;
    private static final long DRAIN_BYTES = 1 << 20;
    /** Streams that are kept to be used again. */
    private static final int MAX_SPARE = 16;
    /** Handlers may be at work for streams that are reset; they count too. */
    private static final int UNFINISHED_FACTOR = 2;

    private static final int SMALL_FRAME = 64;
    private static final int SMALL_WINDOW_UPDATE = 64;
    private static final int SMALL_CONTINUATION = 1024;

    private enum Phase {
        OPEN,
        DRAINING,
        ENDED
    }

    private final Connector connector;
    private final HttpConfiguration configuration;
    private final AbstractHTTP2ServerConnectionFactory factory;
    private final AdaptiveExecutionStrategy strategy;
    private final FrameParser parser;
    private final RequestDecoder decoder;
    private final Http2Output output;
    private final CostAccount costs;
    private final boolean directInput;
    private final int maxConcurrentStreams;
    private final int streamWindow;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ArrayDeque<Http2Stream> spare = new ArrayDeque<>();
    private volatile int waitingTasks;
    private int unfinished;
    private volatile Phase phase = Phase.OPEN;
    private Http2Stream request;
    private Runnable upgradeRequest;
    private RetainableByteBuffer input;
    private boolean drained;
    private volatile long now = System.nanoTime();
    private long blockBegin;
    private volatile int lastStreamId;
    private boolean shutdownTold;
    private int requests;
    private volatile boolean limitReached;
    private long drainedBytes;
    private long bytesIn;
    private long id = -1;
    private Scheduler.Task idleCheck;
    private long idleCheckAt;
    private boolean closed;

    /**
     * @param factory the settings
     * @param prefaceLeft how many octets of the client's preface are to come
     */
    public HTTP2ServerConnection(
            AbstractHTTP2ServerConnectionFactory factory, Connector connector, EndPoint endPoint, int prefaceLeft) {
        super(connector, factory.getHttpConfiguration(), endPoint);
        this.connector = connector;
        this.factory = factory;
        configuration = factory.getHttpConfiguration();
        maxConcurrentStreams = factory.getMaxConcurrentStreams();
        streamWindow = factory.getInitialStreamRecvWindow();
        // TLS works on arrays
        directInput = factory.isUseInputDirectByteBuffers() && !endPoint.isSecure();
        strategy = new AdaptiveExecutionStrategy(this, connector.getExecutor());
        decoder = new RequestDecoder(
                configuration,
                endPoint.isSecure(),
                factory.getMaxDecoderTableCapacity(),
                factory.isConnectProtocolEnabled());
        parser = new FrameParser(
                this,
                factory.getMaxFrameSize(),
                factory.getMaxHeaderBlockFragment(),
                factory.getMaxSettingsKeys(),
                prefaceLeft);
        costs = new CostAccount(factory.getRateControlFactory().newRateControl(endPoint));
        int sessionWindow = Math.max(FlowControlStrategy.DEFAULT_WINDOW_SIZE, factory.getInitialSessionRecvWindow());
        output = new Http2Output(
                this,
                endPoint,
                connector.getByteBufferPool(),
                factory.isUseOutputDirectByteBuffers() && !endPoint.isSecure(),
                configuration,
                factory.getMaxEncoderTableCapacity(),
                factory.getFlowControlStrategyFactory().newFlowControlStrategy(),
                sessionWindow);
        output.writeSettings(settings());
        if (sessionWindow > FlowControlStrategy.DEFAULT_WINDOW_SIZE) {
            output.writeWindowUpdate(0, sessionWindow - FlowControlStrategy.DEFAULT_WINDOW_SIZE);
        }
    }

    private int[] settings() {
        return new int[] {
            FrameType.SETTINGS_MAX_CONCURRENT_STREAMS,
            maxConcurrentStreams,
            FrameType.SETTINGS_INITIAL_WINDOW_SIZE,
            streamWindow,
            FrameType.SETTINGS_MAX_FRAME_SIZE,
            factory.getMaxFrameSize(),
            FrameType.SETTINGS_MAX_HEADER_LIST_SIZE,
            configuration.getRequestHeaderSize(),
            FrameType.SETTINGS_HEADER_TABLE_SIZE,
            factory.getMaxDecoderTableCapacity(),
            FrameType.SETTINGS_ENABLE_CONNECT_PROTOCOL,
            factory.isConnectProtocolEnabled() ? 1 : 0
        };
    }

    // ---- what is known of it

    @Override
    public String getId() {
        try (AutoLock l = output.lock()) {
            if (id < 0) {
                id = IDS.incrementAndGet();
            }
            return "h2-" + Long.toHexString(id);
        }
    }

    @Override
    public HttpVersion getHttpVersion() {
        return HttpVersion.HTTP_2;
    }

    @Override
    public String getProtocol() {
        return HttpVersion.HTTP_2.asString();
    }

    @Override
    public boolean isPersistent() {
        return phase == Phase.OPEN;
    }

    @Override
    public long getMessagesIn() {
        return lastStreamId + 1 >> 1;
    }

    @Override
    public long getMessagesOut() {
        return output.getMessagesOut();
    }

    @Override
    public BooleanSupplier requestsInFlight() {
        int[] ids;
        try (AutoLock l = output.lock()) {
            Http2Stream[] open = output.streams().toArray();
            ids = new int[open.length];
            for (int i = 0; i < ids.length; i++) {
                ids[i] = open[i].getStreamId();
            }
        }
        return ids.length == 0 ? null : () -> areClosed(ids);
    }

    private boolean areClosed(int[] ids) {
        try (AutoLock l = output.lock()) {
            for (int streamId : ids) {
                if (output.streams().get(streamId) != null) {
                    return false;
                }
            }
            return true;
        }
    }

    @Override
    public long getBytesIn() {
        return bytesIn;
    }

    @Override
    public long getBytesOut() {
        return output.getBytesOut();
    }

    CostAccount getCosts() {
        return costs;
    }

    /** The time of the last read, as System.nanoTime(). */
    long now() {
        return now;
    }

    // ---- bytes come

    /** Begins with a request of HTTP/1.1 that became stream 1 (RFC 7540 section 3.2). */
    public void upgradeFrom(MetaData.Request upgraded) {
        Http2Stream stream = newStream();
        for (HttpField field : upgraded.getHttpFields()) {
            HttpHeader header = field.getHeader();
            if (header != HttpHeader.CONNECTION
                    && header != HttpHeader.UPGRADE
                    && header != HttpHeader.HTTP2_SETTINGS) {
                stream.getFields().add(field);
            }
        }
        MetaData.Request metaData = new MetaData.Request(
                upgraded.getBeginNanoTime(),
                upgraded.getMethod(),
                upgraded.getHttpURI(),
                HttpVersion.HTTP_2,
                stream.getFields(),
                upgraded.getContentLength());
        lastStreamId = 1;
        open(stream, 1, true, false, -1);
        stream.handle(metaData, null);
        upgradeRequest = stream;
    }

    /** Applies a setting that came with an upgrade, in the field HTTP2-Settings. */
    public void applySetting(int key, int value) throws HTTP2Exception {
        FrameParser.checkSetting(key, value);
        onSetting(key, value);
    }

    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            input = connector
                    .getByteBufferPool()
                    .acquire(Math.max(prefilled.remaining(), getInputBufferSize()), directInput);
            BufferUtil.append(input.getByteBuffer(), prefilled);
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        output.flush();
        if (upgradeRequest != null) {
            offer(upgradeRequest);
            upgradeRequest = null;
        } else if (input != null && input.hasRemaining()) {
            strategy.dispatch();
        } else {
            fillInterested();
        }
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        // the strategy knows what to do in either case
        return Invocable.InvocationType.EITHER;
    }

    @Override
    public void onFillable() {
        strategy.produce();
    }

    /** Called by the strategy, by one thread at a time. */
    @Override
    public Runnable produce() {
        output.enterProducer();
        try {
            while (true) {
                Runnable task = waitingTasks > 0 ? poll() : null;
                if (task != null) {
                    return task;
                }
                if (getEndPoint().isFillInterested()) {
                    output.leaveProducer();
                    return null;
                }
                if (!advance()) {
                    return null;
                }
                if (request != null) {
                    task = request;
                    request = null;
                    return task;
                }
            }
        } catch (Throwable x) {
            LOG.warn("connection failed: {}", this, x);
            output.leaveProducer();
            getEndPoint().close(x);
            return null;
        }
    }

    /** Parses one frame, or fills; returns false, with all flushed, if there is nothing to do until bytes come. */
    private boolean advance() {
        if (input != null && input.hasRemaining()) {
            if (phase == Phase.OPEN) {
                parse();
            } else {
                BufferUtil.clear(input.getByteBuffer());
            }
            return true;
        }
        if (phase == Phase.ENDED) {
            releaseInput();
            output.leaveProducer();
            return false;
        }
        if (drained) {
            releaseInput();
            drained = false;
            // who is told may go on in another thread before this one has left: what is written must not wait for this
            // one
            output.leaveProducer();
            fillInterested();
            return false;
        }
        int filled = fill();
        if (filled < 0) {
            onEndOfInput();
            return true;
        }
        drained |= filled == 0;
        if (phase == Phase.DRAINING && (drainedBytes += filled) > DRAIN_BYTES) {
            getEndPoint().close();
        }
        return true;
    }

    private int fill() {
        if (input != null && input.isRetained()) {
            // streams hold parts of it
            input.release();
            input = null;
        }
        if (input == null) {
            input = connector.getByteBufferPool().acquire(getInputBufferSize(), directInput);
        }
        ByteBuffer buffer = input.getByteBuffer();
        int filled;
        try {
            filled = getEndPoint().fill(buffer);
        } catch (Throwable x) {
            LOG.debug("could not read {}", this, x);
            filled = -1;
        }
        if (filled > 0) {
            bytesIn += filled;
            now = System.nanoTime();
            // fewer bytes than fit: there are no more now, and if there are, the selector tells
            drained = BufferUtil.space(buffer) > 0;
        }
        return filled;
    }

    private void releaseInput() {
        if (input != null) {
            BufferUtil.clear(input.getByteBuffer());
            input.release();
            input = null;
        }
    }

    private void parse() {
        ByteBuffer buffer = input.getByteBuffer();
        try {
            while (parser.parse(buffer) && request == null && waitingTasks == 0) {
                // the next frame
            }
            if (parser.isInBlock()) {
                checkBlockTime();
            }
        } catch (HTTP2Exception x) {
            onViolation(x);
        }
    }

    /** A block of fields has the timeout for heads to be complete, however it is dripped. */
    private void checkBlockTime() throws HTTP2Exception {
        if (blockBegin == 0) {
            blockBegin = now;
        }
        long timeout = configuration.getRequestHeadTimeout();
        if (timeout < 0) {
            timeout = getEndPoint().getIdleTimeout();
        }
        if (timeout > 0 && now - blockBegin > TimeUnit.MILLISECONDS.toNanos(timeout)) {
            throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "fields not complete in time");
        }
    }

    private void onViolation(HTTP2Exception violation) {
        LOG.debug("{}: {}", this, violation);
        HTTP2Exception error = violation;
        if (error.getStreamId() != 0) {
            try {
                failStream(error);
                return;
            } catch (HTTP2Exception x) {
                error = x;
            }
        }
        end(error.getCode(), error.getMessage(), new EofException(error));
    }

    /** Resets a stream for what the client did wrong on it, at its expense. */
    private void failStream(HTTP2Exception error) throws HTTP2Exception {
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(error.getStreamId());
            if (stream != null) {
                output.reset(stream, error.getCode());
                stream.close();
            } else if (error.getStreamId() <= lastStreamId) {
                forget(error.getStreamId(), StreamTable.Closed.RESET_HERE);
            }
        }
        if (stream == null) {
            output.writeReset(error.getStreamId(), error.getCode());
        } else if (!stream.isLingering()) {
            offer(stream.onFailure(new EofException(error)));
        }
        charge(1, "errors of streams");
    }

    /** Notes the reset of a stream that had ended, which was answered unless it was reset before. With the lock. */
    private void forget(int streamId, StreamTable.Closed how) {
        StreamTable.Closed before = output.streams().how(streamId);
        if (before != StreamTable.Closed.RESET_HERE && before != StreamTable.Closed.RESET_THERE) {
            costs.loseAnswer();
        }
        output.streams().remember(streamId, how);
    }

    /** Says goodbye, fails what goes on, and closes when that is written. */
    private void end(ErrorCode code, String reason, Throwable cause) {
        if (phase != Phase.OPEN) {
            return;
        }
        phase = Phase.DRAINING;
        output.writeGoAway(lastStreamId, code, reason, true);
        failStreams(cause);
        getEndPoint().setIdleTimeout(DRAIN_MILLIS);
        output.flush();
    }

    private void failStreams(Throwable cause) {
        Http2Stream[] all;
        try (AutoLock l = output.lock()) {
            all = output.streams().toArray();
            for (Http2Stream stream : all) {
                output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                stream.close();
            }
        }
        for (Http2Stream stream : all) {
            if (!stream.isLingering()) {
                offer(stream.onFailure(cause));
            }
        }
    }

    /** All that was to be written is written, behind GOAWAY. Called by any thread. */
    void onOutputEnded() {
        if (phase == Phase.ENDED) {
            getEndPoint().close();
        } else {
            getEndPoint().shutdownOutput();
            // a client that goes on to send is not idle
            connector.getScheduler().schedule(() -> getEndPoint().close(), DRAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void onEndOfInput() {
        if (phase == Phase.OPEN) {
            phase = Phase.ENDED;
            Http2Stream[] all;
            try (AutoLock l = output.lock()) {
                output.endInput();
                all = output.streams().toArray();
            }
            for (Http2Stream stream : all) {
                boolean waits;
                try (AutoLock l = output.lock()) {
                    waits = !stream.remoteClosed || stream.pendingCallback != null;
                }
                if (waits) {
                    boolean removed;
                    try (AutoLock l = output.lock()) {
                        removed = output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                        stream.close();
                    }
                    if (removed && !stream.isLingering()) {
                        offer(stream.onFailure(new EofException("connection closed by the client")));
                    }
                }
            }
        }
        if (phase == Phase.DRAINING) {
            phase = Phase.ENDED;
            getEndPoint().close();
            return;
        }
        boolean idle;
        try (AutoLock l = output.lock()) {
            idle = output.streams().size() == 0;
        }
        if (idle) {
            onLastStream();
        }
    }

    // ---- tasks

    /** Has a task run by the strategy. Called by any thread; null is ignored. */
    void offer(Runnable task) {
        if (task == null) {
            return;
        }
        try (AutoLock l = output.lock()) {
            tasks.add(task);
            waitingTasks++;
        }
        dispatch();
    }

    private void dispatch() {
        try {
            strategy.dispatch();
        } catch (RejectedExecutionException x) {
            LOG.debug("the server has stopped: {}", this, x);
        }
    }

    private Runnable poll() {
        try (AutoLock l = output.lock()) {
            Runnable task = tasks.poll();
            if (task != null) {
                waitingTasks--;
            }
            return task;
        }
    }

    /** Completes the callback of content that was copied by a thread that is not the application's. */
    void complete(Callback callback) {
        if (callback.getInvocationType() == Invocable.InvocationType.BLOCKING) {
            offer(callback::succeeded);
        } else {
            callback.succeeded();
        }
    }

    private void charge(int events, String what) throws HTTP2Exception {
        try (AutoLock l = output.lock()) {
            costs.charge(events, what);
        }
    }

    // ---- streams

    private Http2Stream newStream() {
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = spare.poll();
        }
        return stream == null ? new Http2Stream(this, output) : stream;
    }

    private void open(Http2Stream stream, int streamId, boolean endStream, boolean expectContinue, long length) {
        long timeout =
                factory.getStreamIdleTimeout() < 0 ? getEndPoint().getIdleTimeout() : factory.getStreamIdleTimeout();
        stream.begin(streamId, endStream, expectContinue, length, streamWindow, timeout, now);
        try (AutoLock l = output.lock()) {
            output.open(stream);
            unfinished++;
        }
        if (idleCheckAt == 0) {
            watch(timeout);
        }
    }

    /** Its task has returned and its channel has ended. Called by any thread. */
    void onStreamDone(Http2Stream stream, boolean recycle) {
        boolean last;
        if (recycle) {
            stream.recycle();
        }
        try (AutoLock l = output.lock()) {
            unfinished--;
            if (recycle && spare.size() < MAX_SPARE) {
                spare.push(stream);
            }
            last = output.streams().size() == 0 && (phase != Phase.OPEN || limitReached || connector.isShutdown());
        }
        if (last) {
            offer(this::onLastStream);
        }
    }

    private void onLastStream() {
        if (phase == Phase.ENDED) {
            output.writeGoAway(lastStreamId, ErrorCode.NO_ERROR, null, true);
            output.flush();
        } else if (phase == Phase.OPEN && (limitReached || connector.isShutdown())) {
            end(ErrorCode.NO_ERROR, "shutdown", new EofException("shutdown"));
        }
    }

    void onStreamFailed(Http2Stream stream, Throwable failure) {
        if (!QuietException.isQuiet(failure)) {
            LOG.debug("{} failed: {}", stream, this, failure);
        }
    }

    // ---- frames

    @Override
    public void onHeaders(int streamId, byte[] block, int from, int to, boolean endStream, boolean selfDependent)
            throws HTTP2Exception {
        blockBegin = 0;
        if ((streamId & 1) == 0) {
            throw HTTP2Exception.connection(
                    ErrorCode.PROTOCOL_ERROR, "HEADERS on stream " + streamId + ", which is even");
        }
        if (streamId <= lastStreamId) {
            onTrailers(streamId, block, from, to, endStream, selfDependent);
            return;
        }
        Http2Stream stream = newStream();
        decode(block, from, to, stream.getFields(), false);
        lastStreamId = streamId;
        String malformed = decoder.getMalformed();
        if (selfDependent) {
            malformed = "stream that depends on itself";
        } else if (malformed == null && endStream && decoder.getContentLength() > 0) {
            malformed = "content-length without content";
        }
        if (malformed != null) {
            stream.getFields().clear();
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, malformed);
        }
        boolean refused;
        try (AutoLock l = output.lock()) {
            refused = limitReached
                    || output.streams().size() >= maxConcurrentStreams
                    || unfinished >= UNFINISHED_FACTOR * (long) maxConcurrentStreams;
        }
        if (refused) {
            stream.getFields().clear();
            throw HTTP2Exception.stream(streamId, ErrorCode.REFUSED_STREAM_ERROR, "too many streams");
        }
        MetaData.Request metaData = decoder.newRequest(now);
        Throwable refusal = (Throwable) decoder.getRefusal();
        if (refusal != null) {
            // fields that few octets stand for cost as much as if they had come
            charge(1 + decoder.getExcess(), "requests that are refused");
        }
        open(stream, streamId, endStream, decoder.isExpectContinue(), decoder.getContentLength());
        stream.handle(metaData, refusal);
        request = stream;
        int most = configuration.getMaxRequestsPerConnection();
        if (most > 0 && ++requests >= most && !shutdownTold) {
            shutdownTold = true;
            limitReached = true;
            output.writeGoAway(streamId, ErrorCode.NO_ERROR, "requests of the connection", false);
        }
        if (!shutdownTold && connector.isShutdown()) {
            shutdownTold = true;
            output.writeGoAway(Integer.MAX_VALUE, ErrorCode.NO_ERROR, "shutdown", false);
        }
    }

    private void decode(byte[] block, int from, int to, HttpFields.Mutable into, boolean trailers)
            throws HTTP2Exception {
        try {
            decoder.decode(block, from, to, into, trailers);
        } catch (HpackException x) {
            throw HTTP2Exception.connection(ErrorCode.COMPRESSION_ERROR, x.getMessage());
        }
    }

    private void onTrailers(int streamId, byte[] block, int from, int to, boolean endStream, boolean selfDependent)
            throws HTTP2Exception {
        HttpFields.Mutable trailers = HttpFields.build();
        // decoded whatever becomes of them, as the table depends on it
        decode(block, from, to, trailers, true);
        Http2Stream stream;
        boolean halfClosed;
        StreamTable.Closed how;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
            halfClosed = stream != null && stream.remoteClosed;
            how = output.streams().how(streamId);
        }
        if (stream == null) {
            switch (how) {
                case RESET_HERE -> charge(1, "frames for streams that were reset");
                case RESET_THERE ->
                    throw HTTP2Exception.stream(
                            streamId, ErrorCode.STREAM_CLOSED_ERROR, "HEADERS on a stream that was reset");
                case ENDED ->
                    throw HTTP2Exception.connection(
                            ErrorCode.STREAM_CLOSED_ERROR, "HEADERS on closed stream " + streamId);
                default ->
                    throw HTTP2Exception.connection(
                            ErrorCode.PROTOCOL_ERROR,
                            "HEADERS on stream " + streamId + " (expected: above " + lastStreamId + ")");
            }
            return;
        }
        if (halfClosed) {
            throw HTTP2Exception.stream(
                    streamId, ErrorCode.STREAM_CLOSED_ERROR, "HEADERS behind the end of the stream");
        }
        if (selfDependent) {
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "stream that depends on itself");
        }
        if (!endStream) {
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "trailers that do not end the stream");
        }
        if (decoder.getMalformed() != null || decoder.getRefusal() != null) {
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, "trailers: " + decoder.getMalformed());
        }
        offer(stream.onTrailers(trailers.asImmutable()));
    }

    @Override
    public void onContinuation(int streamId, int length) throws HTTP2Exception {
        if (length < SMALL_CONTINUATION) {
            charge(1, "small CONTINUATION frames");
        }
    }

    @Override
    public void onData(
            int streamId, ByteBuffer buffer, int position, int length, int controlled, boolean first, boolean endStream)
            throws HTTP2Exception {
        Http2Stream stream;
        boolean halfClosed;
        StreamTable.Closed how;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
            halfClosed = stream != null && stream.remoteClosed;
            how = output.streams().how(streamId);
            if (controlled > 0) {
                output.received(controlled);
            }
        }
        if (stream != null && !halfClosed) {
            if (first && length == 0 && !endStream) {
                charge(1, "DATA frames without content");
            }
            Runnable task = stream.onContent(input, position, length, controlled, endStream);
            if (task != null) {
                offer(task);
            }
            return;
        }
        if (controlled > 0) {
            output.consumed(streamId, controlled);
        }
        if (stream != null) {
            throw HTTP2Exception.stream(streamId, ErrorCode.STREAM_CLOSED_ERROR, "DATA behind the end of the stream");
        }
        checkNotIdle(streamId, "DATA");
        switch (how) {
            case RESET_HERE -> {
                if (controlled < SMALL_FRAME) {
                    charge(1, "frames for streams that were reset");
                }
            }
            case ENDED ->
                throw HTTP2Exception.connection(ErrorCode.STREAM_CLOSED_ERROR, "DATA on closed stream " + streamId);
            default -> throw HTTP2Exception.stream(streamId, ErrorCode.STREAM_CLOSED_ERROR, "DATA on a closed stream");
        }
    }

    private void checkNotIdle(int streamId, String frame) throws HTTP2Exception {
        if (streamId > lastStreamId || (streamId & 1) == 0) {
            throw HTTP2Exception.connection(ErrorCode.PROTOCOL_ERROR, frame + " on idle stream " + streamId);
        }
    }

    @Override
    public void onPriority(int streamId) throws HTTP2Exception {
        charge(1, "PRIORITY frames");
    }

    @Override
    public void onReset(int streamId, int code) throws HTTP2Exception {
        checkNotIdle(streamId, "RST_STREAM");
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
            if (stream != null) {
                output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                stream.close();
            } else {
                forget(streamId, StreamTable.Closed.RESET_THERE);
            }
        }
        if (stream != null && !stream.isLingering()) {
            offer(stream.onFailure(new EofException("stream reset by the client: " + ErrorCode.toString(code, null))));
        }
        charge(1, "streams that are reset");
    }

    @Override
    public void onSetting(int key, int value) throws HTTP2Exception {
        switch (key) {
            case FrameType.SETTINGS_HEADER_TABLE_SIZE -> output.setHeaderTableSize(value);
            case FrameType.SETTINGS_INITIAL_WINDOW_SIZE -> output.setInitialWindow(value);
            case FrameType.SETTINGS_MAX_FRAME_SIZE -> output.setMaxFrameSize(value);
            default -> {
                // nothing is pushed, and responses are limited by the configuration
            }
        }
    }

    @Override
    public void onSettingsEnd(int keys) throws HTTP2Exception {
        charge(1, "SETTINGS frames");
        output.writeSettingsAck();
    }

    @Override
    public void onSettingsAck() throws HTTP2Exception {
        if (factory.getMaxDecoderTableCapacity() < HpackDecoder.DEFAULT_CAPACITY) {
            decoder.getDecoder().setMaxTableCapacity(factory.getMaxDecoderTableCapacity());
        }
    }

    @Override
    public void onPing(boolean ack, long opaque) throws HTTP2Exception {
        charge(1, "PING frames");
        if (!ack) {
            output.writePingAck(opaque);
        }
    }

    @Override
    public void onGoAway(int lastStreamId, int code) throws HTTP2Exception {
        charge(1, "GOAWAY frames");
        if (code != ErrorCode.NO_ERROR.code) {
            LOG.debug("{}: the client goes away: {}", this, ErrorCode.toString(code, null));
        }
    }

    @Override
    public void onWindowUpdate(int streamId, int increment) throws HTTP2Exception {
        if (increment < SMALL_WINDOW_UPDATE) {
            try (AutoLock l = output.lock()) {
                costs.chargeUpdate();
            }
        }
        if (streamId == 0) {
            output.openSessionWindow(increment);
            return;
        }
        checkNotIdle(streamId, "WINDOW_UPDATE");
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
        }
        if (stream != null) {
            output.openStreamWindow(stream, increment);
        }
    }

    @Override
    public void onUnknown(int type) throws HTTP2Exception {
        charge(1, "frames of unknown types");
    }

    // ---- time and failures

    /** Looks at the idle streams when the first of them may be due. */
    void watch(long timeout) {
        if (timeout <= 0) {
            return;
        }
        try (AutoLock l = output.lock()) {
            long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout);
            if (closed || (idleCheckAt != 0 && idleCheckAt - at <= 0)) {
                return;
            }
            if (idleCheck != null) {
                idleCheck.cancel();
            }
            idleCheckAt = at;
            idleCheck = connector.getScheduler().schedule(this::checkIdleStreams, timeout, TimeUnit.MILLISECONDS);
        }
    }

    private void checkIdleStreams() {
        Http2Stream[] all;
        try (AutoLock l = output.lock()) {
            all = output.streams().toArray();
            idleCheck = null;
            idleCheckAt = 0;
        }
        long time = System.nanoTime();
        long next = Long.MAX_VALUE;
        for (Http2Stream stream : all) {
            int streamId = stream.getStreamId();
            long left = stream.getIdleLeft(time);
            if (left <= 0) {
                offer(stream.onIdleTimeout(streamId));
                left = stream.getIdleLeft(System.nanoTime());
            }
            next = Math.min(next, left);
        }
        if (next != Long.MAX_VALUE) {
            watch(Math.max(1, next));
        }
    }

    /** The endpoint has been idle; streams have timeouts of their own. */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        if (phase != Phase.OPEN || output.isWriting()) {
            return true;
        }
        try (AutoLock l = output.lock()) {
            return output.streams().size() == 0;
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        if (cause instanceof TimeoutException
                && phase == Phase.OPEN
                && getEndPoint().isOpen()) {
            end(ErrorCode.NO_ERROR, "idle", cause);
            // for the time of draining
            tryFillInterested();
        } else {
            getEndPoint().close(cause);
        }
    }

    void onWriteFailed(Throwable cause) {
        getEndPoint().close(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        Throwable failure = cause == null ? new EofException("closed") : cause;
        phase = Phase.ENDED;
        output.fail(failure);
        failStreams(failure);
        try (AutoLock l = output.lock()) {
            closed = true;
            if (idleCheck != null) {
                idleCheck.cancel();
                idleCheck = null;
            }
        }
        // whoever produces gives the input back
        dispatch();
        super.onClose(cause);
    }

    @Override
    public String toConnectionString() {
        return "HTTP2ServerConnection@" + Integer.toHexString(hashCode()) + "{" + phase + ",last=" + lastStreamId + "}";
    }
}
