package org.eclipse.jetty.security.sso;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.security.LoginUnavailableException;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.session.SessionManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of this server by the sign-ons that they belong to, so that they end with it at once. A session that is not here, as after
 * a restart, ends with its next request. Thread-safe.
 */
final class SignOnSessions {
    private static final Logger LOG = LoggerFactory.getLogger(SignOnSessions.class);

    private final Map<String, Set<Member>> members = new ConcurrentHashMap<>();

    /** A session of a context. */
    private record Member(SessionManager manager, String id) {}

    private static @Nullable Member member(Session session) {
        return session instanceof ManagedSession managed
                ? new Member(managed.getSessionManager(), managed.getId())
                : null;
    }

    void add(String signOn, Session session) {
        Member member = member(session);
        if (member != null) {
            members.compute(signOn, (id, before) -> {
                Set<Member> all = before == null ? ConcurrentHashMap.newKeySet() : before;
                all.add(member);
                return all;
            });
        }
    }

    /** A session does not belong to a sign-on any longer. */
    void remove(String signOn, Session session) {
        Member member = member(session);
        if (member != null) {
            members.computeIfPresent(signOn, (id, all) -> {
                all.remove(member);
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Ends the sessions of a sign-on, but for one if it is given. */
    void end(String signOn, @Nullable Session except) {
        Set<Member> all = members.remove(signOn);
        Member stays = except == null ? null : member(except);
        if (all != null) {
            all.stream().filter(member -> !member.equals(stays)).forEach(SignOnSessions::end);
        }
    }

    /**
     * Ends a session that must not be used any longer, as time does: it is no logout.
     *
     * @throws LoginUnavailableException if it could not be ended, as the store of sessions is away
     */
    void end(Session session) {
        Member member = member(session);
        if (member == null) {
            return;
        }
        end(member);
        ManagedSession managed = (ManagedSession) session;
        if (managed.isValid()) {
            if (!isGone(member)) {
                throw new LoginUnavailableException("A session cannot be ended: " + session.getId(), null);
            }
            // a cache that keeps nothing has ended another object, and its listeners were called
            managed.beginInvalidate();
        }
    }

    private static void end(Member member) {
        try {
            if (member.manager.isRunning()) {
                member.manager.invalidate(member.id);
            }
        } catch (Exception x) {
            LOG.warn("A session of a sign-on that has ended stays until its next request: {}", x.toString());
            LOG.debug("cannot be ended: {}", member, x);
        }
    }

    /** The sign-ons that sessions belong to. */
    Set<String> getSignOns() {
        return new HashSet<>(members.keySet());
    }

    /** Forgets sessions that have ended, or whose id has changed. */
    void sweep() {
        for (String signOn : getSignOns()) {
            members.computeIfPresent(signOn, (id, all) -> {
                all.removeIf(SignOnSessions::isGone);
                return all.isEmpty() ? null : all;
            });
        }
    }

    private static boolean isGone(Member member) {
        try {
            return !member.manager.isRunning() || !member.manager.isIdInUse(member.id);
        } catch (Exception x) {
            LOG.debug("cannot be looked for: {}", member, x);
            return false;
        }
    }

    int size() {
        return members.values().stream().mapToInt(Set::size).sum();
    }
}
