package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The module "requestlog" writes a line per request. */
class RequestLogTest {
    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,ee10-deploy,requestlog");

    @Test
    void everyRequestHasALine() throws IOException {
        base.deploy("hello.war", Distribution.HELLO_WAR);
        Server server = base.serve();
        int length = server.get("/hello/hello.css").body().length();
        server.get("/nothing?with=query");
        server.send(server.request("/hello/hello.css")
                .header("User-Agent", "a \"quoted\" agent")
                .build());
        await().atMost(Command.DEADLINE).until(() -> lines().size() == 3);
        String date = "\\[\\d\\d/[A-Z][a-z][a-z]/\\d{4}:\\d\\d:\\d\\d:\\d\\d [^\\]]+\\]";
        assertThat(lines().get(0))
                .matches(
                        "127\\.0\\.0\\.1 - - " + date + " \"GET /hello/hello\\.css HTTP/1\\.1\" 200 " + length + " .*");
        assertThat(lines().get(1)).contains(" \"GET /nothing?with=query HTTP/1.1\" 404 ");
        assertThat(lines().get(2)).doesNotContain("a \"quoted\" agent\"");
    }

    @Test
    void filesAreNamedContinuedAndDeletedAsConfigured() throws IOException {
        base.write("access/20200101.request.log", "of old\n");
        Files.setLastModifiedTime(base.resolve("access/20200101.request.log"), FileTime.from(Instant.EPOCH));
        String[] settings = {
            "jetty.requestlog.dir=access",
            "jetty.requestlog.formatString=%m %U %s",
            "jetty.requestlog.filenameDateFormat=yyyyMMdd",
            "jetty.requestlog.rollover.timezone=Pacific/Kiritimati",
            "jetty.requestlog.retainDays=2",
            "jetty.requestlog.append=true"
        };
        ZoneId zone = ZoneId.of("Pacific/Kiritimati");
        List<String> days = new ArrayList<>(List.of(name(zone)));
        Server first = base.serve(settings);
        assertThat(first.get("/first").statusCode()).isEqualTo(404);
        first.command().terminate();
        first.command().awaitExit();
        assertThat(base.serve(settings).get("/second").statusCode()).isEqualTo(404);
        await().atMost(Command.DEADLINE)
                .untilAsserted(() -> assertThat(accesses()).hasSize(2));
        days.add(name(zone));
        assertThat(accesses()).containsExactly("GET /first 404", "GET /second 404");
        try (Stream<Path> files = Files.list(base.resolve("access"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .isNotEmpty()
                    .allMatch(days::contains);
        }
    }

    @Test
    void linesGoToStandardOutputOrToTheLog() {
        Server server = base.serve("jetty.requestlog.output=stdout", "jetty.requestlog.formatString=%m %U %s");
        server.get("/printed");
        server.command().awaitLine("^GET /printed 404$");
        server.command().terminate();
        server = base.serve("jetty.requestlog.output=logger", "jetty.requestlog.formatString=%m %U %s");
        server.get("/logged");
        server.command().awaitLine("INFO :oejs\\.RequestLog:.*: GET /logged 404$");
        assertThat(base.resolve("logs")).isEmptyDirectory();
    }

    private static String name(ZoneId zone) {
        return LocalDate.now(zone).format(DateTimeFormatter.BASIC_ISO_DATE) + ".request.log";
    }

    private List<String> accesses() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(base.resolve("access"))) {
            for (Path file : files.sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    private List<String> lines() throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("logs"))) {
            List<Path> logs = files.toList();
            assertThat(logs).hasSizeLessThan(2);
            return logs.isEmpty() ? List.of() : Files.readAllLines(logs.get(0));
        }
    }
}
