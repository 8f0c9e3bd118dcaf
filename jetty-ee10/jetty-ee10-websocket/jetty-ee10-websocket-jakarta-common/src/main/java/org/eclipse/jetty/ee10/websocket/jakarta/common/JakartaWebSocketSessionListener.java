package org.eclipse.jetty.ee10.websocket.jakarta.common;

/** Is notified of sessions of a container. */
public interface JakartaWebSocketSessionListener {
    /** The session begins; its endpoint has not been called yet. */
    default void onJakartaWebSocketSessionOpened(JakartaWebSocketSession session) {}

    /** The session has ended; its endpoint has been told. */
    default void onJakartaWebSocketSessionClosed(JakartaWebSocketSession session) {}
}
