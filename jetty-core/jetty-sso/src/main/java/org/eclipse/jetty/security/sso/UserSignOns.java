package org.eclipse.jetty.security.sso;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sign-ons that were begun on this server by users, of which each may have a number. Beyond it the eldest ends: first of those whose
 * cookie never came back, as of clients that keep no cookies. Guarded by itself.
 */
final class UserSignOns {
    private final int max;
    private final Map<User, Map<String, Boolean>> signOns = new HashMap<>();
    private final Map<String, User> owners = new HashMap<>();

    private record User(String realm, String name) {}

    UserSignOns(int max) {
        this.max = max;
    }

    /** Adds a sign-on; returns the id of the one that ends for it; null if none does. */
    synchronized @Nullable String add(String realm, String user, String id) {
        User owner = new User(realm, user);
        Map<String, Boolean> own = signOns.computeIfAbsent(owner, key -> new LinkedHashMap<>());
        String ends = own.size() < max ? null : eldest(own);
        own.put(id, Boolean.FALSE);
        owners.put(id, owner);
        if (ends != null) {
            remove(ends);
        }
        return ends;
    }

    private static String eldest(Map<String, Boolean> own) {
        for (Map.Entry<String, Boolean> each : own.entrySet()) {
            if (!each.getValue()) {
                return each.getKey();
            }
        }
        return own.keySet().iterator().next();
    }

    /** Notes that the cookie of a sign-on came back. */
    synchronized void seen(SignOn signOn) {
        User owner = owners.get(signOn.getId());
        Map<String, Boolean> own = owner == null ? null : signOns.get(owner);
        if (own != null) {
            own.put(signOn.getId(), Boolean.TRUE);
        }
    }

    synchronized Set<String> getIds() {
        return new HashSet<>(owners.keySet());
    }

    synchronized void remove(String id) {
        User owner = owners.remove(id);
        Map<String, Boolean> own = owner == null ? null : signOns.get(owner);
        if (own != null) {
            own.remove(id);
            if (own.isEmpty()) {
                signOns.remove(owner);
            }
        }
    }
}
