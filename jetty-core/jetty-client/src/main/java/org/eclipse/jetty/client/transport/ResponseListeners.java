package org.eclipse.jetty.client.transport;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.internal.ContentFanOut;
import org.eclipse.jetty.client.internal.ContentPump;
import org.eclipse.jetty.client.internal.HttpContentResponse;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of the response of one request, and how they are called. Not changed once the request is sent.
 *
 * <p>A {@link org.eclipse.jetty.client.ProtocolHandler} that has taken a response over reports it, or another one, by the {@code emit}
 * methods to the listeners of the {@linkplain HttpConversation conversation}. They are called within the events of a response of that conversation.
 */
public final class ResponseListeners {
    private static final Logger LOG = LoggerFactory.getLogger(ResponseListeners.class);
    private static final byte[] NOTHING = {};

    private List<Response.BeginListener> begin = List.of();
    private List<Response.HeaderListener> header = List.of();
    private List<Response.HeadersListener> headers = List.of();
    private List<Response.ContentSourceListener> content = List.of();
    private List<Response.SuccessListener> success = List.of();
    private List<Response.FailureListener> failure = List.of();
    private List<Response.CompleteListener> complete = List.of();
    private @Nullable Runnable ending;

    ResponseListeners() {}

    /** Creates the listeners of a response that a protocol handler takes over. */
    ResponseListeners(Response.Listener listener) {
        addAll(listener);
    }

    /** Makes these the listeners of a conversation, which ends with them. */
    void setEnding(Runnable end) {
        ending = end;
    }

    void addBegin(Response.BeginListener listener) {
        begin = with(begin, listener);
    }

    void addHeader(Response.HeaderListener listener) {
        header = with(header, listener);
    }

    void addHeaders(Response.HeadersListener listener) {
        headers = with(headers, listener);
    }

    void addContentSource(Response.ContentSourceListener listener) {
        content = with(content, listener);
    }

    void addSuccess(Response.SuccessListener listener) {
        success = with(success, listener);
    }

    void addFailure(Response.FailureListener listener) {
        failure = with(failure, listener);
    }

    void addComplete(Response.CompleteListener listener) {
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
    void addListener(Response.Listener listener) {
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
    void addAll(Response.CompleteListener listener) {
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

    /** Reports that the response has come as a whole. What a listener throws is thrown. */
    public void notifySuccess(Response response) {
        for (Response.SuccessListener listener : success) {
            listener.onSuccess(response);
        }
    }

    /** Reports that the response has failed. */
    public void notifyFailure(Response response, Throwable cause) {
        for (Response.FailureListener listener : failure) {
            try {
                listener.onFailure(response, cause);
            } catch (Throwable x) {
                LOG.info("Listener {} failed in onFailure", listener, x);
            }
        }
    }

    /** Reports the end, which is that of the conversation where these are its listeners. */
    public void notifyComplete(Result result) {
        if (ending != null) {
            ending.run();
        }
        for (Response.CompleteListener listener : complete) {
            try {
                listener.onComplete(result);
            } catch (Throwable x) {
                LOG.info("Listener {} failed in onComplete", listener, x);
            }
        }
    }

    // ---- whole responses

    /** Reports a whole response, with the content of a {@link ContentResponse}, or without. What a listener throws is thrown. */
    public void emitSuccess(Response response) {
        HttpResponse head = headOf(response);
        head(head);
        content(head, Content.Source.from(ByteBuffer.wrap(contentOf(response))));
        notifySuccess(head);
    }

    /** Reports the head of a response and its failure. What a listener of the head throws is thrown. */
    public void emitFailure(Response response, Throwable cause) {
        HttpResponse head = headOf(response);
        head(head);
        notifyFailure(head, cause);
    }

    /** Reports a whole response, with the content of a {@link ContentResponse}, and the end; what a listener throws makes it a failure. */
    public void emitSuccessComplete(Result result) {
        emit(result, contentOf(result.getResponse()));
    }

    /** Reports the head of a response, its failure and the end. */
    public void emitFailureComplete(Result result) {
        emit(result, NOTHING);
    }

    void emit(Result result, byte[] bytes) {
        HttpResponse response = headOf(result.getResponse());
        Throwable cause = result.getResponseFailure();
        try {
            head(response);
            if (cause == null) {
                content(response, Content.Source.from(ByteBuffer.wrap(bytes)));
                notifySuccess(response);
            }
        } catch (Throwable x) {
            cause = x;
        }
        Result emitted = new Result(result.getRequest(), result.getRequestFailure(), response, cause);
        if (cause != null) {
            notifyFailure(response, cause);
        }
        notifyComplete(emitted);
    }

    private static byte[] contentOf(Response response) {
        return response instanceof ContentResponse whole && whole.getContent() != null ? whole.getContent() : NOTHING;
    }

    /** Returns the head of a response that may be one with its content, or of another kind. */
    private static HttpResponse headOf(Response response) {
        if (response instanceof HttpContentResponse whole) {
            return headOf(whole.response());
        }
        return response instanceof HttpResponse head
                ? head
                : new HttpResponse(
                        response.getRequest(),
                        response.getVersion(),
                        response.getStatus(),
                        response.getReason(),
                        response.getHeaders());
    }
}
