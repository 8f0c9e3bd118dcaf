package org.eclipse.jetty.websocket.api;

/** Is notified of the sessions of a container. */
public interface WebSocketSessionListener {
    default void onWebSocketSessionCreated(Session session) {}

    default void onWebSocketSessionOpened(Session session) {}

    default void onWebSocketSessionClosed(Session session) {}
}
