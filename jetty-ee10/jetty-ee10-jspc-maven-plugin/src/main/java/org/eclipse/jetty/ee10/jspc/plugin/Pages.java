package org.eclipse.jetty.ee10.jspc.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.maven.PathPatterns;

/** The pages of a directory that are compiled. Stateless. */
final class Pages {
    private final Path root;
    private final List<PathMatcher> includes;
    private final List<PathMatcher> excludes;

    /** @param includes patterns of paths below the root, separated by commas; as are those of {@code excludes} */
    Pages(Path root, String includes, String excludes) {
        this.root = root;
        this.includes = matchers(includes);
        this.excludes = matchers(excludes);
    }

    private static List<PathMatcher> matchers(String patterns) {
        List<PathMatcher> matchers = new ArrayList<>();
        for (String pattern : patterns == null ? new String[0] : patterns.split(",")) {
            if (!pattern.isBlank()) {
                matchers.add(PathPatterns.matcher(pattern.trim()));
            }
        }
        return matchers;
    }

    /** The paths below the root, with slashes, sorted. */
    List<String> find() throws IOException {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .filter(path -> includes.stream().anyMatch(matcher -> matcher.matches(path)))
                    .filter(path -> excludes.stream().noneMatch(matcher -> matcher.matches(path)))
                    .map(path -> path.toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
