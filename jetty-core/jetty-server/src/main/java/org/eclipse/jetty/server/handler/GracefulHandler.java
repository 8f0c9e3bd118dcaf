package org.eclipse.jetty.server.handler;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Graceful;
import org.jspecify.annotations.Nullable;

/**
 * Lets the requests in flight end before the server stops, and refuses new ones meanwhile.
 *
 * <p>A request is in flight until its response is on the wire. Refused requests get 503 with a Retry-After (RFC 9110, section
 * 10.2.3); their connections, and those of the last responses, are closed. Thread-safe.
 */
@ManagedObject("Lets the requests in flight end before the server stops")
public class GracefulHandler extends Handler.Wrapper implements Graceful {
    private final AtomicLong requests = new AtomicLong();
    private final Shutdown shutdown = new Shutdown(this) {
        @Override
        public boolean isShutdownDone() {
            return requests.get() == 0;
        }
    };
    private volatile int retryAfter = 10;

    public GracefulHandler() {
        this(null);
    }

    public GracefulHandler(@Nullable Handler handler) {
        super(handler);
    }

    @ManagedAttribute("The requests in flight")
    public long getCurrentRequestCount() {
        return requests.get();
    }

    /** The seconds after which refused clients are told to try again. */
    @ManagedAttribute("The seconds after which refused clients are told to try again")
    public int getRetryAfter() {
        return retryAfter;
    }

    public void setRetryAfter(int seconds) {
        retryAfter = seconds;
    }

    @Override
    @ManagedAttribute("Whether new requests are refused")
    public boolean isShutdown() {
        return shutdown.isShutdown();
    }

    @Override
    public CompletableFuture<Void> shutdown() {
        return shutdown.shutdown();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        // counted before the look at the shutdown: one of the two sees the other
        requests.incrementAndGet();
        request.addHttpStreamWrapper(stream -> new CountedStream(stream, request, response));
        if (shutdown.isShutdown()) {
            Response refusal = new Refusal(request, response);
            refusal.reset();
            Response.writeError(request, refusal, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
            return true;
        }
        return super.handle(request, response, callback);
    }

    @Override
    protected void doStart() throws Exception {
        shutdown.cancel();
        super.doStart();
    }

    private void ended() {
        requests.decrementAndGet();
        shutdown.check();
    }

    /** Keeps the fields of a refusal when the error page resets it. */
    private final class Refusal extends Response.Wrapper {
        private Refusal(Request request, Response wrapped) {
            super(request, wrapped);
        }

        @Override
        public void reset() {
            super.reset();
            getHeaders().put(HttpHeader.RETRY_AFTER, retryAfter);
            Response.ensureNotPersistent(getRequest(), this);
        }
    }

    /** Tells the end of a request. */
    private final class CountedStream extends HttpStream.Wrapper {
        private final Request request;
        private final Response response;

        private CountedStream(HttpStream wrapped, Request request, Response response) {
            super(wrapped);
            this.request = request;
            this.response = response;
        }

        @Override
        public void prepareResponse(HttpFields.Mutable headers) {
            if (shutdown.isShutdown()) {
                Response.ensureNotPersistent(request, response);
            }
            super.prepareResponse(headers);
        }

        @Override
        public void succeeded() {
            try {
                super.succeeded();
            } finally {
                ended();
            }
        }

        @Override
        public void failed(Throwable failure) {
            try {
                super.failed(failure);
            } finally {
                ended();
            }
        }
    }
}
