package org.eclipse.jetty.session;

import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the data of sessions, that may forget: in another process, for instance. Thread-safe.
 *
 * <p>Servers that share a cache change sessions at the same time. What a server keeps there must not be older than what another one
 * has saved meanwhile, so that it takes a lease before it uses the store, and keeps data by that lease only:
 *
 * <pre>
 * to read     load: null;  lease(id, false);  read the store;     keep(id, data, lease)
 * to save                  lease(id, true);   save to the store;  keep(id, data, lease)
 * to remove                                   remove it there;    delete(id)
 * </pre>
 */
public interface SessionDataMap extends LifeCycle {
    void initialize(SessionContext context) throws Exception;

    /** Sets how sessions become bytes, before the start; a cache that keeps objects does without. */
    default void setCodec(SessionDataCodec codec) {}

    /** The data of a session; null when it is not there, or is being changed. */
    @Nullable
    SessionData load(String id) throws Exception;

    void store(String id, SessionData data) throws Exception;

    /** Removes a session, and ends all its leases. */
    boolean delete(String id) throws Exception;

    /**
     * Returns what allows to keep a session after the store was used. A cache of one server, where no other one keeps anything, may
     * return any object.
     *
     * @param change whether the session is to be changed in the store: then cached data are not served any longer, and leases of
     *     others end
     * @return null when nothing is to be kept, as another lease is there
     */
    default @Nullable Object lease(String id, boolean change) throws Exception {
        return this;
    }

    /**
     * Keeps a session, unless its lease has ended.
     *
     * @return whether it is kept
     */
    default boolean keep(String id, SessionData data, Object lease) throws Exception {
        store(id, data);
        return true;
    }

    /** Removes all sessions, also those of other contexts. */
    default void clear() throws Exception {
        throw new UnsupportedOperationException(this + " cannot be cleared");
    }
}
