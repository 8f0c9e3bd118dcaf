package org.eclipse.jetty.ee10.proxy;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.proxy.HopByHopFields;
import org.eclipse.jetty.util.thread.Scheduler;

/** A request of a client and the one to the server that is made of it. Thread-safe. */
final class ProxyExchange implements AsyncListener {
    private final AbstractProxyServlet servlet;
    private final HttpServletRequest clientRequest;
    private final HttpServletResponse proxyResponse;
    private final Request proxyRequest;
    private final boolean withContent;
    private final AtomicBoolean sent = new AtomicBoolean();
    private final AtomicBoolean completed = new AtomicBoolean();
    private volatile boolean contentChanged;
    private final AtomicReference<Runnable> whenContinued = new AtomicReference<>();

    ProxyExchange(
            AbstractProxyServlet servlet,
            HttpServletRequest clientRequest,
            HttpServletResponse proxyResponse,
            Request proxyRequest,
            boolean withContent) {
        this.servlet = servlet;
        this.clientRequest = clientRequest;
        this.proxyResponse = proxyResponse;
        this.proxyRequest = proxyRequest;
        this.withContent = withContent;
    }

    /** Returns the exchange of a client's request; null if it is not passed on. */
    static ProxyExchange of(HttpServletRequest clientRequest) {
        return (ProxyExchange) clientRequest.getAttribute(AbstractProxyServlet.EXCHANGE_ATTRIBUTE);
    }

    /** Completes the asynchronous request, once; does nothing where it is not asynchronous. */
    static void complete(HttpServletRequest clientRequest) {
        ProxyExchange exchange = of(clientRequest);
        if (exchange != null && exchange.completed.compareAndSet(false, true)) {
            try {
                clientRequest.getAsyncContext().complete();
            } catch (IllegalStateException x) {
                // the container has ended it, as the client is gone
                exchange.servlet._log.debug("{} has ended", exchange.servlet.getRequestId(clientRequest), x);
            }
        }
    }

    /** Returns the stream of the response. */
    ServletOutputStream getOutputStream() throws IOException {
        return proxyResponse.getOutputStream();
    }

    Request getProxyRequest() {
        return proxyRequest;
    }

    boolean hasContent() {
        return withContent;
    }

    /** Returns true once: the request to the server is to be sent now. */
    boolean beginSending() {
        return sent.compareAndSet(false, true);
    }

    /** Returns whether the content that the client gets is not that of the server, so that its length is not, either. */
    boolean isContentChanged() {
        return contentChanged;
    }

    void setContentChanged() {
        contentChanged = true;
    }

    /** Returns what is done upon 100 Continue; null for nothing, or if it was returned before. */
    Runnable takeWhenContinued() {
        return whenContinued.getAndSet(null);
    }

    /** Sets what is done upon 100 Continue, and by {@link HttpClient#getContinueTimeout} after the head was sent. */
    void setWhenContinued(Runnable action) {
        whenContinued.set(action);
        HttpClient client = servlet.getHttpClient();
        long timeout = client.getContinueTimeout();
        if (timeout > 0) {
            Scheduler scheduler = Objects.requireNonNull(client.getScheduler());
            Executor executor = Objects.requireNonNull(client.getExecutor());
            proxyRequest.onRequestCommit(request -> scheduler.schedule(
                    () -> executor.execute(this::onContinueTimeout), timeout, TimeUnit.MILLISECONDS));
        }
    }

    private void onContinueTimeout() {
        Runnable action = takeWhenContinued();
        if (action != null && !completed.get()) {
            action.run();
        }
    }

    /** Ends the request to the server if the client goes away. */
    void watchClient() {
        clientRequest.getAsyncContext().addListener(this);
        ServletContextRequest.getServletContextRequest(clientRequest).addFailureListener(this::clientFailed);
    }

    private void clientFailed(Throwable failure) {
        Throwable cause = failure == null ? new CancellationException("The client's request has ended") : failure;
        servlet.onClientRequestFailure(clientRequest, proxyRequest, proxyResponse, cause);
    }

    /** The trailers of the client's request, which are complete when its content is. */
    HttpFields getTrailers() {
        HttpFields.Mutable trailers = HttpFields.build();
        if (clientRequest.isTrailerFieldsReady()) {
            clientRequest.getTrailerFields().forEach(trailers::add);
        }
        return HopByHopFields.requestTrailers(trailers);
    }

    @Override
    public void onComplete(AsyncEvent event) throws IOException {
        if (completed.compareAndSet(false, true)) {
            // by something else than the end of the response
            clientFailed(event.getThrowable());
        }
    }

    @Override
    public void onTimeout(AsyncEvent event) throws IOException {
        // there is no timeout
    }

    @Override
    public void onError(AsyncEvent event) throws IOException {
        clientFailed(event.getThrowable());
    }

    @Override
    public void onStartAsync(AsyncEvent event) throws IOException {
        // not dispatched
    }
}
