package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectHandlerTest {
    private final CountDownLatch ended = new CountDownLatch(1);
    private LocalServer proxy;
    private ServerSocket echo;
    private ConnectHandler handler = new ConnectHandler(LocalServer.answer("other"));

    @BeforeEach
    void startEcho() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            try (Socket socket = echo.accept()) {
                socket.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                socket.getInputStream().transferTo(socket.getOutputStream());
            } catch (IOException x) {
                // closed
            }
            ended.countDown();
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void start() throws Exception {
        proxy = new LocalServer(Transport.all()
                .filter(transport -> transport.toString().equals("HTTP/1.1"))
                .findAny()
                .orElseThrow());
        proxy.start(handler);
    }

    @AfterEach
    void stop() throws Exception {
        echo.close();
        proxy.close();
    }

    private Socket connect(String target, String... fields) throws IOException {
        Socket socket = new Socket("localhost", ((ServerConnector) proxy.connector.getConnector()).getLocalPort());
        socket.setSoTimeout(10_000);
        String text = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
        for (String field : fields) {
            text += field + "\r\n";
        }
        socket.getOutputStream().write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private String target() {
        return "localhost:" + echo.getLocalPort();
    }

    private static String read(Socket socket, int length) throws IOException {
        byte[] bytes = new byte[length];
        new DataInputStream(socket.getInputStream()).readFully(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    private static String readHead(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            head.append(read(socket, 1));
        }
        return head.toString();
    }

    @Test
    void bytesPassInBothDirections() throws Exception {
        start();
        try (Socket socket = connect(target())) {
            assertThat(readHead(socket))
                    .startsWith("HTTP/1.1 200 ")
                    .doesNotContain("Content-Length", "Transfer-Encoding");
            assertThat(read(socket, 5)).isEqualTo("hello");
            String big = "x".repeat(200_000);
            Thread writer = new Thread(() -> {
                try {
                    socket.getOutputStream().write(big.getBytes(StandardCharsets.US_ASCII));
                    socket.shutdownOutput();
                } catch (IOException x) {
                    throw new IllegalStateException(x);
                }
            });
            writer.start();
            assertThat(read(socket, big.length())).isEqualTo(big);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            writer.join();
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void clientThatClosesEndsTheTunnel() throws Exception {
        start();
        try (Socket socket = connect(target())) {
            readHead(socket);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void idleTunnelEnds() throws Exception {
        // the head and what the server says come within it, also on a busy machine
        handler.setIdleTimeout(1000);
        start();
        try (Socket socket = connect(target())) {
            readHead(socket);
            assertThat(read(socket, 5)).isEqualTo("hello");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void destinationsAreAllowedByLists() throws Exception {
        handler.getWhiteListHosts().add("LOCALHOST");
        handler.getBlackListHosts().add("localhost:1");
        start();
        try (Socket socket = connect("localhost:1")) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 403 ");
        }
        try (Socket socket = connect("127.0.0.1:" + echo.getLocalPort())) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 403 ");
        }
        try (Socket socket = connect(target())) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ");
        }
        // the same name, fully qualified
        assertThat(handler.validateDestination("localhost.", 1)).isFalse();
        assertThat(handler.validateDestination("Localhost.", 2)).isTrue();
    }

    @Test
    void serverThatCannotBeReachedIsABadGateway() throws Exception {
        echo.close();
        start();
        try (Socket socket = connect(target())) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 502 ");
        }
        try (Socket socket = connect("no-such-host.invalid:80")) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 502 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:0", "localhost:x", "/", "http://localhost:80/", "a@localhost:80"})
    void targetMustBeHostAndPort(String target) throws Exception {
        start();
        try (Socket socket = connect(target)) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void clientsAreAuthenticatedBySubclasses() throws Exception {
        handler = new ConnectHandler() {
            @Override
            protected boolean handleAuthentication(Request request, Response response, String address) {
                response.getHeaders().put(HttpHeader.PROXY_AUTHENTICATE, "Basic realm=\"out\"");
                return "Basic eDp5".equals(request.getHeaders().get(HttpHeader.PROXY_AUTHORIZATION));
            }
        };
        start();
        try (Socket socket = connect(target())) {
            assertThat(readHead(socket))
                    .startsWith("HTTP/1.1 407 ")
                    .contains("Proxy-Authenticate: Basic realm=\"out\"\r\n");
        }
        try (Socket socket = connect(target(), "Proxy-Authorization: Basic eDp5")) {
            assertThat(readHead(socket)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void otherRequestsGoToTheHandlerBelow() throws Exception {
        start();
        assertThat(proxy.get("/")).startsWith("HTTP/1.1 200 ").endsWith("other");
    }
}
