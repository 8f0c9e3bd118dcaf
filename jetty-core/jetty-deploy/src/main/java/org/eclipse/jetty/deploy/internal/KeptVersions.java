package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies of the files of applications that were deployed, to go back to an earlier version.
 *
 * <pre>
 * versions/shop.1f2e3d4c/20261123T164500.123Z/shop.war, shop.properties      a version, named by the time of its deployment in UTC
 *                        .staged                                         what is being deployed
 * </pre>
 *
 * <p>Symbolic links are kept as links. Directories are not kept: what is in them changes in place. A copy that cannot be made is
 * logged, and the deployment goes on without it.
 *
 * <p>Guarded by the lock of the scanner.
 */
public final class KeptVersions {
    private static final Logger LOG = LoggerFactory.getLogger("org.eclipse.jetty.deploy.DeploymentScanner");
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final String STAGED = ".staged";
    private static final String RESTORED = ".restored";
    private static final String REPLACED = "-replaced";

    private final Path directory;
    private final int count;

    /**
     * @param directory where the copies are; made with the first one
     * @param count how many versions of an application are kept besides the last one; 0 for none at all
     */
    public KeptVersions(Path directory, int count) {
        this.directory = directory;
        this.count = count;
    }

    /** Whether versions of a unit are kept: not of directories that are no links. */
    public boolean keeps(WebappUnit unit) {
        return count > 0 && unit.paths().stream().noneMatch(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
    }

    /** The names of the kept versions, the newest first. */
    public List<String> of(WebappUnit unit) {
        List<String> names = new ArrayList<>();
        if (count > 0 && Files.isDirectory(folder(unit))) {
            try (Stream<Path> entries = Files.list(folder(unit))) {
                entries.map(entry -> entry.getFileName().toString())
                        .filter(name -> !name.startsWith("."))
                        .sorted(Comparator.reverseOrder())
                        .forEach(names::add);
            } catch (IOException x) {
                LOG.warn("Unable to list the versions of {} in {}", unit.name(), folder(unit), x);
            }
        }
        return names;
    }

    /** The newest version that was deployed and differs from the files as they are now, if there is one. */
    public @Nullable String before(WebappUnit unit) {
        TreeMap<String, String> now = stamps(unit.paths());
        for (String name : of(unit)) {
            if (!name.endsWith(REPLACED)
                    && !stamps(files(folder(unit).resolve(name))).equals(now)) {
                return name;
            }
        }
        return null;
    }

    /** The version that has the files as they are now, if there is one. */
    public @Nullable String current(WebappUnit unit) {
        TreeMap<String, String> now = stamps(unit.paths());
        for (String name : of(unit)) {
            if (stamps(files(folder(unit).resolve(name))).equals(now)) {
                return name;
            }
        }
        return null;
    }

    /** Copies the files of a unit that is about to be deployed. */
    void stage(WebappUnit unit) {
        discard(unit);
        if (!keeps(unit) || isNewest(unit)) {
            return;
        }
        try {
            makePrivate(directory);
            Path staged = Files.createDirectories(folder(unit).resolve(STAGED));
            for (Path path : unit.paths()) {
                copy(path, staged.resolve(path.getFileName()));
            }
        } catch (IOException x) {
            LOG.warn("Unable to keep this version of {} in {}: {}", unit.name(), directory, x.toString());
            discard(unit);
        }
    }

    /** The staged files have been deployed. */
    void commit(WebappUnit unit) {
        Path staged = folder(unit).resolve(STAGED);
        if (!Files.isDirectory(staged)) {
            return;
        }
        try {
            Files.move(staged, folder(unit).resolve(newName(unit)), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException x) {
            LOG.warn("Unable to keep this version of {} in {}: {}", unit.name(), directory, x.toString());
            discard(unit);
            return;
        }
        List<String> names = of(unit);
        for (String name : names.subList(Math.min(names.size(), count + 1), names.size())) {
            delete(folder(unit).resolve(name));
        }
    }

    /** The staged files were not deployed. */
    void discard(WebappUnit unit) {
        delete(folder(unit).resolve(STAGED));
    }

    /**
     * Puts the files of a version in the place of those of the unit, each in one step. Files that no version has are kept as one.
     *
     * @throws IllegalArgumentException if there is no such version
     */
    void restore(WebappUnit unit, String version) throws IOException {
        if (!of(unit).contains(version)) {
            throw new IllegalArgumentException("version: " + version + " (expected: one of " + of(unit) + ")");
        }
        if (current(unit) == null) {
            stage(unit);
            // not to be deleted with the oldest ones, nor in place of the one to be restored
            moveStaged(unit);
        }
        List<Path> restored = files(folder(unit).resolve(version));
        for (Path file : restored) {
            Path target = unit.directory().resolve(file.getFileName());
            Path part = unit.directory().resolve("." + file.getFileName() + RESTORED);
            copy(file, part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            unit.restored(target);
        }
        for (Path path : List.copyOf(unit.paths())) {
            boolean kept = restored.stream().anyMatch(file -> file.getFileName().equals(path.getFileName()));
            if (!kept && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(path);
                unit.restored(path);
            }
        }
    }

    private void moveStaged(WebappUnit unit) throws IOException {
        Path staged = folder(unit).resolve(STAGED);
        if (Files.isDirectory(staged)) {
            Files.move(staged, folder(unit).resolve(newName(unit) + REPLACED), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** The time, or a later one: names are in the order of the versions, whatever the clock does. */
    private String newName(WebappUnit unit) {
        Instant time = Instant.now();
        List<String> names = of(unit);
        if (!names.isEmpty()) {
            try {
                Instant newest = NAME.parse(names.get(0).replace(REPLACED, ""), Instant::from);
                Instant next = newest.plusMillis(1);
                time = time.isBefore(next) ? next : time;
            } catch (DateTimeParseException x) {
                LOG.debug("{} in {} was not made here", names.get(0), folder(unit), x);
            }
        }
        return NAME.format(time);
    }

    private boolean isNewest(WebappUnit unit) {
        List<String> names = of(unit);
        return !names.isEmpty()
                && stamps(files(folder(unit).resolve(names.get(0)))).equals(stamps(unit.paths()));
    }

    private Path folder(WebappUnit unit) {
        // applications of several directories may have one name
        return directory.resolve(unit.name() + "."
                + Integer.toHexString(unit.directory().toString().hashCode()));
    }

    private static List<Path> files(Path version) {
        try (Stream<Path> entries = Files.list(version)) {
            return entries.toList();
        } catch (IOException x) {
            LOG.debug("no files of {}", version, x);
            return List.of();
        }
    }

    /** What files look like, by their names. */
    private static TreeMap<String, String> stamps(Collection<Path> paths) {
        TreeMap<String, String> stamps = new TreeMap<>();
        for (Path path : paths) {
            stamps.put(path.getFileName().toString(), stamp(path));
        }
        return stamps;
    }

    /** What a file looks like: the target of a link, or size and time; empty if there is none. */
    static String stamp(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return "-> " + Files.readSymbolicLink(path);
            }
            return Files.size(path) + "@" + Files.getLastModifiedTime(path).toMillis();
        } catch (IOException x) {
            LOG.debug("no stamp of {}", path, x);
            return "";
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(
                from,
                to,
                LinkOption.NOFOLLOW_LINKS,
                StandardCopyOption.COPY_ATTRIBUTES,
                StandardCopyOption.REPLACE_EXISTING);
    }

    /** Applications may have secrets. */
    private static void makePrivate(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
            if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
        }
    }

    private static void delete(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try {
            for (Path file : files(folder)) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException x) {
            LOG.warn("Unable to delete {}: {}", folder, x.toString());
        }
    }
}
