package org.eclipse.jetty.websocket.api.exceptions;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A request was not upgraded. */
public class UpgradeException extends WebSocketException {
    private final URI requestURI;
    private final int responseStatusCode;

    public UpgradeException(URI requestURI, int responseStatusCode, @Nullable String message) {
        super(message);
        this.requestURI = requestURI;
        this.responseStatusCode = responseStatusCode;
    }

    public UpgradeException(
            URI requestURI, int responseStatusCode, @Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
        this.requestURI = requestURI;
        this.responseStatusCode = responseStatusCode;
    }

    public UpgradeException(URI requestURI, int responseStatusCode, @Nullable Throwable cause) {
        super(cause);
        this.requestURI = requestURI;
        this.responseStatusCode = responseStatusCode;
    }

    /** Without a response. */
    public UpgradeException(URI requestURI, @Nullable Throwable cause) {
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
