package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.core.server.Bomb;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that read nothing of what an endpoint sends. */
class SlowReaderTest extends EndpointServer {
    private static final int SIZE = 16 * 1024;
    private static final int BOUND = 512 * 1024;

    private final CompletableFuture<Session> opened = new CompletableFuture<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger mostWaiting = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    /** Gives its session to the test. */
    private final class Opening extends Noting {
        @Override
        public void onWebSocketOpen(Session session) {
            opened.complete(session);
        }
    }

    private Session session() throws Exception {
        return opened.get(30, TimeUnit.SECONDS);
    }

    /** Other characters each time, which cannot be compressed by much. */
    private static byte[] bytes(String kind, Random random) {
        byte[] bytes = new byte[kind.equals("ping") ? 125 : SIZE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (' ' + random.nextInt(90));
        }
        return bytes;
    }

    private void send(Session session, String kind, byte[] bytes, Callback callback) {
        switch (kind) {
            case "text" -> session.sendText(new String(bytes, java.nio.charset.StandardCharsets.US_ASCII), callback);
            case "binary" -> session.sendBinary(ByteBuffer.wrap(bytes), callback);
            case "partial text" ->
                session.sendPartialText(new String(bytes, java.nio.charset.StandardCharsets.US_ASCII), false, callback);
            case "partial binary" -> session.sendPartialBinary(ByteBuffer.wrap(bytes), false, callback);
            default -> session.sendPing(ByteBuffer.wrap(bytes), callback);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "text, false",
        "binary, false",
        "partial text, false",
        "partial binary, false",
        "ping, false",
        "text, true",
        "binary, true",
        "partial text, true",
        "partial binary, true"
    })
    void whatWaitsIsBoundedAndThenTheSessionFailsBy1008(String kind, boolean compressed) throws Exception {
        connector.setAcceptedSendBufferSize(8 * 1024);
        start(
                container -> {
                    container.setMaxOutgoingBytes(BOUND);
                    container.setIdleTimeout(Duration.ZERO);
                },
                Opening::new);
        String[] fields =
                compressed ? new String[] {Bomb.FIELD, Bomb.EXTENSION + "; server_no_context_takeover"} : new String[0];
        Random random = new Random(1);
        try (RawClient client = RawClient.openSlow(port(), "/ws", fields)) {
            Session session = session();
            for (int i = 0; i < 1_000_000 && failed.get() == 0; i++) {
                mostWaiting.accumulateAndGet(waiting.incrementAndGet(), Math::max);
                send(session, kind, bytes(kind, random), Callback.from(waiting::decrementAndGet, x -> {
                    waiting.decrementAndGet();
                    failed.incrementAndGet();
                }));
            }
            awaitEvents("error CloseException", "close 1008");
            await().until(() -> connector.getConnectedEndPoints().isEmpty());
            // what is being written beside that: one frame, or as many as fit into the output buffer
            int each = kind.equals("ping") ? 125 : compressed ? SIZE / 2 : SIZE;
            assertThat(mostWaiting).hasValueLessThan(BOUND / each + 4 * 1024 / 125 + 2);
            await().untilAsserted(() -> assertThat(waiting).hasValue(0));
            // buffers are powers of two, so that a compressed message takes at most twice its size
            assertThat(pool.getPeakBytes()).isLessThan(2 * BOUND + 128 * 1024);
            assertThat(session.isOpen()).isFalse();
        }
    }

    @Test
    void idleTimeoutEndsAWriteThatIsStuck() throws Exception {
        connector.setAcceptedSendBufferSize(8 * 1024);
        start(container -> container.setIdleTimeout(Duration.ofMillis(200)), Opening::new);
        try (RawClient client = RawClient.openSlow(port(), "/ws")) {
            Callback.Completable sent = new Callback.Completable();
            session().sendBinary(ByteBuffer.allocate(16 << 20), sent);
            assertThat(sent).failsWithin(30, TimeUnit.SECONDS);
            awaitEvents("error WebSocketTimeoutException", "close 1001");
            // a Close could not be sent, and is not waited for
            await().until(() -> connector.getConnectedEndPoints().isEmpty());
        }
    }

    @Test
    void pingIntervalEndsAWriteThatIsStuck() throws Exception {
        connector.setAcceptedSendBufferSize(8 * 1024);
        start(
                container -> {
                    container.setIdleTimeout(Duration.ZERO);
                    container.setPingInterval(Duration.ofMillis(200));
                },
                Opening::new);
        try (RawClient client = RawClient.openSlow(port(), "/ws")) {
            Callback.Completable sent = new Callback.Completable();
            session().sendBinary(ByteBuffer.allocate(16 << 20), sent);
            assertThat(sent).failsWithin(30, TimeUnit.SECONDS);
            awaitEvents("error WebSocketTimeoutException", "close 1001");
        }
    }
}
