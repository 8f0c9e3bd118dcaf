package org.eclipse.jetty.http2.server.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.internal.ReceivedContent;
import org.eclipse.jetty.http2.internal.StreamTable;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response (RFC 9113, section 5.1). It belongs to one request for ever: what an application or a late
 * thread does with it after its end finds both of its halves closed.
 *
 * <table>
 * <caption>States, by the two flags; idle and reserved streams have no object</caption>
 * <tr><th>remoteClosed</th><th>localClosed</th><th>state</th><th>left by</th></tr>
 * <tr><td>no</td><td>no</td><td>open</td><td>END_STREAM received: half-closed (remote); END_STREAM sent: half-closed
 * (local); RST_STREAM: closed</td></tr>
 * <tr><td>yes</td><td>no</td><td>half-closed (remote)</td><td>END_STREAM sent, RST_STREAM: closed</td></tr>
 * <tr><td>no</td><td>yes</td><td>half-closed (local)</td><td>END_STREAM received, RST_STREAM: closed. What comes is
 * dropped, and if it lasts or is much, RST_STREAM with NO_ERROR sent (section 8.1)</td></tr>
 * <tr><td>yes</td><td>yes</td><td>closed: not in the table</td><td></td></tr>
 * </table>
 *
 * <p>It is done once its task has returned (HANDLED) and the channel has ended (ENDED), whichever comes last. Fields of the
 * state are guarded by the lock of the connection.
 *
 * <p>{@link InboundStream} has the content of the request, {@link OutboundStream} the rules of the response. This class joins them with the
 * connection and the channel: it handles the request, and each way in which the stream ends acts on both halves.
 */
final class Http2Stream extends InboundStream implements Invocable.Task {
    private static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findVarHandle(Http2Stream.class, "progress", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private static final int HANDLED = 1;
    private static final int ENDED = 2;
    /** Its handler was called. */
    private static final int BEGUN = 4;
    /** No thread was free to handle it within the idle timeout. */
    private static final int GIVEN_UP = 8;

    /** The milliseconds for which a client that was answered may go on with its request. */
    private static final long LINGER_MILLIS = 1000;

    private final HTTP2ServerConnection connection;
    private final Http2Output output;
    private final HttpChannel channel;
    private @Nullable Runnable task;
    private boolean refused;
    private volatile @Nullable TunnelEndPoint tunnelEnd;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int progress;

    Http2Stream(
            HTTP2ServerConnection connection,
            Http2Output output,
            int streamId,
            MetaData.Request request,
            long contentLength) {
        super(streamId, request, contentLength);
        this.connection = connection;
        this.output = output;
        channel = HttpChannel.from(connection);
    }

    HttpChannel getChannel() {
        return channel;
    }

    @Override
    public void push(MetaData.Request promised) {
        connection.push(this, promised);
    }

    @Override
    public String getId() {
        return Integer.toString(getStreamId());
    }

    void handle(@Nullable Throwable refusal) {
        refused = refusal != null;
        channel.setHttpStream(this);
        task = refusal == null ? channel.onRequest(getRequest()) : channel.onBadRequest(getRequest(), refusal);
    }

    @Override
    public void run() {
        try {
            begun().run();
        } finally {
            progressed(HANDLED);
        }
    }

    @Override
    public InvocationType getInvocationType() {
        // as a task: that of the handlers; as the callback of its end nobody asks
        return Invocable.getInvocationType(begun());
    }

    private Runnable begun() {
        Runnable begun = task;
        assert begun != null; // made by handle, before anything runs the stream
        return begun;
    }

    private void progressed(int bit) {
        int old = (int) PROGRESS.getAndBitwiseOr(this, bit);
        if (((old | bit) & (HANDLED | ENDED)) == (HANDLED | ENDED) && old != (old | bit)) {
            connection.onStreamDone();
        }
    }

    // ---- what the halves need

    @Override
    Http2Output getOutput() {
        return output;
    }

    @Override
    long now() {
        return connection.now();
    }

    @Override
    HttpConfiguration getHttpConfiguration() {
        return connection.getHttpConfiguration();
    }

    @Override
    void reset(ErrorCode code) {
        output.reset(this, code);
    }

    @Override
    void removeEnded() {
        output.streams().remove(this, StreamTable.Closed.ENDED);
    }

    @Override
    @Nullable
    Runnable available() {
        TunnelEndPoint end = tunnelEnd;
        return end == null ? channel.onContentAvailable() : end.fillableTask();
    }

    // ---- handling

    /** Asked without the lock for content, before the request is handled: content that ends meanwhile may be missed. */
    @Override
    public boolean mayWaitForClient() {
        return !remoteClosed && !isTunnel() || output.isStalled(this);
    }

    @Override
    public boolean beginHandling() {
        return ((int) PROGRESS.getAndBitwiseOr(this, BEGUN) & GIVEN_UP) == 0;
    }

    /** Whether its handler was called. */
    @Override
    protected boolean isBegun() {
        return (progress & BEGUN) != 0;
    }

    /** Gives the request up unless its handler was called. */
    private boolean giveUp() {
        while (true) {
            int old = progress;
            if ((old & (BEGUN | GIVEN_UP)) != 0) {
                return false;
            }
            if (PROGRESS.compareAndSet(this, old, old | GIVEN_UP)) {
                return true;
            }
        }
    }

    @Override
    void sendContinue() {
        output.send(
                this,
                new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_2, HttpFields.EMPTY),
                false,
                null,
                Callback.NOOP);
    }

    // ---- response out

    @Override
    public void send(
            MetaData.Request ignored,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        beginPart(response, last);
        output.send(this, response, last, content, callback);
    }

    @Override
    public @Nullable Runnable cancelSend(Throwable cause, Callback appCallback) {
        Callback callback;
        try (AutoLock l = output.lock()) {
            callback = pendingCallback == null ? null : takePending();
            output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
        }
        output.flushIfDue();
        return callback == null ? null : () -> callback.failed(cause);
    }

    @Override
    public void setIdleTimeout(long milliseconds) {
        idleTimeout = milliseconds;
        connection.watch(milliseconds);
    }

    // ---- ends

    /**
     * The other side reset it, or the connection failed; it is not in the table any longer.
     *
     * @return the task that tells the application
     */
    @Nullable
    Runnable onFailure(Throwable cause) {
        Callback callback;
        ReceivedContent unread;
        try (AutoLock l = output.lock()) {
            close();
            callback = pendingCallback == null ? null : takePending();
            unread = fail(cause);
        }
        release(unread);
        TunnelEndPoint end = tunnelEnd;
        if (end != null && isTunnel()) {
            return () -> {
                if (callback != null) {
                    callback.failed(cause);
                }
                end.close(cause);
            };
        }
        Runnable failing = channel.onFailure(cause);
        if (callback == null) {
            return failing;
        }
        if (callback.getInvocationType() != InvocationType.BLOCKING) {
            // a thread that waits in a write goes on even if no thread is free to tell it
            callback.failed(cause);
            return failing;
        }
        return () -> {
            callback.failed(cause);
            if (failing != null) {
                failing.run();
            }
        };
    }

    /**
     * Nothing happened for the idle timeout.
     *
     * @return the task that tells the application
     */
    @Override
    protected @Nullable Runnable onIdleTimeout() {
        boolean waits;
        boolean writes;
        long time = System.nanoTime();
        try (AutoLock l = output.lock()) {
            if (output.streams().get(getStreamId()) != this) {
                return null;
            }
            if (isLingering()) {
                output.reset(this, ErrorCode.NO_ERROR);
                return null;
            }
            writes = pendingCallback != null;
            waits = isDemanded() || writes;
            if (writes && !isResponseTooSlow(time)) {
                // slow, and not idle
                lastActivity = time;
                return null;
            }
        }
        if (idleTimeout > 0 && giveUp()) {
            onGivenUp();
            return null;
        }
        lastActivity = connection.now();
        String message = "Idle timeout expired: " + idleTimeout + " ms";
        TimeoutException timeout = new TimeoutException(message);
        TunnelEndPoint end = tunnelEnd;
        if (end != null && isTunnel()) {
            return end.idleTask(timeout);
        }
        if (writes) {
            // whatever listeners say: they may wait for something else than a client that takes nothing
            channel.onIdleTimeout(timeout);
            try (AutoLock l = output.lock()) {
                output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
            }
            return onFailure(timeout);
        }
        if (!channel.onIdleTimeout(timeout) || !waits) {
            return null;
        }
        ReceivedContent unread;
        TimeoutException late = new ContentTimeout(message);
        try (AutoLock l = output.lock()) {
            unread = fail(late);
        }
        release(unread);
        return channel.onFailure(late);
    }

    /** No thread was free: the request was not processed, and the client may repeat it (RFC 9113, section 8.7). */
    private void onGivenUp() {
        ReceivedContent unread;
        try (AutoLock l = output.lock()) {
            output.reset(this, ErrorCode.REFUSED_STREAM_ERROR);
            close();
            unread = fail(new TimeoutException("no thread within the idle timeout"));
        }
        release(unread);
    }

    @Override
    public @Nullable TunnelSupport getTunnelSupport() {
        if (!HttpMethod.CONNECT.is(getRequest().getMethod())) {
            return null;
        }
        if (tunnelEnd == null) {
            tunnelEnd = new TunnelEndPoint(this, connection);
        }
        return tunnelEnd;
    }

    /** Whether the request was refused by the connection. */
    boolean isRefused() {
        return refused;
    }

    /** Sends bytes of a tunnel; null with {@code last} to end it. */
    void sendTunnelled(boolean last, @Nullable ByteBuffer content, Callback callback) {
        lastActivity = System.nanoTime();
        output.send(this, null, last, content, callback);
    }

    /** The tunnel is closed. */
    void endTunnel() {
        ReceivedContent rest;
        boolean reset;
        try (AutoLock l = output.lock()) {
            reset = output.reset(this, ErrorCode.CANCEL_STREAM_ERROR);
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        }
        progressed(ENDED);
    }

    /** The connection that the application put in the place of the tunnel's. */
    private @Nullable Connection upgraded() {
        Request request = channel.getRequest();
        return request != null && request.getAttribute(UPGRADE_CONNECTION_ATTRIBUTE) instanceof Connection next
                ? next
                : null;
    }

    @Override
    public void succeeded() {
        Connection next = isTunnel() ? upgraded() : null;
        if (next != null) {
            next.getEndPoint().upgrade(next);
            return;
        }
        if (isTunnel()) {
            // that nothing is to use
            output.send(this, null, true, null, Callback.NOOP);
        }
        boolean unread;
        try (AutoLock l = output.lock()) {
            unread = !remoteClosed;
        }
        if (unread) {
            consumeAvailable();
        }
        boolean reset;
        ReceivedContent rest;
        try (AutoLock l = output.lock()) {
            reset = !linger() && output.reset(this, ErrorCode.NO_ERROR);
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        } else if (isLingering()) {
            setIdleTimeout(LINGER_MILLIS);
        }
        progressed(ENDED);
    }

    @Override
    public void failed(Throwable failure) {
        connection.onStreamFailed(this, failure);
        boolean reset;
        Callback overtaken;
        ReceivedContent rest;
        try (AutoLock l = output.lock()) {
            overtaken = pendingCallback == null ? null : takePending();
            reset = output.reset(
                    this,
                    failure instanceof TimeoutException || failure instanceof EofException
                            ? ErrorCode.CANCEL_STREAM_ERROR
                            : ErrorCode.INTERNAL_ERROR);
            rest = takeReceived();
        }
        release(rest);
        if (reset) {
            output.flushIfDue();
        }
        progressed(ENDED);
        if (overtaken != null) {
            // the thread that waits for it goes on
            overtaken.failed(failure);
        }
    }

    @Override
    public String toString() {
        return "Http2Stream@" + Integer.toHexString(hashCode()) + "#" + getStreamId() + "{remoteClosed=" + remoteClosed
                + ",localClosed=" + localClosed + "}";
    }
}
