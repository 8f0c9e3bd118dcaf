package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Applications of others, with checks of their own; where that collection lies beside the source tree. */
class CorpusTest {
    static Stream<Arguments> casesAndJdks() {
        Stream<Arguments> both = Stream.of("springmvc-ee10", "fuseki-ee10", "tomcat-ee10", "cometd-ee10")
                .flatMap(name -> Jdk.oldestAndNewest().map(jdk -> Arguments.of(name, jdk)));
        Stream<Arguments> oldest = Stream.of(
                        "small-ee8",
                        "rdf4j-ee8",
                        "greenmail-ee9",
                        "tomcat-ee9",
                        "tomcat-ee8",
                        "cometd-ee9",
                        "cometd-ee8")
                .map(name -> Arguments.of(name, Jdk.oldest()));
        return Stream.concat(both, oldest);
    }

    @ParameterizedTest
    @MethodSource("casesAndJdks")
    void applicationPassesItsChecks(String name, Jdk jdk) throws IOException {
        Path copy = Beside.copy("tests.corpus", "python3");
        check(jdk, copy.resolve("check.py").toString(), "--only", name);
    }

    @ParameterizedTest
    @MethodSource("org.eclipse.jetty.tests.Jdk#oldestAndNewest")
    void applicationsOfAllEnvironmentsPassTheirChecksInOneServer(Jdk jdk) throws IOException {
        Path copy = Beside.copy("tests.corpus", "python3");
        Path program = Distribution.ROOT.resolve("tests/src/test/python/three_environments.py");
        check(jdk, program.toString(), copy.toString());
    }

    private static void check(Jdk jdk, String... program) {
        List<String> command = new ArrayList<>(List.of("python3"));
        command.addAll(List.of(program));
        command.addAll(List.of(
                "--home",
                Distribution.HOME.toString(),
                "--java",
                jdk.java().toString(),
                "--work",
                Distribution.WORK.resolve("corpus").toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JDK_JAVA_OPTIONS", String.join(" ", Base.SHORT_LIVED));
        try (Command running = Command.run(builder)) {
            int exit = running.awaitExit(Duration.ofMinutes(9));
            assertThat(exit).as(running::output).isZero();
            assertThat(running.output()).contains("PASS 1 / 1");
        }
    }
}
