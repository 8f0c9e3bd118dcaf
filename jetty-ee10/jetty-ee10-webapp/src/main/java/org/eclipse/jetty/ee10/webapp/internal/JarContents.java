package org.eclipse.jetty.ee10.webapp.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * What a library brings to a web application, read in one pass: a fragment, static resources, tag libraries. Immutable.
 */
public final class JarContents {
    private static final Map<Path, JarContents> SHARED = new ConcurrentHashMap<>();

    private final long modified;
    private final byte[] fragment;
    private final boolean resources;
    private final List<String> tagLibraries;

    private JarContents(long modified, byte[] fragment, boolean resources, List<String> tagLibraries) {
        this.modified = modified;
        this.fragment = fragment;
        this.resources = resources;
        this.tagLibraries = List.copyOf(tagLibraries);
    }

    /** Reads an archive or directory. */
    public static JarContents of(Path path) throws IOException {
        return Files.isDirectory(path) ? ofDirectory(path) : ofArchive(path);
    }

    /** Reads a library of the server, which is remembered for other applications until the file changes. */
    public static JarContents ofShared(Path path) throws IOException {
        JarContents known = SHARED.get(path);
        if (known != null && known.modified == modified(path)) return known;
        JarContents contents = of(path);
        SHARED.put(path, contents);
        return contents;
    }

    private static long modified(Path path) throws IOException {
        return Files.getLastModifiedTime(path).toMillis();
    }

    private static JarContents ofArchive(Path path) throws IOException {
        byte[] fragment = null;
        boolean resources = false;
        List<String> tagLibraries = new ArrayList<>();
        try (ZipFile zip = new ZipFile(path.toFile())) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                String name = entry.getName();
                if (!name.startsWith("META-INF/")) continue;
                if (name.equals("META-INF/web-fragment.xml")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        fragment = in.readAllBytes();
                    }
                } else if (name.startsWith("META-INF/resources/")) {
                    resources = true;
                } else if (name.endsWith(".tld")) {
                    tagLibraries.add(name);
                }
            }
        } catch (ZipException x) {
            throw new IOException(path + ": not a readable library (" + x.getMessage() + ")", x);
        }
        return new JarContents(modified(path), fragment, resources, tagLibraries);
    }

    private static JarContents ofDirectory(Path path) throws IOException {
        Path metaInf = path.resolve("META-INF");
        Path fragment = metaInf.resolve("web-fragment.xml");
        List<String> tagLibraries = new ArrayList<>();
        if (Files.isDirectory(metaInf)) {
            try (var files = Files.walk(metaInf)) {
                for (Path file : (Iterable<Path>) files::iterator)
                    if (file.toString().endsWith(".tld"))
                        tagLibraries.add(path.relativize(file).toString().replace('\\', '/'));
            }
        }
        return new JarContents(
                modified(path),
                Files.exists(fragment) ? Files.readAllBytes(fragment) : null,
                Files.isDirectory(metaInf.resolve("resources")),
                tagLibraries);
    }

    /** Returns META-INF/web-fragment.xml, or null. */
    public byte[] fragment() {
        return fragment;
    }

    /** Whether there is a META-INF/resources. */
    public boolean hasResources() {
        return resources;
    }

    /** Returns the paths of tag library descriptors below META-INF. */
    public List<String> tagLibraries() {
        return tagLibraries;
    }
}
