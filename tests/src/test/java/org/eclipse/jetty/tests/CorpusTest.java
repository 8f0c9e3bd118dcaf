package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications of others, with checks of their own; where that collection lies beside the source tree. */
class CorpusTest {
    static Stream<Arguments> casesAndJdks() {
        return Stream.of("springmvc-ee10", "fuseki-ee10")
                .flatMap(name -> Jdk.oldestAndNewest().map(jdk -> Arguments.of(name, jdk)));
    }

    @ParameterizedTest
    @MethodSource("casesAndJdks")
    void applicationPassesItsChecks(String name, Jdk jdk) throws IOException {
        Path corpus = Path.of(System.getProperty("tests.corpus"));
        assumeThat(corpus.resolve("check.py")).exists();
        assumeThat(hasPython()).isTrue();
        Path copy = copy(corpus, Distribution.ROOT.resolve("tests/target/corpus"));
        ProcessBuilder check = new ProcessBuilder(
                "python3",
                copy.resolve("check.py").toString(),
                "--home",
                Distribution.HOME.toString(),
                "--java",
                jdk.java().toString(),
                "--only",
                name,
                "--work",
                Distribution.ROOT.resolve("tests/target/corpus-work").toString());
        try (Command running = Command.run(check)) {
            int exit = running.awaitExit(Duration.ofMinutes(9));
            assertThat(exit).as(running::output).isZero();
            assertThat(running.output()).contains("PASS 1 / 1");
        }
    }

    private static boolean hasPython() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "python3")));
    }

    private static Path copy(Path from, Path to) throws IOException {
        Distribution.delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) Files.createDirectories(target);
                else Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return to;
    }
}
