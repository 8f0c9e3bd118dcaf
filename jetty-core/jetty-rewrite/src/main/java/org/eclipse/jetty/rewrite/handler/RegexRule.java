package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpURI;
import org.jspecify.annotations.Nullable;

/**
 * Matches the whole path as it was sent, and {@code ?} and the query if there is one, by a regular expression.
 *
 * <p>An expression that takes more than {@value org.eclipse.jetty.util.BoundedText#MAX_STEPS} steps fails the request, so that no request occupies a thread for long.
 */
public abstract class RegexRule extends Rule {
    private volatile @Nullable Pattern regex;
    private boolean matchQuery = true;

    public RegexRule() {}

    public RegexRule(String pattern) {
        setRegex(pattern);
    }

    /** Returns the expression; null if none was set, which matches nothing. */
    public @Nullable String getRegex() {
        Pattern current = regex;
        return current == null ? null : current.pattern();
    }

    /** @throws java.util.regex.PatternSyntaxException if it is no expression of {@link Pattern} */
    public void setRegex(@Nullable String expression) {
        regex = expression == null ? null : Pattern.compile(expression);
    }

    /** Whether the query is matched with the path; true by default. */
    public boolean isMatchQuery() {
        return matchQuery;
    }

    public void setMatchQuery(boolean match) {
        matchQuery = match;
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        Pattern current = regex;
        HttpURI uri = input.getHttpURI();
        String text = matchQuery ? uri.getPathQuery() : uri.getPath();
        if (current == null || text == null) {
            return null;
        }
        Matcher matcher = BoundedMatch.of(current, text, this);
        return matcher == null ? null : apply(input, matcher);
    }

    /**
     * Called with a request that matches; returns it, or a wrapper of it.
     *
     * @param matcher has matched the whole text
     */
    protected abstract @Nullable Handler apply(Handler input, Matcher matcher) throws IOException;

    @Override
    public String toString() {
        return super.toString() + "[" + getRegex() + "]";
    }
}
