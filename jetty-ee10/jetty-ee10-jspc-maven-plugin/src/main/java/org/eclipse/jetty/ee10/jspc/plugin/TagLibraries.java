package org.eclipse.jetty.ee10.jspc.plugin;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.util.URIUtil;

/** Finds descriptors of tag libraries on class paths. Stateless. */
final class TagLibraries {
    private static final String END = ".tld";

    private final Pattern serverJars;
    private final boolean directories;

    /**
     * Makes one.
     *
     * @param serverJars paths of jars of the plugin that are looked into; those of the application are all
     * @param directories whether directories are looked into
     */
    TagLibraries(String serverJars, boolean directories) {
        this.serverJars = Pattern.compile(serverJars);
        this.directories = directories;
    }

    /** The URLs of the descriptors below META-INF, those of the application first. */
    Set<URL> find(Collection<Path> application, Collection<Path> plugin) throws IOException {
        Set<URL> found = new LinkedHashSet<>();
        for (Path path : application) {
            add(path, found);
        }
        for (Path path : plugin) {
            if (serverJars.matcher(path.toUri().getPath()).matches()) {
                add(path, found);
            }
        }
        return found;
    }

    private void add(Path path, Set<URL> found) throws IOException {
        if (Files.isDirectory(path)) {
            if (directories && Files.isDirectory(path.resolve("META-INF"))) {
                addDirectory(path.resolve("META-INF"), found);
            }
        } else if (path.toString().endsWith(".jar") && Files.isRegularFile(path)) {
            addJar(path, found);
        }
    }

    private static void addDirectory(Path directory, Set<URL> found) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(END)).sorted().toList()) {
                found.add(file.toUri().toURL());
            }
        }
    }

    private static void addJar(Path path, Set<URL> found) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            for (String name : jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("META-INF/") && name.endsWith(END))
                    .sorted()
                    .toList()) {
                found.add(URI.create("jar:" + path.toUri() + "!/" + URIUtil.encodePath(name))
                        .toURL());
            }
        }
    }
}
