package org.eclipse.jetty.http.pathmap;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A resource, the specification that led to it, and how the path was matched. Thread-safe. */
public class MatchedResource<E> {
    private final E resource;
    private final PathSpec pathSpec;
    private final MatchedPath matchedPath;

    public MatchedResource(E resource, PathSpec pathSpec, MatchedPath matchedPath) {
        this.resource = resource;
        this.pathSpec = pathSpec;
        this.matchedPath = matchedPath;
    }

    public static <E> MatchedResource<E> of(Map.Entry<PathSpec, E> mapping, MatchedPath matchedPath) {
        return new MatchedResource<>(mapping.getValue(), mapping.getKey(), matchedPath);
    }

    public MatchedPath getMatchedPath() {
        return matchedPath;
    }

    public PathSpec getPathSpec() {
        return pathSpec;
    }

    public E getResource() {
        return resource;
    }

    /** What of the path is matched. */
    public @Nullable String getPathMatch() {
        return matchedPath.getPathMatch();
    }

    /** What of the path is below the match. */
    public @Nullable String getPathInfo() {
        return matchedPath.getPathInfo();
    }

    @Override
    public String toString() {
        return pathSpec + "->" + resource;
    }
}
