package org.eclipse.jetty.security.openid.internal;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.eclipse.jetty.server.Session;

/**
 * Finds sessions by a key, such as the id of a session at the provider, in constant time. Sessions are held weakly. Guarded by the lock of its owner.
 */
final class SessionIndex {
    private static final int MIN_SWEEP = 1000;

    private final Map<String, Set<Session>> sessions = new HashMap<>();
    private int sweepAt = MIN_SWEEP;

    void add(String key, Session session) {
        if (sessions.size() >= sweepAt) {
            // keys of sessions that were collected; at most one look at each key for each that is added
            sessions.values().removeIf(Set::isEmpty);
            sweepAt = Math.max(MIN_SWEEP, 2 * sessions.size());
        }
        sessions.computeIfAbsent(key, k -> Collections.newSetFromMap(new WeakHashMap<>()))
                .add(session);
    }

    void remove(String key, Session session) {
        Set<Session> same = sessions.get(key);
        if (same != null) {
            same.remove(session);
            if (same.isEmpty()) {
                sessions.remove(key);
            }
        }
    }

    List<Session> find(String key) {
        return List.copyOf(sessions.getOrDefault(key, Set.of()));
    }

    /** The number of keys. */
    int size() {
        return sessions.size();
    }
}
