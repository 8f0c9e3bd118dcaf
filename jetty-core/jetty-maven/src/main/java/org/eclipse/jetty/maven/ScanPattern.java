package org.eclipse.jetty.maven;

import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import org.eclipse.jetty.util.IncludeExcludeSet;

/** Which files of a directory are watched: patterns of paths in it, such as <code>**&#47;*.class</code>. Confined to its goal. */
public class ScanPattern {
    private List<String> includes = List.of();
    private List<String> excludes = List.of();

    public List<String> getIncludes() {
        return includes;
    }

    /** Sets the patterns of files that are watched; none for all. */
    public void setIncludes(List<String> includes) {
        this.includes = includes;
    }

    public List<String> getExcludes() {
        return excludes;
    }

    /** Sets the patterns of files that are not watched. */
    public void setExcludes(List<String> excludes) {
        this.excludes = excludes;
    }

    void configure(Path directory, IncludeExcludeSet<PathMatcher, Path> set) {
        includes.forEach(pattern -> set.include(matcher(directory, pattern)));
        excludes.forEach(pattern -> set.exclude(matcher(directory, pattern)));
    }

    private static PathMatcher matcher(Path directory, String pattern) {
        PathMatcher matcher = PathPatterns.matcher(pattern);
        return path -> matcher.matches(path.startsWith(directory) ? directory.relativize(path) : path);
    }
}
