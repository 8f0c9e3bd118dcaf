package org.eclipse.jetty.util.resource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file or directory of a file system.
 *
 * <p>It is an alias when its name is not the one that the file system gives it: another case on a file system that
 * ignores case, a symbolic link anywhere in the path, a short name, a slash after a file. Thread-safe.
 */
public class PathResource extends Resource {
    private static final Logger LOG = LoggerFactory.getLogger(PathResource.class);

    private final Path path;
    private final URI uri;
    private final boolean existing;
    private volatile @Nullable Path realPath;
    private volatile int alias;

    private static final int UNKNOWN = 0;
    private static final int NO = 1;
    private static final int YES = 2;

    PathResource(Path path, URI uri) {
        this(path, uri, true);
    }

    PathResource(Path path, URI uri, boolean existing) {
        Path absolute = path.isAbsolute() ? path : path.toAbsolutePath();
        this.path = absolute;
        this.existing = existing;
        String text = uri.toASCIIString();
        // with a slash when it is a directory; a slash after a file makes it an alias
        this.uri = existing && !text.endsWith("/") && Files.isDirectory(absolute) ? URI.create(text + "/") : uri;
    }

    /** Whether the names are the same, without regard to the normalisation of Unicode that file systems may do. */
    public static boolean isSameName(Path pathA, Path pathB) {
        int count = pathA.getNameCount();
        if (count != pathB.getNameCount()) {
            return false;
        }
        for (int i = count; i-- > 0; ) {
            if (!pathA.getName(i).toString().equals(pathB.getName(i).toString())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean exists() {
        return Files.exists(path);
    }

    @Override
    public Path getPath() {
        return path;
    }

    @Override
    public boolean contains(@Nullable Resource other) {
        Path inner = other == null ? null : other.getPath();
        if (inner == null) {
            return false;
        }
        return inner.getFileSystem().equals(path.getFileSystem())
                && inner.normalize().startsWith(path.normalize());
    }

    /** The path that the file system gives it; null when it does not exist. */
    public @Nullable Path getRealPath() {
        Path real = realPath;
        if (real == null) {
            try {
                real = path.toRealPath();
                realPath = real;
            } catch (IOException x) {
                LOG.debug("no real path of {}", path, x);
            }
        }
        return real;
    }

    @Override
    public @Nullable URI getRealURI() {
        Path real = getRealPath();
        return real == null ? null : isAlias() ? toUri(real) : uri;
    }

    @Override
    public boolean isAlias() {
        int known = alias;
        if (known == UNKNOWN) {
            known = resolveAlias() ? YES : NO;
            if (realPath != null) {
                alias = known;
            }
        }
        return known == YES;
    }

    private boolean resolveAlias() {
        Path real = getRealPath();
        if (real == null) {
            // a link that leads nowhere is an alias of what does not exist
            return Files.isSymbolicLink(path);
        }
        if (!isSameName(path, real)) {
            return true;
        }
        // the same path, but a URI that says otherwise, as a slash after a file, or dots
        URI named = toUri(path);
        if (uri.equals(named) || sameDecoded(uri, named)) {
            return false;
        }
        // archives name their directories without a slash at the end
        return !(Files.isDirectory(path) && uri.toString().equals(named + "/"));
    }

    private static boolean sameDecoded(URI a, URI b) {
        String pathA = a.isOpaque() ? a.getSchemeSpecificPart() : a.getPath();
        String pathB = b.isOpaque() ? b.getSchemeSpecificPart() : b.getPath();
        return pathA != null && pathA.equals(pathB);
    }

    @Override
    public List<Resource> list() {
        if (!isDirectory()) {
            return List.of();
        }
        List<Resource> children = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(path)) {
            for (Path child : stream) {
                children.add(newResource(child, childUri(child)));
            }
        } catch (IOException x) {
            LOG.warn("Unable to list {}", path, x);
        }
        return children;
    }

    private URI childUri(Path child) {
        String name = child.getFileName().toString();
        if (name.endsWith("/")) {
            name = name.substring(0, name.length() - 1);
        }
        String base = uri.toASCIIString();
        return URI.create((base.endsWith("/") ? base : base + "/") + URIUtil.encodePath(name));
    }

    @Override
    public String getName() {
        return path.toAbsolutePath().toString();
    }

    @Override
    public String getFileName() {
        Path name = path.getFileName();
        if (name == null) {
            return "";
        }
        String text = name.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public URI getURI() {
        return uri;
    }

    @Override
    public @Nullable Resource resolve(String subUriPath) {
        checkSubPath(this, subUriPath);
        if (subUriPath.isEmpty() || "/".equals(subUriPath)) {
            return this;
        }
        URI resolved = URIUtil.addPath(uri, subUriPath);
        String decoded = URIUtil.decodeAll(subUriPath);
        while (decoded.startsWith("/")) {
            decoded = decoded.substring(1);
        }
        Path inner;
        try {
            inner = path.resolve(decoded).normalize();
        } catch (InvalidPathException x) {
            LOG.debug("not a path: {}", subUriPath, x);
            return null;
        }
        // a name with encoded dots or separators must not lead out
        if (!inner.startsWith(path.normalize())) {
            throw new IllegalArgumentException("leads above " + this + ": " + subUriPath);
        }
        return newResource(inner, resolved);
    }

    /** A resource of the same kind. */
    protected Resource newResource(Path path, URI uri) {
        return new PathResource(path, uri, Files.exists(path));
    }

    @Override
    public boolean isDirectory() {
        return Files.isDirectory(path);
    }

    @Override
    public boolean isReadable() {
        return Files.isReadable(path);
    }

    @Override
    public Instant lastModified() {
        try {
            return Files.getLastModifiedTime(path).toInstant();
        } catch (IOException x) {
            LOG.debug("no time of {}", path, x);
            return Instant.EPOCH;
        }
    }

    @Override
    public long length() {
        try {
            return Files.size(path);
        } catch (IOException x) {
            LOG.debug("no length of {}", path, x);
            return -1;
        }
    }

    protected URI toUri(Path path) {
        return URIUtil.correctURI(path.toUri());
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return this == o || o != null && getClass() == o.getClass() && uri.equals(((PathResource) o).uri);
    }

    @Override
    public int hashCode() {
        return uri.hashCode();
    }

    @Override
    public String toString() {
        return uri.toASCIIString() + (existing || Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? "" : " (missing)");
    }
}
