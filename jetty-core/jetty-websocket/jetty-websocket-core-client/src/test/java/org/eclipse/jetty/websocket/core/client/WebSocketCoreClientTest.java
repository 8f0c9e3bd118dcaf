package org.eclipse.jetty.websocket.core.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BasicAuthentication;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.websocket.core.Behavior;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.ExtensionConfig;
import org.eclipse.jetty.websocket.core.ExtensionStack;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.eclipse.jetty.websocket.core.exception.UpgradeException;
import org.eclipse.jetty.websocket.core.exception.WebSocketException;
import org.eclipse.jetty.websocket.core.server.Bomb;
import org.eclipse.jetty.websocket.core.server.EchoHandler;
import org.eclipse.jetty.websocket.core.server.MeasuredPool;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketUpgradeHandler;
import org.eclipse.jetty.websocket.core.util.WebSocketUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening handshakes with a server, and with servers that answer wrongly (RFC 6455, section 4.1). */
class WebSocketCoreClientTest {
    private final WebSocketCoreClient client = new WebSocketCoreClient();
    private final Server server = new Server();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

    private List<ExtensionConfig> extensions = List.of();

    @TempDir
    Path temp;

    /** Sends text back, or keeps it. */
    private final class Texts implements FrameHandler {
        private final boolean echo;
        private CoreSession session;

        Texts(boolean echo) {
            this.echo = echo;
        }

        @Override
        public void onOpen(CoreSession coreSession, Callback callback) {
            session = coreSession;
            callback.succeeded();
            session.demand();
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            if (frame.getOpCode() == OpCode.TEXT) {
                if (echo) {
                    session.sendFrame(
                            new Frame(OpCode.TEXT, BufferUtil.copy(frame.getPayload())), Callback.NOOP, false);
                } else {
                    received.add(frame.getPayloadAsUTF8());
                }
            }
            callback.succeeded();
            if (frame.getOpCode() != OpCode.CLOSE) {
                session.demand();
            }
        }

        @Override
        public void onError(Throwable cause, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void onClosed(CloseStatus closeStatus, Callback callback) {
            callback.succeeded();
        }
    }

    @BeforeEach
    void startClient() throws Exception {
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        server.stop();
    }

    private URI start(ServerConnector connector, String scheme) throws Exception {
        server.addConnector(connector);
        WebSocketUpgradeHandler handler = new WebSocketUpgradeHandler();
        handler.addMapping(
                "/echo",
                WebSocketNegotiator.from(
                        (request, response, callback) -> "echo", (endpoint, request, response) -> new Texts(true)));
        server.setHandler(handler);
        server.start();
        return URI.create(scheme + "://localhost:" + connector.getLocalPort() + "/echo");
    }

    private void talk(CoreClientUpgradeRequest request) throws Exception {
        CoreSession session = client.connect(request).get(30, TimeUnit.SECONDS);
        session.sendFrame(new Frame(OpCode.TEXT, "hello"), Callback.NOOP, false);
        assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("hello");
        session.close(Callback.NOOP);
    }

    @Test
    void clientTalksInClearText() throws Exception {
        talk(CoreClientUpgradeRequest.from(start(new ServerConnector(server), "ws"), new Texts(false)));
    }

    @Test
    void clientTalksWithinTlsToWhomItTrusts() throws Exception {
        Path store = temp.resolve("keys.p12");
        KeystoreGenerator.generateTestKeystore(store.toString(), "secret");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(store.toString());
        tls.setKeyStorePassword("secret");
        URI uri = start(new ServerConnector(server, tls), "wss");
        assertThatThrownBy(() -> client.connect(new Texts(false), uri).get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("SSLHandshakeException");
        SslContextFactory.Client trust = new SslContextFactory.Client();
        trust.setTrustStorePath(store.toString());
        trust.setTrustStorePassword("secret");
        trust.start();
        CoreClientUpgradeRequest request = CoreClientUpgradeRequest.from(uri, new Texts(false));
        request.setSslContext(trust.getSslContext());
        talk(request);
    }

    @Test
    void refusalIsToldWithItsStatus() throws Exception {
        URI uri = start(new ServerConnector(server), "ws").resolve("/nowhere");
        assertThatThrownBy(() -> client.connect(new Texts(false), uri).get(30, TimeUnit.SECONDS))
                .cause()
                .isInstanceOfSatisfying(UpgradeException.class, x -> assertThat(x.getResponseStatusCode())
                        .isEqualTo(404));
    }

    // wrong servers

    private interface Answer {
        String to(String request);
    }

    /** Connects to a server that gives one answer, and returns what went wrong. */
    private Throwable failure(Answer answer) throws Exception {
        return failure(30, answer);
    }

    /** Connects, with a timeout in seconds. */
    private Throwable failure(int timeout, Answer answer) throws Exception {
        try (ServerSocket listening = new ServerSocket(0)) {
            CoreClientUpgradeRequest request = CoreClientUpgradeRequest.from(
                    URI.create("ws://localhost:" + listening.getLocalPort() + "/"), new Texts(false));
            request.setSubProtocols(List.of("chat"));
            request.setExtensions(extensions);
            request.timeout(timeout, TimeUnit.SECONDS);
            CompletableFuture<CoreSession> session = client.connect(request);
            try (Socket socket = listening.accept()) {
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    head.append((char) socket.getInputStream().read());
                }
                String text = answer.to(head.toString());
                if (text != null) {
                    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                    socket.shutdownOutput();
                }
                ExecutionException x = org.assertj.core.api.Assertions.catchThrowableOfType(
                        ExecutionException.class, () -> session.get(30, TimeUnit.SECONDS));
                return x.getCause();
            }
        }
    }

    private static String accept(String request) {
        int at = request.indexOf("Sec-WebSocket-Key: ") + 19;
        String key = request.substring(at, request.indexOf("\r\n", at));
        return "HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                + WebSocketUtils.hashKey(key) + "\r\n";
    }

    @Test
    void wrongAnswersAreRefused() throws Exception {
        assertThat(failure(request -> "no HTTP\r\n\r\n")).hasMessageContaining("Malformed response: Bad Version");
        assertThat(failure(request -> "HTTP/1.1 101 x\r\n: y\r\n\r\n")).hasMessageContaining("Malformed response");
        assertThat(failure(request -> "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"))
                .hasMessageContaining("wrong Sec-WebSocket-Accept");
        assertThat(failure(request -> accept(request).replace("websocket", "h2c") + "\r\n"))
                .hasMessageContaining("not upgraded to WebSocket");
        assertThat(failure(request -> accept(request).replace("Connection: Upgrade", "Connection: close") + "\r\n"))
                .hasMessageContaining("without Connection: Upgrade");
        assertThat(failure(request -> accept(request) + "Sec-WebSocket-Protocol: other\r\n\r\n"))
                .hasMessageContaining("subprotocol other was not offered");
        assertThat(failure(request -> accept(request) + "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"))
                .isInstanceOf(WebSocketException.class)
                .hasMessageContaining("was not offered");
        for (String cut : List.of("HTTP/1.1 101 x\r\nX: " + "x".repeat(20000), "HTTP/1.1 101")) {
            assertThat(failure(request -> cut))
                    .hasMessageContaining("The connection was closed before the response came");
        }
    }

    /** RFC 7692, sections 7.1.1 and 7.1.2. */
    @ParameterizedTest
    @CsvSource({
        "'', client_max_window_bits=10, was not offered",
        "client_max_window_bits, client_max_window_bits, without a value",
        "client_max_window_bits=10, client_max_window_bits=11, 10 or less",
        "server_max_window_bits=10, '', 10 or less",
        "server_max_window_bits=10, server_max_window_bits=11, 10 or less",
        "server_no_context_takeover, '', without the server_no_context_takeover",
        "'', server_max_window_bits=16, 8-15",
        "'', server_max_window_bits, 8-15",
        "'', unknown, unknown parameter",
        "'', client_no_context_takeover=1, no value",
        "'', server_no_context_takeover; server_no_context_takeover, given twice",
    })
    void answersThatAreNoneToTheOfferAreRefused(String offer, String answer, String why) throws Exception {
        extensions = List.of(ExtensionConfig.parse("permessage-deflate;" + offer));
        String field = "Sec-WebSocket-Extensions: permessage-deflate;" + answer + "\r\n\r\n";
        assertThat(failure(request -> accept(request) + field))
                .isInstanceOf(WebSocketException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "'', client_no_context_takeover",
        "'', server_no_context_takeover; server_max_window_bits=8",
        "client_max_window_bits, ''",
        "client_max_window_bits, client_max_window_bits=8",
        "client_max_window_bits=10, client_max_window_bits=9",
        "server_max_window_bits=10, server_max_window_bits=10",
    })
    void answersToTheOfferAreTaken(String offer, String answer) {
        ExtensionStack extensions = new ExtensionStack(client.getWebSocketComponents(), Behavior.CLIENT);
        extensions.negotiate(
                List.of(ExtensionConfig.parse("permessage-deflate;" + offer)),
                List.of(ExtensionConfig.parse("permessage-deflate;" + answer)));
        assertThat(extensions.hasNegotiatedExtensions()).isTrue();
    }

    @Test
    void handshakeIsARequestOfTheHttpClient() throws Exception {
        ServerConnector connector = new ServerConnector(server);
        start(connector, "ws");
        server.stop();
        BlockingQueue<String> asked = new LinkedBlockingQueue<>();
        server.setHandler(new Handler.Wrapper(server.getHandler()) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                String credentials = request.getHeaders().get(HttpHeader.AUTHORIZATION);
                asked.add(credentials + " " + request.getHeaders().get(HttpHeader.COOKIE));
                if (credentials != null) {
                    return super.handle(request, response, callback);
                }
                response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Basic realm=\"here\"");
                response.setStatus(401);
                callback.succeeded();
                return true;
            }
        });
        server.start();
        URI uri = URI.create("ws://localhost:" + connector.getLocalPort() + "/echo");
        HttpClient httpClient = new HttpClient();
        URI http = URI.create(uri.toString().replaceFirst("ws", "http"));
        httpClient.getAuthenticationStore().addAuthentication(new BasicAuthentication(http, "here", "anna", "secret"));
        httpClient.getHttpCookieStore().add(http, HttpCookie.from("a", "b"));
        WebSocketCoreClient shared = new WebSocketCoreClient(httpClient, null);
        assertThat(shared.getHttpClient()).isSameAs(httpClient);
        shared.start();
        try {
            CoreSession session = shared.connect(new Texts(false), uri).get(30, TimeUnit.SECONDS);
            session.sendFrame(new Frame(OpCode.TEXT, "hello"), Callback.NOOP, false);
            assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo("hello");
            session.close(Callback.NOOP);
        } finally {
            shared.stop();
        }
        assertThat(httpClient.isStopped()).isTrue();
        assertThat(asked).containsExactly("null a=b", "Basic YW5uYTpzZWNyZXQ= a=b");
    }

    @Test
    void httpClientThatRunsGoesOn() throws Exception {
        URI uri = start(new ServerConnector(server), "ws");
        HttpClient httpClient = new HttpClient();
        httpClient.start();
        WebSocketCoreClient shared = new WebSocketCoreClient(httpClient, null);
        shared.start();
        shared.connect(new Texts(false), uri).get(30, TimeUnit.SECONDS).close(Callback.NOOP);
        shared.stop();
        assertThat(httpClient.isRunning()).isTrue();
        httpClient.stop();
    }

    @Test
    void serverThatDoesNotAnswerIsGivenUp() throws Exception {
        assertThat(failure(1, request -> null)).isNotNull();
    }

    @Test
    void lineBreakInAFieldIsRefused() throws Exception {
        URI uri = start(new ServerConnector(server), "ws");
        CoreClientUpgradeRequest request = CoreClientUpgradeRequest.from(uri, new Texts(false));
        request.headers(headers -> headers.put(HttpHeader.COOKIE, "a=b"));
        request.addListener(new UpgradeListener() {
            @Override
            public void onHandshakeRequest(org.eclipse.jetty.http.HttpFields.Mutable headers) {
                headers.put("X-Bad", "a\r\nb: c");
            }
        });
        assertThatThrownBy(() -> client.connect(request).get(30, TimeUnit.SECONDS))
                .hasMessageContaining("X-Bad");
    }

    @Test
    void otherUrisAreRefused() {
        assertThatThrownBy(() -> CoreClientUpgradeRequest.from(URI.create("http://localhost/"), new Texts(false)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("http://localhost/");
        assertThatThrownBy(() -> CoreClientUpgradeRequest.from(URI.create("ws://localhost/#x"), new Texts(false)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A server that sends 1 MB that would become 1 GB: it is refused before more than the limit was decompressed. */
    @ParameterizedTest
    @ValueSource(ints = {0xc1, 0xc2})
    void bombIsRefusedBeforeItIsGathered(int first) throws Exception {
        MeasuredPool pool = new MeasuredPool();
        WebSocketComponents components = new WebSocketComponents(null, null, pool, null, null);
        WebSocketCoreClient measured = new WebSocketCoreClient(components);
        components.start();
        measured.start();
        EchoHandler handler = new EchoHandler();
        try (ServerSocket socket = new ServerSocket(0)) {
            CoreClientUpgradeRequest request =
                    CoreClientUpgradeRequest.from(URI.create("ws://localhost:" + socket.getLocalPort() + "/"), handler);
            request.setExtensions(List.of(ExtensionConfig.parse(Bomb.EXTENSION)));
            CompletableFuture<CoreSession> connected = measured.connect(request);
            try (RawClient raw = RawClient.accept(socket, Bomb.FIELD, Bomb.EXTENSION)) {
                connected.get(30, TimeUnit.SECONDS);
                raw.send(first, Bomb.ofMebibytes(1024));
                assertThat(raw.read().code()).isEqualTo(CloseStatus.MESSAGE_TOO_LARGE);
            }
            assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.MESSAGE_TOO_LARGE);
            assertThat(handler.errors).hasSize(1).first().isInstanceOf(MessageTooLargeException.class);
            assertThat(pool.getAcquiredBytes()).isLessThan(2 << 20);
            assertThat(pool.getPeakBytes()).isLessThan(256 * 1024);
            await().atMost(30, TimeUnit.SECONDS)
                    .untilAsserted(() -> assertThat(pool.getBuffersInUse()).isZero());
        } finally {
            measured.stop();
            components.stop();
        }
    }
}
