package org.eclipse.jetty.util.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the keys of archives as long as their files are as they were. Thread-safe.
 *
 * <p>A file that was changed a moment before it was read could change once more without another time: it is not remembered.
 */
final class ArchiveKeys {
    private static final Logger LOG = LoggerFactory.getLogger(ArchiveKeys.class);
    private static final int FORMAT = 0x4a414b01;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** The clock of a file system has ticks: those of a kernel, or, where times are of whole seconds, these. */
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * How a file was when its key was computed.
     *
     * @param text all of it
     * @param lasting whether the file system reports each change
     */
    private record Stamp(String text, long changed, boolean lasting) {
        private static FileTime time(Map<String, Object> unix, String name) {
            return (FileTime) Objects.requireNonNull(unix.get(name), name);
        }

        static Stamp of(Path path) throws IOException {
            try {
                Map<String, Object> unix = Files.readAttributes(path, "unix:dev,ino,size,lastModifiedTime,ctime");
                long changed = time(unix, "ctime").to(TimeUnit.NANOSECONDS);
                long modified = time(unix, "lastModifiedTime").to(TimeUnit.NANOSECONDS);
                String text = unix.get("dev") + " " + unix.get("ino") + " " + unix.get("size") + " " + modified + " "
                        + changed;
                return new Stamp(text, Math.max(changed, modified), true);
            } catch (UnsupportedOperationException | IllegalArgumentException x) {
                BasicFileAttributes basic = Files.readAttributes(path, BasicFileAttributes.class);
                long modified = basic.lastModifiedTime().to(TimeUnit.NANOSECONDS);
                return new Stamp(basic.fileKey() + " " + basic.size() + " " + modified, modified, false);
            }
        }

        boolean isOlderThan(long now) {
            long tick = changed % SECOND == 0 ? 2 * SECOND : TICK;
            return changed + tick < now;
        }
    }

    private record Known(Stamp stamp, String key) {}

    private record Kept(String stamp, String key) {
        // written out: the equals of a record makes dozens of classes at its first call, for which each start would
        // wait
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Kept kept && stamp.equals(kept.stamp) && key.equals(kept.key);
        }

        @Override
        public int hashCode() {
            return 31 * stamp.hashCode() + key.hashCode();
        }
    }

    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final @Nullable Path file;
    private @Nullable Map<String, Kept> kept;
    private volatile boolean forgets;

    /** @param file where to keep keys over a restart; null for nowhere */
    ArchiveKeys(@Nullable Path file) {
        this.file = file;
    }

    String of(Path archive) throws IOException {
        String path = archive.toAbsolutePath().toString();
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        Stamp stamp = Stamp.of(archive);
        Known before = known.get(path);
        if (before != null && before.stamp.text.equals(stamp.text)) {
            return before.key;
        }
        String key = keptKey(path, stamp);
        if (key == null) {
            key = ArchiveKey.of(archive);
        }
        if (!forgets && stamp.isOlderThan(now)) {
            known.put(path, new Known(stamp, key));
        }
        return key;
    }

    private @Nullable String keptKey(String path, Stamp stamp) {
        if (file == null || !stamp.lasting || forgets) {
            return null;
        }
        Kept one = kept().get(path);
        return one != null && one.stamp.equals(stamp.text) ? one.key : null;
    }

    private synchronized Map<String, Kept> kept() {
        if (kept == null) {
            kept = read();
        }
        return kept;
    }

    private Map<String, Kept> read() {
        assert file != null : "without a file nothing is kept";
        try {
            return IndexFile.read(file, FORMAT, in -> {
                Map<String, Kept> all = new ConcurrentHashMap<>();
                for (int left = in.readInt(); left > 0; left--) {
                    all.put(in.readUTF(), new Kept(in.readUTF(), in.readUTF()));
                }
                return all;
            });
        } catch (NoSuchFileException x) {
            return Map.of();
        } catch (IOException x) {
            IndexFile.tell(LOG, file, x);
            return Map.of();
        }
    }

    /** Writes what is known of the archives that were asked for, and forgets it; remembers nothing from now on. */
    synchronized void forget() {
        forgets = true;
        Map<String, Kept> last = new ConcurrentHashMap<>();
        known.forEach((path, one) -> {
            if (one.stamp.lasting) {
                last.put(path, new Kept(one.stamp.text, one.key));
            }
        });
        known.clear();
        if (file == null || last.isEmpty() || last.equals(kept)) {
            return;
        }
        kept = null;
        try {
            IndexFile.write(file, FORMAT, out -> {
                out.writeInt(last.size());
                for (Map.Entry<String, Kept> entry : last.entrySet()) {
                    out.writeUTF(entry.getKey());
                    out.writeUTF(entry.getValue().stamp);
                    out.writeUTF(entry.getValue().key);
                }
            });
        } catch (IOException x) {
            LOG.warn("Cannot keep the keys of archives {}: {}", file, x.toString());
        }
    }
}
