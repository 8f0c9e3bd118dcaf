package org.eclipse.jetty.session.infinispan;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.util.resource.Resource;
import org.infinispan.Cache;
import org.infinispan.commons.dataconversion.MediaType;
import org.infinispan.configuration.parsing.ConfigurationBuilderHolder;
import org.infinispan.configuration.parsing.ParserRegistry;
import org.infinispan.manager.DefaultCacheManager;
import org.jspecify.annotations.Nullable;

/**
 * An embedded cache manager, made with the first store. It ends with the last store when the server ends, as it may have all sessions of an
 * application that is redeployed. Guarded by its monitor.
 */
final class EmbeddedCaches implements SessionCaches {
    private final String location;
    private final String name;
    private @Nullable DefaultCacheManager manager;
    private int users;

    /** @param name the cache; empty for the default one of the file */
    EmbeddedCaches(String location, String name) {
        this.location = location;
        this.name = name;
    }

    @Override
    public synchronized void acquire() throws IOException {
        if (manager == null) {
            Resource file = SessionCaches.file(location, "a file or URI of XML, JSON or YAML");
            manager = SessionCaches.withOwnLoader(() -> start(file));
        }
        users++;
    }

    private static DefaultCacheManager start(Resource file) throws IOException {
        ClassLoader loader = EmbeddedCaches.class.getClassLoader();
        ConfigurationBuilderHolder holder;
        try (InputStream in = file.newInputStream()) {
            holder = new ParserRegistry(loader).parse(in, MediaType.fromExtension(file.getFileName()));
        }
        holder.getGlobalConfigurationBuilder()
                .classLoader(loader)
                .serialization()
                .addContextInitializer(new InfinispanSerializationContextInitializer());
        return new DefaultCacheManager(holder, true);
    }

    @Override
    public synchronized void release(boolean ending) {
        users--;
        if (users == 0 && ending) {
            manager().stop();
            manager = null;
        }
    }

    @Override
    public synchronized SessionEntries open() throws IOException {
        return SessionCaches.withOwnLoader(() -> {
            DefaultCacheManager started = manager();
            Cache<String, InfinispanSessionData> cache = name.isEmpty() ? started.getCache() : started.getCache(name);
            return new EmbeddedEntries(cache);
        });
    }

    private DefaultCacheManager manager() {
        DefaultCacheManager started = manager;
        if (started == null) {
            throw new IllegalStateException("no store is started: " + location);
        }
        return started;
    }

    @Override
    public boolean isUnreachable(Throwable failure) {
        return EmbeddedEntries.isUnreachable(failure);
    }
}
