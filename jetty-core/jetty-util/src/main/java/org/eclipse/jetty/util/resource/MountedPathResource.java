package org.eclipse.jetty.util.resource;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** An entry of a mounted archive. Thread-safe. */
public class MountedPathResource extends PathResource {
    private final @Nullable URI container;

    MountedPathResource(Path path, URI uri) {
        this(path, uri, true);
    }

    MountedPathResource(Path path, URI uri, boolean existing) {
        super(path, uri, existing);
        this.container = URIUtil.unwrapContainer(uri);
    }

    @Override
    protected Resource newResource(Path path, URI uri) {
        return new MountedPathResource(path, uri, Files.exists(path));
    }

    /** Also in the archive file, and wherever that is. */
    @Override
    public boolean isContainedIn(@Nullable Resource container) {
        if (super.isContainedIn(container)) {
            return true;
        }
        Path outer = container == null ? null : container.getPath();
        Path archive = getContainerPath();
        return outer != null
                && archive != null
                && outer.getFileSystem().equals(archive.getFileSystem())
                && archive.startsWith(outer);
    }

    /** The path of the archive. */
    public @Nullable Path getContainerPath() {
        return container == null ? null : Path.of(container);
    }

    @Override
    public String getName() {
        Path path = getPath();
        Path archive = getContainerPath();
        return archive == null ? path.toString() : archive + "!" + path;
    }
}
