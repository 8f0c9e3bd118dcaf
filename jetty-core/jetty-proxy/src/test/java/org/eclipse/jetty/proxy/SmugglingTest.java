package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests whose framing could be read in two ways: what reaches the server has one, and no byte is out of place. */
class SmugglingTest {
    private static final String HIDDEN = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n";

    static Stream<String> requests() {
        String post = "POST /p HTTP/1.1\r\nHost: x\r\n";
        String chunked = "0\r\n\r\n";
        return Stream.of(
                post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding: chunked\r\nContent-Length: " + (5 + HIDDEN.length()) + "\r\n\r\n" + chunked
                        + HIDDEN,
                post + "Content-Length: 5\r\nContent-Length: 0\r\n\r\n" + HIDDEN,
                post + "Content-Length: 0, 5\r\n\r\n" + HIDDEN,
                post + "Content-Length: +0\r\n\r\n" + HIDDEN,
                post + "Content-Length: 0x0\r\n\r\n" + HIDDEN,
                post + "Content-Length : 0\r\n\r\n" + HIDDEN,
                post + "Content-Length:\r\n\r\n" + HIDDEN,
                post + "Content-Length: 00000000000000000000000000000000\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: xchunked\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding : chunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding: identity, chunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding: chunked, chunked\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding:\u000bchunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "Transfer-Encoding: \"chunked\"\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "X: y\rTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "X: y\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunked + HIDDEN,
                post + "X: a\u0000b\r\nContent-Length: 0\r\n\r\n" + HIDDEN,
                post + "Transfer_Encoding: chunked\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN,
                post + "Connection: Content-Length\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN,
                post + "Connection: Transfer-Encoding, close\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(HIDDEN.length()) + "\r\n" + HIDDEN + "\r\n0\r\n\r\n",
                post + "Connection: Host\r\nContent-Length: 0\r\n\r\n",
                post + "Transfer-Encoding: chunked\r\n\r\n0;a=\r\nb\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n0;\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n1\r\nxy\r\n0\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n 0\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n100000000\r\n" + HIDDEN,
                post + "Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + HIDDEN,
                "POST /p HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunked
                        + HIDDEN,
                "GET /p HTTP/1.1\r\nHost: x\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN,
                "GET /p HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n"
                        + HIDDEN,
                "GET /p HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
                "GET /p HTTP/1.1\r\nHost: x/../y\r\n\r\n",
                "GET http://y/p HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /p%0d%0aX:%20y HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /p HTTP/1.1 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET  /p HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /p\tq HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /p HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: "
                        + HIDDEN.length() + "\r\n\r\n" + HIDDEN,
                "HEAD /p HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
    }

    @ParameterizedTest
    @MethodSource("requests")
    void noByteIsOutOfPlace(String bytes) throws Exception {
        // a server that answers what looks like a second request, if there is one
        try (BackEnd backEnd = BackEnd.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                LocalServer front = new LocalServer(Transport.all()
                        .filter(transport -> transport.toString().equals("HTTP/1.1"))
                        .findAny()
                        .orElseThrow())) {
            front.start(new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                    .scheme("http")
                    .host("localhost")
                    .port(backEnd.port())));
            int responses = send(front, bytes + "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            assertThat(backEnd.faults())
                    .filteredOn(fault -> !fault.startsWith("ended"))
                    .isEmpty();
            List<BackEnd.Received> received = backEnd.rest();
            // each request that the proxy has read, and that alone, has reached the server as one
            assertThat(received.size()).as("%s", received).isLessThanOrEqualTo(responses);
            for (BackEnd.Received request : received) {
                assertThat(request.values("Host")).hasSize(1);
                assertThat(request.values("X"))
                        .allMatch(value -> value.equals("y") || value.equals("y Transfer-Encoding: chunked"));
            }
        }
    }

    /** Sends bytes, and returns how many final responses came until the connection ended. */
    private static int send(LocalServer front, String bytes) throws Exception {
        int port = ((ServerConnector) front.connector.getConnector()).getLocalPort();
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return text.split("HTTP/1\\.1 [2-5]", -1).length - 1;
        }
    }

    @Test
    void targetWithEncodedControlsStaysEncoded() throws Exception {
        try (BackEnd backEnd = BackEnd.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
                LocalServer front = new LocalServer()) {
            front.configuration.setUriCompliance(UriCompliance.UNSAFE);
            front.start(new ProxyHandler.Reverse("https?://[^/]+/(.*)", "http://localhost:" + backEnd.port() + "/$1"));
            front.get("/a%0d%0aX:%20y?b=%0A%00");
            BackEnd.Received received = backEnd.take();
            assertThat(received.line()).isEqualTo("GET /a%0d%0aX:%20y?b=%0A%00 HTTP/1.1");
            assertThat(received.values("X")).isEmpty();
        }
    }
}
