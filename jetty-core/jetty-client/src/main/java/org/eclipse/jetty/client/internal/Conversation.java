package org.eclipse.jetty.client.internal;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.client.Authentication;
import org.eclipse.jetty.client.AuthenticationStore;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.util.thread.SerializedInvoker;

/**
 * One call of an application: its request, and those that follow from it by redirections and authentication.
 *
 * <p>The listeners of the first request are called with the last response. Response events are serialized by one invoker.
 * Thread-safe.
 */
public final class Conversation {
    private final SerializedInvoker invoker = new SerializedInvoker(Conversation.class);
    private final AtomicReference<Throwable> abortCause = new AtomicReference<>();
    private volatile ResponseListeners listeners;
    private volatile Exchange exchange;
    private volatile Scheduler.Task timeout;
    private volatile boolean ended;
    private int redirects;
    /** What answered the challenges, by their status. Confined to the invoker. */
    private Map<Integer, Authentication.Result> credentials = Map.of();

    SerializedInvoker getInvoker() {
        return invoker;
    }

    public Throwable getAbortCause() {
        return abortCause.get();
    }

    /** Starts the conversation with its first request; otherwise does nothing. */
    public void begin(HttpRequest request, ResponseListeners responseListeners, Scheduler scheduler) {
        if (listeners != null) {
            return;
        }
        listeners = responseListeners;
        long milliseconds = request.getTimeout();
        if (milliseconds > 0) {
            timeout = scheduler.schedule(
                    () -> abort(new TimeoutException("Total timeout " + milliseconds + " ms elapsed")),
                    milliseconds,
                    TimeUnit.MILLISECONDS);
        }
    }

    public boolean isBegun() {
        return listeners != null;
    }

    ResponseListeners getListeners() {
        return listeners;
    }

    void setExchange(Exchange current) {
        exchange = current;
    }

    Exchange getExchange() {
        return exchange;
    }

    /** Counts a redirection; returns how many there were, this one included. */
    int nextRedirect() {
        return ++redirects;
    }

    /** Notes that credentials are sent in answer to a status; returns false if some were before. */
    boolean nextAuthentication(int status, Authentication.Result result) {
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
        Exchange current = exchange;
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
    void forward(Result result, byte[] content) {
        invoker.run(() -> {
            HttpResponse response = (HttpResponse) result.getResponse();
            Throwable failure = result.getResponseFailure();
            try {
                listeners.head(response);
                if (failure == null) {
                    listeners.content(response, Content.Source.from(ByteBuffer.wrap(content)));
                    listeners.success(response);
                }
            } catch (Throwable x) {
                failure = x;
            }
            Result forwarded = new Result(result.getRequest(), result.getRequestFailure(), response, failure);
            if (failure != null) {
                listeners.failure(response, failure);
            }
            end();
            listeners.complete(forwarded);
        });
    }
}
