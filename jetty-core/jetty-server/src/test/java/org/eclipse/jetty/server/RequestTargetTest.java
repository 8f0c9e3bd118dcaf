package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.eclipse.jetty.http.ComplianceViolation;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112, section 3.2: what a target says, and what Host says beside it. */
class RequestTargetTest {
    /** Tells the authority by each of the ways that an application has; redirects under /r. */
    private static final class Authority extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (Request.getPathInContext(request).startsWith("/r")) {
                String query = request.getHttpURI().getQuery();
                Response.sendRedirect(request, response, callback, "/to" + (query == null ? "" : "?" + query));
                return true;
            }
            String text = request.getHttpURI().getAuthority() + " " + Request.getServerName(request) + " "
                    + Request.getServerPort(request) + " "
                    + request.getHeaders().getValuesList(HttpHeader.HOST);
            Content.Sink.write(response, true, text, callback);
            return true;
        }
    }

    private static LocalServer start(HttpCompliance compliance) throws Exception {
        LocalServer local = new LocalServer();
        local.configuration.setHttpCompliance(compliance);
        local.configuration.setRelativeRedirectAllowed(false);
        return local.start(new Authority());
    }

    static Stream<HttpCompliance> refusing() {
        return Stream.of(
                HttpCompliance.STRICT,
                HttpCompliance.RFC9110.without("OWN", HttpCompliance.Violation.MISMATCHED_AUTHORITY),
                HttpCompliance.LEGACY.without("OWN", HttpCompliance.Violation.MISMATCHED_AUTHORITY));
    }

    static Stream<HttpCompliance> allowing() {
        return Stream.of(
                HttpCompliance.RFC9110,
                HttpCompliance.RFC7230,
                HttpCompliance.RFC7230_LEGACY,
                HttpCompliance.RFC2616,
                HttpCompliance.LEGACY,
                HttpCompliance.RFC2616_LEGACY,
                HttpCompliance.STRICT.with("OWN", HttpCompliance.Violation.MISMATCHED_AUTHORITY));
    }

    @ParameterizedTest
    @MethodSource("refusing")
    void hostThatDiffersFromTheTargetIsRefused(HttpCompliance compliance) throws Exception {
        try (LocalServer local = start(compliance)) {
            for (String head : List.of(
                    "GET http://a.example/ HTTP/1.1\nHost: b.example",
                    "GET http://a.example/r HTTP/1.1\nHost: b.example",
                    "GET http://a.example:81/ HTTP/1.1\nHost: a.example",
                    "GET http://a.example/ HTTP/1.1\nHost: a.example:81",
                    "GET http://a.example/ HTTP/1.1\nHost:",
                    "POST http://a.example/ HTTP/1.1\nContent-Length: 0\nHost: b.example",
                    "GET http://a.example/ HTTP/1.0\nHost: b.example")) {
                assertThat(local.ask(head + "\n\n"))
                        .as(head)
                        .startsWith("HTTP/1.1 400 ")
                        .contains("Host differs from the authority of the request target");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("allowing")
    void hostThatDiffersFromTheTargetIsReplacedWhereThatIsAllowed(HttpCompliance compliance) throws Exception {
        try (LocalServer local = start(compliance)) {
            // again on the same connection: what was found out before is used once more
            String head = "GET http://a.example/ HTTP/1.1\nHost: b.example\n";
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            for (int i = 0; i < 3; i++) {
                client.addInputAndExecute(LocalServer.wire(head + "\n"));
                assertThat(client.getResponse()).endsWith("a.example a.example 80 [a.example]");
            }
            client.addInputAndExecute(LocalServer.wire("GET / HTTP/1.1\nHost: b.example\n\n"));
            assertThat(client.getResponse()).endsWith("b.example b.example 80 [b.example]");
            client.addInputAndExecute(LocalServer.wire(head + "Connection: close\n\n"));
            assertThat(client.getResponse()).endsWith("a.example a.example 80 [a.example]");

            assertThat(local.ask("GET http://a.example:81/ HTTP/1.1\nHost: a.example\n\n"))
                    .endsWith("a.example:81 a.example 81 [a.example:81]");
            assertThat(local.ask("GET http://[::1]:81/ HTTP/1.1\nHost:\n\n")).endsWith("[::1]:81 [::1] 81 [[::1]:81]");
            assertThat(local.ask("GET http://a.example/r HTTP/1.1\nHost: b.example\n\n"))
                    .startsWith("HTTP/1.1 302 ")
                    .contains("Location: http://a.example/to\r\n");
        }
    }

    @ParameterizedTest
    @MethodSource({"refusing", "allowing"})
    void hostThatIsThatOfTheTargetStaysAsItIs(HttpCompliance compliance) throws Exception {
        try (LocalServer local = start(compliance)) {
            assertThat(local.ask("GET http://a.example/ HTTP/1.1\nHost: A.example:80\n\n"))
                    .endsWith("a.example a.example 80 [A.example:80]");
            assertThat(local.ask("GET http://a.example:80/ HTTP/1.1\nHost: a.example\n\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("a.example 80 [a.example]");
            assertThat(local.ask("GET http://a.example/ HTTP/1.0\n\n")).endsWith("a.example a.example 80 []");
        }
    }

    @Test
    void severalAndMalformedHostsAreReplacedWhereTheyAreAllowed() throws Exception {
        try (LocalServer local = start(HttpCompliance.LEGACY)) {
            assertThat(local.ask("GET http://a.example/ HTTP/1.1\nHost: a.example\nHost: b.example\n\n"))
                    .endsWith("a.example a.example 80 [a.example]");
            assertThat(local.ask("GET http://a.example/ HTTP/1.1\nHost: b@b/\n\n"))
                    .endsWith("a.example a.example 80 [a.example]");
        }
    }

    @Test
    void everyRequestWhoseHostDiffersIsTold() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        try (LocalServer local = new LocalServer()) {
            local.configuration.setHttpCompliance(HttpCompliance.LEGACY);
            local.configuration.addComplianceViolationListener(new ComplianceViolation.Listener() {
                @Override
                public void onComplianceViolation(ComplianceViolation.Event event) {
                    told.add(event.violation().getName() + " " + event.details());
                }
            });
            local.start(new Authority());
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            for (int i = 0; i < 2; i++) {
                client.addInputAndExecute(LocalServer.wire("GET http://a.example/ HTTP/1.1\nHost: b.example\n\n"));
                assertThat(client.getResponse()).endsWith("a.example a.example 80 [a.example]");
            }
            client.addInputAndExecute(
                    LocalServer.wire("GET http://a.example/ HTTP/1.1\nHost: A.example\nConnection: close\n\n"));
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ");
        }
        assertThat(told)
                .containsExactly(
                        "MISMATCHED_AUTHORITY a.example != b.example", "MISMATCHED_AUTHORITY a.example != b.example");
    }

    private static String ask(LocalServer local, String target) throws Exception {
        LocalConnector.LocalEndPoint client = local.inMemory().connect();
        client.addInputAndExecute(
                ByteBuffer.wrap(("GET " + target + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1)));
        return client.getResponse();
    }

    /** The octets of the first column, as ISO-8859-1, and the query that they are. */
    @ParameterizedTest
    @CsvSource({
        "\u00c3\u00a9, \u00e9, %C3%A9",
        "\u00e9, \ufffd, %EF%BF%BD",
        "\u00c3, \ufffd, %EF%BF%BD",
        "\u00ff\u00fe, \ufffd\ufffd, %EF%BF%BD%EF%BF%BD",
        "a\u00c0\u00af, a\ufffd\ufffd, a%EF%BF%BD%EF%BF%BD",
    })
    void octetsBeyondAsciiInAQueryAreUtf8AndAreEncodedInRedirections(String octets, String text, String encoded)
            throws Exception {
        Handler query = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String value = Request.extractQueryParameters(request).getValue("q");
                Content.Sink.write(response, true, request.getHttpURI().getQuery() + " " + value, callback);
                return true;
            }
        };
        try (LocalServer local = new LocalServer().start(query)) {
            assertThat(ask(local, "/?q=" + octets)).startsWith("HTTP/1.1 200 ").endsWith("q=" + text + " " + text);
        }
        try (LocalServer local = start(HttpCompliance.RFC9110)) {
            assertThat(ask(local, "/r?q=" + octets))
                    .startsWith("HTTP/1.1 302 ")
                    .contains("Location: http://h/to?q=" + encoded + "\r\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/\u00c3\u00a9", "/\u00e9", "/x/\u00ff"})
    void octetsBeyondAsciiInAPathAreRefused(String target) throws Exception {
        try (LocalServer local = start(HttpCompliance.RFC9110)) {
            assertThat(ask(local, target))
                    .startsWith("HTTP/1.1 400 ")
                    .contains(UriCompliance.Violation.ILLEGAL_PATH_CHARACTERS.getDescription());
        }
    }
}
