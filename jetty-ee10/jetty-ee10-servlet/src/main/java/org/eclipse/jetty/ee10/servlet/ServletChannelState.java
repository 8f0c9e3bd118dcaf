package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncListener;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletContext;
import jakarta.servlet.UnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.api.ErrorApi;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.QuietException;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of one request: who may call the application next, and for what (Servlet section 2.3.3.3).
 *
 * <pre>
 * phase       event                         next      then
 * IDLE        handling()                    HANDLING  DISPATCH, or SEND_ERROR when an error was set before
 * IDLE        answered()                    HANDLING  COMPLETE, or SEND_ERROR when an error was set before
 * HANDLING    unhandle(), async NONE        HANDLING  COMPLETE, or SEND_ERROR when an error is set
 * HANDLING    unhandle(), async STARTED     WAITING   WAIT, or READ_/WRITE_CALLBACK when I/O is ready
 * HANDLING    unhandle(), async DISPATCH    HANDLING  ASYNC_DISPATCH; async NONE
 * HANDLING    unhandle(), async COMPLETE    HANDLING  COMPLETE; async NONE
 * HANDLING    unhandle(), async EXPIRED     HANDLING  ASYNC_TIMEOUT; async NOTIFYING
 * HANDLING    unhandle(), async ERRORED     HANDLING  ASYNC_ERROR; async NOTIFYING
 * HANDLING    unhandle(), async NOTIFYING   HANDLING  nobody took care: SEND_ERROR 500; async NONE
 * WAITING     dispatch, complete, timeout,  WOKEN     some thread calls handle()
 *             error, I/O ready
 * WOKEN       handling()                    HANDLING  as unhandle()
 * HANDLING    ended()                       ENDED     for ever
 * </pre>
 *
 * A channel makes it when its request needs it: one that is dispatched once, and neither fails nor becomes asynchronous, ends
 * without. It belongs to one request for ever. Guarded by its monitor, but for the beginning, when the request's thread has it alone;
 * the monitor is not held while applications are called.
 */
public class ServletChannelState {
    private static final Logger LOG = LoggerFactory.getLogger(ServletChannelState.class);
    private static final long DEFAULT_TIMEOUT = 30000L;

    /** Who holds the request. */
    public enum State {
        IDLE,
        HANDLING,
        WAITING,
        WOKEN,
        ENDED
    }

    /** What the handling thread does next. */
    public enum Action {
        DISPATCH,
        ASYNC_DISPATCH,
        ASYNC_TIMEOUT,
        ASYNC_ERROR,
        READ_CALLBACK,
        WRITE_CALLBACK,
        SEND_ERROR,
        COMPLETE,
        WAIT
    }

    private enum Async {
        NONE,
        STARTED,
        DISPATCH,
        COMPLETE,
        EXPIRED,
        ERRORED,
        NOTIFYING
    }

    private final ServletChannel channel;
    private State state;
    private Async async = Async.NONE;
    private boolean initial;
    private boolean expired;
    private volatile boolean sendError;
    private int errors;
    private boolean readReady;
    private boolean writeReady;
    private boolean used;
    private long timeout = DEFAULT_TIMEOUT;
    private @Nullable List<AsyncListener> listeners;
    private @Nullable AsyncContextEvent event;

    protected ServletChannelState(ServletChannel channel) {
        this(channel, State.IDLE);
    }

    /** @param state HANDLING within the first dispatch */
    ServletChannelState(ServletChannel channel, State state) {
        this.channel = channel;
        this.state = state;
        initial = state == State.HANDLING;
    }

    public ServletChannel getServletChannel() {
        return channel;
    }

    public State getState() {
        synchronized (this) {
            return state;
        }
    }

    public void addListener(AsyncListener listener) {
        synchronized (this) {
            checkInDispatch();
            if (listeners == null) {
                listeners = new ArrayList<>();
            }
            listeners.add(listener);
        }
    }

    public boolean hasListener(AsyncListener listener) {
        synchronized (this) {
            return listeners != null && listeners.contains(listener);
        }
    }

    /** Whether an error was asked for that has not been answered yet. */
    public boolean isSendError() {
        return sendError;
    }

    /** Neither listeners nor a timeout may be given once the dispatch that began the cycle is over (AsyncContext). */
    private void checkInDispatch() {
        if (state != State.HANDLING || async == Async.NONE) {
            throw new IllegalStateException(
                    "The dispatch that started the asynchronous cycle is over: " + statusString());
        }
    }

    public void setTimeout(long ms) {
        synchronized (this) {
            checkInDispatch();
            timeout = ms;
        }
    }

    public long getTimeout() {
        synchronized (this) {
            return timeout;
        }
    }

    public @Nullable AsyncContextEvent getAsyncContextEvent() {
        synchronized (this) {
            return event;
        }
    }

    /** The asynchronous cycle of the request, which has had one. */
    AsyncContextEvent cycle() {
        AsyncContextEvent begun = event;
        assert begun != null : "only a cycle that began ends, expires, fails or is dispatched";
        return begun;
    }

    /** Begins to handle, or goes on with it: returns the first action. */
    public Action handling() {
        // before it begins nobody else has the request
        if (state == State.IDLE) {
            state = State.HANDLING;
            initial = true;
            return sendError ? takeError() : Action.DISPATCH;
        }
        synchronized (this) {
            if (state != State.WOKEN) {
                throw new IllegalStateException(statusString());
            }
            state = State.HANDLING;
            return nextAction();
        }
    }

    /** What comes before the servlets has answered: returns the first action, which is no dispatch. */
    Action answered() {
        // before it begins nobody else has the request
        if (state != State.IDLE) {
            throw new IllegalStateException(statusString());
        }
        state = State.HANDLING;
        return sendError ? takeError() : Action.COMPLETE;
    }

    /** Ends an action: returns the next, after WAIT and COMPLETE the thread must leave the request alone. */
    protected Action unhandle() {
        synchronized (this) {
            if (state != State.HANDLING) {
                throw new IllegalStateException(statusString());
            }
            initial = false;
            return nextAction();
        }
    }

    private Action takeError() {
        sendError = false;
        errors++;
        return Action.SEND_ERROR;
    }

    private Action nextAction() {
        switch (async) {
            case NONE -> {
                return sendError ? takeError() : Action.COMPLETE;
            }
            case STARTED -> {
                if (readReady) {
                    readReady = false;
                    return Action.READ_CALLBACK;
                }
                if (writeReady) {
                    writeReady = false;
                    return Action.WRITE_CALLBACK;
                }
                if (timeout > 0 && !cycle().hasTimeoutTask()) {
                    cycle().schedule(channel.getScheduler(), timeout);
                }
                state = State.WAITING;
                return Action.WAIT;
            }
            case DISPATCH -> {
                async = Async.NONE;
                return sendError ? takeError() : Action.ASYNC_DISPATCH;
            }
            case COMPLETE -> {
                async = Async.NONE;
                return sendError ? takeError() : Action.COMPLETE;
            }
            case EXPIRED -> {
                async = Async.NOTIFYING;
                return Action.ASYNC_TIMEOUT;
            }
            case ERRORED -> {
                async = Async.NOTIFYING;
                return Action.ASYNC_ERROR;
            }
            case NOTIFYING -> {
                async = Async.NONE;
                Throwable cause = cycle().getThrowable();
                if (!sendError) {
                    setError(statusOf(cause), cause == null ? "Async Timeout" : reasonOf(cause), cause);
                }
                return sendError ? takeError() : Action.COMPLETE;
            }
            default -> throw new IllegalStateException(statusString());
        }
    }

    /** Starts an asynchronous cycle. */
    public void startAsync(AsyncContextEvent newEvent) {
        List<AsyncListener> previous;
        synchronized (this) {
            if (state != State.HANDLING || async != Async.NONE) {
                throw new IllegalStateException(statusString());
            }
            previous = listeners;
            listeners = null;
            async = Async.STARTED;
            used = true;
            event = newEvent;
            expired = false;
            timeout = DEFAULT_TIMEOUT;
        }
        channel.onAsyncStarted();
        if (previous != null) {
            for (AsyncListener listener : previous) {
                try {
                    listener.onStartAsync(newEvent);
                } catch (Throwable x) {
                    LOG.warn("Failed to tell {} that the request is asynchronous again", listener, x);
                }
            }
        }
    }

    /** Asks for the request to be dispatched again; a null path means its own. */
    public void dispatch(@Nullable ServletContext context, @Nullable String path) {
        boolean wake;
        synchronized (this) {
            if (async != Async.STARTED && async != Async.NOTIFYING && async != Async.EXPIRED) {
                throw new IllegalStateException(statusString());
            }
            async = Async.DISPATCH;
            if (context != null) {
                cycle().setDispatchContext(context);
            }
            if (path != null) {
                cycle().setDispatchPath(path);
            }
            cycle().cancelTimeoutTask();
            wake = wake();
        }
        if (wake) {
            channel.executeHandle();
        }
    }

    /** Ends the asynchronous request. */
    public void complete() {
        boolean wake;
        synchronized (this) {
            switch (async) {
                case STARTED, NOTIFYING, EXPIRED, ERRORED -> async = Async.COMPLETE;
                case COMPLETE -> {
                    return;
                }
                default -> throw new IllegalStateException(statusString());
            }
            cycle().cancelTimeoutTask();
            wake = wake();
        }
        if (wake) {
            channel.executeHandle();
        }
    }

    /** No thread is left for what was to come; returns false if that was only the end. */
    boolean abandon() {
        synchronized (this) {
            if (async == Async.COMPLETE && !sendError) {
                return false;
            }
            async = Async.COMPLETE;
            sendError = false;
            if (event != null) {
                event.cancelTimeoutTask();
            }
            return true;
        }
    }

    private boolean wake() {
        if (state != State.WAITING) {
            return false;
        }
        state = State.WOKEN;
        return true;
    }

    /** The time of an asynchronous cycle is up. */
    protected void timeout(AsyncContextEvent expiredEvent) {
        boolean wake;
        synchronized (this) {
            if (event != expiredEvent || async != Async.STARTED) {
                return;
            }
            async = Async.EXPIRED;
            expired = true;
            wake = wake();
        }
        if (wake) {
            channel.executeHandle();
        }
    }

    /** The connection failed, or the application failed while the request was asynchronous. */
    public void asyncError(Throwable failure) {
        boolean wake;
        synchronized (this) {
            if (async != Async.STARTED) {
                return;
            }
            async = Async.ERRORED;
            cycle().addThrowable(failure);
            cycle().cancelTimeoutTask();
            wake = wake();
        }
        if (wake) {
            channel.executeHandle();
        }
    }

    /** Tells the listeners that the time is up. */
    protected void onTimeout() {
        List<AsyncListener> toTell;
        synchronized (this) {
            toTell = copy();
        }
        for (AsyncListener listener : toTell) {
            try {
                listener.onTimeout(cycle());
            } catch (Throwable x) {
                LOG.warn("Failed to tell {} about the timeout", listener, x);
            }
        }
    }

    /** Tells the listeners about the failure. */
    protected void onError() {
        List<AsyncListener> toTell;
        synchronized (this) {
            toTell = copy();
        }
        channel.getServletContextRequest().setAttribute(RequestDispatcher.ERROR_EXCEPTION, cycle().getThrowable());
        for (AsyncListener listener : toTell) {
            try {
                listener.onError(withThrowable());
            } catch (Throwable x) {
                LOG.warn("Failed to tell {} about the error", listener, x);
            }
        }
    }

    private jakarta.servlet.AsyncEvent withThrowable() {
        AsyncContextEvent told = cycle();
        return new jakarta.servlet.AsyncEvent(
                told.getAsyncContext(), told.getSuppliedRequest(), told.getSuppliedResponse(), told.getThrowable());
    }

    private List<AsyncListener> copy() {
        return listeners == null ? List.of() : List.copyOf(listeners);
    }

    /** The dispatch threw: the error is answered, after the listeners of an asynchronous request were told. */
    void thrown(Throwable failure) {
        synchronized (this) {
            switch (async) {
                case STARTED, EXPIRED, DISPATCH -> {
                    async = Async.ERRORED;
                    cycle().addThrowable(failure);
                    cycle().cancelTimeoutTask();
                }
                case COMPLETE, ERRORED -> LOG.warn("Unhandled after complete", failure);
                default -> {
                    if (errors > 0 || sendError) {
                        return;
                    }
                    setError(statusOf(failure), reasonOf(failure), failure);
                }
            }
        }
    }

    static int statusOf(@Nullable Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof HttpException http) {
                return http.getCode();
            }
            if (x instanceof UnavailableException unavailable) {
                return unavailable.isPermanent() ? HttpStatus.NOT_FOUND_404 : HttpStatus.SERVICE_UNAVAILABLE_503;
            }
        }
        return HttpStatus.INTERNAL_SERVER_ERROR_500;
    }

    private static @Nullable String reasonOf(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof HttpException http) {
                return http.getReason();
            }
        }
        return QuietException.isQuiet(failure) ? null : failure.toString();
    }

    /** Asks for an error to be answered once the application returns; what was buffered is dropped. */
    public void sendError(int code, @Nullable String message) {
        if (channel.getServletContextResponse().getServletApiResponse().isCommitted()) {
            throw new IllegalStateException("Cannot send error " + code + ": response is committed");
        }
        if (code == HttpStatus.METHOD_NOT_ALLOWED_405) {
            ensureAllow();
        }
        synchronized (this) {
            setError(code, message, null);
        }
    }

    /** RFC 9110, section 15.5.6: a 405 tells the methods; HttpServlet does not. */
    private void ensureAllow() {
        HttpFields.Mutable fields = channel.getServletContextResponse().getHeaders();
        ServletContextRequest request = channel.getServletContextRequest();
        if (fields.contains(HttpHeader.ALLOW)) {
            return;
        }
        Class<?> servlet =
                request.getMatchedResource().getResource().getServletHolder().getHeldClass();
        fields.put(HttpHeader.ALLOW, AllowedMethods.of(servlet, request.getMethod()));
    }

    /** Sets an error before the request is handled at all. */
    void preset(int code, @Nullable String message, @Nullable Throwable cause) {
        synchronized (this) {
            setError(code, message, cause);
        }
    }

    /** How many errors the request has had so far: more than one when the answer to an error failed itself. */
    int getErrors() {
        synchronized (this) {
            return errors;
        }
    }

    private void setError(int code, @Nullable String message, @Nullable Throwable cause) {
        ServletContextRequest request = channel.getServletContextRequest();
        ServletContextResponse response = channel.getServletContextResponse();
        if (response.isCommitted()) {
            channel.failed(cause == null ? new BadMessageException(code, message, null) : cause);
            return;
        }
        int status = code == 0 ? HttpStatus.INTERNAL_SERVER_ERROR_500 : code;
        String reason = message == null ? HttpStatus.getMessage(status) : message;
        response.setStatus(status);
        response.errorClose();

        request.setAttribute(
                RequestDispatcher.ERROR_REQUEST_URI,
                channel.getRequest().getHttpURI().getPath());
        request.setAttribute(RequestDispatcher.ERROR_SERVLET_NAME, request.getServletName());
        ErrorApi.describe(request);
        request.setAttribute(RequestDispatcher.ERROR_STATUS_CODE, status);
        request.setAttribute(RequestDispatcher.ERROR_MESSAGE, reason);
        request.setAttribute(ErrorHandler.ERROR_STATUS, status);
        request.setAttribute(ErrorHandler.ERROR_ORIGIN, request.getServletName());
        // error pages of the application are told what failed, the client is not: that is in the log
        boolean internal = cause != null && reason.equals(cause.toString());
        request.setAttribute(ErrorHandler.ERROR_MESSAGE, internal ? HttpStatus.getMessage(status) : reason);
        if (cause != null) {
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, cause);
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE, cause.getClass());
            request.setAttribute(ErrorHandler.ERROR_EXCEPTION, cause);
        }
        sendError = true;
    }

    /** Content, its end or its failure can be told to the read listener; true when the caller must call handle(). */
    public boolean onReadReady() {
        synchronized (this) {
            readReady = true;
            return wake();
        }
    }

    /** The output can take more; true when the caller must call handle(). */
    public boolean onWritePossible() {
        synchronized (this) {
            writeReady = true;
            return wake();
        }
    }

    /** Tells the listeners that the request is complete. */
    protected void completing() {
        // this thread was told to complete by unhandle(): no cycle can have begun since
        if (!used) {
            return;
        }
        List<AsyncListener> toTell;
        AsyncContextEvent ended;
        synchronized (this) {
            toTell = copy();
            ended = cycle();
        }
        for (AsyncListener listener : toTell) {
            try {
                listener.onComplete(ended.getThrowable() == null ? ended : withThrowable());
            } catch (Throwable x) {
                LOG.warn("Failed to tell {} about completion", listener, x);
            }
        }
        ended.completed();
    }

    /** The request is over: nothing begins any more. */
    protected void ended() {
        synchronized (this) {
            state = State.ENDED;
            async = Async.NONE;
            listeners = null;
        }
    }

    public boolean isIdle() {
        return getState() == State.IDLE;
    }

    public boolean isExpired() {
        synchronized (this) {
            return expired;
        }
    }

    /** Whether this is the first dispatch of the request. */
    public boolean isInitial() {
        synchronized (this) {
            return initial;
        }
    }

    /** Whether no thread is in the application. */
    public boolean isSuspended() {
        synchronized (this) {
            return state == State.WAITING || (state == State.HANDLING && async == Async.STARTED);
        }
    }

    public boolean isAsyncStarted() {
        synchronized (this) {
            return state == State.HANDLING ? async != Async.NONE : async == Async.STARTED || async == Async.NOTIFYING;
        }
    }

    /** Whether this request is in an asynchronous cycle, or was dispatched from one. */
    public boolean isAsync() {
        synchronized (this) {
            return !initial || async != Async.NONE;
        }
    }

    public ServletContextHandler getContextHandler() {
        return channel.getServletContextHandler();
    }

    public String getStatusString() {
        synchronized (this) {
            return statusString();
        }
    }

    private String statusString() {
        return "s=" + state + " rs=" + async + " i=" + initial + " e=" + sendError;
    }

    @Override
    public String toString() {
        return "ServletChannelState@" + Integer.toHexString(hashCode()) + "{" + getStatusString() + "}";
    }
}
