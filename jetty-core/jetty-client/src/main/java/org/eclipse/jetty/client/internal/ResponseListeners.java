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

    private List<Response.BeginListener> begin = List.of();
    private List<Response.HeaderListener> header = List.of();
    private List<Response.HeadersListener> headers = List.of();
    private List<Response.ContentSourceListener> content = List.of();
    private List<Response.SuccessListener> success = List.of();
    private List<Response.FailureListener> failure = List.of();
    private List<Response.CompleteListener> complete = List.of();

    public ResponseListeners() {}

    /** Creates the listeners of a response that a protocol handler takes over. */
    ResponseListeners(Response.Listener listener) {
        addAll(listener);
    }

    public void addBegin(Response.BeginListener listener) {
        begin = with(begin, listener);
    }

    public void addHeader(Response.HeaderListener listener) {
        header = with(header, listener);
    }

    public void addHeaders(Response.HeadersListener listener) {
        headers = with(headers, listener);
    }

    public void addContentSource(Response.ContentSourceListener listener) {
        content = with(content, listener);
    }

    public void addSuccess(Response.SuccessListener listener) {
        success = with(success, listener);
    }

    public void addFailure(Response.FailureListener listener) {
        failure = with(failure, listener);
    }

    public void addComplete(Response.CompleteListener listener) {
        complete = with(complete, listener);
    }

    /** Returns a list with one more; most have one listener at most, and a list of that takes no array. */
    private static <L> List<L> with(List<L> listeners, L listener) {
        if (listeners.isEmpty()) {
            return List.of(listener);
        }
        List<L> more = new ArrayList<>(listeners.size() + 1);
        more.addAll(listeners);
        more.add(listener);
        return more;
    }

    /** Adds a listener of all events. */
    public void addListener(Response.Listener listener) {
        addEvents(listener);
        addComplete(listener);
    }

    private void addEvents(Response.Listener listener) {
        addBegin(listener);
        addHeader(listener);
        addHeaders(listener);
        addContentSource(listener);
        addSuccess(listener);
        addFailure(listener);
    }

    /** Adds a listener for every event that it is a listener of. */
    public void addAll(Response.CompleteListener listener) {
        if (listener instanceof Response.Listener all) {
            addEvents(all);
        } else {
            addOthers(listener);
        }
        addComplete(listener);
    }

    private void addOthers(Response.CompleteListener listener) {
        if (listener instanceof Response.BeginListener l) {
            addBegin(l);
        }
        if (listener instanceof Response.HeaderListener l) {
            addHeader(l);
        }
        if (listener instanceof Response.HeadersListener l) {
            addHeaders(l);
        }
        if (listener instanceof Response.ContentSourceListener l) {
            addContentSource(l);
        }
        if (listener instanceof Response.SuccessListener l) {
            addSuccess(l);
        }
        if (listener instanceof Response.FailureListener l) {
            addFailure(l);
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
