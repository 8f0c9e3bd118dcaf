package org.eclipse.jetty.maven;

import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;

/** Patterns of relative paths, as Maven's plugins have them. Stateless. */
public final class PathPatterns {
    private PathPatterns() {}

    /** Returns what matches a pattern such as <code>**&#47;*.class</code>: its beginning means any number of directories, none among them. */
    public static PathMatcher matcher(String pattern) {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        if (!pattern.startsWith("**/")) {
            return matcher;
        }
        PathMatcher top = FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(3));
        return path -> matcher.matches(path) || top.matches(path);
    }
}
