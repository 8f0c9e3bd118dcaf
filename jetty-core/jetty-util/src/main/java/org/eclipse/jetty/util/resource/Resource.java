package org.eclipse.jetty.util.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * A file, a directory, or something like one: an entry of an archive, a class path resource, bytes in memory, or several
 * directories as one.
 *
 * <p>The URI of a directory ends with a slash. Thread-safe.
 */
public abstract class Resource implements Iterable<Resource> {
    public Resource() {}

    /** What a resource is, in one text for debugging. */
    public static String dump(@Nullable Resource resource) {
        if (resource == null) {
            return "null exists=false directory=false lm=-1";
        }
        return "%s exists=%b directory=%b lm=%s"
                .formatted(resource, resource.exists(), resource.isDirectory(), resource.lastModified());
    }

    /** The path, or null when it has none. */
    public abstract @Nullable Path getPath();

    /** Whether it lies in the container, at any depth. */
    public boolean isContainedIn(@Nullable Resource container) {
        return container != null && container.contains(this);
    }

    /** Whether the other one lies in this directory, at any depth, or is this. */
    public boolean contains(@Nullable Resource other) {
        if (other == null || getURI() == null || other.getURI() == null) {
            return false;
        }
        String uri = getURI().toASCIIString();
        String inner = other.getURI().toASCIIString();
        return inner.equals(uri) || inner.startsWith(uri.endsWith("/") ? uri : uri + "/");
    }

    /** The relative path from here to the other one; null when it is not in here. */
    public @Nullable Path getPathTo(Resource other) {
        if (!contains(other)) {
            return null;
        }
        Path path = getPath();
        Path inner = other.getPath();
        return path == null || inner == null ? null : path.relativize(inner);
    }

    /** This one; a combined one has several. */
    @Override
    public Iterator<Resource> iterator() {
        return List.of(this).iterator();
    }

    public boolean exists() {
        Path path = getPath();
        return path == null || Files.exists(path);
    }

    public abstract boolean isDirectory();

    public abstract boolean isReadable();

    /** When it was changed; the epoch when that is unknown. */
    public Instant lastModified() {
        return Instant.EPOCH;
    }

    /** In bytes, -1 when unknown. */
    public long length() {
        return -1;
    }

    public abstract @Nullable URI getURI();

    /** The full name, as in the file system. */
    public abstract @Nullable String getName();

    /** The last part of the name. */
    public abstract @Nullable String getFileName();

    public InputStream newInputStream() throws IOException {
        Path path = getPath();
        if (path == null) {
            throw new IOException("no content: " + this);
        }
        return Files.newInputStream(path);
    }

    public ReadableByteChannel newReadableByteChannel() throws IOException {
        Path path = getPath();
        return path == null ? Channels.newChannel(newInputStream()) : Files.newByteChannel(path);
    }

    /** What is in this directory. */
    public List<Resource> list() {
        return List.of();
    }

    /**
     * The resource at this path, which is relative to this directory, and URI-encoded.
     *
     * @return never outside of this directory; one that does not exist may be null or answer so
     * @throws IllegalArgumentException when the path leads above this directory
     */
    public abstract @Nullable Resource resolve(String subUriPath);

    /** Whether the name is not that of the file system: by case, symbolic link, or otherwise. */
    public boolean isAlias() {
        return false;
    }

    /** The URI that the file system would give it; null when it does not exist. */
    public @Nullable URI getRealURI() {
        return exists() ? getURI() : null;
    }

    /** Copies to a file or into a directory; a directory with what is in it. */
    public void copyTo(Path destination) throws IOException {
        if (!exists()) {
            throw new IOException("Resource does not exist: " + getFileName());
        }
        Path source = getPath();
        if (source == null) {
            Path target = Files.isDirectory(destination) ? destination.resolve(getFileName()) : destination;
            try (InputStream in = newInputStream()) {
                Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } else if (isDirectory()) {
            IO.copyDir(source, destination, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            Path target = Files.isDirectory(destination) ? destination.resolve(getFileName()) : destination;
            Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Everything in this directory, at any depth. */
    public Collection<Resource> getAllResources() {
        List<Resource> all = new ArrayList<>();
        for (Resource resource : list()) {
            all.add(resource);
            if (resource.isDirectory()) {
                all.addAll(resource.getAllResources());
            }
        }
        return all;
    }

    public boolean isSameFile(@Nullable Path path) {
        Path mine = getPath();
        if (mine == null || path == null) {
            return false;
        }
        try {
            return mine.equals(path) || Files.isSameFile(mine, path);
        } catch (IOException x) {
            return false;
        }
    }

    /** The path normalized, relative, and safe to be resolved. */
    static String checkSubPath(Resource base, String subUriPath) {
        if (subUriPath == null || URIUtil.isNotNormalWithinSelf(subUriPath)) {
            throw new IllegalArgumentException("leads above " + base + ": " + subUriPath);
        }
        return subUriPath;
    }

    @Override
    public String toString() {
        return String.valueOf(getURI());
    }
}
