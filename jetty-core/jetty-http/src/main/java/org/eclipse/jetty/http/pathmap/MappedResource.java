package org.eclipse.jetty.http.pathmap;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A specification and its resource. Thread-safe. */
public class MappedResource<E> implements Comparable<MappedResource<E>>, Map.Entry<PathSpec, E> {
    /** A path and its match, immutable, so that it may be published by a race. */
    private record Last<E>(String path, MatchedResource<E> matched) {}

    private final PathSpec pathSpec;
    private final E resource;
    private final @Nullable MatchedResource<E> preMatched;
    private @Nullable Last<E> last;

    public MappedResource(PathSpec pathSpec, E resource) {
        this.pathSpec = Objects.requireNonNull(pathSpec, "pathSpec");
        this.resource = resource;
        this.preMatched = switch (pathSpec.getGroup()) {
            case ROOT -> MatchedResource.of(this, MatchedPath.from("", "/"));
            case EXACT ->
                pathSpec instanceof ServletPathSpec
                        ? MatchedResource.of(this, MatchedPath.from(pathSpec.getDeclaration(), null))
                        : null;
            default -> null;
        };
    }

    /** The match, when it is one for all paths that match; else null. */
    public @Nullable MatchedResource<E> getPreMatched() {
        return preMatched;
    }

    /** The match of a path. The last one is kept, since paths repeat. */
    @Nullable
    MatchedResource<E> match(String path) {
        Last<E> known = last;
        if (known != null && known.path.equals(path)) {
            return known.matched;
        }
        MatchedPath matchedPath = pathSpec.matched(path);
        if (matchedPath == null) {
            return null;
        }
        MatchedResource<E> matched = preMatched != null ? preMatched : MatchedResource.of(this, matchedPath);
        last = new Last<>(path, matched);
        return matched;
    }

    @Override
    public int compareTo(MappedResource<E> other) {
        return pathSpec.compareTo(other.pathSpec);
    }

    @Override
    public PathSpec getKey() {
        return pathSpec;
    }

    @Override
    public E getValue() {
        return resource;
    }

    @Override
    public E setValue(E value) {
        throw new UnsupportedOperationException("put the value into the mappings instead");
    }

    public PathSpec getPathSpec() {
        return pathSpec;
    }

    public E getResource() {
        return resource;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Map.Entry<?, ?> entry
                && pathSpec.equals(entry.getKey())
                && Objects.equals(resource, entry.getValue());
    }

    @Override
    public int hashCode() {
        return pathSpec.hashCode() ^ Objects.hashCode(resource);
    }

    @Override
    public String toString() {
        return "MappedResource[" + pathSpec + "->" + resource + "]";
    }
}
