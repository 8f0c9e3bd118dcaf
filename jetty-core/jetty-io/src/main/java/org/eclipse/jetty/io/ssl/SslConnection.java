package org.eclipse.jetty.io.ssl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
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
 * called without it is noted in {@code todo} and done by {@link #settle()} once the lock is free. {@link RecordFlow} is the state machine, whose
 * methods are called with the lock; this class takes the lock, and calls the network, connections and listeners without it.
 */
public class SslConnection extends AbstractConnection implements Connection.UpgradeTo {
    private final AutoLock lock = new AutoLock();
    private final SSLEngine engine;
    private final SslEndPoint sslEndPoint;
    private final SslHandshake handshake;
    private final RecordInput recordsIn;
    private final RecordOutput recordsOut;
    private final RecordFlow flow;
    private final Callback networkWrite = new NetworkWrite();
    private final Runnable fillableTask = new FillableTask();
    private @Nullable Throwable closeCause;

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
        engine = sslEngine;
        handshake = new SslHandshake(this, sslEngine, sslContextFactory);
        recordsIn = new RecordInput(
                this, handshake, sslEngine, bufferPool, useDirectBuffersForEncryption, useDirectBuffersForDecryption);
        recordsOut = new RecordOutput(this, handshake, sslEngine, bufferPool, useDirectBuffersForEncryption);
        flow = new RecordFlow(sslEngine, handshake, recordsIn, recordsOut, endPoint);
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
        return flow.isRequireCloseMessage();
    }

    public void setRequireCloseMessage(boolean require) {
        flow.setRequireCloseMessage(require);
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
            flushWaits = flow.isReading();
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
                still = flow.isReading();
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
            flushWaits = flow.stopReading();
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
            flow.addTodo(RecordFlow.NETWORK_CLOSED);
            return;
        }
        boolean unfinished;
        try (AutoLock l = lock.lock()) {
            if (!flow.close()) {
                return;
            }
            unfinished = handshake.isInitial();
            if (unfinished) {
                handshake.fail();
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

    // ---- with and without the lock

    private int fill(ByteBuffer to) throws IOException {
        while (true) {
            int filled;
            Throwable thrown = null;
            try (AutoLock l = lock.lock()) {
                try {
                    filled = flow.fill(to);
                } catch (IOException | RuntimeException x) {
                    thrown = x;
                    filled = -1;
                    flow.fail(x);
                }
                flow.endFill(filled < 0);
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
                    flushed = flow.flush(from);
                } catch (IOException | RuntimeException x) {
                    thrown = x;
                    flow.fail(x);
                }
                flow.endFlush(thrown != null);
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

    /** Does what the lock must not be held for; returns whether a handshake just succeeded. */
    private boolean settle() throws IOException {
        if (!flow.hasTodo()) {
            return false;
        }
        int work;
        ByteBuffer toWrite;
        try (AutoLock l = lock.lock()) {
            work = flow.takeTodo();
            toWrite = (work & RecordFlow.START_WRITE) == 0 ? null : flow.toWrite();
        }
        if (toWrite != null) {
            getEndPoint().write(networkWrite, toWrite);
        }
        if ((work & RecordFlow.SHUT_NETWORK) != 0) {
            getEndPoint().shutdownOutput();
        }
        if ((work & RecordFlow.FIRE_FAILED) != 0) {
            Throwable failure = flow.getFailure();
            assert failure != null : "set before it is to be reported";
            handshake.fireFailed(failure);
        }
        if ((work & RecordFlow.RESUME_FLUSH) != 0) {
            getExecutor().execute(sslEndPoint::resumeWrite);
        }
        if ((work & RecordFlow.RESUME_FILL) != 0 && sslEndPoint.isFillInterested()) {
            getExecutor().execute(fillableTask);
        }
        if ((work & RecordFlow.NETWORK_CLOSED) != 0) {
            onClose(closeCause);
        }
        if ((work & RecordFlow.FIRE_SUCCEEDED) != 0) {
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
                flow.refuse(x);
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
        return String.format("%s@%x[%s,%s]", getClass().getSimpleName(), hashCode(), handshake, flow);
    }

    /** The records that the network did not take at once. */
    private final class NetworkWrite implements Callback {
        @Override
        public void succeeded() {
            boolean tellReader;
            try (AutoLock l = lock.lock()) {
                tellReader = flow.onWritten();
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
                flow.onWriteFailed(cause);
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
            return handshake.getSessionData();
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
            RecordFlow.Wait wait;
            try (AutoLock l = lock.lock()) {
                wait = flow.awaitBytes();
            }
            if (wait == RecordFlow.Wait.NOTHING) {
                getExecutor().execute(fillableTask);
            } else if (wait == RecordFlow.Wait.BYTES) {
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
                if (flow.isWriting()) {
                    return;
                }
                read = flow.awaitFlush();
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
                if (!flow.shutdownOutput()) {
                    return;
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
