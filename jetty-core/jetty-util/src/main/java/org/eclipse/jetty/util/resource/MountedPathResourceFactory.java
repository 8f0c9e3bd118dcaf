package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Makes resources of archive entries, for jar URIs of archives that are mounted. Thread-safe. */
public class MountedPathResourceFactory implements ResourceFactory {
    public MountedPathResourceFactory() {}

    @Override
    public @Nullable Resource newResource(URI uri) {
        return FileSystemPool.INSTANCE.newResource(FileSystemPool.containerOf(uri), uri);
    }

    /** Returns the entry of an archive that a jar URI names; null when there is none. */
    static @Nullable Resource newResource(FileSystem archive, URI uri) {
        URI entry = uri.toASCIIString().contains("!/") ? uri : URI.create(uri.toASCIIString() + "!/");
        String decoded = entry.getSchemeSpecificPart();
        Path path =
                archive.getPath(decoded.substring(decoded.indexOf("!/") + 1)).normalize();
        return Files.exists(path) ? new MountedPathResource(path, entry) : null;
    }
}
