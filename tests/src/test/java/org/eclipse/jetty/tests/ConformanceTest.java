package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cases of {@code tests/conformance}; skipped where a program that they need is not installed. */
class ConformanceTest {
    @Test
    void everyCaseOfHttp1Passes() throws IOException {
        passes(Beside.copy("tests.conformance", "bash", "python3", "mvn").resolve("http1/run.sh"));
    }

    @Test
    void everyCaseOfHttp2Passes() throws IOException {
        passes(Beside.copy("tests.conformance", "bash", "python3", "mvn", "go").resolve("h2spec/run.sh"));
    }

    private static void passes(Path script) throws IOException {
        ProcessBuilder run = new ProcessBuilder("bash", script.toString(), Distribution.HOME.toString());
        try (Command running = Command.run(run)) {
            int exit = running.awaitExit(Duration.ofMinutes(9));
            assertThat(exit).as(running::output).isZero();
            assertThat(running.output()).containsPattern("PASS (\\d+) / \\1(\\D|$)");
        }
    }
}
