package org.eclipse.jetty.session.infinispan;

import java.util.function.BooleanSupplier;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.session.AbstractSessionDataStoreFactory;
import org.eclipse.jetty.session.AbstractSessionManager;
import org.eclipse.jetty.session.SessionDataStore;
import org.eclipse.jetty.session.SessionManager;
import org.infinispan.commons.api.BasicCache;
import org.jspecify.annotations.Nullable;

/**
 * Creates stores in a cache of Infinispan, which share a member or a client.
 *
 * <p>Settings change before the first store is created, and are not thread-safe.
 */
public class InfinispanSessionDataStoreFactory extends AbstractSessionDataStoreFactory {
    private String configurationLocation = "";
    private String cacheName = "";
    private boolean onlyClient;
    private boolean useQueries = true;
    private int idleTimeoutSec;
    private @Nullable BasicCache<String, InfinispanSessionData> cache;
    private @Nullable SessionCaches caches;

    @Override
    public SessionDataStore getSessionDataStore(@Nullable SessionManager manager) {
        Server server = manager instanceof AbstractSessionManager known ? known.getServer() : null;
        BooleanSupplier ending = () -> server != null && !server.isRunning();
        InfinispanSessionDataStore store = new InfinispanSessionDataStore(caches(), ending);
        store.setUseQueries(useQueries);
        store.setInfinispanIdleTimeoutSec(idleTimeoutSec);
        configure(store);
        return store;
    }

    private SessionCaches caches() {
        SessionCaches shared = caches;
        if (shared == null) {
            if (cache != null) {
                shared = new SessionCaches.Given(cache);
            } else if (onlyClient) {
                shared = new RemoteCaches(configurationLocation, cacheName, useQueries);
            } else {
                shared = new EmbeddedCaches(configurationLocation, cacheName);
            }
            caches = shared;
        }
        return shared;
    }

    public boolean isOnlyClient() {
        return onlyClient;
    }

    /** Sets whether this JVM is a client of servers of Infinispan, and not a member of a cluster. */
    public void setOnlyClient(boolean client) {
        onlyClient = client;
    }

    public String getConfigurationLocation() {
        return configurationLocation;
    }

    /**
     * Sets the file or URI of the configuration: of a cache manager as XML, JSON or YAML, or of a HotRod client as properties. It is needed where
     * no cache is given.
     */
    public void setConfigurationLocation(@Nullable String location) {
        configurationLocation = location == null ? "" : location;
    }

    public String getCacheName() {
        return cacheName;
    }

    /** Sets the name of the cache; none, or empty, for the default cache. */
    public void setCacheName(@Nullable String name) {
        cacheName = name == null ? "" : name.trim();
    }

    public boolean isUseQueries() {
        return useQueries;
    }

    /** Sets whether expired sessions that no server holds in memory are searched for; see {@link InfinispanSessionDataStore#setUseQueries}. */
    public void setUseQueries(boolean use) {
        useQueries = use;
    }

    public int getInfinispanIdleTimeoutSec() {
        return idleTimeoutSec;
    }

    /** Sets the seconds without a save or a read after which the cache removes a session, without listeners; 0 for none. */
    public void setInfinispanIdleTimeoutSec(int seconds) {
        idleTimeoutSec = notNegative(seconds);
    }

    static int notNegative(int seconds) {
        if (seconds < 0) {
            throw new IllegalArgumentException(
                    "infinispanIdleTimeoutSec: " + seconds + " (expected: seconds, or 0 for none)");
        }
        return seconds;
    }

    public @Nullable BasicCache<String, InfinispanSessionData> getCache() {
        return cache;
    }

    /**
     * Sets a cache that is there, and is not stopped: an embedded one, or one of a HotRod client. Its manager has the context initializer
     * {@link InfinispanSerializationContextInitializer}; servers that are searched have its schema.
     */
    public void setCache(@Nullable BasicCache<String, InfinispanSessionData> given) {
        cache = given;
    }
}
