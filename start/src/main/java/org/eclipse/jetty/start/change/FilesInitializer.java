package org.eclipse.jetty.start.change;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.start.config.StartConfig;
import org.eclipse.jetty.start.config.StartProperties;
import org.eclipse.jetty.start.files.BaseHome;
import org.eclipse.jetty.start.modules.ModuleFile;
import org.eclipse.jetty.start.problems.Origin;
import org.eclipse.jetty.start.problems.StartException;
import org.eclipse.jetty.start.problems.StartLog;
import org.jspecify.annotations.Nullable;

/**
 * Creates the files that modules need, below the base: the entries of {@code [files]} and {@code --files}.
 *
 * <pre>
 * dir/                                     a directory
 * file                                     must exist
 * basehome:path|target                     copied from the first configuration directory that has it
 * maven://group/artifact/version|target    from the local or a remote Maven repository
 * https://host/path|target                 downloaded
 * </pre>
 *
 * <p>What exists is never overwritten. Confined to the main thread.
 */
public final class FilesInitializer {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final StartConfig config;
    private final BaseHome baseHome;
    private final List<String> failures = new ArrayList<>();
    private boolean modified;

    public FilesInitializer(StartConfig config, BaseHome baseHome) {
        this.config = config;
        this.baseHome = baseHome;
    }

    /** Whether anything was created. */
    public boolean isModified() {
        return modified;
    }

    /** Creates what the {@code [files]} section of a module names. */
    public void initialize(ModuleFile module) {
        if (config.options().skipFiles.contains(module.name())) {
            return;
        }
        StartProperties properties = config.environment(module.environment()).properties();
        for (ModuleFile.Entry entry : module.entries(ModuleFile.Section.FILES)) {
            initialize(properties.expand(entry.text()), module.origin(entry));
        }
    }

    /** Creates one entry; a failure is kept for {@link #finish}. */
    public void initialize(String entry, Origin origin) {
        int bar = entry.indexOf('|');
        if (bar != entry.lastIndexOf('|')) {
            failures.add(entry + " (expected: <uri>|<location> with one '|'), from " + origin.place());
            return;
        }
        String source = bar < 0 ? entry : entry.substring(0, bar).trim();
        String target = bar < 0 ? null : entry.substring(bar + 1).trim();
        try {
            create(source, target);
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            failures.add(
                    "[" + e.getClass().getSimpleName() + "] " + reason + " - " + entry + ", from " + origin.place());
        }
    }

    /**
     * Ends the work.
     *
     * @throws StartException naming all entries that failed
     */
    public void finish() {
        if (failures.isEmpty()) {
            return;
        }
        StringBuilder message = new StringBuilder("Failed to process all file resources.");
        for (String failure : failures) {
            message.append(System.lineSeparator()).append(" - ").append(failure);
        }
        throw new StartException(StartException.UNKNOWN, message.toString());
    }

    /**
     * The file or directory of the base that an entry is to create; null when it is a tree of files.
     *
     * @throws IOException when the entry leads out of the base, or copies what is nowhere
     * @throws IllegalArgumentException when it is malformed
     */
    public @Nullable Path targetOf(String entry) throws IOException {
        int bar = entry.indexOf('|');
        if (bar != entry.lastIndexOf('|')) {
            throw new IllegalArgumentException("expected: <uri>|<location> with one '|'");
        }
        String source = bar < 0 ? entry : entry.substring(0, bar).trim();
        String target = bar < 0 ? null : entry.substring(bar + 1).trim();
        if (source.startsWith("basehome:")) {
            Path file = baseHome.find(source.substring(9));
            if (file == null) {
                throw new IOException("Not found in " + baseHome.searchOrder() + ": " + source.substring(9));
            }
            return Files.isDirectory(file)
                    ? null
                    : fileTarget(target, file.getFileName().toString());
        }
        if (source.startsWith("maven://")) {
            return fileTarget(target, MavenCoordinates.parse(source).fileName());
        }
        if (source.indexOf("://") > 0) {
            if (!source.startsWith("http://") && !source.startsWith("https://")) {
                throw new IOException("Unknown scheme (expected: basehome:, maven:, http: or https:): " + source);
            }
            return fileTarget(target, source.substring(source.lastIndexOf('/') + 1));
        }
        return target(target == null ? source : target);
    }

    private void create(String source, @Nullable String target) throws IOException {
        if (source.startsWith("basehome:")) {
            copyFromBaseHome(source.substring(9), target);
        } else if (source.startsWith("maven://")) {
            fetchFromMaven(MavenCoordinates.parse(source), target);
        } else if (source.startsWith("http://") || source.startsWith("https://")) {
            download(source, target);
        } else if (source.indexOf("://") > 0) {
            throw new IOException("Unknown scheme (expected: basehome:, maven:, http: or https:): " + source);
        } else {
            createPlain(target == null ? source : target);
        }
    }

    private void createPlain(String name) throws IOException {
        Path path = target(name);
        if (name.endsWith("/")) {
            makeDirectory(path);
            return;
        }
        if (Files.exists(path)) {
            return;
        }
        if (baseHome.find(name) == null) {
            throw new IOException("Unable to create " + baseHome.toShortForm(path) + ": the file must exist already");
        }
    }

    /** The place below the base that a name means; one that leads out of the base is refused. */
    private Path target(String name) throws IOException {
        String text = name.startsWith("${jetty.base}/") ? name.substring(14) : name;
        Path path = baseHome.base().resolve(text).normalize();
        if (!path.startsWith(baseHome.base())) {
            throw new IOException("Not below ${jetty.base}: " + name);
        }
        return path;
    }

    private void makeDirectory(@Nullable Path dir) throws IOException {
        if (dir == null || Files.isDirectory(dir)) {
            return;
        }
        Files.createDirectories(dir);
        StartLog.info("mkdir " + baseHome.toShortForm(dir));
        modified = true;
    }

    private Path fileTarget(@Nullable String target, String fileName) throws IOException {
        if (target == null || target.isEmpty()) {
            return target(fileName);
        }
        return target(target.endsWith("/") ? target + fileName : target);
    }

    private void copyFromBaseHome(String name, @Nullable String target) throws IOException {
        Path source = baseHome.find(name);
        if (source == null) {
            throw new IOException("Not found in " + baseHome.searchOrder() + ": " + name);
        }
        if (!Files.isDirectory(source)) {
            copy(source, fileTarget(target, source.getFileName().toString()));
            return;
        }
        Path root = target == null ? baseHome.base() : target(target);
        try (Stream<Path> tree = Files.walk(source)) {
            for (Path path : (Iterable<Path>) tree.sorted()::iterator) {
                if (Files.isRegularFile(path)) {
                    copy(path, root.resolve(source.relativize(path).toString()));
                }
            }
        }
    }

    private void copy(Path source, Path target) throws IOException {
        if (Files.exists(target)) {
            return;
        }
        makeDirectory(target.getParent());
        Files.copy(source, target);
        StartLog.info("copy " + baseHome.toShortForm(source) + " to " + baseHome.toShortForm(target));
        modified = true;
    }

    private void fetchFromMaven(MavenCoordinates coordinates, @Nullable String target) throws IOException {
        Path file = fileTarget(target, coordinates.fileName());
        if (Files.exists(file)) {
            return;
        }
        Path local = localRepository().resolve(coordinates.path());
        if (Files.isRegularFile(local)) {
            copy(local, file);
            return;
        }
        String base = config.properties().expandedValue("maven.repo.uri");
        if (base == null) {
            base = "https://repo1.maven.org/maven2/";
        }
        if (!base.endsWith("/")) {
            base += "/";
        }
        String path = coordinates.path();
        if (coordinates.isSnapshot()) {
            try (InputStream in = open(base + coordinates.metadataPath())) {
                path = coordinates.resolveSnapshot(
                        new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        fetch(base + path, file);
    }

    private Path localRepository() {
        String dir = config.properties().expandedValue("maven.local.repo");
        if (dir == null) {
            dir = System.getenv("JETTY_MAVEN_LOCAL_REPO");
        }
        if (dir == null) {
            dir = System.getenv("MAVEN_LOCAL_REPO");
        }
        return dir == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(dir);
    }

    private void download(String uri, @Nullable String target) throws IOException {
        String path = URI.create(uri).getPath();
        fetch(uri, fileTarget(target, path.substring(path.lastIndexOf('/') + 1)));
    }

    private void fetch(String uri, Path file) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        try (InputStream in = open(uri)) {
            makeDirectory(file.getParent());
            StartLog.info("download " + uri + " to " + baseHome.toShortForm(file));
            // a download that breaks must not leave half a file under the final name
            Path part =
                    Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
            try {
                Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
                Files.move(part, file);
            } finally {
                Files.deleteIfExists(part);
            }
            modified = true;
        }
    }

    private InputStream open(String uri) throws IOException {
        if (uri.startsWith("http://") && !config.options().allowInsecureDownloads) {
            throw new IOException(
                    "Insecure HTTP download not allowed (use --allow-insecure-http-downloads to bypass): " + uri);
        }
        URLConnection connection = URI.create(uri).toURL().openConnection();
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        if (connection instanceof HttpURLConnection http && http.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("Status " + http.getResponseCode() + " from " + uri);
        }
        return connection.getInputStream();
    }
}
