package org.eclipse.jetty.fcgi.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Applications that break FastCGI, or CGI. */
class HostileApplicationTest {
    private static final String END = "0103000100080000" + "0000000000000000";

    private LocalServer front;
    private Application application;
    private volatile Throwable failure;

    /** Answers each connection with bytes, and closes it. */
    private static final class Application implements Closeable {
        private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());

        private Application(String hex, int piece) throws IOException {
            byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
            Thread thread = new Thread(() -> serve(bytes, piece), "application");
            thread.setDaemon(true);
            thread.start();
        }

        private void serve(byte[] bytes, int piece) {
            while (true) {
                try (Socket socket = server.accept()) {
                    socket.setTcpNoDelay(true);
                    // the request has one record of variables that ends it
                    socket.getInputStream().read(new byte[8192]);
                    for (int i = 0; i < bytes.length; i += piece) {
                        socket.getOutputStream().write(bytes, i, Math.min(piece, bytes.length - i));
                    }
                } catch (IOException x) {
                    if (server.isClosed()) {
                        return;
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static String output(String text) {
        return record(6, text);
    }

    private static String record(int type, String text) {
        return "01%02x0001%04x0000".formatted(type, text.length())
                + HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    }

    private String ask(String hex, int piece) throws Exception {
        application = new Application(hex, piece);
        front = new LocalServer(Transport.local());
        front.start(
                new FastCGIProxyHandler(
                        request -> HttpURI.build(request.getHttpURI())
                                .scheme("http")
                                .host("localhost")
                                .port(application.server.getLocalPort()),
                        "/no/such/folder") {
                    @Override
                    protected void onServerToProxyResponseFailure(
                            Request clientToProxyRequest,
                            org.eclipse.jetty.client.Request proxyToServerRequest,
                            org.eclipse.jetty.client.Response serverToProxyResponse,
                            Response proxyToClientResponse,
                            Callback proxyToClientCallback,
                            Throwable cause) {
                        failure = cause;
                        super.onServerToProxyResponseFailure(
                                clientToProxyRequest,
                                proxyToServerRequest,
                                serverToProxyResponse,
                                proxyToClientResponse,
                                proxyToClientCallback,
                                cause);
                    }
                });
        return front.get("/x.php");
    }

    @AfterEach
    void stop() throws Exception {
        try (Application closed = application) {
            front.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void responseMayBeSplitAnywhere(int piece) throws Exception {
        String padded = "0106000100020300" + HexFormat.of().formatHex("lo".getBytes()) + "ffffff";
        String response = ask(
                output("Content-Type: te")
                        + record(7, "a warning\n")
                        + output("xt/x\nX-A:  b \r\n\nhel")
                        + padded
                        + record(6, "")
                        + END,
                piece);
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("Content-Type: text/x\r\n", "X-A: b\r\n")
                .doesNotContain("a warning");
        // chunks are as the pieces come
        String chunks = response.substring(response.indexOf("\r\n\r\n") + 4);
        assertThat(chunks.replaceAll("\\d+\r\n", "").replace("\r\n", "")).isEqualTo("hello");
    }

    static Stream<Arguments> broken() {
        String ok = output("Status: 200 OK\r\n\r\n");
        return Stream.of(
                Arguments.of("version", "0206000100000000" + ok + END),
                Arguments.of("type of requests", "0105000100000000" + ok + END),
                Arguments.of("type of management", "010a000100000000" + ok + END),
                Arguments.of("type unknown", "01ff000100000000" + ok + END),
                Arguments.of("request id of management", "0106000000000000" + ok + END),
                Arguments.of("request id of another", "0106000200000000" + ok + END),
                Arguments.of("length of the end", "0103000100090000000000000000000000"),
                Arguments.of("end without a head", END),
                Arguments.of("end within the head", output("Status: 200 OK\r\n") + END),
                Arguments.of("protocol status 1", "0103000100080000" + "0000000001000000"),
                Arguments.of("connection ended", output("Status: 200 OK\r\n")),
                Arguments.of("header cut", "0106"),
                Arguments.of("no colon", output("nonsense\r\n\r\n") + END),
                Arguments.of("space in a name", output("Bad Name: x\r\n\r\n") + END),
                Arguments.of("folded line", output("A: b\r\n c\r\n\r\n") + END),
                Arguments.of("control character", output("A: b\0c\r\n\r\n") + END),
                Arguments.of("CR alone", output("A: b\rSet-Cookie: c\r\n\r\n") + END),
                Arguments.of("status word", output("Status: fine\r\n\r\n") + END),
                Arguments.of("status interim", output("Status: 101 Switching\r\n\r\n") + END),
                Arguments.of("status long", output("Status: 2000\r\n\r\n") + END),
                Arguments.of("lengths", output("Content-Length: 1\r\nContent-Length: 2\r\n\r\nab") + END),
                Arguments.of("length negative", output("Content-Length: -1\r\n\r\n") + END),
                Arguments.of("transfer coding", output("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n") + END),
                Arguments.of("head too large", output("A: " + "x".repeat(60_000) + "\r\n\r\n") + END));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("broken")
    void brokenResponseIsABadGateway(String what, String hex) throws Exception {
        assertThat(ask(hex, 100_000)).startsWith("HTTP/1.1 502 ");
        assertThat(failure).isInstanceOf(IOException.class);
    }

    @Test
    void applicationThatIsOverloadedIsUnavailable() throws Exception {
        assertThat(ask("0103000100080000" + "0000000002000000", 100)).startsWith("HTTP/1.1 503 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 10\r\n\r\nshort", "Content-Length: 2\r\n\r\ntoo long"})
    void contentOfAnotherLengthThanAnnouncedEndsTheResponse(String head) throws Exception {
        String response = ask(output(head) + END, 100_000);
        assertThat(response).satisfiesAnyOf(r -> assertThat(r).startsWith("HTTP/1.1 502 "), r -> assertThat(r)
                .doesNotEndWith("too long"));
    }
}
