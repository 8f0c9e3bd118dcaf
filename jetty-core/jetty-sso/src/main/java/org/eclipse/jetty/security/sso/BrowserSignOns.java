package org.eclipse.jetty.security.sso;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;

/**
 * Which sign-ons are of one browser although their cookies do not say so: tabs that log in at the same time send the same cookie, and each
 * of them gets another one, of which the browser keeps the last.
 *
 * <p>Known to one server, and bounded. Guarded by itself.
 */
final class BrowserSignOns {
    private static final int MAX = 10_000;
    /** Longer than a login takes, from its request until the browser has the new cookie. */
    private static final long LOGIN_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final AutoLock[] locks = Stream.generate(AutoLock::new).limit(64).toArray(AutoLock[]::new);
    private final Map<SignOnToken, Login> logins = new LinkedHashMap<>();
    private final Map<String, Set<String>> groups = new LinkedHashMap<>();

    private record Login(String id, long time) {}

    /** Lets logins with the same cookie take turns. */
    AutoLock lock(List<SignOnToken> cookies) {
        int hash = cookies.isEmpty()
                ? (int) Thread.currentThread().getId()
                : cookies.get(0).hashCode();
        return locks[Math.floorMod(hash, locks.length)].lock();
    }

    /** Notes that a login whose request had some cookies began or renewed a sign-on. */
    synchronized void loggedIn(List<SignOnToken> cookies, String id) {
        long now = System.nanoTime();
        for (SignOnToken token : cookies) {
            logins.remove(token);
            logins.put(token, new Login(id, now));
        }
        Iterator<Login> eldest = logins.values().iterator();
        while (eldest.hasNext()) {
            boolean old = now - eldest.next().time() > LOGIN_NANOS;
            if (!old && logins.size() <= MAX) {
                return;
            }
            eldest.remove();
        }
    }

    /** Returns the sign-on of the last login whose request had one of some cookies, a moment ago; null for none. */
    synchronized @Nullable String find(List<SignOnToken> cookies) {
        for (SignOnToken token : cookies) {
            Login login = logins.get(token);
            if (login != null && System.nanoTime() - login.time() <= LOGIN_NANOS) {
                return login.id();
            }
        }
        return null;
    }

    /** Notes that two sign-ons are of one browser. */
    synchronized void join(String id, String other) {
        Set<String> group = groups.getOrDefault(id, new HashSet<>());
        group.addAll(groups.getOrDefault(other, Set.of()));
        group.add(id);
        group.add(other);
        group.forEach(each -> groups.put(each, group));
        Iterator<Set<String>> eldest = groups.values().iterator();
        while (groups.size() > MAX) {
            eldest.next().clear();
            eldest.remove();
        }
    }

    /** Forgets a sign-on and returns the others of its browser. */
    synchronized Set<String> remove(String id) {
        Set<String> group = groups.remove(id);
        if (group == null) {
            return Set.of();
        }
        groups.keySet().removeAll(group);
        group.remove(id);
        return group;
    }

    /** Forgets sign-ons that have ended. */
    synchronized void removeEnded(Set<String> ended) {
        groups.keySet().removeAll(ended);
        groups.values().forEach(group -> group.removeAll(ended));
    }
}
