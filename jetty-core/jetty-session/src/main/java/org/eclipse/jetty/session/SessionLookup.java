package org.eclipse.jetty.session;

import java.util.List;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.session.AbstractSessionManager.RequestedSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the sessions of ids: those that are valid, and ends those whose time is over. A store that cannot be read is answered by 503, as without
 * its session the client would lose it. Thread-safe.
 */
final class SessionLookup {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLookup.class);

    private final SessionManager manager;

    SessionLookup(SessionManager manager) {
        this.manager = manager;
    }

    /** Returns the live session with an id, in use; null when there is none; throws when the store cannot tell. */
    @Nullable
    ManagedSession find(String extendedId) throws Exception {
        SessionIdManager ids = manager.getSessionIdManager();
        String id = ids.getId(extendedId);
        try {
            ManagedSession session = manager.getSessionCache().get(id);
            if (session == null) {
                return null;
            }
            if (session.isOver(System.currentTimeMillis())) {
                session.release();
                SessionExpiry.expireAll(ids, id);
                return null;
            }
            session.setExtendedId(ids.getExtendedId(id, null));
            return session;
        } catch (UnreadableSessionDataException x) {
            StoreWarning.log(LOG, "could not load session " + id, x);
            ids.expireAll(id);
            return null;
        }
    }

    /**
     * Finds the one session that a request names.
     *
     * @param cookies the ids of its cookies
     * @param idOfPath the id in its path, if there is one
     * @return the first valid session, in use; without one, the first id; {@link RequestedSession#NO_REQUESTED_SESSION} without an id
     * @throws BadMessageException if ids name different valid sessions
     */
    RequestedSession resolve(List<String> cookies, @Nullable String idOfPath) {
        RequestedSession found = RequestedSession.NO_REQUESTED_SESSION;
        for (int i = 0; i < cookies.size(); i++) {
            found = prefer(found, cookies.get(i), RequestedSession.ID_FROM_COOKIE);
        }
        return idOfPath == null ? found : prefer(found, idOfPath, RequestedSession.ID_FROM_URI_PARAMETER);
    }

    /** Returns what was found before, or that of another id if it is better. */
    private RequestedSession prefer(RequestedSession found, String id, String from) {
        ManagedSession session = findOrRefuse(id, found.session());
        if (session != null && !session.isValid()) {
            manager.complete(session);
            session = null;
        }
        if (session == null) {
            return found.sessionId() == null ? new RequestedSession(null, id, from) : found;
        }
        if (found.session() == null) {
            return new RequestedSession(session, id, from);
        }
        // a cache that keeps nothing has one object for each look
        boolean same = found.session().getId().equals(session.getId());
        manager.complete(session);
        if (!same) {
            manager.complete(found.session());
            throw new BadMessageException("Duplicate valid session cookies: " + found.sessionId() + "," + id);
        }
        return found;
    }

    private @Nullable ManagedSession findOrRefuse(String id, @Nullable ManagedSession found) {
        try {
            return find(id);
        } catch (Exception x) {
            manager.complete(found);
            StoreWarning.log(LOG, "could not get session " + id, x);
            throw unreadable(x);
        }
    }

    private static HttpException.RuntimeException unreadable(Exception x) {
        return new HttpException.RuntimeException(HttpStatus.SERVICE_UNAVAILABLE_503, "The session cannot be read", x);
    }

    /** Whether there is a session with an id, which is not used by this. */
    boolean exists(String extendedId) {
        try {
            return manager.isRunning()
                    && manager.isIdInUse(manager.getSessionIdManager().getId(extendedId));
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not look for session " + extendedId, x);
            throw unreadable(x);
        }
    }

    /** The live session with an id, used by a request, if there is one. */
    @Nullable
    ManagedSession use(String id, long now) {
        try {
            ManagedSession session = manager.getSessionCache().get(id);
            if (session == null) {
                return null;
            }
            if (session.isValid() && !session.isOver(now)) {
                session.setExtendedId(manager.getSessionIdManager().getExtendedId(id, null));
                session.access(now);
                return session;
            }
            manager.complete(session);
        } catch (Exception x) {
            StoreWarning.log(LOG, "could not get session " + id, x);
        }
        return null;
    }
}
