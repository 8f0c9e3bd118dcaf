package org.eclipse.jetty.server.handler;

import java.nio.ByteBuffer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells subclasses what happens to requests: handled, read, responses begun, written, completed.
 *
 * <p>The events are those of the protocol: content as it came from the network and goes to it, error pages included. A
 * subclass must not change anything, and what it throws is logged.
 *
 * <pre>
 * onBeforeHandling, onAfterHandling                   in the thread of the handler
 *   onRequestRead*
 *   onResponseBegin                                   the head of the final response
 *     (onResponseWrite, onResponseWriteComplete)*
 *     onResponseTrailersComplete                      if there are trailers
 * onComplete                                          at the end, also of failed requests
 * </pre>
 */
public abstract class EventsHandler extends Handler.Wrapper {
    private static final Logger LOG = LoggerFactory.getLogger(EventsHandler.class);

    public EventsHandler() {}

    public EventsHandler(@Nullable Handler handler) {
        super(handler);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        request.addHttpStreamWrapper(stream -> new EventsStream(stream, request));
        try {
            onBeforeHandling(request);
        } catch (Throwable x) {
            failed("onBeforeHandling", x);
        }
        boolean handled = false;
        Throwable failure = null;
        try {
            handled = super.handle(request, response, callback);
            return handled;
        } catch (Throwable x) {
            failure = x;
            throw x;
        } finally {
            try {
                onAfterHandling(request, handled, failure);
            } catch (Throwable x) {
                failed("onAfterHandling", x);
            }
        }
    }

    private void failed(String event, Throwable cause) {
        LOG.warn("{} of {} failed", event, this, cause);
    }

    /** The request is given to the next handler. */
    protected void onBeforeHandling(Request request) {}

    /**
     * A chunk was read.
     *
     * @param chunk as it was read, or null if there is none now; it must be neither consumed nor released
     */
    protected void onRequestRead(Request request, Content.@Nullable Chunk chunk) {}

    /**
     * The next handler has returned.
     *
     * @param handled what it returned
     * @param failure what it threw, or null
     */
    protected void onAfterHandling(Request request, boolean handled, @Nullable Throwable failure) {}

    /** The head of the final response goes to the network. */
    protected void onResponseBegin(Request request, int status, HttpFields headers) {}

    /**
     * Content goes to the network.
     *
     * @param last whether it is the last
     * @param content a read-only view, or null
     */
    protected void onResponseWrite(Request request, boolean last, @Nullable ByteBuffer content) {}

    /**
     * The write that {@link #onResponseWrite} announced is done.
     *
     * @param failure why it failed, or null
     */
    protected void onResponseWriteComplete(Request request, @Nullable Throwable failure) {}

    /** The trailer fields were sent. */
    protected void onResponseTrailersComplete(Request request, HttpFields trailers) {}

    /**
     * The request has ended.
     *
     * @param failure why it failed, or null
     */
    protected void onComplete(Request request, @Nullable Throwable failure) {}

    /**
     * The request has ended; calls {@link #onComplete(Request, Throwable)} unless overridden.
     *
     * @param status of the response, 0 if there was none
     * @param headers of the response, null if there was none
     * @param failure why it failed, or null
     */
    protected void onComplete(Request request, int status, @Nullable HttpFields headers, @Nullable Throwable failure) {
        onComplete(request, failure);
    }

    /** The stream of one request; one write is pending at a time. */
    private final class EventsStream extends HttpStream.Wrapper {
        private final Request request;
        private final WriteCallback writeCallback = new WriteCallback();
        private int status;
        private @Nullable HttpFields headers;
        private @Nullable Supplier<HttpFields> trailers;

        private EventsStream(HttpStream wrapped, Request request) {
            super(wrapped);
            this.request = request;
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk chunk = super.read();
            try {
                onRequestRead(request, chunk);
            } catch (Throwable x) {
                EventsHandler.this.failed("onRequestRead", x);
            }
            return chunk;
        }

        @Override
        public void send(
                MetaData.Request metaData,
                MetaData.@Nullable Response response,
                boolean last,
                @Nullable ByteBuffer content,
                Callback callback) {
            if (response != null && HttpStatus.isInterim(response.getStatus())) {
                super.send(metaData, response, last, content, callback);
                return;
            }
            if (response != null) {
                status = response.getStatus();
                headers = response.getHttpFields();
                trailers = response.getTrailersSupplier();
                try {
                    onResponseBegin(request, status, headers);
                } catch (Throwable x) {
                    EventsHandler.this.failed("onResponseBegin", x);
                }
            }
            try {
                onResponseWrite(request, last, content == null ? null : content.asReadOnlyBuffer());
            } catch (Throwable x) {
                EventsHandler.this.failed("onResponseWrite", x);
            }
            super.send(metaData, response, last, content, writeCallback.begin(callback, last));
        }

        private void written(boolean last, @Nullable Throwable failure) {
            try {
                onResponseWriteComplete(request, failure);
            } catch (Throwable x) {
                EventsHandler.this.failed("onResponseWriteComplete", x);
            }
            HttpFields fields = last && failure == null && trailers != null ? trailers.get() : null;
            if (fields != null) {
                try {
                    onResponseTrailersComplete(request, fields);
                } catch (Throwable x) {
                    EventsHandler.this.failed("onResponseTrailersComplete", x);
                }
            }
        }

        private void completed(@Nullable Throwable failure) {
            try {
                onComplete(request, status, headers, failure);
            } catch (Throwable x) {
                EventsHandler.this.failed("onComplete", x);
            }
        }

        @Override
        public void succeeded() {
            completed(null);
            super.succeeded();
        }

        @Override
        public void failed(Throwable failure) {
            completed(failure);
            super.failed(failure);
        }

        /** The end of the pending write. */
        private final class WriteCallback implements Callback {
            private Callback callback = Callback.NOOP;
            private boolean last;

            private Callback begin(Callback next, boolean isLast) {
                callback = next;
                last = isLast;
                return this;
            }

            @Override
            public void succeeded() {
                Callback next = callback;
                written(last, null);
                next.succeeded();
            }

            @Override
            public void failed(Throwable failure) {
                Callback next = callback;
                written(last, failure);
                next.failed(failure);
            }

            @Override
            public InvocationType getInvocationType() {
                return callback.getInvocationType();
            }
        }
    }
}
