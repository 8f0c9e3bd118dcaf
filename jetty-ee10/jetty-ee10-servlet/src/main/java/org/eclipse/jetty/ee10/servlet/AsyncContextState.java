package org.eclipse.jetty.ee10.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The application's handle on an asynchronous request, the same one for all its cycles (ServletRequest.startAsync); of no use once
 * the request is complete. Thread-safe.
 */
public class AsyncContextState implements AsyncContext {
    private volatile @Nullable ServletChannelState state;

    public AsyncContextState(ServletChannelState state) {
        this.state = state;
    }

    private ServletChannelState state() {
        ServletChannelState current = state;
        if (current == null) {
            throw new IllegalStateException("AsyncContext completed and/or Request lifecycle recycled");
        }
        return current;
    }

    @Override
    public void addListener(AsyncListener listener, ServletRequest request, ServletResponse response) {
        state().addListener(new BoundListener(listener, request, response));
    }

    @Override
    public void addListener(AsyncListener listener) {
        state().addListener(listener);
    }

    @Override
    public void complete() {
        state().complete();
    }

    @Override
    public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
        ServletContextHandler context = state().getContextHandler();
        try {
            return context.getContext().decorate(type.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException x) {
            throw new ServletException("Cannot create listener " + type.getName(), x);
        }
    }

    @Override
    public void dispatch() {
        state().dispatch(null, null);
    }

    @Override
    public void dispatch(String path) {
        state().dispatch(null, path);
    }

    @Override
    public void dispatch(@Nullable ServletContext context, @Nullable String path) {
        state().dispatch(context, path);
    }

    @Override
    public ServletRequest getRequest() {
        return event().getSuppliedRequest();
    }

    @Override
    public ServletResponse getResponse() {
        return event().getSuppliedResponse();
    }

    private AsyncContextEvent event() {
        AsyncContextEvent event = state().getAsyncContextEvent();
        if (event == null) {
            throw new IllegalStateException("Not asynchronous");
        }
        return event;
    }

    @Override
    public long getTimeout() {
        return state().getTimeout();
    }

    @Override
    public void setTimeout(long timeout) {
        state().setTimeout(timeout);
    }

    @Override
    public boolean hasOriginalRequestAndResponse() {
        ServletChannel channel = state().getServletChannel();
        return getRequest() == channel.getServletContextRequest().getServletApiRequest()
                && getResponse() == channel.getServletContextResponse().getServletApiResponse();
    }

    @Override
    public void start(Runnable task) {
        ServletChannel channel = state().getServletChannel();
        channel.execute(() -> channel.getContext().run(task, channel.getServletContextRequest()));
    }

    /** Cuts this handle off from the request. */
    public void reset() {
        state = null;
    }

    private record BoundListener(AsyncListener listener, ServletRequest request, ServletResponse response)
            implements AsyncListener {
        private AsyncEvent bind(AsyncEvent event) {
            return new AsyncEvent(event.getAsyncContext(), request, response, event.getThrowable());
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            listener.onTimeout(bind(event));
        }

        @Override
        public void onStartAsync(AsyncEvent event) throws IOException {
            listener.onStartAsync(bind(event));
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            listener.onError(bind(event));
        }

        @Override
        public void onComplete(AsyncEvent event) throws IOException {
            listener.onComplete(bind(event));
        }
    }
}
