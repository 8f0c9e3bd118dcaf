package org.eclipse.jetty.client.transport;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.AuthenticationStore;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Attributes;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.SerializedInvoker;
import org.jspecify.annotations.Nullable;

/**
 * One call of an application: its request, and those that follow from it by redirections and authentication.
 *
 * <p>The listeners of the first request are called with the last response. Response events are serialized by one invoker. The
 * attributes are for those who take part in it, such as a {@link org.eclipse.jetty.client.ProtocolHandler} that counts its own requests.
 * Thread-safe.
 */
public class HttpConversation extends Attributes.Lazy {
    private final SerializedInvoker invoker = new SerializedInvoker(HttpConversation.class);
    private final AtomicReference<@Nullable Throwable> abortCause = new AtomicReference<>();
    private volatile @Nullable ResponseListeners listeners;
    private volatile @Nullable ResponseListeners instead;
    private volatile @Nullable HttpExchange exchange;
    private volatile Scheduler.@Nullable Task timeout;
    private volatile boolean ended;
    private int redirects;
    /** What answered the challenges, by their status. Confined to the invoker. */
    private Map<Integer, Authentication.Result> credentials = Map.of();

    /** Returns what calls the listeners of responses, one after the other. */
    public SerializedInvoker getInvoker() {
        return invoker;
    }

    public @Nullable Throwable getAbortCause() {
        return abortCause.get();
    }

    /** Starts the conversation with its first request; otherwise does nothing. */
    public void begin(HttpRequest request, ResponseListeners responseListeners, @Nullable Scheduler scheduler) {
        if (listeners != null) {
            return;
        }
        responseListeners.setEnding(this::end);
        listeners = responseListeners;
        long milliseconds = request.getTimeout();
        if (milliseconds > 0) {
            if (scheduler == null) {
                throw new IllegalStateException("The client has not been started, and has no scheduler: " + request);
            }
            timeout = scheduler.schedule(
                    () -> abort(new TimeoutException("Total timeout " + milliseconds + " ms elapsed")),
                    milliseconds,
                    TimeUnit.MILLISECONDS);
        }
    }

    /**
     * Returns the listeners that the response of the next request is reported to: those of the first request, unless others were
     * {@linkplain #updateResponseListeners set}; null before the first request is sent.
     */
    public @Nullable ResponseListeners getResponseListeners() {
        ResponseListeners others = instead;
        return others == null ? listeners : others;
    }

    /** Sets what the responses of requests that are sent from now on are reported to; null for the listeners of the first request. */
    public void updateResponseListeners(Response.@Nullable Listener listener) {
        instead = listener == null ? null : new ResponseListeners(listener);
    }

    void setExchange(HttpExchange current) {
        exchange = current;
    }

    /** Returns whether a request follows that of an exchange, and has its content. */
    boolean isContentSentAfter(HttpExchange ended) {
        HttpExchange current = exchange;
        return current != null
                && current != ended
                && current.getRequest().getBody() == ended.getRequest().getBody();
    }

    /** Counts a redirection; returns how many there were, this one included. */
    public int nextRedirect() {
        // they were accepted, or not asked for; the target may ask for others, or again
        credentials = Map.of();
        return ++redirects;
    }

    /** Notes that credentials are sent in answer to a status; returns false if some were before. */
    public boolean nextAuthentication(int status, Authentication.Result result) {
        if (credentials.isEmpty()) {
            credentials = new HashMap<>(2);
        }
        return credentials.putIfAbsent(status, result) == null;
    }

    /** Stores the credentials that a response has accepted: from now on they are sent without a challenge. */
    void storeCredentials(int status, AuthenticationStore store) {
        if (!credentials.isEmpty()) {
            credentials.forEach((refused, result) -> {
                // a proxy that lets a request pass has accepted its own, whatever the server says
                if (status != refused && status != HttpStatus.PROXY_AUTHENTICATION_REQUIRED_407) {
                    store.addAuthenticationResult(result);
                }
            });
        }
    }

    /** Ends it; returns false if it has ended or was aborted before. */
    public boolean abort(Throwable cause) {
        if (ended || !abortCause.compareAndSet(null, cause)) {
            return false;
        }
        HttpExchange current = exchange;
        return current == null || current.fail(cause);
    }

    /** Called when the listeners of the application are about to be told the end. */
    void end() {
        ended = true;
        Scheduler.Task task = timeout;
        if (task != null) {
            task.cancel();
        }
    }

    /** Reports a response, whose content a protocol handler has read, to the listeners of the application. */
    public void forward(Result result, byte[] content) {
        ResponseListeners first = listeners;
        assert first != null : "there is a response";
        invoker.run(() -> first.emit(result, content));
    }
}
