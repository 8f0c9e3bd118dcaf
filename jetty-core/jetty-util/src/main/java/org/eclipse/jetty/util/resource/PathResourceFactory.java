package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Makes resources of paths, for file and jrt URIs. Thread-safe. */
public class PathResourceFactory implements ResourceFactory {
    public PathResourceFactory() {}

    @Override
    public @Nullable Resource newResource(URI uri) {
        Path path;
        try {
            path = Path.of(uri.normalize());
        } catch (IllegalArgumentException | FileSystemNotFoundException x) {
            throw new IllegalArgumentException("not a path: " + uri, x);
        }
        return Files.exists(path) ? new PathResource(path, URIUtil.correctURI(uri)) : null;
    }
}
