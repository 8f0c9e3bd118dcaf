package org.eclipse.jetty.util.resource;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several directories as one: a file is that of the first one that has it; a directory is made of all that have it.
 * Thread-safe.
 */
public class CombinedResource extends Resource {
    private final List<Resource> resources;

    private CombinedResource(List<Resource> resources) {
        this.resources = resources;
    }

    /** The one directory of these, with the combined ones among them taken apart; null for none. */
    static @Nullable Resource combine(@Nullable List<Resource> resources) {
        List<Resource> parts = new ArrayList<>();
        if (resources != null) {
            for (Resource resource : resources) {
                if (resource == null) {
                    continue;
                }
                for (Resource part : resource) {
                    if (!parts.contains(part)) {
                        parts.add(part);
                    }
                }
            }
        }
        if (parts.isEmpty()) {
            return null;
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        for (Resource part : parts) {
            if (!part.exists()) {
                throw new IllegalArgumentException("Does not exist: " + part);
            }
            if (!part.isDirectory()) {
                throw new IllegalArgumentException("Is not a directory: " + part);
            }
        }
        return new CombinedResource(List.copyOf(parts));
    }

    public List<Resource> getResources() {
        return resources;
    }

    @Override
    public @Nullable Resource resolve(String subUriPath) {
        checkSubPath(this, subUriPath);
        if (subUriPath.isEmpty() || "/".equals(subUriPath)) {
            return this;
        }
        List<Resource> directories = new ArrayList<>();
        Resource missing = null;
        for (Resource resource : resources) {
            Resource found = resource.resolve(subUriPath);
            if (!Resources.exists(found)) {
                if (missing == null) {
                    missing = found;
                }
            } else if (found.isDirectory()) {
                directories.add(found);
            } else if (directories.isEmpty()) {
                return found;
            }
        }
        return directories.isEmpty() ? missing : combine(directories);
    }

    @Override
    public boolean exists() {
        for (Resource resource : resources) {
            if (resource.exists()) {
                return true;
            }
        }
        return false;
    }

    /** Null: there are several. */
    @Override
    public @Nullable Path getPath() {
        return null;
    }

    @Override
    public @Nullable String getName() {
        return null;
    }

    @Override
    public @Nullable String getFileName() {
        String name = null;
        for (Resource resource : resources) {
            if (name == null) {
                name = resource.getFileName();
            } else if (!name.equals(resource.getFileName())) {
                return null;
            }
        }
        return name;
    }

    @Override
    public @Nullable URI getURI() {
        return null;
    }

    @Override
    public boolean isDirectory() {
        return true;
    }

    @Override
    public boolean isReadable() {
        for (Resource resource : resources) {
            if (resource.isReadable()) {
                return true;
            }
        }
        return false;
    }

    /** The latest of all. */
    @Override
    public Instant lastModified() {
        Instant latest = Instant.EPOCH;
        for (Resource resource : resources) {
            Instant time = resource.lastModified();
            if (time != null && time.isAfter(latest)) {
                latest = time;
            }
        }
        return latest;
    }

    @Override
    public long length() {
        return -1;
    }

    @Override
    public InputStream newInputStream() throws IOException {
        throw new IOException("is a directory: " + this);
    }

    @Override
    public Iterator<Resource> iterator() {
        return resources.iterator();
    }

    @Override
    public List<Resource> list() {
        Map<String, Resource> children = new TreeMap<>();
        for (Resource resource : resources) {
            for (Resource child : resource.list()) {
                Resource known = children.get(child.getFileName());
                if (known == null) {
                    children.put(child.getFileName(), child);
                } else if (known.isDirectory() && child.isDirectory()) {
                    children.put(child.getFileName(), combine(List.of(known, child)));
                }
            }
        }
        return new ArrayList<>(children.values());
    }

    /** Copies all, the first one last, so that its files win. */
    @Override
    public void copyTo(Path destination) throws IOException {
        for (int i = resources.size() - 1; i >= 0; i--) {
            resources.get(i).copyTo(destination);
        }
    }

    @Override
    public boolean contains(@Nullable Resource other) {
        if (other == null) {
            return false;
        }
        if (other == this) {
            return true;
        }
        for (Resource part : other) {
            boolean contained = false;
            for (Resource resource : resources) {
                contained |= resource.contains(part);
            }
            if (!contained) {
                return false;
            }
        }
        return true;
    }

    @Override
    public @Nullable Path getPathTo(Resource other) {
        if (!contains(other) || Objects.equals(this, other)) {
            return null;
        }
        for (Resource resource : resources) {
            Path relative = resource.getPathTo(other);
            if (relative != null) {
                return relative;
            }
        }
        return null;
    }

    @Override
    public boolean isAlias() {
        for (Resource resource : resources) {
            if (resource.isAlias()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable URI getRealURI() {
        return null;
    }

    @Override
    public boolean isSameFile(@Nullable Path path) {
        return false;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CombinedResource other && resources.equals(other.resources);
    }

    @Override
    public int hashCode() {
        return resources.hashCode();
    }

    @Override
    public String toString() {
        return resources.stream().map(Object::toString).collect(Collectors.joining(", ", "[", "]"));
    }
}
