package org.eclipse.jetty.tests.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Answers with a line for each call of the container to the application: what was called, and in which thread.
 *
 * <p>The path tells how the request goes: {@code /start}, {@code /dispatch}, {@code /timeout} or {@code /read}.
 */
public class ThreadsServlet extends HttpServlet implements Filter, ServletRequestListener {
    private static final long serialVersionUID = 1L;

    @Override
    public void init() {
        // neither as a filter nor as a servlet is anything needed
    }

    @Override
    public void init(jakarta.servlet.FilterConfig config) {
        init();
    }

    @SuppressWarnings("unchecked")
    private static void note(ServletRequest request, String call) {
        Queue<String> calls = (Queue<String>) request.getAttribute("calls");
        if (calls == null) {
            request.setAttribute("calls", calls = new ConcurrentLinkedQueue<>());
        }
        calls.add(call + " in " + Thread.currentThread());
    }

    private static void answer(ServletRequest request, ServletResponse response) {
        try {
            response.getOutputStream().print(request.getAttribute("calls") + "\n");
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
    }

    @Override
    public void requestInitialized(ServletRequestEvent event) {
        note(event.getServletRequest(), "listener");
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        note(request, "filter");
        chain.doFilter(request, response);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        note(request, "servlet");
        if (request.getAttribute("again") != null) {
            answer(request, response);
            return;
        }
        request.setAttribute("again", true);
        AsyncContext context = request.startAsync();
        switch (request.getPathInfo()) {
            case "/start" ->
                context.start(() -> {
                    note(request, "start");
                    answer(request, response);
                    context.complete();
                });
            case "/dispatch" -> context.dispatch();
            case "/timeout" -> {
                context.setTimeout(10);
                context.addListener(new Timeout());
            }
            default -> request.getInputStream().setReadListener(new Reader(request, response, context));
        }
    }

    private static final class Timeout implements AsyncListener {
        @Override
        public void onTimeout(AsyncEvent event) {
            note(event.getAsyncContext().getRequest(), "timeout");
            event.getAsyncContext().dispatch();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // nothing to add to a response that has ended
        }

        @Override
        public void onError(AsyncEvent event) {
            event.getAsyncContext().complete();
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // it dispatches, and is not asynchronous again
        }
    }

    private static final class Reader implements ReadListener, WriteListener {
        private final HttpServletRequest request;
        private final HttpServletResponse response;
        private final AsyncContext context;

        private Reader(HttpServletRequest request, HttpServletResponse response, AsyncContext context) {
            this.request = request;
            this.response = response;
            this.context = context;
        }

        @Override
        public void onDataAvailable() throws IOException {
            note(request, "data");
            ServletInputStream in = request.getInputStream();
            byte[] bytes = new byte[16];
            while (in.isReady() && in.read(bytes) >= 0) {
                note(request, "read");
            }
        }

        @Override
        public void onAllDataRead() throws IOException {
            note(request, "end");
            response.getOutputStream().setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            note(request, "write");
            ServletOutputStream out = response.getOutputStream();
            if (out.isReady()) {
                out.write((request.getAttribute("calls") + "\n").getBytes(StandardCharsets.UTF_8));
            }
            if (out.isReady()) {
                context.complete();
            }
        }

        @Override
        public void onError(Throwable x) {
            context.complete();
        }
    }
}
