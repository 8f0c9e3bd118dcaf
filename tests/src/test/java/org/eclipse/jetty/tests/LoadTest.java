package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The load generator of the distribution, against a server of it. */
class LoadTest {
    private static Command load(Base base, String... args) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Jdk.oldest().java().toString());
        command.add("-jar");
        command.add(Distribution.HOME.resolve("lib/load/jetty-load.jar").toString());
        command.addAll(List.of(args));
        return Command.run(new ProcessBuilder(command).directory(base.folder().toFile()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http1", "http2"})
    void serverIsMeasured(String protocol) throws Exception {
        try (Base base = Base.with(Jdk.oldest(), "http,http2c")) {
            Server server = base.serve();
            try (Command load = load(
                    base,
                    "--rate=50",
                    "--time=1s",
                    "--protocol=" + protocol,
                    "--report=report.html",
                    "--assert=sent>=50",
                    "http://localhost:" + server.port() + "/")) {
                // the server has no applications, and answers by 404: an error
                assertThat(load.awaitExit()).as(load::output).isEqualTo(1);
                assertThat(load.output()).contains("status 404").contains("holds:         sent>=50: 50");
            }
            assertThat(Files.readString(base.resolve("report.html"))).contains("<!DOCTYPE html>", "status 404");
        }
    }

    @Test
    void mistakesAreNamed() throws Exception {
        try (Base base = Base.empty(Jdk.oldest());
                Command load = load(base, "--rate=fast", "http://localhost/")) {
            assertThat(load.awaitExit()).isEqualTo(2);
            assertThat(load.output()).contains("jetty-load: --rate=fast (expected: a number)");
        }
    }
}
