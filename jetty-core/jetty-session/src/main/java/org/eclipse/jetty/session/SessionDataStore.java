package org.eclipse.jetty.session;

import java.util.Set;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The data of sessions beyond memory. Thread-safe; called in the scope of the context. */
public interface SessionDataStore extends LifeCycle {
    void initialize(SessionContext context) throws Exception;

    /** The data of a session; null if there is none or it has expired. */
    @Nullable
    SessionData load(String id) throws Exception;

    void store(String id, SessionData data) throws Exception;

    boolean delete(String id) throws Exception;

    SessionData newSessionData(String id, long created, long accessed, long lastAccessed, long maxInactiveMs);

    /** Those of the candidates that are expired, and others of this context that are. */
    Set<String> getExpired(Set<String> candidates);

    /** Whether attributes are serialised, so that listeners of passivation are called. */
    boolean isPassivating();

    /** Whether a session is not saved that another server has saved since this one read it; false for stores without versions. */
    default boolean isRefuseConflicts() {
        return false;
    }

    boolean exists(String id) throws Exception;

    /** Whether it keeps what it is given; otherwise sessions are in memory alone, and stay there. */
    default boolean isKeepingSessions() {
        return true;
    }
}
