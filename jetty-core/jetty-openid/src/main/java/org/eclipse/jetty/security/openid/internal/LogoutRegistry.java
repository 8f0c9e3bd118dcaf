package org.eclipse.jetty.security.openid.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import org.eclipse.jetty.server.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends sessions after a logout at the provider.
 *
 * <p>Sessions in memory end at once. Those in a store end when they are used next, as long as the logout is among the last 10000.
 * Logouts come by signed tokens of the provider, so that strangers cannot push others out.
 *
 * <p>Guarded by its own lock, which is not held while a session ends.
 */
public final class LogoutRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(LogoutRegistry.class);
    private static final int MAX = 10_000;

    private final Map<Session, Login> sessions = new WeakHashMap<>();
    private final SessionIndex index = new SessionIndex();
    private final Map<String, Long> logouts = new Bounded<>();
    private final Map<String, Long> tokens = new Bounded<>();
    private volatile boolean any;

    /**
     * A login at the provider. Immutable.
     *
     * @param sid the id of the session at the provider; null if it sends none
     * @param sub the user
     * @param time the seconds since 1970 at which the ID token was issued
     */
    public record Login(@Nullable String sid, String sub, long time) {}

    /** Adds a session that a user has logged in by. */
    public synchronized void add(Session session, Login login) {
        remove(session);
        sessions.put(session, login);
        index.add(bySubject(login.sub()), session);
        if (login.sid() != null) {
            index.add(bySession(login.sid()), session);
        }
    }

    /** Forgets a session whose user has logged out. */
    public synchronized void remove(Session session) {
        Login login = sessions.remove(session);
        if (login != null) {
            index.remove(bySubject(login.sub()), session);
            if (login.sid() != null) {
                index.remove(bySession(login.sid()), session);
            }
        }
    }

    private static String bySubject(String sub) {
        return "sub " + sub;
    }

    private static String bySession(String sid) {
        return "sid " + sid;
    }

    /** Whether the login was ended by a logout at the provider. */
    public boolean isLoggedOut(Login login) {
        return any && isAmongLogouts(login);
    }

    private synchronized boolean isAmongLogouts(Login login) {
        Long byUser = logouts.get(bySubject(login.sub()));
        Long bySession = login.sid() == null ? null : logouts.get(bySession(login.sid()));
        return byUser != null && login.time() <= byUser || bySession != null && login.time() <= bySession;
    }

    /** Whether a token is used for the first time. */
    public synchronized boolean isNew(String tokenId) {
        return tokens.put(tokenId, 0L) == null;
    }

    /**
     * Ends the sessions of a user.
     *
     * @param sid the session at the provider; null for all of the user
     * @param sub the user; null if there is a sid
     * @param time the seconds since 1970 of the logout; later logins are left alone
     */
    public void logout(@Nullable String sid, @Nullable String sub, long time) {
        String key = sid == null ? bySubject(Objects.requireNonNull(sub, "sid or sub")) : bySession(sid);
        synchronized (this) {
            any = true;
            logouts.put(key, time);
        }
        end(key, login -> (sub == null || sub.equals(login.sub())) && login.time() <= time);
    }

    /** Ends the sessions in memory that have a session id of the provider. */
    public void endKnown(String sid) {
        end(bySession(sid), login -> true);
    }

    private void end(String key, Predicate<Login> which) {
        List<Session> ending = new ArrayList<>();
        synchronized (this) {
            for (Session session : index.find(key)) {
                if (which.test(sessions.get(session))) {
                    ending.add(session);
                    remove(session);
                }
            }
        }
        for (Session session : ending) {
            try {
                session.invalidate();
            } catch (IllegalStateException x) {
                LOG.debug("session {} has ended already", session, x);
            }
        }
    }

    /** Drops the eldest. */
    private static final class Bounded<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > MAX;
        }
    }
}
