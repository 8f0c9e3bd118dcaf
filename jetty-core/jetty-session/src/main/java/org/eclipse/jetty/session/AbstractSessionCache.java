package org.eclipse.jetty.session;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.jetty.server.Session;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What caches have in common: loading, saving and evicting; subclasses keep the map.
 *
 * <p>Thread-safe if the map of the subclass is concurrent. A session is loaded by one thread while others wait for it.
 */
@ManagedObject
public abstract class AbstractSessionCache extends ContainerLifeCycle implements SessionCache {
    private static final Logger LOG = LoggerFactory.getLogger(AbstractSessionCache.class);

    private final SessionManager manager;
    private SessionContext context;
    private SessionDataStore store;
    private int evictionPolicy = NEVER_EVICT;
    private boolean saveOnInactiveEviction;
    private boolean saveOnCreate;
    private boolean removeUnloadableSessions;
    private boolean flushOnResponseCommit;
    private boolean invalidateOnShutdown;

    protected AbstractSessionCache(SessionManager manager) {
        this.manager = manager;
    }

    protected abstract @Nullable ManagedSession doGet(String id);

    /** Adds a session unless there is one, which is returned. */
    protected abstract @Nullable Session doPutIfAbsent(String id, ManagedSession session);

    protected abstract @Nullable ManagedSession doComputeIfAbsent(
            String id, Function<String, @Nullable ManagedSession> loader);

    protected abstract @Nullable ManagedSession doDelete(String id);

    @Override
    public SessionManager getSessionManager() {
        return manager;
    }

    @Override
    public void initialize(SessionContext newContext) {
        if (isStarted()) {
            throw new IllegalStateException("the context of a cache cannot change while it is started");
        }
        context = newContext;
    }

    @Override
    protected void doStart() throws Exception {
        if (store == null) {
            throw new IllegalStateException("no session data store");
        }
        if (context == null) {
            throw new IllegalStateException("no session context");
        }
        if (!flushOnResponseCommit && store.isRefuseConflicts()) {
            throw new IllegalStateException(
                    "flushOnResponseCommit: false (expected: true, as conflicts are refused instead of responses)");
        }
        if (evictionPolicy != NEVER_EVICT && isOnlyPlace()) {
            LOG.warn(
                    "evictionPolicy: {} (expected: a store, as without one sessions are in memory alone)",
                    evictionPolicy);
        }
        store.initialize(context);
        super.doStart();
    }

    @Override
    public SessionDataStore getSessionDataStore() {
        return store;
    }

    @Override
    public void setSessionDataStore(SessionDataStore newStore) {
        updateBean(store, newStore);
        store = newStore;
    }

    @Override
    public ManagedSession newSession(String id, long created, long maxInactiveMs) {
        SessionData data = store.newSessionData(id, created, created, created, maxInactiveMs);
        data.setLastNode(context.getWorkerName());
        data.setMetaDataDirty(true);
        return newSession(data);
    }

    @Override
    public ManagedSession newSession(SessionData data) {
        return new ManagedSession(manager, data);
    }

    @Override
    public void add(String id, ManagedSession session) throws Exception {
        // whoever finds it there can use it
        session.setResident(true);
        session.use();
        if (doPutIfAbsent(id, session) != null) {
            session.setResident(false);
            throw new SessionExistsException(id);
        }
        if (saveOnCreate) {
            try {
                store(session);
            } catch (Exception x) {
                // its request gets none, so that nothing would end it
                drop(session, id);
                throw x;
            }
        }
    }

    @Override
    public @Nullable ManagedSession get(String id) throws Exception {
        while (true) {
            ManagedSession session = find(id);
            if (session == null) {
                return null;
            }
            try (AutoLock l = session.lock()) {
                if (session.isResident()) {
                    session.use();
                    return session;
                }
            }
            // evicted meanwhile, and removed in a moment
            if (!isStarted()) {
                return null;
            }
            Thread.yield();
        }
    }

    private @Nullable ManagedSession find(String id) throws Exception {
        Exception[] failure = new Exception[1];
        ManagedSession session = doComputeIfAbsent(id, key -> {
            try {
                return load(key);
            } catch (Exception x) {
                failure[0] = x;
                return null;
            }
        });
        if (failure[0] != null) {
            throw failure[0];
        }
        return session;
    }

    private @Nullable ManagedSession load(String id) throws Exception {
        try {
            SessionData data = store.load(id);
            if (data == null) {
                return null;
            }
            if (data.isExpiredAt(System.currentTimeMillis())) {
                LOG.debug("stored session {} is expired", id);
            }
            data.setLastNode(context.getWorkerName());
            ManagedSession session = newSession(data);
            session.setResident(true);
            session.setExtendedId(manager.getSessionIdManager().getExtendedId(id, null));
            if (store.isPassivating()) {
                session.onSessionActivation();
            }
            return session;
        } catch (UnreadableSessionDataException x) {
            if (removeUnloadableSessions) {
                store.delete(id);
            }
            throw x;
        }
    }

    private void store(ManagedSession session) throws Exception {
        passivate(session);
        if (store.isPassivating() && session.isValid()) {
            session.onSessionActivation();
        }
    }

    /** Saves a session, which is passive afterwards; if it cannot be saved, it stays in memory and is active again. */
    private void passivate(ManagedSession session) throws Exception {
        if (!store.isPassivating()) {
            save(session);
            return;
        }
        session.onSessionPassivation();
        if (!session.isValid()) {
            // its listener has ended it, and it must not come back
            return;
        }
        try {
            save(session);
        } catch (Exception x) {
            session.onSessionActivation();
            throw x;
        }
    }

    @Override
    public void commit(ManagedSession session) throws Exception {
        if (!flushOnResponseCommit) {
            return;
        }
        try (AutoLock l = session.lock()) {
            SessionData data = session.getSessionData();
            // one that has ended, as in another context, must not come back
            if (session.isResident() && session.isValid() && (data.isDirty() || data.isMetaDataDirty())) {
                store(session);
            }
        }
    }

    @Override
    public void release(ManagedSession session) throws Exception {
        try (AutoLock l = session.lock()) {
            if (!session.isResident()) {
                return;
            }
            session.release();
            if (session.isStale()) {
                if (session.getRequests() == 0) {
                    session.setResident(false);
                }
                return;
            }
            if (!session.isValid()) {
                return;
            }
            String id = session.getId();
            if (session.getRequests() > 0) {
                return;
            }
            if (evictionPolicy == EVICT_ON_SESSION_EXIT && !isOnlyPlace()) {
                passivate(session);
                drop(session, id);
            } else {
                store(session);
            }
        }
    }

    @Override
    public boolean contains(String id) {
        return doGet(id) != null;
    }

    @Override
    public boolean exists(String id) throws Exception {
        ManagedSession session = doGet(id);
        if (session != null) {
            try (AutoLock l = session.lock()) {
                return session.isValid() && !session.isOver(System.currentTimeMillis());
            }
        }
        return store.exists(id);
    }

    @Override
    public @Nullable ManagedSession delete(String id) throws Exception {
        return delete(id, false);
    }

    /** Deletes a session if its time is over; another one may have its id by now. */
    @Nullable
    ManagedSession deleteExpired(String id) throws Exception {
        return delete(id, true);
    }

    private @Nullable ManagedSession delete(String id, boolean onlyIfOver) throws Exception {
        for (ManagedSession session = doGet(id); session != null; session = doGet(id)) {
            // a save, or a renewal of the id, that has begun ends before; none begins afterwards
            try (AutoLock l = session.lock()) {
                if (doGet(id) != session) {
                    continue;
                }
                if (onlyIfOver && !session.isOver(System.currentTimeMillis())) {
                    return null;
                }
                boolean deleted = store.delete(id);
                drop(session, id);
                return mine(session, deleted || !wasStored(session.getSessionData()));
            }
        }
        return deleteStored(id, onlyIfOver);
    }

    /** Deletes a session that is not in memory. */
    private @Nullable ManagedSession deleteStored(String id, boolean onlyIfOver) throws Exception {
        ManagedSession session = null;
        boolean readable = true;
        try {
            session = load(id);
        } catch (UnreadableSessionDataException x) {
            LOG.debug("no listener learns of the end of session {}", id, x);
            readable = false;
        }
        if (onlyIfOver) {
            // by its time in the store alone, as the store has found it
            long expiry = session == null ? 0 : session.getSessionData().getExpiry();
            boolean over = expiry > 0 && expiry <= System.currentTimeMillis();
            if (readable ? session != null && !over : store.exists(id)) {
                return null;
            }
        }
        boolean deleted = store.delete(id);
        doDelete(id);
        if (session == null) {
            return null;
        }
        session.setResident(false);
        return mine(session, deleted);
    }

    /** Returns a session whose listeners this server calls; null if another server was faster, and has called its own. */
    private static @Nullable ManagedSession mine(ManagedSession session, boolean deleted) {
        if (!deleted) {
            session.endedElsewhere();
        }
        return deleted ? session : null;
    }

    /**
     * Removes what the store has of a session that its request ends.
     *
     * @return whether this server calls the listeners; false if another server has removed the session before
     */
    boolean deleteStored(ManagedSession session) throws Exception {
        SessionData data = session.getSessionData();
        return store.delete(data.getId()) || !wasStored(data);
    }

    /** Whether sessions are nowhere but in memory, so that one that left it would be lost. */
    private boolean isOnlyPlace() {
        return !store.isKeepingSessions();
    }

    private boolean wasStored(SessionData data) {
        return store.isPassivating() && data.getLastSaved() > 0;
    }

    /** Saves a session, and drops one from memory that the store has no longer: another server has ended it. */
    private void save(ManagedSession session) throws Exception {
        SessionData data = session.getSessionData();
        boolean stored = wasStored(data);
        boolean changed = data.isDirty() || data.isMetaDataDirty() || data.isAccessUnsaved();
        boolean mustBeSaved = data.isDirty() || data.isMetaDataDirty();
        long before = data.getLastSaved();
        String id = session.getId();
        try {
            store.store(id, data);
        } catch (SessionConflictException x) {
            // the next request reads what the other server has saved; those that have this one may go on reading
            session.setStale();
            doDelete(id);
            if (mustBeSaved) {
                throw x;
            }
            LOG.debug("the use of {} is not saved", session, x);
            return;
        }
        if (stored && changed && data.getLastSaved() == before && !data.isAccessUnsaved()) {
            LOG.debug("{} was ended by another server", session);
            drop(session, id);
        }
    }

    private void drop(ManagedSession session, String id) {
        session.setResident(false);
        doDelete(id);
    }

    @Override
    public Set<String> checkExpiration(Set<String> candidates) {
        if (!isStarted()) {
            return Set.of();
        }
        Set<String> expired = new HashSet<>(store.getExpired(candidates));
        long now = System.currentTimeMillis();
        // memory knows better: a session may have been used since it was saved
        expired.removeIf(id -> {
            ManagedSession session = doGet(id);
            return session != null && (session.getRequests() > 0 || !session.isExpiredAt(now));
        });
        return expired;
    }

    @Override
    public void checkInactiveSession(ManagedSession session) {
        try (AutoLock l = session.lock()) {
            if (evictionPolicy < EVICT_ON_INACTIVITY
                    || isOnlyPlace()
                    || session.getRequests() > 0
                    || !session.isResident()
                    || !session.isValid()
                    || session.isExpiredAt(System.currentTimeMillis())
                    || !session.isIdleLongerThan(evictionPolicy)) {
                return;
            }
            SessionData data = session.getSessionData();
            try {
                // a change that could not be saved with its request would be lost
                if (saveOnInactiveEviction || data.isDirty() || data.isMetaDataDirty()) {
                    data.setDirty(true);
                    passivate(session);
                }
                drop(session, session.getId());
            } catch (SessionConflictException x) {
                LOG.debug("{} is not saved, as another server has newer data", session, x);
            } catch (Exception x) {
                LOG.warn("could not save {}, which stays in memory", session, x);
            }
        }
    }

    @Override
    public @Nullable ManagedSession renewSessionId(
            String oldId, String newId, String oldExtendedId, String newExtendedId) throws Exception {
        ManagedSession session = get(oldId);
        if (session == null) {
            return null;
        }
        try (AutoLock l = session.lock()) {
            if (!session.isResident() || !session.isValid() || !session.getId().equals(oldId)) {
                // it has ended, or got another id, meanwhile
                return null;
            }
            if (!moveStored(session, oldId, newId)) {
                // another server has ended it: no id brings it back
                drop(session, oldId);
                session.endedElsewhere();
                return null;
            }
            session.setExtendedId(newExtendedId);
            session.onIdChanged();
            doPutIfAbsent(newId, session);
            doDelete(oldId);
            return session;
        } finally {
            session.release();
        }
    }

    /**
     * Stores a session by a new id, and removes it by the old one, in this order: a store that fails in between loses nothing.
     *
     * @return false if another server has removed it before
     * @throws Exception if the session keeps its id
     */
    private boolean moveStored(ManagedSession session, String oldId, String newId) throws Exception {
        SessionData data = session.getSessionData();
        boolean stored = wasStored(data);
        long saved = data.getLastSaved();
        long version = data.getVersion();
        data.setId(newId);
        data.setLastSaved(0);
        data.setDirty(true);
        Exception unsaved = null;
        try {
            try {
                store.store(newId, data);
            } catch (Exception x) {
                if (doGet(oldId) != session) {
                    throw x;
                }
                unsaved = x;
            }
            if (!store.delete(oldId) && stored) {
                store.delete(newId);
                return false;
            }
        } catch (Exception x) {
            data.setId(oldId);
            data.setLastSaved(saved);
            data.setVersion(version);
            data.setDirty(true);
            if (unsaved == null) {
                removeAgain(newId, x);
            }
            throw x;
        }
        if (unsaved != null) {
            // it is renewed, and saved with its request
            StoreWarning.log(LOG, "could not save " + session + " by its new id", unsaved);
        }
        return true;
    }

    private void removeAgain(String newId, Exception failure) {
        try {
            store.delete(newId);
        } catch (Exception x) {
            failure.addSuppressed(x);
        }
    }

    /** Saves a session that leaves memory because the context stops, or invalidates it. */
    protected void shutdown(ManagedSession session) {
        if (!session.isValid()) {
            return;
        }
        boolean save = store != null && store.isPassivating() && !invalidateOnShutdown;
        try {
            if (save) {
                passivateResident(session);
            } else {
                // here alone: other contexts may have a session of the same id
                manager.invalidate(session.getId());
            }
        } catch (Exception x) {
            LOG.warn("could not end {}", session, x);
        } finally {
            // neither counted, nor kept by its timer
            drop(session, session.getId());
        }
    }

    private void passivateResident(ManagedSession session) throws Exception {
        try (AutoLock l = session.lock()) {
            if (session.isResident()) {
                passivate(session);
            }
        }
    }

    @Override
    @ManagedAttribute("When sessions leave memory: -1 never, 0 when unused, else after so many seconds unused")
    public int getEvictionPolicy() {
        return evictionPolicy;
    }

    @Override
    public void setEvictionPolicy(int policy) {
        evictionPolicy = policy(policy);
    }

    static int policy(int policy) {
        if (policy >= NEVER_EVICT) {
            return policy;
        }
        throw new IllegalArgumentException("evictionPolicy: " + policy
                + " (expected: -1 for never, 0 for the end of the last request, or idle seconds)");
    }

    @Override
    @ManagedAttribute("Whether sessions are saved when they are evicted")
    public boolean isSaveOnInactiveEviction() {
        return saveOnInactiveEviction;
    }

    @Override
    public void setSaveOnInactiveEviction(boolean value) {
        saveOnInactiveEviction = value;
    }

    @Override
    @ManagedAttribute("Whether sessions are saved at once when they are created")
    public boolean isSaveOnCreate() {
        return saveOnCreate;
    }

    @Override
    public void setSaveOnCreate(boolean value) {
        saveOnCreate = value;
    }

    @Override
    @ManagedAttribute("Whether sessions that cannot be loaded are removed from the store")
    public boolean isRemoveUnloadableSessions() {
        return removeUnloadableSessions;
    }

    @Override
    public void setRemoveUnloadableSessions(boolean value) {
        removeUnloadableSessions = value;
    }

    @Override
    @ManagedAttribute("Whether sessions are saved before the response is committed")
    public boolean isFlushOnResponseCommit() {
        return flushOnResponseCommit;
    }

    @Override
    public void setFlushOnResponseCommit(boolean value) {
        flushOnResponseCommit = value;
    }

    @Override
    @ManagedAttribute("Whether sessions are invalidated when the context stops")
    public boolean isInvalidateOnShutdown() {
        return invalidateOnShutdown;
    }

    @Override
    public void setInvalidateOnShutdown(boolean value) {
        invalidateOnShutdown = value;
    }

    @Override
    public String toString() {
        return String.format("%s@%x[evict=%d]", getClass().getSimpleName(), hashCode(), evictionPolicy);
    }
}
