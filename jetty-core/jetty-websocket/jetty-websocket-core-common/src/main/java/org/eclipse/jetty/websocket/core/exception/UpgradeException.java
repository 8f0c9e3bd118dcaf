package org.eclipse.jetty.websocket.core.exception;

import java.net.URI;

/** A request was not upgraded. */
public class UpgradeException extends WebSocketException {
    private final URI requestURI;
    private final int responseStatusCode;

    public UpgradeException(URI requestURI, int responseStatusCode, String message) {
        super(message);
        this.requestURI = requestURI;
        this.responseStatusCode = responseStatusCode;
    }

    public UpgradeException(URI requestURI, int responseStatusCode, String message, Throwable cause) {
        super(message, cause);
        this.requestURI = requestURI;
        this.responseStatusCode = responseStatusCode;
    }

    /** Without a response. */
    public UpgradeException(URI requestURI, Throwable cause) {
        super(cause);
        this.requestURI = requestURI;
        responseStatusCode = -1;
    }

    public URI getRequestURI() {
        return requestURI;
    }

    /** The status of the response; -1 if there was none. */
    public int getResponseStatusCode() {
        return responseStatusCode;
    }
}
