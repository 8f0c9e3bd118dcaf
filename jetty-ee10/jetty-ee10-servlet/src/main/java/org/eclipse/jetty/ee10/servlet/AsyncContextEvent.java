package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler.ServletScopedContext;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.ExceptionUtil;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** One asynchronous cycle of a request: what it started with, where it goes on, and its timeout. Guarded by the monitor of the state. */
public class AsyncContextEvent extends AsyncEvent implements Runnable {
    private final ServletScopedContext context;
    private final AsyncContextState asyncContext;
    private final ServletChannelState state;
    private final @Nullable HttpURI baseURI;
    private @Nullable ServletContext dispatchContext;
    private @Nullable String dispatchPath;
    private Scheduler.@Nullable Task timeoutTask;
    private @Nullable Throwable throwable;

    public AsyncContextEvent(
            ServletScopedContext context,
            AsyncContextState asyncContext,
            ServletChannelState state,
            ServletRequest request,
            ServletResponse response) {
        super(asyncContext, request, response, null);
        this.context = context;
        this.asyncContext = asyncContext;
        this.state = state;
        this.baseURI = request instanceof jakarta.servlet.http.HttpServletRequest http ? Dispatcher.uriOf(http) : null;
    }

    /** Returns the URI of the request at the time it was suspended, or null when it was not an HTTP request. */
    public @Nullable HttpURI getBaseURI() {
        return baseURI;
    }

    public ServletChannelState getServletRequestState() {
        return state;
    }

    public ServletContext getSuspendedContext() {
        return context.getServletContext();
    }

    public @Nullable ServletContext getDispatchContext() {
        return dispatchContext;
    }

    public ServletContext getServletContext() {
        return dispatchContext == null ? context.getServletContext() : dispatchContext;
    }

    public ServletScopedContext getContext() {
        return context;
    }

    @Override
    public AsyncContext getAsyncContext() {
        return asyncContext;
    }

    @Override
    public @Nullable Throwable getThrowable() {
        return throwable;
    }

    public void addThrowable(Throwable failure) {
        throwable = ExceptionUtil.combine(throwable, failure);
    }

    public void setDispatchContext(ServletContext context) {
        dispatchContext = context;
    }

    /** Returns the decoded path within the context, with its query, to dispatch to; null for the suspended request's own. */
    public @Nullable String getDispatchPath() {
        return dispatchPath;
    }

    public void setDispatchPath(String path) {
        dispatchPath = path;
    }

    void schedule(Scheduler scheduler, long millis) {
        timeoutTask = scheduler.schedule(this, millis, TimeUnit.MILLISECONDS);
    }

    public boolean hasTimeoutTask() {
        return timeoutTask != null;
    }

    public void cancelTimeoutTask() {
        Scheduler.Task task = timeoutTask;
        timeoutTask = null;
        if (task != null) {
            task.cancel();
        }
    }

    /** Ends the life of the asynchronous context. */
    public void completed() {
        cancelTimeoutTask();
        asyncContext.reset();
    }

    /** Called by the scheduler when the time is up. */
    @Override
    public void run() {
        state.timeout(this);
    }
}
