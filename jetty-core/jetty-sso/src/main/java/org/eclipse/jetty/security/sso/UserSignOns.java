package org.eclipse.jetty.security.sso;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The sign-ons that were begun on this server by users, of which each may have a number. Beyond it the eldest ends: first of those whose
 * cookie never came back, as of clients that keep no cookies. Guarded by itself.
 */
final class UserSignOns {
    private final int max;
    private final Map<User, Map<String, Boolean>> signOns = new HashMap<>();

    private record User(String realm, String name) {}

    UserSignOns(int max) {
        this.max = max;
    }

    /** Adds a sign-on; returns the id of the one that ends for it, or null. */
    synchronized String add(String realm, String user, String id) {
        Map<String, Boolean> own = signOns.computeIfAbsent(new User(realm, user), key -> new LinkedHashMap<>());
        String ends = null;
        if (own.size() >= max) {
            for (Map.Entry<String, Boolean> each : own.entrySet()) {
                if (ends == null || !each.getValue()) {
                    ends = each.getKey();
                }
                if (!each.getValue()) {
                    break;
                }
            }
            own.remove(ends);
        }
        own.put(id, Boolean.FALSE);
        return ends;
    }

    /** Notes that the cookie of a sign-on came back. */
    synchronized void seen(SignOn signOn) {
        Map<String, Boolean> own = signOns.get(new User(signOn.getRealm(), signOn.getUser()));
        if (own != null) {
            own.replace(signOn.getId(), Boolean.TRUE);
        }
    }

    synchronized Set<String> getIds() {
        Set<String> ids = new HashSet<>();
        signOns.values().forEach(own -> ids.addAll(own.keySet()));
        return ids;
    }

    synchronized void removeIf(Predicate<String> ended) {
        signOns.values().forEach(own -> own.keySet().removeIf(ended));
        signOns.values().removeIf(Map::isEmpty);
    }
}
