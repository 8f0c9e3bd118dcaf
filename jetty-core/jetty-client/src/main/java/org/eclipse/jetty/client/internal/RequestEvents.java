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

    /** Adds a listener of all events. */
    public void add(Request.Listener listener) {
        listeners.add(listener);
    }

    public void addQueued(Request.QueuedListener listener) {
        add(new Request.Listener() {
            @Override
            public void onQueued(Request request) {
                listener.onQueued(request);
            }
        });
    }

    public void addBegin(Request.BeginListener listener) {
        add(new Request.Listener() {
            @Override
            public void onBegin(Request request) {
                listener.onBegin(request);
            }
        });
    }

    public void addHeaders(Request.HeadersListener listener) {
        add(new Request.Listener() {
            @Override
            public void onHeaders(Request request) {
                listener.onHeaders(request);
            }
        });
    }

    public void addCommit(Request.CommitListener listener) {
        add(new Request.Listener() {
            @Override
            public void onCommit(Request request) {
                listener.onCommit(request);
            }
        });
    }

    public void addContent(Request.ContentListener listener) {
        add(new Request.Listener() {
            @Override
            public void onContent(Request request, ByteBuffer content) {
                listener.onContent(request, content);
            }
        });
    }

    public void addSuccess(Request.SuccessListener listener) {
        add(new Request.Listener() {
            @Override
            public void onSuccess(Request request) {
                listener.onSuccess(request);
            }
        });
    }

    public void addFailure(Request.FailureListener listener) {
        add(new Request.Listener() {
            @Override
            public void onFailure(Request request, Throwable failure) {
                listener.onFailure(request, failure);
            }
        });
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

    public void queued(Request request) {
        each(listener -> listener.onQueued(request));
    }

    public void begin(Request request) {
        each(listener -> listener.onBegin(request));
    }

    public void headers(Request request) {
        each(listener -> listener.onHeaders(request));
    }

    public void commit(Request request) {
        each(listener -> listener.onCommit(request));
    }

    public void content(Request request, ByteBuffer content) {
        if (!listeners.isEmpty() && content.hasRemaining()) {
            each(listener -> listener.onContent(request, content.slice()));
        }
    }

    public void success(Request request) {
        each(listener -> listener.onSuccess(request));
    }

    public void failure(Request request, Throwable cause) {
        each(listener -> listener.onFailure(request, cause));
    }
}
