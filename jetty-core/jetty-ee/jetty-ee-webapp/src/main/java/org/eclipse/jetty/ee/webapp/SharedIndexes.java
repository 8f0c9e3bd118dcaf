package org.eclipse.jetty.ee.webapp;

import java.io.File;
import java.nio.file.Path;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * The indexes of libraries that all applications of a server have in common, of every environment. They are kept in
 * {@code index} of the server's temporary directory, if it has one of its own, and in memory until the server has started.
 * Thread-safe.
 */
public final class SharedIndexes {
    private SharedIndexes() {}

    /** @param server null for an application without one, which has indexes of its own */
    public static ArchiveIndexes of(Server server) {
        if (server == null) {
            return new ArchiveIndexes(null, Runnable::run);
        }
        synchronized (server) {
            ArchiveIndexes known = server.getBean(ArchiveIndexes.class);
            if (known != null) {
                return known;
            }
            File directory = server.getTempDirectory();
            Path kept = directory == null ? null : directory.toPath().resolve("index");
            ArchiveIndexes indexes = new ArchiveIndexes(kept, server.getThreadPool());
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
}
