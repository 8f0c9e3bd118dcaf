package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http2.server.Http2Client;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What clients of HTTP/2 alone can ask for, of a server of HTTP/1.1. */
class Http2ClientsTest {
    private LocalServer front;
    private BackEnd backEnd;

    private Http2Client open(BackEnd.Script script) throws Exception {
        backEnd = new BackEnd(script);
        front = new LocalServer(Transport.all()
                .filter(transport -> transport.toString().equals("HTTP/2 in clear text"))
                .findAny()
                .orElseThrow());
        front.start(new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                .scheme("http")
                .host("localhost")
                .port(backEnd.port())));
        return new Http2Client(((ServerConnector) front.connector.getConnector()).getLocalPort());
    }

    @AfterEach
    void stop() throws Exception {
        try (BackEnd server = backEnd) {
            front.close();
        }
    }

    private static String accept(BackEnd.Exchange exchange) {
        String key = exchange.head().replaceAll("(?s).*Sec-WebSocket-Key: ([^\r\n]*).*", "$1");
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }

    private static void echo(BackEnd.Exchange exchange) throws IOException {
        byte[] buffer = new byte[8192];
        for (int n; (n = exchange.socket.getInputStream().read(buffer)) >= 0; ) {
            exchange.socket.getOutputStream().write(buffer, 0, n);
        }
    }

    @Test
    void webSocketByExtendedConnectBecomesAnUpgradeAtTheServer() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        try (Http2Client client = open(exchange -> {
            exchange.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Accept: " + accept(exchange) + "\r\nSec-WebSocket-Protocol: chat\r\n\r\nhi ");
            echo(exchange);
            ended.countDown();
        })) {
            UpgradeClient.ask(client, "/chat?a=b");
            client.readUntil(() -> client.response(1).status == 200);
            assertThat(client.response(1).fields)
                    .containsEntry("sec-websocket-protocol", "chat")
                    .doesNotContainKeys("sec-websocket-accept", "upgrade", "connection");
            client.data(1, false, "ping");
            client.readUntil(() -> client.response(1).content.length() == 7);
            assertThat(client.response(1).content).hasToString("hi ping");
            client.data(1, true, "");
            client.await(1);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        BackEnd.Received request = backEnd.take();
        assertThat(request.line()).isEqualTo("GET /chat?a=b HTTP/1.1");
        assertThat(request.values("Upgrade")).containsExactly("websocket");
        assertThat(request.values("Sec-WebSocket-Version")).containsExactly("13");
        assertThat(request.values("Sec-WebSocket-Key")).hasSize(1);
    }

    @Test
    void serverThatDoesNotProveTheKeyIsABadGateway() throws Exception {
        try (Http2Client client =
                open(exchange -> exchange.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
                        + "Upgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"))) {
            UpgradeClient.ask(client, "/chat?a=b");
            client.readUntil(() -> client.response(1).status != 0);
            assertThat(client.response(1).status).isEqualTo(502);
        }
    }

    @Test
    void trailersOfTheServerPass() throws Exception {
        try (Http2Client client = open(exchange -> exchange.write(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 3\r\n\r\n"))) {
            client.request(true, "/");
            Http2Client.Response response = client.await(1);
            assertThat(response.status).isEqualTo(200);
            assertThat(response.content).hasToString("abc");
            assertThat(response.trailers).containsEntry("x-sum", "3");
        }
    }

    @Test
    void contentWithoutLengthBecomesChunks() throws Exception {
        try (Http2Client client = open(exchange -> {
            exchange.readContent();
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        })) {
            client.fields(1, false, ":method", "POST", ":scheme", "http", ":path", "/x", ":authority", "localhost");
            client.data(1, false, "abc");
            client.data(1, true, "def");
            assertThat(client.await(1).content).hasToString("ok");
            BackEnd.Received request = backEnd.take();
            assertThat(request.content()).isEqualTo("abcdef");
            assertThat(request.values("Transfer-Encoding")).containsExactly("chunked");
            // the end without content is no content
            client.fields(3, true, ":method", "POST", ":scheme", "http", ":path", "/x", ":authority", "localhost");
            assertThat(client.await(3).content).hasToString("ok");
            assertThat(backEnd.take().values("Content-Length")).containsExactly("0");
        }
    }

    @Test
    void trailersWithoutContentPass() throws Exception {
        try (Http2Client client = open(exchange -> {
            exchange.readContent();
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        })) {
            client.fields(1, false, ":method", "POST", ":scheme", "http", ":path", "/x", ":authority", "localhost");
            client.fields(1, true, "x-check", "7");
            assertThat(client.await(1).content).hasToString("ok");
            BackEnd.Received request = backEnd.take();
            assertThat(request.content()).isEmpty();
            assertThat(request.trailers()).isEqualToIgnoringCase("x-check: 7\n");
            assertThat(backEnd.faults()).isEmpty();
        }
    }

    @Test
    void connectWithoutAProtocolIsNotForThisHandler() throws Exception {
        try (Http2Client client = open(exchange -> exchange.write("HTTP/1.1 500 No\r\n\r\n"))) {
            client.fields(1, false, ":method", "CONNECT", ":authority", "localhost:80");
            client.readUntil(() -> client.response(1).status != 0);
            assertThat(client.response(1).status).isEqualTo(501);
        }
    }
}
