package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The modules "diagnostics", "requestlog-json" and "server-timing" of the distribution. */
class DiagnosticsTest {
    @AutoClose
    private final Base base = Base.with(Jdk.newest(), "http,ee10-deploy,diagnostics,requestlog-json,server-timing")
            .withPlainJvm();

    private Command ask(String port, String... arguments) {
        String[] all = Stream.concat(Stream.of(arguments), Stream.of("stop.port=" + port, "stop.key=s3cret"))
                .toArray(String[]::new);
        return base.start(all);
    }

    private String answer(String port, String... arguments) {
        Command command = ask(port, arguments);
        assertThat(command.awaitExit()).as(command::output).isZero();
        return command.output();
    }

    @Test
    void runningServerShowsWhatItDoes() throws IOException {
        new War().servlet(ThreadServlet.class, "/").deploy(base, "echo.war");
        Server server = base.serve("jetty.shutdown.port=0", "jetty.shutdown.key=s3cret");
        String port = server.command().awaitLine("STOP\\.PORT=(\\d+)").group(1);

        assertThat(server.get("/echo/").headers().firstValue("Server-Timing"))
                .hasValueSatisfying(timing -> assertThat(timing).contains("application;dur="));
        await().atMost(Command.DEADLINE).until(() -> !logged().isEmpty());
        assertThat(logged().get(0))
                .startsWith("{\"time\":\"")
                .contains("\"path\":\"/echo/\"", "\"status\":200", "\"phases\":{\"head\":")
                .endsWith("}");

        assertThat(answer(port, "--threads")).contains("Platform threads: ", "Virtual threads: ");
        assertThat(answer(port, "--dump")).contains("Server@", "ServerConnector@", "WebAppContext@");

        assertThat(answer(port, "--log-level=org.eclipse.jetty.server=DEBUG:10m"))
                .contains("org.eclipse.jetty.server logs at DEBUG for 600 s");
        server.get("/echo/way");
        String way = "Request (\\S+) GET /echo/way: ";
        String id = server.command().awaitLine(way + "head complete").group(1);
        for (String step :
                List.of("handled by a thread", "in context", "response begins", "response written", "ended")) {
            server.command().awaitLine("Request " + id + " GET /echo/way: " + step);
        }

        Path bag = base.resolve("bag.zip");
        answer(port, "--diagnose=" + bag, "--seconds=1");
        try (ZipFile zip = new ZipFile(bag.toFile())) {
            assertThat(zip.stream().map(entry -> entry.getName()))
                    .contains(
                            "components.json",
                            "threads-begin.txt",
                            "threads.json",
                            "recording.jfr",
                            "configuration.json");
            for (String name :
                    List.of("configuration.json", "components.json", "system-properties.txt", "summary.txt")) {
                String text = new String(zip.getInputStream(zip.getEntry(name)).readAllBytes());
                assertThat(text).as(name).doesNotContain("s3cret");
            }
        }

        Command guess = base.start("--dump", "stop.port=" + port, "stop.key=guess");
        assertThat(guess.awaitExit()).as(guess::output).isEqualTo(252);
    }

    @Test
    void selfTestAttacksTheBaseAndNamesThePropertyThatLetsAnAttackThrough() throws IOException {
        try (Base plain = Base.with(Jdk.oldest(), "http,http2c,requestlog")) {
            Command test = plain.start("--selftest", "jetty.http.idleTimeout=1000");
            assertThat(test.awaitExit()).as(test::output).isZero();
            assertThat(test.output()).contains("  HELD  smuggling: ", "  HELD  HTTP/2 flood: ", " 0 did not");
            Command weak =
                    plain.start("--selftest", "jetty.http.idleTimeout=1000", "jetty.httpConfig.sendServerVersion=true");
            assertThat(weak.awaitExit()).as(weak::output).isEqualTo(1);
            assertThat(weak.lines("^  FAIL"))
                    .singleElement()
                    .asString()
                    .endsWith("See jetty.httpConfig.sendServerVersion");
            assertThat(plain.resolve("logs")).isEmptyDirectory();
        }
    }

    private List<String> logged() throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("logs"))) {
            List<Path> logs = files.toList();
            return logs.isEmpty() ? List.of() : Files.readAllLines(logs.get(0));
        }
    }
}
