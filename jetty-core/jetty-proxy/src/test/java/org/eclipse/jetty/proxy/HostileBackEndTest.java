package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Back ends that end in every phase of a response, or whose responses could be read in two ways. */
class HostileBackEndTest extends AbstractProxyTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";

    /** Answers the first request by bytes and closes the connection, or keeps it; others are answered properly. */
    private void start(String response, boolean close) throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        start(new BackEnd(exchange -> {
            exchange.readContent();
            if (first.getAndSet(false)) {
                exchange.write(response);
                if (close) {
                    exchange.socket.close();
                }
            } else {
                exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext");
            }
        }));
    }

    /** The next request of another client gets its own response, whatever the one before has met. */
    private void assertNextIsServed() throws Exception {
        assertThat(front.get("/next")).startsWith("HTTP/1.1 200 ").endsWith("next");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 2",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n",
                "HTTP/1.1 103 Early Hints\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2",
            })
    void backEndThatEndsWithinAHeadIsABadGateway(String response) throws Exception {
        start(response, true);
        assertThat(front.get("/")).contains("HTTP/1.1 502 ");
        assertNextIsServed();
    }

    static Stream<String> beginnings() {
        return Stream.of(
                HEAD + "Content-Length: 10\r\n\r\nhello",
                CHUNKED + "5\r\nhello",
                CHUNKED + "5\r\nhello\r\n",
                CHUNKED + "5\r\nhello\r\n1",
                CHUNKED + "5\r\nhello\r\n0\r\n",
                CHUNKED + "5\r\nhello\r\n0\r\nX-Sum: 5\r\n",
                CHUNKED + "5\r\nhello\r\n0\r\nX-Sum: " + "5".repeat(100_000) + "\r\n\r\n",
                CHUNKED + "5\r\nhello\r\nzz\r\n\r\n",
                CHUNKED + "5\r\nhello!\r\n0\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("beginnings")
    void backEndThatEndsWithinContentNeverLooksComplete(String response) throws Exception {
        start(response, true);
        try (Transport.Client client = front.connector.executeRequest("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            String text = client.getResponse();
            if (transport.isHttp1() && text != null && text.startsWith("HTTP/1.1 200 ")) {
                assertThat(text).doesNotContain("\r\n0\r\n").doesNotContain("X-Sum");
                assertThat(text.contains("Content-Length: 10") || text.contains("chunked"))
                        .isTrue();
            }
        }
        assertNextIsServed();
    }

    static Stream<Arguments> ambiguous() {
        String ok = "Content-Length: 2\r\n\r\nok";
        return Stream.of(
                Arguments.of(
                        "length and chunks", HEAD + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("chunks twice", HEAD + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("unknown coding", HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("two lengths", HEAD + "Content-Length: 3\r\n" + ok),
                Arguments.of("list of lengths", HEAD + "Content-Length: 2, 2\r\n\r\nok"),
                Arguments.of("signed length", HEAD + "Content-Length: +2\r\n\r\nok"),
                Arguments.of("folded line", HEAD + "X: a\r\n Content-Length: 9\r\n" + ok),
                Arguments.of("NUL", HEAD + "X: a\u0000b\r\n" + ok),
                Arguments.of("CR", HEAD + "X: a\rSet-Cookie: a=b\r\n" + ok),
                Arguments.of("blank before the colon", HEAD + "Content-Length : 9\r\n" + ok),
                Arguments.of("status of four digits", "HTTP/1.1 2000 OK\r\n" + ok),
                Arguments.of("status below 100", "HTTP/1.1 099 OK\r\n" + ok),
                Arguments.of("unknown version", "HTTP/1.2 200 OK\r\n" + ok),
                Arguments.of("size of a chunk that overflows", CHUNKED + "fffffffffffffffff\r\nx\r\n0\r\n\r\n"),
                Arguments.of("head without an end", HEAD + "X: " + "x".repeat(200_000)),
                Arguments.of("many fields", HEAD + "X: y\r\n".repeat(50_000) + ok),
                Arguments.of("many interim responses", "HTTP/1.1 102 Processing\r\n\r\n".repeat(1000) + HEAD + ok),
                Arguments.of(
                        "unasked change of protocol", "HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ambiguous")
    void responseThatCouldBeReadInTwoWaysIsABadGateway(String what, String response) throws Exception {
        start(response, false);
        assertThat(front.get("/")).contains("HTTP/1.1 502 ").doesNotContain("Set-Cookie");
        assertNextIsServed();
    }

    static List<String> withBytesAfterTheEnd() {
        String second = HEAD + "Content-Length: 6\r\n\r\npoison";
        return List.of(
                HEAD + "Content-Length: 2\r\n\r\nok" + second,
                CHUNKED + "2\r\nok\r\n0\r\n\r\n" + second,
                "HTTP/1.1 204 No Content\r\n\r\n" + second,
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\npoison",
                "HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n6\r\npoison\r\n0\r\n\r\n");
    }

    /** A second response, which would answer the request of another client. */
    @ParameterizedTest
    @MethodSource("withBytesAfterTheEnd")
    void bytesAfterTheEndOfAResponseAnswerNoOtherRequest(String response) throws Exception {
        start(response, false);
        assertThat(front.get("/")).startsWith("HTTP/1.1 ").doesNotContain("poison");
        for (int i = 0; i < 3; i++) {
            assertNextIsServed();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "OPTIONS"})
    void contentOfAResponseToHeadAnswersNoOtherRequest(String method) throws Exception {
        start(HEAD + "Content-Length: 6\r\n\r\npoison", false);
        String response = front.ask(method + " / HTTP/1.1\nHost: localhost\n\n");
        assertThat(response.contains("poison")).isEqualTo(method.equals("OPTIONS"));
        assertNextIsServed();
    }
}
