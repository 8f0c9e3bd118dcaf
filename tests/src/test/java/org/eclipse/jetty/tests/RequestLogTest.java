package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    private List<String> lines() throws IOException {
        try (Stream<Path> files = Files.list(base.resolve("logs"))) {
            List<Path> logs = files.toList();
            assertThat(logs).hasSizeLessThan(2);
            return logs.isEmpty() ? List.of() : Files.readAllLines(logs.get(0));
        }
    }
}
