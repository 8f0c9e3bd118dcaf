package org.eclipse.jetty.util.resource;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.URIUtil;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.annotation.ManagedOperation;
import org.eclipse.jetty.util.component.Dumpable;
import org.eclipse.jetty.util.thread.AutoLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file systems of archives, each opened once, and closed with its last mount. Guarded by lock. */
@ManagedObject("The file systems of archives")
public class FileSystemPool implements Dumpable {
    public static final FileSystemPool INSTANCE = new FileSystemPool();
    private static final Logger LOG = LoggerFactory.getLogger(FileSystemPool.class);

    private final AutoLock lock = new AutoLock();
    private final Map<URI, Bucket> buckets = new HashMap<>();

    private static final class Bucket {
        private final FileSystem fileSystem;
        private final boolean ours;
        private final Path archive;
        private final FileTime lastModified;
        private final long size;
        private int mounts;

        private Bucket(FileSystem fileSystem, boolean ours, Path archive) throws IOException {
            this.fileSystem = fileSystem;
            this.ours = ours;
            this.archive = archive;
            this.lastModified = Files.getLastModifiedTime(archive);
            this.size = Files.size(archive);
        }
    }

    /** A mounted archive; it stays open until this, and every other mount of it, is closed. */
    public final class Mount implements Closeable {
        private final URI uri;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Mount(URI uri) {
            this.uri = uri;
        }

        URI uri() {
            return uri;
        }

        /** What is in the archive. */
        public Resource root() {
            return new MountedPathResourceFactory().newResource(uri);
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) unmount(uri);
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
    Mount mount(URI root) throws IOException {
        Path archive = Path.of(URIUtil.unwrapContainer(root));
        if (!Files.isRegularFile(archive)) return null;
        try (AutoLock l = lock.lock()) {
            Bucket bucket = buckets.get(root);
            if (bucket == null) {
                bucket = open(root, archive);
                buckets.put(root, bucket);
            }
            bucket.mounts++;
            return new Mount(root);
        }
    }

    private static Bucket open(URI root, Path archive) throws IOException {
        try {
            return new Bucket(FileSystems.newFileSystem(root, Map.of("releaseVersion", "runtime")), true, archive);
        } catch (FileSystemAlreadyExistsException x) {
            // somebody else opened it, and will close it
            LOG.debug("open already: {}", root, x);
            return new Bucket(FileSystems.getFileSystem(root), false, archive);
        } catch (ProviderNotFoundException | IllegalArgumentException | UnsupportedOperationException x) {
            throw new IOException("not an archive: " + archive, x);
        }
    }

    private void unmount(URI uri) {
        try (AutoLock l = lock.lock()) {
            Bucket bucket = buckets.get(uri);
            if (bucket == null || --bucket.mounts > 0) return;
            buckets.remove(uri);
            if (bucket.ours) bucket.fileSystem.close();
        } catch (IOException x) {
            LOG.warn("Unable to close {}", uri, x);
        }
    }

    /** One mount per archive that is open. */
    @ManagedAttribute("The mounted archives")
    public Collection<Mount> mounts() {
        try (AutoLock l = lock.lock()) {
            Collection<Mount> mounts = new ArrayList<>();
            for (Map.Entry<URI, Bucket> entry : buckets.entrySet())
                for (int i = 0; i < entry.getValue().mounts; i++) mounts.add(new Mount(entry.getKey()));
            return mounts;
        }
    }

    /** Opens archives anew that were deleted or changed while they were open. */
    @ManagedOperation(value = "Closes archives that were changed while they were open", impact = "ACTION")
    public void sweep() {
        try (AutoLock l = lock.lock()) {
            for (Map.Entry<URI, Bucket> entry : new ArrayList<>(buckets.entrySet())) {
                Bucket bucket = entry.getValue();
                if (!bucket.ours || !isChanged(bucket)) continue;
                try {
                    bucket.fileSystem.close();
                    buckets.remove(entry.getKey());
                    if (!Files.isRegularFile(bucket.archive)) continue;
                    Bucket fresh = open(entry.getKey(), bucket.archive);
                    fresh.mounts = bucket.mounts;
                    buckets.put(entry.getKey(), fresh);
                } catch (IOException x) {
                    LOG.warn("Unable to open {} again", entry.getKey(), x);
                }
            }
        }
    }

    private static boolean isChanged(Bucket bucket) {
        try {
            return !Files.getLastModifiedTime(bucket.archive).equals(bucket.lastModified)
                    || Files.size(bucket.archive) != bucket.size;
        } catch (IOException x) {
            LOG.debug("gone: {}", bucket.archive, x);
            return true;
        }
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
