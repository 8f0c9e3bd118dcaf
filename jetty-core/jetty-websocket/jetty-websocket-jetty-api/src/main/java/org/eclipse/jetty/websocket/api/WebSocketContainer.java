package org.eclipse.jetty.websocket.api;

import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What sessions live in: a server's context, or a client. */
public interface WebSocketContainer {
    Executor getExecutor();

    Collection<Session> getOpenSessions();

    void addSessionListener(WebSocketSessionListener listener);

    boolean removeSessionListener(WebSocketSessionListener listener);

    void notifySessionListeners(Consumer<WebSocketSessionListener> consumer);
}
