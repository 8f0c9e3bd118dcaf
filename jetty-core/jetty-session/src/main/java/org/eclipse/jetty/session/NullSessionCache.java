package org.eclipse.jetty.session;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps nothing: each request loads its session, and saves it when it ends. Thread-safe. */
public class NullSessionCache extends AbstractSessionCache {
    private static final Logger LOG = LoggerFactory.getLogger(NullSessionCache.class);

    public NullSessionCache(SessionManager manager) {
        super(manager);
        super.setEvictionPolicy(EVICT_ON_SESSION_EXIT);
    }

    @Override
    public void setEvictionPolicy(int policy) {
        if (policy != EVICT_ON_SESSION_EXIT) {
            LOG.warn("eviction policy {} is ignored: nothing is kept in memory", policy);
        }
    }

    @Override
    public void shutdown() {
        // nothing is in memory
    }

    @Override
    protected @Nullable ManagedSession doGet(String id) {
        return null;
    }

    @Override
    protected @Nullable ManagedSession doPutIfAbsent(String id, ManagedSession session) {
        return null;
    }

    @Override
    protected @Nullable ManagedSession doComputeIfAbsent(String id, Function<String, @Nullable ManagedSession> loader) {
        return loader.apply(id);
    }

    @Override
    protected @Nullable ManagedSession doDelete(String id) {
        return null;
    }
}
