package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.core.server.Bomb;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that do not read, that are gone without a sign, and that send what becomes a thousand times as much. */
class BadPeerTest extends EndpointServer {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final int SIZE = 16 * 1024;
    private static final int BOUND = 512 * 1024;
    private static final int MANY = 1 << 20;

    private static volatile CompletableFuture<Session> opened;
    private static volatile long blockedTimeout;

    /** Notes how its session ends. */
    public abstract static class Noting {
        @OnOpen
        public void open(Session session) {
            opened.complete(session);
        }

        @OnError
        public void failed(Throwable cause) {
            EVENTS.add("error " + cause.getClass().getSimpleName());
        }

        @OnClose
        public void closed(CloseReason reason) {
            EVENTS.add("close " + reason.getCloseCode().getCode());
        }
    }

    @ServerEndpoint("/whole")
    public static class Whole extends Noting {
        @OnMessage
        public void text(String message) {
            EVENTS.add("text");
        }

        @OnMessage
        public void binary(byte[] message) {
            EVENTS.add("binary");
        }
    }

    @ServerEndpoint("/blocking")
    public static class Blocking extends Noting {
        @OnMessage
        public void text(String message, Session session) throws IOException {
            // not before, as the message may take its time to come
            if (blockedTimeout > 0) {
                session.setMaxIdleTimeout(blockedTimeout);
            }
            try {
                session.getBasicRemote().sendBinary(ByteBuffer.allocate(16 << 20));
                EVENTS.add("sent");
            } catch (IOException x) {
                EVENTS.add("not sent");
                throw x;
            }
        }
    }

    @ServerEndpoint("/parts")
    public static class Parts extends Noting {
        private long taken;

        private void take(int count) {
            taken += count;
            if (taken > MANY) {
                throw new IllegalStateException("enough");
            }
        }

        @OnMessage
        public void text(String part, boolean last) {
            take(part.length());
        }

        @OnMessage
        public void binary(ByteBuffer part, boolean last) {
            take(part.remaining());
        }
    }

    @ServerEndpoint("/streams")
    public static class Streams extends Noting {
        @OnMessage
        public void text(Reader reader) throws IOException {
            for (int i = 0; i <= MANY; i++) {
                reader.read();
            }
            throw new IllegalStateException("enough");
        }

        @OnMessage
        public void binary(InputStream in) throws IOException {
            in.readNBytes(MANY);
            throw new IllegalStateException("enough");
        }
    }

    @BeforeEach
    void forget() {
        EVENTS.clear();
        opened = new CompletableFuture<>();
        connector.setAcceptedSendBufferSize(8 * 1024);
    }

    @AfterEach
    void nothingIsLeft() {
        connector.getConnectedEndPoints().forEach(endPoint -> endPoint.close());
        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(pool.getBuffersInUse()).isZero());
    }

    private void startAll() throws Exception {
        start(Whole.class, Blocking.class, Parts.class, Streams.class);
    }

    private RawClient slow(String path) throws Exception {
        return RawClient.openSlow(connector.getLocalPort(), "/app" + path);
    }

    private static Session session() throws Exception {
        return opened.get(60, TimeUnit.SECONDS);
    }

    private static void awaitEvents(String... expected) {
        await().atMost(60, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(EVENTS).containsExactly(expected));
    }

    private void awaitEnd() {
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    // ---- slow readers

    @ParameterizedTest
    @CsvSource({"text", "binary", "object"})
    void whatWaitsOfTheAsyncRemoteIsBounded(String kind) throws Exception {
        startAll();
        container().setMaxOutgoingBytes(BOUND);
        container().setDefaultMaxSessionIdleTimeout(0);
        try (RawClient client = slow("/whole")) {
            Session session = session();
            AtomicInteger waiting = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            String text = "x".repeat(SIZE);
            for (int i = 0; i < 100_000 && failed.get() == 0; i++) {
                most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
                jakarta.websocket.SendHandler handler = result -> {
                    waiting.decrementAndGet();
                    if (!result.isOK()) {
                        failed.incrementAndGet();
                    }
                };
                switch (kind) {
                    case "text" -> session.getAsyncRemote().sendText(text, handler);
                    case "binary" -> session.getAsyncRemote().sendBinary(ByteBuffer.allocate(SIZE), handler);
                    default -> session.getAsyncRemote().sendObject(new byte[SIZE], handler);
                }
            }
            awaitEvents("error CloseException", "close 1008");
            awaitEnd();
            // what waited is told its failure while the connection ends
            await().untilAsserted(() -> assertThat(waiting).hasValue(0));
            assertThat(most).hasValueLessThan(BOUND / SIZE + 3);
            assertThat(pool.getPeakBytes()).isLessThan(256 * 1024);
            assertThat(session.isOpen()).isFalse();
        }
    }

    @Test
    void sendTimeoutOfTheAsyncRemoteEndsTheSession() throws Exception {
        startAll();
        container().setDefaultMaxSessionIdleTimeout(0);
        container().setAsyncSendTimeout(100);
        try (RawClient client = slow("/whole")) {
            CompletableFuture<Throwable> failure = new CompletableFuture<>();
            session()
                    .getAsyncRemote()
                    .sendBinary(ByteBuffer.allocate(16 << 20), result -> failure.complete(result.getException()));
            assertThat(failure.get(60, TimeUnit.SECONDS)).hasMessageContaining("100 ms");
            awaitEvents("error WebSocketWriteTimeoutException", "close 1001");
            awaitEnd();
        }
    }

    @ParameterizedTest
    @CsvSource({"200, 0", "0, 1000"})
    void blockingSendEndsWithTheSession(long idleTimeout, long pingInterval) throws Exception {
        startAll();
        blockedTimeout = idleTimeout;
        container().setDefaultMaxSessionIdleTimeout(0);
        container().setPingInterval(Duration.ofMillis(pingInterval));
        try (RawClient client = slow("/blocking")) {
            client.text("go");
            awaitEvents("not sent", "error WebSocketTimeoutException", "close 1001");
            awaitEnd();
        }
    }

    // ---- half-open peers

    @ParameterizedTest
    @CsvSource({"100, 0", "0, 100"})
    void silentPeerEndsTheSession(long idleTimeout, long pingInterval) throws Exception {
        startAll();
        container().setDefaultMaxSessionIdleTimeout(idleTimeout);
        container().setPingInterval(Duration.ofMillis(pingInterval));
        try (RawClient client = slow("/whole")) {
            session();
            if (pingInterval > 0) {
                assertThat(client.read().opcode()).isEqualTo(9);
            }
            assertThat(client.read().code()).isEqualTo(1001);
            awaitEvents("error WebSocketTimeoutException", "close 1001");
        }
    }

    @Test
    void lostConnectionIsAnErrorAnd1006() throws Exception {
        startAll();
        RawClient client = slow("/whole");
        session();
        client.close();
        awaitEvents("error ClosedChannelException", "close 1006");
    }

    // ---- bombs

    private static final byte[] BOMB = Bomb.ofMebibytes(1024);

    @ParameterizedTest
    @CsvSource({
        "/whole, 0xc1, 1009, MessageTooLargeException, 0",
        "/whole, 0xc2, 1009, MessageTooLargeException, 0",
        "/parts, 0xc1, 1011, IllegalStateException, 1048576",
        "/parts, 0xc2, 1011, IllegalStateException, 1048576",
        "/streams, 0xc1, 1011, IllegalStateException, 1048576",
        "/streams, 0xc2, 1011, IllegalStateException, 1048576"
    })
    void bombIsDecompressedAsFarAsItIsTaken(String path, int first, int code, String failure, long taken)
            throws Exception {
        startAll();
        try (RawClient client =
                RawClient.open(connector.getLocalPort(), false, "/app" + path, Bomb.FIELD, Bomb.EXTENSION)) {
            client.send(first, BOMB);
            assertThat(client.read().code()).isEqualTo(code);
            client.close(code);
            awaitEvents("error " + failure, "close " + code);
            assertThat(pool.getAcquiredBytes()).isLessThan(2 * taken + (2 << 20));
            assertThat(pool.getPeakBytes()).isLessThan(256 * 1024);
        }
    }

    /** The endpoint of a client. */
    public static class Client extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, message -> EVENTS.add("text"));
            session.addMessageHandler(byte[].class, message -> EVENTS.add("binary"));
        }

        @Override
        public void onError(Session session, Throwable cause) {
            EVENTS.add("error " + cause.getClass().getSimpleName());
        }

        @Override
        public void onClose(Session session, CloseReason reason) {
            EVENTS.add("close " + reason.getCloseCode().getCode());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xc1, 0xc2})
    void clientRefusesABombOfAServer(int first) throws Exception {
        startAll();
        Extension deflate = container().getInstalledExtensions().stream()
                .filter(each -> each.getName().equals(Bomb.EXTENSION))
                .findFirst()
                .orElseThrow();
        ClientEndpointConfig config = ClientEndpointConfig.Builder.create()
                .extensions(List.of(deflate))
                .build();
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<RawClient> accepted = CompletableFuture.supplyAsync(() -> {
                try {
                    return RawClient.accept(socket, Bomb.FIELD, Bomb.EXTENSION);
                } catch (IOException x) {
                    throw new UncheckedIOException(x);
                }
            });
            URI uri = URI.create("ws://localhost:" + socket.getLocalPort() + "/");
            container().connectToServer(new Client(), config, uri);
            try (RawClient server = accepted.get(60, TimeUnit.SECONDS)) {
                server.send(first, BOMB);
                assertThat(server.read().code()).isEqualTo(1009);
                awaitEvents("error MessageTooLargeException", "close 1009");
            }
        }
    }
}
