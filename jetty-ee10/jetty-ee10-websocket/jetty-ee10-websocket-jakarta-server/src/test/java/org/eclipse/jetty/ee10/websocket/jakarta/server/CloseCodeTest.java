package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.CloseReason;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code of a connection is that of the Close that was received (RFC 6455, section 7.1.5). */
class CloseCodeTest extends EndpointServer {
    private static final byte[] CLOSE_1001_YOURS = {1001 >> 8, (byte) 1001, 'y', 'o', 'u', 'r', 's'};

    private static volatile CompletableFuture<CloseReason> closed;

    @ServerEndpoint("/closing")
    public static class Closing {
        @OnMessage
        public void text(String message, Session session) throws IOException {
            session.close(new CloseReason(CloseReason.CloseCodes.NORMAL_CLOSURE, message));
        }

        @OnClose
        public void closed(CloseReason reason) {
            closed.complete(reason);
        }
    }

    @BeforeEach
    void forget() {
        closed = new CompletableFuture<>();
    }

    @Test
    void endpointIsToldTheCodeOfTheClientThatClosesAtTheSameTime() throws Exception {
        start(Closing.class);
        try (RawClient client = RawClient.open(connector.getLocalPort(), false, "/app/closing")) {
            client.text("mine");
            assertThat(client.read().code()).isEqualTo(1000);
            client.send(0x88, CLOSE_1001_YOURS);
            CloseReason reason = closed.get(60, TimeUnit.SECONDS);
            assertThat(reason.getCloseCode().getCode()).isEqualTo(1001);
            assertThat(reason.getReasonPhrase()).isEqualTo("yours");
        }
    }

    @Test
    void answerWithoutACodeIs1005() throws Exception {
        start(Closing.class);
        try (RawClient client = RawClient.open(connector.getLocalPort(), false, "/app/closing")) {
            client.text("mine");
            assertThat(client.read().code()).isEqualTo(1000);
            client.send(0x88, new byte[0]);
            assertThat(closed.get(60, TimeUnit.SECONDS).getCloseCode())
                    .isEqualTo(CloseReason.CloseCodes.NO_STATUS_CODE);
        }
    }
}
