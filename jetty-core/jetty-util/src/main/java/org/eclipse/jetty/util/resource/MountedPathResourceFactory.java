package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes resources of archive entries, for jar URIs of archives that are mounted. Thread-safe. */
public class MountedPathResourceFactory implements ResourceFactory {
    public MountedPathResourceFactory() {}

    @Override
    public Resource newResource(URI uri) {
        String text = uri.toASCIIString();
        URI entry = text.contains("!/") ? uri : URI.create(text + "!/");
        Path path;
        try {
            path = Path.of(entry);
        } catch (FileSystemNotFoundException x) {
            throw new IllegalStateException("not mounted: " + uri, x);
        }
        path = path.normalize();
        return Files.exists(path) ? new MountedPathResource(path, entry) : null;
    }
}
