package org.eclipse.jetty.rewrite.handler;

import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** Redirects requests that a pattern matches to one location. */
public class RedirectPatternRule extends PatternRule {
    private @Nullable String location;
    private int statusCode = HttpStatus.FOUND_302;

    public RedirectPatternRule() {}

    public RedirectPatternRule(String pattern, String location) {
        super(pattern);
        setLocation(location);
    }

    @Override
    public boolean isTerminating() {
        return true;
    }

    public @Nullable String getLocation() {
        return location;
    }

    /** Sets a URI, or a path on this server. */
    public void setLocation(String location) {
        this.location = location;
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
    public @Nullable Handler apply(Handler input) {
        return location == null ? null : Answer.redirect(input, statusCode, location);
    }

    @Override
    public String toString() {
        return super.toString() + "[redirect:" + statusCode + ">" + location + "]";
    }
}
