package org.eclipse.jetty.client;

import org.jspecify.annotations.Nullable;

/** A response is not as it should be. */
public class HttpResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Response response;

    public HttpResponseException(String message, Response response) {
        this(message, response, null);
    }

    public HttpResponseException(String message, Response response, @Nullable Throwable cause) {
        super(message, cause);
        this.response = response;
    }

    /** Returns the response; null after serialization. */
    public @Nullable Response getResponse() {
        return response;
    }
}
