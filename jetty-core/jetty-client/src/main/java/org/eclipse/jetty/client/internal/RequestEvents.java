package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.jetty.client.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one request. What they throw is logged. Not changed once the request is sent. */
public final class RequestEvents {
    private static final Logger LOG = LoggerFactory.getLogger(RequestEvents.class);

    private final List<Request.Listener> listeners = new ArrayList<>(0);

    /** Adds a listener of one event, which is given as an adapter of that event alone. */
    public void add(Request.Listener listener) {
        listeners.add(listener);
    }

    private void each(Consumer<Request.Listener> event) {
        for (Request.Listener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable x) {
                LOG.info("Request listener {} failed", listener, x);
            }
        }
    }

    void queued(Request request) {
        each(listener -> listener.onQueued(request));
    }

    void begin(Request request) {
        each(listener -> listener.onBegin(request));
    }

    void headers(Request request) {
        each(listener -> listener.onHeaders(request));
    }

    void commit(Request request) {
        each(listener -> listener.onCommit(request));
    }

    void content(Request request, ByteBuffer content) {
        if (!listeners.isEmpty() && content.hasRemaining()) {
            each(listener -> listener.onContent(request, content.slice()));
        }
    }

    void success(Request request) {
        each(listener -> listener.onSuccess(request));
    }

    void failure(Request request, Throwable cause) {
        each(listener -> listener.onFailure(request, cause));
    }
}
