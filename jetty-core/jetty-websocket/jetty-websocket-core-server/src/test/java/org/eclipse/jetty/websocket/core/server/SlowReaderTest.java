package org.eclipse.jetty.websocket.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
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
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.eclipse.jetty.websocket.core.exception.WebSocketTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of which a peer reads none, and that have hardly any payload. */
class SlowReaderTest extends AbstractWebSocketTest {
    private static final int BOUND = 64 * 1024;

    /** What the system may keep of small frames, for either side. */
    private static final int OF_THE_SYSTEM = 1_000_000;

    private RawClient open() throws Exception {
        configuration = c -> {
            c.setMaxOutgoingBytes(BOUND);
            c.setIdleTimeout(Duration.ZERO);
        };
        start();
        connector.setAcceptedSendBufferSize(8 * 1024);
        return RawClient.openSlow(port(), "/echo");
    }

    private static void assertTooSlow(EchoHandler handler) throws Exception {
        assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.POLICY_VIOLATION);
        assertThat(handler.errors).hasSize(1).first().isInstanceOf(CloseException.class);
    }

    @ParameterizedTest
    @ValueSource(bytes = {OpCode.TEXT, OpCode.BINARY, OpCode.PING, OpCode.PONG})
    void emptyFramesCountForTheMemoryThatTheyTake(byte opcode) throws Exception {
        try (RawClient client = open()) {
            EchoHandler handler = handler();
            CoreSession session = handler.opened.get(30, TimeUnit.SECONDS);
            AtomicInteger waiting = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            AtomicInteger failed = new AtomicInteger();
            for (int i = 0; i < OF_THE_SYSTEM && failed.get() == 0; i++) {
                most.accumulateAndGet(waiting.incrementAndGet(), Math::max);
                session.sendFrame(
                        new Frame(opcode, (ByteBuffer) null),
                        Callback.from(waiting::decrementAndGet, x -> {
                            waiting.decrementAndGet();
                            failed.incrementAndGet();
                        }),
                        false);
            }
            assertTooSlow(handler);
            // those that wait, those of the write that is stuck, and the one that was refused
            assertThat(most).hasValueLessThan(BOUND / 256 + 4 * 1024 / 2 + 2);
            await().untilAsserted(() -> assertThat(waiting).hasValue(0));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idleTimeoutEndsAWriteThatIsStuck(boolean http2) throws Exception {
        configuration = c -> c.setIdleTimeout(Duration.ofMillis(200));
        CompletableFuture<Void> sent = new CompletableFuture<>();
        factory = () -> new EchoHandler() {
            @Override
            public void onOpen(CoreSession coreSession, Callback callback) {
                super.onOpen(coreSession, callback);
                coreSession.sendFrame(
                        new Frame(OpCode.BINARY, ByteBuffer.allocate(32 << 20)), Callback.from(sent), false);
            }
        };
        start();
        try (RawClient client = open(http2)) {
            EchoHandler handler = handler();
            assertThat(sent)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(WebSocketTimeoutException.class);
            assertThat(handler.closed.get(30, TimeUnit.SECONDS).getCode()).isEqualTo(CloseStatus.SHUTDOWN);
            assertThat(handler.errors).hasSize(1).first().isInstanceOf(WebSocketTimeoutException.class);
        }
    }

    @Test
    void answersToPingsAreBoundedToo() throws Exception {
        try (RawClient client = open()) {
            EchoHandler handler = handler();
            byte[] ping = RawClient.frame(0x89, new byte[125]);
            try {
                for (int i = 0; i < OF_THE_SYSTEM && !handler.closed.isDone(); i++) {
                    client.raw(ping);
                }
            } catch (IOException expected) {
                // the server has closed the connection
            }
            assertTooSlow(handler);
        }
    }
}
