package org.eclipse.jetty.ee10.webapp.internal;

import jakarta.servlet.SessionTrackingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.SessionHandler;

/** What the embedder had set of sessions before descriptors were applied. Immutable. */
final class SessionSettings {
    private final int interval;
    private final Set<SessionTrackingMode> trackingModes;
    private final String cookie;
    private final Map<String, String> attributes;

    SessionSettings(SessionHandler sessions) {
        interval = sessions.getMaxInactiveInterval();
        trackingModes = sessions.getEffectiveSessionTrackingModes();
        cookie = sessions.getSessionCookie();
        attributes = new HashMap<>(sessions.getSessionCookieAttributes());
    }

    void restore(SessionHandler sessions) {
        sessions.setMaxInactiveInterval(interval);
        sessions.setSessionTrackingModes(trackingModes);
        sessions.setSessionCookie(cookie);
        for (String name : Set.copyOf(sessions.getSessionCookieAttributes().keySet())) {
            sessions.setSessionCookieAttribute(name, attributes.get(name));
        }
        attributes.forEach(sessions::setSessionCookieAttribute);
    }
}
