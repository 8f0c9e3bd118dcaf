package org.eclipse.jetty.http2.client;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.RetryableStreamException;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.GoAwayFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PingFrame;
import org.eclipse.jetty.http2.frames.PriorityFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.FrameOutput;
import org.eclipse.jetty.http2.internal.IdleStreams;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.http2.internal.TaskQueue;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ExecutionStrategy;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.eclipse.jetty.util.thread.strategy.AdaptiveExecutionStrategy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's side of an HTTP/2 connection: fills, parses, and produces the tasks of its streams.
 *
 * <pre>
 * OPEN --GOAWAY of either side, no stream left--&gt; CLOSING --GOAWAY written--&gt; closed
 * OPEN --violation, idle, close()--&gt; CLOSING: streams fail
 * OPEN, CLOSING --the end of the input, of the network--&gt; closed: streams fail
 * </pre>
 *
 * <p>Bytes are filled and parsed by one thread at a time; everything else is thread-safe. The state of the connection and of
 * its streams is guarded by the lock of the output.
 */
final class ClientConnection extends AbstractConnection
        implements Session, Connection.UpgradeTo, ExecutionStrategy.Producer {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
    private static final int LAST_ID = Integer.MAX_VALUE;

    private final SerializedInvoker invoker = new SerializedInvoker(ClientConnection.class);
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final HTTP2Client client;
    private final Session.Listener listener;
    private final Promise<Session> promise;
    private final AdaptiveExecutionStrategy strategy;
    private final ByteBufferPool pool;
    private final boolean directInput;
    private final FrameParser parser;
    private final ClientFrames frames;
    private final ClientOutput output;
    private final TaskQueue tasks;
    private final IdleStreams idle;
    private final OfferedSettings offered;
    private final PushedStreams pushed;
    private volatile @Nullable RetainableByteBuffer input;
    private volatile long now = System.nanoTime();
    private boolean drained;

    // guarded by the lock of the output
    private int lastStreamId = -1;
    private int maxConcurrentStreams = Integer.MAX_VALUE;
    private @Nullable GoAwayFrame goAway;
    private boolean shutdown;
    private boolean closing;
    private boolean reported;
    private @Nullable Throwable endFailure;
    private @Nullable GoAwayFrame endFrame;

    ClientConnection(HTTP2Client client, EndPoint endPoint, Session.Listener listener, Promise<Session> promise) {
        super(endPoint, client.executor());
        this.client = client;
        this.listener = listener;
        this.promise = promise;
        pool = client.pool();
        // TLS works on arrays
        directInput = client.isUseInputDirectByteBuffers() && !endPoint.isSecure();
        setInputBufferSize(client.getInputBufferSize());
        strategy = new AdaptiveExecutionStrategy(this, client.executor());
        CostAccount costs = new CostAccount(client.getRateControlFactory().newRateControl(endPoint));
        int sessionWindow = Math.max(FlowControlStrategy.DEFAULT_WINDOW_SIZE, client.getInitialSessionRecvWindow());
        Scheduler scheduler = client.scheduler();
        output = new ClientOutput(
                this,
                new FrameOutput.Network(
                        endPoint, scheduler, pool, client.isUseOutputDirectByteBuffers() && !endPoint.isSecure(), 0),
                new RequestEncoder(client.getMaxRequestHeadersSize(), client.getMaxEncoderTableCapacity()),
                client.getFlowControlStrategyFactory().newFlowControlStrategy(),
                sessionWindow,
                costs);
        tasks = new TaskQueue(output, strategy);
        idle = new IdleStreams(output, scheduler, tasks, () -> {});
        offered = new OfferedSettings(output, this::enforce);
        pushed = new PushedStreams(this, output, offered);
        ResponseDecoder decoder = new ResponseDecoder(client.getMaxResponseHeadersSize());
        frames = new ClientFrames(this, output, decoder, costs, offered, pushed);
        parser = new FrameParser(
                frames, client.getMaxFrameSize(), client.getMaxResponseHeadersSize(), client.getMaxSettingsKeys(), 0);
        output.writePreface();
    }

    // ---- settings of this side

    /** Enforces the settings of this side as they are now. With the lock. */
    private void enforce() {
        frames.setMaxDecoderTable(offered.limit(FrameType.SETTINGS_HEADER_TABLE_SIZE));
        parser.setMaxFrameSize(offered.limit(FrameType.SETTINGS_MAX_FRAME_SIZE));
        int window = offered.limit(FrameType.SETTINGS_INITIAL_WINDOW_SIZE);
        for (ClientStream stream : output.streams().list()) {
            stream.setRecvWindow(window);
        }
    }

    @Override
    public void settings(SettingsFrame frame, Callback callback) {
        if (output.isEnded()) {
            callback.failed(new EofException("The session is closed"));
        } else {
            offered.send(frame, callback);
        }
    }

    @Override
    public boolean isPushEnabled() {
        try (AutoLock l = output.lock()) {
            return offered.latest(FrameType.SETTINGS_ENABLE_PUSH) == 1;
        }
    }

    static RetryableStreamException notProcessed(String why) {
        return new RetryableStreamException("Request not processed: " + why);
    }

    // ---- streams

    @Override
    public void newStream(HeadersFrame frame, Promise<Stream> streamPromise, Stream.@Nullable Listener streamListener) {
        if (!(frame.getMetaData() instanceof MetaData.Request request)) {
            streamPromise.failed(new IllegalArgumentException(frame + " (expected: the head of a request)"));
            return;
        }
        Runnable opened = null;
        Throwable refused;
        long timeout =
                client.getStreamIdleTimeout() < 0 ? getEndPoint().getIdleTimeout() : client.getStreamIdleTimeout();
        try (AutoLock l = output.lock()) {
            refused = refusal();
            if (refused == null) {
                int streamId = lastStreamId + 2;
                ClientStream opening = new ClientStream(
                        this,
                        output,
                        streamId,
                        streamListener == null ? new Stream.Listener() {} : streamListener,
                        request,
                        offered.limit(FrameType.SETTINGS_INITIAL_WINDOW_SIZE),
                        timeout);
                if (frame.getPriority() != null) {
                    output.writePriority(frame.getPriority(), streamId);
                }
                output.open(opening, request, frame.isEndStream());
                lastStreamId = streamId;
                opened = opening.opened(streamPromise);
            }
        } catch (RuntimeException x) {
            refused = x;
        }
        if (refused != null) {
            streamPromise.failed(refused);
            return;
        }
        idle.opened(timeout);
        if (opened != null) {
            opened.run();
        }
        output.flushIfDue();
    }

    /** Returns why no stream can be opened; null if one can. With the lock. */
    private @Nullable Throwable refusal() {
        if (output.isEnded() || closing) {
            return notProcessed("the session is closed");
        }
        if (isToEnd()) {
            return notProcessed("the session is about to end");
        }
        if (output.streams().size() - output.streams().pushed() >= maxConcurrentStreams) {
            return notProcessed("more than " + maxConcurrentStreams + " concurrent streams");
        }
        return null;
    }

    /** Returns whether streams may still be opened. With the lock. */
    boolean mayOpen() {
        return !output.isEnded() && !closing && !isToEnd();
    }

    /** Whether no other stream is opened: either side has said so, or there are no more identifiers. With the lock. */
    private boolean isToEnd() {
        return shutdown || goAway != null || lastStreamId >= LAST_ID - 2;
    }

    int getLastStreamId() {
        try (AutoLock l = output.lock()) {
            return lastStreamId;
        }
    }

    void setMaxConcurrentStreams(int max) {
        try (AutoLock l = output.lock()) {
            maxConcurrentStreams = max < 0 ? Integer.MAX_VALUE : max;
        }
    }

    /** Returns how many streams the server allows at the same time. */
    public int getMaxConcurrentStreams() {
        try (AutoLock l = output.lock()) {
            return maxConcurrentStreams;
        }
    }

    @Override
    public Collection<Stream> getStreams() {
        try (AutoLock l = output.lock()) {
            return new ArrayList<>(output.streams().list());
        }
    }

    @Override
    public @Nullable Stream getStream(int streamId) {
        try (AutoLock l = output.lock()) {
            return output.streams().get(streamId);
        }
    }

    @Override
    public int priority(PriorityFrame frame, Callback callback) {
        int streamId = frame.getStreamId();
        try (AutoLock l = output.lock()) {
            if (mayOpen() && output.streams().get(streamId) == null) {
                lastStreamId += 2;
                streamId = lastStreamId;
            }
        }
        if (streamId <= 0) {
            callback.failed(new EofException("The session is about to end"));
            return 0;
        }
        if (!output.writePriority(frame, streamId)) {
            callback.failed(new EofException("The session is closed"));
            return 0;
        }
        output.flushIfDue();
        callback.succeeded();
        return streamId;
    }

    /** A stream has ended: with the last one ends a session that is to end. */
    void onStreamClosed() {
        boolean last;
        try (AutoLock l = output.lock()) {
            last = output.streams().size() == 0 && isToEnd() && !closing;
        }
        if (last) {
            end(ErrorCode.NO_ERROR.code, null, null);
        }
    }

    /** The server has announced the end (RFC 9113, section 6.8): what it has not processed fails, and may be sent again. */
    void onGoAway(GoAwayFrame frame) throws HTTP2Exception {
        List<ClientStream> unprocessed = new ArrayList<>();
        try (AutoLock l = output.lock()) {
            if (goAway != null && frame.getLastStreamId() > goAway.getLastStreamId()) {
                throw HTTP2Exception.connection(
                        ErrorCode.PROTOCOL_ERROR, "last stream of GOAWAY above that of the one before");
            }
            goAway = frame;
            for (ClientStream stream : output.streams().list()) {
                if (!stream.isPushed() && stream.getStreamId() > frame.getLastStreamId()) {
                    output.streams().remove(stream, StreamTable.Closed.RESET_HERE);
                    stream.close();
                    unprocessed.add(stream);
                }
            }
        }
        call(l -> l.onGoAway(this, frame));
        for (ClientStream stream : unprocessed) {
            String reason = "the server goes away: " + ErrorCode.toString(frame.getError(), null);
            offer(stream.onFailure(ErrorCode.REFUSED_STREAM_ERROR.code, notProcessed(reason)));
        }
        onStreamClosed();
    }

    // ---- the session

    @Override
    public void ping(PingFrame frame, Callback callback) {
        if (frame.isReply()) {
            callback.failed(new IllegalArgumentException(frame + " (expected: one that is no reply)"));
        } else if (output.writePing(frame.getPayloadAsLong())) {
            output.flushIfDue();
            callback.succeeded();
        } else {
            callback.failed(new EofException("The session is closed"));
        }
    }

    @Override
    public boolean close(int error, @Nullable String payload, Callback callback) {
        boolean first = end(error, payload, null);
        callback.succeeded();
        return first;
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        try (AutoLock l = output.lock()) {
            shutdown = true;
        }
        onStreamClosed();
        return ended;
    }

    @Override
    public boolean isClosed() {
        try (AutoLock l = output.lock()) {
            return output.isEnded() || closing || isToEnd();
        }
    }

    @Override
    public @Nullable SocketAddress getLocalSocketAddress() {
        return getEndPoint().getLocalSocketAddress();
    }

    @Override
    public @Nullable SocketAddress getRemoteSocketAddress() {
        return getEndPoint().getRemoteSocketAddress();
    }

    /** Announces the end, and fails what goes on; returns false if that was done before. */
    private boolean end(int code, @Nullable String reason, @Nullable Throwable cause) {
        Throwable failure =
                cause != null ? cause : new EofException(reason == null ? "The session was closed" : reason);
        int lastPushed;
        try (AutoLock l = output.lock()) {
            if (closing) {
                return false;
            }
            closing = true;
            lastPushed = pushed.lastId();
            // known before another thread writes GOAWAY, and closes
            endFailure = failure;
            endFrame = cause == null ? new GoAwayFrame(0, code, null) : null;
        }
        output.writeGoAway(lastPushed, code, reason, true);
        failAll(failure);
        if (cause != null) {
            reportFailure(cause);
        } else {
            reportClose(new GoAwayFrame(0, code, null));
        }
        output.flush();
        return true;
    }

    private void failAll(Throwable cause) {
        List<ClientStream> all;
        try (AutoLock l = output.lock()) {
            all = output.streams().list();
            for (ClientStream stream : all) {
                output.streams().remove(stream, StreamTable.Closed.RESET_THERE);
                stream.close();
            }
        }
        for (ClientStream stream : all) {
            offer(stream.onFailure(ErrorCode.CANCEL_STREAM_ERROR.code, cause));
        }
    }

    private boolean report() {
        try (AutoLock l = output.lock()) {
            boolean first = !reported;
            reported = true;
            return first;
        }
    }

    private void reportClose(GoAwayFrame frame) {
        if (report()) {
            call(l -> l.onClose(this, frame, Callback.NOOP));
        }
    }

    private void reportFailure(Throwable cause) {
        if (report()) {
            call(l -> l.onFailure(this, cause, Callback.NOOP));
        }
    }

    // ---- tasks

    /** Has the listener of the session called, in the order of these calls. */
    void call(Consumer<Session.Listener> event) {
        offer(invoker.offer(() -> event.accept(listener)));
    }

    /** Has a task run by the strategy; null is ignored. */
    void offer(@Nullable Runnable task) {
        tasks.offer(task);
    }

    void complete(Callback callback) {
        tasks.complete(callback);
    }

    void watch(long timeout) {
        idle.watch(timeout);
    }

    // ---- bytes come

    long now() {
        return now;
    }

    /** What was read last, while its frames are handled. */
    RetainableByteBuffer input() {
        RetainableByteBuffer current = input;
        assert current != null : "it is parsed";
        return current;
    }

    /** Takes what has come through a proxy already. */
    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (prefilled != null && prefilled.hasRemaining()) {
            input = pool.acquire(Math.max(prefilled.remaining(), getInputBufferSize()), directInput);
            BufferUtil.append(input.getByteBuffer(), prefilled);
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        offered.sendFirst(client.firstSettings(), listener.onPreface(this), client.getInitialSessionRecvWindow());
        output.flush();
        promise.succeeded(this);
        if (input != null) {
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
            }
        } catch (Throwable x) {
            LOG.warn("Connection failed: {}", this, x);
            output.leaveProducer();
            getEndPoint().close(x);
            return null;
        }
    }

    /** Parses one frame, or fills; returns false, with all flushed, if there is nothing to do until bytes come. */
    private boolean advance() {
        RetainableByteBuffer current = input;
        if (current != null && current.hasRemaining()) {
            parse(current.getByteBuffer());
            return true;
        }
        if (!getEndPoint().isOpen()) {
            releaseInput();
            output.leaveProducer();
            return false;
        }
        if (drained) {
            releaseInput();
            drained = false;
            // a thread that is notified may go on before this one has left: what is written must not wait for this one
            output.leaveProducer();
            fillInterested();
            return false;
        }
        int filled = fill();
        if (filled < 0) {
            releaseInput();
            getEndPoint().close(new EofException("The connection was closed by the server"));
        }
        drained |= filled == 0;
        return true;
    }

    private int fill() {
        if (input != null && input.isRetained()) {
            // streams hold parts of it
            input.release();
            input = null;
        }
        if (input == null) {
            input = pool.acquire(getInputBufferSize(), directInput);
        }
        ByteBuffer buffer = input.getByteBuffer();
        try {
            int filled = getEndPoint().fill(buffer);
            if (filled > 0) {
                now = System.nanoTime();
                // fewer bytes than fit: there are no more now, and if there are, the selector tells
                drained = BufferUtil.space(buffer) > 0;
            }
            return filled;
        } catch (Throwable x) {
            LOG.debug("Could not read {}", this, x);
            getEndPoint().close(x);
            return 0;
        }
    }

    private void releaseInput() {
        if (input != null) {
            BufferUtil.clear(input.getByteBuffer());
            input.release();
            input = null;
        }
    }

    private void parse(ByteBuffer buffer) {
        if (output.isEnded()) {
            BufferUtil.clear(buffer);
            return;
        }
        try {
            while (parser.parse(buffer) && tasks.isEmpty()) {
                // the next frame
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
        EofException cause = new EofException(error.toString());
        cause.initCause(error);
        end(error.getCode().code, error.getMessage(), cause);
    }

    // ---- the end of the network

    void onOutputEnded() {
        getEndPoint().shutdownOutput();
        getEndPoint().close();
    }

    void onWriteFailed(Throwable cause) {
        getEndPoint().close(cause);
    }

    /** The endpoint has been idle; streams have timeouts of their own. */
    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        try (AutoLock l = output.lock()) {
            if (!closing && output.streams().size() > 0) {
                return false;
            }
        }
        return output.isEnded() || listener.onIdleTimeout(this);
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        if (cause instanceof TimeoutException && getEndPoint().isOpen()) {
            end(ErrorCode.NO_ERROR.code, "idle", null);
        } else {
            getEndPoint().close(cause);
        }
    }

    @Override
    public void close() {
        end(ErrorCode.NO_ERROR.code, null, null);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        Throwable failure;
        GoAwayFrame frame;
        try (AutoLock l = output.lock()) {
            closing = true;
            failure = endFailure;
            frame = endFrame;
            if (failure == null) {
                frame = goAway;
                failure = lost(cause, frame);
            }
        }
        output.fail(failure);
        failAll(failure);
        idle.close();
        if (frame != null) {
            reportClose(frame);
        } else {
            reportFailure(failure);
        }
        // the thread that produces gives the input back
        tasks.dispatch();
        super.onClose(cause);
        ended.complete(null);
    }

    /** Returns why the connection was lost: what the server has said, if it has. */
    private static Throwable lost(@Nullable Throwable cause, @Nullable GoAwayFrame said) {
        if (said == null || said.getError() == ErrorCode.NO_ERROR.code) {
            return cause == null ? new EofException("The connection was closed") : cause;
        }
        EofException failure = new EofException(
                "The connection was closed by the server: " + ErrorCode.toString(said.getError(), null));
        failure.initCause(cause);
        return failure;
    }

    @Override
    public String toConnectionString() {
        // the strategy logs its producer while this is being made
        String state = output == null ? "new" : "last=" + getLastStreamId();
        return "ClientConnection@" + Integer.toHexString(hashCode()) + "{" + state + "}";
    }
}
