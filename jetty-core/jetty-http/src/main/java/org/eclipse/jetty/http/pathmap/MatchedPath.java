package org.eclipse.jetty.http.pathmap;

/** A path as it was matched: the part that matched, and what is below it. */
public interface MatchedPath {
    /** Nothing matched and nothing below. */
    MatchedPath EMPTY = from(null, null);

    static MatchedPath from(String pathMatch, String pathInfo) {
        return new Parts(pathMatch, pathInfo);
    }

    String getPathMatch();

    String getPathInfo();

    /** Both parts. */
    record Parts(String pathMatch, String pathInfo) implements MatchedPath {
        @Override
        public String getPathMatch() {
            return pathMatch;
        }

        @Override
        public String getPathInfo() {
            return pathInfo;
        }
    }
}
