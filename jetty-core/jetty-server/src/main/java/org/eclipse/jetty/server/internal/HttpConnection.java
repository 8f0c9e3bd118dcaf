package org.eclipse.jetty.server.internal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/1.1 (or 1.0) connection of the server (RFC 9112).
 *
 * <pre>
 * onFillable: fill -&gt; parse -&gt; handle -&gt; ended in this thread:  next request from the same buffer, no dispatch
 *                                       not ended:             SUSPENDED; who ends it goes on here
 *                              no more bytes: flush what gathered, wait for bytes
 *
 * turn of a request
 * IDLE --begin--&gt; RUNNING --ended--&gt; ENDED --loop--&gt; IDLE          all in one thread
 *                 RUNNING --handler returned--&gt; SUSPENDED --ended--&gt; IDLE, resumed by the thread that ended it
 * </pre>
 *
 * <p>Confined to the one thread that fills it or resumes it; only the turn word is shared.
 */
public final class HttpConnection extends AbstractMetaDataConnection
        implements Runnable, Invocable, Connection.UpgradeFrom, Connection.UpgradeTo {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final AtomicLong IDS = new AtomicLong();
    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int SUSPENDED = 2;
    private static final int ENDED = 3;
    /** The bytes and milliseconds for which a client that was refused may go on sending, so that it reads the answer. */
    private static final long DRAIN_BYTES = 1 << 20;

    private static final long DRAIN_MILLIS = 1000;

    private final AtomicInteger turn = new AtomicInteger();
    private final HttpConfiguration configuration;
    private final Connector connector;
    private final HttpParser parser;
    private final Http1RequestReader reader;
    private final Http1Stream stream;
    private final Http1Output output;
    private final HttpChannelState channel;
    private RetainableByteBuffer input;
    private boolean drained;
    private boolean persistent;
    private boolean upgraded;
    private long draining = -1;
    private long drainUntil;
    private long requests;
    private long bytesIn;
    private long contentWait;
    private long contentWaitBegin;
    private long id = -1;

    public HttpConnection(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
        super(connector, configuration, endPoint);
        this.configuration = configuration;
        this.connector = connector;
        reader = new Http1RequestReader(this);
        parser = new HttpParser(reader, configuration.getRequestHeaderSize(), configuration.getHttpCompliance());
        output = new Http1Output(endPoint, connector.getByteBufferPool(), connector.getScheduler(), configuration);
        stream = new Http1Stream(this);
        channel = new HttpChannelState(this);
    }

    // ---- what is known of it

    @Override
    public String getId() {
        if (id < 0) {
            id = IDS.incrementAndGet();
        }
        return Long.toHexString(id);
    }

    @Override
    public HttpVersion getHttpVersion() {
        return reader.getVersion();
    }

    @Override
    public String getProtocol() {
        return reader.getVersion().asString();
    }

    @Override
    public boolean isPersistent() {
        return output.getGenerator().isPersistent(getHttpVersion());
    }

    @Override
    public long getMessagesIn() {
        return requests;
    }

    @Override
    public long getMessagesOut() {
        return requests;
    }

    @Override
    public long getBytesIn() {
        return bytesIn;
    }

    @Override
    public long getBytesOut() {
        return output.getBytesOut();
    }

    HttpChannelState getChannel() {
        return channel;
    }

    HttpParser getParser() {
        return parser;
    }

    Http1Stream getStream() {
        return stream;
    }

    ComplianceViolation.Listener getComplianceViolationListener() {
        List<ComplianceViolation.Listener> listeners = configuration.getComplianceViolationListeners();
        if (listeners.isEmpty()) {
            return null;
        }
        return new ComplianceViolation.Listener() {
            @Override
            public void onComplianceViolation(ComplianceViolation.Event event) {
                for (ComplianceViolation.Listener listener : listeners) {
                    listener.onComplianceViolation(event);
                }
            }
        };
    }

    /** Whether the connector is being shut down, so that this response is the last. */
    boolean isEnding() {
        return connector.isShutdown();
    }

    // ---- bytes come

    @Override
    public void onOpen() {
        super.onOpen();
        if (input != null && input.hasRemaining()) {
            getExecutor().execute(this);
        } else {
            fillInterested();
        }
    }

    @Override
    protected InvocationType getFillableInvocationType() {
        return turn.get() == IDLE ? channel.getInvocationType() : channel.getDemandInvocationType();
    }

    @Override
    public InvocationType getInvocationType() {
        return channel.getInvocationType();
    }

    @Override
    public void onFillable() {
        if (turn.get() == IDLE) {
            drained = false;
            run();
        } else {
            drained = false;
            if (!stream.hasChunk()) {
                parseContent();
            }
            if (stream.hasChunk()) {
                runContentAvailable();
            } else {
                fillInterested();
            }
        }
    }

    void runContentAvailable() {
        Runnable task = channel.onContentAvailable();
        if (task != null) {
            task.run();
        }
    }

    /** Serves requests until one is not ended when its handler returns, or the bytes are used up. */
    @Override
    public void run() {
        try {
            while (serve()) {
                // the next request
            }
        } catch (Throwable x) {
            LOG.warn("connection failed: {}", this, x);
            release();
            getEndPoint().close(x);
        }
    }

    /** Reads and handles one request; returns whether to go on in this thread. */
    private boolean serve() {
        if (draining >= 0) {
            return drain();
        }
        if (input != null && input.hasRemaining() || parser.isAtEOF()) {
            boolean stopped = parser.parseNext(input == null ? BufferUtil.EMPTY_BUFFER : input.getByteBuffer());
            if (reader.getFailure() != null || (stopped && reader.isHeadComplete())) {
                return handle();
            }
            if (parser.isClosed() || parser.isClose()) {
                return flushed() && closeNow();
            }
            if (stopped) {
                return true;
            }
        }
        if (!flushed()) {
            return false;
        }
        if (isHeadOverdue()) {
            reader.setFailure(new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout"));
            return handle();
        }
        if (drained) {
            releaseInput();
            drained = false;
            fillInterested();
            return false;
        }
        int filled = fill();
        if (filled < 0) {
            parser.atEOF();
            return true;
        }
        if (filled == 0) {
            drained = true;
        }
        return true;
    }

    /** A head has the timeout for heads to be complete, however it is dripped. */
    private boolean isHeadOverdue() {
        if (parser.isStart() || !parser.inHeaderState()) {
            return false;
        }
        long timeout = configuration.getRequestHeadTimeout();
        if (timeout < 0) {
            timeout = getEndPoint().getIdleTimeout();
        }
        return timeout > 0 && System.nanoTime() - parser.getBeginNanoTime() > TimeUnit.MILLISECONDS.toNanos(timeout);
    }

    private boolean closeNow() {
        releaseInput();
        getEndPoint().close();
        return false;
    }

    /** Fills the input buffer; as {@link EndPoint#fill}. */
    private int fill() {
        if (input != null && input.isRetained() && (!input.hasRemaining() || input.isFull())) {
            // the application has parts of it, which must not be overwritten
            RetainableByteBuffer old = input;
            input = newInput();
            BufferUtil.append(input.getByteBuffer(), old.getByteBuffer());
            old.release();
        }
        if (input == null) {
            input = newInput();
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
            // fewer bytes than fit: there are no more now, and if there are, the selector tells
            drained = BufferUtil.space(buffer) > 0;
        }
        return filled;
    }

    private RetainableByteBuffer newInput() {
        return connector.getByteBufferPool().acquire(getInputBufferSize(), configuration.isUseInputDirectByteBuffers());
    }

    private void releaseInput() {
        if (input != null && !input.hasRemaining()) {
            input.release();
            input = null;
        }
    }

    private void release() {
        if (input != null) {
            BufferUtil.clear(input.getByteBuffer());
            input.release();
            input = null;
        }
    }

    // ---- a request

    /** Handles the request whose head was read; returns whether to go on in this thread. */
    private boolean handle() {
        requests++;
        persistent = false;
        MetaData.Request request = reader.newRequest(parser.getBeginNanoTime());
        HttpException refusal = reader.getFailure();
        int most = configuration.getMaxRequestsPerConnection();
        persistent = reader.isPersistent()
                && configuration.isPersistentConnectionsEnabled()
                && refusal == null
                && (most <= 0 || requests < most);
        contentWait = 0;
        contentWaitBegin = 0;
        output.getGenerator().setPersistent(persistent);
        turn.set(RUNNING);
        if (parser.isComplete() && !stream.hasChunk() && refusal == null) {
            stream.begin(request, false);
            stream.onMessageComplete();
        } else {
            stream.begin(request, reader.isExpectContinue() && refusal == null);
            if (refusal != null) {
                stream.setChunk(Content.Chunk.from((Throwable) refusal, true));
            }
        }
        channel.setHttpStream(stream);
        Runnable task =
                refusal == null ? channel.onRequest(request) : channel.onBadRequest(request, (Throwable) refusal);
        task.run();
        if (turn.get() == RUNNING && output.hasGathered()) {
            // what was answered before must not wait for this request
            output.flush(Callback.NOOP);
        }
        return !turn.compareAndSet(RUNNING, SUSPENDED) && nextTurn();
    }

    /** The request ended: makes ready for the next one. */
    private boolean nextTurn() {
        turn.set(IDLE);
        if (upgraded) {
            return false;
        }
        channel.recycle();
        output.getGenerator().reset();
        if (!persistent) {
            return flushed() && endOutput();
        }
        parser.reset();
        reader.reset();
        return true;
    }

    /** After the last response: says so, and reads on for a while so that the client is not cut off while it reads. */
    private boolean endOutput() {
        EndPoint endPoint = getEndPoint();
        boolean complete = parser.isComplete() && !parser.isClose();
        parser.close();
        if (!endPoint.isOpen()) {
            release();
            return false;
        }
        if (complete && (input == null || !input.hasRemaining())) {
            release();
            endPoint.close();
            return false;
        }
        endPoint.shutdownOutput();
        draining = 0;
        drainUntil = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(DRAIN_MILLIS);
        drained = false;
        endPoint.setIdleTimeout(
                endPoint.getIdleTimeout() > 0 ? Math.min(DRAIN_MILLIS, endPoint.getIdleTimeout()) : DRAIN_MILLIS);
        return true;
    }

    private boolean drain() {
        while (true) {
            if (input != null) {
                BufferUtil.clear(input.getByteBuffer());
            }
            int filled = fill();
            if (filled < 0 || (draining += filled) > DRAIN_BYTES || System.nanoTime() - drainUntil > 0) {
                release();
                getEndPoint().close();
                return false;
            }
            if (filled == 0) {
                release();
                fillInterested();
                return false;
            }
        }
    }

    /** Called when the stream ended well. */
    void onStreamEnded(boolean consumed) {
        if (output.isShutdown() || !consumed || !output.getGenerator().isPersistent()) {
            persistent = false;
        }
        endTurn();
    }

    void onStreamFailed(Throwable failure) {
        if (!QuietException.isQuiet(failure)) {
            LOG.debug("request failed: {}", this, failure);
        }
        persistent = false;
        output.getGenerator().abort();
        // a response that is cut off must not look like one that is complete
        getEndPoint().close(failure);
        endTurn();
    }

    void onStreamUpgraded(Connection next) {
        upgraded = true;
        getEndPoint().upgrade(next);
        endTurn();
    }

    private void endTurn() {
        if (turn.compareAndSet(RUNNING, ENDED)) {
            return;
        }
        if (nextTurn()) {
            drained = false;
            run();
        }
    }

    // ---- content

    /** Reads content until the stream has a chunk or nothing more has come. */
    void parseContent() {
        while (!stream.hasChunk()) {
            if ((input != null && input.hasRemaining()) || parser.isAtEOF() || parser.isComplete()) {
                parser.parseNext(input == null ? BufferUtil.EMPTY_BUFFER : input.getByteBuffer());
                if (stream.hasChunk()) {
                    return;
                }
                if (reader.getFailure() != null) {
                    persistent = false;
                    output.getGenerator().setPersistent(false);
                    stream.setChunk(Content.Chunk.from((Throwable) reader.getFailure(), true));
                    return;
                }
                if (reader.isEarlyEof()) {
                    persistent = false;
                    output.getGenerator().setPersistent(false);
                    // the request is incomplete, which RFC 9112 section 8 answers by 400 if anybody still listens
                    stream.setChunk(Content.Chunk.from(new EofException(new BadMessageException("Early EOF")), true));
                    return;
                }
                if (parser.isComplete()) {
                    stream.onMessageComplete();
                    return;
                }
                continue;
            }
            stream.sendContinue();
            int filled = fill();
            if (filled < 0) {
                parser.atEOF();
            } else if (filled == 0) {
                releaseInput();
                if (isContentTooSlow()) {
                    persistent = false;
                    output.getGenerator().setPersistent(false);
                    stream.setChunk(Content.Chunk.from(
                            new BadMessageException(
                                    HttpStatus.REQUEST_TIMEOUT_408, "Request content data rate too low"),
                            true));
                }
                return;
            } else if (contentWaitBegin != 0) {
                contentWait += System.nanoTime() - contentWaitBegin;
                contentWaitBegin = 0;
            }
        }
    }

    /** Called when no content is there; only the time from such a call until content comes is the client's. */
    private boolean isContentTooSlow() {
        long minimum = configuration.getMinRequestDataRate();
        if (minimum <= 0) {
            return false;
        }
        long now = System.nanoTime();
        if (contentWaitBegin == 0) {
            contentWaitBegin = now;
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(contentWait + now - contentWaitBegin);
        return millis > configuration.getRequestDataRateGrace() && parser.getContentRead() * 1000 / millis < minimum;
    }

    void onContent(ByteBuffer view) {
        boolean last = !parser.isChunking() && parser.getContentRead() == parser.getContentLength();
        input.retain();
        stream.contentCame();
        stream.setChunk(Content.Chunk.asChunk(view, last, input));
    }

    void onMessageComplete() {
        if (turn.get() != IDLE) {
            stream.onMessageComplete();
        }
    }

    // ---- responses go

    void send(MetaData.Response response, boolean head, boolean last, ByteBuffer content, Callback callback) {
        // responses gather only in the thread that reads the next request
        boolean gather = last
                && persistent
                && turn.get() == RUNNING
                && input != null
                && input.hasRemaining()
                && parser.isComplete();
        output.send(response, head, last, content, gather, callback);
    }

    /** Whether bytes have come that were not parsed. */
    boolean hasInput() {
        return input != null && input.hasRemaining();
    }

    boolean isCommitted() {
        return output.getGenerator().isCommitted();
    }

    void sendInterim(MetaData.Response response, Callback callback) {
        output.send(response, false, false, null, false, callback);
    }

    /** Flushes what gathered; returns false if this connection goes on when it is flushed. */
    private boolean flushed() {
        if (!output.hasGathered()) {
            return true;
        }
        FlushCallback flush = new FlushCallback();
        return !output.flush(flush) || flush.isDoneHere();
    }

    /** Goes on in the thread that completes the flush, unless that is the one that began it. */
    private final class FlushCallback implements Callback {
        private final AtomicInteger order = new AtomicInteger();

        private boolean isDoneHere() {
            return !order.compareAndSet(0, 1) && getEndPoint().isOpen();
        }

        @Override
        public void succeeded() {
            if (!order.compareAndSet(0, 2)) {
                run();
            }
        }

        @Override
        public void failed(Throwable x) {
            order.compareAndSet(0, 2);
            release();
            getEndPoint().close(x);
        }

        private void run() {
            HttpConnection.this.run();
        }

        @Override
        public InvocationType getInvocationType() {
            return HttpConnection.this.getInvocationType();
        }
    }

    // ---- failures

    /** Content did not come in time: the client's fault (RFC 9110 section 15.5.9). */
    private static final class ContentTimeout extends TimeoutException implements HttpException, QuietException {
        private static final long serialVersionUID = 1L;

        private ContentTimeout(Throwable cause) {
            super(cause.getMessage());
            initCause(cause);
        }

        @Override
        public int getCode() {
            return HttpStatus.REQUEST_TIMEOUT_408;
        }

        @Override
        public String getReason() {
            return "Request content timeout";
        }
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        return turn.get() == IDLE || channel.onIdleTimeout(timeout);
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        if (turn.get() != IDLE) {
            Runnable task = channel.onFailure(cause instanceof TimeoutException ? new ContentTimeout(cause) : cause);
            persistent = false;
            output.getGenerator().setPersistent(false);
            if (task != null) {
                task.run();
            }
            return;
        }
        EndPoint endPoint = getEndPoint();
        if (draining < 0
                && endPoint.isOpen()
                && cause instanceof TimeoutException
                && !parser.isStart()
                && parser.inHeaderState()) {
            reader.setFailure(new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout", cause));
            if (handle()) {
                run();
            }
            return;
        }
        release();
        endPoint.close(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        if (turn.get() != IDLE && !upgraded) {
            Runnable task = channel.onFailure(cause == null ? new EofException("closed") : cause);
            if (task != null) {
                getExecutor().execute(task);
            }
        }
        output.close();
        super.onClose(cause);
    }

    // ---- other connections

    @Override
    public ByteBuffer onUpgradeFrom() {
        if (input == null || !input.hasRemaining()) {
            release();
            return null;
        }
        ByteBuffer rest = BufferUtil.copy(input.getByteBuffer());
        release();
        return rest;
    }

    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            input = connector
                    .getByteBufferPool()
                    .acquire(
                            Math.max(prefilled.remaining(), getInputBufferSize()),
                            configuration.isUseInputDirectByteBuffers());
            BufferUtil.append(input.getByteBuffer(), prefilled);
        }
    }

    @Override
    public String toConnectionString() {
        return String.format(
                "%s@%x[turn=%d,%s,%s]", getClass().getSimpleName(), hashCode(), turn.get(), parser, channel);
    }
}
