package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Replaces what a pattern matches of the path: for the pattern {@code /a/*} and the replacement {@code /b}, {@code /a/x} becomes {@code
 * /b/x}.
 *
 * <p>A replacement may end with a query, which is added to that of the request.
 */
public class RewritePatternRule extends PatternRule {
    private @Nullable String path;
    private @Nullable String query;

    public RewritePatternRule() {}

    public RewritePatternRule(String pattern, String replacement) {
        super(pattern);
        setReplacement(replacement);
    }

    /** Sets the encoded path, which may be followed by {@code ?} and a query. */
    public void setReplacement(@Nullable String replacement) {
        int question = replacement == null ? -1 : replacement.indexOf('?');
        path = replacement == null || question < 0 ? replacement : replacement.substring(0, question);
        query = replacement == null || question < 0 ? null : replacement.substring(question + 1);
    }

    @Override
    public Handler apply(Handler input) {
        if (path == null) {
            return input;
        }
        HttpURI uri = input.getHttpURI();
        String rewritten = URIUtil.addEncodedPaths(path, pathInfoOf(input));
        String newQuery = URIUtil.addQueries(uri.getQuery(), query);
        return new HttpURIHandler(input, RewrittenUri.of(uri, rewritten, newQuery));
    }

    @Override
    public String toString() {
        return super.toString() + "[rewrite:" + path + (query == null ? "" : "?" + query) + "]";
    }
}
