package org.eclipse.jetty.websocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.eclipse.jetty.websocket.api.exceptions.UpgradeException;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that are streams of a connection of HTTP/2 (RFC 8441). */
class WebSocketOverHttp2Test {
    private static final int LARGE = 1_000_000;

    @TempDir
    static Path folder;

    private static String store;

    private final Server server = new Server();
    private final HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    private final ServerConnector plain =
            new ServerConnector(server, 1, 1, new HttpConnectionFactory(new HttpConfiguration()), h2c);
    private final BlockingQueue<Session> accepted = new LinkedBlockingQueue<>();
    private ServerConnector secure;
    private HttpClient http;
    private WebSocketClient client;

    /** Sends texts back. */
    public final class Echo extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketOpen(Session session) {
            super.onWebSocketOpen(session);
            accepted.add(session);
        }

        @Override
        public void onWebSocketText(String message) {
            getSession().sendText(message, Callback.NOOP);
        }
    }

    @BeforeAll
    static void makeCertificate() throws Exception {
        store = folder.resolve("etc/test.p12").toString();
        KeystoreGenerator.generateTestKeystore(store, "storepwd");
    }

    @BeforeEach
    void start() throws Exception {
        server.addConnector(plain);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(store);
        tls.setKeyStorePassword("storepwd");
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        AbstractHTTP2ServerConnectionFactory h2 = new HTTP2ServerConnectionFactory(configuration);
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
        secure = new ServerConnector(
                server,
                1,
                1,
                new SslConnectionFactory(tls, "alpn"),
                alpn,
                h2,
                new HttpConnectionFactory(configuration));
        server.addConnector(secure);
        ContextHandler context = new ContextHandler("/");
        context.setHandler(WebSocketUpgradeHandler.from(server, context, container -> {
            container.setMaxTextMessageSize(2 * LARGE);
            container.addMapping("/echo", (request, response, callback) -> {
                if (request.hasSubProtocol("chat")) {
                    response.setAcceptedSubProtocol("chat");
                }
                return new Echo();
            });
        }));
        server.setHandler(context);
        server.start();
        use(new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client(newConnector()))));
    }

    private static ClientConnector newConnector() {
        SslContextFactory.Client trusting = new SslContextFactory.Client();
        trusting.setTrustStorePath(store);
        trusting.setTrustStorePassword("storepwd");
        ClientConnector connector = new ClientConnector();
        connector.setSslContextFactory(trusting);
        return connector;
    }

    private void use(HttpClient newHttp) throws Exception {
        stopClient();
        http = newHttp;
        client = new WebSocketClient(http);
        client.setMaxTextMessageSize(2 * LARGE);
        client.start();
    }

    private void stopClient() throws Exception {
        if (client != null) {
            client.close();
            http.stop();
        }
    }

    @AfterEach
    void stop() throws Exception {
        stopClient();
        server.stop();
    }

    private URI uri(String path) {
        return URI.create("ws://localhost:" + plain.getLocalPort() + path);
    }

    private Session connect(WebSocketClientTest.Noting endpoint, String path) throws Exception {
        return get(client.connect(endpoint, uri(path)));
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private static String take(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(20, TimeUnit.SECONDS);
    }

    private AbstractConnectionPool pool() {
        return (AbstractConnectionPool) http.getDestinations().get(0).getConnectionPool();
    }

    private void awaitFreeStreams() {
        Awaitility.await().pollInterval(Duration.ofMillis(5)).untilAsserted(() -> assertThat(
                        pool().getActiveConnectionCount())
                .isZero());
    }

    private void messagesGoBothWays(URI uri) throws Exception {
        WebSocketClientTest.Noting endpoint = new WebSocketClientTest.Noting();
        Session session = get(client.connect(endpoint, uri));
        assertThat(session.getUpgradeResponse().getStatusCode()).isEqualTo(HttpStatus.OK_200);
        session.sendText("hello", Callback.NOOP);
        assertThat(take(endpoint.texts)).isEqualTo("hello");
        session.close(StatusCode.NORMAL, "done", Callback.NOOP);
        assertThat(get(endpoint.closed)).isEqualTo(StatusCode.NORMAL);
        awaitFreeStreams();
    }

    @RepeatedTest(20)
    void messagesGoBothWaysUntilTheSessionIsClosed() throws Exception {
        messagesGoBothWays(uri("/echo"));
    }

    @RepeatedTest(5)
    void messagesGoBothWaysWithinTls() throws Exception {
        messagesGoBothWays(URI.create("wss://localhost:" + secure.getLocalPort() + "/echo"));
    }

    @Test
    void sessionsAndRequestsShareOneConnection() throws Exception {
        List<WebSocketClientTest.Noting> endpoints = new ArrayList<>();
        List<CompletableFuture<Session>> sessions = new ArrayList<>();
        connect(new WebSocketClientTest.Noting(), "/echo");
        for (int i = 0; i < 50; i++) {
            endpoints.add(new WebSocketClientTest.Noting());
            sessions.add(client.connect(endpoints.get(i), uri("/echo")));
        }
        for (int i = 0; i < 50; i++) {
            get(sessions.get(i)).sendText("session " + i, Callback.NOOP);
        }
        assertThat(http.GET("http://localhost:" + plain.getLocalPort() + "/nothing")
                        .getStatus())
                .isEqualTo(HttpStatus.NOT_FOUND_404);
        for (int i = 0; i < 50; i++) {
            assertThat(take(endpoints.get(i).texts)).isEqualTo("session " + i);
        }
        assertThat(plain.getConnectedEndPoints()).hasSize(1);
    }

    @Test
    void messagesThatAreLargerThanTheWindowsPass() throws Exception {
        WebSocketClientTest.Noting endpoint = new WebSocketClientTest.Noting();
        Session session = connect(endpoint, "/echo");
        for (int i = 0; i < 5; i++) {
            String message = Integer.toString(i).repeat(LARGE);
            session.sendText(message, Callback.NOOP);
            assertThat(take(endpoint.texts).equals(message)).isTrue();
        }
    }

    @Test
    void offersAreNegotiated() throws Exception {
        ClientUpgradeRequest request = new ClientUpgradeRequest(uri("/echo?a=b"));
        request.setSubProtocols("soap", "chat");
        request.addExtensions("permessage-deflate");
        WebSocketClientTest.Noting endpoint = new WebSocketClientTest.Noting();
        Session session = get(client.connect(endpoint, request));
        assertThat(session.getUpgradeResponse().getAcceptedSubProtocol()).isEqualTo("chat");
        assertThat(session.getUpgradeResponse().getExtensions())
                .extracting("name")
                .containsExactly("permessage-deflate");
        Session atServer = accepted.poll(20, TimeUnit.SECONDS);
        assertThat(atServer.getUpgradeRequest().getHeader("Sec-WebSocket-Key")).isNull();
        session.sendText("packed ".repeat(1000), Callback.NOOP);
        assertThat(take(endpoint.texts)).isEqualTo("packed ".repeat(1000));
    }

    @Test
    void refusedUpgradeNamesTheStatus() {
        assertThatThrownBy(() -> connect(new WebSocketClientTest.Noting(), "/nothing"))
                .cause()
                .isInstanceOfSatisfying(UpgradeException.class, x -> assertThat(x.getResponseStatusCode())
                        .isEqualTo(HttpStatus.NOT_FOUND_404));
        awaitFreeStreams();
    }

    @Test
    void serverThatDoesNotKnowExtendedConnectIsNamed() {
        h2c.setConnectProtocolEnabled(false);
        assertThatThrownBy(() -> connect(new WebSocketClientTest.Noting(), "/echo"))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SETTINGS_ENABLE_CONNECT_PROTOCOL")
                .hasMessageContaining("/echo");
        awaitFreeStreams();
    }

    @Test
    void serverThatClosesEndsTheSessionAlone() throws Exception {
        WebSocketClientTest.Noting first = new WebSocketClientTest.Noting();
        connect(first, "/echo");
        Session closing = accepted.poll(20, TimeUnit.SECONDS);
        WebSocketClientTest.Noting second = new WebSocketClientTest.Noting();
        Session staying = connect(second, "/echo");

        closing.close(4000, "enough", Callback.NOOP);

        assertThat(get(first.closed)).isEqualTo(4000);
        staying.sendText("still here", Callback.NOOP);
        assertThat(take(second.texts)).isEqualTo("still here");
    }

    @Test
    void sessionThatIsDroppedByEitherSideEndsAbnormally() throws Exception {
        WebSocketClientTest.Noting first = new WebSocketClientTest.Noting();
        connect(first, "/echo");
        accepted.poll(20, TimeUnit.SECONDS).disconnect();
        assertThat(get(first.closed)).isIn(StatusCode.NO_CLOSE, StatusCode.ABNORMAL, StatusCode.NO_CODE);

        WebSocketClientTest.Noting second = new WebSocketClientTest.Noting();
        connect(second, "/echo").disconnect();
        get(second.closed);
        awaitFreeStreams();
    }

    @Test
    void lostConnectionEndsItsSessions() throws Exception {
        WebSocketClientTest.Noting endpoint = new WebSocketClientTest.Noting();
        connect(endpoint, "/echo");
        plain.getConnectedEndPoints().forEach(endPoint -> endPoint.close(new IOException("cut")));
        assertThat(get(endpoint.closed)).isIn(StatusCode.NO_CLOSE, StatusCode.ABNORMAL, StatusCode.NO_CODE);
        // and another one connects
        WebSocketClientTest.Noting next = new WebSocketClientTest.Noting();
        connect(next, "/echo").sendText("again", Callback.NOOP);
        assertThat(take(next.texts)).isEqualTo("again");
    }

    @Test
    void idleSessionIsClosed() throws Exception {
        WebSocketClientTest.Noting endpoint = new WebSocketClientTest.Noting();
        Session session = connect(endpoint, "/echo");
        session.setIdleTimeout(Duration.ofMillis(100));
        assertThat(get(endpoint.closed)).isEqualTo(StatusCode.SHUTDOWN);
        awaitFreeStreams();
    }

    @Test
    void ofSeveralProtocolsHttp1IsUsed() throws Exception {
        ClientConnector connector = newConnector();
        HTTP2Client http2 = new HTTP2Client(connector);
        use(new HttpClient(new HttpClientTransportDynamic(
                connector, new ClientConnectionFactoryOverHTTP2.HTTP2(http2), HttpClientConnectionFactory.HTTP11)));
        for (URI uri : List.of(uri("/echo"), URI.create("wss://localhost:" + secure.getLocalPort() + "/echo"))) {
            Session session = get(client.connect(new WebSocketClientTest.Noting(), uri));
            assertThat(session.getUpgradeResponse().getStatusCode()).isEqualTo(HttpStatus.SWITCHING_PROTOCOLS_101);
        }
    }

    @Test
    void dynamicTransportOfHttp2AloneUsesIt() throws Exception {
        ClientConnector connector = newConnector();
        use(new HttpClient(new HttpClientTransportDynamic(
                connector, new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector)))));
        messagesGoBothWays(uri("/echo"));
        messagesGoBothWays(URI.create("wss://localhost:" + secure.getLocalPort() + "/echo"));
    }
}
