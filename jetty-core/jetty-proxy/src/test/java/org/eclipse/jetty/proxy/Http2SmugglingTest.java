package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http2.server.Http2Client;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of HTTP/2 that would be two of HTTP/1.1 if their parts were written as they are (RFC 9113, section 10.3): they do not reach the server,
 * or as one.
 */
class Http2SmugglingTest {
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";

    private static Arguments fields(String what, String... fields) {
        return Arguments.of(what, fields, "");
    }

    /** A POST request of some fields, and its content. */
    private static Arguments post(String what, String content, String... fields) {
        String[] all = new String[fields.length + 8];
        String[] first = {":method", "POST", ":scheme", "http", ":path", "/p", ":authority", "localhost"};
        System.arraycopy(first, 0, all, 0, 8);
        System.arraycopy(fields, 0, all, 8, fields.length);
        return Arguments.of(what, all, content);
    }

    static Stream<Arguments> requests() {
        String end = " HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN;
        return Stream.of(
                fields(
                        "method",
                        ":method",
                        "GET /p" + end,
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "localhost"),
                fields(
                        "method with a blank",
                        ":method",
                        "GET /q",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "localhost"),
                fields("path", ":method", "GET", ":scheme", "http", ":path", "/p" + end, ":authority", "localhost"),
                fields(
                        "path with a blank",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p HTTP/1.1",
                        ":authority",
                        "localhost"),
                fields(
                        "path with a line feed",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p\nX: y",
                        ":authority",
                        "localhost"),
                fields(
                        "path of another origin",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "http://y/p",
                        ":authority",
                        "localhost"),
                fields("no path", ":method", "GET", ":scheme", "http", ":path", "", ":authority", "localhost"),
                fields(
                        "authority",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "localhost\r\nX: y"),
                fields(
                        "authority with user",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "a@localhost"),
                fields(
                        "authority with path",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "localhost/q"),
                fields("scheme", ":method", "GET", ":scheme", "http://y/q?", ":path", "/p", ":authority", "localhost"),
                fields(
                        "two paths",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":path",
                        "/q",
                        ":authority",
                        "localhost"),
                fields(
                        "host",
                        ":method",
                        "GET",
                        ":scheme",
                        "http",
                        ":path",
                        "/p",
                        ":authority",
                        "localhost",
                        "host",
                        "evil"),
                post("value with a line", "", "x-a", "b\r\ncontent-length: 99"),
                post("value with a line feed", "", "x-a", "b\ntransfer-encoding: chunked"),
                post("value with NUL", "", "x-a", "b\0c"),
                post("name with a line", "", "x-a: b\r\nx-c", "d"),
                post("name with a colon", "", "transfer-encoding:chunked\r\nx", "d"),
                post("name with a blank", "", "transfer-encoding ", "chunked"),
                post("name in upper case", "", "Transfer-Encoding", "chunked"),
                post("empty name", "", "", "x"),
                post("chunks", "0\r\n\r\n" + HIDDEN, "transfer-encoding", "chunked"),
                post("length that is less", HIDDEN, "content-length", "0"),
                post("length that is more", HIDDEN, "content-length", "9999"),
                post("two lengths", HIDDEN, "content-length", "0", "content-length", "" + HIDDEN.length()),
                post("list of lengths", HIDDEN, "content-length", "0, " + HIDDEN.length()),
                post("signed length", HIDDEN, "content-length", "+" + HIDDEN.length()),
                post("field of a connection", HIDDEN, "connection", "content-length"),
                post("upgrade", HIDDEN, "upgrade", "websocket"),
                post("content that looks like a request", HIDDEN),
                post("content that looks like chunks", "0\r\n\r\n" + HIDDEN),
                post("underscores", HIDDEN, "transfer_encoding", "chunked", "content_length", "0"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    void noByteIsOutOfPlace(String what, String[] fields, String content) throws Exception {
        try (BackEnd backEnd = BackEnd.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                LocalServer front = start(backEnd);
                Http2Client client =
                        new Http2Client(((ServerConnector) front.connector.getConnector()).getLocalPort())) {
            try {
                client.fields(1, content.isEmpty(), fields);
                if (!content.isEmpty()) {
                    client.data(1, true, content);
                }
                client.await(1);
                // the connection, or another one, serves the next request
                client.request(true, "/last");
                client.await(3);
            } catch (IOException x) {
                // closed as a whole
            }
            assertThat(backEnd.faults())
                    .filteredOn(fault -> !fault.startsWith("ended"))
                    .isEmpty();
            List<BackEnd.Received> received = backEnd.rest();
            assertThat(received).noneMatch(request -> request.line().contains("/hidden"));
            assertThat(received.stream().filter(request -> !request.line().contains("/last")))
                    .hasSizeLessThanOrEqualTo(1)
                    .allSatisfy(request -> {
                        assertThat(request.line()).isIn("POST /p HTTP/1.1", "GET /p HTTP/1.1");
                        assertThat(request.values("Host")).hasSize(1).noneMatch(host -> host.contains("evil"));
                        assertThat(request.values("X")).isEmpty();
                        // nothing of content that is longer than announced, whose stream is reset
                        assertThat(request.content()).isIn(content, "");
                    });
        }
    }

    @Test
    void trailersThatFrameDoNotReachTheServer() throws Exception {
        try (BackEnd backEnd = BackEnd.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                LocalServer front = start(backEnd);
                Http2Client client =
                        new Http2Client(((ServerConnector) front.connector.getConnector()).getLocalPort())) {
            client.fields(1, false, ":method", "POST", ":scheme", "http", ":path", "/p", ":authority", "localhost");
            client.data(1, false, "abc");
            client.fields(1, true, "content-length", "99", "host", "evil", "x-forwarded-for", "6.6.6.6", "x-ok", "1");
            client.await(1);
            for (BackEnd.Received request : backEnd.rest()) {
                assertThat(request.trailers().toLowerCase()).isIn("", "x-ok: 1\n");
                assertThat(request.content()).isEqualTo("abc");
            }
            assertThat(backEnd.faults())
                    .filteredOn(fault -> !fault.startsWith("ended"))
                    .isEmpty();
        }
    }

    private static LocalServer start(BackEnd backEnd) throws Exception {
        LocalServer front = new LocalServer(Transport.all()
                .filter(transport -> transport.toString().equals("HTTP/2 in clear text"))
                .findAny()
                .orElseThrow());
        front.start(new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                .scheme("http")
                .host("localhost")
                .port(backEnd.port())));
        return front;
    }
}
