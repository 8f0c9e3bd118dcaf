package org.eclipse.jetty.session;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.util.thread.AutoLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions as files {@code <expiry>_<context>_<vhost>_<id>} in a directory that several contexts may share.
 *
 * <p>A file is written beside and moved into place, so that it is never half. It belongs to the server's user alone, as does the directory if the
 * store makes it: the names of files are ids of sessions. Thread-safe: the map of names is concurrent, and a file
 * is read, written or removed under one of a few locks, which its session's id chooses.
 */
@ManagedObject
public class FileSessionDataStore extends AbstractSessionDataStore {
    private static final Logger LOG = LoggerFactory.getLogger(FileSessionDataStore.class);

    /** How the names of files end that are being written. */
    private static final String TEMPORARY = ".tmp";

    /** How long after the start the context that this one replaces may still save sessions. */
    private static final long OVERLAP_NANOS = TimeUnit.MINUTES.toNanos(5);

    /** A file that is being written is no older. */
    private static final long WRITING_MILLIS = 60_000;

    /** The name of a file of any context. */
    private static final Pattern SESSION_FILE = Pattern.compile("\\d+_.*_.*_.+");

    /** What is expired for so many grace periods belongs to no context that is left. */
    private static final int ORPHAN_PERIODS = 10;

    private final AtomicLong orphansRemoved = new AtomicLong();
    private final Map<String, Path> files = new ConcurrentHashMap<>();
    private final AutoLock[] locks = Stream.generate(AutoLock::new).limit(32).toArray(AutoLock[]::new);
    private File storeDir;
    private boolean deleteUnrestorableFiles;
    private String suffix;
    private long started;
    private final AutoLock listing = new AutoLock();
    /** When the directory was listed last; guarded by listing. */
    private long listed;

    @ManagedAttribute("The directory")
    public File getStoreDir() {
        return storeDir;
    }

    public void setStoreDir(File directory) {
        if (isStarted()) {
            throw new IllegalStateException("the directory cannot change while the store is started");
        }
        storeDir = directory;
    }

    @ManagedAttribute("Whether files that cannot be read are deleted")
    public boolean isDeleteUnrestorableFiles() {
        return deleteUnrestorableFiles;
    }

    public void setDeleteUnrestorableFiles(boolean delete) {
        deleteUnrestorableFiles = delete;
    }

    @Override
    public boolean isPassivating() {
        return true;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (storeDir == null) {
            throw new IllegalStateException("no directory for the sessions of " + getContext());
        }
        PrivateFiles.createDirectories(storeDir.toPath());
        if (!Files.isWritable(storeDir.toPath())) {
            throw new IllegalStateException("cannot write to the session directory " + storeDir);
        }
        PrivateFiles.warnIfListable(storeDir.toPath());
        suffix = "_" + getContext().getCanonicalContextPath() + "_"
                + getContext().getVhost() + "_";
        files.clear();
        started = System.nanoTime();
        listed = started;
        orphansRemoved.set(System.currentTimeMillis());
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(storeDir.toPath())) {
            for (Path path : stream) {
                String id = idOf(path);
                if (id != null) {
                    Path other = files.put(id, path);
                    if (other != null) {
                        Path older = isNewer(other, path) ? path : other;
                        files.put(id, older == path ? other : path);
                        Files.deleteIfExists(older);
                    }
                } else if (path.getFileName().toString().endsWith(TEMPORARY)
                        && idOf(path.resolveSibling(withoutEnd(path))) != null
                        && Files.getLastModifiedTime(path).toMillis() < System.currentTimeMillis() - WRITING_MILLIS) {
                    // begun by a server that did not live to finish it
                    Files.deleteIfExists(path);
                }
            }
        }
    }

    private static String withoutEnd(Path path) {
        String name = path.getFileName().toString();
        return name.substring(0, name.length() - TEMPORARY.length());
    }

    /** Which of two files of one session, as after a crash between a save and the removal of the old file, counts: the later one. */
    private static boolean isNewer(Path one, Path other) throws IOException {
        int order = Files.getLastModifiedTime(one).compareTo(Files.getLastModifiedTime(other));
        return order > 0 || order == 0 && expiryOf(one) > expiryOf(other);
    }

    @Override
    protected void doStop() throws Exception {
        files.clear();
        super.doStop();
    }

    private static long expiryOf(Path path) {
        String name = path.getFileName().toString();
        try {
            return Long.parseLong(name.substring(0, name.indexOf('_')));
        } catch (NumberFormatException x) {
            return 0;
        }
    }

    /** The id of a session file of this context; null if it is another file. */
    private @Nullable String idOf(Path path) {
        String name = path.getFileName().toString();
        int begin = name.indexOf('_');
        if (begin <= 0 || name.endsWith(TEMPORARY) || !name.startsWith(suffix, begin)) {
            return null;
        }
        for (int i = 0; i < begin; i++) {
            if (!Character.isDigit(name.charAt(i))) {
                return null;
            }
        }
        return name.substring(begin + suffix.length());
    }

    @Override
    protected @Nullable SessionData doLoad(String id) throws Exception {
        // a save may give the file another name
        try (AutoLock l = lock(id)) {
            return read(id);
        }
    }

    private @Nullable SessionData read(String id) throws Exception {
        Path file = files.get(id);
        SessionData data = file == null ? null : read(id, file);
        if (data == null) {
            Path other = listAgain(id);
            data = other == null ? null : read(id, other);
        }
        return data;
    }

    /**
     * Looks for a session in the directory: an application that is replaced saves sessions while this one starts, and when it stops.
     *
     * @return its file; null if there is none, or this one started long ago
     */
    private @Nullable Path listAgain(String id) throws IOException {
        long asked = System.nanoTime();
        if (asked - started > OVERLAP_NANOS) {
            return null;
        }
        try (AutoLock l = listing.lock()) {
            // one look serves all that waited for it
            if (listed - asked < 0) {
                listed = System.nanoTime();
                try (DirectoryStream<Path> stream = Files.newDirectoryStream(storeDir.toPath())) {
                    for (Path path : stream) {
                        String found = idOf(path);
                        Path known = found == null ? path : files.get(found);
                        if (known == null || !known.equals(path) && !Files.exists(known)) {
                            files.put(found, path);
                        }
                    }
                }
            }
        }
        return files.get(id);
    }

    /**
     * Reads a file; returns null if it is gone.
     *
     * @throws IOException if it cannot be read, as by a server without a file descriptor that is free: that says nothing of the session
     */
    private @Nullable SessionData read(String id, Path file) throws Exception {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException x) {
            files.remove(id, file);
            return null;
        }
        try {
            return decode(id, bytes);
        } catch (UnreadableSessionDataException x) {
            if (deleteUnrestorableFiles) {
                LOG.warn("deleted the unreadable session file {}", file, x);
                delete(id);
            }
            throw x;
        }
    }

    @Override
    protected void doStore(String id, SessionData data, long lastSaveTime) throws Exception {
        try (AutoLock l = lock(id)) {
            if (lastSaveTime > 0 && !files.containsKey(id)) {
                LOG.debug("session {} was removed meanwhile, and is not saved", id);
                data.setLastSaved(lastSaveTime);
                return;
            }
            write(id, data);
        }
    }

    /** Reads, saves and removals of one session take turns; those of different ones seldom meet. */
    private AutoLock lock(String id) {
        return locks[Math.floorMod(id.hashCode(), locks.length)].lock();
    }

    private void write(String id, SessionData data) throws Exception {
        Path directory = storeDir.toPath();
        Path target = directory.resolve(data.getExpiry() + suffix + id);
        Path temporary = directory.resolve(target.getFileName() + TEMPORARY);
        byte[] bytes = encode(id, data);
        try {
            try (OutputStream output = PrivateFiles.newOutputStream(temporary)) {
                output.write(bytes);
            }
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (Exception x) {
            Files.deleteIfExists(temporary);
            throw x;
        }
        Path old = files.put(id, target);
        if (old != null && !old.equals(target)) {
            Files.deleteIfExists(old);
        }
    }

    @Override
    public boolean delete(String id) throws Exception {
        try (AutoLock l = lock(id)) {
            Path file = files.remove(id);
            if (file != null && Files.deleteIfExists(file)) {
                return true;
            }
            Path other = listAgain(id);
            files.remove(id);
            return other != null && Files.deleteIfExists(other);
        }
    }

    @Override
    protected boolean doExists(String id) throws IOException {
        try (AutoLock l = lock(id)) {
            return isLive(id);
        }
    }

    private boolean isLive(String id) throws IOException {
        Path file = files.get(id);
        if (file == null || !Files.exists(file)) {
            file = listAgain(id);
        }
        if (file == null || !Files.exists(file)) {
            return false;
        }
        long expiry = expiryOf(file);
        return expiry <= 0 || expiry > System.currentTimeMillis();
    }

    @Override
    protected Set<String> doCheckExpired(Set<String> candidates, long time) {
        Set<String> expired = new HashSet<>();
        for (String id : candidates) {
            Path file = files.get(id);
            long expiry = file == null ? 0 : expiryOf(file);
            if (file == null || expiry > 0 && expiry <= time) {
                expired.add(id);
            }
        }
        return expired;
    }

    /**
     * Removes, now and then, what contexts have left behind that are not deployed any more; they themselves have ten grace periods to do so.
     */
    void removeOrphans(long now) {
        long period = TimeUnit.SECONDS.toMillis(Math.max(1, getGracePeriodSec())) * ORPHAN_PERIODS;
        long last = orphansRemoved.get();
        if (now - last < period || !orphansRemoved.compareAndSet(last, now)) {
            return;
        }
        int removed = 0;
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(storeDir.toPath())) {
            for (Path path : stream) {
                if (isOrphan(path, now - period) && Files.deleteIfExists(path)) {
                    removed++;
                }
            }
        } catch (IOException | DirectoryIteratorException x) {
            StoreWarning.log(LOG, "Sessions of contexts that are gone cannot be removed from " + storeDir, x);
        }
        if (removed > 0) {
            LOG.info("Removed {} sessions of contexts that are gone from {}", removed, storeDir);
        }
    }

    /** Whether a file is the session of another context, or was to be one, that expired before a time. */
    private boolean isOrphan(Path path, long before) {
        String name = path.getFileName().toString();
        if (!SESSION_FILE.matcher(name).matches() || name.startsWith(suffix, name.indexOf('_'))) {
            return false;
        }
        long expiry = expiryOf(path);
        return expiry > 0 && expiry <= before && Files.isRegularFile(path);
    }

    @Override
    protected Set<String> doGetExpired(long before) {
        removeOrphans(System.currentTimeMillis());
        Set<String> expired = new HashSet<>();
        files.forEach((id, file) -> {
            long expiry = expiryOf(file);
            if (expiry > 0 && expiry <= before) {
                expired.add(id);
            }
        });
        return expired;
    }
}
