package org.eclipse.jetty.client;

/** A response is not as it should be. */
public class HttpResponseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Response response;

    public HttpResponseException(String message, Response response) {
        this(message, response, null);
    }

    public HttpResponseException(String message, Response response, Throwable cause) {
        super(message, cause);
        this.response = response;
    }

    public Response getResponse() {
        return response;
    }
}
