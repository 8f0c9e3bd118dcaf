package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import org.eclipse.jetty.util.IncludeExcludeSet;
import org.eclipse.jetty.util.Scanner;
import org.junit.jupiter.api.Test;

class ScanPatternTest {
    private static final Path DIRECTORY = Path.of("/project/target/classes");

    @Test
    void patternsAreOfPathsInTheDirectory() {
        ScanPattern pattern = new ScanPattern();
        pattern.setIncludes(List.of("**/*.class", "WEB-INF/*.xml"));
        pattern.setExcludes(List.of("**/generated/**"));
        IncludeExcludeSet<PathMatcher, Path> set = new IncludeExcludeSet<>(Scanner.PathMatcherSet.class);
        pattern.configure(DIRECTORY, set);
        assertThat(set.test(DIRECTORY.resolve("Top.class"))).isTrue();
        assertThat(set.test(DIRECTORY.resolve("com/example/Deep.class"))).isTrue();
        assertThat(set.test(DIRECTORY.resolve("WEB-INF/web.xml"))).isTrue();
        assertThat(set.test(DIRECTORY.resolve("WEB-INF/deep/web.xml"))).isFalse();
        assertThat(set.test(DIRECTORY.resolve("com/generated/Other.class"))).isFalse();
        assertThat(set.test(DIRECTORY.resolve("notes.txt"))).isFalse();
    }
}
