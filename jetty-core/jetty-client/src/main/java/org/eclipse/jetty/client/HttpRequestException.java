package org.eclipse.jetty.client;

import org.jspecify.annotations.Nullable;

/** Why a request was not sent, or not as a whole, for a reason of its own rather than of the network. */
public class HttpRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Request request;

    public HttpRequestException(String message, Request request) {
        super(message);
        this.request = request;
    }

    /** Returns the request; null after serialization. */
    public @Nullable Request getRequest() {
        return request;
    }
}
