package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.OutgoingEntry;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;
import org.eclipse.jetty.websocket.core.exception.WebSocketWriteTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The closing handshake and what else ends a session (RFC 6455, section 7). */
class CloseTest extends AbstractWebSocketTest {
    private CloseStatus closed(EchoHandler handler) throws Exception {
        return handler.closed.get(30, TimeUnit.SECONDS);
    }

    private CoreSession session(EchoHandler handler) throws Exception {
        return handler.opened.get(30, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void validCodesAreAnsweredAndOthersRefused(boolean http2) throws Exception {
        start();
        for (int code : new int[] {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999}) {
            try (RawClient client = open(http2)) {
                client.close(code);
                assertThat(client.read().code()).isEqualTo(code);
                assertThat(client.read()).isNull();
            }
            EchoHandler handler = handler();
            assertThat(closed(handler).getCode()).isEqualTo(code);
            assertThat(handler.errors).isEmpty();
        }
        for (int code : new int[] {0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535}) {
            try (RawClient client = open(http2)) {
                client.close(code);
                assertThat(client.read().code()).isEqualTo(CloseStatus.PROTOCOL);
                assertThat(client.read()).isNull();
            }
            assertThat(closed(handler()).getCode()).isEqualTo(CloseStatus.PROTOCOL);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closeWithoutCodeIsAnsweredWithoutCode(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            client.send(0x88, new byte[0]);
            RawClient.RawFrame close = client.read();
            assertThat(close.payload()).isEmpty();
            assertThat(client.read()).isNull();
        }
        assertThat(closed(handler()).getCode()).isEqualTo(CloseStatus.NO_CODE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void closeOfOneByteOrWithBadReasonIsRefused(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            client.send(0x88, new byte[] {3});
            assertThat(client.read().code()).isEqualTo(CloseStatus.PROTOCOL);
        }
        try (RawClient client = open(http2)) {
            client.send(0x88, new byte[] {3, (byte) 0xe8, (byte) 0xc0});
            assertThat(client.read().code()).isEqualTo(CloseStatus.BAD_PAYLOAD);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void serverClosesAndDataThatStillComesDoesNotHarm(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            EchoHandler handler = handler();
            session(handler).close(CloseStatus.NORMAL, "done", Callback.NOOP);
            RawClient.RawFrame close = client.read();
            assertThat(close.code()).isEqualTo(CloseStatus.NORMAL);
            client.text("late");
            client.send(0x89, "late".getBytes());
            client.close(CloseStatus.SHUTDOWN);
            assertThat(client.read()).isNull();
            // the code and the reason are those of the Close that was received: sections 7.1.5 and 7.1.6
            assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.SHUTDOWN);
            assertThat(closed(handler).getReason()).isNull();
            assertThat(session(handler).isClosed()).isTrue();
            assertThat(handler.errors).isEmpty();
        }
    }

    /** A peer that goes on sending is never idle. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void peerThatSendsOnInsteadOfAnsweringACloseIsCutOff(boolean http2) throws Exception {
        configuration = c -> c.setIdleTimeout(Duration.ofMillis(500));
        factory = () -> new EchoHandler() {
            @Override
            public void onBinary(ByteBuffer message, Callback callback) {
                callback.succeeded();
            }
        };
        start();
        try (RawClient client = open(http2)) {
            EchoHandler handler = handler();
            session(handler).close(CloseStatus.NORMAL, "done", Callback.NOOP);
            assertThat(client.read().code()).isEqualTo(CloseStatus.NORMAL);
            byte[] late = RawClient.frame(0x82, new byte[1000]);
            assertThatThrownBy(() -> {
                        while (!handler.closed.isDone()) {
                            client.raw(late);
                        }
                        throw new IOException("closed");
                    })
                    .isInstanceOf(IOException.class);
            CloseStatus status = closed(handler);
            assertThat(status.getCode()).isEqualTo(CloseStatus.NO_CLOSE);
            assertThat(status.getReason()).startsWith("Close not answered in 500 ms");
            assertThat(handler.errors).isEmpty();
        }
    }

    /** A handler that does not demand is notified of the answer all the same. */
    @Test
    void closeIsAwaitedWithoutDemand() throws Exception {
        factory = () -> new EchoHandler() {
            @Override
            public void onOpen(CoreSession coreSession, Callback callback) {
                session = coreSession;
                callback.succeeded();
                opened.complete(coreSession);
            }
        };
        start();
        try (RawClient client = open(false)) {
            EchoHandler handler = handler();
            client.text("never read");
            session(handler).close(CloseStatus.NORMAL, null, Callback.NOOP);
            assertThat(client.read().code()).isEqualTo(CloseStatus.NORMAL);
            client.close(1000);
            assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.NORMAL);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lostConnectionIs1006(boolean http2) throws Exception {
        start();
        RawClient client = open(http2);
        EchoHandler handler = handler();
        session(handler);
        client.close();
        assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.NO_CLOSE);
        assertThat(handler.errors).hasSize(1).first().isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void abortEndsTheConnection(boolean http2) throws Exception {
        start();
        try (RawClient client = open(http2)) {
            EchoHandler handler = handler();
            session(handler).abort();
            assertThat(client.read()).isNull();
            assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.NO_CLOSE);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void failureOfTheHandlerIs1011(boolean http2) throws Exception {
        factory = () -> new EchoHandler() {
            @Override
            public void onText(String message) {
                throw new IllegalStateException("on purpose");
            }
        };
        start();
        try (RawClient client = open(http2)) {
            client.text("x");
            assertThat(client.read().code()).isEqualTo(CloseStatus.SERVER_ERROR);
            assertThat(client.read()).isNull();
        }
        EchoHandler handler = handler();
        assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.SERVER_ERROR);
        assertThat(handler.errors).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idleSessionIsClosedBy1001(boolean http2) throws Exception {
        configuration = c -> c.setIdleTimeout(Duration.ofMillis(300));
        start();
        try (RawClient client = open(http2)) {
            assertThat(client.read().code()).isEqualTo(CloseStatus.SHUTDOWN);
            assertThat(client.read()).isNull();
        }
        EchoHandler handler = handler();
        assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.SHUTDOWN);
        assertThat(handler.errors.peek()).isInstanceOf(WebSocketTimeoutException.class);
    }

    @Test
    void idleTimeoutCanBeIgnored() throws Exception {
        configuration = c -> c.setIdleTimeout(Duration.ofMillis(100));
        AtomicInteger expired = new AtomicInteger();
        factory = () -> new EchoHandler() {
            @Override
            public void onOpen(CoreSession coreSession, Callback callback) {
                coreSession.addIdleTimeoutListener(x -> expired.incrementAndGet() >= 3);
                super.onOpen(coreSession, callback);
            }
        };
        start();
        try (RawClient client = open(false)) {
            assertThat(client.read().code()).isEqualTo(CloseStatus.SHUTDOWN);
            assertThat(expired).hasValue(3);
        }
    }

    @Test
    void silentPeerIsPingedAndThenClosed() throws Exception {
        configuration = c -> c.setPingInterval(Duration.ofMillis(600));
        start();
        try (RawClient client = open(false)) {
            assertThat(client.read().opcode()).isEqualTo(OpCode.PING);
            client.send(0x8a, new byte[0]);
            assertThat(client.read().opcode()).isEqualTo(OpCode.PING);
            assertThat(client.read().code()).isEqualTo(CloseStatus.SHUTDOWN);
        }
        assertThat(closed(handler()).getReason()).contains("Ping timeout");
    }

    /** The peer reads nothing: the queue is bounded. */
    @Test
    void slowReceiverFailsBy1008() throws Exception {
        configuration = c -> {
            c.setMaxOutgoingBytes(1 << 20);
            c.setIdleTimeout(Duration.ZERO);
        };
        start();
        try (RawClient client = open(false)) {
            EchoHandler handler = handler();
            CoreSession session = session(handler);
            CompletableFuture<Void> failed = new CompletableFuture<>();
            ByteBuffer payload = ByteBuffer.allocate(64 * 1024);
            for (int i = 0; i < 4000 && !failed.isDone(); i++) {
                session.sendFrame(
                        new Frame(OpCode.BINARY, payload.duplicate()),
                        Callback.from(() -> {}, failed::completeExceptionally),
                        false);
            }
            assertThat(failed).isCompletedExceptionally();
            assertThat(closed(handler).getCode()).isEqualTo(CloseStatus.POLICY_VIOLATION);
            await().atMost(30, TimeUnit.SECONDS)
                    .until(() -> connector.getConnectedEndPoints().isEmpty());
        }
    }

    /** Sends a frame of so many bytes to a client that takes a little of it at a time, well within the idle timeout. */
    private CompletableFuture<Void> sendToClientThatDrips(int size) throws Exception {
        configuration = c -> {
            c.setMaxOutgoingBytes(0);
            // one write, whose time is that of the whole
            c.setAutoFragment(false);
            c.setMaxFrameSize(0);
            c.setIdleTimeout(Duration.ofMillis(500));
        };
        start();
        // else the network takes more in leaps only
        connector.setAcceptedSendBufferSize(16 * 1024);
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8 * 1024);
            socket.setSoTimeout(30_000);
            socket.connect(new InetSocketAddress("localhost", port()));
            RawClient client = RawClient.open(socket, false, "/echo");
            session(handler())
                    .sendFrame(new Frame(OpCode.BINARY, ByteBuffer.allocate(size)), Callback.from(sent), false);
            byte[] little = new byte[8 * 1024];
            await().atMost(30, TimeUnit.SECONDS)
                    .pollInterval(10, TimeUnit.MILLISECONDS)
                    .until(() -> sent.isDone() || socket.getInputStream().read(little) < 0);
        }
        return sent;
    }

    /** Bytes that are taken one by one keep the connection from being idle, but not who sends from being free. */
    @Test
    void frameThatIsTakenTooSlowlyFails() throws Exception {
        http.setMinResponseDataRate(100_000_000);
        assertThat(sendToClientThatDrips(64 << 20))
                .failsWithin(30, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(WebSocketWriteTimeoutException.class)
                .withMessageContaining("100000000 bytes per second");
        await().atMost(30, TimeUnit.SECONDS)
                .until(() -> connector.getConnectedEndPoints().isEmpty());
    }

    @Test
    void frameThatIsTakenFastEnoughMayTakeLongerThanTheIdleTimeout() throws Exception {
        assertThat(sendToClientThatDrips(1 << 20)).succeedsWithin(30, TimeUnit.SECONDS);
    }

    @Test
    void framesThatAreNotWrittenInTimeFail() throws Exception {
        configuration = c -> {
            c.setMaxOutgoingBytes(0);
            c.setIdleTimeout(Duration.ZERO);
        };
        start();
        try (RawClient client = open(false)) {
            EchoHandler handler = handler();
            CoreSession session = session(handler);
            CompletableFuture<Void> sent = new CompletableFuture<>();
            session.sendFrame(new OutgoingEntry.Builder(
                            new Frame(OpCode.BINARY, ByteBuffer.allocate(64 << 20)), Callback.from(sent))
                    .messageTimeout(200)
                    .build());
            assertThat(sent)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(WebSocketWriteTimeoutException.class);
            closed(handler);
        }
    }

    @Test
    void nothingIsSentAfterAClose() throws Exception {
        start();
        try (RawClient client = open(false)) {
            EchoHandler handler = handler();
            CoreSession session = session(handler);
            session.close(CloseStatus.NORMAL, null, Callback.NOOP);
            CompletableFuture<Void> late = new CompletableFuture<>();
            session.sendFrame(new Frame(OpCode.TEXT, "late"), Callback.from(late), false);
            assertThat(late).isCompletedExceptionally();
            CompletableFuture<Void> again = new CompletableFuture<>();
            session.close(CloseStatus.NORMAL, null, Callback.from(again));
            assertThat(again).isCompletedExceptionally();
            assertThat(session.isOutputOpen()).isFalse();
        }
    }

    @Test
    void batchedFramesWaitForAFlush() throws IOException, Exception {
        start();
        try (RawClient client = open(false)) {
            EchoHandler handler = handler();
            CoreSession session = session(handler);
            CompletableFuture<Void> first = new CompletableFuture<>();
            session.sendFrame(new Frame(OpCode.TEXT, "one"), Callback.from(first), true);
            assertThat(first).isNotDone();
            CompletableFuture<Void> flushed = new CompletableFuture<>();
            session.flush(Callback.from(flushed));
            assertThat(client.read().text()).isEqualTo("one");
            flushed.get(30, TimeUnit.SECONDS);
            first.get(30, TimeUnit.SECONDS);
        }
    }
}
