package org.eclipse.jetty.client.transport;

import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.eclipse.jetty.client.ContentSourceRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpRequestException;
import org.eclipse.jetty.client.ProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.RetryableRequestException;
import org.eclipse.jetty.client.internal.ContentDecoding;
import org.eclipse.jetty.client.internal.DecodedContent;
import org.eclipse.jetty.client.internal.LimitedContent;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.io.content.InputStreamContentSource;
import org.jspecify.annotations.Nullable;

/**
 * A request and its response, on their way over one connection.
 *
 * <pre>
 * bits of the one word: REQUEST (sent, or given up)  RESPONSE (come as a whole)  FAILED  COMPLETE
 *
 * 0            --all sent--&gt;            REQUEST
 * 0, REQUEST   --response at its end--&gt; +RESPONSE: what is not sent is given up, then COMPLETE with success
 * 0, REQUEST   --failure, abort, time--&gt; FAILED, if RESPONSE is not set: sent again, or COMPLETE with the cause
 * </pre>
 *
 * <p>RESPONSE and FAILED exclude each other; the first of them decides. COMPLETE is set once. Thread-safe.
 */
public final class HttpExchange {
    private static final int REQUEST = 1;
    private static final int RESPONSE = 2;
    private static final int FAILED = 4;
    private static final int COMPLETE = 8;
    private static final int MAX_RETRIES = 3;
    private static final int MAX_INTERIM = 64;

    private final AtomicInteger state = new AtomicInteger();
    private final HttpDestination destination;
    private final HttpRequest request;
    private final HttpConversation conversation;
    private final int retries;
    private volatile ResponseListeners listeners;
    private volatile @Nullable HttpResponse response;
    private volatile @Nullable Carrier carrier;
    private volatile @Nullable Throwable requestFailure;
    private volatile @Nullable DecodedContent decoded;
    /** Whether a protocol handler has the response, and may have another request follow. */
    private volatile boolean takenOver;
    /** Why the content of the request was not sent as a whole; null if it has been, or has failed. */
    private volatile @Nullable Throwable kept;

    private int interim;
    private long queued;

    public HttpExchange(HttpDestination destination, HttpRequest request, int retries) {
        this.destination = destination;
        this.request = request;
        this.conversation = request.getConversation();
        this.retries = retries;
        ResponseListeners begun = conversation.getResponseListeners();
        if (begun == null) {
            throw new IllegalStateException("The request is to be sent by its own method: " + request);
        }
        this.listeners = begun;
        conversation.setExchange(this);
        destination.begun();
    }

    /** What carries an exchange, such as a connection of HTTP/1.1. */
    public interface Carrier {
        /** Ends carrying it before its end. */
        void abort(HttpExchange exchange, Throwable cause);

        /**
         * Stops sending the request, as the response has come.
         *
         * @return whether all of it was sent, although the sender has yet to notice: the exchange ends when it has
         */
        boolean stopSending(HttpExchange exchange);

        /** Runs a task when the network is not just being given bytes of the request. */
        default void afterWrite(Runnable task) {
            task.run();
        }

        /** Runs a task once nothing of the request is being read or sent any longer. */
        void afterSending(Runnable task);

        /** Called once the exchange has succeeded, before its listeners are called: the next one may follow. */
        void release(HttpExchange exchange);

        /** Sends the content that waits for 100 Continue. */
        void proceed();
    }

    public HttpRequest getRequest() {
        return request;
    }

    /** Sets when it was queued, as System.nanoTime(). */
    void setQueued(long nanoTime) {
        queued = nanoTime;
    }

    /** Returns when it was queued; read by those who found it in the queue. */
    long getQueued() {
        return queued;
    }

    public HttpDestination getHttpDestination() {
        return destination;
    }

    public HttpConversation getConversation() {
        return conversation;
    }

    public HttpClient getHttpClient() {
        return destination.getHttpClient();
    }

    /** Returns the head of the final response; null before it has come. */
    public @Nullable HttpResponse getResponse() {
        return response;
    }

    public boolean isEnded() {
        return (state.get() & (RESPONSE | FAILED)) != 0;
    }

    /** Gives it to a carrier; returns false if it has ended. */
    public boolean carryBy(Carrier newCarrier) {
        carrier = newCarrier;
        return !isEnded();
    }

    public void proceed() {
        Carrier current = carrier;
        if (current != null) {
            current.proceed();
        }
    }

    // ---- the request

    /** All of the request was sent. */
    public void requestSucceeded() {
        if (endRequest()) {
            request.notifySuccess();
        }
    }

    /** The network refused the request: a response that is there already still counts. */
    public void requestFailed(Throwable cause) {
        Throwable reason = reason(cause);
        requestFailure = reason;
        if (endRequest()) {
            request.notifyFailure(reason);
        }
    }

    /** Returns what is wrong with TLS in place of the write that ended by it. */
    private static Throwable reason(Throwable cause) {
        return cause instanceof EofException && cause.getCause() instanceof SSLException tls ? tls : cause;
    }

    public @Nullable Throwable getRequestFailure() {
        return requestFailure;
    }

    public boolean isRequestEnded() {
        return (state.get() & REQUEST) != 0;
    }

    private boolean endRequest() {
        while (true) {
            int current = state.get();
            if ((current & REQUEST) != 0) {
                return false;
            }
            if (state.compareAndSet(current, current | REQUEST)) {
                return true;
            }
        }
    }

    // ---- the response

    /**
     * Reports the head of an interim response.
     *
     * @return false if there were too many, upon which the exchange has failed
     */
    public boolean interim(HttpVersion version, int status, @Nullable String reason, HttpFields fields) {
        if (++interim > MAX_INTERIM) {
            fail(new IllegalStateException("More than " + MAX_INTERIM + " interim responses"));
            return false;
        }
        HttpResponse head = new HttpResponse(request, version, status, reason, fields);
        ProtocolHandler handler = getHttpClient().findProtocolHandler(request, head);
        if (handler != null) {
            ResponseListeners handling = new ResponseListeners(handler.getResponseListener());
            invoke(() -> {
                handling.head(head);
                handling.notifySuccess(head);
                handling.notifyComplete(new Result(request, head));
            });
        }
        return true;
    }

    private void storeCookies(HttpClient client, HttpFields fields) {
        for (HttpField field : fields) {
            if (field.getHeader() == HttpHeader.SET_COOKIE) {
                client.putCookie(request.getURI(), field);
            }
        }
    }

    /** Reports the head of the final response, and has its content read. */
    public void responseHead(
            HttpVersion version, int status, @Nullable String reason, HttpFields fields, Content.Source source) {
        HttpResponse head = new HttpResponse(request, version, status, reason, fields);
        response = head;
        invoke(() -> {
            if (isEnded()) {
                source.fail(new IllegalStateException("The request has ended"));
                return;
            }
            HttpClient client = getHttpClient();
            if (fields.contains(HttpHeader.SET_COOKIE)) {
                storeCookies(client, fields);
            }
            conversation.storeCredentials(status, client.getAuthenticationStore());
            ProtocolHandler handler = client.findProtocolHandler(request, head);
            if (handler != null) {
                listeners = new ResponseListeners(handler.getResponseListener());
                takenOver = true;
            }
            long limit = client.getMaxResponseContentSize();
            Content.Source content = ContentDecoding.decode(client.getContentDecoderFactories(), request, head, source);
            if (limit >= 0) {
                content = new LimitedContent(content, limit, this::fail);
            }
            if (content != source) {
                content = decode(content);
            }
            listeners.head(head);
            if (limit >= 0 && announcedLength(head) > limit) {
                // nothing of it is given to anybody
                fail(LimitedContent.tooLong(limit));
            } else {
                listeners.content(head, content);
            }
        });
    }

    /** Returns the length of the content that follows, if the head tells; -1 otherwise. */
    private long announcedLength(HttpResponse head) {
        return HttpMethod.HEAD.is(request.getMethod()) || HttpStatus.hasNoBody(head.getStatus())
                ? -1
                : head.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
    }

    private Content.Source decode(Content.Source source) {
        DecodedContent content = new DecodedContent(source, this::invoke);
        decoded = content;
        if ((state.get() & FAILED) != 0) {
            content.fail(new IllegalStateException("The request has ended"));
        }
        return content;
    }

    /** Runs a task that calls listeners: what it throws is the end of the request. */
    public void invoke(Runnable task) {
        conversation.getInvoker().run(() -> {
            try {
                task.run();
            } catch (Throwable x) {
                fail(x);
            }
        });
    }

    /** The response has come as a whole. */
    public void responseSucceeded(@Nullable HttpFields trailers) {
        int before;
        do {
            before = state.get();
            if ((before & (RESPONSE | FAILED)) != 0) {
                return;
            }
        } while (!state.compareAndSet(before, before | RESPONSE));
        received().setTrailers(trailers);
        if ((before & REQUEST) == 0) {
            carrying().afterWrite(this::stopSending);
        } else {
            responseEnded();
        }
    }

    /** The response has come before the sender has noticed that all was sent, if it was. */
    private void stopSending() {
        if (!isRequestEnded()) {
            Carrier current = carrying();
            if (current.stopSending(this)) {
                current.afterSending(this::responseEnded);
                return;
            }
            if (endRequest()) {
                request.notifyFailure(new HttpRequestException("The response came before all was sent", request));
            }
        }
        responseEnded();
    }

    /**
     * Returns whether content that is given up is kept for a request that may follow, and which rewinds it. Streams are not: they may block
     * whoever reads them, until they fail.
     *
     * @param cause why it is given up
     */
    public boolean keepContent(Request.Content content, Throwable cause) {
        Object source = content instanceof ContentSourceRequestContent wrapper ? wrapper.getContentSource() : content;
        if (!takenOver || source instanceof InputStreamContentSource) {
            return false;
        }
        kept = cause;
        return true;
    }

    private void responseEnded() {
        Carrier current = carrying();
        current.release(this);
        if (received().getStatus() == HttpStatus.SWITCHING_PROTOCOLS_101 || kept != null) {
            // the connection is given away when all was sent, and content is rewound when it is read no longer: the
            // listeners hear of the end after that
            current.afterSending(this::succeed);
        } else {
            succeed();
        }
    }

    /** Returns what carries it. */
    private Carrier carrying() {
        Carrier current = carrier;
        assert current != null : "the response has come by it";
        return current;
    }

    /** Returns the head of the response. */
    private HttpResponse received() {
        HttpResponse head = response;
        assert head != null : "it comes before the end";
        return head;
    }

    private void succeed() {
        DecodedContent content = decoded;
        if (content == null) {
            conversation.getInvoker().run(() -> completeResponse(null));
        } else {
            content.whenEnded(failure -> conversation.getInvoker().run(() -> completeResponse(failure)));
        }
    }

    /** @param undecoded why all that has come could not be decoded */
    private void completeResponse(@Nullable Throwable undecoded) {
        HttpResponse head = received();
        Throwable failure = undecoded;
        if (failure == null) {
            try {
                listeners.notifySuccess(head);
            } catch (Throwable x) {
                failure = x;
            }
        }
        if (failure != null) {
            listeners.notifyFailure(head, failure);
        }
        complete(new Result(request, null, head, failure));
    }

    private void complete(Result result) {
        int before = state.getAndUpdate(bits -> bits | COMPLETE);
        if ((before & COMPLETE) == 0) {
            destination.ended();
            listeners.notifyComplete(result);
            failKept();
        }
    }

    /** Fails content that was kept in vain. */
    private void failKept() {
        Throwable cause = kept;
        Request.Content body = request.getBody();
        if (cause != null && body != null && !conversation.isContentSentAfter(this)) {
            body.fail(cause);
        }
    }

    // ---- failure

    /** Which requests may be sent again after a failure. */
    public enum Retry {
        NONE,
        /** Idempotent ones, as the server may have processed it (RFC 9110, section 9.2.2). */
        IDEMPOTENT,
        /** Any, as the server has not processed it (RFC 9113, section 8.7). */
        ANY
    }

    /** Ends it with a cause; returns false if it has ended. */
    public boolean fail(Throwable cause) {
        return fail(cause, Retry.NONE);
    }

    /** As {@link #fail(Throwable, Retry)}, for idempotent requests, or none. */
    public boolean fail(Throwable cause, boolean unanswered) {
        return fail(cause, unanswered ? Retry.IDEMPOTENT : Retry.NONE);
    }

    /**
     * Ends it with a cause.
     *
     * @param retry whether it may be sent again: for example an idempotent request where the connection had been kept and ended
     *     without a byte of the response (RFC 9112, section 9.3.1)
     */
    public boolean fail(Throwable failure, Retry retry) {
        Throwable cause = reason(failure);
        int before;
        do {
            before = state.get();
            DecodedContent received = decoded;
            if ((before & RESPONSE) != 0 && received != null) {
                // what has come is still being decoded
                received.fail(cause);
            }
            if ((before & (RESPONSE | FAILED)) != 0) {
                return false;
            }
        } while (!state.compareAndSet(before, before | FAILED | REQUEST));
        destination.remove(this);
        Carrier current = carrier;
        if (current != null) {
            current.abort(this, cause);
        }
        DecodedContent content = decoded;
        if (content != null) {
            content.fail(cause);
        }
        boolean requestOpen = (before & REQUEST) == 0;
        if (!mayRetry(retry)) {
            giveUp(requestOpen, retry == Retry.ANY ? new RetryableRequestException(cause) : cause);
        } else if (current == null) {
            retry(requestOpen, retry, cause);
        } else {
            // the content is rewound when it is read no longer
            current.afterSending(() -> retry(requestOpen, retry, cause));
        }
        return true;
    }

    private void retry(boolean requestOpen, Retry retry, Throwable cause) {
        if (rewind(cause)) {
            HttpExchange next = new HttpExchange(destination, request, retries + 1);
            destination.ended();
            destination.send(next);
        } else {
            giveUp(requestOpen, retry == Retry.ANY ? new RetryableRequestException(cause) : cause);
        }
    }

    /** Returns whether the content can be sent again; what it throws is noted. */
    private boolean rewind(Throwable cause) {
        try {
            return request.getBody() == null || request.getBody().rewind();
        } catch (Throwable x) {
            cause.addSuppressed(x);
            return false;
        }
    }

    private void giveUp(boolean requestOpen, Throwable cause) {
        Request.Content body = request.getBody();
        if (body != null) {
            body.fail(cause);
        }
        conversation.getInvoker().run(() -> completeWithFailure(requestOpen, cause));
    }

    private boolean mayRetry(Retry retry) {
        if (retry == Retry.NONE) {
            return false;
        }
        HttpMethod method = HttpMethod.fromString(request.getMethod());
        boolean idempotent = method != null && method.isIdempotent();
        return (idempotent || retry == Retry.ANY) && retries < MAX_RETRIES && conversation.getAbortCause() == null;
    }

    private void completeWithFailure(boolean requestOpen, Throwable cause) {
        Throwable ofRequest = requestFailure;
        if (requestOpen) {
            ofRequest = cause;
            request.notifyFailure(cause);
        }
        HttpResponse head = response;
        if (head == null) {
            head = new HttpResponse(request, HttpVersion.HTTP_1_1, 0, null, HttpFields.EMPTY);
        }
        listeners.notifyFailure(head, cause);
        complete(new Result(request, ofRequest, head, cause));
    }
}
