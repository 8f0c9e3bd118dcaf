package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletContextApi;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletScopedContext;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.NanoTime;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries one request through one context: it owns the servlet request and response, the streams and the state, and drives the
 * application by the actions that the state names. It belongs to one request for ever; what is pooled of the streams is used
 * between {@link RequestUses#enter()} and {@link RequestUses#leave()}.
 *
 * <p>Confined to the thread that handles the request; woken by any thread through its state.
 */
public class ServletChannel extends StreamChannel {
    private static final Logger LOG = LoggerFactory.getLogger(ServletChannel.class);
    /** In place of a state: the request has ended, and has needed none. */
    @SuppressWarnings("NullAway") // a mark, of which nothing is asked
    private static final ServletChannelState OVER = new ServletChannelState(null, ServletChannelState.State.ENDED);

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ServletChannel.class, "state", ServletChannelState.class);
        } catch (ReflectiveOperationException x) {
            throw new ExceptionInInitializerError(x);
        }
    }

    private final ServletContextHandler contextHandler;
    private final ServletContextRequest servletContextRequest;
    private final ServletContextResponse servletContextResponse;
    // made when the application asks for them, or needs them
    private volatile @Nullable ServletChannelState state;
    private @Nullable HttpInput httpInput;
    private @Nullable HttpOutput httpOutput;
    private Request request;
    private @Nullable Response response;
    private @Nullable Callback callback;
    private @Nullable Throwable failure;
    private boolean begun;
    private boolean initialized;
    private @Nullable CalledAhead ahead;
    private boolean asyncWatched;
    private volatile boolean lateReported;

    /** Makes the channel of a request for a path of the context that a servlet is mapped to. */
    public ServletChannel(ServletContextHandler contextHandler, Request request, Response response) {
        this(contextHandler, request, response, contextHandler.match(request));
    }

    /** @param match the path of the request, and the servlet that it is mapped to */
    ServletChannel(
            ServletContextHandler contextHandler,
            Request request,
            Response response,
            MatchedPaths.Match<ServletHandler.MappedServlet> match) {
        this.contextHandler = contextHandler;
        this.request = request;
        servletContextRequest =
                contextHandler.newServletContextRequest(this, request, response, match.decodedPath(), match.found());
        servletContextResponse = servletContextRequest.getServletContextResponse();
        servletContextRequest.setPathMapping(match.mapping());
    }

    public ConnectionMetaData getConnectionMetaData() {
        return request.getConnectionMetaData();
    }

    public @Nullable Callback getCallback() {
        return callback;
    }

    /** Sets the outermost core request and response, which handlers may have wrapped, and whom to tell about the end. */
    public void associate(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    /** Whether the request has come to the servlets, rather than being answered by a handler in front of them. */
    boolean isAssociated() {
        return callback != null;
    }

    public ServletScopedContext getContext() {
        return contextHandler.getContext();
    }

    public ServletContextHandler getServletContextHandler() {
        return contextHandler;
    }

    public ServletContextApi getServletContextApi() {
        return contextHandler.getContext().getServletContext();
    }

    public HttpOutput getHttpOutput() {
        HttpOutput output = httpOutput;
        if (output == null) {
            output = new HttpOutput(this);
            httpOutput = output;
        }
        return output;
    }

    public HttpInput getHttpInput() {
        HttpInput input = httpInput;
        if (input == null) {
            input = new HttpInput(this);
            httpInput = input;
        }
        return input;
    }

    public boolean isAborted() {
        return failure != null;
    }

    public boolean isSendError() {
        ServletChannelState current = state;
        return current != null && current.isSendError();
    }

    @Override
    boolean isAsyncStarted() {
        ServletChannelState current = state;
        return current != null && current.isAsyncStarted();
    }

    @Override
    void onReadReady(boolean inThisThread) {
        if (getServletRequestState().onReadReady()) {
            if (inThisThread) {
                handle();
            } else {
                executeHandle();
            }
        }
    }

    @Override
    void onWritePossible() {
        if (getServletRequestState().onWritePossible()) {
            executeHandle();
        }
    }

    @Override
    void asyncError(Throwable cause) {
        getServletRequestState().asyncError(cause);
    }

    @Override
    String fixCharacterEncoding() {
        return servletContextResponse.getCharacterEncoding(true);
    }

    /** Whether the application has not been called yet. */
    boolean isIdle() {
        ServletChannelState current = state;
        return current == null ? !begun : current.isIdle();
    }

    /** The state of the request, which is made now if the request was none but dispatched so far. */
    public ServletChannelState getServletRequestState() {
        ServletChannelState current = state;
        if (current == null) {
            ServletChannelState made = new ServletChannelState(
                    this, begun ? ServletChannelState.State.HANDLING : ServletChannelState.State.IDLE);
            current = (ServletChannelState) STATE.compareAndExchange(this, null, made);
            if (current == null) {
                return made;
            }
        }
        return current == OVER ? new ServletChannelState(this, ServletChannelState.State.ENDED) : current;
    }

    /** The request as the core, or a handler in front of the context, gave it. */
    private Request getCoreRequest() {
        return servletContextRequest.getWrapped();
    }

    @Override
    public HttpConfiguration getHttpConfiguration() {
        return getConnectionMetaData().getHttpConfiguration();
    }

    public Server getServer() {
        Server server = contextHandler.getServer();
        assert server != null : "requests come by the server";
        return server;
    }

    public ServletContextRequest getServletContextRequest() {
        return servletContextRequest;
    }

    @Override
    public Request getRequest() {
        return request;
    }

    public ServletContextResponse getServletContextResponse() {
        return servletContextResponse;
    }

    @Override
    public Response getResponse() {
        return response == null ? servletContextResponse : response;
    }

    Scheduler getScheduler() {
        return getCoreRequest().getComponents().getScheduler();
    }

    public boolean isCommitted() {
        return servletContextResponse.isCommitted();
    }

    /** Sets what the servlet gets in place of the request and response of this channel: wrappers of them. */
    public void setApplicationExchange(HttpServletRequest wrappedRequest, HttpServletResponse wrappedResponse) {
        ahead().request = wrappedRequest;
        ahead().response = wrappedResponse;
    }

    /** Sets what is called once, in the scope of the context, when the application is done, before the response is completed. */
    public void setAfterwards(Runnable action) {
        ahead().afterwards = action;
    }

    private CalledAhead ahead() {
        if (ahead == null) {
            ahead = new CalledAhead();
        }
        return ahead;
    }

    /**
     * Calls what prepares or answers a request ahead of its servlet, such as an authentication module. It may use the streams, sessions,
     * dispatchers and error pages of the application, and cannot make the request asynchronous.
     *
     * @param task returns whether the request goes on to its servlet
     * @return whether it goes on; otherwise the response is completed, and then the callback
     */
    public boolean callAhead(Request request, Response response, Callback callback, Callable<Boolean> task) {
        associate(request, response, callback);
        own();
        boolean goesOn = false;
        try {
            initialize(servletContextRequest.getServletApiRequest());
            goesOn = task.call();
        } catch (Throwable x) {
            handleException(x);
        }
        if (goesOn && failure == null && !isSendError()) {
            disown();
            // until the servlets take it, or another handler answers it
            this.callback = null;
            return true;
        }
        contextHandler.requestDestroyed(servletContextRequest, servletContextRequest.getServletApiRequest());
        ServletChannelState current = (ServletChannelState) STATE.compareAndExchange(this, null, OVER);
        if (current == null) {
            complete();
        } else {
            disown();
            handle(current.answered(), current);
        }
        return false;
    }

    /** Calls the listeners of the request, once. */
    private void initialize(ServletApiRequest apiRequest) {
        if (!initialized) {
            initialized = true;
            contextHandler.requestInitialized(servletContextRequest, apiRequest);
        }
    }

    /** Calls the application until there is nothing to do. */
    public void handle() {
        ServletChannelState.Action action;
        ServletChannelState current = state;
        if (current == null) {
            // most requests are dispatched once, and neither fail nor become asynchronous
            begun = true;
            own();
            dispatch(DispatcherType.REQUEST);
            current = (ServletChannelState) STATE.compareAndExchange(this, null, OVER);
            if (current == null) {
                complete();
                return;
            }
            disown();
            action = current.unhandle();
            if (action == ServletChannelState.Action.WAIT) {
                return;
            }
        } else {
            action = current.handling();
        }
        handle(action, current);
    }

    private void handle(ServletChannelState.Action first, ServletChannelState current) {
        ServletChannelState.Action action = first;
        while (true) {
            own();
            switch (action) {
                case DISPATCH -> dispatch(DispatcherType.REQUEST);
                case ASYNC_DISPATCH -> dispatch(DispatcherType.ASYNC);
                case ASYNC_TIMEOUT -> current.onTimeout();
                case ASYNC_ERROR -> current.onError();
                case READ_CALLBACK -> getHttpInput().readCallback();
                case WRITE_CALLBACK ->
                    contextHandler.getContext().run(getHttpOutput()::writeCallback, servletContextRequest);
                case SEND_ERROR -> sendErrorResponse();
                case COMPLETE -> {
                    complete();
                    return;
                }
                default -> throw new IllegalStateException(current.toString());
            }
            // before another thread may own it
            disown();
            action = current.unhandle();
            if (action == ServletChannelState.Action.WAIT) {
                return;
            }
        }
    }

    private void dispatch(DispatcherType type) {
        ServletApiRequest apiRequest = servletContextRequest.getServletApiRequest();
        ServletApiResponse apiResponse = servletContextResponse.getServletApiResponse();
        boolean told = false;
        try {
            servletContextRequest.setDispatcherType(type);
            if (type == DispatcherType.REQUEST) {
                told = true;
                initialize(apiRequest);
                servletContextRequest
                        .getMatchedResource()
                        .getResource()
                        .handle(
                                contextHandler.getServletHandler(),
                                servletContextRequest.getDecodedPathInContext(),
                                ahead == null || ahead.request == null ? apiRequest : ahead.request,
                                ahead == null || ahead.response == null ? apiResponse : ahead.response);
            } else {
                getHttpOutput().reopen();
                told = true;
                contextHandler.getContext().call(this::dispatchAgain, servletContextRequest);
            }
        } catch (Throwable x) {
            handleException(x);
        } finally {
            if (told) {
                contextHandler.requestDestroyed(servletContextRequest, apiRequest);
            }
        }
    }

    /** Dispatches an asynchronous request again, to where it came from or to the path that the application gave. */
    private void dispatchAgain() throws Exception {
        contextHandler.requestInitialized(servletContextRequest, servletContextRequest.getServletApiRequest());
        AsyncContextEvent event = getServletRequestState().cycle();
        HttpURI base = event.getBaseURI() == null ? servletContextRequest.getHttpURI() : event.getBaseURI();
        ServletContextHandler target = event.getDispatchContext() instanceof ServletContextApi api
                ? (ServletContextHandler) api.getContextHandler()
                : contextHandler;
        Dispatcher dispatcher = Dispatcher.forAsync(target, event.getDispatchPath(), base);
        if (dispatcher == null) {
            servletContextResponse.getServletApiResponse().sendError(HttpServletResponse.SC_NOT_FOUND);
        } else {
            dispatcher.async(event.getSuppliedRequest(), event.getSuppliedResponse());
        }
    }

    /** Answers what the application threw: logged by weight, then an error page, or an aborted response. */
    protected void handleException(Throwable thrown) {
        Throwable x = unwrap(thrown);
        if (QuietException.isQuiet(x)
                || QuietException.isQuiet(thrown)
                // reading a malformed body fails by an IOException that carries what is wrong with it
                || x instanceof IOException && QuietException.isQuiet(x.getCause())
                || !getServer().isRunning()) {
            LOG.debug("{}", servletContextRequest, thrown);
        } else if (x instanceof IOException && servletContextResponse.isCommitted()) {
            LOG.debug("{}", servletContextRequest, thrown);
        } else {
            contextHandler.getLogger().warn("{}", whatFailed(), thrown);
        }
        if (servletContextResponse.isGivenAway()) {
            return;
        }
        if (servletContextResponse.isCommitted()) {
            failed(thrown);
        }
        getServletRequestState().thrown(thrown);
    }

    /** Names what an exception of the application comes from: the request by the id that the application sees. */
    private String whatFailed() {
        return "Servlet " + servletContextRequest.getServletName() + " of context " + contextHandler.getContextPath()
                + " failed, request " + name();
    }

    /** Finds what is worth reporting behind servlet exceptions. */
    static Throwable unwrap(Throwable thrown) {
        Throwable x = thrown;
        while (x instanceof ServletException && !QuietException.isQuiet(x) && x.getCause() != null) {
            x = x.getCause();
        }
        return x;
    }

    /** {@inheritDoc} It cannot be repaired: the exchange will fail with this. */
    @Override
    void failed(Throwable x) {
        if (failure == null) {
            failure = x;
        }
    }

    private void sendErrorResponse() {
        try {
            Integer status =
                    (Integer) servletContextRequest.getAttribute(jakarta.servlet.RequestDispatcher.ERROR_STATUS_CODE);
            int code = status == null ? 500 : status;
            // it tells the length that a range must fit (RFC 9110, section 14.4)
            HttpField range =
                    code == 416 ? servletContextResponse.getHeaders().getField(HttpHeader.CONTENT_RANGE) : null;
            servletContextResponse.resetContent();
            if (range != null) {
                servletContextResponse.getHeaders().put(range);
            }
            servletContextResponse.setStatus(code);
            if (code == 304 || code == 204 || code < 200) {
                return;
            }
            Request.Handler handler = contextHandler.getContext().getErrorHandler();
            if (handler == null) {
                return;
            }
            contextHandler.getContext().call(() -> runErrorHandler(handler), servletContextRequest);
        } catch (Throwable x) {
            if (QuietException.isQuiet(x)) {
                LOG.debug("The other side has gone before the error of {}", servletContextRequest.getHttpURI(), x);
            } else {
                LOG.warn("Could not answer an error for {}", servletContextRequest.getHttpURI(), x);
            }
            if (servletContextResponse.isCommitted()) {
                failed(x);
            } else {
                servletContextResponse.resetContent();
                servletContextResponse.setStatus(500);
            }
        } finally {
            servletContextRequest.setDispatcherType(DispatcherType.REQUEST);
        }
    }

    private void runErrorHandler(Request.Handler handler) throws Exception {
        try (Blocker.Callback blocker = Blocker.callback()) {
            boolean handled;
            try {
                handled = handler.handle(servletContextRequest, servletContextResponse, blocker);
            } catch (Throwable x) {
                blocker.failed(x);
                blocker.block();
                throw x;
            }
            if (!handled) {
                blocker.succeeded();
            }
            blocker.block();
        }
    }

    /** Answers an error that was found before the request reached the servlet handler, as if a servlet had sent it. */
    void sendErrorBeforeDispatch(int status, @Nullable String message, @Nullable Throwable cause, Callback callback) {
        associate(servletContextRequest, servletContextResponse, callback);
        getServletRequestState().preset(status, message, cause);
        handle();
    }

    private void complete() {
        try {
            if (ahead != null && ahead.afterwards != null) {
                contextHandler.getContext().run(ahead.afterwards, servletContextRequest);
            }
            ServletChannelState current = state;
            if (current != null && current != OVER) {
                current.completing();
            }
            servletContextRequest.endSession();
            if (failure == null && !servletContextResponse.isCommitted()) {
                closeUnlessConsumed();
            }
        } catch (Throwable x) {
            LOG.warn("Could not complete {}", servletContextRequest.getHttpURI(), x);
            failed(x);
        }
        disown();
        end();
    }

    /** Completes the response: no thread of the application is in its streams any longer. */
    @Override
    protected void onAlone() {
        if (failure != null) {
            finish(failure);
            return;
        }
        HttpOutput output = getHttpOutput();
        if (!output.isClosed() && servletContextResponse.lacksContent()) {
            finish(new IOException("written " + output.getWritten() + " bytes, Content-Length "
                    + output.getApplicationContentLength()));
        } else {
            servletContextResponse.completeOutput(new LastWrite(this));
        }
    }

    /** A request body that nobody will read would be taken for the next request: say that the connection ends. */
    private void closeUnlessConsumed() {
        if (getCoreRequest().getLength() == 0 || httpInput != null && httpInput.isFinished()) {
            return;
        }
        if (!request.consumeAvailable()
                && getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1
                && !servletContextResponse.getHeaders().contains(HttpHeader.CONNECTION, "close")) {
            servletContextResponse.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        }
    }

    /** The response is out, or will never be: gives back what is pooled, then reports the end to the core. */
    private void finish(@Nullable Throwable x) {
        ServletChannelState current = state;
        if (current != null && current != OVER) {
            current.ended();
        }
        try {
            servletContextRequest.getServletApiRequest().closeParts();
        } catch (Throwable notDeleted) {
            LOG.warn("Could not delete the uploads of {}", servletContextRequest.getHttpURI(), notDeleted);
        }
        if (httpInput != null) {
            httpInput.release();
        }
        if (httpOutput != null) {
            httpOutput.release();
        }
        Callback completion = callback;
        assert completion != null : "a request ends that has come to the servlets";
        if (x == null) {
            completion.succeeded();
        } else {
            completion.failed(x);
        }
    }

    /** {@inheritDoc} Logged once for each request. */
    @Override
    String late(String what) {
        String message = "late " + what + ": request " + name() + " has ended";
        if (!lateReported) {
            lateReported = true;
            LOG.warn(
                    "Ignored {}, it began {} s ago",
                    message,
                    NanoTime.secondsSince(getCoreRequest().getBeginNanoTime()));
        }
        return message;
    }

    /** What identifies the request in logs: the id that the application sees, method and path. */
    private String name() {
        return getConnectionMetaData().getId() + "#" + getCoreRequest().getId() + " "
                + servletContextRequest.getMethod() + " "
                + servletContextRequest.getHttpURI().getPath();
    }

    /** A thread of the pool goes on with this request; this one ends it where the pool takes no jobs any more. */
    void executeHandle() {
        Wake wake = new Wake(this);
        try {
            execute(wake);
        } catch (RejectedExecutionException x) {
            wake.end(x);
        }
    }

    protected void execute(Runnable task) {
        VirtualThreads.execute(getServer().getThreadPool(), task);
    }

    /** Makes failures and idle time of the connection known to the request while no thread serves it. */
    void onAsyncStarted() {
        if (asyncWatched) {
            return;
        }
        asyncWatched = true;
        Consumer<Throwable> onFailure = getServletRequestState()::asyncError;
        Predicate<TimeoutException> onIdle = x -> false;
        request.addFailureListener(onFailure);
        request.addIdleTimeoutListener(onIdle);
    }

    /** Gives the response up: what is written from now on is dropped. */
    public void abort(Throwable x) {
        servletContextResponse.errorClose();
        failed(x);
        request.fail(x);
    }

    @Override
    public String toString() {
        return "ServletChannel@" + Integer.toHexString(hashCode()) + "{"
                + (state == null ? "dispatched once" : state.getStatusString()) + "}";
    }

    /** Goes on with a request; a pool that stops before it closes it. */
    private record Wake(ServletChannel channel) implements Runnable, Closeable {
        @Override
        public void run() {
            channel.getContext().run(channel::handle, channel.servletContextRequest);
        }

        @Override
        public void close() {
            end(new RejectedExecutionException("The thread pool has stopped"));
        }

        /** Ends the request without a dispatch or callback of the application: its buffers must not be lost. */
        void end(RejectedExecutionException cause) {
            if (channel.getServletRequestState().abandon()) {
                channel.failed(cause);
            }
            run();
        }
    }

    /** The end of the last write. */
    private record LastWrite(ServletChannel channel) implements Callback {
        @Override
        public void succeeded() {
            channel.finish(null);
        }

        @Override
        public void failed(Throwable x) {
            channel.finish(x);
        }

        @Override
        public InvocationType getInvocationType() {
            return Invocable.InvocationType.NON_BLOCKING;
        }
    }
}
