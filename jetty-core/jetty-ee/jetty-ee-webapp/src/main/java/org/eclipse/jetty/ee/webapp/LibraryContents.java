package org.eclipse.jetty.ee.webapp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.archive.ArchiveIndexes;
import org.jspecify.annotations.Nullable;

/**
 * What a library brings to a web application besides classes: a fragment, static resources, tag libraries, services.
 *
 * <p>An archive is read once for each content, for all applications (see {@link org.eclipse.jetty.util.archive}); a directory
 * each time. Immutable.
 */
public final class LibraryContents {
    private final byte @Nullable [] fragment;
    private final boolean resources;
    private final boolean classPath;
    private final List<TagLibrary> tagLibraries;
    private final Map<String, List<String>> services;

    LibraryContents(
            byte @Nullable [] fragment,
            boolean resources,
            boolean classPath,
            List<TagLibrary> tagLibraries,
            Map<String, List<String>> services) {
        this.fragment = fragment;
        this.resources = resources;
        this.classPath = classPath;
        this.tagLibraries = List.copyOf(tagLibraries);
        this.services = Map.copyOf(services);
    }

    /**
     * Returns the contents of archives and directories, in their order.
     *
     * @throws IOException names the archive that cannot be read as one
     */
    public static List<LibraryContents> of(ArchiveIndexes indexes, List<Path> libraries) throws IOException {
        List<Path> archives = new ArrayList<>();
        for (Path library : libraries) {
            if (!Files.isDirectory(library)) {
                archives.add(library);
            }
        }
        var read = indexes.of(LibraryContentsKind.INSTANCE, archives).iterator();
        List<LibraryContents> all = new ArrayList<>();
        for (Path library : libraries) {
            all.add(Files.isDirectory(library) ? LibraryScan.ofDirectory(library) : read.next());
        }
        return all;
    }

    /** Returns META-INF/web-fragment.xml, if there is one. */
    public byte @Nullable [] fragment() {
        return fragment == null ? null : fragment.clone();
    }

    /** Whether there is a META-INF/resources. */
    public boolean hasResources() {
        return resources;
    }

    /** Whether its manifest names other archives, in which a class loader looks as well. */
    public boolean hasClassPath() {
        return classPath;
    }

    /** Returns the tag library descriptors below META-INF. */
    public List<TagLibrary> tagLibraries() {
        return tagLibraries;
    }

    /** Returns the names of the providers of a service, as META-INF/services has them. */
    public List<String> services(String type) {
        return services.getOrDefault(type, List.of());
    }

    Map<String, List<String>> services() {
        return services;
    }
}
