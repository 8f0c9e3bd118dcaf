package org.eclipse.jetty.annotations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.eclipse.jetty.annotations.AnnotationParser.Handler;
import org.eclipse.jetty.util.resource.Resource;
import org.eclipse.jetty.util.thread.SharedSteps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells handlers of the classes of archives, each content of which is read once: for all applications, and, with a directory
 * for it, over restarts.
 *
 * <p>A file that cannot be read is made again; one that cannot be written is told in the log, and done without. Thread-safe.
 */
public final class ClassIndexes {
    private static final Logger LOG = LoggerFactory.getLogger(ClassIndexes.class);
    private static final String SUFFIX = ".classes";

    private final Map<String, FutureTask<ClassIndex>> known = new ConcurrentHashMap<>();
    private final Set<Path> used = ConcurrentHashMap.newKeySet();
    private final Path directory;
    private final Executor executor;
    private volatile boolean forgets;

    /**
     * @param directory where to keep indexes over a restart; null for nowhere. Who writes there decides what is found
     * @param executor runs what can be done at a time; the caller of {@link #tell} takes part, so that a full one delays nothing
     */
    public ClassIndexes(Path directory, Executor executor) {
        this.directory = directory;
        this.executor = executor;
    }

    /**
     * Tells handlers of all archives, one after the other, in their order, in this thread.
     *
     * @throws IOException names the archive that cannot be read as one
     */
    public void tell(Set<? extends Handler> handlers, List<Resource> archives) throws IOException {
        if (handlers.isEmpty() || archives.isEmpty()) return;
        Handler[] all = handlers.toArray(new Handler[0]);
        boolean members = false;
        for (Handler handler : all) members |= handler.isForMembers();
        boolean wanted = members;
        ClassIndex[] indexes = new ClassIndex[archives.size()];
        Throwable[] failures = new Throwable[indexes.length];
        try {
            SharedSteps.run(executor, 0, indexes.length, i -> {
                try {
                    indexes[i] = index(archives.get(i), wanted);
                } catch (IOException | RuntimeException | Error x) {
                    failures[i] = x;
                }
            });
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while archives are scanned", x);
        }
        for (Throwable failure : failures) if (failure != null) throw asIOException(failure);
        for (int i = 0; i < indexes.length; i++) indexes[i].tell(all, archives.get(i));
        if (forgets) known.clear();
    }

    /**
     * Ends a time in which many applications are looked at: forgets what was read, keeps nothing in memory from now on, and
     * removes the files of archives that nobody has asked for since this was made.
     */
    public void forget() {
        forgets = true;
        known.clear();
        if (directory == null || !Files.isDirectory(directory)) return;
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : (Iterable<Path>) files::iterator)
                if (file.toString().endsWith(SUFFIX) && !used.contains(file)) Files.deleteIfExists(file);
        } catch (IOException | UncheckedIOException x) {
            LOG.warn("Cannot remove old indexes of classes in {}: {}", directory, x.toString());
        }
    }

    private static IOException asIOException(Throwable failure) {
        return failure instanceof IOException io ? io : new IOException(failure.toString(), failure);
    }

    private ClassIndex index(Resource archive, boolean members) throws IOException {
        Path path = archive.getPath();
        if (path == null) throw new IOException("Not a file: " + archive);
        // the release of this JVM decides which classes of a multi-release archive count
        String key = ArchiveKey.of(path) + "-" + Runtime.version().feature();
        FutureTask<ClassIndex> withMembers = known.get(key + "-members");
        FutureTask<ClassIndex> task = withMembers != null
                ? withMembers
                : known.computeIfAbsent(
                        members ? key + "-members" : key, k -> new FutureTask<>(() -> load(archive, k, members)));
        task.run();
        try {
            return task.get();
        } catch (ExecutionException x) {
            known.values().remove(task);
            if (x.getCause() instanceof IOException failure) throw failure;
            throw new IOException(archive + " cannot be scanned: " + x.getCause(), x.getCause());
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + archive + " is scanned", x);
        }
    }

    private ClassIndex load(Resource archive, String key, boolean members) throws Exception {
        Path file = directory == null ? null : directory.resolve(key + SUFFIX);
        if (file != null) {
            used.add(file);
            ClassIndex kept = kept(file);
            if (kept != null) return kept;
        }
        AnnotationParser parser = new AnnotationParser();
        ClassIndex.Collector collector = new ClassIndex.Collector(members);
        parser.parse(Set.of(collector), archive);
        ClassIndex index = collector.index();
        // the warning of what cannot be read is due each time
        if (file != null && !parser.hasSkipped()) keep(file, index);
        return index;
    }

    private static ClassIndex kept(Path file) {
        try {
            return ClassIndexFile.read(file);
        } catch (NoSuchFileException x) {
            return null;
        } catch (IOException x) {
            LOG.debug("{} is made again", file, x);
            return null;
        }
    }

    private static void keep(Path file, ClassIndex index) {
        try {
            ClassIndexFile.write(file, index);
        } catch (IOException x) {
            LOG.warn("Cannot keep the index of classes {}: {}", file, x.toString());
        }
    }
}
