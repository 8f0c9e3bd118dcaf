package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The modules that write the log. Libraries that are not in the distribution come from the local repository of Maven; a test whose
 * libraries are not there is left out.
 */
class LoggingModulesTest {
    private static final String STARTED = "Started Server@";

    @AutoClose
    private final Base base = Base.empty(Jdk.oldest());

    private void add(String modules) {
        try (Command add =
                base.start("--add-modules=http," + modules, "--approve-all-licenses", "maven.repo.uri=file:///")) {
            int code = add.awaitExit();
            // 247: start.jar could not fetch a file
            assumeTrue(code == 0 || !add.output().contains("maven://"), add::output);
            assertThat(code).as(add::output).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "logging-jetty, ':INFO :oejs.Server:main: '",
        "logging-logback, ':INFO:Server:main: '",
        "logging-jul, ':INFO:org.eclipse.jetty.server.Server: '",
        "logging-log4j2, ':INFO:Server:main: '"
    })
    void eachBackEndWritesTheLogInItsFormat(String module, String format) {
        add(module);
        Command server = base.serve().command();
        assertThat(server.lines(STARTED)).singleElement().asString().contains(format);
        assertThat(server.lines("SLF4J|WARN")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"logging-jetty", "logging-logback"})
    void layoutOfAllLinesIsJsonWhenChosen(String module) {
        add(module);
        base.write("start.d/layout.ini", "-Djetty.logging.layout=json\n");
        Command server = base.serve().command();
        assertThat(server.lines(STARTED)).hasSize(1);
        assertThat(server.lines())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("{\"timestamp\":") && line.endsWith("}"));
    }

    @Test
    void nothingIsLoggedWithLoggingNoop() throws IOException {
        add("logging-noop,state");
        try (Command server = base.start("jetty.http.host=127.0.0.1", "jetty.http.port=0")) {
            Path state = base.resolve("jetty.state");
            org.awaitility.Awaitility.await()
                    .atMost(Command.DEADLINE)
                    .until(() -> Files.exists(state) && Files.readString(state).contains("STARTED "));
            server.terminate();
            server.awaitExit();
            assertThat(server.lines()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"logging-jetty", "logging-logback"})
    void logbackXmlOfTheBaseWins(String module) throws IOException {
        base.write("resources/logback.xml", """
                <configuration>
                  <appender name="file" class="ch.qos.logback.core.FileAppender">
                    <file>${jetty.base}/logs/mine.log</file>
                    <encoder><pattern>MINE %msg%n</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="file"/></root>
                </configuration>
                """);
        add(module + ",state");
        try (Command server = base.start("jetty.http.host=127.0.0.1", "jetty.http.port=0")) {
            Path log = base.resolve("logs/mine.log");
            org.awaitility.Awaitility.await()
                    .atMost(Command.DEADLINE)
                    .until(() -> Files.exists(log) && Files.readString(log).contains("MINE " + STARTED));
            assertThat(server.lines()).isEmpty();
        }
    }

    @Test
    void librariesLogByTheirOwnApisIntoTheLogOfTheServer() throws Exception {
        add("logging-jul-capture,logging-jcl-capture,logging-log4j1-capture");
        base.write("etc/log.xml", """
                <Configure>
                  <Call class="java.util.logging.Logger" name="getLogger"><Arg>com.example.Jul</Arg>
                    <Call name="warning"><Arg>by java.util.logging</Arg></Call></Call>
                  <Call class="org.apache.commons.logging.LogFactory" name="getLog"><Arg>com.example.Jcl</Arg>
                    <Call name="warn"><Arg>by Commons Logging</Arg></Call></Call>
                  <Call class="org.apache.log4j.Logger" name="getLogger"><Arg>com.example.Log4j</Arg>
                    <Call name="warn"><Arg>by Log4j</Arg></Call></Call>
                </Configure>
                """);
        base.write("start.d/log.ini", "etc/log.xml\n");
        Command server = base.serve().command();
        assertThat(server.lines("^[-0-9]+ [.:0-9]+:WARN :ce\\.(Jul|Jcl|Log4j):main: by "))
                .as(server::output)
                .hasSize(3);
    }

    @Test
    void consoleCaptureWritesWhatWasForTheConsoleToAFilePerDay() throws IOException {
        add("console-capture,state");
        try (Command server = base.start("jetty.http.host=127.0.0.1", "jetty.http.port=0")) {
            org.awaitility.Awaitility.await()
                    .atMost(Command.DEADLINE)
                    .until(this::captured, text -> text.contains(STARTED));
            assertThat(server.lines(STARTED)).isEmpty();
            assertThat(server.lines("^Console stderr/stdout captured to .*/logs/.*\\.jetty\\.log$"))
                    .hasSize(1);
        }
        Path file = captured(base.resolve("logs")).get(0);
        assertThat(file.getFileName().toString()).matches("\\d{4}_\\d\\d_\\d\\d\\.jetty\\.log");
        int length = captured().length();
        try (Command again = base.start("jetty.http.host=127.0.0.1", "jetty.http.port=0")) {
            // the file of the day is continued
            org.awaitility.Awaitility.await()
                    .atMost(Command.DEADLINE)
                    .until(() -> captured().substring(length), text -> text.contains(STARTED));
        }
    }

    @Test
    void captureHoldsWhyAStartFailed() throws IOException {
        add("console-capture");
        try (Command server = base.start("jetty.http.port=abc")) {
            assertThat(server.awaitExit()).isEqualTo(254);
            assertThat(server.output()).contains("jetty.http.port");
        }
        assertThat(captured()).contains("ERROR : The server did not start").contains("jetty.http.port");
    }

    /** Of all files, since a day may end while the test runs. */
    private String captured() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path file : captured(base.resolve("logs"))) {
            text.append(Files.readString(file));
        }
        return text.toString();
    }

    private static List<Path> captured(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void startIsReportedWithModulesUrlsAndTimes() {
        add("logging-jetty");
        Server server = base.serve();
        server.command()
                .awaitLine("Up after \\d+ ms: JVM, start\\.jar and log \\d+, XML \\d+, (\\w+ \\d+, )*others \\d+$");
        assertThat(server.command().awaitLines("Modules: .*logging-jetty, .*server, http$", 1))
                .hasSize(1);
        assertThat(server.command().awaitLines("URLs: http://127\\.0\\.0\\.1:" + server.port() + "/$", 1))
                .hasSize(1);
    }
}
