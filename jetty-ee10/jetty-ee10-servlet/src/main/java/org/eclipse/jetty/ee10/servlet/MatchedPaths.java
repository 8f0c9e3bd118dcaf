package org.eclipse.jetty.ee10.servlet;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.pathmap.MatchedResource;
import org.eclipse.jetty.util.URIUtil;

/**
 * Where the latest paths of a context led: clients repeat themselves, so that most paths are not matched again. What it holds
 * cannot change, and is replaced when mappings do. Thread-safe.
 */
final class MatchedPaths {
    private static final int SIZE = 64;
    /** Longer paths are not remembered. */
    private static final int MAX_LENGTH = 512;

    private final AtomicReferenceArray<Match> recent = new AtomicReferenceArray<>(SIZE);

    /**
     * A path, and the servlet that it is mapped to.
     *
     * @param version the mappings by which it was matched
     * @param decodedPath within the context
     * @param matched null if there is no servlet
     */
    record Match(
            Object version,
            String canonicalPath,
            String decodedPath,
            MatchedResource<ServletHandler.MappedServlet> matched,
            ServletPathMapping mapping) {}

    /** @param canonicalPath that of the request, with the path of the context */
    Match match(ServletContextHandler context, String canonicalPath) {
        ServletHandler servlets = context.getServletHandler();
        Object version = servlets.mappingVersion();
        int slot = canonicalPath.hashCode() & (SIZE - 1);
        Match last = recent.get(slot);
        if (last != null && last.version == version && last.canonicalPath.equals(canonicalPath)) {
            return last;
        }
        String path = context.getContext().getPathInContext(canonicalPath);
        String decoded = URIUtil.decodePath(path == null || path.isEmpty() ? "/" : path);
        MatchedResource<ServletHandler.MappedServlet> matched = servlets.getMatchedServlet(decoded);
        ServletPathMapping mapping =
                matched == null ? null : matched.getResource().getServletPathMapping(decoded, matched.getMatchedPath());
        Match match = new Match(version, canonicalPath, decoded, matched, mapping);
        if (canonicalPath.length() <= MAX_LENGTH) {
            recent.setRelease(slot, match);
        }
        return match;
    }
}
