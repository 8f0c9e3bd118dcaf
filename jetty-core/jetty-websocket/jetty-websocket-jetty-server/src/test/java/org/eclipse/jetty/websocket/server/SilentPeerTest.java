package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.Test;

/** Clients that are gone without a sign: their connections stay open, and nothing comes. */
class SilentPeerTest extends EndpointServer {
    // within it a Ping is answered, also on a busy machine
    private static final Duration SHORT = Duration.ofMillis(500);

    @Test
    void withoutAnAnswerToAPingTheSessionEnds() throws Exception {
        start(
                container -> {
                    container.setIdleTimeout(Duration.ZERO);
                    container.setPingInterval(SHORT);
                },
                Noting::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            assertThat(client.read().opcode()).isEqualTo(OpCode.PING);
            assertThat(client.read().code()).isEqualTo(1001);
            assertThat(client.read()).isNull();
            awaitEvents("error WebSocketTimeoutException", "close 1001");
        }
    }

    /** The idle timeout does not end it, for each Pong is traffic. */
    @Test
    void answersToPingsKeepTheSession() throws Exception {
        start(
                container -> {
                    container.setIdleTimeout(SHORT.multipliedBy(3));
                    container.setPingInterval(SHORT);
                },
                Noting::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            for (int i = 0; i < 6; i++) {
                assertThat(client.read().opcode()).isEqualTo(OpCode.PING);
                client.send(0x8a, new byte[0]);
            }
            client.close(1000);
            RawClient.RawFrame next;
            do {
                next = client.read();
            } while (next.opcode() == OpCode.PING);
            assertThat(next.code()).isEqualTo(1000);
            awaitEvents("close 1000");
        }
    }

    @Test
    void idleTimeoutEndsTheSession() throws Exception {
        start(container -> container.setIdleTimeout(SHORT), Noting::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            assertThat(client.read().code()).isEqualTo(1001);
            awaitEvents("error WebSocketTimeoutException", "close 1001");
        }
    }

    @Test
    void lostConnectionIsAnErrorAnd1006() throws Exception {
        start(container -> {}, Noting::new);
        RawClient.open(port(), false, "/ws").close();
        awaitEvents("error ClosedChannelException", "close 1006");
    }
}
