package org.eclipse.jetty.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the sessions whose time is over, and has those evicted that are not used.
 *
 * <pre>
 * the timer of a session --&gt; candidates --scavenge: the cache and the store agree--&gt; expired, in all contexts where its time is over
 * </pre>
 *
 * <p>Thread-safe.
 */
final class SessionExpiry {
    private static final Logger LOG = LoggerFactory.getLogger(SessionExpiry.class);

    private final Set<String> candidates = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean awaited = new AtomicBoolean();
    private final SessionManager manager;
    private final Executor executor;

    /** @param executor whose threads may wait for the store */
    SessionExpiry(SessionManager manager, Executor executor) {
        this.manager = manager;
        this.executor = executor;
    }

    void clear() {
        candidates.clear();
    }

    /** Expires the candidates, and those that the store knows of. */
    void scavenge(SessionContext context) {
        SessionCache cache = manager.getSessionCache();
        String[] ids = candidates.toArray(new String[0]);
        for (String id : ids) {
            candidates.remove(id);
        }
        context.run(() -> {
            for (String id : cache.checkExpiration(Set.of(ids))) {
                expireAll(manager.getSessionIdManager(), id);
            }
        });
        for (String id : ids) {
            try {
                if (cache.contains(id)) {
                    // the store was away
                    candidates.add(id);
                }
            } catch (Exception x) {
                LOG.debug("could not look for session {}", id, x);
            }
        }
    }

    /** Tells listeners that a session ends that was deleted, if there is one. */
    void end(@Nullable ManagedSession session) {
        if (session == null) {
            return;
        }
        try {
            if (session.beginInvalidate()) {
                session.setResident(true);
                try {
                    manager.onSessionDestroyed(session);
                } catch (Throwable x) {
                    LOG.warn("session listener failed when {} was invalidated", session, x);
                }
                session.finishInvalidate();
                session.setResident(false);
            }
        } catch (IllegalStateException x) {
            LOG.debug("{} was invalid already", session, x);
        }
    }

    /** Ends the sessions of an id, in all contexts, whose time is over. A failure is logged: the session is expired wherever it is found again. */
    static void expireAll(SessionIdManager ids, String id) {
        try {
            ids.expireAll(id);
        } catch (Exception x) {
            LOG.warn("could not expire session {}", id, x);
        }
    }

    /** The timer of a session has fired, as it has expired or was not used for a while. */
    void onTimer(ManagedSession session, SessionContext context, long now) {
        boolean expired;
        try (AutoLock l = session.lock()) {
            if (session.getRequests() > 0 || !session.isValid() || !session.isResident()) {
                return;
            }
            expired = session.isExpiredAt(now);
            if (expired) {
                candidates.add(session.getId());
            } else {
                // not evicted, or the clock was set back: the timer counts the time that has passed
                session.scheduleTimerAgain(now);
            }
        }
        SessionCache cache = manager.getSessionCache();
        if (expired) {
            HouseKeeper keeper = manager.getSessionIdManager().getSessionHouseKeeper();
            // without a keeper nobody else would look
            if (keeper != null && keeper.getIntervalSec() > 0) {
                scavengeSoon();
            }
        } else if (cache.getEvictionPolicy() >= SessionCache.EVICT_ON_INACTIVITY) {
            execute(() -> context.run(() -> cache.checkInactiveSession(session)));
        }
    }

    /** Many sessions may expire at once: one look, which waits to begin, is for all of them. */
    private void scavengeSoon() {
        if (!awaited.compareAndSet(false, true)) {
            return;
        }
        boolean accepted = execute(() -> {
            awaited.set(false);
            try {
                manager.scavenge();
            } catch (Exception x) {
                LOG.warn("could not look for expired sessions", x);
            }
        });
        if (!accepted) {
            awaited.set(false);
        }
    }

    /** Asks the store on a thread of the pool: that of the timer is needed by all connections. */
    private boolean execute(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException x) {
            // what has expired is found by the next look
            LOG.debug("not done, as the server stops or is too busy: {}", task, x);
            return false;
        }
    }
}
