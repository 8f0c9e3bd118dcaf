package org.eclipse.jetty.util.ssl;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Scanner;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reloads the context when one of its files changes: the key store, the private key, the trust store, or a pair in the directory of
 * certificates. Symbolic links to them and above them are followed. Thread-safe.
 */
public class KeyStoreScanner extends ContainerLifeCycle implements Scanner.DiscreteListener {
    private static final Logger LOG = LoggerFactory.getLogger(KeyStoreScanner.class);

    private final SslContextFactory factory;
    private final Set<Path> watched = new LinkedHashSet<>();
    private final Scanner scanner = new Scanner(null, false);
    private final @Nullable Scanner directoryScanner;

    public KeyStoreScanner(SslContextFactory sslContextFactory) {
        factory = sslContextFactory;
        // a private key that is a file of its own changes with its certificate
        watched.addAll(factory.watchedFiles());
        String pairs = factory.getCertificatesDirectory();
        if (watched.isEmpty() && pairs == null) {
            throw new IllegalArgumentException("no key store file to watch: " + factory);
        }
        for (Path file : watched) {
            scanner.addDirectory(file.getParent());
        }
        scanner.setScanInterval(1);
        scanner.setReportDirs(false);
        scanner.setReportExistingFilesOnStartup(false);
        scanner.setScanDepth(1);
        scanner.setFilenameFilter((directory, name) ->
                watched.contains(directory.toPath().toAbsolutePath().resolve(name)));
        scanner.addListener(this);
        installBean(scanner, true);
        if (pairs == null) {
            directoryScanner = null;
        } else {
            directoryScanner = new Scanner(null, false);
            directoryScanner.addDirectory(Path.of(pairs));
            directoryScanner.setScanInterval(1);
            directoryScanner.setReportDirs(false);
            directoryScanner.setReportExistingFilesOnStartup(false);
            // pairs may be in directories of their own
            directoryScanner.setScanDepth(2);
            directoryScanner.addListener(new Scanner.BulkListener() {
                @Override
                public void pathsChanged(Set<Path> changes) {
                    reload();
                }
            });
            installBean(directoryScanner, true);
        }
    }

    @Override
    public void fileAdded(String filename) {
        reload();
    }

    @Override
    public void fileChanged(String filename) {
        reload();
    }

    /** The former key store is used on. */
    @Override
    public void fileRemoved(String filename) {
        LOG.debug("key store removed: {}", filename);
    }

    /** Scans now; returns whether that ended within so many ms. */
    @ManagedOperation(value = "Scans for changes", impact = "ACTION")
    public boolean scan(long waitMillis) {
        CountDownLatch done = new CountDownLatch(directoryScanner == null ? 1 : 2);
        scanner.scan(Callback.from(done::countDown));
        if (directoryScanner != null) {
            directoryScanner.scan(Callback.from(done::countDown));
        }
        try {
            return done.await(waitMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @ManagedOperation(value = "Reloads the key store", impact = "ACTION")
    public void reload() {
        try {
            factory.reload(f -> {});
            LOG.info("Reloaded {}", name());
        } catch (Exception x) {
            LOG.warn("Unable to reload {}, the former one stays: {}", name(), x.getMessage());
            LOG.debug("the cause", x);
        }
    }

    private String name() {
        String directory = factory.getCertificatesDirectory();
        if (factory.getKeyStorePath() == null) {
            return "certificates of " + directory;
        }
        return "key store " + factory.getKeyStorePath()
                + (directory == null ? "" : " and certificates of " + directory);
    }

    /** In seconds. */
    @ManagedAttribute("Scan interval in seconds")
    public int getScanInterval() {
        return scanner.getScanInterval();
    }

    public void setScanInterval(int scanInterval) {
        scanner.setScanInterval(scanInterval);
        if (directoryScanner != null) {
            directoryScanner.setScanInterval(scanInterval);
        }
    }
}
