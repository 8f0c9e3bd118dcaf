package org.eclipse.jetty.ee10.websocket.jakarta.server.internal;

import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionIdListener;
import jakarta.servlet.http.HttpSessionListener;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketSession;
import org.eclipse.jetty.ee10.websocket.jakarta.common.JakartaWebSocketSessionListener;

/**
 * The sessions of users who were known when they began: they are closed by 1008 when the user's HTTP session ends (WebSocket
 * section 7.2). Thread-safe.
 */
public final class AuthenticatedSessions
        implements JakartaWebSocketSessionListener, HttpSessionListener, HttpSessionIdListener {
    private final Map<String, Set<JakartaWebSocketSession>> byHttpSession = new ConcurrentHashMap<>();

    @Override
    public void onJakartaWebSocketSessionOpened(JakartaWebSocketSession session) {
        String id = session.getUpgradeRequest().httpSessionId();
        if (id == null || session.getUserPrincipal() == null) {
            return;
        }
        byHttpSession.compute(id, (key, sessions) -> {
            Set<JakartaWebSocketSession> all = sessions == null ? ConcurrentHashMap.newKeySet() : sessions;
            all.add(session);
            return all;
        });
    }

    @Override
    public void onJakartaWebSocketSessionClosed(JakartaWebSocketSession session) {
        if (session.getUpgradeRequest().httpSessionId() == null) {
            return;
        }
        // the id of the HTTP session may have changed
        for (String id : byHttpSession.keySet()) {
            byHttpSession.computeIfPresent(id, (key, sessions) -> {
                sessions.remove(session);
                return sessions.isEmpty() ? null : sessions;
            });
        }
    }

    @Override
    public void sessionIdChanged(HttpSessionEvent event, String oldSessionId) {
        Set<JakartaWebSocketSession> sessions = byHttpSession.remove(oldSessionId);
        if (sessions != null) {
            byHttpSession.put(event.getSession().getId(), sessions);
        }
    }

    @Override
    public void sessionDestroyed(HttpSessionEvent event) {
        Set<JakartaWebSocketSession> sessions =
                byHttpSession.remove(event.getSession().getId());
        if (sessions == null) {
            return;
        }
        for (JakartaWebSocketSession session : sessions) {
            session.close(new CloseReason(CloseCodes.VIOLATED_POLICY, "The HTTP session has ended"));
        }
    }

    @Override
    public void sessionCreated(HttpSessionEvent event) {}
}
