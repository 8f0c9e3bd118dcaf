package org.eclipse.jetty.ee10.servlet;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.jspecify.annotations.Nullable;

/**
 * Where the latest paths of a context led: clients repeat themselves, so that most paths are not matched again. What it holds
 * cannot change, and is replaced when mappings do. Thread-safe.
 *
 * @param <S> the type of what paths are mapped to
 */
final class MatchedPaths<S> {
    private static final int SIZE = 64;
    /** Longer paths are not remembered. */
    private static final int MAX_LENGTH = 512;

    private final AtomicReferenceArray<Match<S>> recent = new AtomicReferenceArray<>(SIZE);

    /**
     * A path, and the servlet that it is mapped to.
     *
     * @param <S> the type of what paths are mapped to
     * @param version the mappings by which it was matched
     * @param decodedPath within the context
     * @param matched null if there is no servlet
     */
    record Match<S>(
            Object version,
            String canonicalPath,
            String decodedPath,
            @Nullable MatchedResource<S> matched,
            @Nullable ServletPathMapping mapping) {
        /** Returns what the path is mapped to, of one that is. */
        MatchedResource<S> found() {
            return Objects.requireNonNull(matched, "nothing is mapped to the path");
        }
    }

    /**
     * Returns where a path led, or null when that is not known.
     *
     * @param version the mappings in force
     * @param canonicalPath that of the request, with the path of the context
     */
    @Nullable
    Match<S> get(Object version, String canonicalPath) {
        Match<S> last = recent.get(slot(canonicalPath));
        return last != null && last.version == version && last.canonicalPath.equals(canonicalPath) ? last : null;
    }

    void put(Match<S> match) {
        if (match.canonicalPath.length() <= MAX_LENGTH) {
            recent.setRelease(slot(match.canonicalPath), match);
        }
    }

    private static int slot(String path) {
        return path.hashCode() & (SIZE - 1);
    }
}
