package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSession;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS between the endpoint of the network, which carries records, and an {@link SslEndPoint}, which carries plain bytes.
 *
 * <pre>
 * network EndPoint --records--&gt; RecordInput  --&gt; SslConnection [SSLEngine] --plain bytes--&gt; SslEndPoint --&gt; Connection
 *                  &lt;--records-- RecordOutput &lt;--     SslHandshake          &lt;--plain bytes--
 * </pre>
 *
 * <p>The handshake is made by whoever fills or flushes. Who fills may have to write, and who flushes to read:
 *
 * <pre>
 * output     IDLE    --the network does not take all, of a fill or a flush--&gt;  WRITING (records are at the network)
 *            WRITING --written--&gt; IDLE: the pending flush goes on, the fill that waited is told
 *            IDLE    --a flush needs records of the other side--&gt;  READING (fill interest at the network)
 *            READING --fillable, or somebody else read them--&gt; IDLE: the pending flush goes on
 *
 * input      fill returned 0 for want of: bytes        --&gt; fill interest at the network
 *                                         WRITING's end --&gt; fillWaits; told by the end of the write
 * </pre>
 *
 * <p>Buffers are lent while they hold something, so that an idle connection has none. Guarded by lock; what has to be
 * called without it is noted in {@code todo} and done by {@link #settle()} once the lock is free. Filling, flushing, closing
 * and the endpoint are one class, because each of them goes on with the others' work: they are the one state machine.
 */
public class SslConnection extends AbstractConnection implements Connection.UpgradeTo {
    private static final Logger LOG = LoggerFactory.getLogger(SslConnection.class);
    private static final ByteBuffer[] NOTHING = {BufferUtil.EMPTY_BUFFER};
    /** How many records closing may take; more is an engine that makes no progress. */
    private static final int MAX_CLOSE_RECORDS = 8;
    /** What the first records of a flight of the handshake may take, so that another one is put behind them. */
    private static final int FLIGHT_ROOM = 4096;

    private static final int FIRE_SUCCEEDED = 1;
    private static final int FIRE_FAILED = 2;
    private static final int START_WRITE = 4;
    private static final int RESUME_FLUSH = 8;
    private static final int RESUME_FILL = 16;
    private static final int NETWORK_CLOSED = 32;
    private static final int SHUT_NETWORK = 64;

    private enum Output {
        IDLE,
        WRITING,
        READING
    }

    private enum Sent {
        ALL,
        BLOCKED,
        ENDED
    }

    private final AutoLock lock = new AutoLock();
    private final @Nullable SslContextFactory contextFactory;
    private final SSLEngine engine;
    private final SslEndPoint sslEndPoint;
    private final SslHandshake handshake;
    private final RecordInput recordsIn;
    private final RecordOutput recordsOut;
    private final Callback networkWrite = new NetworkWrite();
    private final Runnable fillableTask = new FillableTask();
    private Output output = Output.IDLE;
    private volatile int todo;
    private @Nullable Throwable failure;
    private @Nullable Throwable closeCause;
    private volatile EndPoint.@Nullable SslSessionData sessionData;
    private boolean endOfInput;
    private boolean fillWaits;
    private boolean shuttingDown;
    private boolean closed;
    private boolean requireCloseMessage;

    public SslConnection(ByteBufferPool bufferPool, Executor executor, EndPoint endPoint, SSLEngine sslEngine) {
        this(bufferPool, executor, null, endPoint, sslEngine, false, false);
    }

    public SslConnection(
            ByteBufferPool bufferPool,
            Executor executor,
            SslContextFactory sslContextFactory,
            EndPoint endPoint,
            SSLEngine sslEngine) {
        this(bufferPool, executor, sslContextFactory, endPoint, sslEngine, false, false);
    }

    public SslConnection(
            ByteBufferPool bufferPool,
            Executor executor,
            EndPoint endPoint,
            SSLEngine sslEngine,
            boolean useDirectBuffersForEncryption,
            boolean useDirectBuffersForDecryption) {
        this(
                bufferPool,
                executor,
                null,
                endPoint,
                sslEngine,
                useDirectBuffersForEncryption,
                useDirectBuffersForDecryption);
    }

    /**
     * @param sslContextFactory where the certificates of the other side are taken from; null for the session
     * @param endPoint the network
     * @param sslEngine configured, with its mode set
     */
    public SslConnection(
            ByteBufferPool bufferPool,
            Executor executor,
            @Nullable SslContextFactory sslContextFactory,
            EndPoint endPoint,
            SSLEngine sslEngine,
            boolean useDirectBuffersForEncryption,
            boolean useDirectBuffersForDecryption) {
        super(endPoint, executor);
        contextFactory = sslContextFactory;
        engine = sslEngine;
        handshake = new SslHandshake(this, sslEngine);
        recordsIn = new RecordInput(
                this, sslEngine, bufferPool, useDirectBuffersForEncryption, useDirectBuffersForDecryption);
        recordsOut = new RecordOutput(this, sslEngine, bufferPool, useDirectBuffersForEncryption);
        sslEndPoint = newSslEndPoint();
    }

    protected SslEndPoint newSslEndPoint() {
        return new SslEndPoint();
    }

    public SSLEngine getSSLEngine() {
        return engine;
    }

    /** The endpoint of plain bytes. */
    public SslEndPoint getSslEndPoint() {
        return sslEndPoint;
    }

    /** The name that the client sent, of a handshake that has not succeeded; null if it is not known. */
    @Nullable
    String getRequestedServerName() {
        return handshake.getRequestedName();
    }

    /** The nanoseconds that the first handshake took, from the creation of this connection; -1 if it has not succeeded. */
    public long getHandshakeNanos() {
        return handshake.getNanos();
    }

    public void addHandshakeListener(SslHandshakeListener listener) {
        try (AutoLock l = lock.lock()) {
            handshake.addListener(listener);
        }
    }

    public boolean removeHandshakeListener(SslHandshakeListener listener) {
        try (AutoLock l = lock.lock()) {
            return handshake.removeListener(listener);
        }
    }

    /** Whether the other side may begin another handshake (TLS 1.2; later versions have none). False by default. */
    public boolean isRenegotiationAllowed() {
        return handshake.isAgainAllowed();
    }

    public void setRenegotiationAllowed(boolean allowed) {
        handshake.setAgainAllowed(allowed);
    }

    /** How many more handshakes are allowed; negative for any number. */
    public int getRenegotiationLimit() {
        return handshake.getAgainLimit();
    }

    public void setRenegotiationLimit(int limit) {
        handshake.setAgainLimit(limit);
    }

    /**
     * Whether the end of the network's bytes without a close_notify alert is an error (RFC 8446, section 6.1); false by
     * default, as HTTP tells by itself where a message ends.
     */
    public boolean isRequireCloseMessage() {
        return requireCloseMessage;
    }

    public void setRequireCloseMessage(boolean require) {
        requireCloseMessage = require;
    }

    @Override
    public long getBytesIn() {
        return recordsIn.getBytesIn();
    }

    @Override
    public long getBytesOut() {
        return recordsOut.getBytesOut();
    }

    // ---- the network's events

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            try (AutoLock l = lock.lock()) {
                recordsIn.begin(prefilled);
            }
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        sslEndPoint.onOpen();
        Objects.requireNonNull(sslEndPoint.getConnection(), "no connection within TLS")
                .onOpen();
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        // cryptography of a handshake takes its time
        return handshake.isDone()
                ? sslEndPoint.getFillInterest().getCallbackInvocationType()
                : Invocable.InvocationType.BLOCKING;
    }

    @Override
    public void onFillable() {
        boolean flushWaits;
        try (AutoLock l = lock.lock()) {
            flushWaits = output == Output.READING;
        }
        if (flushWaits) {
            try {
                // takes what the pending flush waits for; bytes of the application are kept for it
                sslEndPoint.fill(BufferUtil.EMPTY_BUFFER);
            } catch (IOException x) {
                failPending(x);
                return;
            }
            boolean still;
            try (AutoLock l = lock.lock()) {
                still = output == Output.READING;
            }
            if (still) {
                tryFillInterested();
            }
        }
        sslEndPoint.getFillInterest().fillable();
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        if (lock.isHeldByCurrentThread()) {
            getExecutor().execute(() -> onFillInterestedFailed(cause));
        } else if (!failPending(cause)) {
            getEndPoint().close(cause);
        }
    }

    /** Fails who waits for bytes, and the write that does; returns false if there is neither. */
    private boolean failPending(Throwable cause) {
        boolean flushWaits;
        try (AutoLock l = lock.lock()) {
            flushWaits = output == Output.READING;
            if (flushWaits) {
                output = Output.IDLE;
            }
        }
        boolean told = sslEndPoint.getFillInterest().onFail(cause);
        return (flushWaits && sslEndPoint.failWrite(cause)) | told;
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        Connection connection = sslEndPoint.getConnection();
        return connection == null || connection.onIdleExpired(timeout);
    }

    @Override
    public void close() {
        Connection connection = sslEndPoint.getConnection();
        if (connection != null) {
            connection.close();
        }
        sslEndPoint.close();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        if (lock.isHeldByCurrentThread()) {
            // the network closed while it was read or written: the buffers are still in use
            closeCause = cause;
            todo |= NETWORK_CLOSED;
            return;
        }
        boolean unfinished;
        try (AutoLock l = lock.lock()) {
            if (closed) {
                return;
            }
            closed = true;
            unfinished = handshake.isInitial();
            if (unfinished) {
                handshake.fail();
            }
            recordsIn.release();
            if (output != Output.WRITING) {
                recordsOut.release();
            }
        }
        if (unfinished) {
            handshake.fireFailed(cause == null ? new EofException("closed in the TLS handshake") : cause);
        }
        sslEndPoint.close(cause);
        Connection connection = sslEndPoint.getConnection();
        try {
            if (connection != null) {
                connection.onClose(cause);
            }
        } finally {
            super.onClose(cause);
        }
    }

    // ---- reading; all with the lock

    private int fillLocked(ByteBuffer to) throws IOException {
        if (recordsIn.hasDecrypted()) {
            return recordsIn.takeDecrypted(to);
        }
        int total = 0;
        boolean drained = false;
        while (true) {
            if ((todo & FIRE_SUCCEEDED) != 0) {
                return total;
            }
            checkFailure();
            HandshakeStatus status = engine.getHandshakeStatus();
            // a task that failed has closed the engine, which tells why when it is to wrap the alert
            if (closed || endOfInput || (engine.isInboundDone() && status != HandshakeStatus.NEED_WRAP)) {
                return total > 0 ? total : -1;
            }
            if (status == HandshakeStatus.NEED_TASK) {
                handshake.runTasks();
                continue;
            }
            if (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone()) {
                Sent sent = output == Output.WRITING ? Sent.BLOCKED : send(NOTHING);
                if (sent == Sent.BLOCKED) {
                    fillWaits = true;
                    startWrite();
                    return total;
                }
                if (sent == Sent.ALL) {
                    continue;
                }
            }
            if (engine.isInboundDone()) {
                return total > 0 ? total : -1;
            }
            if (!recordsIn.hasRecord()) {
                if (drained && total > 0) {
                    return total;
                }
                int filled = recordsIn.fill();
                if (filled == 0) {
                    handshake.checkTime(getEndPoint().getIdleTimeout());
                    return total;
                }
                if (filled < 0) {
                    onEndOfNetwork();
                    continue;
                }
                drained = recordsIn.isDrained();
            }
            SSLEngineResult result = recordsIn.unwrap(to);
            switch (result.getStatus()) {
                case OK -> total += result.bytesProduced();
                case BUFFER_UNDERFLOW -> {
                    // the rest of the record is to be read
                }
                case BUFFER_OVERFLOW -> {
                    unwrapAside();
                    if (recordsIn.hasDecrypted()) {
                        total += recordsIn.takeDecrypted(to);
                        if (recordsIn.hasDecrypted()) {
                            return total;
                        }
                    }
                }
                case CLOSED -> endOfInput = true;
            }
            if (result.getStatus() != SSLEngineResult.Status.BUFFER_OVERFLOW) {
                noteHandshake(result);
            }
        }
    }

    /** What a record may take at most. */
    int packetSize() {
        SSLSession session = engine.getHandshakeSession();
        return (session == null ? engine.getSession() : session).getPacketBufferSize();
    }

    private void unwrapAside() throws SSLException {
        SSLEngineResult result = recordsIn.unwrapAside();
        noteHandshake(result);
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            endOfInput = true;
        }
    }

    private void onEndOfNetwork() throws SSLException {
        endOfInput = true;
        if (handshake.isInitial()) {
            throw new SSLHandshakeException("connection ended in the TLS handshake");
        }
        if (requireCloseMessage) {
            throw new SSLException("truncated: connection ended without close_notify");
        }
        LOG.debug("end without close_notify: {}", this);
    }

    private void noteHandshake(SSLEngineResult result) throws SSLException {
        boolean first = handshake.isInitial();
        if (handshake.note(result, shuttingDown)) {
            if (first) {
                todo |= FIRE_SUCCEEDED;
            }
            sessionData = null;
        }
    }

    // ---- writing; all with the lock

    private boolean flushLocked(ByteBuffer[] from) throws IOException {
        while (true) {
            if ((todo & FIRE_SUCCEEDED) != 0) {
                return false;
            }
            checkFailure();
            if (closed) {
                throw new EofException("closed");
            }
            if (output == Output.WRITING) {
                return false;
            }
            if (recordsOut.hasContent() && !recordsOut.flush()) {
                return false;
            }
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                handshake.runTasks();
                continue;
            }
            boolean empty = BufferUtil.isEmpty(from);
            if (empty && status != HandshakeStatus.NEED_WRAP && !handshake.isInitial()) {
                return true;
            }
            if (isNeedUnwrap(status) && !engine.isInboundDone()) {
                int filled = recordsIn.hasDecrypted() ? 0 : fillLocked(BufferUtil.EMPTY_BUFFER);
                if (filled < 0) {
                    throw new EofException("end of input in the TLS handshake");
                }
                if ((todo & FIRE_SUCCEEDED) == 0 && isNeedUnwrap(engine.getHandshakeStatus())) {
                    return false;
                }
                if (output == Output.WRITING) {
                    return false;
                }
                continue;
            }
            if (engine.isOutboundDone()) {
                throw new EofException("output shut down");
            }
            Sent sent = send(empty ? NOTHING : from);
            if (sent == Sent.ENDED) {
                if (BufferUtil.isEmpty(from)) {
                    return !recordsOut.hasContent();
                }
                throw new EofException("the other side ended the TLS connection");
            }
            if (sent == Sent.BLOCKED) {
                return false;
            }
        }
    }

    private static boolean isNeedUnwrap(HandshakeStatus status) {
        return status == HandshakeStatus.NEED_UNWRAP || status == HandshakeStatus.NEED_UNWRAP_AGAIN;
    }

    /** Wraps one record, or those of a flight of the handshake, and hands them to the network in one write. */
    private Sent send(ByteBuffer[] from) throws IOException {
        if (closed) {
            throw new EofException("closed");
        }
        if (recordsOut.hasContent() && !recordsOut.flush()) {
            return Sent.BLOCKED;
        }
        while (true) {
            SSLEngineResult result = recordsOut.wrap(from);
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                if (!recordsOut.makeRoom()) {
                    return Sent.BLOCKED;
                }
                continue;
            }
            noteHandshake(result);
            if (isFlightOpen(result)) {
                continue;
            }
            boolean flushed = recordsOut.flush();
            if (result.getStatus() == SSLEngineResult.Status.CLOSED || result.bytesProduced() == 0) {
                return Sent.ENDED;
            }
            return flushed ? Sent.ALL : Sent.BLOCKED;
        }
    }

    /** Engines want room for the largest record before each, however small it is. */
    int outputSize() {
        return handshake.isInitial() ? packetSize() + FLIGHT_ROOM : packetSize();
    }

    /** Whether more records of the handshake follow at once. */
    private boolean isFlightOpen(SSLEngineResult result) {
        return !handshake.isDone()
                && result.getStatus() == SSLEngineResult.Status.OK
                && result.bytesProduced() > 0
                && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Notes that the network is to write the records that it did not take at once. */
    private void startWrite() {
        if (output != Output.WRITING && recordsOut.hasContent()) {
            output = Output.WRITING;
            todo |= START_WRITE;
        }
    }

    /** Sends close_notify; the network's output is shut down behind it. */
    private void sendClose() {
        try {
            for (int i = 0; i < MAX_CLOSE_RECORDS && !engine.isOutboundDone(); i++) {
                Sent sent = send(NOTHING);
                if (sent != Sent.ALL) {
                    break;
                }
            }
        } catch (IOException | RuntimeException x) {
            LOG.debug("could not send close_notify: {}", this, x);
            recordsOut.release();
        }
        if (recordsOut.hasContent()) {
            startWrite();
        } else {
            recordsOut.releaseIdle();
            todo |= SHUT_NETWORK;
        }
    }

    private void checkFailure() throws IOException {
        if (failure != null) {
            throw failure instanceof IOException io ? new EofException(io) : new IOException(failure);
        }
    }

    /** Ends it for an error, telling the other side if it is one of TLS. */
    private void fail(Throwable cause) {
        if (failure != null) {
            return;
        }
        if (cause instanceof SSLException && output != Output.WRITING && !closed) {
            try {
                for (int i = 0;
                        i < MAX_CLOSE_RECORDS && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
                        i++) {
                    if (send(NOTHING) != Sent.ALL) {
                        break;
                    }
                }
            } catch (IOException | RuntimeException x) {
                LOG.debug("could not send the alert: {}", this, x);
            }
            recordsOut.release();
        }
        failure = cause;
        if (handshake.isInitial()) {
            handshake.fail();
            todo = todo & ~FIRE_SUCCEEDED | FIRE_FAILED;
        }
    }

    // ---- with and without the lock

    private int fill(ByteBuffer to) throws IOException {
        while (true) {
            int filled;
            Throwable thrown = null;
            try (AutoLock l = lock.lock()) {
                try {
                    filled = fillLocked(to);
                } catch (IOException | RuntimeException x) {
                    thrown = x;
                    filled = -1;
                    fail(x);
                }
                releaseIdle();
                if (output == Output.READING
                        && (filled < 0 || !isNeedUnwrap(engine.getHandshakeStatus()) || thrown != null)) {
                    output = Output.IDLE;
                    todo |= RESUME_FLUSH;
                }
            }
            boolean again = settle();
            if (thrown != null) {
                getEndPoint().close(thrown);
                throw thrown instanceof IOException io ? io : new IOException(thrown);
            }
            if (!again || filled != 0) {
                return filled;
            }
        }
    }

    private boolean flush(ByteBuffer[] from) throws IOException {
        while (true) {
            boolean flushed = false;
            Throwable thrown = null;
            try (AutoLock l = lock.lock()) {
                try {
                    flushed = flushLocked(from);
                } catch (IOException | RuntimeException x) {
                    thrown = x;
                    fail(x);
                }
                releaseIdle();
                if (recordsIn.hasDecrypted() || endOfInput || thrown != null) {
                    // the bytes that the network will not tell any longer
                    todo |= RESUME_FILL;
                }
            }
            boolean again = settle();
            if (thrown != null) {
                getEndPoint().close(thrown);
                throw thrown instanceof IOException io ? io : new IOException(thrown);
            }
            if (!again) {
                return flushed;
            }
        }
    }

    private void releaseIdle() {
        recordsIn.releaseIdle();
        if (output != Output.WRITING) {
            recordsOut.releaseIdle();
        }
    }

    /** Does what the lock must not be held for; returns whether a handshake just succeeded. */
    private boolean settle() throws IOException {
        if (todo == 0) {
            return false;
        }
        int work;
        ByteBuffer toWrite;
        try (AutoLock l = lock.lock()) {
            work = todo;
            todo = 0;
            toWrite = (work & START_WRITE) == 0 ? null : recordsOut.toWrite();
        }
        if (toWrite != null) {
            getEndPoint().write(networkWrite, toWrite);
        }
        if ((work & SHUT_NETWORK) != 0) {
            getEndPoint().shutdownOutput();
        }
        if ((work & FIRE_FAILED) != 0) {
            assert failure != null : "set before it is to be reported";
            handshake.fireFailed(failure);
        }
        if ((work & RESUME_FLUSH) != 0) {
            getExecutor().execute(sslEndPoint::resumeWrite);
        }
        if ((work & RESUME_FILL) != 0 && sslEndPoint.isFillInterested()) {
            getExecutor().execute(fillableTask);
        }
        if ((work & NETWORK_CLOSED) != 0) {
            onClose(closeCause);
        }
        if ((work & FIRE_SUCCEEDED) != 0) {
            fireSucceeded();
            return true;
        }
        return false;
    }

    private void fireSucceeded() throws IOException {
        try {
            handshake.fireSucceeded();
        } catch (IOException | RuntimeException x) {
            try (AutoLock l = lock.lock()) {
                failure = x;
                handshake.fail();
            }
            getEndPoint().close(x);
            throw x;
        }
    }

    // ---- what providers and proxies may do otherwise

    protected SSLEngineResult wrap(SSLEngine sslEngine, ByteBuffer[] input, ByteBuffer into) throws SSLException {
        return sslEngine.wrap(input, into);
    }

    protected SSLEngineResult unwrap(SSLEngine sslEngine, ByteBuffer input, ByteBuffer into) throws SSLException {
        return sslEngine.unwrap(input, into);
    }

    /** Fills from the network; as {@link EndPoint#fill}. */
    protected int networkFill(ByteBuffer input) throws IOException {
        return getEndPoint().fill(input);
    }

    /** Flushes to the network; as {@link EndPoint#flush}. */
    protected boolean networkFlush(ByteBuffer into) throws IOException {
        return getEndPoint().flush(into);
    }

    @Override
    public String toConnectionString() {
        return String.format("%s@%x[%s,%s]", getClass().getSimpleName(), hashCode(), handshake, output);
    }

    /** The records that the network did not take at once. */
    private final class NetworkWrite implements Callback {
        @Override
        public void succeeded() {
            boolean tellReader;
            try (AutoLock l = lock.lock()) {
                output = Output.IDLE;
                recordsOut.release();
                tellReader = fillWaits;
                fillWaits = false;
                if (shuttingDown && !closed) {
                    sendClose();
                }
            }
            try {
                settle();
            } catch (IOException x) {
                getEndPoint().close(x);
            }
            if (tellReader && sslEndPoint.isFillInterested()) {
                getExecutor().execute(fillableTask);
            }
            sslEndPoint.resumeWrite();
        }

        @Override
        public void failed(Throwable cause) {
            if (lock.isHeldByCurrentThread()) {
                getExecutor().execute(() -> failed(cause));
                return;
            }
            try (AutoLock l = lock.lock()) {
                output = Output.IDLE;
                recordsOut.release();
                fillWaits = false;
                if (failure == null) {
                    failure = cause;
                }
            }
            boolean told = sslEndPoint.failWrite(cause);
            if (!(sslEndPoint.getFillInterest().onFail(cause) | told)) {
                getEndPoint().close(cause);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return sslEndPoint.pendingWriteType();
        }
    }

    /** Tells who waits for plain bytes. */
    private final class FillableTask implements Invocable.Task {
        @Override
        public void run() {
            sslEndPoint.getFillInterest().fillable();
        }

        @Override
        public InvocationType getInvocationType() {
            return sslEndPoint.getFillInterest().getCallbackInvocationType();
        }
    }

    /** The endpoint of plain bytes. Thread-safe as other endpoints: one fills while another one flushes. */
    public class SslEndPoint extends AbstractEndPoint implements EndPoint.Wrapper {
        private final ByteBuffer[] single = new ByteBuffer[1];

        public SslEndPoint() {
            // the network watches the time
            super(null);
        }

        @Override
        public EndPoint unwrap() {
            return SslConnection.this.getEndPoint();
        }

        @Override
        public long getBytesTaken() {
            return unwrap().getBytesTaken();
        }

        @Override
        public long getCreatedNanoTime() {
            return unwrap().getCreatedNanoTime();
        }

        public SslConnection getSslConnection() {
            return SslConnection.this;
        }

        @Override
        public long getIdleTimeout() {
            return unwrap().getIdleTimeout();
        }

        @Override
        public void setIdleTimeout(long idleTimeout) {
            unwrap().setIdleTimeout(idleTimeout);
        }

        @Override
        public boolean isOpen() {
            return super.isOpen() && unwrap().isOpen();
        }

        @Override
        public @Nullable SocketAddress getLocalSocketAddress() {
            return unwrap().getLocalSocketAddress();
        }

        @Override
        public @Nullable SocketAddress getRemoteSocketAddress() {
            return unwrap().getRemoteSocketAddress();
        }

        @Override
        public Object getTransport() {
            return unwrap();
        }

        @Override
        public boolean isSecure() {
            return true;
        }

        @Override
        public EndPoint.@Nullable SslSessionData getSslSessionData() {
            EndPoint.SslSessionData data = sessionData;
            if (data == null && handshake.isDone()) {
                data = new SessionData(engine.getSession(), contextFactory);
                sessionData = data;
            }
            return data;
        }

        @Override
        public int fill(ByteBuffer buffer) throws IOException {
            int filled = SslConnection.this.fill(buffer);
            if (filled < 0) {
                shutdownInput();
            }
            return filled;
        }

        @Override
        public boolean flush(ByteBuffer buffer) throws IOException {
            single[0] = buffer;
            try {
                return SslConnection.this.flush(single);
            } finally {
                single[0] = null;
            }
        }

        @Override
        public boolean flush(ByteBuffer... buffers) throws IOException {
            return SslConnection.this.flush(buffers);
        }

        @Override
        protected void needsFillInterest() {
            boolean now;
            try (AutoLock l = lock.lock()) {
                HandshakeStatus status = engine.getHandshakeStatus();
                now = recordsIn.hasDecrypted()
                        || endOfInput
                        || failure != null
                        || engine.isInboundDone()
                        || recordsIn.hasRecord();
                if (!now && output == Output.WRITING && status == HandshakeStatus.NEED_WRAP) {
                    fillWaits = true;
                    return;
                }
                now |= status == HandshakeStatus.NEED_TASK
                        || (status == HandshakeStatus.NEED_WRAP && !engine.isOutboundDone() && !shuttingDown);
            }
            if (now) {
                getExecutor().execute(fillableTask);
            } else {
                tryFillInterested();
            }
        }

        private void tryFillInterested() {
            SslConnection.this.tryFillInterested();
        }

        @Override
        protected void onIncompleteFlush() {
            boolean read;
            try (AutoLock l = lock.lock()) {
                if (output == Output.WRITING) {
                    return;
                }
                startWrite();
                read = todo == 0 && isNeedUnwrap(engine.getHandshakeStatus()) && failure == null && !endOfInput;
                if (read) {
                    output = Output.READING;
                } else if (output == Output.IDLE) {
                    // what was waited for came before the write was suspended
                    todo |= RESUME_FLUSH;
                }
            }
            try {
                settle();
            } catch (IOException x) {
                unwrap().close(x);
            }
            if (read) {
                tryFillInterested();
            }
        }

        @Override
        protected void doShutdownOutput() {
            try (AutoLock l = lock.lock()) {
                shuttingDown = true;
                if (closed) {
                    return;
                }
                engine.closeOutbound();
                if (output != Output.WRITING) {
                    sendClose();
                }
            }
            try {
                settle();
            } catch (IOException x) {
                unwrap().close(x);
            }
        }

        @Override
        protected void doClose() {
            unwrap().close();
        }

        private void resumeWrite() {
            completeWrite();
        }

        private boolean failWrite(Throwable cause) {
            Callback callback = cancelWrite(cause);
            if (callback != null) {
                callback.failed(cause);
            }
            return callback != null;
        }

        private Invocable.InvocationType pendingWriteType() {
            return writeInvocationType();
        }

        @Override
        public String toEndPointString() {
            return super.toEndPointString() + "->" + SslConnection.this;
        }
    }
}
