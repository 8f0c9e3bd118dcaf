package org.eclipse.jetty.util.archive;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.eclipse.jetty.util.thread.SharedSteps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The indexes of archives, each content of which is scanned once: for all that ask, and, with a directory for it, over
 * restarts.
 *
 * <p>A file that cannot be read is made again; one that cannot be written is told in the log, and done without. Thread-safe.
 */
public final class ArchiveIndexes {
    private static final Logger LOG = LoggerFactory.getLogger(ArchiveIndexes.class);
    private static final String SUFFIX = ".index";

    private final Map<String, FutureTask<?>> known = new ConcurrentHashMap<>();
    private final Set<Path> used = ConcurrentHashMap.newKeySet();
    private final ArchiveKeys keys;
    private final @Nullable Path directory;
    private final Executor executor;
    private volatile boolean forgets;

    /** What is read of an archive, and how that is kept. Thread-safe. */
    public interface Kind<T> {
        /** A part of file names: no other kind has it, nor has another one of this whose scan would differ. */
        String name();

        /** To be changed with what {@link #write} does. */
        int format();

        /** @throws IOException names the archive that cannot be read as one */
        T scan(Path archive) throws IOException;

        /** Whether the next start may do with this index. */
        default boolean isKept(T index) {
            return true;
        }

        void write(T index, DataOutputStream out) throws IOException;

        T read(DataInputStream in) throws IOException;

        /** A kind whose indexes serve for this one as well, if they are there. */
        default @Nullable Kind<T> wider() {
            return null;
        }
    }

    /**
     * @param directory where to keep indexes over a restart; null for nowhere. Who writes there decides what is found
     * @param executor runs what can be done at a time; the caller of {@link #of} takes part, so that a full one delays nothing
     */
    public ArchiveIndexes(@Nullable Path directory, Executor executor) {
        this.directory = directory;
        this.executor = executor;
        this.keys = new ArchiveKeys(directory == null ? null : directory.resolve("archive.keys"));
    }

    /**
     * Returns an index for each archive.
     *
     * @throws IOException names the first archive that cannot be read as one
     */
    public <T> List<T> of(Kind<T> kind, List<Path> archives) throws IOException {
        if (archives.isEmpty()) {
            return List.of();
        }
        List<T> indexes = new ArrayList<>(Collections.nCopies(archives.size(), null));
        Throwable[] failures = new Throwable[archives.size()];
        try {
            SharedSteps.run(executor, 0, failures.length, i -> {
                try {
                    indexes.set(i, index(kind, archives.get(i)));
                } catch (IOException | RuntimeException | Error x) {
                    failures[i] = x;
                }
            });
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while archives are scanned", x);
        }
        for (Throwable failure : failures) {
            if (failure != null) {
                throw asIOException(failure);
            }
        }
        if (forgets) {
            known.clear();
        }
        return indexes;
    }

    /**
     * Ends a time in which many applications are looked at: forgets what was read, keeps nothing in memory from now on, and
     * removes the files of archives that nobody has asked for since this was made.
     */
    public void forget() {
        forgets = true;
        known.clear();
        keys.forget();
        if (directory == null || !Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.toString().endsWith(SUFFIX) && !used.contains(file)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | UncheckedIOException x) {
            LOG.warn("Cannot remove old indexes in {}: {}", directory, x.toString());
        }
    }

    private static IOException asIOException(Throwable failure) {
        return failure instanceof IOException io ? io : new IOException(failure.toString(), failure);
    }

    @SuppressWarnings("unchecked") // a name stands for one kind
    private <T> T index(Kind<T> kind, Path archive) throws IOException {
        String key = keys.of(archive);
        Kind<T> wider = kind.wider();
        FutureTask<?> task = wider == null ? null : known.get(fileName(key, wider));
        if (task == null) {
            task = known.computeIfAbsent(
                    fileName(key, kind), name -> new FutureTask<Object>(() -> load(kind, archive, name)));
        }
        task.run();
        try {
            return (T) task.get();
        } catch (ExecutionException x) {
            known.values().remove(task);
            if (x.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IOException(archive + " cannot be scanned: " + x.getCause(), x.getCause());
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + archive + " is scanned", x);
        }
    }

    private static String fileName(String key, Kind<?> kind) {
        return key + "." + kind.name() + SUFFIX;
    }

    private <T> T load(Kind<T> kind, Path archive, String name) throws IOException {
        Path file = directory == null ? null : directory.resolve(name);
        if (file != null) {
            used.add(file);
            T kept = kept(kind, file);
            if (kept != null) {
                return kept;
            }
        }
        T index = kind.scan(archive);
        if (file != null && kind.isKept(index)) {
            keep(kind, file, index);
        }
        return index;
    }

    private static <T> @Nullable T kept(Kind<T> kind, Path file) {
        try {
            return IndexFile.read(file, kind.format(), kind::read);
        } catch (NoSuchFileException x) {
            return null;
        } catch (IOException x) {
            IndexFile.tell(LOG, file, x);
            return null;
        }
    }

    private static <T> void keep(Kind<T> kind, Path file, T index) {
        try {
            IndexFile.write(file, kind.format(), out -> kind.write(index, out));
        } catch (IOException x) {
            LOG.warn("Cannot keep the index {}: {}", file, x.toString());
        }
    }
}
