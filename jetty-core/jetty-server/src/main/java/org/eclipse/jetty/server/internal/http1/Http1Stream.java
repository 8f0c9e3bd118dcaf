package org.eclipse.jetty.server.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.server.internal.RequestEvents;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request of an HTTP/1.1 connection, and its response.
 *
 * <p>It belongs to one request for ever, but input and output are those of the connection. So whatever uses these enters
 * first and leaves afterwards, and the end waits until all have left:
 *
 * <pre>
 * word of uses
 * n          --enter--&gt;  n + 1
 * n          --leave--&gt;  n - 1
 * n          --end--&gt;    CLOSED | n          enter fails from here on
 * CLOSED | 1 --leave--&gt;  CLOSED: the request is over, and the connection goes on in this thread
 * </pre>
 *
 * <p>A use lasts as long as a call that reads, or a write until its callback has returned, or an interest in content until it
 * is met, fails or is cancelled. A thread that is late finds the word closed, and touches nothing. Thread-safe by that.
 */
final class Http1Stream implements HttpStream, TunnelSupport {
    private static final int CLOSED = Integer.MIN_VALUE;
    private static final VarHandle USES;

    static {
        try {
            USES = MethodHandles.lookup().findVarHandle(Http1Stream.class, "uses", int.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final Http1Turns turns;
    private final Http1Codec codec;
    private final RequestEvents events;
    private final MetaData.Request request;
    private final int number;
    private volatile @Nullable ContentInterest interest;
    private @Nullable Throwable failure;
    private short status;
    private boolean continuePending;
    private volatile boolean committed;

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int uses;

    /** @param expectContinue whether the client waits for 100 Continue */
    Http1Stream(
            Http1Turns turns,
            Http1Codec codec,
            RequestEvents events,
            MetaData.Request request,
            boolean expectContinue) {
        this.turns = turns;
        this.codec = codec;
        this.events = events;
        this.request = request;
        this.number = (int) turns.getRequests();
        this.continuePending = expectContinue;
    }

    RequestEvents getEvents() {
        return events;
    }

    // ---- uses

    private boolean enter() {
        while (true) {
            int n = uses;
            if (n < 0) {
                return false;
            }
            if (USES.compareAndSet(this, n, n + 1)) {
                return true;
            }
        }
    }

    void leave() {
        if ((int) USES.getAndAdd(this, -1) == (CLOSED | 1)) {
            over();
        }
    }

    /** No more uses begin; the request is over when those that are left have ended. */
    private void close() {
        int n = (int) USES.getAndBitwiseOr(this, CLOSED);
        if (n == 0) {
            over();
        } else if (n > 0) {
            cancelInterest();
        }
    }

    private void cancelInterest() {
        ContentInterest waiting = interest;
        if (waiting != null && getEndPoint().cancelFillInterest(waiting)) {
            leave();
        }
    }

    private static Content.Chunk ended() {
        return Content.Chunk.from(new EofException("the request has ended"), true);
    }

    @Override
    public String getId() {
        return Integer.toUnsignedString(number);
    }

    // ---- content in

    @Override
    public Content.@Nullable Chunk read() {
        if (!enter()) {
            return ended();
        }
        try {
            fetch();
            return codec.input.takeChunk();
        } finally {
            leave();
        }
    }

    /** Gets a chunk if content has come; returns whether there is one. */
    private boolean fetch() {
        if (!codec.input.parseContent()) {
            sendContinue();
            codec.input.fillContent();
        }
        if (!codec.input.hasChunk()) {
            return false;
        }
        if (codec.input.isFailed()) {
            codec.output.endPersistence();
        }
        continuePending = false;
        return true;
    }

    @Override
    public boolean mayWaitForClient() {
        if (!enter()) {
            return false;
        }
        try {
            return codec.input.isContentPending();
        } finally {
            leave();
        }
    }

    @Override
    public void demand() {
        if (!enter()) {
            throw new IllegalStateException("the request has ended");
        }
        try {
            if (!fetch()) {
                awaitContent();
                return;
            }
        } catch (Throwable x) {
            leave();
            throw x;
        }
        leave();
        runContentAvailable();
    }

    private void runContentAvailable() {
        Runnable task = events.onContentAvailable();
        if (task != null) {
            task.run();
        }
    }

    /** Waits for content; the use that the caller has becomes that of the interest. */
    private void awaitContent() {
        ContentInterest waiting = interest;
        if (waiting == null) {
            waiting = new ContentInterest();
            interest = waiting;
        }
        turns.connection.awaitInput(codec.input.getContentNanosLeft(), waiting);
        // the end may have come before there was an interest to cancel
        if (uses < 0) {
            cancelInterest();
        }
    }

    /** Sends 100 Continue if the client waits for it; called when content is wanted and none has come. */
    private void sendContinue() {
        if (continuePending) {
            continuePending = false;
            if (!committed) {
                sendInterim(
                        new MetaData.Response(HttpStatus.CONTINUE_100, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY),
                        Callback.NOOP);
            }
        }
    }

    @Override
    public @Nullable Throwable consumeAvailable() {
        if (!enter()) {
            return new IllegalStateException("the request has ended");
        }
        try {
            return consume();
        } finally {
            leave();
        }
    }

    /** Reads what has come of the content, and drops it; returns null if that is all of it. */
    private @Nullable Throwable consume() {
        if (continuePending && !codec.input.hasRemaining()) {
            return new IllegalStateException("the client waits for 100 Continue and may not send its content");
        }
        continuePending = false;
        Throwable rest = codec.input.consume();
        if (rest != null) {
            codec.output.endPersistence();
        }
        return rest;
    }

    // ---- response out

    @Override
    public void prepareResponse(HttpFields.Mutable headers) {
        if (!enter()) {
            return;
        }
        try {
            if ((continuePending && !codec.input.hasRemaining()) || turns.connection.isShutdown()) {
                headers.put(HttpFields.CONNECTION_CLOSE);
            }
        } finally {
            leave();
        }
        if (request.getHttpVersion() == HttpVersion.HTTP_1_1
                && headers.contains(HttpHeader.TRANSFER_ENCODING)
                && !headers.contains(HttpHeader.CONTENT_LENGTH)) {
            // framing is the connection's business
            headers.remove(HttpHeader.TRANSFER_ENCODING);
        }
    }

    @Override
    public void send(
            MetaData.Request ignored,
            MetaData.@Nullable Response response,
            boolean last,
            @Nullable ByteBuffer content,
            Callback callback) {
        if (response != null && HttpStatus.isInterim(response.getStatus())) {
            if (request.getHttpVersion() != HttpVersion.HTTP_1_1) {
                callback.succeeded();
                return;
            }
            if (response.getStatus() == HttpStatus.CONTINUE_100) {
                continuePending = false;
            }
            sendInterim(response, callback);
            return;
        }
        if (!enter()) {
            callback.failed(new EofException("the request has ended"));
            return;
        }
        if (response != null) {
            status = (short) response.getStatus();
        }
        // responses gather only in the thread that reads the next request; what follows a change of protocol is none
        boolean gather = last
                && status != HttpStatus.SWITCHING_PROTOCOLS_101
                && turns.isInTurn()
                && codec.input.hasNextRequest();
        codec.output.send(this, response, last, content, gather, callback);
    }

    private void sendInterim(MetaData.Response response, Callback callback) {
        if (!enter()) {
            callback.failed(new EofException("the request has ended"));
            return;
        }
        codec.output.send(this, response, false, null, false, callback);
    }

    /** The head of the response was generated. */
    void onCommitted() {
        committed = true;
    }

    boolean isHead() {
        return HttpMethod.HEAD.is(request.getMethod());
    }

    boolean isConnect() {
        return HttpMethod.CONNECT.is(request.getMethod());
    }

    @Override
    public @Nullable Runnable cancelSend(Throwable cause, Callback appCallback) {
        if (!enter()) {
            return null;
        }
        try {
            Callback pending = getEndPoint().cancelWrite(cause);
            return pending == null ? null : () -> pending.failed(cause);
        } finally {
            leave();
        }
    }

    @Override
    public long getIdleTimeout() {
        return getEndPoint().getIdleTimeout();
    }

    @Override
    public void setIdleTimeout(long milliseconds) {
        if (enter()) {
            getEndPoint().setIdleTimeout(milliseconds);
            leave();
        }
    }

    @Override
    public boolean isCommitted() {
        return committed;
    }

    @Override
    public @Nullable TunnelSupport getTunnelSupport() {
        return isConnect() ? this : null;
    }

    @Override
    public @Nullable String getProtocol() {
        return null;
    }

    @Override
    public EndPoint getEndPoint() {
        return turns.connection.getEndPoint();
    }

    // ---- end

    @Override
    public void succeeded() {
        close();
    }

    @Override
    public void failed(Throwable cause) {
        if (!enter()) {
            return;
        }
        failure = cause;
        // a response that is cut off must not look like one that is complete; and no write is left pending
        getEndPoint().close(cause);
        close();
        leave();
    }

    /** Nothing uses input and output any longer, and nothing will. */
    private void over() {
        if (failure != null) {
            codec.input.releaseChunk();
            turns.onStreamFailed(failure);
            return;
        }
        boolean switched = hasSwitched();
        Connection next = switched ? events.getUpgradeConnection() : null;
        if (next != null) {
            turns.onStreamUpgraded(next);
            return;
        }
        // after a change to a protocol that no connection speaks, the bytes that follow are no request
        boolean consumed = consume() == null && !switched;
        codec.input.releaseChunk();
        turns.onStreamEnded(consumed);
    }

    /** Whether the response says that the protocol is another one: an application may have failed after it asked for that. */
    private boolean hasSwitched() {
        return status == HttpStatus.SWITCHING_PROTOCOLS_101 || isConnect() && HttpStatus.isSuccess(status);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public String toString() {
        return "Http1Stream@" + Integer.toHexString(hashCode()) + "{" + request.getMethod() + " " + request.getHttpURI()
                + ",uses=" + Integer.toHexString(uses) + "}";
    }

    /** Waits for content of this request. */
    private final class ContentInterest implements Callback {
        @Override
        public void succeeded() {
            try {
                if (uses > 0 && !fetch()) {
                    awaitContent();
                    return;
                }
            } catch (Throwable x) {
                codec.input.setFailure(x);
            }
            leave();
            runContentAvailable();
        }

        @Override
        public void failed(Throwable cause) {
            codec.output.endPersistence();
            Runnable task = events.onFailure(cause instanceof TimeoutException ? new ContentTimeout(cause) : cause);
            leave();
            if (task != null) {
                task.run();
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return events.getDemandInvocationType();
        }
    }

    /** Content did not come in time: the client's fault (RFC 9110, section 15.5.9). */
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
}
