package org.eclipse.jetty.server.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.internal.RequestEvents;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests of an HTTP/1.1 connection, one after the other.
 *
 * <pre>
 * onFillable: fill -&gt; parse -&gt; handle -&gt; ended in this thread:  next request from the same buffer, no dispatch
 *                                       not ended:             SUSPENDED; the thread that ends it goes on here
 *                              no more bytes: flush what gathered, wait for bytes
 *
 * turn of a request
 * IDLE --begin--&gt; RUNNING --ended--&gt; ENDED --loop--&gt; IDLE          all in one thread
 *                 RUNNING --handler returned--&gt; SUSPENDED --ended--&gt; IDLE, resumed by the thread that ended it
 * </pre>
 *
 * <p>Requests, streams and channels are made for each request. The codec (input, output) is that of the connection from the
 * first byte of a request until it waits for the next one, and belongs to the thread that has the turn; a stream that has
 * ended keeps no way to it. Confined to the one thread that fills the connection or resumes it; only the turn word and the
 * stream are shared.
 */
final class Http1Turns {
    private static final Logger LOG = LoggerFactory.getLogger(Http1Turns.class);
    private static final int IDLE = 0;
    private static final int RUNNING = 1;
    private static final int SUSPENDED = 2;
    private static final int ENDED = 3;
    private static final String[] NAMES = {"IDLE", "RUNNING", "SUSPENDED", "ENDED"};

    private static final VarHandle TURN;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(Http1Turns.class, "turn", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    final Http1Link connection;
    private final Http1CodecPool codecs;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int turn = IDLE;

    /** The request that is being served; null between requests. */
    private volatile @Nullable Http1Stream stream;

    private @Nullable Http1Codec codec;
    private HttpVersion version = HttpVersion.HTTP_1_1;
    private boolean upgraded;
    /** The last response was given; it may have to be flushed. */
    private boolean ending;

    private @Nullable Draining draining;
    private long requests;

    Http1Turns(Http1Link connection, Http1CodecPool codecs) {
        this.connection = connection;
        this.codecs = codecs;
    }

    // ---- the codec

    private void takeCodec() {
        codec = codecs.take(connection);
    }

    /** Gives the codec back if nothing of a request has come. */
    private void giveBackIdle() {
        if (draining == null && codec().isIdle()) {
            giveBack();
        }
    }

    /** At the end of the connection: gives back what it has of buffers, and the codec unless a write uses it still. */
    private void giveBackAll() {
        if (codec != null) {
            if (codec.clean()) {
                giveBack();
            } else {
                codec.unbind();
                codec = null;
            }
        }
    }

    private void giveBack() {
        Http1Codec back = codec();
        codec = null;
        codecs.free(back);
    }

    /** The codec, which the thread has that has the turn. */
    Http1Codec getCodec() {
        return codec();
    }

    private Http1Codec codec() {
        Http1Codec current = codec;
        assert current != null : "no codec";
        return current;
    }

    // ---- what is known

    boolean hasCodec() {
        return codec != null;
    }

    HttpVersion getHttpVersion() {
        return version;
    }

    boolean isPersistent() {
        Http1Codec current = codec;
        return current == null || current.output.isPersistent(version);
    }

    long getRequests() {
        return requests;
    }

    @Nullable
    Http1Stream getStream() {
        return stream;
    }

    @Nullable
    BooleanSupplier requestsInFlight() {
        if (turn == IDLE) {
            return null;
        }
        // read after the turn, which is written after it
        long served = requests;
        return () -> turn == IDLE || requests != served;
    }

    /** Whether the thread that reads the next request has not left the current one. */
    boolean isInTurn() {
        return turn == RUNNING;
    }

    // ---- bytes come

    void onFillable() {
        if (codec != null) {
            codec.input.setDrained(false);
        }
        run();
    }

    /** Serves requests until one is not ended when its handler returns, or the bytes are used up. */
    public void run() {
        try {
            if (codec == null) {
                takeCodec();
            }
            while (serve()) {
                // the next request
            }
        } catch (Throwable x) {
            LOG.warn("connection failed: {}", connection, x);
            fail(x);
        }
    }

    private void fail(Throwable cause) {
        connection.getEndPoint().close(cause);
        Http1Stream current = stream;
        if (current == null) {
            giveBackAll();
            return;
        }
        current.failed(cause);
        if (!TURN.compareAndSet(this, RUNNING, SUSPENDED)) {
            nextTurn();
        }
    }

    /** Reads and handles one request; returns whether to go on in this thread. */
    private boolean serve() {
        if (ending) {
            Draining late = draining;
            return late == null ? flushed() && endOutput() : drain(late);
        }
        Http1Input input = codec().input;
        switch (input.parseHead()) {
            case HEAD -> {
                return handle();
            }
            case END -> {
                return flushed() && closeNow();
            }
            case SKIPPED -> {
                return true;
            }
            default -> {
                return flushed() && read(input);
            }
        }
    }

    /** Reads more of a head, or waits for it. */
    private boolean read(Http1Input input) {
        long nanos = input.getHeadNanosLeft();
        if (nanos <= 0) {
            input.refuse(new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout"));
            return handle();
        }
        if (input.isDrained()) {
            input.releaseEmpty();
            input.setDrained(false);
            giveBackIdle();
            connection.awaitInput(nanos);
            return false;
        }
        int filled = input.fill(false);
        if (filled < 0) {
            input.parser.atEOF();
        } else if (filled == 0) {
            input.setDrained(true);
        }
        return true;
    }

    private boolean closeNow() {
        connection.getEndPoint().close();
        giveBackAll();
        return false;
    }

    // ---- a request

    /** Handles the request whose head was read; returns whether to go on in this thread. */
    private boolean handle() {
        Http1Input input = codec().input;
        Http1RequestReader reader = input.reader;
        requests++;
        if (reader.isPriorKnowledge() && Http1Upgrade.toPriorKnowledge(this)) {
            return false;
        }
        MetaData.Request request = reader.newRequest();
        if (reader.getUpgrade() != null && Http1Upgrade.byRequest(this, request)) {
            return false;
        }
        HttpException refusal = reader.getFailure();
        if (refusal != null && requests == 1 && Http1Upgrade.isBrokenPreface(this, input.getBytes())) {
            return closeNow();
        }
        version = reader.getVersion();
        codec().output.next(refusal == null && mayPersist(reader));
        if (refusal != null) {
            input.setFailure((Throwable) refusal);
        }
        RequestEvents events = connection.newRequest();
        Http1Stream next =
                new Http1Stream(this, codec(), events, request, refusal == null && reader.isExpectContinue());
        events.setHttpStream(next);
        turn = RUNNING;
        stream = next;
        Runnable task = refusal == null
                ? events.onRequest(request, input.getHeadNanoTime())
                : events.onBadRequest(request, (Throwable) refusal);
        task.run();
        if (turn == RUNNING && codec().output.hasGathered()) {
            // what was answered before must not wait for this request
            codec().output.flush(Callback.NOOP);
        }
        return !TURN.compareAndSet(this, RUNNING, SUSPENDED) && nextTurn();
    }

    /** What the request and the configuration say; the response, and how its content is read, may end it. */
    private boolean mayPersist(Http1RequestReader reader) {
        int most = connection.getMaxRequestsPerConnection();
        return reader.isPersistent() && connection.isPersistentConnectionsEnabled() && (most <= 0 || requests < most);
    }

    /** The request ended: makes ready for the next one. */
    private boolean nextTurn() {
        stream = null;
        boolean persistent = codec().output.isPersistent();
        turn = IDLE;
        if (upgraded) {
            giveBackAll();
            return false;
        }
        if (persistent) {
            codec().input.next();
        } else {
            ending = true;
        }
        return true;
    }

    /** After the last response: says so, and reads on for a while so that the client is not cut off while it reads. */
    private boolean endOutput() {
        EndPoint endPoint = connection.getEndPoint();
        boolean complete =
                codec().input.parser.isComplete() && !codec().input.parser.isClose();
        codec().input.parser.close();
        if (!endPoint.isOpen() || complete && !codec().input.hasRemaining()) {
            return closeNow();
        }
        draining = new Draining(endPoint);
        codec().input.setDrained(false);
        return true;
    }

    private boolean drain(Draining late) {
        if (late.isOver(codec().input)) {
            return closeNow();
        }
        codec().input.release();
        connection.fillInterested();
        return false;
    }

    /** The stream ended well; {@code consumed} where the whole request was read. */
    void onStreamEnded(boolean consumed) {
        if (!consumed) {
            codec().output.endPersistence();
        }
        endTurn();
    }

    /** The stream failed, and the end point is closed. */
    void onStreamFailed(Throwable failure) {
        if (!QuietException.isQuiet(failure)) {
            LOG.debug("request failed: {}", connection, failure);
        }
        codec().output.endPersistence();
        endTurn();
    }

    /** The response that ends this protocol is complete; it leaves before the next protocol begins. */
    void onStreamUpgraded(Connection next) {
        if (codec().output.hasGathered()) {
            codec().output.flush(Callback.from(InvocationType.NON_BLOCKING, () -> switchTo(next), x -> {
                connection.getEndPoint().close(x);
                onStreamFailed(x);
            }));
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
        connection.getEndPoint().upgrade(next);
        if (stream == null) {
            giveBackAll();
        }
    }

    private void endTurn() {
        if (TURN.compareAndSet(this, RUNNING, ENDED)) {
            return;
        }
        if (nextTurn()) {
            // where the last read took all that there was, the selector reports what has come since
            run();
        }
    }

    // ---- responses go

    /** Flushes what gathered; returns false if this connection goes on when it is flushed. */
    private boolean flushed() {
        if (!codec().output.hasGathered()) {
            return true;
        }
        FlushCallback flush = new FlushCallback(this);
        return !codec().output.flush(flush) || flush.isDoneHere();
    }

    /** What gathered could not be flushed. */
    void onFlushFailed(Throwable cause) {
        connection.getEndPoint().close(cause);
        giveBackAll();
    }

    // ---- failures and other connections

    /** The connection waited for bytes between requests, in vain. */
    void onWaitFailed(Throwable cause) {
        if (codec == null) {
            connection.getEndPoint().close(cause);
            return;
        }
        if (draining == null
                && connection.getEndPoint().isOpen()
                && cause instanceof TimeoutException
                && codec.input.isInHead()) {
            codec.input.refuse(new BadMessageException(HttpStatus.REQUEST_TIMEOUT_408, "Request head timeout", cause));
            if (handle()) {
                run();
            }
            return;
        }
        connection.getEndPoint().close(cause);
        giveBackAll();
    }

    /** The end point was closed; returns what tells the request that is being served, if there is one. */
    @Nullable
    Runnable onClose(@Nullable Throwable cause) {
        Http1Stream current = stream;
        return upgraded || current == null
                ? null
                : current.getEvents().onFailure(cause == null ? new EofException("closed") : cause);
    }

    /** Takes the bytes that came for the next protocol, if some did. */
    @Nullable
    ByteBuffer takeRest() {
        if (codec == null) {
            return null;
        }
        ByteBuffer rest = codec.input.hasRemaining() ? BufferUtil.copy(codec.input.getBytes()) : null;
        codec.input.release();
        return rest;
    }

    /** Begins with bytes that another protocol has read. */
    void prefill(ByteBuffer bytes) {
        takeCodec();
        codec().input.prefill(bytes);
    }

    @Override
    public String toString() {
        return "turn=" + NAMES[turn] + ",requests=" + requests;
    }
}
