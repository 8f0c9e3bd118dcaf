package org.eclipse.jetty.server.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Components;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request at a time on its way through the handlers.
 *
 * <pre>
 * bits of the state word
 *   HANDLING   the handler has not returned          COMPLETED  the callback was completed
 *   ENDING     handler returned, callback completed  WRITTEN    the last write is done
 *   ENDED      the stream was told
 *
 * HANDLING --handler returns--&gt; 0 --callback--&gt; COMPLETED|ENDING
 * HANDLING --callback--&gt; HANDLING|COMPLETED --handler returns--&gt; COMPLETED|ENDING
 * ENDING without WRITTEN: the last write is begun, or awaited if it was begun
 * ENDING|WRITTEN --&gt; ENDED: logged, the stream succeeds
 * ENDING with a failure: before the commit the error page is written and awaited, after it ENDED: the stream fails
 * </pre>
 *
 * <p>Changes of the word are atomic; whoever makes the last needed bit goes on. Recycled with its connection by HTTP/1.1.
 */
public final class HttpChannelState implements HttpChannel, Components {
    private static final Logger LOG = LoggerFactory.getLogger(HttpChannelState.class);
    private static final HttpField SERVER =
            new PreEncodedHttpField(HttpHeader.SERVER, HttpConfiguration.SERVER_VERSION);
    private static final HttpField POWERED_BY =
            new PreEncodedHttpField(HttpHeader.X_POWERED_BY, HttpConfiguration.SERVER_VERSION);
    private static final int HANDLING = 1;
    private static final int COMPLETED = 2;
    private static final int ENDING = 4;
    private static final int WRITTEN = 8;
    private static final int ENDED = 16;

    private final AtomicInteger state = new AtomicInteger();
    private final AtomicReference<Runnable> demand = new AtomicReference<>();
    private final SerializedInvoker readInvoker = new SerializedInvoker();
    private ConnectionMetaData connectionMetaData;
    private final Connector connector;
    private final Server server;
    private final ChannelRequest request = new ChannelRequest(this);
    private final ChannelResponse response = new ChannelResponse(this);
    private final Invocable.Task handleTask = new HandleTask();
    private final Invocable.Task demandTask = new DemandTask();
    private final Callback callback = new HandlerCallback();
    private Attributes cache;
    private HttpStream stream;
    private Request handledRequest;
    private Throwable badRequest;
    private volatile Throwable failure;
    private volatile Content.Chunk readFailure;
    private boolean errorPage;
    private List<Predicate<TimeoutException>> idleTimeoutListeners;
    private List<Consumer<Throwable>> failureListeners;

    public HttpChannelState(ConnectionMetaData connectionMetaData) {
        this.connectionMetaData = connectionMetaData;
        connector = connectionMetaData.getConnector();
        server = connector.getServer();
    }

    /** Makes it that of another connection of the same connector, between requests. */
    void bind(ConnectionMetaData another) {
        connectionMetaData = another;
    }

    @Override
    public void recycle() {
        request.recycle();
        response.recycle();
        handledRequest = null;
        badRequest = null;
        failure = null;
        readFailure = null;
        errorPage = false;
        idleTimeoutListeners = null;
        failureListeners = null;
        demand.set(null);
        stream = null;
        state.set(0);
    }

    // ---- parts

    @Override
    public ConnectionMetaData getConnectionMetaData() {
        return connectionMetaData;
    }

    Server getServer() {
        return server;
    }

    Context getServerContext() {
        return server.getContext();
    }

    @Override
    public ChannelRequest getRequest() {
        return request;
    }

    public ChannelResponse getResponse() {
        return response;
    }

    /** The request as the customizers made it. */
    Request getHandledRequest() {
        return handledRequest;
    }

    HttpStream getStream() {
        return stream;
    }

    @Override
    public void setHttpStream(HttpStream newStream) {
        stream = newStream;
    }

    void wrapStream(Function<HttpStream, HttpStream> wrapper) {
        stream = wrapper.apply(stream);
    }

    HttpField getServerField() {
        return SERVER;
    }

    HttpField getPoweredByField() {
        return POWERED_BY;
    }

    @Override
    public ByteBufferPool getByteBufferPool() {
        return connector.getByteBufferPool();
    }

    @Override
    public Scheduler getScheduler() {
        return connector.getScheduler();
    }

    @Override
    public ThreadPool getThreadPool() {
        return server.getThreadPool();
    }

    @Override
    public Executor getExecutor() {
        ThreadPool pool = server.getThreadPool();
        if (pool instanceof QueuedThreadPool queued && queued.getVirtualThreadsExecutor() != null) {
            return queued.getVirtualThreadsExecutor();
        }
        return pool;
    }

    @Override
    public Attributes getCache() {
        if (cache == null) {
            cache = new Attributes.Mapped();
        }
        return cache;
    }

    // ---- handling

    @Override
    public InvocationType getInvocationType() {
        return server.getInvocationType();
    }

    @Override
    public Runnable onRequest(MetaData.Request metaData) {
        return onRequest(metaData, System.nanoTime());
    }

    /** As {@link #onRequest(MetaData.Request)}, for a head that was complete at this {@link System#nanoTime()}. */
    Runnable onRequest(MetaData.Request metaData, long headTime) {
        request.begin(metaData, headTime);
        handledRequest = request;
        response.addConfiguredFields(server, connectionMetaData.getHttpConfiguration());
        state.set(HANDLING);
        return handleTask;
    }

    @Override
    public Runnable onBadRequest(MetaData.Request metaData, Throwable cause) {
        badRequest = cause;
        return onRequest(metaData);
    }

    private void handle() {
        try {
            if (badRequest != null) {
                Response.ensureNotPersistent(request, response);
                errorPage = true;
                Response.writeError(request, response, new ErrorCallback(badRequest), badRequest);
                return;
            }
            Request customized = request;
            List<HttpConfiguration.Customizer> customizers =
                    connectionMetaData.getHttpConfiguration().getCustomizers();
            for (int i = 0; i < customizers.size(); i++) {
                Request next = customizers.get(i).customize(customized, response.getHeaders());
                customized = next == null ? customized : next;
            }
            handledRequest = customized;
            if (!server.handle(customized, response, callback)) {
                Response.writeError(customized, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Throwable x) {
            callback.failed(x);
        } finally {
            int old = state.getAndUpdate(s -> (s & COMPLETED) == 0 ? s & ~HANDLING : (s & ~HANDLING) | ENDING);
            if ((old & COMPLETED) != 0) {
                end();
            }
        }
    }

    /** Called with the end of the application's callback, or of the error page. */
    private void completed(Throwable cause) {
        int old = state.getAndUpdate(
                s -> (s & COMPLETED) != 0 ? s : (s & HANDLING) != 0 ? s | COMPLETED : s | COMPLETED | ENDING);
        if ((old & COMPLETED) != 0) {
            if (cause != null) {
                LOG.debug("{} failed after its callback was completed", request, cause);
            } else {
                LOG.debug("callback of {} completed twice", request);
            }
            return;
        }
        // set before the handler returns sees it in the same thread, or after it by the word
        if (cause != null && failure == null) {
            failure = cause;
        }
        if ((old & HANDLING) == 0) {
            end();
        }
    }

    /** The handler has returned and the callback was completed. */
    private void end() {
        Throwable cause = failure;
        if (cause == null) {
            if ((state.get() & WRITTEN) != 0) {
                finish(null);
            } else if (!response.hasLastWrite()) {
                response.write(true, null, Callback.NOOP);
            }
            // else the last write, which was begun, goes on when it is done
            return;
        }
        if (response.isCommitted() || errorPage) {
            finish(cause);
        } else {
            errorPage = true;
            state.getAndUpdate(s -> (s & ~(COMPLETED | ENDING)) | HANDLING);
            failure = null;
            try {
                Response.writeError(handledRequest, response, new ErrorCallback(cause), cause);
            } catch (Throwable x) {
                new ErrorCallback(cause).failed(x);
            } finally {
                int old = state.getAndUpdate(s -> (s & COMPLETED) == 0 ? s & ~HANDLING : (s & ~HANDLING) | ENDING);
                if ((old & COMPLETED) != 0) {
                    end();
                }
            }
        }
    }

    void onLastWritten() {
        int old = state.getAndUpdate(s -> s | WRITTEN);
        if ((old & ENDING) != 0) {
            finish(null);
        }
    }

    void onWriteFailed(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        if ((state.get() & ENDING) != 0) {
            finish(cause);
        }
    }

    /** The head of the response could not be generated, and nothing was sent of it. */
    void onHeadRefused(Throwable cause) {
        // after the handlers nobody else tells
        if ((state.get() & ENDING) != 0) {
            if (failure == null) {
                failure = cause;
            }
            end();
        }
    }

    private void finish(Throwable cause) {
        int old = state.getAndUpdate(s -> s | ENDED);
        if ((old & ENDED) != 0) {
            return;
        }
        RequestLog log = server.getRequestLog();
        if (log != null) {
            try {
                log.log(handledRequest, response);
            } catch (Throwable x) {
                LOG.warn("request log {} failed", log, x);
            }
        }
        if (cause == null) {
            stream.succeeded();
        } else {
            stream.failed(cause);
        }
    }

    boolean isCompletedSuccessfully() {
        return failure == null && (state.get() & (COMPLETED | WRITTEN)) == (COMPLETED | WRITTEN);
    }

    /** What failed other than by the handler: no more is written. */
    Throwable getFailure() {
        return failure;
    }

    // ---- content

    Content.Chunk read() {
        Content.Chunk failed = readFailure;
        return failed != null ? failed : stream.read();
    }

    void demand(Runnable demandCallback) {
        if (!demand.compareAndSet(null, demandCallback)) {
            throw new IllegalStateException("demand pending");
        }
        if (readFailure != null) {
            readInvoker.run(demandTask);
        } else {
            stream.demand();
        }
    }

    void failRead(Throwable cause) {
        failReading(cause);
    }

    private void failReading(Throwable cause) {
        if (readFailure == null) {
            readFailure = Content.Chunk.from(cause, true);
        }
    }

    boolean consumeAvailable() {
        return readFailure == null && stream.consumeAvailable() == null;
    }

    @Override
    public Runnable onContentAvailable() {
        return demand.get() == null ? null : readInvoker.offer(demandTask);
    }

    /** The type of what is run when content is there. */
    InvocationType getDemandInvocationType() {
        Runnable waiting = demand.get();
        return waiting == null ? InvocationType.NON_BLOCKING : Invocable.getInvocationType(waiting);
    }

    // ---- failures

    void addIdleTimeoutListener(Predicate<TimeoutException> listener) {
        if (idleTimeoutListeners == null) {
            idleTimeoutListeners = new ArrayList<>(2);
        }
        idleTimeoutListeners.add(listener);
    }

    void addFailureListener(Consumer<Throwable> listener) {
        if (failureListeners == null) {
            failureListeners = new ArrayList<>(2);
        }
        failureListeners.add(listener);
    }

    @Override
    public boolean onIdleTimeout(TimeoutException timeout) {
        List<Predicate<TimeoutException>> listeners = idleTimeoutListeners;
        if (listeners != null) {
            for (Predicate<TimeoutException> listener : listeners) {
                if (!listener.test(timeout)) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public Runnable onFailure(Throwable cause) {
        failReading(cause);
        List<Consumer<Throwable>> listeners = failureListeners;
        Runnable waiting = demand.get() == null ? null : readInvoker.offer(demandTask);
        if (listeners == null) {
            return waiting;
        }
        failureListeners = null;
        return () -> {
            if (waiting != null) {
                waiting.run();
            }
            for (Consumer<Throwable> listener : listeners) {
                try {
                    listener.accept(cause);
                } catch (Throwable x) {
                    LOG.warn("failure listener {} failed", listener, x);
                }
            }
        };
    }

    @Override
    public String toString() {
        return "HttpChannelState@" + Integer.toHexString(hashCode()) + "{" + state.get() + "," + request + "}";
    }

    private final class HandleTask implements Invocable.Task {
        @Override
        public void run() {
            if (badRequest == null
                    && stream.isContentPending()
                    && server.getLateContentLimit().applies()) {
                server.getLateContentLimit().run(HttpChannelState.this::handle, getExecutor(), this::refuse);
            } else {
                handle();
            }
        }

        private void refuse(Throwable cause) {
            badRequest = new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503, "no thread", cause);
            handle();
        }

        @Override
        public InvocationType getInvocationType() {
            return HttpChannelState.this.getInvocationType();
        }
    }

    private final class DemandTask implements Invocable.Task {
        @Override
        public void run() {
            Runnable waiting = demand.getAndSet(null);
            if (waiting != null) {
                try {
                    waiting.run();
                } catch (Throwable x) {
                    LOG.warn("demand callback {} failed", waiting, x);
                    callback.failed(x);
                }
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return getDemandInvocationType();
        }
    }

    /** What handlers complete. */
    private final class HandlerCallback implements Callback {
        @Override
        public void succeeded() {
            completed(null);
        }

        @Override
        public void failed(Throwable cause) {
            completed(cause == null ? new EofException() : cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }

        @Override
        public String toString() {
            return "Callback of " + request;
        }
    }

    /** What the error page completes. */
    private final class ErrorCallback implements Callback {
        private final Throwable cause;

        private ErrorCallback(Throwable cause) {
            this.cause = cause;
        }

        @Override
        public void succeeded() {
            completed(null);
        }

        @Override
        public void failed(Throwable x) {
            if (x != cause) {
                cause.addSuppressed(x);
            }
            completed(cause);
        }
    }
}
