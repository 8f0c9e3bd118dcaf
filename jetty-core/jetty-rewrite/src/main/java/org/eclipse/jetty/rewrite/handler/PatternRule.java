package org.eclipse.jetty.rewrite.handler;

import java.io.IOException;
import java.util.Locale;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** Matches the path, without parameters and dot segments, by a pattern of the Servlet specification, section 12.2: {@code /a/*}, {@code *.b}, {@code /c}. */
public abstract class PatternRule extends Rule {
    private volatile @Nullable ServletPathSpec spec;

    protected PatternRule() {}

    protected PatternRule(String pattern) {
        setPattern(pattern);
    }

    /** Returns the pattern; null if none was set, which matches nothing. */
    public @Nullable String getPattern() {
        ServletPathSpec current = spec;
        return current == null ? null : current.getDeclaration();
    }

    /** @throws IllegalArgumentException if it is no pattern of the Servlet specification */
    public void setPattern(@Nullable String pattern) {
        spec = pattern == null ? null : new ServletPathSpec(pattern);
    }

    @Override
    public @Nullable Handler matchAndApply(Handler input) throws IOException {
        ServletPathSpec current = spec;
        String path = pathOf(input);
        return current == null || path == null || !current.matches(path) ? null : apply(input);
    }

    static @Nullable String pathOf(Request request) {
        return request.getHttpURI().getCanonicalPath();
    }

    /**
     * Returns the path below what the pattern matches, as {@code /x} of {@code /a/x} for {@code /a/*}; null if there is none. It has the
     * parameters of the path, such as the id of a session.
     */
    final @Nullable String pathInfoOf(Request request) {
        ServletPathSpec current = spec;
        String sent = request.getHttpURI().getPath();
        String path = pathOf(request);
        if (current == null || sent == null || path == null) {
            return null;
        }
        return current.getPathInfo(current.matches(sent) && !hasDotSegment(sent) ? sent : path);
    }

    private static boolean hasDotSegment(String path) {
        return path.contains("/.") || path.toLowerCase(Locale.ENGLISH).contains("%2e");
    }

    /** Called with a request that matches; returns it, or a wrapper of it. */
    protected abstract @Nullable Handler apply(Handler input) throws IOException;

    @Override
    public String toString() {
        return super.toString() + "[" + getPattern() + "]";
    }
}
