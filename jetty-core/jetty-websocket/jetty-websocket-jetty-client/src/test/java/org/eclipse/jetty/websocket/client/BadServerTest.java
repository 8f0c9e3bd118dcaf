package org.eclipse.jetty.websocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.server.Bomb;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that send what becomes a thousand times as much, that do not read, and that are gone without a sign. */
class BadServerTest {
    private static final byte[] BOMB = Bomb.ofMebibytes(1024);

    private final WebSocketClient client = new WebSocketClient();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private ServerSocket socket;
    private Session session;

    /** Notes what it is told. */
    private class Noting implements Session.Listener.AutoDemanding {
        @Override
        public void onWebSocketText(String message) {
            events.add("text");
        }

        @Override
        public void onWebSocketBinary(ByteBuffer message, Callback callback) {
            events.add("binary");
            callback.succeed();
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            events.add("error " + cause.getClass().getSimpleName());
        }

        @Override
        public void onWebSocketClose(int statusCode, String reason) {
            events.add("close " + statusCode);
        }
    }

    @BeforeEach
    void start() throws Exception {
        socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        // inherited by the connections that it accepts
        socket.setReceiveBufferSize(8 * 1024);
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        socket.close();
    }

    /** Connects an endpoint; returns the server's side. */
    private RawClient connect(String... extensions) throws Exception {
        String[] fields = extensions.length == 0 ? extensions : new String[] {Bomb.FIELD, extensions[0]};
        CompletableFuture<RawClient> accepted = CompletableFuture.supplyAsync(() -> {
            try {
                return RawClient.accept(socket, fields);
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        });
        ClientUpgradeRequest request =
                new ClientUpgradeRequest(URI.create("ws://localhost:" + socket.getLocalPort() + "/"));
        request.addExtensions(extensions);
        session = client.connect(new Noting(), request).get(30, TimeUnit.SECONDS);
        return accepted.get(30, TimeUnit.SECONDS);
    }

    private void awaitEvents(String... expected) {
        await().atMost(30, TimeUnit.SECONDS)
                .untilAsserted(() -> assertThat(events).containsExactly(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {0xc1, 0xc2})
    void bombIsRefusedBy1009(int first) throws Exception {
        try (RawClient server = connect(Bomb.EXTENSION)) {
            server.send(first, BOMB);
            assertThat(server.read().code()).isEqualTo(1009);
            awaitEvents("error MessageTooLargeException", "close 1009");
        }
    }

    @Test
    void serverThatReadsNothingEndsTheSessionBy1008() throws Exception {
        client.setMaxOutgoingBytes(512 * 1024);
        client.setIdleTimeout(Duration.ZERO);
        try (RawClient server = connect()) {
            CompletableFuture<Void> failed = new CompletableFuture<>();
            // a client masks what it sends, in buffers of its own; the system takes up to some MB
            for (int i = 0; i < 10_000 && !failed.isDone(); i++) {
                session.sendBinary(
                        ByteBuffer.allocate(16 * 1024), Callback.from(() -> {}, failed::completeExceptionally));
            }
            assertThat(failed).isCompletedExceptionally();
            awaitEvents("error CloseException", "close 1008");
        }
    }

    @Test
    void serverThatDoesNotAnswerPingsEndsTheSession() throws Exception {
        client.setIdleTimeout(Duration.ZERO);
        client.setPingInterval(Duration.ofMillis(100));
        try (RawClient server = connect()) {
            assertThat(server.read().opcode()).isEqualTo(OpCode.PING);
            assertThat(server.read().code()).isEqualTo(1001);
            awaitEvents("error WebSocketTimeoutException", "close 1001");
        }
    }

    @Test
    void lostConnectionIsAnErrorAnd1006() throws Exception {
        connect().close();
        awaitEvents("error ClosedChannelException", "close 1006");
    }
}
