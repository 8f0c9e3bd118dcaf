package org.eclipse.jetty.util.resource;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file systems of archives, each opened once, and closed with its last mount.
 *
 * <p>An archive that was replaced is opened again for the mounts that follow; those before keep what they had. Guarded by lock.
 */
@ManagedObject("The file systems of archives")
public class FileSystemPool implements Dumpable {
    public static final FileSystemPool INSTANCE = new FileSystemPool();
    private static final Logger LOG = LoggerFactory.getLogger(FileSystemPool.class);

    private final AutoLock lock = new AutoLock();

    /** What the next mount of an archive gets. */
    private final Map<URI, Bucket> current = new HashMap<>();

    private final List<Mount> mounts = new ArrayList<>();

    private static final class Bucket {
        private final FileSystem fileSystem;
        private final Path archive;
        private final State state;
        private int mounts;

        private Bucket(FileSystem fileSystem, Path archive, State state) {
            this.fileSystem = fileSystem;
            this.archive = archive;
            this.state = state;
        }

        private boolean isChanged() {
            try {
                return !state.equals(State.of(archive));
            } catch (IOException x) {
                LOG.debug("gone: {}", archive, x);
                return true;
            }
        }
    }

    /** What tells one version of a file from another; the key is null where the platform has none. */
    private record State(FileTime lastModified, long size, Object key) {
        static State of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new State(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }

    /** A mounted archive; it stays open until this, and every other mount of the same version, is closed. */
    public final class Mount implements Closeable {
        private final URI uri;
        private final Bucket bucket;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Mount(URI uri, Bucket bucket) {
            this.uri = uri;
            this.bucket = bucket;
        }

        URI uri() {
            return uri;
        }

        /** What is in the archive. */
        public @Nullable Resource root() {
            return newResource(uri);
        }

        /** An entry of this archive by its URI; null when there is none. */
        @Nullable
        Resource newResource(URI entry) {
            return MountedPathResourceFactory.newResource(bucket.fileSystem, entry);
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                unmount(this);
            }
        }

        @Override
        public String toString() {
            return "Mount[" + uri + "]";
        }
    }

    private FileSystemPool() {}

    /** The URI of the root of the archive. */
    static URI containerOf(URI jar) {
        String text = jar.toASCIIString();
        int bang = text.indexOf("!/");
        return URIUtil.correctURI(URI.create(bang < 0 ? text + "!/" : text.substring(0, bang + 2)));
    }

    static boolean isMountable(URI root) {
        return Files.isRegularFile(Path.of(URIUtil.unwrapContainer(root)));
    }

    /** Mounts the archive; null when it does not exist. */
    @Nullable
    Mount mount(URI root) throws IOException {
        Path archive = Path.of(URIUtil.unwrapContainer(root));
        if (!Files.isRegularFile(archive)) {
            return null;
        }
        try (AutoLock l = lock.lock()) {
            Bucket bucket = current.get(root);
            if (bucket == null || bucket.isChanged()) {
                bucket = open(archive);
                current.put(root, bucket);
            }
            bucket.mounts++;
            Mount mount = new Mount(root, bucket);
            mounts.add(mount);
            return mount;
        }
    }

    private static Bucket open(Path archive) throws IOException {
        // the state first: one that is replaced meanwhile counts as changed
        State state = State.of(archive);
        try {
            return new Bucket(FileSystems.newFileSystem(archive, Map.of("releaseVersion", "runtime")), archive, state);
        } catch (ProviderNotFoundException | IllegalArgumentException | UnsupportedOperationException x) {
            throw new IOException("not an archive: " + archive, x);
        }
    }

    private void unmount(Mount mount) {
        try (AutoLock l = lock.lock()) {
            mounts.remove(mount);
            Bucket bucket = mount.bucket;
            if (--bucket.mounts > 0) {
                return;
            }
            current.remove(mount.uri, bucket);
            bucket.fileSystem.close();
        } catch (IOException x) {
            LOG.warn("Unable to close {}", mount.uri, x);
        }
    }

    /** The mounts that are open. */
    @ManagedAttribute("The mounted archives")
    public Collection<Mount> mounts() {
        try (AutoLock l = lock.lock()) {
            return new ArrayList<>(mounts);
        }
    }

    /** Returns an entry of an archive that is mounted by its URI; null when there is none. */
    @Nullable
    Resource newResource(URI root, URI entry) {
        Bucket bucket;
        try (AutoLock l = lock.lock()) {
            bucket = current.get(root);
        }
        if (bucket == null) {
            throw new IllegalStateException("not mounted: " + entry);
        }
        return MountedPathResourceFactory.newResource(bucket.fileSystem, entry);
    }

    @Override
    public void dump(Appendable out, String indent) throws IOException {
        Dumpable.dumpObjects(out, indent, this, mounts().toArray());
    }

    @Override
    public String toString() {
        return "FileSystemPool@" + Integer.toHexString(hashCode());
    }
}
