package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Checks URIs that rules have made of parts of requests as those of requests are checked. */
final class RewrittenUri {
    private RewrittenUri() {}

    /**
     * Returns a URI with another path and query.
     *
     * @throws BadMessageException if it is none, as where the path leads above the root
     */
    static HttpURI of(HttpURI uri, String path, @Nullable String query) {
        try {
            return HttpURI.build(uri).path(path).query(query);
        } catch (IllegalArgumentException x) {
            throw new BadMessageException("Bad rewritten URI", x);
        }
    }

    /**
     * Returns the URI if the compliance mode of the connector allows it.
     *
     * <p>What is wrong with the URI of the request as well was allowed before, and is not judged again. An empty segment is allowed, as where
     * a rule joins two slashes.
     *
     * @throws BadMessageException if it has a violation that is not allowed
     */
    static HttpURI check(Request request, HttpURI uri) {
        HttpURI immutable = uri.asImmutable();
        if (immutable.hasViolations()) {
            UriCompliance compliance =
                    request.getConnectionMetaData().getHttpConfiguration().getUriCompliance();
            HttpURI before = request.getHttpURI();
            for (UriCompliance.Violation violation : immutable.getViolations()) {
                if (violation != UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT
                        && !before.hasViolation(violation)
                        && !compliance.allows(violation)) {
                    throw new BadMessageException("Rewritten URI: " + violation.getDescription());
                }
            }
        }
        return immutable;
    }
}
