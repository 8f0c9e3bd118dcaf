package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.http2.internal.IdleStreams;
import org.eclipse.jetty.http2.internal.TaskQueue;
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
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;
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
 * open are answered, and the connection ends with the last one (RFC 9113, section 6.8).
 *
 * <pre>
 * bytes --&gt; HTTP2ServerConnection --&gt; FrameParser --&gt; {@link FrameHandler} --&gt; {@link Http2Stream}, {@link TaskQueue}
 *              |  phases, input                           |  frames, costs     |
 *              {@link IdleStreams}                                {@link OpenStreams}           {@link Http2Output} --&gt; bytes
 * </pre>
 *
 * <p>Confined to the one thread that produces, but for what says otherwise; the state of streams is guarded by the lock of
 * the output.
 */
public final class HTTP2ServerConnection extends AbstractMetaDataConnection
        implements Connection.UpgradeTo, ExecutionStrategy.Producer, RequestsInFlight {
    private static final Logger LOG = LoggerFactory.getLogger(HTTP2ServerConnection.class);
    private static final AtomicLong IDS = new AtomicLong();
    private static final long DRAIN_MILLIS = 1000;
    private static final long DRAIN_BYTES = 1 << 20;

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
    private final FrameHandler frames;
    private final Http2Output output;
    private final OpenStreams streams;
    private final TaskQueue tasks;
    private final IdleStreams idle;
    private final boolean directInput;
    private volatile Phase phase = Phase.OPEN;
    private @Nullable Runnable upgradeRequest;
    private @Nullable RetainableByteBuffer input;
    private boolean drained;
    private volatile long now = System.nanoTime();
    private long drainedBytes;
    private long bytesIn;
    private long id = -1;

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
        // TLS works on arrays
        directInput = factory.isUseInputDirectByteBuffers() && !endPoint.isSecure();
        strategy = new AdaptiveExecutionStrategy(this, connector.getExecutor());
        CostAccount costs = new CostAccount(factory.getRateControlFactory().newRateControl(endPoint));
        int sessionWindow = Math.max(FlowControlStrategy.DEFAULT_WINDOW_SIZE, factory.getInitialSessionRecvWindow());
        output = new Http2Output(
                this,
                new FrameOutput.Network(
                        endPoint,
                        connector.getScheduler(),
                        connector.getByteBufferPool(),
                        factory.isUseOutputDirectByteBuffers() && !endPoint.isSecure(),
                        configuration.getMinResponseDataRate()),
                new ResponseEncoder(configuration.getMaxResponseHeaderSize(), factory.getMaxEncoderTableCapacity()),
                factory.getFlowControlStrategyFactory().newFlowControlStrategy(),
                sessionWindow,
                costs);
        tasks = new TaskQueue(output, strategy);
        idle = new IdleStreams(output, connector.getScheduler(), tasks, this::onStreamsExpired);
        streams = new OpenStreams(output, tasks, factory.getMaxConcurrentStreams());
        frames = new FrameHandler(this, factory, output, streams, tasks, idle, costs);
        parser = new FrameParser(
                frames,
                factory.getMaxFrameSize(),
                factory.getMaxHeaderBlockFragment(),
                factory.getMaxSettingsKeys(),
                prefaceLeft);
        output.writeSettings(settings());
        if (sessionWindow > FlowControlStrategy.DEFAULT_WINDOW_SIZE) {
            output.writeWindowUpdate(0, sessionWindow - FlowControlStrategy.DEFAULT_WINDOW_SIZE);
        }
    }

    private int[] settings() {
        return new int[] {
            FrameType.SETTINGS_MAX_CONCURRENT_STREAMS,
            factory.getMaxConcurrentStreams(),
            FrameType.SETTINGS_INITIAL_WINDOW_SIZE,
            factory.getInitialStreamRecvWindow(),
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
    public boolean isPushSupported() {
        return phase == Phase.OPEN && frames.isPushEnabled();
    }

    /** Promises a request on a stream (RFC 9113, section 8.4). Called by any thread. */
    void push(Http2Stream parent, MetaData.Request request) {
        frames.push(parent, request);
    }

    @Override
    public long getMessagesIn() {
        return frames.getLastStreamId() + 1 >> 1;
    }

    @Override
    public long getMessagesOut() {
        return output.getMessagesOut();
    }

    @Override
    public @Nullable BooleanSupplier requestsInFlight() {
        return streams.openNow();
    }

    @Override
    public long getBytesIn() {
        return bytesIn;
    }

    @Override
    public long getBytesOut() {
        return output.getBytesOut();
    }

    /** The time of the last read, as System.nanoTime(). */
    long now() {
        return now;
    }

    /** What was read last, while its frames are handled. */
    RetainableByteBuffer input() {
        RetainableByteBuffer current = input;
        assert current != null;
        return current;
    }

    // ---- bytes come

    /** Begins with a request of HTTP/1.1 that became stream 1 (RFC 7540, section 3.2). */
    public void upgradeFrom(MetaData.Request upgraded) {
        upgradeRequest = frames.upgrade(upgraded);
    }

    /** Applies a setting that came with an upgrade, in the field HTTP2-Settings. */
    public void applySetting(int key, int value) throws HTTP2Exception {
        FrameParser.checkSetting(key, value);
        frames.onSetting(key, value);
    }

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
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
            tasks.offer(upgradeRequest);
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
    public @Nullable Runnable produce() {
        output.enterProducer();
        try {
            while (true) {
                Runnable task = tasks.poll();
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
                if (frames.hasRequest()) {
                    return frames.takeRequest();
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
                parse(input.getByteBuffer());
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

    private void parse(ByteBuffer buffer) {
        try {
            while (parser.parse(buffer) && !frames.hasRequest() && tasks.isEmpty()) {
                // the next frame
            }
            if (parser.isInBlock()) {
                frames.checkBlockTime();
            }
        } catch (HTTP2Exception x) {
            onViolation(x);
        }
    }

    private void onViolation(HTTP2Exception violation) {
        LOG.debug("{}: {}", this, violation);
        HTTP2Exception error = violation;
        if (error.getStreamId() != 0) {
            try {
                frames.failStream(error);
                return;
            } catch (HTTP2Exception x) {
                error = x;
            }
        }
        end(error.getCode(), error.getMessage(), new EofException(error));
    }

    /** Says goodbye, fails what goes on, and closes when that is written. */
    private void end(ErrorCode code, @Nullable String reason, Throwable cause) {
        if (phase != Phase.OPEN) {
            return;
        }
        phase = Phase.DRAINING;
        output.writeGoAway(frames.getLastStreamId(), code, reason, true);
        streams.failAll(cause);
        getEndPoint().setIdleTimeout(DRAIN_MILLIS);
        output.flush();
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
            try (AutoLock l = output.lock()) {
                output.endInput();
            }
            streams.failWaiting(new EofException("connection closed by the client"));
        }
        if (phase == Phase.DRAINING) {
            phase = Phase.ENDED;
            getEndPoint().close();
            return;
        }
        if (!streams.isAnyOpen()) {
            onLastStream();
        }
    }

    // ---- streams end

    /** Its task has returned and its channel has ended. Called by any thread. */
    void onStreamDone() {
        if (streams.done() && (phase != Phase.OPEN || isToEnd())) {
            tasks.offer(this::onLastStream);
        }
    }

    private boolean isToEnd() {
        return frames.isLimitReached() || connector.isShutdown();
    }

    private void onLastStream() {
        if (phase == Phase.ENDED) {
            output.writeGoAway(frames.getLastStreamId(), ErrorCode.NO_ERROR, null, true);
            output.flush();
        } else if (phase == Phase.OPEN && isToEnd()) {
            end(ErrorCode.NO_ERROR, "shutdown", new EofException("shutdown"));
        }
    }

    void onStreamFailed(Http2Stream stream, Throwable failure) {
        if (!QuietException.isQuiet(failure)) {
            LOG.debug("{} failed: {}", stream, this, failure);
        }
    }

    /** Has a task run by the strategy. Called by any thread; null is ignored. */
    void offer(@Nullable Runnable task) {
        tasks.offer(task);
    }

    /** Completes the callback of content that was copied by a thread that is not the application's. */
    void complete(Callback callback) {
        tasks.complete(callback);
    }

    /** A stream has another idle timeout. Called by any thread. */
    void watch(long timeout) {
        idle.watch(timeout);
    }

    // ---- time and failures

    /**
     * Streams have expired. What is written because of that is no traffic: if none is left, and the client has sent nothing for
     * the idle timeout, the connection ends at once.
     */
    private void onStreamsExpired() {
        long timeout = getEndPoint().getIdleTimeout();
        if (timeout > 0
                && phase == Phase.OPEN
                && !streams.isAnyOpen()
                && TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - now) >= timeout) {
            end(ErrorCode.NO_ERROR, "idle", new TimeoutException("Idle timeout expired: " + timeout + " ms"));
        }
    }

    /** The endpoint has been idle; streams have timeouts of their own. */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        if (phase != Phase.OPEN || output.isWriting()) {
            return true;
        }
        return !streams.isAnyOpen();
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

    /** Writes what waits to be written, and GOAWAY, as far as the network takes it at once. */
    @Override
    public void close() {
        output.writeGoAway(frames.getLastStreamId(), ErrorCode.NO_ERROR, "closed", false);
        output.flush();
        getEndPoint().shutdownOutput();
        super.close();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        Throwable failure = cause == null ? new EofException("closed") : cause;
        phase = Phase.ENDED;
        output.fail(failure);
        streams.failAll(failure);
        idle.close();
        // whoever produces gives the input back
        tasks.dispatch();
        super.onClose(cause);
    }

    @Override
    public String toConnectionString() {
        // the strategy logs its producer while this is being made
        String state = frames == null ? "new" : phase + ",last=" + frames.getLastStreamId();
        return "HTTP2ServerConnection@" + Integer.toHexString(hashCode()) + "{" + state + "}";
    }
}
