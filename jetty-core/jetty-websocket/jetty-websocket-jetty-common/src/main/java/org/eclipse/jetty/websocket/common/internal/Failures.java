package org.eclipse.jetty.websocket.common.internal;

import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.exception.InvalidWebSocketException;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.eclipse.jetty.websocket.core.exception.ProtocolException;
import org.eclipse.jetty.websocket.core.exception.UpgradeException;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;

/** Exceptions of the API for those of the core. */
public final class Failures {
    private Failures() {}

    /** The API's exception of the same kind, whose cause is the core's; others stay as they are. */
    public static Throwable toApi(Throwable cause) {
        if (!(cause instanceof WebSocketException)) {
            return cause;
        }
        String message = cause.getMessage();
        if (cause instanceof MessageTooLargeException) {
            return new org.eclipse.jetty.websocket.api.exceptions.MessageTooLargeException(message, cause);
        }
        if (cause instanceof ProtocolException) {
            return new org.eclipse.jetty.websocket.api.exceptions.ProtocolException(message, cause);
        }
        if (cause instanceof BadPayloadException) {
            return new org.eclipse.jetty.websocket.api.exceptions.BadPayloadException(message, cause);
        }
        if (cause instanceof CloseException close) {
            return new org.eclipse.jetty.websocket.api.exceptions.CloseException(close.getStatusCode(), message, cause);
        }
        if (cause instanceof WebSocketTimeoutException) {
            return new org.eclipse.jetty.websocket.api.exceptions.WebSocketTimeoutException(message, cause);
        }
        if (cause instanceof InvalidWebSocketException) {
            return new org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException(message, cause);
        }
        if (cause instanceof UpgradeException upgrade) {
            return new org.eclipse.jetty.websocket.api.exceptions.UpgradeException(
                    upgrade.getRequestURI(), upgrade.getResponseStatusCode(), message, cause);
        }
        return new org.eclipse.jetty.websocket.api.exceptions.WebSocketException(message, cause);
    }
}
