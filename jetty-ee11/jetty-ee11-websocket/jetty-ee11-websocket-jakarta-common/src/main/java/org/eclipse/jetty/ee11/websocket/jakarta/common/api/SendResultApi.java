package org.eclipse.jetty.ee11.websocket.jakarta.common.api;

import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import org.jspecify.annotations.Nullable;

/** What a send handler is told in this version of the WebSocket API. Thread-safe. */
public final class SendResultApi {
    private SendResultApi() {}

    /** Returns the result of a message that a session sent; the failure is null for success. */
    public static SendResult of(Session session, @Nullable Throwable failure) {
        return failure == null ? new SendResult(session) : new SendResult(session, failure);
    }
}
