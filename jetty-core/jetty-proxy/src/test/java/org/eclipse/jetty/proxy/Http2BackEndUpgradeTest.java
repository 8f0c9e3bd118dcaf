package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.awaitility.Awaitility;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.Http2Client;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.TunnelConnection;
import org.eclipse.jetty.server.TunnelSupport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Upgrades to WebSocket by a server of HTTP/2, for clients of both versions. */
class Http2BackEndUpgradeTest {
    private static final String REQUEST = "GET /chat HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

    private final Server backEnd = new Server();
    private final ServerConnector backConnector =
            new ServerConnector(backEnd, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    private final Server front = new Server();
    private final ServerConnector frontConnector = new ServerConnector(
            front,
            new HttpConnectionFactory(new HttpConfiguration()),
            new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    private ProxyHandler proxy;
    private volatile String fields;
    private volatile boolean brokenFilter;

    @BeforeEach
    void start() throws Exception {
        backEnd.addConnector(backConnector);
        backEnd.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                TunnelSupport tunnel = request.getTunnelSupport();
                fields = request.getHeaders().toString();
                if (tunnel == null || request.getHttpURI().getPath().equals("/refused")) {
                    Response.writeError(request, response, callback, 403);
                    return true;
                }
                response.setStatus(200);
                response.getHeaders().put(HttpHeader.SEC_WEBSOCKET_SUBPROTOCOL, "chat");
                TunnelConnection echo = new TunnelConnection(
                        tunnel.getEndPoint(), backEnd.getThreadPool(), backEnd.getByteBufferPool(), 4096);
                TunnelConnection.join(echo, echo);
                request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, echo);
                callback.succeeded();
                return true;
            }
        });
        backEnd.start();
        proxy =
                new ProxyHandler.Reverse(request -> HttpURI.build(request.getHttpURI())
                        .scheme("http")
                        .host("localhost")
                        .port(backConnector.getLocalPort())) {
                    @Override
                    protected HttpClient newHttpClient() {
                        return new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
                    }

                    @Override
                    protected HttpField filterServerToProxyResponseField(HttpField field) {
                        if (brokenFilter) {
                            throw new IllegalStateException("broken");
                        }
                        return super.filterServerToProxyResponseField(field);
                    }
                };
        front.addConnector(frontConnector);
        front.setHandler(proxy);
        front.start();
    }

    @AfterEach
    void stop() throws Exception {
        front.stop();
        backEnd.stop();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("localhost", frontConnector.getLocalPort());
        socket.setSoTimeout(10_000);
        return socket;
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

    private void awaitFreeStreams() {
        AbstractConnectionPool pool = (AbstractConnectionPool)
                proxy.getHttpClient().getDestinations().get(0).getConnectionPool();
        Awaitility.await()
                .untilAsserted(() -> assertThat(pool.getActiveConnectionCount()).isZero());
    }

    @Test
    void clientLearnsThatTheProxyCouldNotUpgrade() throws Exception {
        brokenFilter = true;
        try (Socket client = connect()) {
            send(client, REQUEST);
            assertThat(readHead(client)).startsWith("HTTP/1.1 502 ").doesNotContain("Upgrade: ");
        }
        awaitFreeStreams();
    }

    @Test
    void clientOfHttp1GetsTheAnswerToItsKey() throws Exception {
        try (Socket client = connect()) {
            send(client, REQUEST + "early");
            assertThat(readHead(client))
                    .startsWith("HTTP/1.1 101 ")
                    .contains(
                            "Upgrade: websocket\r\n",
                            "Connection: Upgrade\r\n",
                            "Sec-WebSocket-Protocol: chat\r\n",
                            "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n");
            assertThat(read(client, 5)).isEqualTo("early");
            String big = "x".repeat(200_000);
            new Thread(() -> {
                        try {
                            send(client, big);
                        } catch (IOException x) {
                            // the reader fails
                        }
                    })
                    .start();
            assertThat(read(client, big.length())).isEqualTo(big);
            assertThat(fields).contains("Sec-WebSocket-Version: 13").doesNotContain("Sec-WebSocket-Key", "Upgrade");
            client.shutdownOutput();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        awaitFreeStreams();
    }

    @Test
    void serverThatRefusesIsHeard() throws Exception {
        try (Socket client = connect()) {
            send(client, REQUEST.replace("/chat", "/refused"));
            assertThat(readHead(client)).startsWith("HTTP/1.1 403 ");
        }
        awaitFreeStreams();
    }

    @Test
    void clientOfHttp2GetsAStream() throws Exception {
        try (Http2Client client = new Http2Client(frontConnector.getLocalPort())) {
            client.fields(
                    1,
                    false,
                    ":method",
                    "CONNECT",
                    ":protocol",
                    "websocket",
                    ":scheme",
                    "http",
                    ":path",
                    "/chat",
                    ":authority",
                    "localhost",
                    "sec-websocket-version",
                    "13");
            client.readUntil(() -> client.response(1).status == 200);
            assertThat(client.response(1).fields)
                    .containsEntry("sec-websocket-protocol", "chat")
                    .doesNotContainKeys("sec-websocket-accept", "upgrade", "connection");
            client.data(1, false, "ping");
            client.readUntil(() -> client.response(1).content.length() == 4);
            assertThat(client.response(1).content).hasToString("ping");
            client.data(1, true, "");
            client.await(1);
        }
        awaitFreeStreams();
    }
}
