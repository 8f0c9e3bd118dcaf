package org.eclipse.jetty.proxy;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** A request of a client, and the back ends that it was sent to. Confined to its request, whose attempts come one after the other. */
final class BalancedRequest extends Request.Wrapper {
    private final boolean idempotent;
    private List<Backend> tried = List.of();
    private volatile Attempt attempt;
    private volatile @Nullable ReplayableRequest content;

    BalancedRequest(Request request, Attempt first) {
        super(request);
        HttpMethod method = HttpMethod.fromString(request.getMethod());
        idempotent = method != null && method.isIdempotent();
        attempt = first;
    }

    static BalancedRequest of(Request request) {
        BalancedRequest balanced = Request.as(request, BalancedRequest.class);
        assert balanced != null : "the handler wraps each request";
        return balanced;
    }

    /** Whether it may be sent again although a back end may have processed it (RFC 9110, section 9.2.2). */
    boolean isIdempotent() {
        return idempotent;
    }

    Attempt getAttempt() {
        return attempt;
    }

    /** Returns how often it was sent again. */
    int getRetries() {
        return tried.size();
    }

    /** Returns the back ends of the attempts, the present one included. */
    List<Backend> getTried() {
        List<Backend> all = new ArrayList<>(tried);
        all.add(attempt.getBackend());
        return all;
    }

    /** Goes on with another attempt. */
    void next(Attempt another) {
        tried = getTried();
        attempt = another;
    }

    /** Ends the reading of the content by the present attempt; returns whether another one can send it from its begin. */
    boolean endReading() {
        ReplayableRequest current = content;
        return current == null || current.endReading();
    }

    /** Returns the content of the present attempt, which is read from its begin. */
    Request newReading(Request request, int maxContentSize) {
        ReplayableRequest current = content;
        if (current == null) {
            current = new ReplayableRequest(request, idempotent ? maxContentSize : 0);
            content = current;
        }
        return current.newReading();
    }
}
