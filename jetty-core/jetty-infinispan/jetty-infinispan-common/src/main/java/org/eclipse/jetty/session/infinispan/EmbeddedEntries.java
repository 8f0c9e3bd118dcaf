package org.eclipse.jetty.session.infinispan;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.infinispan.AdvancedCache;
import org.infinispan.Cache;
import org.infinispan.commons.IllegalLifecycleStateException;
import org.infinispan.commons.TimeoutException;
import org.infinispan.commons.api.BasicCache;
import org.infinispan.commons.util.CloseableIterator;
import org.infinispan.context.Flag;
import org.infinispan.partitionhandling.AvailabilityException;
import org.infinispan.remoting.transport.jgroups.SuspectException;
import org.jspecify.annotations.Nullable;

/**
 * An embedded cache. Each server searches the entries that it holds itself, without the network: all of them together search all. Thread-safe.
 */
final class EmbeddedEntries implements SessionEntries {
    private final AdvancedCache<String, InfinispanSessionData> cache;

    EmbeddedEntries(BasicCache<String, InfinispanSessionData> cache) {
        this.cache = ((Cache<String, InfinispanSessionData>) cache).getAdvancedCache();
    }

    /** Whether other members, or all of this one, are away for a while. */
    static boolean isUnreachable(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof TimeoutException
                    || x instanceof SuspectException
                    || x instanceof AvailabilityException
                    || x instanceof IllegalLifecycleStateException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable InfinispanSessionData get(String key) {
        return cache.get(key);
    }

    @Override
    public void put(String key, InfinispanSessionData data, long lifespan, long idle) {
        cache.withFlags(Flag.IGNORE_RETURN_VALUES).put(key, data, lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS);
    }

    @Override
    public Outcome replace(String key, InfinispanSessionData data, long version, long lifespan, long idle) {
        if (version == ANY) {
            return cache.replace(key, data, lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS) == null
                    ? Outcome.ABSENT
                    : Outcome.DONE;
        }
        InfinispanSessionData present = cache.get(key);
        if (present == null) {
            return Outcome.ABSENT;
        }
        boolean replaced = present.getVersion() == version
                && cache.replace(key, present, data, lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS);
        return replaced ? Outcome.DONE : Outcome.CONFLICT;
    }

    @Override
    public boolean remove(String key) {
        return cache.remove(key) != null;
    }

    @Override
    public void addExpired(Set<String> ids, String context, long time, @Nullable String node) {
        try (CloseableIterator<Map.Entry<String, InfinispanSessionData>> entries =
                cache.withFlags(Flag.CACHE_MODE_LOCAL).entrySet().iterator()) {
            while (entries.hasNext()) {
                // an entry may have another value if others use the cache
                Object value = entries.next().getValue();
                if (value instanceof InfinispanSessionData data
                        && data.isExpiredAt(time)
                        && data.getContext().equals(context)
                        && (node == null || data.getLastNode().equals(node))) {
                    ids.add(data.getId());
                }
            }
        }
    }
}
