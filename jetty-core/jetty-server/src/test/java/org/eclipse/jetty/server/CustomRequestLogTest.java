package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CustomRequestLogTest {
    private static final String REQUEST = """
            POST /p/a%20b;x=1?q=1&b=2 HTTP/1.1
            Host: h.example:8443
            X-A: one
            X-A: two
            Cookie: c=1; d=2
            Content-Length: 3

            abc""";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Source.consumeAll(request);
            if (request.getHttpURI().getPath().startsWith("/fail")) {
                throw new IllegalStateException("as the test wants it");
            }
            request.setAttribute("foo", "bar");
            request.setAttribute(
                    CustomRequestLog.LOG_DETAIL, new CustomRequestLog.LogDetail("the servlet", "/srv/file"));
            Request.setAuthenticationState(request, new Request.AuthenticationState() {
                @Override
                public java.security.Principal getUserPrincipal() {
                    return () -> "ann";
                }
            });
            response.getHeaders().put("Content-Type", "text/x");
            if (request.getHeaders().contains("Want-Trailer")) {
                HttpFields trailers = HttpFields.build().put("T-Out", "yes").asImmutable();
                response.setTrailersSupplier(() -> trailers);
            }
            Content.Sink.write(response, true, "hello", callback);
            return true;
        }
    }

    private String log(String format, String request) throws Exception {
        try (LocalServer local = new LocalServer()) {
            local.server.setRequestLog(new CustomRequestLog(lines::add, format));
            local.start(new Application());
            local.connector.getResponse(LocalServer.wire(request));
            return lines.poll(30, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "%% x | % x",
                "%a:%p | h.example:8443",
                "%{client}a %{remote}p | - -",
                "%h %l %v %A | - - h.example -",
                "%I %O %S %B %b %{CLF}O | 3 5 8 5 5 5",
                "%{c}C %{z}C %C | 1 - c=1;d=2",
                "%{X-A}i %{Nope}i | one -",
                "%{Content-Type}o | text/x",
                "%H %m %U %q | HTTP/1.1 POST /p/a%20b;x=1 ?q=1&b=2",
                "%r | POST /p/a%20b;x=1?q=1&b=2 HTTP/1.1",
                "%uri | http://h.example:8443/p/a%20b;x=1?q=1&b=2",
                "%{-query}uri | http://h.example:8443/p/a%20b;x=1",
                "%{-path,-query}uri | http://h.example:8443",
                "%{foo}attr %{nope}attr | bar -",
                "%s %k %X | 200 1 +",
                "%u %{d}u | ann ann",
                "%R %f | the servlet /srv/file",
                "%200{X-A}i %!200{X-A}i %404,200s %!404s | one - 200 200",
            })
    void codesOfTheFormatTellOfTheRequest(String format, String expected) throws Exception {
        assertThat(log(format, REQUEST)).isEqualTo(expected);
    }

    @Test
    void textOfAnyLengthIsCopied() throws Exception {
        for (int length = 0; length < 20; length++) {
            String text = "abcdefghijklmnopqrs\u00e9".substring(19 - length);
            assertThat(log(text + "%s" + text + "%s" + text, REQUEST)).isEqualTo(text + "200" + text + "200" + text);
        }
    }

    @Test
    void requestIsNamedAsTheLogNamesItAndTimesMayHaveNoBrackets() throws Exception {
        assertThat(log("%L", REQUEST)).matches("\\w+#\\w+");
        assertThat(log("%{yyyy-MM-dd'T'HH:mm:ss|UTC}time", REQUEST))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
    }

    @Test
    void timesAreNumbersAndDates() throws Exception {
        assertThat(log("%D %{us}T %{ms}T %T", REQUEST)).matches("\\d+ \\d+ \\d+ \\d+");
        assertThat(log("%t", REQUEST)).matches("\\[\\d\\d/[A-Z][a-z]{2}/\\d{4}(:\\d\\d){3} \\+0000]");
        assertThat(log("%{yyyy|GMT|de}t", REQUEST)).matches("\\[\\d{4}]");
    }

    @Test
    void phasesAreLoggedIfTheyAreMeasured() throws Exception {
        String format =
                "%{head}phase %{queue}phase %{server|ms}phase %{application}phase %{response}phase %{after}phase"
                        + " %{total|s}phase %{read}phase %{write}phase %{connect}phase %{tls}phase";
        assertThat(log(format, REQUEST)).isEqualTo("- - - - - - - - - - -");
        try (LocalServer local = new LocalServer()) {
            local.configuration.setRequestPhases(true);
            local.server.setRequestLog(new CustomRequestLog(lines::add, format));
            local.start(new Application());
            local.connector.getResponse(LocalServer.wire(REQUEST));
            assertThat(lines.poll(30, TimeUnit.SECONDS)).matches("(\\d+ ){10}-");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "GET /a%zz?q=1 HTTP/1.1 | GET /a%zz?q=1 HTTP/1.1",
                "GET /a/../../b HTTP/1.1 | GET /a/../../b HTTP/1.1",
                "GET no-slash HTTP/1.1 | -",
                "GET /a\u0001b HTTP/1.1 | -",
                "\u0016\u0003\u0001 | -",
            })
    void requestThatIsRefusedIsLoggedAsFarAsItIsKnown(String requestLine, String expected) throws Exception {
        assertThat(log("%s %r", requestLine + "\nHost: h\n\n")).isEqualTo("400 " + expected);
    }

    @Test
    void nothingIsInventedOfARequestLineThatCannotBeRead() throws Exception {
        assertThat(log("%s %m %H %a %v %p %U %uri", "\u0016\u0003\u0001\n\n")).isEqualTo("400 - - - - - - -");
    }

    @Test
    void requestWithABadFieldIsLoggedWithItsTarget() throws Exception {
        assertThat(log("%s %r", "GET /x HTTP/1.1\nHost: h\nContent-Length: x\n\n"))
                .isEqualTo("400 GET /x HTTP/1.1");
    }

    @Test
    void trailersAreLogged() throws Exception {
        String request = """
                POST / HTTP/1.1
                Host: h
                Want-Trailer: 1
                Transfer-Encoding: chunked

                3
                abc
                0
                T-In: in

                """;
        assertThat(log("%{T-In}ti %{T-Out}to %I", request)).isEqualTo("in yes 3");
    }

    @Test
    void emptyContentIsADashInCommonLogFormat() throws Exception {
        assertThat(log("%I %{CLF}I", "GET / HTTP/1.1\nHost: h\n\n")).isEqualTo("0 -");
    }

    @Test
    void whatTheClientSendsCannotForgeALine() throws Exception {
        String request = "GET / HTTP/1.1\nHost: h\nUser-Agent: a\" \\ \tb\u2028\u202e\n\n";
        String line = log("\"%{User-Agent}i\"", request);
        assertThat(line).startsWith("\"a\\\" \\\\ \\tb").endsWith("\"").doesNotContain("\n", "\t", "\u2028", "\u202e");
    }

    @Test
    void failedRequestsAndBadRequestsAreLogged() throws Exception {
        assertThat(log("%s %r", "GET /fail HTTP/1.1\nHost: h\n\n")).isEqualTo("500 GET /fail HTTP/1.1");
        assertThat(log("%s", "GET /nohost HTTP/1.1\n\n")).isEqualTo("400");
    }

    @Test
    void ignoredPathsAndFilteredRequestsAreNotLogged() throws Exception {
        CustomRequestLog log = new CustomRequestLog(lines::add, "%U");
        log.setIgnorePaths(new String[] {"/health/*", "*.css"});
        log.setFilter((request, response) -> response.getStatus() != 500);
        try (LocalServer local = new LocalServer()) {
            local.server.setRequestLog(log);
            local.start(new Application());
            for (String path : List.of("/health/now", "/a/b.css", "/fail", "/seen")) {
                local.get(path);
            }
            assertThat(lines.poll(30, TimeUnit.SECONDS)).isEqualTo("/seen");
        }
        assertThat(lines).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%z",
                "%",
                "%{x}a",
                "%i",
                "%{x",
                "%40s",
                "%!s",
                "%200,s",
                "%{bad}uri",
                "%{x}T",
                "%{qqq'}t",
                "%phase",
                "%{x}phase",
                "%{head|h}phase"
            })
    void badFormatIsRefusedWithItsPlace(String format) {
        assertThatThrownBy(() -> new CustomRequestLog(lines::add, "ab" + format))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ab" + format)
                .hasMessageContaining("position 3");
    }

    @Test
    void detailsAreRequiredOnlyWhereTheFormatNamesThem() {
        assertThat(new CustomRequestLog(lines::add, "%R").isLogDetailRequired()).isTrue();
        assertThat(new CustomRequestLog(lines::add, CustomRequestLog.EXTENDED_NCSA_FORMAT).isLogDetailRequired())
                .isFalse();
    }

    @Test
    void linesAreInTheFileWhenTheWriterStops(@TempDir Path directory) throws Exception {
        for (RequestLogWriter writer : List.of(
                new RequestLogWriter(directory.resolve("yyyy_mm_dd.sync.log").toString()),
                new AsyncRequestLogWriter(
                        directory.resolve("yyyy_mm_dd.async.log").toString()))) {
            writer.setAppend(true);
            writer.start();
            Path file = Path.of(writer.getDatedFilename());
            for (int i = 0; i < 1000; i++) {
                writer.write("line ü " + i);
            }
            writer.stop();
            List<String> written = Files.readAllLines(file);
            assertThat(written).hasSize(1000).startsWith("line ü 0").endsWith("line ü 999");
            assertThat(file.getFileName().toString()).matches("\\d{4}_\\d\\d_\\d\\d\\.a?sync\\.log");
        }
    }

    @Test
    void linesWithoutRoomAreDroppedAndCounted(@TempDir Path directory) throws Exception {
        ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1) {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean offer(String line) {
                return false;
            }
        };
        AsyncRequestLogWriter writer =
                new AsyncRequestLogWriter(directory.resolve("dropped.log").toString(), full);
        writer.start();
        writer.write("a");
        writer.write("b");
        assertThat(writer.getDroppedLines()).isEqualTo(2);
        writer.stop();
        writer.write("after the end");
        assertThat(writer.getDroppedLines()).isEqualTo(3);
    }

    @Test
    void missingDirectoryStopsTheStart(@TempDir Path directory) {
        RequestLogWriter writer =
                new RequestLogWriter(directory.resolve("missing/x.log").toString());
        assertThatThrownBy(writer::start).hasMessageContaining("missing");
    }

    @Test
    void writerThreadEndsWithTheWriter(@TempDir Path directory) throws Exception {
        AsyncRequestLogWriter writer =
                new AsyncRequestLogWriter(directory.resolve("x.log").toString());
        writer.start();
        writer.stop();
        String name = "AsyncRequestLogWriter@" + Integer.toHexString(writer.hashCode());
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().equals(name)));
    }
}
