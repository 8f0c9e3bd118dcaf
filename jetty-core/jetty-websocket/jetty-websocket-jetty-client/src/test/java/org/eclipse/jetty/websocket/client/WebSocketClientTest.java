package org.eclipse.jetty.websocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.HttpCookie;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpStatus;
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
import org.eclipse.jetty.websocket.api.UpgradeResponse;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException;
import org.eclipse.jetty.websocket.api.exceptions.UpgradeException;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints of the Jetty API, connected to a server of it. */
class WebSocketClientTest {
    @TempDir
    Path folder;

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final WebSocketClient client = new WebSocketClient();
    private Server server;
    private ServerConnector plain;
    private ServerConnector secure;

    public static final class Echo extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketText(String message) {
            getSession().sendText(message, Callback.NOOP);
        }
    }

    /** Notes what it is told. */
    public static final class Noting extends Session.Listener.AbstractAutoDemanding {
        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public void onWebSocketText(String message) {
            texts.add(message);
        }

        @Override
        public void onWebSocketClose(int statusCode, String reason, Callback callback) {
            closed.complete(statusCode);
            callback.succeed();
        }
    }

    @WebSocket
    public static final class Annotated {
        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        @OnWebSocketOpen
        public void open(Session session) {
            session.sendText(
                    "from " + session.getUpgradeRequest().getRequestURI().getPath(), Callback.NOOP);
        }

        @OnWebSocketMessage
        public void text(String text) {
            texts.add(text);
        }
    }

    @WebSocket
    public static final class FailsToOpen {
        @OnWebSocketOpen
        public void open(Session session) {
            throw new IllegalStateException("not today");
        }
    }

    @BeforeEach
    void start() throws Exception {
        String store = folder.resolve("etc/test.p12").toString();
        KeystoreGenerator.generateTestKeystore(store, "storepwd");
        server = new Server();
        plain = new ServerConnector(server);
        server.addConnector(plain);
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(store);
        tls.setKeyStorePassword("storepwd");
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.addCustomizer(new SecureRequestCustomizer());
        secure = new ServerConnector(
                server, 1, 1, new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory(configuration));
        server.addConnector(secure);
        ContextHandler context = new ContextHandler("/");
        context.setHandler(WebSocketUpgradeHandler.from(server, context, container -> {
            container.addMapping("/echo", (request, response, callback) -> {
                note(request);
                if (request.hasSubProtocol("chat")) {
                    response.setAcceptedSubProtocol("chat");
                }
                return new Echo();
            });
        }));
        server.setHandler(context);
        server.start();
        SslContextFactory.Client trusting = new SslContextFactory.Client();
        trusting.setTrustStorePath(store);
        trusting.setTrustStorePassword("storepwd");
        client.setSslContextFactory(trusting);
        client.start();
    }

    private void note(ServerUpgradeRequest request) {
        seen.add(request.getHeaders().get("X-Mine") + " " + request.getHeaders().get("Cookie") + " "
                + org.eclipse.jetty.server.Request.getRemoteAddr(request) + " " + request.isSecure());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.stop();
    }

    private URI uri(String path) {
        return URI.create("ws://localhost:" + plain.getLocalPort() + path);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    private static String take(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(20, TimeUnit.SECONDS);
    }

    @Test
    void messagesGoBothWaysUntilTheSessionIsClosed() throws Exception {
        Noting endpoint = new Noting();
        Session session = get(client.connect(endpoint, uri("/echo")));
        assertThat(client.getOpenSessions()).containsExactly(session);
        session.sendText("hello", Callback.NOOP);
        assertThat(take(endpoint.texts)).isEqualTo("hello");
        session.close(StatusCode.NORMAL, "done", Callback.NOOP);
        assertThat(get(endpoint.closed)).isEqualTo(StatusCode.NORMAL);
        Awaitility.await()
                .untilAsserted(() -> assertThat(client.getOpenSessions()).isEmpty());
    }

    @Test
    void annotatedEndpointMaySendWhenItIsOpened() throws Exception {
        Annotated endpoint = new Annotated();
        get(client.connect(endpoint, uri("/echo")));
        assertThat(take(endpoint.texts)).isEqualTo("from /echo");
    }

    @Test
    void requestCarriesItsFieldsAndOffers() throws Exception {
        ClientUpgradeRequest request = new ClientUpgradeRequest(uri("/echo?a=b"));
        request.setHeader("X-Mine", "yes");
        request.setCookies(java.util.List.of(new HttpCookie("a", "1"), new HttpCookie("b", "2")));
        request.setSubProtocols("soap", "chat");
        request.addExtensions("permessage-deflate");
        Session session = get(client.connect(new Noting(), request));
        assertThat(take(seen)).isEqualTo("yes a=1; b=2 127.0.0.1 false");
        assertThat(session.getUpgradeResponse().getAcceptedSubProtocol()).isEqualTo("chat");
        assertThat(session.getUpgradeResponse().getStatusCode()).isEqualTo(HttpStatus.SWITCHING_PROTOCOLS_101);
        assertThat(session.getUpgradeResponse().getExtensions())
                .extracting("name")
                .containsExactly("permessage-deflate");
        assertThat(session.getUpgradeRequest().getParameterMap()).containsEntry("a", java.util.List.of("b"));
    }

    @Test
    void listenerSeesAndChangesTheHandshake() throws Exception {
        JettyUpgradeListener listener = new JettyUpgradeListener() {
            @Override
            public void onHandshakeRequest(Map<String, List<String>> fields) {
                seen.add("key " + fields.containsKey("sec-websocket-KEY"));
                fields.put("x-mine", List.of("set"));
                fields.remove("Cookie");
            }

            @Override
            public void onHandshakeResponse(UpgradeResponse response) {
                seen.add("status " + response.getStatusCode() + " " + response.getHeader("upgrade"));
            }
        };
        ClientUpgradeRequest request = new ClientUpgradeRequest();
        request.setHeader("Cookie", "a=b");
        Session session =
                client.connect(new Noting(), uri("/echo"), request, listener).get(30, TimeUnit.SECONDS);
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("key true");
        assertThat(seen.poll(30, TimeUnit.SECONDS)).startsWith("set null ");
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualToIgnoringCase("status 101 websocket");
        session.close();
        assertThatThrownBy(() ->
                        client.connect(new Noting(), uri("/refused"), listener).get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(UpgradeException.class);
        assertThat(seen.poll(30, TimeUnit.SECONDS)).isEqualTo("key true");
        assertThat(seen.poll(30, TimeUnit.SECONDS)).startsWith("status 404");
    }

    @Test
    void failureOfAListenerFailsTheConnecting() throws Exception {
        JettyUpgradeListener failing = new JettyUpgradeListener() {
            @Override
            public void onHandshakeRequest(Map<String, List<String>> fields) {
                throw new IllegalStateException("on purpose");
            }
        };
        assertThatThrownBy(() ->
                        client.connect(new Noting(), uri("/echo"), failing).get(30, TimeUnit.SECONDS))
                .hasRootCauseMessage("on purpose");
    }

    @Test
    void tlsIsThatOfTheFactory() throws Exception {
        Noting endpoint = new Noting();
        URI uri = URI.create("wss://localhost:" + secure.getLocalPort() + "/echo");
        Session session = get(client.connect(endpoint, uri));
        assertThat(session.isSecure()).isTrue();
        session.sendText("within TLS", Callback.NOOP);
        assertThat(take(endpoint.texts)).isEqualTo("within TLS");
        assertThat(take(seen)).endsWith("true");
        try (WebSocketClient careful = new WebSocketClient()) {
            careful.start();
            assertThatThrownBy(() -> get(careful.connect(new Noting(), uri)))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void connectionsAreMadeFromTheAddressBoundTo() throws Exception {
        client.setBindAddress(new InetSocketAddress("127.0.0.3", 0));
        get(client.connect(new Noting(), uri("/echo")));
        assertThat(take(seen)).isEqualTo("null null 127.0.0.3 false");
    }

    @Test
    void refusedUpgradeTellsTheStatus() {
        assertThatThrownBy(() -> get(client.connect(new Noting(), uri("/nothing"))))
                .cause()
                .isInstanceOfSatisfying(UpgradeException.class, x -> {
                    assertThat(x.getResponseStatusCode()).isEqualTo(HttpStatus.NOT_FOUND_404);
                    assertThat(x.getRequestURI()).isEqualTo(uri("/nothing"));
                });
    }

    @Test
    void errorsOfConnectingSayWhereTo() throws Exception {
        // bound, so that nobody else takes the port, and not listening
        try (Socket unused = new Socket()) {
            unused.bind(new InetSocketAddress("localhost", 0));
            URI nobody = URI.create("ws://localhost:" + unused.getLocalPort() + "/");
            assertThatThrownBy(() -> get(client.connect(new Noting(), nobody)))
                    .cause()
                    .isInstanceOf(ConnectException.class)
                    .hasMessageContaining(nobody.toString());
        }
        URI nowhere = URI.create("ws://nowhere.invalid/");
        assertThatThrownBy(() -> get(client.connect(new Noting(), nowhere)))
                .cause()
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining(nowhere.toString());
    }

    @Test
    void silentServerIsGivenUpAfterTheTimeoutOfTheRequest() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            ClientUpgradeRequest request =
                    new ClientUpgradeRequest(URI.create("ws://localhost:" + silent.getLocalPort() + "/"));
            request.setTimeout(100, TimeUnit.MILLISECONDS);
            assertThatThrownBy(() -> get(client.connect(new Noting(), request)))
                    .cause()
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
        }
    }

    @Test
    void endpointThatFailsToOpenFailsTheConnecting() {
        assertThatThrownBy(() -> get(client.connect(new FailsToOpen(), uri("/echo"))))
                .rootCause()
                .hasMessage("not today");
    }

    @Test
    void wrongArgumentsAreRefusedAtOnce() {
        assertThatThrownBy(() -> client.connect("no endpoint", uri("/echo")))
                .isInstanceOf(InvalidWebSocketException.class);
        for (String wrong : new String[] {"ftp://localhost/", "ws:///path", "ws://localhost/#fragment", "/echo"}) {
            assertThatThrownBy(() -> client.connect(new Noting(), URI.create(wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(wrong);
        }
        assertThatThrownBy(() -> client.connect(new Noting(), new ClientUpgradeRequest()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sessionsAreClosedBy1001WhenTheClientStops() throws Exception {
        Noting endpoint = new Noting();
        client.setStopTimeout(20_000);
        get(client.connect(endpoint, uri("/echo")));
        client.stop();
        assertThat(get(endpoint.closed)).isEqualTo(StatusCode.SHUTDOWN);
        assertThat(client.getOpenSessions()).isEmpty();
    }
}
