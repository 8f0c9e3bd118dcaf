package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.Test;

/** The code of a connection is that of the Close that was received (RFC 6455, section 7.1.5). */
class CloseCodeTest extends EndpointServer {
    private final class Closing extends Noting {
        @Override
        public void onWebSocketOpen(Session session) {
            session.close(1000, "mine", Callback.NOOP);
        }
    }

    @Test
    void endpointIsToldTheCodeOfTheClientThatClosesAtTheSameTime() throws Exception {
        start(container -> {}, Closing::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            assertThat(client.read().code()).isEqualTo(1000);
            client.close(1001);
            awaitEvents("close 1001");
        }
    }

    @Test
    void answerWithoutACodeIs1005() throws Exception {
        start(container -> {}, Closing::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            assertThat(client.read().code()).isEqualTo(1000);
            client.send(0x88, new byte[0]);
            awaitEvents("close 1005");
        }
    }
}
