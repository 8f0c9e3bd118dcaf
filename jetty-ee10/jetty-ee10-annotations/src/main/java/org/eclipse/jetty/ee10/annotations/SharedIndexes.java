package org.eclipse.jetty.ee10.annotations;

import java.io.File;
import java.nio.file.Path;
import org.eclipse.jetty.annotations.ClassIndexes;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * The indexes of libraries that all applications of a server have in common, of every environment. They are kept in
 * {@code index} of the server's temporary directory, if it has one of its own, and in memory until the server has started.
 * Thread-safe.
 */
final class SharedIndexes {
    private SharedIndexes() {}

    static ClassIndexes of(Server server) {
        synchronized (server) {
            ClassIndexes known = server.getBean(ClassIndexes.class);
            if (known != null) return known;
            File directory = server.getTempDirectory();
            Path kept = directory == null ? null : directory.toPath().resolve("index");
            ClassIndexes indexes = new ClassIndexes(kept, server.getThreadPool());
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
