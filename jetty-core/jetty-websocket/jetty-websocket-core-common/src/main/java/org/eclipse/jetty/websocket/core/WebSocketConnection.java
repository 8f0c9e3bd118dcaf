package org.eclipse.jetty.websocket.core;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes the frames of a session.
 *
 * <p>One thread at a time has the turn: it runs what was posted, fills, parses and calls the session. The state word has
 * these bits:
 *
 * <table>
 * <caption>bits</caption>
 * <tr><td>DEMAND</td><td>the session wants a frame</td></tr>
 * <tr><td>DISCARD</td><td>frames are read without demand: a Close is awaited, others are dropped</td></tr>
 * <tr><td>DRAIN</td><td>bytes are read and dropped until the end of input</td></tr>
 * <tr><td>TURN</td><td>a thread has the turn</td></tr>
 * <tr><td>FILL</td><td>the endpoint reports bytes; nobody else reads</td></tr>
 * <tr><td>EVENT</td><td>something was posted for who has the turn</td></tr>
 * </table>
 *
 * <pre>
 * demand, post   without TURN: takes TURN and goes on; with TURN: left to its holder, which looks again before it leaves
 * turn           EVENT: runs it; wants to read and no FILL: reads; no bytes: TURN -&gt; FILL; nothing to do: leaves TURN
 * fillable       FILL -&gt; TURN, or left to the holder of TURN
 * </pre>
 *
 * <p>Thread-safe.
 */
public class WebSocketConnection extends AbstractConnection implements Connection.UpgradeTo, Dumpable, Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);

    private static final int DEMAND = 1;
    private static final int DISCARD = 1 << 1;
    private static final int DRAIN = 1 << 2;
    private static final int TURN = 1 << 3;
    private static final int FILL = 1 << 4;
    private static final int EVENT = 1 << 5;
    private static final int READ = DEMAND | DISCARD | DRAIN;

    /** How long the end of a closed session may take, in milliseconds. */
    private static final long LINGER = 5000;

    /** A control frame fits into it. */
    private static final int MIN_INPUT_BUFFER = 256;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(WebSocketConnection.class, "state", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final Scheduler scheduler;
    private final ByteBufferPool pool;
    private final WebSocketCoreSession session;
    private final FrameParser parser;
    private final FrameFlusher flusher;
    private boolean useInputDirectByteBuffers = true;
    private boolean useOutputDirectByteBuffers = true;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int state;

    /** Guarded by this object's monitor; null if nothing was ever posted. */
    private @Nullable ArrayDeque<Runnable> events;

    // of who has the turn
    private RetainableByteBuffer.@Nullable Mutable input;
    private boolean drained;
    private volatile boolean ended;
    /** A data frame was dropped: those after it mean nothing. */
    private boolean dropping;

    private long bytesIn;
    private long messagesIn;

    private volatile boolean pinged;
    private volatile Scheduler.@Nullable Task deadline;
    /** Guarded by this object's monitor: the session is closed, and the deadline is that of its end. */
    private boolean closing;

    public WebSocketConnection(
            EndPoint endPoint,
            Executor executor,
            Scheduler scheduler,
            ByteBufferPool bufferPool,
            WebSocketCoreSession coreSession) {
        this(endPoint, executor, scheduler, bufferPool, coreSession, null);
    }

    /** @param randomMask the source of masking keys of a client; null for a secure one */
    public WebSocketConnection(
            EndPoint endPoint,
            Executor executor,
            Scheduler scheduler,
            ByteBufferPool bufferPool,
            WebSocketCoreSession coreSession,
            @Nullable Random randomMask) {
        super(endPoint, executor);
        this.scheduler = scheduler;
        this.pool = bufferPool;
        this.session = coreSession;
        parser = new FrameParser(coreSession.getBehavior(), coreSession, bufferPool);
        flusher = new FrameFlusher(
                this, endPoint, new FrameGenerator(coreSession.getBehavior(), randomMask), bufferPool, coreSession);
        setInputBufferSize(coreSession.getInputBufferSize());
    }

    @Override
    public Executor getExecutor() {
        return super.getExecutor();
    }

    Scheduler getScheduler() {
        return scheduler;
    }

    ByteBufferPool getByteBufferPool() {
        return pool;
    }

    public @Nullable SocketAddress getLocalSocketAddress() {
        return getEndPoint().getLocalSocketAddress();
    }

    public @Nullable SocketAddress getRemoteSocketAddress() {
        return getEndPoint().getRemoteSocketAddress();
    }

    public boolean isUseInputDirectByteBuffers() {
        return useInputDirectByteBuffers;
    }

    public void setUseInputDirectByteBuffers(boolean direct) {
        useInputDirectByteBuffers = direct;
    }

    public boolean isUseOutputDirectByteBuffers() {
        return useOutputDirectByteBuffers;
    }

    public void setUseOutputDirectByteBuffers(boolean direct) {
        useOutputDirectByteBuffers = direct;
    }

    /**
     * Sets the fewest bytes per second, on average, that the other side must take of a write once that has waited for the idle timeout;
     * else the session fails by 1001. Zero, the default, or less for any, as it is where there is no idle timeout.
     */
    public void setMinWriteDataRate(long bytesPerSecond) {
        flusher.setMinDataRate(bytesPerSecond);
    }

    @Override
    public void setInputBufferSize(int size) {
        super.setInputBufferSize(Math.max(size, MIN_INPUT_BUFFER));
    }

    @Override
    public long getMessagesIn() {
        return messagesIn;
    }

    @Override
    public long getBytesIn() {
        return bytesIn;
    }

    @Override
    public long getMessagesOut() {
        return flusher.getMessagesOut();
    }

    @Override
    public long getBytesOut() {
        return flusher.getBytesOut();
    }

    // ---- opening

    @Override
    public void onUpgradeTo(@Nullable ByteBuffer prefilled) {
        if (BufferUtil.hasContent(prefilled)) {
            input = pool.acquire(Math.max(prefilled.remaining(), getInputBufferSize()), isUseInputDirectByteBuffers());
            bytesIn += prefilled.remaining();
            input.append(prefilled);
        }
    }

    @Override
    public void onOpen() {
        super.onOpen();
        updateIdleTimeout();
        post(session::onOpen, Invocable.getInvocationType(session.getHandler()));
    }

    /** Has the endpoint look at the idle timeout of the session, or earlier if it is to send pings. */
    void updateIdleTimeout() {
        long idle = session.getIdleTimeout().toMillis();
        long ping = session.getPingInterval().toMillis();
        getEndPoint().setIdleTimeout(Math.max(0, ping > 0 && (idle <= 0 || ping < idle) ? ping : idle));
    }

    // ---- the turn

    private boolean change(int from, int to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** Sets bits; returns whether this thread took the turn by that. */
    private boolean set(int bits, boolean evenWithFill) {
        while (true) {
            int current = state;
            boolean take = (current & TURN) == 0 && (evenWithFill || (current & FILL) == 0);
            if (change(current, current | bits | (take ? TURN : 0))) {
                return take;
            }
        }
    }

    /**
     * The session wants a frame.
     *
     * @throws IllegalStateException if it wants one already
     */
    public void demand() {
        while (true) {
            int current = state;
            if ((current & DRAIN) != 0 || ended) {
                return;
            }
            if ((current & DEMAND) != 0) {
                throw new IllegalStateException("demand pending");
            }
            boolean take = (current & (TURN | FILL)) == 0;
            if (change(current, current | DEMAND | (take ? TURN : 0))) {
                if (take) {
                    resume();
                }
                return;
            }
        }
    }

    /** Goes on with the turn that this thread took: waits for bytes, or has others parse those that are there. */
    private void resume() {
        if (input != null && input.hasRemaining()) {
            dispatch();
        } else {
            drained = true;
            session.handle(this);
        }
    }

    private void dispatch() {
        try {
            getExecutor().execute(this::takeTurn);
        } catch (RejectedExecutionException x) {
            takeTurn();
        }
    }

    private void takeTurn() {
        session.handle(this);
    }

    /** Has a task run by who has the turn, so that it does not meet another one; never in the middle of a call of the caller. */
    void post(Runnable event) {
        post(event, Invocable.InvocationType.BLOCKING);
    }

    private void post(Runnable event, Invocable.InvocationType type) {
        synchronized (this) {
            if (events == null) {
                events = new ArrayDeque<>(2);
            }
            events.add(event);
        }
        if (set(EVENT, true)) {
            if (type == Invocable.InvocationType.NON_BLOCKING) {
                takeTurn();
            } else {
                dispatch();
            }
        }
    }

    /** Frames are read without demand until a Close comes. */
    void discard() {
        if (set(DISCARD, false)) {
            dispatch();
        }
    }

    /** Runs while there is something to do; called by who has the turn. */
    @Override
    public void run() {
        while (true) {
            int current = state;
            if ((current & EVENT) != 0) {
                runEvents();
                continue;
            }
            if (ended) {
                releaseInput();
            }
            boolean reads = (current & READ) != 0 && (current & FILL) == 0 && session.isReadable() && !ended;
            if (!reads) {
                if (change(current, current & ~TURN)) {
                    return;
                }
                continue;
            }
            if (!read(current)) {
                // no bytes: without an event or a change of mind the endpoint tells when there are some
                if (change(current, (current | FILL) & ~TURN)) {
                    fillInterested();
                    return;
                }
            }
        }
    }

    private void runEvents() {
        STATE.getAndBitwiseAnd(this, ~EVENT);
        while (true) {
            Runnable event;
            synchronized (this) {
                event = events == null ? null : events.poll();
                if (event == null) {
                    events = null;
                }
            }
            if (event == null) {
                return;
            }
            try {
                event.run();
            } catch (Throwable x) {
                LOG.warn("{} failed", this, x);
            }
        }
    }

    @Override
    protected Invocable.InvocationType getFillableInvocationType() {
        return Invocable.getInvocationType(session.getHandler());
    }

    @Override
    public void onFillable() {
        while (true) {
            int current = state;
            boolean take = (current & TURN) == 0;
            if (change(current, current & ~FILL | TURN)) {
                if (take) {
                    drained = false;
                    takeTurn();
                }
                return;
            }
        }
    }

    @Override
    public void onFillInterestedFailed(Throwable cause) {
        STATE.getAndBitwiseAnd(this, ~FILL);
        onReadFailure(cause);
    }

    // ---- reading

    /** Reads a frame, or the bytes for one; returns false if none are there. */
    private boolean read(int current) {
        try {
            if ((current & DRAIN) != 0) {
                return drain();
            }
            Frame.Parsed frame = input == null ? null : parser.parse(input);
            if (frame != null) {
                pinged = false;
                deliver(frame, current);
                return true;
            }
            return fill();
        } catch (Throwable x) {
            onReadFailure(x);
            return true;
        }
    }

    private void deliver(Frame.Parsed frame, int current) {
        if (frame.isFin() && frame.isDataFrame()) {
            messagesIn++;
        }
        boolean unwanted = (current & DEMAND) == 0 || dropping && frame.isDataFrame();
        if (unwanted && frame.getOpCode() != OpCode.CLOSE) {
            dropping |= frame.isDataFrame();
            frame.close();
            return;
        }
        STATE.getAndBitwiseAnd(this, ~DEMAND);
        session.receive(frame);
    }

    /** Fills the input buffer; returns false if nothing is there. */
    private boolean fill() throws IOException {
        if (drained) {
            if (input != null && !input.hasRemaining()) {
                releaseInput();
            }
            return false;
        }
        RetainableByteBuffer.Mutable buffer = prepareInput();
        ByteBuffer bytes = buffer.getByteBuffer();
        int space = BufferUtil.space(bytes);
        int filled = getEndPoint().fill(bytes);
        if (filled > 0) {
            bytesIn += filled;
            drained = filled < space;
            return true;
        }
        drained = true;
        if (!buffer.hasRemaining()) {
            releaseInput();
        }
        if (filled < 0) {
            ended = true;
            releaseInput();
            session.onEof();
            return true;
        }
        return false;
    }

    /** Has space behind what is left in the input buffer, and enough of it for the frame that has begun; returns that buffer. */
    private RetainableByteBuffer.Mutable prepareInput() {
        RetainableByteBuffer.Mutable current = input;
        if (current == null) {
            current = pool.acquire(getInputBufferSize(), isUseInputDirectByteBuffers());
            input = current;
            return current;
        }
        int missing = parser.getNeeded() - current.remaining();
        if (current.space() > 0 && current.space() >= missing) {
            return current;
        }
        if (!current.isRetained()) {
            BufferUtil.compact(current.getByteBuffer());
            if (current.space() > 0) {
                return current;
            }
        }
        // frames in use lie in the buffer
        RetainableByteBuffer.Mutable next =
                pool.acquire(Math.max(getInputBufferSize(), current.capacity()), isUseInputDirectByteBuffers());
        next.append(current);
        current.release();
        input = next;
        return next;
    }

    private void releaseInput() {
        if (input != null) {
            input.release();
            input = null;
        }
    }

    private void onReadFailure(Throwable x) {
        if (x instanceof IOException) {
            // there is nothing more to be read
            ended = true;
        }
        // nor is there another frame behind one that cannot be parsed
        STATE.getAndBitwiseAnd(this, ~(DEMAND | DISCARD));
        if ((state & DRAIN) != 0 || session.isClosed() && !getEndPoint().isOpen()) {
            getEndPoint().close(x);
        } else {
            session.processConnectionError(x, Callback.NOOP);
        }
    }

    // ---- writing

    /** Queues frames, to be written, or failed, by {@link #flushFrames()}; completes no callback. */
    void enqueue(OutgoingEntry entry) {
        flusher.enqueue(entry);
    }

    /** Queues and writes a frame. */
    public void enqueueFrame(OutgoingEntry entry) {
        flusher.enqueue(entry);
        flusher.flush();
    }

    void flushFrames() {
        flusher.flush();
    }

    void flushFrames(Callback callback) {
        flusher.flush(callback);
    }

    /** Whether a frame was begun that the other side has not taken. */
    boolean isWriting() {
        return flusher.isWriting();
    }

    /** The other side does not take what is sent: nothing more can be told. */
    void cutOff(Throwable cause) {
        flusher.cutOff(cause);
        session.processConnectionError(cause, Callback.NOOP);
        Callback pending = getEndPoint().cancelWrite(cause);
        if (pending != null) {
            pending.failed(cause);
        }
        getEndPoint().close(cause);
    }

    void onWriteFailure(Throwable cause) {
        session.processConnectionError(cause, Callback.NOOP);
        getEndPoint().close(cause);
    }

    void onCallbackFailure(Throwable x) {
        LOG.warn("callback of a frame failed: {}", this, x);
    }

    // ---- closing

    /** The session is closed: the end of it is limited in time. */
    synchronized void limitClosing() {
        if (!closing && getEndPoint().isOpen()) {
            closing = true;
            schedule(this::close, LINGER);
        }
    }

    /** A Close was sent: the answer to it must come in time, whatever else comes. */
    synchronized void limitAnswer() {
        if (!closing && deadline == null && getEndPoint().isOpen()) {
            long idle = session.getIdleTimeout().toMillis();
            long limit = idle > 0 ? idle : WebSocketConstants.DEFAULT_IDLE_TIMEOUT.toMillis();
            schedule(() -> session.onCloseUnanswered(limit), limit);
        }
    }

    private void schedule(Runnable task, long milliseconds) {
        if (deadline != null) {
            deadline.cancel();
        }
        deadline = scheduler.schedule(task, milliseconds, TimeUnit.MILLISECONDS);
    }

    /**
     * Ends the connection after the last frame. A server shuts its output down, a client waits for the server to do so
     * (RFC 6455, section 7.1.1); what comes until the other side's end is dropped, as closing with unread bytes could
     * take the last frames from the other side.
     */
    void end(boolean clean) {
        if (!clean || session.getBehavior() == Behavior.SERVER) {
            getEndPoint().shutdownOutput();
        }
        if (ended) {
            close();
        }
        if (!getEndPoint().isOpen()) {
            return;
        }
        if (set(DRAIN, false)) {
            dispatch();
        }
    }

    private boolean drain() throws IOException {
        releaseInput();
        input = pool.acquire(getInputBufferSize(), isUseInputDirectByteBuffers());
        try {
            int filled = getEndPoint().fill(input.getByteBuffer());
            if (filled < 0) {
                ended = true;
                getEndPoint().close();
                return true;
            }
            return filled > 0;
        } finally {
            releaseInput();
        }
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        super.onClose(cause);
        Scheduler.Task task = deadline;
        if (task != null) {
            task.cancel();
        }
        post(this::release);
        session.onConnectionClosed(cause);
        flusher.abort(cause == null ? new ClosedChannelException() : cause);
    }

    private void release() {
        ended = true;
        releaseInput();
        parser.release();
    }

    @Override
    public boolean onIdleExpired(TimeoutException timeout) {
        if (session.isClosed()) {
            return true;
        }
        long ping = session.getPingInterval().toMillis();
        if (ping > 0 && !pinged && !isWriting()) {
            pinged = true;
            session.ping();
            return false;
        }
        session.onIdleExpired(timeout, pinged);
        return false;
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, session);
    }

    @Override
    public String toConnectionString() {
        return String.format(
                "%s@%x[%s,state=%x,queued=%d]->%s",
                getClass().getSimpleName(),
                hashCode(),
                session.getBehavior(),
                state,
                flusher.getQueuedFrames(),
                session.getHandler());
    }
}
