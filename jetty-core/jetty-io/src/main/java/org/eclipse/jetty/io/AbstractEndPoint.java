package org.eclipse.jetty.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What endpoints have in common: the state of both directions, the pending read and write, the idle timeout.
 *
 * <pre>
 * bits: IN (end of input read)  OUT (output shut down)  CLOSED (implies both)
 * 0 --shutdownInput--> IN --shutdownOutput--> IN|OUT --> CLOSED      both directions at their end: closed
 * 0 --shutdownOutput--> OUT --shutdownInput--> CLOSED
 * any --close--> CLOSED
 * </pre>
 *
 * <p>Thread-safe.
 */
public abstract class AbstractEndPoint extends IdleTimeout implements EndPoint {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractEndPoint.class);
    private static final int IN = 1;
    private static final int OUT = 2;
    private static final int CLOSED = 4;

    private static final VarHandle STATE;
    private static final VarHandle BYTES_TAKEN;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(AbstractEndPoint.class, "state", int.class);
            BYTES_TAKEN = MethodHandles.lookup().findVarHandle(AbstractEndPoint.class, "bytesTaken", long.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int state;

    /** Written by the one thread that flushes, read by those that watch it: opaque. */
    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private long bytesTaken;

    private final long created = System.nanoTime();
    private final FillInterest fillInterest = new FillInterest() {
        @Override
        protected void needsFillInterest() throws IOException {
            AbstractEndPoint.this.needsFillInterest();
        }
    };
    private final WriteFlusher writeFlusher = new WriteFlusher(this) {
        @Override
        protected void onIncompleteFlush() {
            AbstractEndPoint.this.onIncompleteFlush();
        }
    };
    private volatile @Nullable Connection connection;

    protected AbstractEndPoint(@Nullable Scheduler scheduler) {
        super(scheduler);
    }

    /** Counts bytes that the network has taken, which is an activity. */
    protected final void taken(long bytes) {
        BYTES_TAKEN.setOpaque(this, bytesTaken + bytes);
        notIdle();
    }

    @Override
    public long getBytesTaken() {
        return (long) BYTES_TAKEN.getOpaque(this);
    }

    /** Flushes one buffer; as {@link #flush(ByteBuffer...)}. */
    public boolean flush(ByteBuffer buffer) throws IOException {
        return flush(new ByteBuffer[] {buffer});
    }

    /** Notes that the end of the input was read. */
    protected final void shutdownInput() {
        int old = (int) STATE.getAndBitwiseOr(this, IN);
        if ((old & IN) == 0) {
            doShutdownInput();
            if ((old & OUT) != 0) {
                close();
            }
        }
    }

    @Override
    public final void shutdownOutput() {
        int old = (int) STATE.getAndBitwiseOr(this, OUT);
        if ((old & OUT) == 0) {
            doShutdownOutput();
            if ((old & IN) != 0) {
                close();
            }
        }
    }

    @Override
    public final void close() {
        close(null);
    }

    @Override
    public final void close(@Nullable Throwable cause) {
        int old = (int) STATE.getAndBitwiseOr(this, IN | OUT | CLOSED);
        if ((old & CLOSED) == 0) {
            if ((old & OUT) == 0) {
                doShutdownOutput();
            }
            doClose();
            onClose(cause);
        }
    }

    /** Called once when the end of the input was read. */
    protected void doShutdownInput() {}

    /** Called once to shut down the output. */
    protected void doShutdownOutput() {}

    /** Called once to close both directions. */
    protected void doClose() {}

    /** Makes a closed endpoint usable again, for tests. */
    protected void reset() {
        state = 0;
    }

    @Override
    public boolean isOutputShutdown() {
        return (state & OUT) != 0;
    }

    @Override
    public boolean isInputShutdown() {
        return (state & IN) != 0;
    }

    @Override
    public boolean isOpen() {
        return (state & CLOSED) == 0;
    }

    @Override
    public long getCreatedTimeStamp() {
        return System.currentTimeMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - created);
    }

    @Override
    public long getCreatedNanoTime() {
        return created;
    }

    @Override
    public @Nullable Connection getConnection() {
        return connection;
    }

    @Override
    public void setConnection(Connection newConnection) {
        connection = newConnection;
    }

    @Override
    public final void onClose() {
        super.onClose();
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        onClose();
        Throwable failure = cause == null ? new EofException("connection closed") : cause;
        try {
            writeFlusher.onClose(failure);
        } finally {
            fillInterest.onClose(failure);
        }
    }

    @Override
    public void fillInterested(Callback callback) {
        fillInterest.register(callback);
    }

    @Override
    public boolean tryFillInterested(Callback callback) {
        return fillInterest.tryRegister(callback);
    }

    @Override
    public boolean isFillInterested() {
        return fillInterest.isInterested();
    }

    @Override
    public boolean cancelFillInterest(Callback callback) {
        return fillInterest.cancel(callback);
    }

    @Override
    public void write(Callback callback, ByteBuffer... buffers) {
        writeFlusher.write(callback, buffers);
    }

    @Override
    public void write(Callback callback, ByteBuffer buffer) {
        writeFlusher.write(callback, buffer);
    }

    @Override
    public @Nullable Callback cancelWrite(Throwable cause) {
        return writeFlusher.cancel(cause);
    }

    @Override
    public boolean isWritePending() {
        return writeFlusher.isPending();
    }

    /** Called when not all could be written, to have {@link #completeWrite()} called when more can be. */
    protected abstract void onIncompleteFlush();

    /** Called when somebody waits for bytes, to have {@link FillInterest#fillable()} called. */
    protected abstract void needsFillInterest() throws IOException;

    public FillInterest getFillInterest() {
        return fillInterest;
    }

    /** Goes on with the write that is pending. */
    protected final void completeWrite() {
        writeFlusher.completeWrite();
    }

    /** The type of the callback of the pending write. */
    protected final Invocable.InvocationType writeInvocationType() {
        return writeFlusher.getCallbackInvocationType();
    }

    @Override
    protected void onIdleExpired(TimeoutException timeout) {
        Connection current = connection;
        if (current != null && !current.onIdleExpired(timeout)) {
            return;
        }
        boolean outputShutdown = isOutputShutdown();
        boolean inputShutdown = isInputShutdown();
        // the write first: the callback of the read may begin to write why it failed
        boolean writeFailed = writeFlusher.onTimeout(timeout);
        boolean fillFailed = fillInterest.onFail(timeout);
        // with an end reached, or nobody told, there is nobody else to close it
        if (isOpen() && (outputShutdown || inputShutdown) && !(fillFailed || writeFailed)) {
            close(timeout);
        } else if (!fillFailed && !writeFailed) {
            LOG.debug("ignored idle timeout of {}", this);
        }
    }

    @Override
    public void upgrade(Connection newConnection) {
        Connection old = connection;
        ByteBuffer prefilled = old instanceof Connection.UpgradeFrom from ? from.onUpgradeFrom() : null;
        if (old != null) {
            old.onClose(null);
        }
        setConnection(newConnection);
        if (newConnection instanceof Connection.UpgradeTo to) {
            to.onUpgradeTo(prefilled);
        } else if (BufferUtil.hasContent(prefilled)) {
            throw new IllegalStateException(
                    "cannot upgrade: " + newConnection + " does not take the bytes that were read already");
        }
        newConnection.onOpen();
    }

    @Override
    public String toString() {
        return toEndPointString() + "->" + toConnectionString();
    }

    public String toEndPointString() {
        int s = state;
        return String.format(
                "%s@%x[%s<->%s,%s,fill=%s,flush=%s,idle=%d/%d]",
                getClass().getSimpleName(),
                hashCode(),
                getRemoteSocketAddress(),
                getLocalSocketAddress(),
                (s & CLOSED) != 0 ? "CLOSED" : (s & IN) != 0 ? "ISHUT" : (s & OUT) != 0 ? "OSHUT" : "OPEN",
                fillInterest,
                writeFlusher,
                getIdleFor(),
                getIdleTimeout());
    }

    public String toConnectionString() {
        Connection current = connection;
        return current == null
                ? "<null>"
                : current instanceof AbstractConnection c ? c.toConnectionString() : current.toString();
    }
}
