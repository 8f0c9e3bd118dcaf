package org.eclipse.jetty.rewrite.handler;

import java.util.regex.Matcher;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.rewrite.internal.Replacement;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Redirects requests that an expression matches. In the location, {@code $1} is the first group of the expression. */
public class RedirectRegexRule extends RegexRule {
    protected @Nullable String _location;

    private int statusCode = HttpStatus.FOUND_302;
    private boolean addQueries;

    public RedirectRegexRule() {}

    public RedirectRegexRule(String regex, String location) {
        super(regex);
        setLocation(location);
    }

    @Override
    public boolean isTerminating() {
        return true;
    }

    public @Nullable String getLocation() {
        return _location;
    }

    /** Sets a URI, or a path on this server. */
    public void setLocation(String location) {
        _location = location;
    }

    /** Whether the query of the request is added to the location. */
    public boolean isAddQueries() {
        return addQueries;
    }

    public void setAddQueries(boolean add) {
        addQueries = add;
    }

    public int getStatusCode() {
        return statusCode;
    }

    /**
     * Sets the status, which is 302 by default.
     *
     * @throws IllegalArgumentException unless it is 3xx
     */
    public void setStatusCode(int code) {
        statusCode = Answer.checkRedirect(code);
    }

    @Override
    protected @Nullable Handler apply(Handler input, Matcher matcher) {
        if (_location == null) {
            return null;
        }
        String query = input.getHttpURI().getQuery();
        String target = Replacement.expand(_location, matcher, query);
        if (addQueries && query != null) {
            int hash = target.indexOf('#');
            String fragment = hash < 0 ? "" : target.substring(hash);
            target = withQuery(hash < 0 ? target : target.substring(0, hash), query) + fragment;
        }
        return Answer.redirect(input, statusCode, target);
    }

    private static String withQuery(String target, String query) {
        int question = target.indexOf('?');
        return question < 0
                ? target + "?" + query
                : target.substring(0, question + 1) + URIUtil.addQueries(query, target.substring(question + 1));
    }

    @Override
    public String toString() {
        return super.toString() + "[redirect:" + statusCode + ">" + _location + "]";
    }
}
