package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
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
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS between the endpoint of the network, which carries records, and an {@link SslEndPoint}, which carries plain bytes.
 *
 * <pre>
 * network EndPoint &lt;-- records --&gt; SslConnection [SSLEngine] &lt;-- plain bytes --&gt; SslEndPoint &lt;--&gt; Connection
 * </pre>
 *
 * <p>The handshake is made by whoever fills or flushes. Who fills may have to write, and who flushes to read:
 *
 * <pre>
 * handshake  INITIAL --finished--&gt; DONE --hello again, TLS 1.2--&gt; AGAIN --finished--&gt; DONE
 *            any --TLS error--&gt; FAILED: the alert is sent, the network closed
 *
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
 * called without it is noted in {@code todo} and done by {@link #settle()} once the lock is free. One class, because all
 * of it is the one state machine.
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

    private enum Handshake {
        INITIAL,
        DONE,
        AGAIN,
        FAILED
    }

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
    /** Replaced as a whole; most connections have none. */
    private volatile List<SslHandshakeListener> listeners = List.of();

    private final ByteBufferPool pool;
    private final SslContextFactory contextFactory;
    private final SSLEngine engine;
    private final SslEndPoint sslEndPoint;
    private final boolean directEncrypted;
    private final boolean directDecrypted;
    private final long created = System.nanoTime();
    private final Callback networkWrite = new NetworkWrite();
    private final Runnable fillableTask = new FillableTask();
    private RetainableByteBuffer encryptedInput;
    private RetainableByteBuffer encryptedOutput;
    private RetainableByteBuffer decryptedInput;
    private volatile Handshake handshake = Handshake.INITIAL;
    private Output output = Output.IDLE;
    private volatile int todo;
    private Throwable failure;
    private Throwable closeCause;
    private volatile EndPoint.SslSessionData sessionData;
    private boolean tls13;
    private boolean incompleteRecord;
    private boolean endOfInput;
    private boolean fillWaits;
    private boolean shuttingDown;
    private boolean closed;
    private boolean renegotiationAllowed;
    private int renegotiationLimit = -1;
    private boolean requireCloseMessage;
    private long bytesIn;
    private long bytesOut;

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
            SslContextFactory sslContextFactory,
            EndPoint endPoint,
            SSLEngine sslEngine,
            boolean useDirectBuffersForEncryption,
            boolean useDirectBuffersForDecryption) {
        super(endPoint, executor);
        pool = bufferPool;
        contextFactory = sslContextFactory;
        engine = sslEngine;
        directEncrypted = useDirectBuffersForEncryption;
        directDecrypted = useDirectBuffersForDecryption;
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

    public void addHandshakeListener(SslHandshakeListener listener) {
        try (AutoLock l = lock.lock()) {
            List<SslHandshakeListener> more = new ArrayList<>(listeners);
            more.add(listener);
            listeners = List.copyOf(more);
        }
    }

    public boolean removeHandshakeListener(SslHandshakeListener listener) {
        try (AutoLock l = lock.lock()) {
            List<SslHandshakeListener> less = new ArrayList<>(listeners);
            boolean removed = less.remove(listener);
            listeners = List.copyOf(less);
            return removed;
        }
    }

    /** Whether the other side may begin another handshake (TLS 1.2; later versions have none). False by default. */
    public boolean isRenegotiationAllowed() {
        return renegotiationAllowed;
    }

    public void setRenegotiationAllowed(boolean allowed) {
        renegotiationAllowed = allowed;
    }

    /** How many more handshakes are allowed; negative for any number. */
    public int getRenegotiationLimit() {
        return renegotiationLimit;
    }

    public void setRenegotiationLimit(int limit) {
        renegotiationLimit = limit;
    }

    /**
     * Whether the end of the network's bytes without a close_notify alert is an error (RFC 8446 section 6.1); false by
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
        return bytesIn;
    }

    @Override
    public long getBytesOut() {
        return bytesOut;
    }

    // ---- the network's events

    @Override
    public void onUpgradeTo(ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            try (AutoLock l = lock.lock()) {
                encryptedInput = pool.acquire(Math.max(packetSize(), prefilled.remaining()), directEncrypted);
                BufferUtil.append(encryptedInput.getByteBuffer(), prefilled);
            }
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        sslEndPoint.onOpen();
        sslEndPoint.getConnection().onOpen();
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        // cryptography of a handshake takes its time
        return handshake == Handshake.DONE
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
        sslEndPoint.close();
    }

    @Override
    public void onClose(Throwable cause) {
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
            unfinished = handshake == Handshake.INITIAL;
            if (unfinished) {
                handshake = Handshake.FAILED;
            }
            encryptedInput = released(encryptedInput);
            decryptedInput = released(decryptedInput);
            if (output != Output.WRITING) {
                encryptedOutput = released(encryptedOutput);
            }
        }
        if (unfinished) {
            fireFailed(cause == null ? new EofException("closed in the TLS handshake") : cause);
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

    private static RetainableByteBuffer released(RetainableByteBuffer buffer) {
        if (buffer != null) {
            BufferUtil.clear(buffer.getByteBuffer());
            buffer.release();
        }
        return null;
    }

    private static RetainableByteBuffer releasedIfEmpty(RetainableByteBuffer buffer) {
        return buffer != null && !buffer.hasRemaining() ? released(buffer) : buffer;
    }

    private static boolean hasContent(RetainableByteBuffer buffer) {
        return buffer != null && buffer.hasRemaining();
    }

    // ---- reading; all with the lock

    private int fillLocked(ByteBuffer to) throws IOException {
        if (hasContent(decryptedInput)) {
            return takeDecrypted(to);
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
                runTasks();
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
            if (!hasContent(encryptedInput) || incompleteRecord) {
                if (drained && total > 0) {
                    return total;
                }
                int filled = fillEncrypted();
                if (filled == 0) {
                    checkHandshakeTime();
                    return total;
                }
                if (filled < 0) {
                    onEndOfNetwork();
                    continue;
                }
                bytesIn += filled;
                incompleteRecord = false;
                drained = BufferUtil.space(encryptedInput.getByteBuffer()) > 0;
            }
            SSLEngineResult result = unwrapTo(to);
            switch (result.getStatus()) {
                case OK -> total += result.bytesProduced();
                case BUFFER_UNDERFLOW -> incompleteRecord = true;
                case BUFFER_OVERFLOW -> {
                    unwrapAside();
                    if (hasContent(decryptedInput)) {
                        total += takeDecrypted(to);
                        if (decryptedInput != null) {
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

    private int takeDecrypted(ByteBuffer to) {
        int taken = BufferUtil.append(to, decryptedInput.getByteBuffer());
        decryptedInput = releasedIfEmpty(decryptedInput);
        return taken;
    }

    private int fillEncrypted() throws IOException {
        if (encryptedInput == null) {
            encryptedInput = pool.acquire(packetSize(), directEncrypted);
        } else if (encryptedInput.remaining() == encryptedInput.capacity()) {
            int size = packetSize();
            if (size <= encryptedInput.capacity()) {
                throw new SSLException("TLS record beyond " + size + " bytes");
            }
            RetainableByteBuffer larger = pool.acquire(size, directEncrypted);
            BufferUtil.append(larger.getByteBuffer(), encryptedInput.getByteBuffer());
            encryptedInput.release();
            encryptedInput = larger;
        }
        return networkFill(encryptedInput.getByteBuffer());
    }

    private int packetSize() {
        SSLSession session = engine.getHandshakeSession();
        return (session == null ? engine.getSession() : session).getPacketBufferSize();
    }

    private SSLEngineResult unwrapTo(ByteBuffer to) throws SSLException {
        int position = BufferUtil.flipToFill(to);
        try {
            return unwrap(engine, encryptedInput.getByteBuffer(), to);
        } finally {
            BufferUtil.flipToFlush(to, position);
        }
    }

    /** Unwraps a record that does not fit into the reader's buffer. */
    private void unwrapAside() throws SSLException {
        if (decryptedInput == null) {
            decryptedInput = pool.acquire(engine.getSession().getApplicationBufferSize(), directDecrypted);
        }
        SSLEngineResult result = unwrapTo(decryptedInput.getByteBuffer());
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            throw new SSLException("TLS record with more than " + decryptedInput.capacity() + " bytes");
        }
        noteHandshake(result);
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            endOfInput = true;
        } else if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            // engines look at the room for a record before they look whether all of it is there
            incompleteRecord = true;
        }
        if (!decryptedInput.hasRemaining()) {
            decryptedInput = released(decryptedInput);
        }
    }

    private void onEndOfNetwork() throws SSLException {
        endOfInput = true;
        if (handshake == Handshake.INITIAL) {
            throw new SSLHandshakeException("connection ended in the TLS handshake");
        }
        if (requireCloseMessage) {
            throw new SSLException("truncated: connection ended without close_notify");
        }
        LOG.debug("end without close_notify: {}", this);
    }

    /** A handshake has the idle timeout to be complete, however it is dripped. */
    private void checkHandshakeTime() throws SSLException {
        long timeout = handshake == Handshake.INITIAL ? getEndPoint().getIdleTimeout() : 0;
        if (timeout > 0 && System.nanoTime() - created > TimeUnit.MILLISECONDS.toNanos(timeout)) {
            throw new SSLHandshakeException("TLS handshake took more than " + timeout + " ms");
        }
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void noteHandshake(SSLEngineResult result) throws SSLException {
        if (result.getHandshakeStatus() == HandshakeStatus.FINISHED) {
            if (handshake == Handshake.INITIAL) {
                todo |= FIRE_SUCCEEDED;
            }
            handshake = Handshake.DONE;
            tls13 = "TLSv1.3".equals(engine.getSession().getProtocol());
            sessionData = null;
        } else if (handshake == Handshake.DONE
                && !tls13
                && result.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING
                && !engine.isInboundDone()
                && !engine.isOutboundDone()
                && !shuttingDown) {
            if (!renegotiationAllowed || renegotiationLimit == 0) {
                throw new SSLHandshakeException("TLS renegotiation refused");
            }
            if (renegotiationLimit > 0) {
                renegotiationLimit--;
            }
            handshake = Handshake.AGAIN;
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
            if (hasContent(encryptedOutput) && !flushEncrypted()) {
                return false;
            }
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                runTasks();
                continue;
            }
            boolean empty = BufferUtil.isEmpty(from);
            if (empty && status != HandshakeStatus.NEED_WRAP && handshake != Handshake.INITIAL) {
                return true;
            }
            if (isNeedUnwrap(status) && !engine.isInboundDone()) {
                int filled = hasContent(decryptedInput) ? 0 : fillLocked(BufferUtil.EMPTY_BUFFER);
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
                    return !hasContent(encryptedOutput);
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
        if (hasContent(encryptedOutput) && !flushEncrypted()) {
            return Sent.BLOCKED;
        }
        while (true) {
            if (encryptedOutput == null) {
                encryptedOutput = pool.acquire(outputSize(), directEncrypted);
            }
            ByteBuffer to = encryptedOutput.getByteBuffer();
            int position = BufferUtil.flipToFill(to);
            SSLEngineResult result;
            try {
                result = wrap(engine, from, to);
            } finally {
                BufferUtil.flipToFlush(to, position);
            }
            if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
                if (!makeRoom()) {
                    return Sent.BLOCKED;
                }
                continue;
            }
            noteHandshake(result);
            if (isFlightOpen(result)) {
                continue;
            }
            boolean flushed = flushEncrypted();
            if (result.getStatus() == SSLEngineResult.Status.CLOSED || result.bytesProduced() == 0) {
                return Sent.ENDED;
            }
            return flushed ? Sent.ALL : Sent.BLOCKED;
        }
    }

    /** Engines want room for the largest record before each, however small it is. */
    private int outputSize() {
        return handshake == Handshake.INITIAL ? packetSize() + FLIGHT_ROOM : packetSize();
    }

    /** Whether more records of the handshake follow at once. */
    private boolean isFlightOpen(SSLEngineResult result) {
        return handshake != Handshake.DONE
                && result.getStatus() == SSLEngineResult.Status.OK
                && result.bytesProduced() > 0
                && result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
    }

    /** Writes what has gathered, or gets a larger buffer; returns false if the network does not take all. */
    private boolean makeRoom() throws IOException {
        if (hasContent(encryptedOutput)) {
            return flushEncrypted();
        }
        int size = packetSize();
        if (size <= encryptedOutput.capacity()) {
            throw new SSLException("TLS record does not fit into " + size + " bytes");
        }
        encryptedOutput = released(encryptedOutput);
        return true;
    }

    private boolean flushEncrypted() throws IOException {
        int before = encryptedOutput.remaining();
        try {
            return before == 0 || networkFlush(encryptedOutput.getByteBuffer());
        } finally {
            bytesOut += before - encryptedOutput.remaining();
        }
    }

    /** Notes that the network is to write the records that it did not take at once. */
    private void startWrite() {
        if (output != Output.WRITING && hasContent(encryptedOutput)) {
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
            encryptedOutput = released(encryptedOutput);
        }
        if (hasContent(encryptedOutput)) {
            startWrite();
        } else {
            encryptedOutput = releasedIfEmpty(encryptedOutput);
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
            encryptedOutput = released(encryptedOutput);
        }
        failure = cause;
        if (handshake == Handshake.INITIAL) {
            handshake = Handshake.FAILED;
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
                if (hasContent(decryptedInput) || endOfInput || thrown != null) {
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
        if (encryptedInput != null && !encryptedInput.hasRemaining()) {
            incompleteRecord = false;
            encryptedInput = released(encryptedInput);
        }
        if (output != Output.WRITING) {
            encryptedOutput = releasedIfEmpty(encryptedOutput);
        }
    }

    /** Does what the lock must not be held for; returns whether a handshake just succeeded. */
    private boolean settle() throws IOException {
        if (todo == 0) {
            return false;
        }
        int work;
        RetainableByteBuffer toWrite;
        try (AutoLock l = lock.lock()) {
            work = todo;
            todo = 0;
            toWrite = encryptedOutput;
        }
        if ((work & START_WRITE) != 0) {
            getEndPoint().write(networkWrite, toWrite.getByteBuffer());
        }
        if ((work & SHUT_NETWORK) != 0) {
            getEndPoint().shutdownOutput();
        }
        if ((work & FIRE_FAILED) != 0) {
            fireFailed(failure);
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
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} with {}: {}",
                    engine.getSession().getProtocol(),
                    engine.getSession().getCipherSuite(),
                    this);
        }
        for (SslHandshakeListener listener : listeners) {
            try {
                listener.handshakeSucceeded(new SslHandshakeListener.Event(this));
            } catch (IOException | RuntimeException x) {
                LOG.debug("refused by {}: {}", listener, this, x);
                try (AutoLock l = lock.lock()) {
                    failure = x;
                    handshake = Handshake.FAILED;
                }
                getEndPoint().close(x);
                throw x;
            }
        }
    }

    private void fireFailed(Throwable cause) {
        LOG.debug("TLS handshake failed: {}", this, cause);
        for (SslHandshakeListener listener : listeners) {
            try {
                listener.handshakeFailed(new SslHandshakeListener.Event(this), cause);
            } catch (RuntimeException x) {
                LOG.warn("handshake listener {} failed", listener, x);
            }
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
                encryptedOutput = released(encryptedOutput);
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
                encryptedOutput = released(encryptedOutput);
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
        public SocketAddress getLocalSocketAddress() {
            return unwrap().getLocalSocketAddress();
        }

        @Override
        public SocketAddress getRemoteSocketAddress() {
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
        public EndPoint.SslSessionData getSslSessionData() {
            EndPoint.SslSessionData data = sessionData;
            if (data == null && handshake == Handshake.DONE) {
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
                now = hasContent(decryptedInput)
                        || endOfInput
                        || failure != null
                        || engine.isInboundDone()
                        || (hasContent(encryptedInput) && !incompleteRecord);
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
