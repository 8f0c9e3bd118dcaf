package org.eclipse.jetty.http2.server.internal;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameParser;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.HTTP2Exception;
import org.eclipse.jetty.http2.hpack.HpackDecoder;
import org.eclipse.jetty.http2.hpack.HpackException;
import org.eclipse.jetty.http2.internal.CostAccount;
import org.eclipse.jetty.http2.internal.IdleStreams;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.http2.internal.TaskQueue;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the frames of a client do to its connection and the streams of it (RFC 9113, section 6), and what they cost.
 *
 * <p>Violations are thrown, with their scope and code. Confined to the one thread that parses, but for what says otherwise;
 * the state of streams is guarded by the lock of the connection.
 */
final class FrameHandler implements FrameParser.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(FrameHandler.class);
    private static final int SMALL_FRAME = 64;
    private static final int SMALL_WINDOW_UPDATE = 64;
    private static final int SMALL_CONTINUATION = 1024;

    private final HTTP2ServerConnection connection;
    private final AbstractHTTP2ServerConnectionFactory factory;
    private final Connector connector;
    private final HttpConfiguration configuration;
    private final Http2Output output;
    private final OpenStreams streams;
    private final PushPromises promises;
    private final TaskQueue tasks;
    private final IdleStreams idle;
    private final RequestDecoder decoder;
    private final CostAccount costs;
    private final int streamWindow;
    private @Nullable Http2Stream request;
    private long blockBegin;
    private volatile int lastStreamId;
    private boolean shutdownTold;
    private int requests;
    private volatile boolean limitReached;

    FrameHandler(
            HTTP2ServerConnection connection,
            AbstractHTTP2ServerConnectionFactory factory,
            Http2Output output,
            OpenStreams streams,
            TaskQueue tasks,
            IdleStreams idle,
            CostAccount costs) {
        this.connection = connection;
        this.factory = factory;
        this.output = output;
        this.streams = streams;
        promises = new PushPromises(output);
        this.tasks = tasks;
        this.idle = idle;
        this.costs = costs;
        connector = connection.getConnector();
        configuration = factory.getHttpConfiguration();
        streamWindow = factory.getInitialStreamRecvWindow();
        decoder = new RequestDecoder(
                configuration,
                connection.getEndPoint().isSecure(),
                factory.getMaxDecoderTableCapacity(),
                factory.isConnectProtocolEnabled());
    }

    /** The last stream that the client has opened. Called by any thread. */
    int getLastStreamId() {
        return lastStreamId;
    }

    /** Whether the connection has had as many requests as one may have. Called by any thread. */
    boolean isLimitReached() {
        return limitReached;
    }

    /** Whether the client takes promises. */
    boolean isPushEnabled() {
        return promises.isEnabled();
    }

    /** Whether a request came, for which parsing is to stop. */
    boolean hasRequest() {
        return request != null;
    }

    /** The request that came, as a task. */
    @Nullable
    Runnable takeRequest() {
        Runnable task = request;
        request = null;
        return task;
    }

    /** Begins with a request of HTTP/1.1 that became stream 1 (RFC 7540, section 3.2); returns its task. */
    Runnable upgrade(MetaData.Request upgraded) {
        HttpFields.Mutable fields = HttpFields.build();
        for (HttpField field : upgraded.getHttpFields()) {
            HttpHeader header = field.getHeader();
            if (header != HttpHeader.CONNECTION
                    && header != HttpHeader.UPGRADE
                    && header != HttpHeader.HTTP2_SETTINGS) {
                fields.add(field);
            }
        }
        MetaData.Request metaData = new MetaData.Request(
                upgraded.getBeginNanoTime(),
                upgraded.getMethod(),
                upgraded.getHttpURI(),
                HttpVersion.HTTP_2,
                fields.asImmutable(),
                upgraded.getContentLength());
        lastStreamId = 1;
        Http2Stream stream = open(1, metaData, true, false, -1);
        stream.handle(null);
        return stream;
    }

    private Http2Stream open(
            int streamId, MetaData.Request metaData, boolean endStream, boolean expectContinue, long length) {
        long timeout = factory.getStreamIdleTimeout() < 0
                ? connection.getEndPoint().getIdleTimeout()
                : factory.getStreamIdleTimeout();
        Http2Stream stream = new Http2Stream(connection, output, streamId, metaData, length);
        stream.begin(endStream, expectContinue, streamWindow, timeout, connection.now());
        streams.open(stream);
        idle.opened(timeout);
        return stream;
    }

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
        decode(block, from, to, null);
        lastStreamId = streamId;
        String malformed = decoder.getMalformed();
        if (selfDependent) {
            malformed = "stream that depends on itself";
        } else if (malformed == null && endStream && decoder.getContentLength() > 0) {
            malformed = "content-length without content";
        }
        if (malformed != null) {
            throw HTTP2Exception.stream(streamId, ErrorCode.PROTOCOL_ERROR, malformed);
        }
        if (limitReached || streams.isFull()) {
            throw HTTP2Exception.stream(streamId, ErrorCode.REFUSED_STREAM_ERROR, "too many streams");
        }
        MetaData.Request metaData = decoder.newRequest(connection.now());
        Throwable refusal = (Throwable) decoder.getRefusal();
        if (refusal != null) {
            // fields that few octets stand for cost as much as if they had come
            charge(1 + decoder.getExcess(), "requests that are refused");
        }
        Http2Stream stream =
                open(streamId, metaData, endStream, decoder.isExpectContinue(), decoder.getContentLength());
        stream.handle(refusal);
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

    private void decode(byte[] block, int from, int to, HttpFields.@Nullable Mutable trailers) throws HTTP2Exception {
        try {
            decoder.decode(block, from, to, trailers);
        } catch (HpackException x) {
            throw HTTP2Exception.connection(ErrorCode.COMPRESSION_ERROR, x.getMessage());
        }
    }

    private void onTrailers(int streamId, byte[] block, int from, int to, boolean endStream, boolean selfDependent)
            throws HTTP2Exception {
        HttpFields.Mutable trailers = HttpFields.build();
        // decoded whatever becomes of them, as the table depends on it
        decode(block, from, to, trailers);
        Http2Stream stream;
        boolean halfClosed;
        StreamTable.Closed how;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(streamId);
            halfClosed = stream != null && stream.isRemotelyClosed();
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
        tasks.offer(stream.onTrailers(trailers.asImmutable()));
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
            halfClosed = stream != null && stream.isRemotelyClosed();
            how = output.streams().how(streamId);
            if (controlled > 0) {
                output.received(controlled);
            }
        }
        if (stream != null && !halfClosed) {
            if (first && length == 0 && !endStream) {
                charge(1, "DATA frames without content");
            }
            try {
                tasks.offer(stream.onContent(connection.input(), position, length, controlled, endStream));
            } catch (HTTP2Exception x) {
                // what is refused counts for the connection (section 6.9), and nobody will consume it
                output.consumed(0, controlled);
                throw x;
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

    /** Promises a request on a stream of the client, and begins with it. Called by any thread. */
    void push(Http2Stream parent, MetaData.Request promised) {
        MetaData.Request metaData = new MetaData.Request(
                System.nanoTime(),
                promised.getMethod(),
                promisedUri(promised.getHttpURI(), parent.getRequest().getHttpURI()),
                HttpVersion.HTTP_2,
                promised.getHttpFields().asImmutable(),
                0);
        Http2Stream stream = promises.promise(parent, metaData, streamId -> open(streamId, metaData, true, false, -1));
        if (stream != null) {
            stream.handle(null);
            Request begun = stream.getChannel().getRequest();
            assert begun != null;
            begun.setAttribute(HttpStream.PUSHED_ATTRIBUTE, Boolean.TRUE);
            tasks.offer(stream);
        }
        output.flushIfDue();
    }

    /** The URI of a promise, with what it lacks of that of the request that it is promised to (RFC 9113, section 8.3.1). */
    private static HttpURI promisedUri(HttpURI uri, HttpURI request) {
        HttpURI.Mutable complete = HttpURI.build(uri);
        if (uri.getScheme() == null) {
            complete.scheme(request.getScheme());
        }
        if (uri.getAuthority() == null) {
            complete.authority(request.getHost(), request.getPort());
        }
        String path = uri.getPath();
        if (path == null || !path.startsWith("/")) {
            complete.path(path == null ? "/" : "/" + path);
        }
        return complete.asImmutable();
    }

    private void checkNotIdle(int streamId, String frame) throws HTTP2Exception {
        if (isIdle(streamId)) {
            throw HTTP2Exception.connection(ErrorCode.PROTOCOL_ERROR, frame + " on idle stream " + streamId);
        }
    }

    private boolean isIdle(int streamId) {
        return (streamId & 1) == 0 ? !promises.isPromised(streamId) : streamId > lastStreamId;
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
            } else if ((streamId & 1) != 0) {
                forget(streamId, StreamTable.Closed.RESET_THERE);
            }
        }
        if (stream != null && !stream.isLingering()) {
            tasks.offer(stream.onFailure(
                    new EofException("stream reset by the client: " + ErrorCode.toString(code, null))));
        }
        if ((streamId & 1) != 0) {
            // a client may refuse whatever it is pushed
            charge(1, "streams that are reset");
        }
    }

    @Override
    public void onSetting(int key, int value) throws HTTP2Exception {
        switch (key) {
            case FrameType.SETTINGS_HEADER_TABLE_SIZE -> output.setHeaderTableSize(value);
            case FrameType.SETTINGS_INITIAL_WINDOW_SIZE -> output.setInitialWindow(value);
            case FrameType.SETTINGS_MAX_FRAME_SIZE -> output.setMaxFrameSize(value);
            case FrameType.SETTINGS_ENABLE_PUSH -> promises.setEnabled(value == 1);
            case FrameType.SETTINGS_MAX_CONCURRENT_STREAMS -> promises.setMaxConcurrent(value);
            default -> {
                // responses are limited by the configuration
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
    public void onGoAway(int lastStreamId, int code, String reason) throws HTTP2Exception {
        charge(1, "GOAWAY frames");
        promises.end();
        if (code != ErrorCode.NO_ERROR.code) {
            LOG.debug("{}: the client goes away: {} {}", connection, ErrorCode.toString(code, null), reason);
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

    // ---- violations and costs

    /** A block of fields has the timeout for heads to be complete, however it is dripped. */
    void checkBlockTime() throws HTTP2Exception {
        long now = connection.now();
        if (blockBegin == 0) {
            blockBegin = now;
        }
        long timeout = configuration.getRequestHeadTimeout();
        if (timeout < 0) {
            timeout = connection.getEndPoint().getIdleTimeout();
        }
        if (timeout > 0 && now - blockBegin > TimeUnit.MILLISECONDS.toNanos(timeout)) {
            throw HTTP2Exception.connection(ErrorCode.ENHANCE_YOUR_CALM_ERROR, "fields not complete in time");
        }
    }

    /**
     * Resets a stream for what the client did wrong on it, at its expense.
     *
     * @throws HTTP2Exception of the connection, if the stream is idle, which must not be reset (section 6.4)
     */
    void failStream(HTTP2Exception error) throws HTTP2Exception {
        if (isIdle(error.getStreamId())) {
            throw HTTP2Exception.connection(error.getCode(), error.getMessage());
        }
        Http2Stream stream;
        try (AutoLock l = output.lock()) {
            stream = output.streams().get(error.getStreamId());
            if (stream != null) {
                output.reset(stream, error.getCode());
            } else if ((error.getStreamId() & 1) != 0) {
                forget(error.getStreamId(), StreamTable.Closed.RESET_HERE);
            }
        }
        if (stream == null) {
            output.writeReset(error.getStreamId(), error.getCode());
        } else if (!stream.isLingering()) {
            tasks.offer(stream.onFailure(new EofException(error)));
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

    private void charge(int events, String what) throws HTTP2Exception {
        try (AutoLock l = output.lock()) {
            costs.charge(events, what);
        }
    }
}
