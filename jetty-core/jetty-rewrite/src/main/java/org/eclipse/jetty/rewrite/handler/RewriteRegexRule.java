package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Matcher;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.rewrite.internal.Replacement;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/**
 * Replaces path and query.
 *
 * <p>In the replacement, {@code $1} is the first group of the expression, {@code ${name}} a named one, and {@code $Q} the query of the
 * request. What follows its first {@code ?}, or that of a group, is the query.
 */
public class RewriteRegexRule extends RegexRule {
    private @Nullable String replacement;
    private boolean addQueries;

    public RewriteRegexRule() {}

    public RewriteRegexRule(String regex, String replacement) {
        super(regex);
        setReplacement(replacement);
    }

    /** Whether the query of the replacement is added to that of the request; otherwise it replaces it, as is the default. */
    public boolean isAddQueries() {
        return addQueries;
    }

    public void setAddQueries(boolean add) {
        addQueries = add;
    }

    /** Sets the encoded path, which may be followed by {@code ?} and a query. */
    public void setReplacement(String replacement) {
        this.replacement = replacement;
    }

    @Override
    public Handler apply(Handler input, Matcher matcher) {
        if (replacement == null) {
            return input;
        }
        HttpURI uri = input.getHttpURI();
        String target = Replacement.expand(replacement, matcher, uri.getQuery());
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        String query = question < 0 ? null : target.substring(question + 1);
        if (addQueries) {
            query = URIUtil.addQueries(uri.getQuery(), query);
        }
        return new HttpURIHandler(input, RewrittenUri.of(uri, path, query));
    }

    @Override
    public String toString() {
        return super.toString() + "[rewrite:" + replacement + "]";
    }
}
