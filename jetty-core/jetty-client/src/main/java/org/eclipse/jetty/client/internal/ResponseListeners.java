package org.eclipse.jetty.client.internal;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of the response of one request, and how they are called. Not changed once the request is sent. */
public final class ResponseListeners {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseListeners.class);

    private final List<Response.BeginListener> begin = new ArrayList<>(0);
    private final List<Response.HeaderListener> header = new ArrayList<>(0);
    private final List<Response.HeadersListener> headers = new ArrayList<>(0);
    private final List<Response.ContentSourceListener> content = new ArrayList<>(0);
    private final List<Response.SuccessListener> success = new ArrayList<>(0);
    private final List<Response.FailureListener> failure = new ArrayList<>(0);
    private final List<Response.CompleteListener> complete = new ArrayList<>(1);

    public ResponseListeners() {}

    /** Creates the listeners of a response that a protocol handler takes over. */
    ResponseListeners(Response.Listener listener) {
        addAll(listener);
    }

    public void addBegin(Response.BeginListener listener) {
        begin.add(listener);
    }

    public void addHeader(Response.HeaderListener listener) {
        header.add(listener);
    }

    public void addHeaders(Response.HeadersListener listener) {
        headers.add(listener);
    }

    public void addContentSource(Response.ContentSourceListener listener) {
        content.add(listener);
    }

    public void addSuccess(Response.SuccessListener listener) {
        success.add(listener);
    }

    public void addFailure(Response.FailureListener listener) {
        failure.add(listener);
    }

    public void addComplete(Response.CompleteListener listener) {
        complete.add(listener);
    }

    /** Adds a listener of all events. */
    public void addListener(Response.Listener listener) {
        addEvents(listener);
        complete.add(listener);
    }

    private void addEvents(Response.Listener listener) {
        begin.add(listener);
        header.add(listener);
        headers.add(listener);
        content.add(listener);
        success.add(listener);
        failure.add(listener);
    }

    /** Adds a listener for every event that it is a listener of. */
    public void addAll(Response.CompleteListener listener) {
        if (listener instanceof Response.Listener all) {
            addEvents(all);
        } else {
            addOthers(listener);
        }
        complete.add(listener);
    }

    private void addOthers(Response.CompleteListener listener) {
        if (listener instanceof Response.BeginListener l) {
            begin.add(l);
        }
        if (listener instanceof Response.HeaderListener l) {
            header.add(l);
        }
        if (listener instanceof Response.HeadersListener l) {
            headers.add(l);
        }
        if (listener instanceof Response.ContentSourceListener l) {
            content.add(l);
        }
        if (listener instanceof Response.SuccessListener l) {
            success.add(l);
        }
        if (listener instanceof Response.FailureListener l) {
            failure.add(l);
        }
    }

    /** Reports the head. What a listener throws is thrown. */
    void head(HttpResponse response) {
        for (Response.BeginListener listener : begin) {
            listener.onBegin(response);
        }
        if (!header.isEmpty()) {
            HttpFields.Mutable kept = HttpFields.build();
            for (HttpField field : response.getHeaders()) {
                boolean keep = true;
                for (Response.HeaderListener listener : header) {
                    keep &= listener.onHeader(response, field);
                }
                if (keep) {
                    kept.add(field);
                }
            }
            response.setHeaders(kept.asImmutable());
        }
        for (Response.HeadersListener listener : headers) {
            listener.onHeaders(response);
        }
    }

    /** Has the content read by the listeners, or by nobody else to its end. */
    void content(Response response, Content.Source source) {
        if (content.isEmpty()) {
            new ContentPump(response, source, (r, chunk, demander) -> demander.run()).run();
        } else if (content.size() == 1) {
            content.get(0).onContentSource(response, source);
        } else {
            ContentFanOut fanOut = new ContentFanOut(source, content.size());
            for (int i = 0; i < content.size(); i++) {
                content.get(i).onContentSource(response, fanOut.get(i));
            }
        }
    }

    void success(Response response) {
        for (Response.SuccessListener listener : success) {
            listener.onSuccess(response);
        }
    }

    void failure(Response response, Throwable cause) {
        for (Response.FailureListener listener : failure) {
            try {
                listener.onFailure(response, cause);
            } catch (Throwable x) {
                LOG.info("Listener {} failed in onFailure", listener, x);
            }
        }
    }

    void complete(Result result) {
        for (Response.CompleteListener listener : complete) {
            try {
                listener.onComplete(result);
            } catch (Throwable x) {
                LOG.info("Listener {} failed in onComplete", listener, x);
            }
        }
    }
}
