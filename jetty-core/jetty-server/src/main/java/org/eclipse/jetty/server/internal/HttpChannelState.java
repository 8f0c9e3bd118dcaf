package org.eclipse.jetty.server.internal;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.AbstractMetaDataConnection;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestPhases;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ResponseAbortedException;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request on its way through the handlers. It is never used for another one, so that a thread that is late, or an
 * application that keeps what it was given, meets its own request and no other.
 *
 * <pre>
 * bits of the state word
 *   HANDLING   the handler has not returned          COMPLETED  the application completed its callback
 *   ENDING     handler returned, callback completed  ERROR_PAGE the error page is being made, or was
 *   WRITING    a write is pending                    PAGE_DONE  the error page completed its callback
 *   LAST       the last write was begun              FAILED     the request failed, see the failure
 *   WRITTEN    the last write is done                ENDED      the stream was notified
 *
 * HANDLING --handler returns--&gt; 0 --callback--&gt; COMPLETED|ENDING
 * HANDLING --callback--&gt; HANDLING|COMPLETED --handler returns--&gt; COMPLETED|ENDING
 * ENDING without LAST:   the last write is begun, now or when the pending write is done
 * ENDING|LAST:           awaits WRITTEN
 * ENDING|WRITTEN --&gt; ENDED: logged, the stream succeeds
 * ENDING|FAILED:         before the commit HANDLING|ERROR_PAGE, and the error page ends it; after it ENDED: the stream fails
 * </pre>
 *
 * <p>Each transition acts on the word that it made. Thread-safe where several threads may meet: the callback, writes,
 * demands and failures.
 */
public final class HttpChannelState implements HttpChannel, RequestEvents, Components, Completion, Invocable.Task {
    private static final Logger LOG = LoggerFactory.getLogger(HttpChannelState.class);

    /** That of the first request of a connection, in all versions of HTTP. */
    private static final String FIRST_ID = "1";

    private static final int HANDLING = 1;
    private static final int COMPLETED = 1 << 1;
    private static final int ENDING = 1 << 2;
    private static final int WRITTEN = 1 << 3;
    static final int ENDED = 1 << 4;
    private static final int FAILED = 1 << 5;
    private static final int ERROR_PAGE = 1 << 6;
    private static final int PAGE_DONE = 1 << 7;
    static final int WRITING = 1 << 8;
    static final int LAST = 1 << 9;
    /** A use after the end was logged. */
    private static final int LATE = 1 << 10;
    /** The request is refused by the protocol, and answered by an error page. */
    private static final int BAD_REQUEST = 1 << 11;

    private static final VarHandle STATE;
    private static final VarHandle FAILURE;
    private static final VarHandle DEMAND;
    private static final VarHandle LISTENERS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(HttpChannelState.class, "state", int.class);
            FAILURE = lookup.findVarHandle(HttpChannelState.class, "failure", Throwable.class);
            DEMAND = lookup.findVarHandle(HttpChannelState.class, "contentDemand", ContentDemand.class);
            LISTENERS = lookup.findVarHandle(HttpChannelState.class, "listeners", FailureListeners.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    @SuppressWarnings("FieldMayBeFinal") // changed by its VarHandle
    private volatile int state;

    private final ConnectionMetaData connectionMetaData;
    private final ChannelResponse response = new ChannelResponse(this);
    private @Nullable CoreRequest request;
    /** Null unless they are measured. */
    private volatile @Nullable RequestPhases phases;

    private @Nullable Request handledRequest;
    private volatile @Nullable HttpStream stream;
    /** The first failure, which counts once the word has FAILED; or why the request is refused, if the word has BAD_REQUEST. */
    private volatile @Nullable Throwable failure;

    private volatile Content.@Nullable Chunk readFailure;
    private volatile @Nullable ContentDemand contentDemand;
    private volatile @Nullable FailureListeners listeners;

    public HttpChannelState(ConnectionMetaData connectionMetaData) {
        this.connectionMetaData = connectionMetaData;
    }

    // ---- parts

    @Override
    public ConnectionMetaData getConnectionMetaData() {
        return connectionMetaData;
    }

    Server getServer() {
        return connectionMetaData.getConnector().getServer();
    }

    @Override
    public @Nullable CoreRequest getRequest() {
        return request;
    }

    /** The request, once there is one. */
    CoreRequest request() {
        CoreRequest current = request;
        assert current != null : "no request";
        return current;
    }

    public ChannelResponse getResponse() {
        return response;
    }

    /** The request as the customizers made it. */
    Request getHandledRequest() {
        Request current = handledRequest;
        assert current != null : "no request";
        return current;
    }

    HttpStream getStream() {
        HttpStream current = stream;
        assert current != null : "no stream";
        return current;
    }

    /** Where the time of the request goes, if that is measured. */
    @Nullable
    RequestPhases getPhases() {
        return phases;
    }

    /** A phase of the request ends: that is measured if it is configured, and logged for debugging. */
    void endPhase(RequestPhases.Phase phase) {
        RequestPhases measured = phases;
        if (measured != null) {
            measured.end(phase);
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "Request {} {} {}: {}, status {}",
                    Request.getLogId(request()),
                    request().getMethod(),
                    request().getHttpURI().getPath(),
                    phase.getEnd(),
                    response.getStatus());
        }
    }

    @Override
    public void setHttpStream(HttpStream stream) {
        this.stream = stream;
    }

    void wrapStream(Function<HttpStream, HttpStream> wrapper) {
        if (isEnded()) {
            throw late("stream wrapper");
        }
        stream = wrapper.apply(getStream());
    }

    @Override
    public ByteBufferPool getByteBufferPool() {
        return connectionMetaData.getConnector().getByteBufferPool();
    }

    @Override
    public Scheduler getScheduler() {
        return connectionMetaData.getConnector().getScheduler();
    }

    @Override
    public ThreadPool getThreadPool() {
        return getServer().getThreadPool();
    }

    @Override
    public Executor getExecutor() {
        ThreadPool pool = getThreadPool();
        Executor virtual = pool instanceof QueuedThreadPool queued ? queued.getVirtualThreadsExecutor() : null;
        return virtual == null ? pool : virtual;
    }

    @Override
    public Attributes getCache() {
        return AbstractMetaDataConnection.cacheOf(connectionMetaData);
    }

    // ---- handling

    @Override
    public InvocationType getInvocationType() {
        return getServer().getInvocationType();
    }

    @Override
    public Runnable onRequest(MetaData.Request metaData) {
        onRequest(metaData, System.nanoTime());
        request().setQueued();
        return this;
    }

    @Override
    public Runnable onRequest(MetaData.Request metaData, long headTime) {
        if (request != null) {
            throw new IllegalStateException("a channel carries one request: " + request);
        }
        request = new CoreRequest(this, metaData, headTime);
        handledRequest = request;
        HttpConfiguration configuration = connectionMetaData.getHttpConfiguration();
        if (configuration.isRequestPhases()) {
            boolean first = FIRST_ID.equals(getStream().getId());
            EndPoint endPoint = first ? connectionMetaData.getConnection().getEndPoint() : null;
            phases = new RequestPhases(metaData.getBeginNanoTime(), headTime, endPoint);
        }
        endPhase(RequestPhases.Phase.HEAD);
        response.addConfiguredFields(getServer(), configuration);
        STATE.getAndBitwiseOr(this, HANDLING);
        return this;
    }

    @Override
    public Runnable onBadRequest(MetaData.Request metaData, Throwable cause) {
        failure = cause;
        STATE.getAndBitwiseOr(this, BAD_REQUEST);
        return onRequest(metaData);
    }

    /** Handles the request, later if it may have to wait for the client and too many threads wait for clients already. */
    @Override
    public void run() {
        if ((state & BAD_REQUEST) == 0
                && getStream().mayWaitForClient()
                && getServer().getLateContentLimit().applies()) {
            request().setQueued();
            getServer().getLateContentLimit().run(this::handle, getExecutor(), this::refuse);
        } else {
            handle();
        }
    }

    private void refuse(Throwable cause) {
        failure = new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503, "no thread", cause);
        STATE.getAndBitwiseOr(this, BAD_REQUEST);
        handle();
    }

    private void handle() {
        endPhase(RequestPhases.Phase.QUEUE);
        if ((state & BAD_REQUEST) != 0) {
            answerBadRequest();
            return;
        }
        if (!getStream().beginHandling()) {
            response.setStatus(HttpStatus.SERVICE_UNAVAILABLE_503);
            finish(new TimeoutException("no thread within the idle timeout"));
            return;
        }
        HandlerCallback callback = new HandlerCallback(this);
        try {
            Request customized = request();
            List<HttpConfiguration.Customizer> customizers =
                    connectionMetaData.getHttpConfiguration().getCustomizers();
            for (int i = 0; i < customizers.size(); i++) {
                Request next = customizers.get(i).customize(customized, response.getHeaders());
                customized = next == null ? customized : next;
            }
            handledRequest = customized;
            if (!getServer().handle(customized, response, callback)) {
                Response.writeError(customized, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Throwable x) {
            callback.failed(x);
        } finally {
            onHandlerReturned();
        }
    }

    private void answerBadRequest() {
        Throwable cause = getFailure();
        STATE.getAndBitwiseOr(this, ERROR_PAGE);
        ErrorCallback callback = new ErrorCallback(this, cause);
        try {
            Response.ensureNotPersistent(request(), response);
            Response.writeError(request(), response, callback, cause);
        } catch (Throwable x) {
            callback.failed(x);
        } finally {
            onHandlerReturned();
        }
    }

    /** The handler, or what makes the error page, has returned. */
    private void onHandlerReturned() {
        request().setQueued();
        while (true) {
            int old = state;
            int next = old & ~HANDLING;
            if (isDone(old)) {
                next |= ENDING;
            }
            if (STATE.compareAndSet(this, old, next)) {
                if ((next & ENDING) != 0) {
                    end(next);
                }
                return;
            }
        }
    }

    @Override
    public void onHandled(@Nullable Throwable failure) {
        complete(COMPLETED, failure);
    }

    @Override
    public void onErrorPage(@Nullable Throwable failure) {
        complete(PAGE_DONE, failure);
    }

    private static boolean isDone(int word) {
        return (word & ((word & ERROR_PAGE) == 0 ? COMPLETED : PAGE_DONE)) != 0;
    }

    /**
     * A callback was completed.
     *
     * @param bit COMPLETED for that of the application, PAGE_DONE for that of the error page
     */
    private void complete(int bit, @Nullable Throwable cause) {
        if (cause != null) {
            FAILURE.compareAndSet(this, null, cause);
        }
        while (true) {
            int old = state;
            if ((old & bit) != 0) {
                onCompletedAgain(old, cause);
                return;
            }
            boolean ends = (old & HANDLING) == 0;
            int next = old | bit | (cause == null ? 0 : FAILED) | (ends ? ENDING : 0);
            if (STATE.compareAndSet(this, old, next)) {
                if (ends) {
                    end(next);
                }
                return;
            }
        }
    }

    private void onCompletedAgain(int word, @Nullable Throwable cause) {
        if ((word & ENDED) != 0) {
            late("completion of the callback");
        } else {
            LOG.debug("callback of {} completed twice", request, cause);
        }
    }

    /**
     * The handler has returned and the callback was completed.
     *
     * @param word the state that the caller made
     */
    private void end(int word) {
        if ((word & FAILED) != 0) {
            Throwable why = getFailure();
            if (response.isCommitted() || (word & ERROR_PAGE) != 0 || why instanceof ResponseAbortedException) {
                finish(why);
            } else {
                writeErrorPage(why);
            }
        } else if ((word & WRITTEN) != 0) {
            finish(null);
        } else if ((word & LAST) == 0 && beginLastWrite()) {
            response.send(true, null, Callback.NOOP);
        }
        // else what ends the pending write goes on
    }

    private void writeErrorPage(Throwable cause) {
        int old;
        do {
            old = state;
        } while (!STATE.compareAndSet(this, old, (old & ~(ENDING | FAILED)) | HANDLING | ERROR_PAGE));
        failure = null;
        ErrorCallback callback = new ErrorCallback(this, cause);
        try {
            Response.writeError(getHandledRequest(), response, callback, cause);
        } catch (Throwable x) {
            callback.failed(x);
        } finally {
            onHandlerReturned();
        }
    }

    private void finish(@Nullable Throwable cause) {
        int old = (int) STATE.getAndBitwiseOr(this, ENDED);
        if ((old & ENDED) != 0) {
            return;
        }
        endPhase(RequestPhases.Phase.AFTER);
        if (cause != null) {
            LOG.debug("{} failed", request, cause);
        }
        request().ended(getServer().getRequestLog(), getHandledRequest(), response, cause);
        if (cause == null) {
            getStream().succeeded();
        } else {
            getStream().failed(cause);
        }
    }

    boolean isEnded() {
        return (state & ENDED) != 0;
    }

    boolean isCompletedSuccessfully() {
        int word = state;
        return (word & (FAILED | WRITTEN)) == WRITTEN && isDone(word);
    }

    /** What failed other than by the handler: no more is written. */
    Throwable getFailure() {
        Throwable cause = failure;
        return cause == null ? new EofException("the request failed") : cause;
    }

    /** A use of the request after its end, which has no effect: logged once for each request. */
    IllegalStateException late(String what) {
        Request late = request();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - late.getBeginNanoTime());
        String message = "late " + what + ": request " + connectionMetaData.getId() + "#" + late.getId() + " "
                + late.getMethod() + " " + late.getHttpURI().getPath() + " has ended, it began " + seconds + " s ago";
        int old = (int) STATE.getAndBitwiseOr(this, LATE);
        if ((old & LATE) == 0) {
            LOG.warn("Ignored {}", message);
        }
        return new IllegalStateException(message);
    }

    // ---- writes

    /** Begins a write of the application; returns 0, or the word in which it is refused. */
    int beginWrite(boolean last) {
        while (true) {
            int old = state;
            if ((old & (WRITING | LAST | FAILED | ENDED)) != 0) {
                return old;
            }
            if (STATE.compareAndSet(this, old, old | WRITING | (last ? LAST : 0))) {
                return 0;
            }
        }
    }

    /** Begins the write that ends the response, unless one is pending or it was begun. */
    private boolean beginLastWrite() {
        while (true) {
            int old = state;
            if ((old & (WRITING | LAST | ENDED)) != 0) {
                return false;
            }
            if (STATE.compareAndSet(this, old, old | WRITING | LAST)) {
                return true;
            }
        }
    }

    boolean isLastWriteBegun() {
        return (state & LAST) != 0;
    }

    /** A write was done. */
    void onWritten(Callback callback) {
        int word;
        while (true) {
            int old = state;
            word = (old & ~WRITING) | ((old & LAST) == 0 ? 0 : WRITTEN);
            if (STATE.compareAndSet(this, old, word)) {
                break;
            }
        }
        if ((word & LAST) != 0) {
            endPhase(RequestPhases.Phase.RESPONSE);
        }
        callback.succeeded();
        if ((word & ENDING) != 0) {
            end(word);
        }
    }

    /** @param sent whether something of the response reached the wire */
    void onWriteFailed(Throwable cause, boolean sent, Callback callback) {
        int word;
        while (true) {
            int old = state;
            // a response of which nothing was sent may be replaced by the error page, once the handlers are done
            boolean fails = sent || (old & ENDING) != 0;
            if (fails) {
                FAILURE.compareAndSet(this, null, cause);
            }
            word = (old & ~(sent ? WRITING : WRITING | LAST)) | (fails ? FAILED : 0);
            if (STATE.compareAndSet(this, old, word)) {
                break;
            }
        }
        if ((word & ENDING) != 0) {
            try {
                end(word);
            } finally {
                callback.failed(cause);
            }
        } else {
            callback.failed(cause);
        }
    }

    // ---- content

    Content.@Nullable Chunk read() {
        Content.Chunk failed = readFailure;
        if (failed != null) {
            return failed;
        }
        return isEnded() ? Content.Chunk.from(late("read"), true) : getStream().read();
    }

    void demand(Runnable demandCallback) {
        if (isEnded()) {
            throw late("demand");
        }
        ContentDemand demand = contentDemand;
        if (demand == null) {
            ContentDemand made = new ContentDemand(this::onHandled);
            ContentDemand other = (ContentDemand) DEMAND.compareAndExchange(this, null, made);
            demand = other == null ? made : other;
        }
        demand.set(demandCallback);
        if (readFailure != null) {
            demand.run();
        } else {
            RequestPhases measured = phases;
            if (measured != null) {
                measured.beginWait(RequestPhases.Wait.READ);
            }
            getStream().demand();
        }
    }

    void failRead(Throwable cause) {
        if (readFailure == null) {
            readFailure = Content.Chunk.from(cause, true);
        }
    }

    boolean consumeAvailable() {
        return readFailure == null && !isEnded() && getStream().consumeAvailable() == null;
    }

    @Override
    public @Nullable Runnable onContentAvailable() {
        endReadWait();
        ContentDemand demand = contentDemand;
        return demand == null || isEnded() ? null : demand.offer();
    }

    private void endReadWait() {
        RequestPhases measured = phases;
        if (measured != null) {
            measured.endWait(RequestPhases.Wait.READ);
        }
    }

    @Override
    public InvocationType getDemandInvocationType() {
        ContentDemand demand = contentDemand;
        return demand == null ? InvocationType.NON_BLOCKING : demand.getInvocationType();
    }

    @Override
    public @Nullable Connection getUpgradeConnection() {
        return request().getAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE) instanceof Connection next ? next : null;
    }

    // ---- failures

    private FailureListeners listeners() {
        FailureListeners current = listeners;
        if (current == null) {
            FailureListeners made = new FailureListeners();
            current = (FailureListeners) LISTENERS.compareAndExchange(this, null, made);
            return current == null ? made : current;
        }
        return current;
    }

    void addIdleTimeoutListener(Predicate<TimeoutException> listener) {
        listeners().addIdleTimeout(listener);
    }

    void addFailureListener(Consumer<Throwable> listener) {
        listeners().addFailure(listener);
    }

    @Override
    public boolean onIdleTimeout(TimeoutException timeout) {
        FailureListeners current = listeners;
        return current == null || isEnded() || current.onIdleTimeout(timeout);
    }

    @Override
    public @Nullable Runnable onFailure(Throwable cause) {
        if (isEnded()) {
            return null;
        }
        endReadWait();
        failRead(cause);
        ContentDemand demand = contentDemand;
        Runnable waiting = demand == null ? null : demand.offer();
        Runnable told = mayTell(cause) ? listeners().onFailure(cause) : null;
        if (waiting == null || told == null) {
            return waiting == null ? told : waiting;
        }
        return () -> {
            waiting.run();
            told.run();
        };
    }

    /** Failures of input and output are the client's; others, as timeouts, are found here. */
    private boolean mayTell(Throwable cause) {
        return !(cause instanceof IOException)
                || connectionMetaData.getHttpConfiguration().isNotifyRemoteAsyncErrors();
    }

    @Override
    public String toString() {
        return "HttpChannelState@" + Integer.toHexString(hashCode()) + "{" + Integer.toBinaryString(state) + ","
                + request + "}";
    }

    /**
     * The request of a channel as a handler may name it that has another request logged.
     *
     * <p>Internal like its package, yet with the name by which request logs of frameworks cast what {@link Request#unWrap}
     * returns. Confined to the threads that handle the request, one after the other.
     */
    public abstract static class ChannelRequest extends Attributes.Lazy implements Request {
        private @Nullable Request loggedRequest;

        /** Sets what the request log is given; null for the request that was handled. */
        public void setLoggedRequest(@Nullable Request request) {
            loggedRequest = request;
        }

        /** The request that the request log is given; null for the one that was handled. */
        public @Nullable Request getLoggedRequest() {
            return loggedRequest;
        }
    }
}
