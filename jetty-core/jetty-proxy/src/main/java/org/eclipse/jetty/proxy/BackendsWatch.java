package org.eclipse.jetty.proxy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the file of back ends. One that is wrong, or that is removed, changes nothing. */
final class BackendsWatch extends ContainerLifeCycle {
    private static final Logger LOG = LoggerFactory.getLogger(BackendsWatch.class);

    private final Path file;
    private final Reload reload;

    interface Reload {
        void run() throws Exception;
    }

    /** @param interval the seconds between two looks; 0 for none */
    BackendsWatch(Path file, int interval, Reload reload) {
        this.file = file;
        this.reload = reload;
        if (interval > 0) {
            Scanner scanner = new Scanner(null, false);
            scanner.addFile(file);
            scanner.setScanInterval(interval);
            scanner.setWatching(true);
            scanner.setReportExistingFilesOnStartup(false);
            scanner.addListener(new Scanner.BulkListener() {
                @Override
                public void pathsChanged(Map<Path, Scanner.Notification> changes) {
                    changed();
                }
            });
            addBean(scanner, true);
        }
    }

    /** Refuses a file that is not there. */
    void check() {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("backendsFile: " + file + " (expected: a file)");
        }
    }

    private void changed() {
        if (!Files.exists(file)) {
            LOG.warn("{} was removed: the back ends stay as they were", file);
            return;
        }
        try {
            reload.run();
        } catch (Exception x) {
            LOG.error("{}: the back ends stay as they were", x.getMessage());
        }
    }
}
