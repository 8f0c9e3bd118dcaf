package org.eclipse.jetty.start.boot;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.eclipse.jetty.start.pack.Layout;
import org.eclipse.jetty.start.problems.StartException;
import org.jspecify.annotations.Nullable;

/**
 * What a bootable jar holds, in the layout of {@link Layout}.
 *
 * <p>Confined to the main thread.
 */
final class BootableJar implements AutoCloseable {
    private static final String ROOT = "bootable/";
    private static final String MODULES = Layout.HOME + "modules/";
    private static final String OWN_MODULES = Layout.BASE + "modules/";
    private static final String END = ".mod";
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final ZipFile zip;

    /**
     * Opens it.
     *
     * @throws StartException when this is no bootable jar
     */
    BootableJar(Path file) throws IOException {
        this.file = file;
        if (!Files.isRegularFile(file)) {
            throw bad(file);
        }
        this.zip = new ZipFile(file.toFile());
        if (zip.getEntry(Layout.ARGUMENTS) == null) {
            zip.close();
            throw bad(file);
        }
    }

    private static StartException bad(Path file) {
        return new StartException(
                StartException.UNKNOWN,
                file + " has no " + Layout.ARGUMENTS + " (expected: a jar that start.jar has made by --pack)");
    }

    /** The arguments that each start gets. */
    List<String> arguments() throws IOException {
        try (InputStream in = zip.getInputStream(zip.getEntry(Layout.ARGUMENTS))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return text.isEmpty() ? List.of() : List.of(text.split("\n"));
        }
    }

    /** The names of the modules, sorted. */
    Set<String> modules() {
        Set<String> names = new TreeSet<>();
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            String name = entries.nextElement().getName();
            if (name.endsWith(END) && (name.startsWith(MODULES) || name.startsWith(OWN_MODULES))) {
                int begin = name.startsWith(MODULES) ? MODULES.length() : OWN_MODULES.length();
                names.add(name.substring(begin, name.length() - END.length()));
            }
        }
        return names;
    }

    /** Copies home and base into a directory; files keep their times, by which clients validate what they have. */
    void extract(Path directory) throws IOException {
        Set<Path> made = new HashSet<>();
        byte[] buffer = new byte[BUFFER];
        makeDirectories(directory.resolve("base"), made);
        for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            if (!entry.getName().startsWith(ROOT)) {
                continue;
            }
            Path target =
                    directory.resolve(entry.getName().substring(ROOT.length())).normalize();
            if (!target.startsWith(directory)) {
                throw new IOException("the entry " + entry.getName() + " leads out of the directory");
            }
            if (entry.isDirectory()) {
                makeDirectories(target, made);
            } else {
                makeDirectories(target.getParent(), made);
                copy(entry, target, buffer);
            }
        }
    }

    private static void makeDirectories(@Nullable Path directory, Set<Path> made) throws IOException {
        if (directory != null && made.add(directory)) {
            Files.createDirectories(directory);
        }
    }

    private void copy(ZipEntry entry, Path target, byte[] buffer) throws IOException {
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = new FileOutputStream(target.toFile())) {
            for (int n = in.read(buffer, 0, BUFFER); n >= 0; n = in.read(buffer, 0, BUFFER)) {
                out.write(buffer, 0, n);
            }
        }
        if (!target.toFile().setLastModified(entry.getTime())) {
            throw new IOException("cannot set the time of " + target);
        }
    }

    /**
     * Sets the context path of the only application.
     *
     * @param directory where this was extracted
     * @throws StartException when there is none, or another one
     */
    void setContextPath(Path directory, String contextPath) throws IOException {
        Path webapps = directory.resolve("base/webapps");
        Set<String> names = new TreeSet<>();
        if (Files.isDirectory(webapps)) {
            try (Stream<Path> files = Files.list(webapps)) {
                files.forEach(path -> names.add(baseName(path)));
            }
        }
        names.remove("");
        if (names.size() != 1) {
            throw new StartException(
                    StartException.BAD_ARGUMENT,
                    "--context-path=" + contextPath + ": " + file.getFileName() + " has the applications " + names
                            + " (expected: one). Set jetty.deploy.contextPath in webapps/<name>.properties before it is packed");
        }
        String name = names.iterator().next();
        Files.writeString(
                webapps.resolve(name + ".properties"),
                System.lineSeparator() + "jetty.deploy.contextPath=" + contextPath + System.lineSeparator(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** What the files of one application have in common; empty for what is none. */
    private static String baseName(Path path) {
        String name = path.getFileName().toString();
        if (name.startsWith(".") || name.endsWith(".d")) {
            return "";
        }
        int dot = name.lastIndexOf('.');
        String end = dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
        if (Files.isDirectory(path)) {
            return name;
        }
        return Set.of(".war", ".jar", ".xml", ".properties").contains(end) ? name.substring(0, dot) : "";
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
