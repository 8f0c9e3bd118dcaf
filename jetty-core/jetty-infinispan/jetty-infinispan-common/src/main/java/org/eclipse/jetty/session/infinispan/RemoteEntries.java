package org.eclipse.jetty.session.infinispan;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.infinispan.client.hotrod.Flag;
import org.infinispan.client.hotrod.MetadataValue;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.exceptions.HotRodTimeoutException;
import org.infinispan.client.hotrod.exceptions.RemoteCacheManagerNotStartedException;
import org.infinispan.client.hotrod.exceptions.RemoteIllegalLifecycleStateException;
import org.infinispan.client.hotrod.exceptions.RemoteNodeSuspectException;
import org.infinispan.client.hotrod.exceptions.TransportException;
import org.infinispan.commons.api.BasicCache;
import org.infinispan.commons.api.query.Query;
import org.jspecify.annotations.Nullable;

/** A cache of servers, by HotRod. The servers compare versions of their own, which each write changes. Thread-safe. */
final class RemoteEntries implements SessionEntries {
    /** As many sessions as one search finds; the next one finds others. */
    private static final int MOST = 10_000;

    private static final String EXPIRED = "select s.id from " + InfinispanSerializationContextInitializer.TYPE
            + " s where s.context = :context and s.expiry > 0 and s.expiry <= :time";

    private final RemoteCache<String, InfinispanSessionData> cache;
    private final RemoteCache<String, InfinispanSessionData> returning;
    private final Deadline deadline;

    RemoteEntries(BasicCache<String, InfinispanSessionData> cache) {
        this.cache = (RemoteCache<String, InfinispanSessionData>) cache;
        // it returns nothing otherwise, whether there was something or not
        returning = this.cache.withFlags(Flag.FORCE_RETURN_VALUE);
        deadline = new Deadline(this.cache.getRemoteCacheContainer().getConfiguration());
    }

    /** Whether the servers are away for a while. */
    static boolean isUnreachable(Throwable failure) {
        for (Throwable x = failure; x != null; x = x.getCause()) {
            if (x instanceof TransportException
                    || x instanceof HotRodTimeoutException
                    || x instanceof RemoteNodeSuspectException
                    || x instanceof RemoteIllegalLifecycleStateException
                    || x instanceof StalledClientException
                    || x instanceof RemoteCacheManagerNotStartedException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable InfinispanSessionData get(String key) throws Exception {
        return deadline.await(cache.getAsync(key));
    }

    @Override
    public void put(String key, InfinispanSessionData data, long lifespan, long idle) throws Exception {
        deadline.await(cache.putAsync(key, data, lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS));
    }

    @Override
    public Outcome replace(String key, InfinispanSessionData data, long version, long lifespan, long idle)
            throws Exception {
        if (version == ANY) {
            return deadline.await(returning.replaceAsync(key, data, lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS))
                            == null
                    ? Outcome.ABSENT
                    : Outcome.DONE;
        }
        MetadataValue<InfinispanSessionData> present = deadline.await(cache.getWithMetadataAsync(key));
        if (present == null) {
            return Outcome.ABSENT;
        }
        boolean replaced = present.getValue().getVersion() == version
                && deadline.await(cache.replaceWithVersionAsync(
                        key, data, present.getVersion(), lifespan, TimeUnit.SECONDS, idle, TimeUnit.SECONDS));
        return replaced ? Outcome.DONE : Outcome.CONFLICT;
    }

    @Override
    public boolean remove(String key) throws Exception {
        return deadline.await(returning.removeAsync(key)) != null;
    }

    @Override
    public void addExpired(Set<String> ids, String context, long time, @Nullable String node) throws Exception {
        Query<Object[]> query = cache.query(node == null ? EXPIRED : EXPIRED + " and s.node = :node");
        query.setParameter("context", context).setParameter("time", time).maxResults(MOST);
        if (node != null) {
            query.setParameter("node", node);
        }
        for (Object[] row : deadline.await(query.executeAsync()).list()) {
            ids.add((String) row[0]);
        }
    }
}
