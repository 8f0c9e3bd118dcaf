package org.eclipse.jetty.session;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.util.annotation.NullContract;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store with a cache in front of it: read from the cache first, written to the store first. A failure of the cache is logged, and
 * the store does the work. What a failure leaves in the cache is not read by this server, and is removed when the cache answers
 * again ({@link CacheRepair}). As others have the same to do after an outage, the cache is not read for some seconds after it.
 * Thread-safe.
 */
public class CachingSessionDataStore extends ContainerLifeCycle implements SessionDataStore {
    private static final Logger LOG = LoggerFactory.getLogger(CachingSessionDataStore.class);

    private static final long REPAIR_TIME_NS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicLong answersSince = new AtomicLong();
    private final long repairTimeNs;
    private final SessionDataMap cache;
    private final SessionDataStore store;
    private final CacheRepair repair;

    public CachingSessionDataStore(SessionDataMap cache, SessionDataStore store) {
        this(cache, store, REPAIR_TIME_NS);
    }

    /** @param repairTimeNs the nanoseconds that other servers have to remove what an outage has left, before the cache is read */
    CachingSessionDataStore(SessionDataMap cache, SessionDataStore store, long repairTimeNs) {
        this.repairTimeNs = repairTimeNs;
        answersSince.set(System.nanoTime() - repairTimeNs);
        this.cache = Objects.requireNonNull(cache);
        this.store = Objects.requireNonNull(store);
        repair = new CacheRepair(cache);
        installBean(cache, true);
        installBean(repair, true);
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

    /** A call of the cache. */
    @FunctionalInterface
    private interface Call<T> {
        @Nullable
        T run() throws Exception;
    }

    /** Returns what the cache returns; the default when it fails, which is logged once until it answers again. */
    @NullContract("_, !null, _ -> !null")
    private <T> @Nullable T ask(String id, @Nullable T unavailable, Call<T> call) {
        try {
            T result = call.run();
            if (failing.get()) {
                answersSince.set(System.nanoTime());
                failing.set(false);
                LOG.info("The cache answers again: {}", cache);
            }
            return result;
        } catch (Exception x) {
            if (failing.compareAndSet(false, true)) {
                LOG.warn(
                        "The cache fails, and the store serves until it answers: {}, session {}, {}",
                        cache,
                        id,
                        x.toString());
            }
            LOG.debug("{}: session {}", cache, id, x);
            return unavailable;
        }
    }

    @Override
    public @Nullable SessionData load(String id) throws Exception {
        if (repair.isDue(id) || !failing.get() && isRepairTime()) {
            return store.load(id);
        }
        SessionData cached = cached(id);
        if (cached != null && !isRepairTime()) {
            return cached;
        }
        Object lease = ask(id, null, () -> cache.lease(id, false));
        SessionData data = null;
        try {
            data = store.load(id);
        } finally {
            // one that has lost an attribute here may be whole for a server with other classes
            if (lease != null && data != null && !data.isDirty()) {
                keep(id, data, lease);
            } else if (lease != null) {
                ask(id, false, () -> cache.delete(id));
            }
        }
        return data;
    }

    private boolean isRepairTime() {
        return System.nanoTime() - answersSince.get() < repairTimeNs;
    }

    private @Nullable SessionData cached(String id) {
        return ask(id, null, () -> {
            try {
                return cache.load(id);
            } catch (UnreadableSessionDataException x) {
                LOG.warn("The cached data of session {} cannot be read, and are removed: {}", id, x.toString());
                cache.delete(id);
                return null;
            }
        });
    }

    private boolean keep(String id, SessionData data, Object lease) {
        return ask(id, false, () -> cache.keep(id, data, lease));
    }

    /** What is stale must not stay. */
    private void forget(String id) {
        boolean removed = ask(id, false, () -> {
            cache.delete(id);
            return true;
        });
        if (!removed) {
            repair.add(id);
        }
    }

    @Override
    public void store(String id, @Nullable SessionData data) throws Exception {
        if (data == null || store instanceof AbstractSessionDataStore known && !known.isSaveNeeded(data)) {
            return;
        }
        Object lease = ask(id, null, () -> cache.lease(id, true));
        long before = data.getLastSaved();
        boolean kept = false;
        try {
            store.store(id, data);
            kept = lease != null && data.getLastSaved() != before && keep(id, data, lease);
        } finally {
            if (!kept) {
                forget(id);
            }
        }
    }

    @Override
    public boolean delete(String id) throws Exception {
        try {
            return store.delete(id);
        } finally {
            forget(id);
        }
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
    public boolean isKeepingSessions() {
        return store.isKeepingSessions();
    }

    @Override
    public boolean isRefuseConflicts() {
        return store.isRefuseConflicts();
    }

    @Override
    public SessionData newSessionData(String id, long created, long accessed, long lastAccessed, long maxInactiveMs) {
        return store.newSessionData(id, created, accessed, lastAccessed, maxInactiveMs);
    }
}
