package org.eclipse.jetty.server.handler;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.StringUtil;
import org.eclipse.jetty.util.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Where the temporary files of a context lie: in a directory that it was given, or in one that is made at its start and
 * forgotten at its stop. Unless it is persistent, it is empty at the start and goes with the stop; one that was claimed
 * of those kept by the server stays, for the next run to claim. Guarded by the life cycle of the context.
 */
final class TempDirectory {
    /** Whether this process has removed what others left. */
    private static final AtomicBoolean CLEANED = new AtomicBoolean();

    private @Nullable File directory;
    private boolean persistent;
    /** Whether the directory was chosen here, not given. */
    private boolean made;

    private @Nullable ClaimedDirectory claimed;
    /** Whether the claimed directory is removed after the run, not kept for the next one. */
    private boolean removed;

    /** Returns the directory; null before one is given or made. */
    @Nullable
    File get() {
        return directory;
    }

    /** Sets the directory; null to have one made. */
    void set(@Nullable File newDirectory) {
        File absolute = newDirectory == null ? null : newDirectory.getAbsoluteFile();
        if (absolute != null && absolute.exists() && !absolute.isDirectory()) {
            throw new IllegalArgumentException("the temporary directory is a file: " + absolute);
        }
        directory = absolute;
        made = false;
    }

    boolean isPersistent() {
        return persistent;
    }

    void setPersistent(boolean newPersistent) {
        persistent = newPersistent;
    }

    /** Makes the directory that was given ready for a run. */
    void prepare() throws IOException {
        File given = directory;
        assert given != null : "none was given";
        if (given.exists() && !persistent) {
            IO.delete(given.toPath());
        }
        if (!given.exists() && !given.mkdirs()) {
            throw new IOException("cannot create the temporary directory " + given);
        }
    }

    /**
     * Makes a directory for this run below that of the server, or of the system.
     *
     * @param parent the directory of the server; null for that of the system
     * @param kept whether the next run finds what this one leaves in the directory of the server
     * @param prefix what its name is to begin with
     */
    void make(@Nullable File parent, boolean kept, String prefix) throws IOException {
        if (parent == null && persistent) {
            directory = Files.createTempDirectory(prefix).toFile();
        } else if (parent == null) {
            ClaimedDirectory mine = ClaimedDirectory.claimNew(Path.of(System.getProperty("java.io.tmpdir")), prefix);
            claimed = mine;
            directory = mine.path().toFile();
            removed = true;
            if (CLEANED.compareAndSet(false, true)) {
                mine.removeAbandoned();
            }
        } else {
            Files.createDirectories(parent.toPath());
            if (persistent) {
                directory = new File(parent, prefix + "persistent");
                Files.createDirectories(directory.toPath());
            } else if (kept && claim(parent.toPath(), prefix)) {
                made = true;
                return;
            } else {
                // by the number of the process, another one knows whether it is still in use
                String ofProcess = prefix + "pid" + ProcessHandle.current().pid() + "-";
                directory =
                        Files.createTempDirectory(parent.toPath(), ofProcess).toFile();
            }
        }
        if (!persistent) {
            directory.deleteOnExit();
        }
        made = true;
    }

    private boolean claim(Path parent, String prefix) throws IOException {
        claimed = ClaimedDirectory.claim(parent, prefix.substring(0, prefix.length() - 1));
        if (claimed == null) {
            return false;
        }
        directory = claimed.path().toFile();
        return true;
    }

    /** Deletes the directory after a run, unless it is persistent, or kept by the server. */
    void cleanup() throws IOException {
        if (claimed != null) {
            if (removed) {
                claimed.remove();
            } else {
                claimed.release();
            }
            claimed = null;
            removed = false;
        } else if (directory != null && directory.exists() && !persistent) {
            IO.delete(directory.toPath());
        }
        if (made) {
            directory = null;
            made = false;
        }
    }

    /**
     * A name for the directory of a context with address, application, path and host; it ends with a dash.
     *
     * @param address where its server listens, by {@link #nameOf}; null if that is not known
     * @param resource what the context is made of
     * @param contextPath the path of the context
     * @param hosts the virtual hosts of the context
     */
    static String nameFor(
            @Nullable String address, @Nullable Resource resource, String contextPath, List<String> hosts) {
        StringBuilder name = new StringBuilder("jetty-");
        if (address != null) {
            name.append(address).append('-');
        }
        String base = baseName(resource);
        if (base != null) {
            name.append(base).append('-');
        }
        name.append(contextPath.replace('/', '_').replace('\\', '_')).append('-');
        name.append(hosts.isEmpty() ? "any" : hosts.get(0)).append('-');
        return StringUtil.sanitizeFileSystemName(name.toString());
    }

    /**
     * A name for the address of a connector.
     *
     * @param host the host; null for all
     * @param localPort the port that is bound; not positive if none is
     * @param port the port to be bound
     */
    static String nameOf(@Nullable String host, int localPort, int port) {
        return (host == null ? "0_0_0_0" : host.replace('.', '_')) + "-" + (localPort > 0 ? localPort : port);
    }

    /** The last segment of a resource's URI; null if it has none. */
    static @Nullable String baseName(@Nullable Resource resource) {
        if (resource == null || resource.getURI() == null) {
            return null;
        }
        String uri = resource.getURI().toString();
        // what lies in a jar is named by the jar
        int jar = uri.indexOf("!/");
        String path = jar < 0 ? uri : uri.substring(0, jar);
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return trimmed.substring(trimmed.lastIndexOf('/') + 1);
    }
}
