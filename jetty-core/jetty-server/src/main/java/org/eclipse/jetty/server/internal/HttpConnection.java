package org.eclipse.jetty.server.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpException;
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
import org.eclipse.jetty.server.RequestsInFlight;
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
        implements Runnable, Invocable, Connection.UpgradeFrom, Connection.UpgradeTo, RequestsInFlight {
    private static final Logger LOG = LoggerFactory.getLogger(HttpConnection.class);
    private static final AtomicLong IDS = new AtomicLong();
    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int SUSPENDED = 2;
    private static final int ENDED = 3;
    /** The bytes and milliseconds for which a client that was refused may go on sending, so that it reads the answer. */
    private static final long DRAIN_BYTES = 1 << 20;

    private static final long DRAIN_MILLIS = 1000;
    /** The largest buffer for request content. */
    private static final int CONTENT_BUFFER = 64 * 1024;

    private static final VarHandle TURN;
    private static final VarHandle VISITORS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TURN = lookup.findVarHandle(HttpConnection.class, "turn", int.class);
            VISITORS = lookup.findVarHandle(HttpConnection.class, "visitors", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final Http1Exchanges exchanges;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int turn = IDLE;

    /** The threads that tell the request of something while others serve it. */
    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int visitors;

    private Http1Exchange exchange;
    /** Whether this connection has the exchange, and has not ended. */
    private boolean holding;

    private RetainableByteBuffer input;
    private boolean drained;
    private boolean persistent;
    private boolean upgraded;
    private long draining = -1;
    private long drainUntil;
    private long requests;
    private long bytesIn;
    private long bytesOut;
    private long id = -1;
    private volatile InputDeadline inputDeadline;

    /** @param exchanges those of the connections of this connector */
    public HttpConnection(
            HttpConfiguration configuration, Connector connector, EndPoint endPoint, Http1Exchanges exchanges) {
        super(connector, configuration, endPoint);
        this.exchanges = exchanges;
    }

    // ---- the exchange

    private void hold() {
        if (exchange == null) {
            exchange = exchanges.take(getHttpConfiguration(), this);
        }
        holding = true;
    }

    /** Gives the exchange back if nothing of a request has come. */
    private void giveBack() {
        if (input == null && draining < 0 && turn == IDLE && visitors == 0 && exchange.isIdle()) {
            letGo();
        }
    }

    /** Gives the exchange back for good, at the end of the connection; with a visitor it is left to this connection. */
    private void free() {
        if (holding && turn == IDLE) {
            if (visitors == 0) {
                exchange.clean();
                letGo();
            }
            holding = false;
        }
    }

    private void letGo() {
        Http1Exchange back = exchange;
        holding = false;
        exchange = null;
        exchanges.free(back);
    }

    /**
     * Whether a request is being served, whose exchange stays that of this connection until {@link #leave()}.
     *
     * <p>A visitor counts itself before it looks at the turn, and the exchange is given away by who ends the turn before
     * looking at the visitors: one of them sees the other.
     */
    private boolean visit() {
        VISITORS.getAndAdd(this, 1);
        if (turn != IDLE) {
            return true;
        }
        leave();
        return false;
    }

    private void leave() {
        VISITORS.getAndAdd(this, -1);
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
        Http1Exchange current = exchange;
        return holding && current != null ? current.reader.getVersion() : HttpVersion.HTTP_1_1;
    }

    @Override
    public String getProtocol() {
        return getHttpVersion().asString();
    }

    @Override
    public boolean isPersistent() {
        Http1Exchange current = exchange;
        return !holding || current == null || current.output.getGenerator().isPersistent(getHttpVersion());
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
        return bytesOut;
    }

    @Override
    public BooleanSupplier requestsInFlight() {
        if (turn == IDLE) {
            return null;
        }
        // read behind the turn, which is written behind it
        long served = requests;
        return () -> turn == IDLE || requests != served;
    }

    /** Counts bytes that are written; returns the sum. */
    long addBytesOut(long length) {
        bytesOut += length;
        return bytesOut;
    }

    ComplianceViolation.Listener getComplianceViolationListener() {
        List<ComplianceViolation.Listener> listeners = getHttpConfiguration().getComplianceViolationListeners();
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
        return getConnector().isShutdown();
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
        Http1Exchange current = exchange;
        return turn == IDLE || current == null ? getInvocationType() : current.channel.getDemandInvocationType();
    }

    @Override
    public InvocationType getInvocationType() {
        return getConnector().getServer().getInvocationType();
    }

    @Override
    public void onFillable() {
        drained = false;
        // whoever ends a turn serves on until this is wanted again
        if (turn == IDLE || !visit()) {
            run();
            return;
        }
        try {
            if (!exchange.stream.hasChunk()) {
                parseContent();
            }
            if (exchange.stream.hasChunk()) {
                runContentAvailable();
            } else {
                awaitContent();
            }
        } finally {
            leave();
        }
    }

    void runContentAvailable() {
        Runnable task = exchange.channel.onContentAvailable();
        if (task != null) {
            task.run();
        }
    }

    /** Serves requests until one is not ended when its handler returns, or the bytes are used up. */
    @Override
    public void run() {
        try {
            if (!holding) {
                hold();
            }
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
        if (input != null && input.hasRemaining() || exchange.parser.isAtEOF()) {
            boolean begins = exchange.parser.isStart();
            boolean stopped =
                    exchange.parser.parseNext(input == null ? BufferUtil.EMPTY_BUFFER : input.getByteBuffer());
            if (exchange.reader.getFailure() != null || (stopped && exchange.reader.isHeadComplete())) {
                // a head that is there in one piece is complete when it begins
                return handle(begins ? exchange.parser.getBeginNanoTime() : System.nanoTime());
            }
            if (exchange.parser.isClosed() || exchange.parser.isClose()) {
                return flushed() && closeNow();
            }
            if (stopped) {
                return true;
            }
        }
        if (!flushed()) {
            return false;
        }
        long nanos = headNanosLeft();
        if (nanos <= 0) {
            exchange.reader.setFailure(new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout"));
            return handle(System.nanoTime());
        }
        if (drained) {
            releaseInput();
            drained = false;
            giveBack();
            awaitInput(nanos);
            return false;
        }
        int filled = fill();
        if (filled < 0) {
            exchange.parser.atEOF();
            return true;
        }
        if (filled == 0) {
            drained = true;
        }
        return true;
    }

    /** The time that the rest of a head has to come, whether it is dripped or stops; {@link Long#MAX_VALUE} for any. */
    private long headNanosLeft() {
        if (exchange.parser.isStart() || !exchange.parser.inHeaderState()) {
            return Long.MAX_VALUE;
        }
        long timeout = getHttpConfiguration().getRequestHeadTimeout();
        if (timeout < 0) {
            timeout = getEndPoint().getIdleTimeout();
        }
        return timeout <= 0
                ? Long.MAX_VALUE
                : TimeUnit.MILLISECONDS.toNanos(timeout) - (System.nanoTime() - exchange.parser.getBeginNanoTime());
    }

    /** Waits for bytes, but looks again when the time is over; {@link Long#MAX_VALUE} leaves it to the idle timeout. */
    private void awaitInput(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            fillInterested();
            return;
        }
        InputDeadline deadline = inputDeadline;
        if (deadline == null) {
            deadline = new InputDeadline(getConnector(), this);
            inputDeadline = deadline;
        }
        deadline.awaitInput(nanos);
    }

    private boolean closeNow() {
        releaseInput();
        getEndPoint().close();
        free();
        return false;
    }

    /** Fills the input buffer; as {@link EndPoint#fill}. */
    private int fill() {
        if (input != null && input.isRetained() && isScarce(input)) {
            RetainableByteBuffer old = input;
            input = newInput(old.remaining());
            BufferUtil.append(input.getByteBuffer(), old.getByteBuffer());
            old.release();
        }
        if (input != null && turn != IDLE && !input.hasRemaining() && input.capacity() < wantedInput()) {
            input.release();
            input = null;
        }
        if (input == null) {
            input = newInput(0);
        }
        // the application has parts of one that is retained, which must not be overwritten
        boolean retained = input.isRetained();
        ByteBuffer buffer = retained ? free(input.getByteBuffer()) : input.getByteBuffer();
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
            if (retained) {
                ByteBuffer whole = input.getByteBuffer();
                whole.limit(whole.limit() + filled);
            }
        }
        return filled;
    }

    /** What follows the bytes of a buffer, as an empty one of its own. */
    private static ByteBuffer free(ByteBuffer buffer) {
        return buffer.duplicate()
                .clear()
                .slice(buffer.limit(), BufferUtil.space(buffer))
                .limit(0);
    }

    private boolean isScarce(RetainableByteBuffer buffer) {
        return BufferUtil.space(buffer.getByteBuffer())
                < Math.max(1, getHttpConfiguration().getMinInputBufferSpace());
    }

    /** @param held the bytes that it is to take at once */
    private RetainableByteBuffer newInput(int held) {
        return getConnector()
                .getByteBufferPool()
                .acquire(
                        Math.max(wantedInput(), held + 1),
                        getHttpConfiguration().isUseInputDirectByteBuffers());
    }

    /** The size of a new input buffer: larger for long content, which comes in fewer reads then. */
    private int wantedInput() {
        int size = getInputBufferSize();
        return turn == IDLE || size >= CONTENT_BUFFER
                ? size
                : (int) Math.max(size, Math.min(exchange.parser.getContentLeft(), CONTENT_BUFFER));
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

    /**
     * Handles the request whose head was read; returns whether to go on in this thread.
     *
     * @param headTime the {@link System#nanoTime()} at which the head was complete
     */
    private boolean handle(long headTime) {
        requests++;
        persistent = false;
        if (exchange.reader.isPriorKnowledge() && Http1Upgrade.toPriorKnowledge(this)) {
            return false;
        }
        MetaData.Request request = exchange.reader.newRequest(exchange.parser.getBeginNanoTime());
        if (exchange.reader.getUpgrade() != null && Http1Upgrade.byRequest(this, request)) {
            return false;
        }
        HttpException refusal = exchange.reader.getFailure();
        if (refusal != null
                && requests == 1
                && input != null
                && Http1Upgrade.isBrokenPreface(this, input.getByteBuffer())) {
            release();
            getEndPoint().close();
            return false;
        }
        int most = getHttpConfiguration().getMaxRequestsPerConnection();
        persistent = exchange.reader.isPersistent()
                && getHttpConfiguration().isPersistentConnectionsEnabled()
                && refusal == null
                && (most <= 0 || requests < most);
        exchange.output.getGenerator().setPersistent(persistent);
        turn = RUNNING;
        if (exchange.parser.isComplete() && !exchange.stream.hasChunk() && refusal == null) {
            exchange.stream.begin(request, false);
            exchange.stream.onMessageComplete();
        } else {
            exchange.stream.begin(request, exchange.reader.isExpectContinue() && refusal == null);
            if (refusal != null) {
                exchange.stream.setChunk(Content.Chunk.from((Throwable) refusal, true));
            }
        }
        exchange.channel.setHttpStream(exchange.stream);
        Runnable task = refusal == null
                ? exchange.channel.onRequest(request, headTime)
                : exchange.channel.onBadRequest(request, (Throwable) refusal);
        task.run();
        if (turn == RUNNING && exchange.output.hasGathered()) {
            // what was answered before must not wait for this request
            exchange.output.flush(Callback.NOOP);
        }
        return !TURN.compareAndSet(this, RUNNING, SUSPENDED) && nextTurn();
    }

    /** The request ended: makes ready for the next one. */
    private boolean nextTurn() {
        turn = IDLE;
        if (upgraded) {
            return false;
        }
        exchange.channel.recycle();
        exchange.output.getGenerator().reset();
        if (!persistent) {
            return flushed() && endOutput();
        }
        exchange.parser.reset();
        exchange.reader.reset();
        return true;
    }

    /** After the last response: says so, and reads on for a while so that the client is not cut off while it reads. */
    private boolean endOutput() {
        EndPoint endPoint = getEndPoint();
        boolean complete = exchange.parser.isComplete() && !exchange.parser.isClose();
        exchange.parser.close();
        if (!endPoint.isOpen()) {
            release();
            free();
            return false;
        }
        if (complete && (input == null || !input.hasRemaining())) {
            release();
            endPoint.close();
            free();
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
                free();
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
        if (exchange.output.isShutdown()
                || !consumed
                || !exchange.output.getGenerator().isPersistent()) {
            persistent = false;
        }
        endTurn();
    }

    void onStreamFailed(Throwable failure) {
        if (!QuietException.isQuiet(failure)) {
            LOG.debug("request failed: {}", this, failure);
        }
        persistent = false;
        exchange.output.getGenerator().abort();
        // a response that is cut off must not look like one that is complete
        getEndPoint().close(failure);
        endTurn();
    }

    /** The response that ends this protocol is complete; it leaves before the next protocol begins. */
    void onStreamUpgraded(Connection next) {
        if (exchange.output.hasGathered()) {
            exchange.output.flush(
                    Callback.from(InvocationType.NON_BLOCKING, () -> switchTo(next), this::onStreamFailed));
        } else {
            switchTo(next);
        }
    }

    private void switchTo(Connection next) {
        upgradeTo(next);
        endTurn();
    }

    /** Gives way to another connection. */
    void upgradeTo(Connection next) {
        upgraded = true;
        getEndPoint().upgrade(next);
    }

    Http1Exchange getExchange() {
        return exchange;
    }

    private void endTurn() {
        if (TURN.compareAndSet(this, RUNNING, ENDED)) {
            return;
        }
        if (nextTurn()) {
            drained = false;
            run();
        }
    }

    // ---- content

    /** Whether content may not have come with the head; where that is chunked, it is not looked into. */
    boolean isContentPending() {
        if (exchange.parser.isComplete() || exchange.parser.isAtEOF()) {
            return false;
        }
        if (exchange.parser.isChunking()) {
            return true;
        }
        int buffered = input == null ? 0 : input.remaining();
        return exchange.parser.getContentLeft() > buffered;
    }

    /** Reads content until the stream has a chunk or nothing more has come. */
    void parseContent() {
        while (!exchange.stream.hasChunk()) {
            if ((input != null && input.hasRemaining()) || exchange.parser.isAtEOF() || exchange.parser.isComplete()) {
                exchange.parser.parseNext(input == null ? BufferUtil.EMPTY_BUFFER : input.getByteBuffer());
                if (exchange.stream.hasChunk()) {
                    return;
                }
                if (exchange.reader.getFailure() != null) {
                    persistent = false;
                    exchange.output.getGenerator().setPersistent(false);
                    exchange.stream.setChunk(Content.Chunk.from((Throwable) exchange.reader.getFailure(), true));
                    return;
                }
                if (exchange.reader.isEarlyEof()) {
                    persistent = false;
                    exchange.output.getGenerator().setPersistent(false);
                    // the request is incomplete, which RFC 9112 section 8 answers by 400 if anybody still listens
                    exchange.stream.setChunk(
                            Content.Chunk.from(new EofException(new BadMessageException("Early EOF")), true));
                    return;
                }
                if (exchange.parser.isComplete()) {
                    exchange.stream.onMessageComplete();
                    return;
                }
                continue;
            }
            exchange.stream.sendContinue();
            int filled = fill();
            if (filled < 0) {
                exchange.parser.atEOF();
            } else if (filled == 0) {
                releaseInput();
                if (isContentTooSlow()) {
                    persistent = false;
                    exchange.output.getGenerator().setPersistent(false);
                    exchange.stream.setChunk(Content.Chunk.from(
                            new BadMessageException(
                                    HttpStatus.REQUEST_TIMEOUT_408, "Request content data rate too low"),
                            true));
                }
                return;
            } else {
                exchange.stream.endWait();
            }
        }
    }

    /** Called when no content is there; only the time from such a call until content comes is the client's. */
    private boolean isContentTooSlow() {
        return getHttpConfiguration().getMinRequestDataRate() > 0 && contentMillisLeft() < 0;
    }

    /** How long the client may still let content wait; negative when it is over (see {@link #isContentTooSlow()}). */
    private long contentMillisLeft() {
        HttpConfiguration configuration = getHttpConfiguration();
        long allowed = exchange.parser.getContentRead() * 1000 / configuration.getMinRequestDataRate();
        return Math.max(allowed, configuration.getRequestDataRateGrace())
                - TimeUnit.NANOSECONDS.toMillis(exchange.stream.beginWait());
    }

    /** Waits for content, after {@link #parseContent()} found none. */
    void awaitContent() {
        if (getHttpConfiguration().getMinRequestDataRate() <= 0) {
            fillInterested();
            return;
        }
        long millis = Math.max(0, contentMillisLeft()) + 1;
        long idleTimeout = getEndPoint().getIdleTimeout();
        awaitInput(idleTimeout > 0 && idleTimeout < millis ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis));
    }

    void onContent(ByteBuffer view) {
        boolean last =
                !exchange.parser.isChunking() && exchange.parser.getContentRead() == exchange.parser.getContentLength();
        input.retain();
        exchange.stream.contentCame();
        exchange.stream.setChunk(Content.Chunk.asChunk(view, last, input));
    }

    void onMessageComplete() {
        if (turn != IDLE) {
            exchange.stream.onMessageComplete();
        }
    }

    // ---- responses go

    void send(MetaData.Response response, boolean head, boolean last, ByteBuffer content, Callback callback) {
        // responses gather only in the thread that reads the next request; what follows a change of protocol is none
        boolean gather = last
                && (response == null || response.getStatus() != HttpStatus.SWITCHING_PROTOCOLS_101)
                && persistent
                && turn == RUNNING
                && input != null
                && input.hasRemaining()
                && exchange.parser.isComplete();
        exchange.output.send(response, head, last, content, gather, callback);
    }

    /** Whether bytes have come that were not parsed. */
    boolean hasInput() {
        return input != null && input.hasRemaining();
    }

    boolean isCommitted() {
        return exchange.output.getGenerator().isCommitted();
    }

    void sendInterim(MetaData.Response response, Callback callback) {
        exchange.output.send(response, false, false, null, false, callback);
    }

    /** Flushes what gathered; returns false if this connection goes on when it is flushed. */
    private boolean flushed() {
        if (!exchange.output.hasGathered()) {
            return true;
        }
        FlushCallback flush = new FlushCallback();
        return !exchange.output.flush(flush) || flush.isDoneHere();
    }

    /** Goes on in the thread that completes the flush, unless that is the one that began it. */
    private final class FlushCallback implements Callback {
        private static final int BEGUN = 0;
        private static final int LEFT = 1;
        private static final int SUCCEEDED = 2;
        private static final int FAILED = 3;

        private final AtomicInteger order = new AtomicInteger(BEGUN);

        /** False where this goes on later, or has given up; a connection that was closed since goes on, and finds its end. */
        private boolean isDoneHere() {
            return !order.compareAndSet(BEGUN, LEFT) && order.get() == SUCCEEDED;
        }

        @Override
        public void succeeded() {
            if (!order.compareAndSet(BEGUN, SUCCEEDED)) {
                run();
            }
        }

        @Override
        public void failed(Throwable x) {
            order.compareAndSet(BEGUN, FAILED);
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
        if (!visit()) {
            return true;
        }
        try {
            return exchange.channel.onIdleTimeout(timeout);
        } finally {
            leave();
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        if (visit()) {
            try {
                persistent = false;
                Runnable task = exchange.channel.onFailure(
                        cause instanceof TimeoutException ? new ContentTimeout(cause) : cause);
                exchange.output.getGenerator().setPersistent(false);
                if (task != null) {
                    task.run();
                }
            } finally {
                leave();
            }
            return;
        }
        EndPoint endPoint = getEndPoint();
        if (holding
                && draining < 0
                && endPoint.isOpen()
                && cause instanceof TimeoutException
                && !exchange.parser.isStart()
                && exchange.parser.inHeaderState()) {
            exchange.reader.setFailure(
                    new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout", cause));
            if (handle(System.nanoTime())) {
                run();
            }
            return;
        }
        release();
        endPoint.close(cause);
    }

    @Override
    public void onClose(Throwable cause) {
        InputDeadline deadline = inputDeadline;
        if (deadline != null) {
            deadline.destroy();
        }
        if (!upgraded && visit()) {
            Runnable task = exchange.channel.onFailure(cause == null ? new EofException("closed") : cause);
            exchange.output.close();
            if (task == null) {
                leave();
            } else {
                tell(task);
            }
        }
        super.onClose(cause);
    }

    /** Has a visitor's task run by another thread, and ends the visit with it. */
    private void tell(Runnable task) {
        try {
            getExecutor().execute(() -> {
                try {
                    task.run();
                } finally {
                    leave();
                }
            });
        } catch (RejectedExecutionException x) {
            leave();
            LOG.debug("not told of the end: {}", this, x);
        }
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
            input = getConnector()
                    .getByteBufferPool()
                    .acquire(
                            Math.max(prefilled.remaining(), getInputBufferSize()),
                            getHttpConfiguration().isUseInputDirectByteBuffers());
            BufferUtil.append(input.getByteBuffer(), prefilled);
        }
    }

    @Override
    public String toConnectionString() {
        return String.format(
                "%s@%x[turn=%d,requests=%d,holding=%b]",
                getClass().getSimpleName(), hashCode(), turn, requests, holding);
    }
}
