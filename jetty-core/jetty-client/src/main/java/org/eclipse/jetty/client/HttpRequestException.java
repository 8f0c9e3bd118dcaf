package org.eclipse.jetty.client;

/** A request could not be sent as it is. */
public class HttpRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Request request;

    public HttpRequestException(String message, Request request) {
        super(message);
        this.request = request;
    }

    public Request getRequest() {
        return request;
    }
}
