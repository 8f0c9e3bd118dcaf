package org.eclipse.jetty.session.infinispan;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.util.resource.Resource;
import org.infinispan.client.hotrod.RemoteCache;
import org.infinispan.client.hotrod.RemoteCacheManager;
import org.infinispan.client.hotrod.RemoteSchemasAdmin.SchemaOpResult;
import org.infinispan.client.hotrod.configuration.Configuration;
import org.infinispan.client.hotrod.configuration.ConfigurationBuilder;
import org.infinispan.client.hotrod.exceptions.RemoteCacheManagerNotStartedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A HotRod client, made with the first store, which ends with the last one. One that stalls is replaced. Guarded by its monitor, which is not
 * held while servers are asked.
 */
final class RemoteCaches implements SessionCaches {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteCaches.class);
    private static final String PREFIX = "infinispan.client.hotrod.";
    private static final int CONNECT_TIMEOUT_MS = 2000;
    private static final int SOCKET_TIMEOUT_MS = 2000;
    private static final int RETRIES = 1;

    private final String location;
    private final String name;
    private final boolean searched;
    private @Nullable RemoteCacheManager manager;
    private @Nullable CompletableFuture<SessionEntries> entries;
    private int users;

    /** @param searched whether sessions are searched for, for which the servers need their schema */
    RemoteCaches(String location, String name, boolean searched) {
        this.location = location;
        this.name = name;
        this.searched = searched;
    }

    @Override
    public synchronized void acquire() throws IOException {
        if (manager == null) {
            manager = start(read(SessionCaches.file(location, "a file or URI of properties of a HotRod client")));
        }
        users++;
    }

    private static Configuration read(Resource file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = file.newInputStream()) {
            properties.load(in);
        }
        // its own ones let a request wait for minutes
        properties.putIfAbsent(PREFIX + "connect_timeout", String.valueOf(CONNECT_TIMEOUT_MS));
        properties.putIfAbsent(PREFIX + "socket_timeout", String.valueOf(SOCKET_TIMEOUT_MS));
        properties.putIfAbsent(PREFIX + "max_retries", String.valueOf(RETRIES));
        ConfigurationBuilder builder = new ConfigurationBuilder();
        builder.withProperties(properties);
        builder.addContextInitializer(new InfinispanSerializationContextInitializer());
        return builder.build();
    }

    private static RemoteCacheManager start(Configuration configuration) throws IOException {
        return SessionCaches.withOwnLoader(() -> new RemoteCacheManager(configuration));
    }

    @Override
    public synchronized void release(boolean ending) {
        users--;
        if (users == 0) {
            manager().stop();
            manager = null;
            entries = null;
        }
    }

    @Override
    public SessionEntries open() throws Exception {
        RemoteCacheManager client = manager();
        CompletableFuture<SessionEntries> opening = opening();
        try {
            return new Deadline(client.getConfiguration()).await(opening);
        } catch (StalledClientException x) {
            replace(opening);
            throw x;
        }
    }

    private synchronized RemoteCacheManager manager() {
        RemoteCacheManager started = manager;
        if (started == null) {
            throw new IllegalStateException("no store is started: " + location);
        }
        return started;
    }

    /** The cache, for which all that need it wait together; after a failure it is looked for again. */
    private synchronized CompletableFuture<SessionEntries> opening() {
        CompletableFuture<SessionEntries> present = entries;
        if (present == null || present.isCompletedExceptionally()) {
            RemoteCacheManager client = manager();
            present = CompletableFuture.supplyAsync(() -> open(client), client.getAsyncExecutorService());
            entries = present;
        }
        return present;
    }

    private SessionEntries open(RemoteCacheManager client) {
        RemoteCache<String, InfinispanSessionData> cache = client.getCache(name);
        if (cache == null) {
            throw new IllegalStateException("cacheName: " + name
                    + " (expected: a cache that the servers have, or whose configuration is in " + location + ")");
        }
        if (searched) {
            addSchema(client);
        }
        return new RemoteEntries(cache);
    }

    private static void addSchema(RemoteCacheManager client) {
        InfinispanSerializationContextInitializer schema = new InfinispanSerializationContextInitializer();
        SchemaOpResult result = client.administration().schemas().createOrUpdate(schema);
        if (result.hasError()) {
            throw new IllegalStateException("useQueries: true (expected: false where the servers refuse the schema "
                    + schema.getProtoFileName() + "): " + result.getError());
        }
    }

    @Override
    public boolean isStalled(Throwable failure) {
        return failure instanceof StalledClientException || failure instanceof RemoteCacheManagerNotStartedException;
    }

    @Override
    public void discard(SessionEntries stalled) {
        CompletableFuture<SessionEntries> present;
        synchronized (this) {
            present = entries;
        }
        // another store may have replaced it already
        if (present != null && !present.isCompletedExceptionally() && present.getNow(null) == stalled) {
            replace(present);
        }
    }

    private synchronized void replace(CompletableFuture<SessionEntries> stalled) {
        RemoteCacheManager old = manager;
        if (entries != stalled || old == null) {
            return;
        }
        LOG.warn("A client of Infinispan has lost a call, and is replaced by another one");
        entries = null;
        try {
            manager = start(old.getConfiguration());
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
        // it may wait for what it has lost
        Thread end = new Thread(old::stop, "infinispan-client-stop");
        end.setDaemon(true);
        end.start();
    }

    @Override
    public boolean isUnreachable(Throwable failure) {
        return RemoteEntries.isUnreachable(failure);
    }
}
