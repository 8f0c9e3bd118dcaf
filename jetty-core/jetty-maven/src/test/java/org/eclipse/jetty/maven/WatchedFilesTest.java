package org.eclipse.jetty.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.util.Scanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFilesTest {
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void changesOfFilesAndOfWhatPatternsSelectAreReported() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes/com")).getParent();
        Path file = directory.resolve("web.xml");
        ScanPattern pattern = new ScanPattern();
        pattern.setIncludes(List.of("**/*.class"));
        WatchedFiles files = new WatchedFiles();
        files.add((File) null);
        files.add(classes.toFile(), pattern);
        files.add(file.toFile());
        Set<Path> changed = ConcurrentHashMap.newKeySet();
        Scanner scanner = files.start(1, new Scanner.BulkListener() {
            @Override
            public void pathsChanged(Set<Path> changes) {
                changed.addAll(changes);
            }
        });
        try {
            Files.writeString(classes.resolve("com/notes.txt"), "not a class");
            Path type = Files.writeString(classes.resolve("com/Type.class"), "a class");
            Files.writeString(file, "a file that did not exist");
            Path real = directory.toRealPath();
            await().atMost(DEADLINE).untilAsserted(() -> assertThat(changed)
                    .containsExactlyInAnyOrder(real.resolve(directory.relativize(type)), file.toAbsolutePath()));
        } finally {
            scanner.stop();
        }
    }

    @Test
    void patternWithoutADirectoryIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WatchedFiles().add(new ScanTargetPattern()))
                .withMessage("scanTargetPatterns: directory null (expected: an existing directory)");
    }
}
