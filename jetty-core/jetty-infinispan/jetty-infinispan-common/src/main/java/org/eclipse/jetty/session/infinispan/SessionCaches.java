package org.eclipse.jetty.session.infinispan;

import java.io.IOException;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.infinispan.commons.api.BasicCache;

/** Where the stores of a factory have their cache from: they share what connects them. Thread-safe. */
interface SessionCaches {
    /** Notes that a store starts. */
    void acquire() throws Exception;

    /**
     * Notes that a store has stopped.
     *
     * @param ending whether the server stops, and not an application alone
     */
    void release(boolean ending);

    /** Returns the cache, which may need an answer of servers. */
    SessionEntries open() throws Exception;

    /** Whether a failure says that a client has stalled, or was stopped because it had. */
    default boolean isStalled(Throwable failure) {
        return false;
    }

    /** Notes that a client is of no use any longer: the next cache is of another one. */
    default void discard(SessionEntries stalled) {}

    /** Whether a failure says that other machines are away for a while. */
    boolean isUnreachable(Throwable failure);

    /** A cache that a program has made, and stops. */
    record Given(BasicCache<String, InfinispanSessionData> cache) implements SessionCaches {
        @Override
        public void acquire() {
            // it is there
        }

        @Override
        public void release(boolean ending) {
            // it is that of the program
        }

        @Override
        public SessionEntries open() {
            return SessionEntries.of(cache);
        }

        @Override
        public boolean isUnreachable(Throwable failure) {
            return open() instanceof EmbeddedEntries
                    ? EmbeddedEntries.isUnreachable(failure)
                    : RemoteEntries.isUnreachable(failure);
        }
    }

    /** Returns a file of configuration. */
    static Resource file(String location, String expected) throws IOException {
        Resource resource = location.isBlank() ? null : ResourceFactory.root().newResource(location);
        if (resource == null || !resource.exists()) {
            throw new IOException("configurationLocation: " + location + " (expected: " + expected + ")");
        }
        return resource;
    }

    /** What runs with the loader of this class, as threads outlive applications, whose loader they would keep otherwise. */
    @FunctionalInterface
    interface Start<T> {
        T run() throws IOException;
    }

    static <T> T withOwnLoader(Start<T> start) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(SessionCaches.class.getClassLoader());
        try {
            return start.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
