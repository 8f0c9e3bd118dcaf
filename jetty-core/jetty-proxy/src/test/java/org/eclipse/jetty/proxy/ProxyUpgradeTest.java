package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Changes of protocol, which become tunnels. */
class ProxyUpgradeTest {
    private static final String REQUEST = "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    private static final String SWITCH =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

    private LocalServer front;
    private BackEnd backEnd;
    private volatile boolean brokenFilter;

    private Socket open(BackEnd.Script script) throws Exception {
        backEnd = new BackEnd(script);
        front = new LocalServer(Transport.all()
                .filter(transport -> transport.toString().equals("HTTP/1.1"))
                .findAny()
                .orElseThrow());
        front.start(
                new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                        .scheme("http")
                        .host("localhost")
                        .port(backEnd.port())) {
                    @Override
                    protected HttpField filterServerToProxyResponseField(HttpField field) {
                        if (brokenFilter) {
                            throw new IllegalStateException("broken");
                        }
                        return super.filterServerToProxyResponseField(field);
                    }
                });
        return connect();
    }

    @Test
    void clientLearnsThatTheProxyCouldNotUpgrade() throws Exception {
        brokenFilter = true;
        try (Socket client = open(exchange -> {
            exchange.write(SWITCH + "first");
            // the proxy closes the connection
            echo(exchange);
        })) {
            send(client, REQUEST);
            assertThat(readHead(client)).startsWith("HTTP/1.1 502 ").doesNotContain("Upgrade: ");
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", ((ServerConnector) front.connector.getConnector()).getLocalPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    @AfterEach
    void stop() throws Exception {
        try (BackEnd server = backEnd) {
            front.close();
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String read(Socket socket, int length) throws IOException {
        byte[] bytes = new byte[length];
        new DataInputStream(socket.getInputStream()).readFully(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String readHead(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            head.append(read(socket, 1));
        }
        return head.toString();
    }

    private static void echo(BackEnd.Exchange exchange) throws IOException {
        byte[] buffer = new byte[8192];
        for (int n; (n = exchange.socket.getInputStream().read(buffer)) >= 0; ) {
            exchange.socket.getOutputStream().write(buffer, 0, n);
        }
    }

    @Test
    void bytesPassInBothDirectionsAfterTheUpgrade() throws Exception {
        try (Socket client = open(exchange -> {
            exchange.write(SWITCH + "first");
            echo(exchange);
        })) {
            send(client, REQUEST + "early");
            String head = readHead(client);
            assertThat(head)
                    .startsWith("HTTP/1.1 101 ")
                    .contains("Upgrade: websocket\r\n", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
                    .containsOnlyOnce("Connection: ");
            assertThat(read(client, 10)).isEqualTo("firstearly");
            String big = "x".repeat(100_000);
            send(client, big);
            assertThat(read(client, big.length())).isEqualTo(big);
            client.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        String head = backEnd.take().head();
        assertThat(head)
                .contains(
                        "Upgrade: websocket\r\n",
                        "Connection: Upgrade\r\n",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
    }

    @Test
    void serverThatClosesEndsTheTunnel() throws Exception {
        try (Socket client = open(exchange -> {
            exchange.write(SWITCH + "bye");
            exchange.socket.close();
        })) {
            send(client, REQUEST);
            readHead(client);
            assertThat(read(client, 3)).isEqualTo("bye");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void clientThatClosesEndsTheTunnel() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (Socket client = open(exchange -> {
            exchange.write(SWITCH);
            echo(exchange);
            ended.countDown();
        })) {
            send(client, REQUEST);
            readHead(client);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void serverThatRefusesIsHeard() throws Exception {
        try (Socket client =
                open(exchange -> exchange.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno"))) {
            send(client, REQUEST);
            assertThat(readHead(client)).startsWith("HTTP/1.1 403 ");
            assertThat(read(client, 2)).isEqualTo("no");
            // the connection goes on
            send(client, REQUEST);
            assertThat(readHead(client)).startsWith("HTTP/1.1 403 ");
        }
    }

    @Test
    void serverThatSwitchesToAnotherProtocolIsABadGateway() throws Exception {
        try (Socket client = open(exchange -> exchange.write(SWITCH.replace("websocket", "other")))) {
            send(client, REQUEST);
            assertThat(readHead(client)).startsWith("HTTP/1.1 502 ");
        }
    }

    @Test
    void idleTunnelEnds() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (Socket client = open(exchange -> {
            exchange.write(SWITCH);
            echo(exchange);
            ended.countDown();
        })) {
            ((ServerConnector) front.connector.getConnector()).setIdleTimeout(200);
            try (Socket idle = connect()) {
                send(idle, REQUEST);
                readHead(idle);
                assertThat(idle.getInputStream().read()).isEqualTo(-1);
            }
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
