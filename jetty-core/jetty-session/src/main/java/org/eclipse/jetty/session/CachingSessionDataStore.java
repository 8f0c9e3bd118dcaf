package org.eclipse.jetty.session;

import java.util.Objects;
import java.util.Set;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store with a cache in front of it: read from the cache first, written to the store first. A failure of the cache is logged, and
 * the store does the work. Thread-safe.
 */
public class CachingSessionDataStore extends ContainerLifeCycle implements SessionDataStore {
    private static final Logger LOG = LoggerFactory.getLogger(CachingSessionDataStore.class);

    private final SessionDataMap cache;
    private final SessionDataStore store;

    public CachingSessionDataStore(SessionDataMap cache, SessionDataStore store) {
        this.cache = Objects.requireNonNull(cache);
        this.store = Objects.requireNonNull(store);
        installBean(cache, true);
        installBean(store, true);
    }

    public SessionDataStore getSessionStore() {
        return store;
    }

    public SessionDataMap getSessionDataMap() {
        return cache;
    }

    @Override
    public void initialize(SessionContext context) throws Exception {
        store.initialize(context);
        cache.initialize(context);
    }

    @Override
    public SessionData load(String id) throws Exception {
        try {
            SessionData cached = cache.load(id);
            if (cached != null) {
                return cached;
            }
        } catch (Exception x) {
            LOG.warn("session {} cannot be read from the cache", id, x);
        }
        SessionData data = store.load(id);
        if (data != null) {
            keep(id, data);
        }
        return data;
    }

    private void keep(String id, SessionData data) {
        try {
            cache.store(id, data);
        } catch (Exception x) {
            LOG.warn("session {} cannot be kept in the cache", id, x);
            forget(id);
        }
    }

    /** What is stale must not stay. */
    private boolean forget(String id) {
        try {
            return cache.delete(id);
        } catch (Exception x) {
            LOG.warn("session {} cannot be removed from the cache", id, x);
            return false;
        }
    }

    @Override
    public void store(String id, SessionData data) throws Exception {
        long before = data.getLastSaved();
        store.store(id, data);
        if (data.getLastSaved() != before) {
            keep(id, data);
        }
    }

    @Override
    public boolean delete(String id) throws Exception {
        boolean deleted = store.delete(id);
        return forget(id) || deleted;
    }

    @Override
    public Set<String> getExpired(Set<String> candidates) {
        return store.getExpired(candidates);
    }

    @Override
    public boolean exists(String id) throws Exception {
        return store.exists(id);
    }

    @Override
    public boolean isPassivating() {
        return store.isPassivating();
    }

    @Override
    public SessionData newSessionData(String id, long created, long accessed, long lastAccessed, long maxInactiveMs) {
        return store.newSessionData(id, created, accessed, lastAccessed, maxInactiveMs);
    }
}
