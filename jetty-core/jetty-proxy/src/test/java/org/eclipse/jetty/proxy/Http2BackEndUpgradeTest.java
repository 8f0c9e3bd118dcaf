package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

    private UpgradeClient connect() throws IOException {
        return new UpgradeClient(frontConnector.getLocalPort());
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
        try (UpgradeClient client = connect()) {
            client.send(UpgradeClient.REQUEST);
            assertThat(client.readHead()).startsWith("HTTP/1.1 502 ").doesNotContain("Upgrade: ");
        }
        awaitFreeStreams();
    }

    @Test
    void clientOfHttp1GetsTheAnswerToItsKey() throws Exception {
        try (UpgradeClient client = connect()) {
            client.send(UpgradeClient.REQUEST + "early");
            assertThat(client.readHead())
                    .startsWith("HTTP/1.1 101 ")
                    .contains(
                            "Upgrade: websocket\r\n",
                            "Connection: Upgrade\r\n",
                            "Sec-WebSocket-Protocol: chat\r\n",
                            UpgradeClient.ACCEPT);
            assertThat(client.read(5)).isEqualTo("early");
            String big = "x".repeat(200_000);
            new Thread(() -> {
                        try {
                            client.send(big);
                        } catch (IOException x) {
                            // the reader fails
                        }
                    })
                    .start();
            assertThat(client.read(big.length())).isEqualTo(big);
            assertThat(fields).contains("Sec-WebSocket-Version: 13").doesNotContain("Sec-WebSocket-Key", "Upgrade");
            client.shutdownOutput();
            assertThat(client.read()).isEqualTo(-1);
        }
        awaitFreeStreams();
    }

    /** RFC 6455, section 4.2.1: there is no handshake without a key, and the server of HTTP/2 is not asked for one. */
    @Test
    void clientOfHttp1WithoutAKeyIsRefused() throws Exception {
        try (UpgradeClient client = connect()) {
            client.send(UpgradeClient.REQUEST.replaceAll("Sec-WebSocket-Key: .*\r\n", ""));
            assertThat(client.readHead())
                    .startsWith("HTTP/1.1 400 ")
                    .doesNotContain("Upgrade: ", "Sec-WebSocket-Accept");
        }
        assertThat(fields).isNull();
        awaitFreeStreams();
    }

    @Test
    void serverThatRefusesIsHeard() throws Exception {
        try (UpgradeClient client = connect()) {
            client.send(UpgradeClient.REQUEST.replace("/chat", "/refused"));
            assertThat(client.readHead()).startsWith("HTTP/1.1 403 ");
        }
        awaitFreeStreams();
    }

    @Test
    void clientOfHttp2GetsAStream() throws Exception {
        try (Http2Client client = new Http2Client(frontConnector.getLocalPort())) {
            UpgradeClient.ask(client, "/chat");
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
