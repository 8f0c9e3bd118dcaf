package org.eclipse.jetty.deploy.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.jspecify.annotations.Nullable;

/**
 * The unit of deployment: all files of one base name in one directory, and what became of them.
 *
 * <table>
 * <caption>States</caption>
 * <tr><th>state</th><th>context</th></tr>
 * <tr><td>NEW</td><td>none</td></tr>
 * <tr><td>DEPLOYED</td><td>that of the application</td></tr>
 * <tr><td>FAILED</td><td>one that answers 503, or none when its path is taken</td></tr>
 * <tr><td>REFUSED</td><td>another unit is at its context path: none, or that of the version before</td></tr>
 * <tr><td>UNDEPLOYED</td><td>none, until an operator deploys it or its files change</td></tr>
 * </table>
 *
 * <p>Guarded by the lock of the scanner.
 */
public final class WebappUnit implements Comparable<WebappUnit> {
    /** What became of the unit. */
    public enum State {
        NEW,
        DEPLOYED,
        FAILED,
        REFUSED,
        UNDEPLOYED
    }

    /** What a path is to its unit. */
    public enum Kind {
        XML,
        WAR,
        DIRECTORY,
        PROPERTIES
    }

    private final Path directory;
    private final String name;
    private final Set<Path> paths = new TreeSet<>();
    private final Map<Path, Path> targets = new HashMap<>();
    private State state = State.NEW;
    private @Nullable ContextHandler context;
    private @Nullable String environment;
    private @Nullable String failure;
    private Instant since = Instant.now();
    /** What the scanner will notice of files that were restored, by their paths. */
    private final Map<Path, String> restored = new HashMap<>();

    WebappUnit(Path directory, String name) {
        this.directory = directory;
        this.name = name;
    }

    /** What an existing path is; null when it is no part of an application. */
    static @Nullable Kind kind(Path path) {
        String name = path.getFileName().toString();
        if (name.startsWith(".")) {
            return null;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (Files.isDirectory(path)) {
            return lower.endsWith(".d") ? null : Kind.DIRECTORY;
        }
        return kindByName(lower);
    }

    private static @Nullable Kind kindByName(String lower) {
        if (lower.endsWith(".xml")) {
            return Kind.XML;
        }
        if (lower.endsWith(".war")) {
            return Kind.WAR;
        }
        if (lower.endsWith(".properties")) {
            return Kind.PROPERTIES;
        }
        return null;
    }

    /** The name without the extension of a descriptor or archive. */
    static String baseName(Path path) {
        String name = path.getFileName().toString();
        Kind byName = kindByName(name.toLowerCase(Locale.ROOT));
        return byName == null ? name : name.substring(0, name.lastIndexOf('.'));
    }

    /** The directory of all files. */
    public Path directory() {
        return directory;
    }

    /** The base name, as first seen. */
    public String name() {
        return name;
    }

    Set<Path> paths() {
        return paths;
    }

    /** Notes where a path leads by symbolic links; returns whether that was elsewhere before. */
    boolean retarget(Path path) {
        Path target;
        try {
            target = path.toRealPath();
        } catch (IOException e) {
            // it went meanwhile, which the next scan tells
            target = path;
        }
        Path before = targets.put(path, target);
        return before != null && !before.equals(target);
    }

    /** The path that is deployed: the XML file, else the WAR file, else the directory; null when there is none. */
    public @Nullable Path mainPath() {
        Path main = null;
        Kind best = Kind.PROPERTIES;
        for (Path path : paths) {
            Kind kind = kind(path);
            if (kind != null && kind.compareTo(best) < 0) {
                main = path;
                best = kind;
            }
        }
        return main;
    }

    /** Where the name of the main path puts the unit, which another path may spell in another case. */
    ContextPaths place() {
        Path main = mainPath();
        return ContextPaths.of(main == null ? name : baseName(main));
    }

    /** The properties file. */
    @Nullable
    Path propertiesPath() {
        for (Path path : paths) {
            if (kind(path) == Kind.PROPERTIES) {
                return path;
            }
        }
        return null;
    }

    /** The paths whose names differ by case alone from that of the main path, or of the properties file, and have no effect. */
    List<Path> overlooked() {
        Path main = mainPath();
        Path properties = propertiesPath();
        List<Path> overlooked = new ArrayList<>();
        for (Path path : paths) {
            boolean rival = !path.equals(main) && main != null && kind(path) == kind(main)
                    || !path.equals(properties) && kind(path) == Kind.PROPERTIES;
            if (rival) {
                overlooked.add(path);
            }
        }
        return overlooked;
    }

    /** All paths but the main one. */
    Set<Path> otherPaths() {
        Set<Path> others = new LinkedHashSet<>(paths);
        others.remove(mainPath());
        return others;
    }

    /** What became of the unit. */
    public State state() {
        return state;
    }

    /** The context of the application that is in service, perhaps of an earlier version; null when there is none. */
    @Nullable
    ContextHandler serving() {
        return state == State.DEPLOYED || state == State.REFUSED ? context : null;
    }

    /** Whether an application of the unit is in service, perhaps an earlier version of it. */
    boolean isServing() {
        return serving() != null;
    }

    /** Whether it was to be deployed and does not serve, for whatever reason. */
    public boolean isFailed() {
        if (mainPath() == null) {
            return false;
        }
        if (state == State.UNDEPLOYED) {
            return false;
        }
        if (state != State.DEPLOYED) {
            return true;
        }
        return context != null && context.isStarted() && !context.isAvailable();
    }

    /** The context in service, which may be one that answers 503; null when there is none. */
    public @Nullable ContextHandler context() {
        return context;
    }

    void become(State next, @Nullable ContextHandler nextContext) {
        state = next;
        context = nextContext;
        since = Instant.now();
    }

    /** When it came to its state. */
    public Instant since() {
        return since;
    }

    /** Why the last attempt to deploy it failed; null if it did not. */
    public @Nullable String failure() {
        return failure;
    }

    void failure(@Nullable String reason) {
        failure = reason;
    }

    /** Notes that a path was restored or deleted, so that the next scan does not deploy it again. */
    void restored(Path path) {
        restored.put(path, KeptVersions.stamp(path));
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            paths.add(path);
            retarget(path);
        } else {
            paths.remove(path);
            targets.remove(path);
        }
    }

    /** Whether a path is as it was restored, which is asked once. */
    boolean isAsRestored(Path path) {
        String stamp = restored.remove(path);
        return stamp != null && stamp.equals(KeptVersions.stamp(path));
    }

    /** The name of its environment; null until it is known. */
    public @Nullable String environmentName() {
        return environment;
    }

    void environmentName(String nextEnvironment) {
        environment = nextEnvironment;
    }

    @Override
    public int compareTo(WebappUnit other) {
        int order = name.compareTo(other.name);
        return order == 0 ? directory.compareTo(other.directory) : order;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WebappUnit unit && compareTo(unit) == 0;
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name + "{" + state + "," + paths + "," + context + "}";
    }
}
