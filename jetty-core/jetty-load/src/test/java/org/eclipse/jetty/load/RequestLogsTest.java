package org.eclipse.jetty.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogsTest {
    private static final String COMMON = """
            192.0.2.7 - - [23/Nov/2026:16:32:45 +0000] "GET /a?b=c HTTP/1.1" 200 12 "-" "curl/8.5"
            192.0.2.7 - anna [23/Nov/2026:16:32:45 +0000] "GET /b HTTP/2.0" 200 12
            192.0.2.7 - - [23/Nov/2026:16:32:46 +0000] "POST /order HTTP/1.1" 200 12
            192.0.2.7 - - [23/Nov/2026:17:32:47 +0100] "HEAD /c HTTP/1.1" 200 12
            nothing of that kind
            """;

    @TempDir
    Path directory;

    private Path log(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static List<String> told(List<Arrivals.Recorded> recorded) {
        return recorded.stream()
                .map(each -> each.nanos() / 1_000_000 + " " + each.resource())
                .toList();
    }

    @Test
    void requestsOfASecondAreSpreadOverIt() throws IOException {
        assertThat(told(RequestLogs.read(log("requests.log", COMMON))))
                .containsExactly("0 GET /a?b=c", "500 GET /b", "2000 HEAD /c");
    }

    /** What others have asked a server for must not make load elsewhere, nor end that of a thread. */
    @Test
    void targetsArePathsOfTheServerWhateverClientsHaveAskedFor() throws IOException {
        String log = """
                192.0.2.7 - - [23/Nov/2026:16:32:45 +0000] "GET http://other.example/ HTTP/1.1" 200 12
                192.0.2.7 - - [23/Nov/2026:16:32:45 +0000] "OPTIONS * HTTP/1.1" 200 12
                192.0.2.7 - - [23/Nov/2026:16:32:45 +0000] "GET other.example:443 HTTP/1.1" 400 12
                192.0.2.7 - - [23/Nov/2026:16:32:46 +0000] "GET //other.example/a HTTP/1.1" 200 12
                192.0.2.7 - - [23/Nov/2026:16:32:47 +0000] "GET /a|b/{c}?d=[e]&f=\\^%zz%2 HTTP/1.1" 200 12
                192.0.2.7 - - [23/Nov/2026:16:32:48 +0000] "GET /%7c#x?y HTTP/1.1" 200 12
                192.0.2.7 - - [23/Nov/2026:16:32:49 +0000] "GET /caf\u00e9 HTTP/1.1" 200 12
                """;
        String json = """
                {"time":"2026-11-23T16:32:50Z","method":"GET","path":"http://other.example/"}
                {"time":"2026-11-23T16:32:50Z","method":"GET","path":"/a b"}
                """;
        List<Arrivals.Recorded> recorded = RequestLogs.read(log("requests.log", log + json));
        assertThat(told(recorded))
                .containsExactly(
                        "0 GET //other.example/a",
                        "1000 GET /a%7Cb/%7Bc%7D?d=%5Be%5D&f=%5C%5E%25zz%252",
                        "2000 GET /%7c%23x?y",
                        "3000 GET /caf%C3%A9",
                        "4000 GET /a%20b");
        recorded.forEach(each -> URI.create(each.resource().target()));
    }

    @Test
    void linesThatAreNotUtf8ArePassedOver() throws IOException {
        Path log = directory.resolve("requests.log");
        Files.write(log, ("\u00e9\n" + COMMON).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(RequestLogs.read(log)).hasSize(3);
    }

    @Test
    void jsonHasExactTimesAndMayBeOutOfOrder() throws IOException {
        String json = """
                {"time":"2026-11-23T13:16:25.250Z","method":"GET","path":"/late","query":"x=1","status":200}
                {"time":"2026-11-23T13:16:24.123Z","method":"GET","path":"/early","status":200}
                {"time":"2026-11-23T13:16:24.200Z","method":"DELETE","path":"/early","status":200}
                {"time":"2026-11-23T13:16:24.
                """;
        assertThat(told(RequestLogs.read(log("requests.json", json))))
                .containsExactly("0 GET /early", "1127 GET /late?x=1");
    }

    @Test
    void compressedLogsAreRead() throws IOException {
        Path log = directory.resolve("requests.log.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(log))) {
            out.write(COMMON.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(RequestLogs.read(log)).hasSize(3);
    }

    @Test
    void logWithoutRequestsIsRefused() throws IOException {
        Path log = log("other.log", "line\n");
        assertThatThrownBy(() -> RequestLogs.read(log)).hasMessageContaining("no requests");
    }
}
