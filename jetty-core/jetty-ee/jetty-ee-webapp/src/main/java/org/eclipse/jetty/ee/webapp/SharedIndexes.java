package org.eclipse.jetty.ee.webapp;

import java.io.File;
import java.nio.file.Path;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of libraries that all applications of a server have in common, of every environment. They are kept in
 * {@code index} of the server's temporary directory, if it has one of its own, or in another directory, and in memory until the server has started.
 * Thread-safe.
 */
public final class SharedIndexes {
    private SharedIndexes() {}

    /** @param server null for an application without one, which has indexes of its own */
    public static ArchiveIndexes of(@Nullable Server server) {
        if (server == null) {
            return new ArchiveIndexes(null, Runnable::run);
        }
        synchronized (server) {
            ArchiveIndexes known = server.getBean(ArchiveIndexes.class);
            if (known != null) {
                return known;
            }
            File directory = server.getTempDirectory();
            return add(server, directory == null ? null : directory.toPath().resolve("index"));
        }
    }

    /**
     * Keeps the indexes of a server in another directory. To be called before one of its applications is configured; a server
     * with a temporary directory of its own keeps them there anyway.
     *
     * @param directory made when it is needed; files of libraries that a start has not asked for are removed from it
     */
    public static void keep(Server server, Path directory) {
        synchronized (server) {
            if (server.getTempDirectory() == null && server.getBean(ArchiveIndexes.class) == null) {
                add(server, directory);
            }
        }
    }

    private static ArchiveIndexes add(Server server, @Nullable Path directory) {
        ArchiveIndexes indexes = new ArchiveIndexes(directory, server.getThreadPool());
        server.addBean(indexes, false);
        server.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarted(LifeCycle event) {
                indexes.forget();
            }
        });
        return indexes;
    }
}
