package org.eclipse.jetty.session;

import java.util.Set;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The sessions of a context in memory, before a store. Thread-safe. */
public interface SessionCache extends LifeCycle {
    int NEVER_EVICT = -1;
    int EVICT_ON_SESSION_EXIT = 0;
    /** Any policy of at least this many seconds evicts sessions that are unused for so long. */
    int EVICT_ON_INACTIVITY = 1;

    void initialize(SessionContext context);

    /** Called when the context stops: sessions are saved, or invalidated if that is wanted. */
    void shutdown();

    SessionManager getSessionManager();

    ManagedSession newSession(String id, long created, long maxInactiveMs);

    ManagedSession newSession(SessionData data);

    /** Gives a session another id; returns null if there is none of the old one. */
    @Nullable
    ManagedSession renewSessionId(String oldId, String newId, String oldExtendedId, String newExtendedId)
            throws Exception;

    /**
     * Adds a new session, which its request uses.
     *
     * @throws SessionExistsException if there is one with the id
     */
    void add(String id, ManagedSession session) throws Exception;

    /** The session with an id, loaded if need be, which the caller uses until {@link #release}; null if there is none. */
    @Nullable
    ManagedSession get(String id) throws Exception;

    void release(ManagedSession session) throws Exception;

    /** Saves what changed before the response is committed, if that is wanted. */
    void commit(ManagedSession session) throws Exception;

    boolean contains(String id) throws Exception;

    boolean exists(String id) throws Exception;

    /** Removes a session; returns null if there was none, or another server has removed it before. */
    @Nullable
    ManagedSession delete(String id) throws Exception;

    /** Those of the ids that are expired, and those that the store found. */
    Set<String> checkExpiration(Set<String> candidates);

    /** Evicts a session that is unused for long enough. */
    void checkInactiveSession(ManagedSession session);

    void setSessionDataStore(SessionDataStore store);

    /** The store; null until it is set. */
    @Nullable
    SessionDataStore getSessionDataStore();

    /** Sets when sessions leave memory: never (-1), when no request uses them (0), or after so many seconds unused. */
    void setEvictionPolicy(int policy);

    int getEvictionPolicy();

    void setSaveOnInactiveEviction(boolean save);

    boolean isSaveOnInactiveEviction();

    void setSaveOnCreate(boolean save);

    boolean isSaveOnCreate();

    /** Sets whether sessions that cannot be loaded are removed from the store. */
    void setRemoveUnloadableSessions(boolean remove);

    boolean isRemoveUnloadableSessions();

    void setFlushOnResponseCommit(boolean flush);

    boolean isFlushOnResponseCommit();

    void setInvalidateOnShutdown(boolean invalidate);

    boolean isInvalidateOnShutdown();
}
