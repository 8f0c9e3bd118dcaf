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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reloads the context when the key store file, or that of the private key, changes; symbolic links to it and above it are followed. Thread-safe. */
public class KeyStoreScanner extends ContainerLifeCycle implements Scanner.DiscreteListener {
    private static final Logger LOG = LoggerFactory.getLogger(KeyStoreScanner.class);

    private final SslContextFactory factory;
    private final Path keyStore;
    private final Set<Path> watched = new LinkedHashSet<>();
    private final Scanner scanner = new Scanner(null, false);

    public KeyStoreScanner(SslContextFactory sslContextFactory) {
        factory = sslContextFactory;
        keyStore = factory.getKeyStoreResource() == null
                ? null
                : factory.getKeyStoreResource().getPath();
        if (keyStore == null || keyStore.getParent() == null) {
            throw new IllegalArgumentException("no key store file to watch: " + factory);
        }
        watched.add(keyStore.toAbsolutePath());
        // a private key that is a file of its own changes with its certificate
        Path key = factory.getPrivateKeyFile();
        if (key != null) {
            watched.add(key.toAbsolutePath());
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
        CountDownLatch done = new CountDownLatch(1);
        scanner.scan(Callback.from(done::countDown));
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
            LOG.info("Reloaded key store {}", keyStore);
        } catch (Exception x) {
            LOG.warn("Unable to reload key store {}, the former one stays", keyStore, x);
        }
    }

    /** In seconds. */
    @ManagedAttribute("Scan interval in seconds")
    public int getScanInterval() {
        return scanner.getScanInterval();
    }

    public void setScanInterval(int scanInterval) {
        scanner.setScanInterval(scanInterval);
    }
}
