package org.eclipse.jetty.util;

import java.io.FilenameFilter;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.eclipse.jetty.util.component.ContainerLifeCycle;
import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at files and directories again and again, and tells what was added, changed and removed.
 *
 * <p>A change is told by a scan that sees it in the same state as one before did, a scan interval ago: a file that is still
 * being written is not told before it rests. A directory that is new rests when all that is in it does. A symbolic link is
 * what it leads to, and has changed when it leads elsewhere; one that leads nowhere does not count.
 *
 * <p>Listeners learn of a file that cannot be read, too, and can say what it lacks; it has changed when it can be read.
 *
 * <p>With a scan interval of 0, only {@link #scan(Callback)} and {@link #nudge()} scan. Else the operating system may be asked to
 * report changes ({@link #setWatching(boolean)}), so that they are seen before the next scan is due; scans go on, as systems
 * do not report all changes.
 *
 * <p>Thread-safe; one scan at a time.
 */
public class Scanner extends ContainerLifeCycle {
    public static final int DEFAULT_SCAN_DEPTH = 1;
    public static final int MAX_SCAN_DEPTH = Integer.MAX_VALUE;
    private static final long WATCH_DELAY_MILLIS = 20;
    private static final Logger LOG = LoggerFactory.getLogger(Scanner.class);

    /** What happened to a path. */
    public enum Notification {
        ADDED,
        CHANGED,
        REMOVED
    }

    /** Notified of changes, by one of the interfaces below. */
    public interface Listener {}

    /** Notified of each path alone. */
    public interface DiscreteListener extends Listener {
        default void pathChanged(Path path) throws Exception {
            fileChanged(path.toString());
        }

        default void pathAdded(Path path) throws Exception {
            fileAdded(path.toString());
        }

        default void pathRemoved(Path path) throws Exception {
            fileRemoved(path.toString());
        }

        default void fileChanged(String filename) throws Exception {}

        default void fileAdded(String filename) throws Exception {}

        default void fileRemoved(String filename) throws Exception {}
    }

    /** Notified of all paths of a scan together. */
    public interface BulkListener extends Listener {
        default void pathsChanged(Map<Path, Notification> changeSet) throws Exception {
            pathsChanged(changeSet.keySet());
        }

        default void pathsChanged(Set<Path> changeSet) throws Exception {
            Set<String> names = new LinkedHashSet<>();
            for (Path path : changeSet) {
                names.add(path.toString());
            }
            filesChanged(names);
        }

        default void filesChanged(Set<String> filenames) throws Exception {}
    }

    /** Notified of the beginning and the end of scans. */
    public interface ScanCycleListener extends Listener {
        default void scanStarted(int cycle) throws Exception {}

        default void scanEnded(int cycle) throws Exception {}
    }

    /** What a path looks like; whether a file can be read; the target of a symbolic link, else null. */
    private record MetaData(
            long lastModified,
            long size,
            boolean readable,
            @Nullable Path target) {}

    /** What is to be told when it rests: it looks like this since that time. */
    private record Change(
            Notification notification,
            @Nullable MetaData seen,
            @Nullable DirectoryContent content,
            long since) {
        private boolean isSame(Change other) {
            return notification == other.notification
                    && java.util.Objects.equals(seen, other.seen)
                    && java.util.Objects.equals(content, other.content);
        }
    }

    /** A set of matchers, of which one must match. */
    public static class PathMatcherSet extends HashSet<PathMatcher> implements Predicate<Path> {
        @Override
        public boolean test(Path path) {
            for (PathMatcher matcher : this) {
                if (matcher.matches(path)) {
                    return true;
                }
            }
            return false;
        }
    }

    private final AutoLock scanLock = new AutoLock();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Map<Path, IncludeExcludeSet<PathMatcher, Path>> scannables =
            Collections.synchronizedMap(new LinkedHashMap<>());
    private final Scheduler scheduler;
    private final boolean reportRealPaths;
    // guarded by the scan lock
    private Map<Path, MetaData> known = new HashMap<>();
    private final Map<Path, Change> pending = new HashMap<>();
    private int cycle;

    private volatile int scanInterval;
    private volatile @Nullable FilenameFilter filter;
    private volatile int scanDepth = DEFAULT_SCAN_DEPTH;
    private volatile boolean reportExisting = true;
    private volatile boolean reportDirs = true;
    private volatile boolean autoStartScanning = true;
    private volatile boolean watching;
    private volatile boolean scanning;
    private final Set<Path> unscannable = new HashSet<>();
    private final AutoLock taskLock = new AutoLock();
    // guarded by the task lock
    private Scheduler.@Nullable Task task;
    private @Nullable DirectoryWatch watch;
    private boolean seen;

    public Scanner() {
        this(null);
    }

    public Scanner(@Nullable Scheduler scheduler) {
        this(scheduler, true);
    }

    /**
     * Creates a scanner.
     *
     * @param scheduler runs the scans; null for one of its own
     * @param reportRealPaths whether symbolic links are resolved in what is told
     */
    public Scanner(@Nullable Scheduler scheduler, boolean reportRealPaths) {
        this.scheduler = scheduler == null ? new ScheduledExecutorScheduler("Scanner", true, 1) : scheduler;
        this.reportRealPaths = reportRealPaths;
        installBean(this.scheduler);
    }

    /** In seconds. */
    public int getScanInterval() {
        return scanInterval;
    }

    public void setScanInterval(int scanInterval) {
        checkStopped();
        this.scanInterval = Math.max(0, scanInterval);
    }

    private void checkStopped() {
        if (isRunning()) {
            throw new IllegalStateException("Scanner started");
        }
    }

    public void setScanDirs(List<Path> dirs) {
        checkStopped();
        scannables.clear();
        for (Path dir : dirs) {
            if (Files.isDirectory(dir)) {
                addDirectory(dir);
            } else {
                addFile(dir);
            }
        }
    }

    /** Scans a single file, that need not exist yet. */
    public void addFile(Path path) {
        checkStopped();
        if (path == null || Files.isDirectory(path)) {
            throw new IllegalStateException("not a file: " + path);
        }
        scannables.putIfAbsent(realPath(path), new IncludeExcludeSet<>(PathMatcherSet.class));
    }

    /** Scans a directory; the result says which paths in it count. */
    public IncludeExcludeSet<PathMatcher, Path> addDirectory(@Nullable Path path) {
        checkStopped();
        if (path == null || Files.exists(path) && !Files.isDirectory(path)) {
            throw new IllegalStateException("not a directory: " + path);
        }
        return scannables.computeIfAbsent(realPath(path), p -> new IncludeExcludeSet<>(PathMatcherSet.class));
    }

    private Path realPath(Path path) {
        try {
            if (reportRealPaths) {
                return path.toRealPath();
            }
        } catch (IOException x) {
            LOG.debug("no real path of {}", path, x);
        }
        return path.toAbsolutePath().normalize();
    }

    public void setFilenameFilter(FilenameFilter filter) {
        this.filter = filter;
    }

    public @Nullable FilenameFilter getFilenameFilter() {
        return filter;
    }

    public Set<Path> getScannables() {
        return Collections.unmodifiableSet(scannables.keySet());
    }

    /** 0 for a directory itself only, 1 for what is in it, and so on. */
    public int getScanDepth() {
        return scanDepth;
    }

    public void setScanDepth(int scanDepth) {
        checkStopped();
        this.scanDepth = Math.max(0, scanDepth);
    }

    public boolean isAutoStartScanning() {
        return autoStartScanning;
    }

    public void setAutoStartScanning(boolean autostart) {
        checkStopped();
        autoStartScanning = autostart;
    }

    /** Whether what exists at the start is told as added. */
    public void setReportExistingFilesOnStartup(boolean reportExisting) {
        checkStopped();
        this.reportExisting = reportExisting;
    }

    public boolean isReportExistingFilesOnStartup() {
        return reportExisting;
    }

    public void setReportDirs(boolean dirs) {
        checkStopped();
        reportDirs = dirs;
    }

    public boolean getReportDirs() {
        return reportDirs;
    }

    /** Whether the operating system is asked to report changes in the scanned directories themselves. */
    public boolean isWatching() {
        return watching;
    }

    public void setWatching(boolean watching) {
        checkStopped();
        this.watching = watching;
    }

    public void addListener(@Nullable Listener listener) {
        if (listener != null) {
            listeners.add(listener);
        }
    }

    public void removeListener(@Nullable Listener listener) {
        if (listener != null) {
            listeners.remove(listener);
        }
    }

    @Override
    public void doStart() throws Exception {
        super.doStart();
        LOG.debug("Scanning {} every {} s, depth {}", scannables.keySet(), scanInterval, scanDepth);
        if (autoStartScanning) {
            startScanning();
        }
    }

    /** The first scan, and the schedule of the others. */
    public void startScanning() {
        if (!isRunning()) {
            throw new IllegalStateException("Scanner not started");
        }
        if (scanning) {
            return;
        }
        scanning = true;
        try (AutoLock l = scanLock.lock()) {
            // what exists is told at once, whether it rests or not
            Map<Path, MetaData> found = scanFiles();
            if (reportExisting) {
                Map<Path, Notification> changes = new TreeMap<>();
                for (Path path : found.keySet()) {
                    changes.put(path, Notification.ADDED);
                }
                known = found;
                cycle(changes);
            } else {
                known = found;
            }
        }
        if (!isRunning() || scanInterval <= 0) {
            return;
        }
        try (AutoLock l = taskLock.lock()) {
            if (watching) {
                watch = DirectoryWatch.of(directories(), this::onChangeSeen);
            }
            schedule(intervalMillis());
        }
    }

    private long intervalMillis() {
        // a little more than the time for which a change is to rest
        return 1010L * scanInterval;
    }

    private List<Path> directories() {
        List<Path> directories = new ArrayList<>();
        for (Path scannable : List.copyOf(scannables.keySet())) {
            if (Files.isDirectory(scannable)) {
                directories.add(scannable);
            }
        }
        return directories;
    }

    private void schedule(long milliseconds) {
        if (scanning) {
            task = scheduler.schedule(this::runScheduled, milliseconds, TimeUnit.MILLISECONDS);
        }
    }

    /** The first of several events brings the next scan forward; the others are seen by that scan. */
    private void onChangeSeen() {
        try (AutoLock l = taskLock.lock()) {
            if (!scanning || seen || task == null || !task.cancel()) {
                return;
            }
            seen = true;
            schedule(WATCH_DELAY_MILLIS);
        }
    }

    private void runScheduled() {
        try (AutoLock l = taskLock.lock()) {
            seen = false;
        }
        try {
            scan(TimeUnit.SECONDS.toNanos(scanInterval));
        } finally {
            try (AutoLock l = taskLock.lock()) {
                schedule(intervalMillis());
            }
        }
    }

    @Override
    public void doStop() throws Exception {
        try (AutoLock l = taskLock.lock()) {
            scanning = false;
            if (task != null) {
                task.cancel();
            }
            task = null;
            if (watch != null) {
                watch.close();
            }
            watch = null;
            seen = false;
        }
        super.doStop();
    }

    /** Forgets what to scan, and what was seen. */
    public void reset() {
        checkStopped();
        scannables.clear();
        try (AutoLock l = scanLock.lock()) {
            known = new HashMap<>();
            pending.clear();
        }
    }

    public boolean exists(String path) {
        for (Path scannable : scannables.keySet()) {
            if (Files.exists(scannable.resolve(path))) {
                return true;
            }
        }
        return false;
    }

    /** Scans soon, in the thread of the scheduler. */
    public void nudge() {
        scan(Callback.NOOP);
    }

    /** Scans soon, twice, so that what rests is told; then completes the callback. */
    public void scan(Callback complete) {
        Scheduler.Task scheduled = scheduler.schedule(
                () -> {
                    try {
                        scan(0);
                        scan(0);
                        complete.succeeded();
                    } catch (Throwable x) {
                        complete.failed(x);
                    }
                },
                0,
                TimeUnit.MILLISECONDS);
        if (!isRunning()) {
            scheduled.cancel();
            complete.failed(new IllegalStateException("Scanner not running"));
        }
    }

    /** @param rest the nanoseconds for which a change must have been as it is to be told */
    private void scan(long rest) {
        try (AutoLock l = scanLock.lock()) {
            long now = System.nanoTime();
            Map<Path, MetaData> found = scanFiles();
            Map<Path, Notification> changes = new TreeMap<>();
            Set<Path> paths = new HashSet<>(known.keySet());
            paths.addAll(found.keySet());
            paths.addAll(pending.keySet());
            for (Path path : paths) {
                Notification settled = compare(path, known.get(path), found.get(path), now, rest);
                if (settled != null) {
                    changes.put(path, settled);
                }
            }
            cycle(changes);
        }
    }

    /** What to tell now: a change that is in the same state as it was long enough before. */
    private @Nullable Notification compare(
            Path path, @Nullable MetaData before, @Nullable MetaData found, long now, long rest) {
        if (java.util.Objects.equals(before, found)) {
            pending.remove(path);
            return null;
        }
        Notification notification =
                before == null ? Notification.ADDED : found == null ? Notification.REMOVED : Notification.CHANGED;
        DirectoryContent content = notification == Notification.ADDED ? DirectoryContent.of(path) : null;
        Change change = new Change(notification, found, content, now);
        Change earlier = pending.get(path);
        if (earlier == null || !earlier.isSame(change)) {
            pending.put(path, change);
            return null;
        }
        if (now - earlier.since() < rest) {
            return null;
        }
        pending.remove(path);
        if (found == null) {
            known.remove(path);
        } else {
            known.put(path, found);
        }
        return notification;
    }

    private Map<Path, MetaData> scanFiles() {
        Map<Path, MetaData> found = new HashMap<>();
        for (Map.Entry<Path, IncludeExcludeSet<PathMatcher, Path>> entry : List.copyOf(scannables.entrySet())) {
            try {
                Files.walkFileTree(
                        entry.getKey(),
                        EnumSet.of(FileVisitOption.FOLLOW_LINKS),
                        scanDepth,
                        new Visitor(entry.getKey(), entry.getValue(), found));
            } catch (IOException x) {
                LOG.warn("Error scanning {}", entry.getKey(), x);
            }
        }
        return found;
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        private final Path root;
        private final IncludeExcludeSet<PathMatcher, Path> rules;
        private final Map<Path, MetaData> found;

        private Visitor(Path root, IncludeExcludeSet<PathMatcher, Path> rules, Map<Path, MetaData> found) {
            this.root = root;
            this.rules = rules;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            if (!Files.isReadable(dir)) {
                warnOnce(dir, "it is not readable");
                return FileVisitResult.SKIP_SUBTREE;
            }
            unscannable.remove(dir);
            // the root is only told when it is all there is to tell
            if (reportDirs && (!dir.equals(root) || scanDepth == 0)) {
                add(dir, attributes);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // links are followed: what still is one leads nowhere
            boolean counts = attributes.isDirectory() ? reportDirs : !attributes.isSymbolicLink();
            if (counts) {
                add(file, attributes);
            }
            return FileVisitResult.CONTINUE;
        }

        private void add(Path path, BasicFileAttributes attributes) {
            if (filter != null
                    && !filter.accept(
                            Objects.requireNonNull(path.getParent()).toFile(),
                            path.getFileName().toString())) {
                return;
            }
            if (!rules.isEmpty() && !rules.test(path)) {
                return;
            }
            found.put(
                    path,
                    new MetaData(
                            attributes.lastModifiedTime().toMillis(),
                            attributes.isDirectory() ? 0 : attributes.size(),
                            attributes.isDirectory() || Files.isReadable(path),
                            target(path)));
            unscannable.remove(path);
        }

        private @Nullable Path target(Path path) {
            if (!Files.isSymbolicLink(path)) {
                return null;
            }
            try {
                return path.toRealPath();
            } catch (IOException x) {
                LOG.debug("no target of {}", path, x);
                return null;
            }
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException x) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                warnOnce(file, x.toString());
            }
            return FileVisitResult.CONTINUE;
        }

        /** Once for each file, not once for each scan. */
        private void warnOnce(Path file, String reason) {
            if (unscannable.add(file)) {
                LOG.warn("Unable to scan {}: {}", file, reason);
            }
        }
    }

    private void cycle(Map<Path, Notification> changes) {
        int number = ++cycle;
        tell(ScanCycleListener.class, l -> l.scanStarted(number));
        if (!changes.isEmpty()) {
            for (Map.Entry<Path, Notification> entry : changes.entrySet()) {
                Path path = entry.getKey();
                tell(DiscreteListener.class, l -> {
                    switch (entry.getValue()) {
                        case ADDED -> l.pathAdded(path);
                        case CHANGED -> l.pathChanged(path);
                        default -> l.pathRemoved(path);
                    }
                });
            }
            tell(BulkListener.class, l -> l.pathsChanged(new LinkedHashMap<>(changes)));
        }
        tell(ScanCycleListener.class, l -> l.scanEnded(number));
    }

    private interface Told<L> {
        void tell(L listener) throws Exception;
    }

    private <L> void tell(Class<L> type, Told<L> told) {
        for (Listener listener : new ArrayList<>(listeners)) {
            if (!type.isInstance(listener)) {
                continue;
            }
            try {
                told.tell(type.cast(listener));
            } catch (Throwable x) {
                LOG.warn("{} failed", listener, x);
            }
        }
    }
}
