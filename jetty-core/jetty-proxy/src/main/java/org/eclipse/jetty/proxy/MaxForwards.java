package org.eclipse.jetty.proxy;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * How many more proxies may pass a request on (RFC 9110, section 7.6.2): of OPTIONS and TRACE alone.
 *
 * @param number negative for no limit
 */
public record MaxForwards(long number) {
    /** The methods that are allowed where TRACE is not. */
    public static final String ALLOWED = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

    private static final MaxForwards NONE = new MaxForwards(-1);

    static MaxForwards of(Request request) {
        return of(request.getMethod(), request.getHeaders().get(HttpHeader.MAX_FORWARDS));
    }

    /**
     * Returns the number of a request.
     *
     * @param value of the field Max-Forwards
     */
    public static MaxForwards of(String method, @Nullable String value) {
        if (!HttpMethod.OPTIONS.is(method) && !HttpMethod.TRACE.is(method)) {
            return NONE;
        }
        if (value == null || !value.matches("[0-9]{1,9}")) {
            return NONE;
        }
        return new MaxForwards(Long.parseLong(value));
    }

    /** Returns whether this proxy is the last recipient. */
    public boolean isReached() {
        return number == 0;
    }

    /** Answers as the last recipient: an OPTIONS request without content, a TRACE request as one that is not allowed. */
    void answer(Request request, Response response, Callback callback) {
        if (HttpMethod.TRACE.is(request.getMethod())) {
            response.getHeaders().put(HttpHeader.ALLOW, ALLOWED);
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
        } else {
            response.setStatus(HttpStatus.NO_CONTENT_204);
            callback.succeeded();
        }
    }

    /** Sets the number of the request that is passed on. */
    public void apply(org.eclipse.jetty.client.Request request) {
        if (number > 0) {
            request.headers(headers -> headers.put(HttpHeader.MAX_FORWARDS, number - 1));
        }
    }
}
