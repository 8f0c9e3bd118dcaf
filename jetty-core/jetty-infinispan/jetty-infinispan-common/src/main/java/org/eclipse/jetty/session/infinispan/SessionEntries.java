package org.eclipse.jetty.session.infinispan;

import java.util.Set;
import org.infinispan.commons.api.BasicCache;
import org.jspecify.annotations.Nullable;

/** The operations of a store on its cache: each is one step for all servers that share it. Thread-safe. */
interface SessionEntries {
    /** A version that any other one matches. */
    long ANY = -1;

    /** What a replacement came to. */
    enum Outcome {
        DONE,
        /** There is no entry. */
        ABSENT,
        /** The entry has another version. */
        CONFLICT
    }

    /** Returns the entry of a key, if there is one. */
    @Nullable
    InfinispanSessionData get(String key) throws Exception;

    /**
     * Sets an entry.
     *
     * @param lifespan the seconds after which the cache removes it; -1 for never
     * @param idle the seconds without use after which the cache removes it; -1 for never
     */
    void put(String key, InfinispanSessionData data, long lifespan, long idle) throws Exception;

    /** Sets an entry if there is one of a version, or of {@link #ANY}. */
    Outcome replace(String key, InfinispanSessionData data, long version, long lifespan, long idle) throws Exception;

    /** Removes an entry; returns false if there is none. */
    boolean remove(String key) throws Exception;

    /**
     * Adds the ids of the sessions of a context that have expired at a time, in milliseconds since 1970.
     *
     * @param node the server that used them last; null for any
     */
    void addExpired(Set<String> ids, String context, long time, @Nullable String node) throws Exception;

    /** Returns those of a cache that a program has made. */
    static SessionEntries of(BasicCache<String, InfinispanSessionData> cache) {
        return isRemote(cache) ? new RemoteEntries(cache) : new EmbeddedEntries(cache);
    }

    /** Whether it is of a HotRod client, whose classes are there only then. */
    private static boolean isRemote(BasicCache<?, ?> cache) {
        try {
            ClassLoader loader = cache.getClass().getClassLoader();
            return Class.forName("org.infinispan.client.hotrod.RemoteCache", false, loader)
                    .isInstance(cache);
        } catch (ClassNotFoundException x) {
            return false;
        }
    }
}
