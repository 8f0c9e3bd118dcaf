package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The opening handshake of the server (RFC 6455, section 4.2). */
class UpgradeTest extends AbstractWebSocketTest {
    private static final String REQUEST = """
            GET /echo HTTP/1.1
            Host: localhost
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
            Sec-WebSocket-Version: 13

            """;

    @BeforeEach
    void begin() throws Exception {
        start();
    }

    private String answer(String request) throws IOException {
        try (RawClient client = RawClient.request(port(), request.replace("\n", "\r\n"))) {
            return client.head();
        }
    }

    /** The example of section 1.3. */
    @Test
    void acceptIsTheHashOfTheKey() throws Exception {
        assertThat(answer(REQUEST))
                .startsWith("HTTP/1.1 101 ")
                .containsIgnoringCase("Upgrade: websocket")
                .containsIgnoringCase("Connection: Upgrade")
                .containsIgnoringCase("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
                .doesNotContain("Content-Length");
    }

    @ParameterizedTest
    @CsvSource({
        "Upgrade: websocket, Upgrade: WebSocket, 101",
        "Connection: Upgrade, 'Connection: keep-alive, upgrade', 101",
        "Connection: Upgrade, Connection: keep-alive, 400",
        "GET, POST, 400",
        "Upgrade: websocket, 'Upgrade: websocket\nContent-Length: 3', 400",
        "Upgrade: websocket, 'Upgrade: websocket\nTransfer-Encoding: chunked', 400",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, X: y, 400",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, Sec-WebSocket-Key: short, 400",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==, Sec-WebSocket-Key: AAAA, 400",
        "Sec-WebSocket-Version: 13, X: y, 400",
        "Sec-WebSocket-Version: 13, Sec-WebSocket-Version: 8, 426",
        "Sec-WebSocket-Version: 13, Sec-WebSocket-Version: 14, 426",
        "Host: localhost, X: y, 400",
        "Upgrade: websocket, X: y, 404",
        "HTTP/1.1, HTTP/1.0, 404"
    })
    void wrongRequestsAreAnsweredByHttp(String from, String to, int status) throws Exception {
        String head = answer(REQUEST.replace(from, to));
        assertThat(head).startsWith("HTTP/1.1 " + status + " ");
        if (status == HttpStatus.UPGRADE_REQUIRED_426) {
            assertThat(head).contains("Sec-WebSocket-Version: 13").containsIgnoringCase("Upgrade: websocket");
        }
    }

    /** RFC 8441, section 5: fields of the handshake that exist over HTTP/2 are judged alike. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "13, none, none, 200",
                "13, chat, none, 200",
                "13, none, permessage-deflate, 200",
                "13, none, permessage-deflate; nonsense=1, 200",
                "none, none, none, 400",
                "8, none, none, 426",
                "14, none, none, 426",
                "13, none, a/b, 400",
                "13, wrong, none, 500"
            })
    void requestsOverHttp2AreJudgedAlike(String version, String protocol, String extensions, int status)
            throws Exception {
        java.util.List<String> fields = new java.util.ArrayList<>();
        add(fields, "sec-websocket-version", version);
        add(fields, "sec-websocket-protocol", protocol);
        add(fields, "sec-websocket-extensions", extensions);
        try (java.net.Socket socket = new java.net.Socket("localhost", port())) {
            assertThat(H2Tunnel.status(socket, "/echo", fields.toArray(new String[0])))
                    .isEqualTo(status);
        }
    }

    private static void add(java.util.List<String> fields, String name, String value) {
        if (value != null) {
            fields.add(name);
            fields.add(value);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", ";b", "a, ;b", "a, ;b=c", "@a", "a;@b", "a;b=\"c d\""})
    void wrongExtensionFieldIs400(String value) throws Exception {
        String fields = "Upgrade: websocket\nSec-WebSocket-Extensions: " + value;
        assertThat(answer(REQUEST.replace("Upgrade: websocket", fields))).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void framesBehindTheRequestAreRead() throws Exception {
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        all.writeBytes(REQUEST.replace("\n", "\r\n").getBytes());
        all.writeBytes(RawClient.frame(0x81, "early".getBytes()));
        try (RawClient client = RawClient.request(port(), all.toString(java.nio.charset.StandardCharsets.ISO_8859_1))) {
            assertThat(client.head()).startsWith("HTTP/1.1 101 ");
            assertThat(client.read().text()).isEqualTo("early");
        }
    }

    @Override
    protected FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
        String origin = request.getHeaders().get(HttpHeader.ORIGIN);
        if (origin != null && !origin.equals("http://good.example")) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403, "origin");
            return null;
        }
        if (request.hasSubProtocol("chat")) {
            response.setAcceptedSubProtocol("chat");
        }
        if (request.hasSubProtocol("wrong")) {
            response.setAcceptedSubProtocol("other");
        }
        return super.negotiate(request, response, callback);
    }

    @Test
    void originCanBeChecked() throws Exception {
        String good = REQUEST.replace("Upgrade: websocket", "Upgrade: websocket\nOrigin: http://good.example");
        assertThat(answer(good)).startsWith("HTTP/1.1 101 ");
        assertThat(answer(good.replace("good.example", "bad.example"))).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void subprotocolIsOneThatWasOffered() throws Exception {
        String offer = REQUEST.replace("Upgrade: websocket", "Upgrade: websocket\nSec-WebSocket-Protocol: soap, chat");
        assertThat(answer(offer)).contains("Sec-WebSocket-Protocol: chat");
        assertThat(answer(REQUEST)).doesNotContain("Sec-WebSocket-Protocol");
        assertThat(answer(offer.replace("chat", "wrong"))).startsWith("HTTP/1.1 500 ");
    }
}
