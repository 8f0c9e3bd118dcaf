package org.eclipse.jetty.util;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is told by the operating system that something in some directories has changed, and passes that on: not what it was, as
 * systems lose events, and network file systems tell nothing of what others do. Who scans is to go on doing so.
 *
 * <p>Thread-safe.
 */
final class DirectoryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatch.class);

    private final WatchService service;
    private final Runnable onChange;

    private DirectoryWatch(WatchService service, Runnable onChange) {
        this.service = service;
        this.onChange = onChange;
    }

    /**
     * Watches directories, which are on one file system.
     *
     * @param onChange is called by a thread of this, soon after something has changed
     * @return null where that is not offered
     */
    static @Nullable DirectoryWatch of(Collection<Path> directories, Runnable onChange) {
        if (directories.isEmpty()) {
            return null;
        }
        WatchService service = null;
        try {
            service = directories.iterator().next().getFileSystem().newWatchService();
            for (Path directory : directories) {
                directory.register(
                        service,
                        StandardWatchEventKinds.ENTRY_CREATE,
                        StandardWatchEventKinds.ENTRY_MODIFY,
                        StandardWatchEventKinds.ENTRY_DELETE);
            }
        } catch (IOException | RuntimeException x) {
            // no more watches are to be had (fs.inotify.max_user_instances), or the file system has none
            LOG.debug("{} are scanned, but not watched", directories, x);
            IO.close(service);
            return null;
        }
        DirectoryWatch watch = new DirectoryWatch(service, onChange);
        Thread thread = new Thread(watch::run, "DirectoryWatch-" + Integer.toHexString(watch.hashCode()));
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void run() {
        try {
            while (true) {
                WatchKey key = service.take();
                key.pollEvents();
                key.reset();
                onChange.run();
            }
        } catch (ClosedWatchServiceException x) {
            LOG.debug("watched until it was closed", x);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        IO.close(service);
    }
}
