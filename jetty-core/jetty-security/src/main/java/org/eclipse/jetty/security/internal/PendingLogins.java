package org.eclipse.jetty.security.internal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.security.authentication.SessionAuthentication;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions that hold a request until its user has logged in, limited in memory.
 *
 * <p>Anybody can have such a session made. Beyond the limit the eldest loses what was saved in it, and ends if it was made for
 * that alone. Its user can still log in, and is then sent to the root of the application.
 *
 * <p>Guarded by its own lock, which is not held while a session is changed.
 */
public final class PendingLogins {
    /** The session attribute of the inactive intervals that the session has after the login, and until then. */
    private static final String INTERVAL = "org.eclipse.jetty.security.form_interval";

    /** The bytes counted for a session beside the saved request. */
    private static final int SESSION_BYTES = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(PendingLogins.class);

    private final Set<String> attributes;
    private final Map<String, Pending> pending = new LinkedHashMap<>();
    private long bytes;

    /** @param attributes the names of the session attributes that hold a saved request */
    public PendingLogins(Set<String> attributes) {
        Set<String> all = new HashSet<>(attributes);
        all.add(INTERVAL);
        this.attributes = Set.copyOf(all);
    }

    /**
     * Lets a session that was made to save a request end early.
     *
     * @param interval the seconds without use; 0 or less for those of other sessions
     */
    public static void shorten(Session session, int interval) {
        int normal = session.getMaxInactiveInterval();
        if (interval > 0 && (normal <= 0 || normal > interval)) {
            session.setAttribute(INTERVAL, normal + " " + interval);
            session.setMaxInactiveInterval(interval);
        }
    }

    /** Gives a session, if there is one that was shortened, the interval of others, unless the application has set one. */
    public static void restoreInterval(@Nullable Session session) {
        if (session == null || !(session.getAttribute(INTERVAL) instanceof String intervals)) {
            return;
        }
        session.removeAttribute(INTERVAL);
        int blank = intervals.indexOf(' ');
        if (session.getMaxInactiveInterval() == Integer.parseInt(intervals.substring(blank + 1))) {
            session.setMaxInactiveInterval(Integer.parseInt(intervals.substring(0, blank)));
        }
    }

    /**
     * Adds a session in which a request was saved, and removes the eldest ones beyond the limit.
     *
     * @param made whether the session was made to save the request
     * @param saved the bytes of the saved request
     * @param maxBytes the most bytes of all sessions together; negative for no limit
     */
    public void add(Session session, boolean made, int saved, long maxBytes) {
        Set<String> names = made ? Set.copyOf(session.getAttributeNameSet()) : Set.of();
        List<Pending> evicted = new ArrayList<>();
        synchronized (this) {
            Pending added = new Pending(new WeakReference<>(session), names, saved + SESSION_BYTES);
            Pending before = pending.remove(session.getId());
            pending.put(session.getId(), added);
            bytes += added.bytes - (before == null ? 0 : before.bytes);
            var eldest = pending.values().iterator();
            while (maxBytes >= 0 && bytes > maxBytes && pending.size() > 1) {
                Pending next = eldest.next();
                eldest.remove();
                bytes -= next.bytes;
                evicted.add(next);
            }
        }
        evicted.forEach(this::evict);
    }

    private void evict(Pending eldest) {
        Session session = eldest.session.get();
        if (session == null) {
            return;
        }
        try {
            if (session.getAttribute(SessionAuthentication.AUTHENTICATED_ATTRIBUTE) != null
                    || attributes.stream().noneMatch(name -> session.getAttribute(name) != null)) {
                return;
            }
            if (eldest.names.containsAll(session.getAttributeNameSet())) {
                session.invalidate();
            } else {
                attributes.forEach(session::removeAttribute);
            }
        } catch (IllegalStateException x) {
            LOG.debug("session {} has ended already", session, x);
        }
    }

    /** A session; with the names of its attributes if it was made to save the request, and ends if the application adds none. */
    private record Pending(WeakReference<Session> session, Set<String> names, int bytes) {}
}
