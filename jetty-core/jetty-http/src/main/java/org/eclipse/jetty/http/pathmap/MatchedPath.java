package org.eclipse.jetty.http.pathmap;

import org.jspecify.annotations.Nullable;

/** A path as it was matched: the part that matched, and what is below it. */
public interface MatchedPath {
    /** Nothing matched and nothing below. */
    MatchedPath EMPTY = from(null, null);

    static MatchedPath from(@Nullable String pathMatch, @Nullable String pathInfo) {
        return new Parts(pathMatch, pathInfo);
    }

    @Nullable
    String getPathMatch();

    @Nullable
    String getPathInfo();

    /** Both parts. */
    record Parts(@Nullable String pathMatch, @Nullable String pathInfo) implements MatchedPath {
        @Override
        public @Nullable String getPathMatch() {
            return pathMatch;
        }

        @Override
        public @Nullable String getPathInfo() {
            return pathInfo;
        }
    }
}
