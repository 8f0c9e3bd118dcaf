package org.eclipse.jetty.start.files;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * The directories that configuration is read from: base, then each additional directory, then home.
 *
 * <p>Confined to the main thread.
 */
public final class BaseHome {
    private final Path home;
    private final Path base;
    private final List<Path> configDirs = new ArrayList<>();

    BaseHome(Path home, Path base) {
        this.home = directory("jetty.home", home);
        this.base = directory("jetty.base", base);
    }

    /**
     * Home is the argument, else the system property, else the directory of start.jar, else the current one; base is the
     * argument, else the system property, else the current directory.
     */
    static BaseHome of(@Nullable String homeArgument, @Nullable String baseArgument) {
        String home = homeArgument != null ? homeArgument : System.getProperty("jetty.home");
        String base = baseArgument != null ? baseArgument : System.getProperty("jetty.base");
        String current = System.getProperty("user.dir");
        Path homePath = home != null ? Path.of(home) : directoryOfJar();
        return new BaseHome(homePath != null ? homePath : Path.of(current), Path.of(base != null ? base : current));
    }

    private static @Nullable Path directoryOfJar() {
        URL location = BaseHome.class.getProtectionDomain().getCodeSource().getLocation();
        try {
            URI uri = location.toURI();
            if (!"file".equals(uri.getScheme()) || !uri.getPath().endsWith(".jar")) {
                return null;
            }
            return Path.of(uri).getParent();
        } catch (URISyntaxException e) {
            StartLog.debug("no home from " + location + ": " + e);
            return null;
        }
    }

    private static Path directory(String name, Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            throw new StartException(
                    StartException.UNKNOWN,
                    name + ": " + absolute + " (expected: an existing directory). Create it, or set " + name
                            + "=<directory>");
        }
        return absolute;
    }

    public Path home() {
        return home;
    }

    public Path base() {
        return base;
    }

    public boolean isHomeTheBase() {
        return home.equals(base);
    }

    /** Adds a layer between home and base, looked at after those that were added before. */
    public boolean addConfigDir(String path, Origin origin) {
        Path dir = base.resolve(path).normalize();
        if (!Files.isDirectory(dir)) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--add-config-dir=" + path + ": " + dir + " (expected: an existing directory), from "
                            + origin.place());
        }
        if (configDirs.contains(dir) || dir.equals(base) || dir.equals(home)) {
            return false;
        }
        configDirs.add(dir);
        return true;
    }

    public List<Path> configDirs() {
        return configDirs;
    }

    /** All directories, in search order, without repetition. */
    public List<Path> searchOrder() {
        List<Path> order = new ArrayList<>(configDirs.size() + 2);
        order.add(base);
        order.addAll(configDirs);
        if (!isHomeTheBase()) {
            order.add(home);
        }
        return order;
    }

    /** The first existing file of that name in search order; null when there is none. */
    public @Nullable Path find(String name) {
        Path path = Path.of(name);
        if (path.isAbsolute()) {
            return Files.exists(path) ? path.normalize() : null;
        }
        for (Path dir : searchOrder()) {
            Path candidate = dir.resolve(name).normalize();
            if (Files.exists(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /**
     * All files that a library pattern names: a plain path gives the first that exists, a pattern ({@code lib/ext/**.jar},
     * {@code regex:...}) gives the union over all directories sorted by relative path, where the base hides the home.
     */
    public List<Path> findAll(String pattern) {
        if (isPlain(pattern)) {
            Path path = find(pattern);
            return path == null ? List.of() : List.of(path);
        }
        boolean regex = pattern.startsWith("regex:");
        String text = pattern.startsWith("glob:") ? pattern.substring(5) : pattern;
        Path absolute = absolutePrefix(text, regex);
        if (absolute != null) {
            return new ArrayList<>(matches(absolute, text, false).values());
        }
        TreeMap<String, Path> found = new TreeMap<>();
        for (Path dir : searchOrder()) {
            String prefix = regex ? "" : fixedPrefix(text);
            for (Map.Entry<String, Path> match : matches(
                            dir.resolve(prefix), regex ? text : text.substring(prefix.length()), regex)
                    .entrySet()) {
                found.putIfAbsent(match.getKey(), match.getValue());
            }
        }
        return new ArrayList<>(found.values());
    }

    public static boolean isPlain(String pattern) {
        if (pattern.startsWith("regex:") || pattern.startsWith("glob:")) {
            return false;
        }
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '*' || c == '?' || c == '{' || c == '[') {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Path absolutePrefix(String text, boolean regex) {
        if (regex) {
            return null;
        }
        String prefix = fixedPrefix(text);
        Path path = Path.of(prefix);
        return path.isAbsolute() ? path : null;
    }

    /** The directories of a pattern before the first one that holds a wildcard. */
    private static String fixedPrefix(String text) {
        int end = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '/') {
                end = i + 1;
            }
            if (c == '*' || c == '?' || c == '{' || c == '[') {
                break;
            }
        }
        return text.substring(0, end);
    }

    private static TreeMap<String, Path> matches(Path root, String pattern, boolean regex) {
        TreeMap<String, Path> found = new TreeMap<>();
        if (!Files.isDirectory(root)) {
            return found;
        }
        String rest = root.isAbsolute() && pattern.startsWith("/")
                ? pattern.substring(fixedPrefix(pattern).length())
                : pattern;
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher(regex ? rest : "glob:" + rest);
        int depth = regex || rest.contains("**") ? 64 : count(rest, '/') + 1;
        try {
            Files.walkFileTree(
                    root,
                    java.util.Set.of(java.nio.file.FileVisitOption.FOLLOW_LINKS),
                    depth,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                            Path relative = root.relativize(file);
                            if (matcher.matches(relative)) {
                                found.put(relative.toString(), file);
                            }
                            return FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                            // what is in it was found already
                            if (failure instanceof FileSystemLoopException) {
                                return FileVisitResult.CONTINUE;
                            }
                            throw failure;
                        }
                    });
        } catch (IOException e) {
            throw new StartException(StartException.UNKNOWN, "Cannot read the directory " + root + ": " + e, e);
        }
        return found;
    }

    private static int count(String text, char wanted) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == wanted) {
                count++;
            }
        }
        return count;
    }

    /** The path with base and home written as {@code ${jetty.base}} and {@code ${jetty.home}}. */
    public String toShortForm(Path path) {
        if (path.startsWith(base)) {
            return shorten("${jetty.base}", base, path);
        }
        if (path.startsWith(home)) {
            return shorten("${jetty.home}", home, path);
        }
        return path.toString();
    }

    private static String shorten(String name, Path dir, Path path) {
        if (path.equals(dir)) {
            return name;
        }
        return name + "/" + dir.relativize(path).toString().replace('\\', '/');
    }

    /** {@code file:///dir} without a slash at the end. */
    public static String uri(Path dir) {
        String uri = dir.toUri().toString();
        return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
    }
}
