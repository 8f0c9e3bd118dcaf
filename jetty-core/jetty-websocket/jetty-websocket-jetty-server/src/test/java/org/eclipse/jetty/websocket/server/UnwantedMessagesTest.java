package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.core.server.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages of a kind for which an endpoint has no method: they are dropped, whatever their size, and the session goes on. That it
 * be closed by 1003 is left to the endpoint by RFC 6455, section 7.4.1 ("MAY").
 */
class UnwantedMessagesTest extends EndpointServer {
    @WebSocket
    public static class TextOnly {
        @OnWebSocketMessage
        public void text(Session session, String message) {
            session.sendText("text", Callback.NOOP);
        }
    }

    @WebSocket
    public static class BinaryOnly {
        @OnWebSocketMessage
        public void binary(Session session, ByteBuffer message, Callback callback) {
            session.sendText("binary", callback);
        }
    }

    /** Demands each message. */
    private static final class DemandingTextOnly extends Session.Listener.Abstract {
        @Override
        public void onWebSocketOpen(Session session) {
            super.onWebSocketOpen(session);
            session.demand();
        }

        @Override
        public void onWebSocketText(String message) {
            getSession().sendText("text", Callback.NOOP);
            getSession().demand();
        }
    }

    private static final class ListensToText extends Session.Listener.AbstractAutoDemanding {
        @Override
        public void onWebSocketText(String message) {
            getSession().sendText("text", Callback.NOOP);
        }
    }

    /** Says no by itself. */
    @WebSocket
    public static class TextOrEnd extends TextOnly {
        @OnWebSocketMessage
        public void binary(Session session, ByteBuffer message, Callback callback) {
            callback.succeed();
            session.close(StatusCode.BAD_DATA, "text only", Callback.NOOP);
        }
    }

    private static Stream<Arguments> endpoints() {
        Function<Object, Arguments> wantsText = endpoint -> Arguments.of(endpoint, 0x1, "text");
        return Stream.of(
                wantsText.apply(new TextOnly()),
                wantsText.apply(new ListensToText()),
                wantsText.apply(new DemandingTextOnly()),
                Arguments.of(new BinaryOnly(), 0x2, "binary"));
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void areDroppedAndThoseAfterThemAreDelivered(Object endpoint, int wanted, String answer) throws Exception {
        int unwanted = 3 - wanted;
        start(container -> {}, () -> endpoint);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            client.send(0x80 | unwanted, new byte[] {'x'});
            // larger than what may be gathered, and in fragments
            client.send(0x80 | unwanted, new byte[100_000]);
            client.send(unwanted, new byte[10]);
            client.send(0x89, new byte[0]);
            client.send(0x80, new byte[10]);
            assertThat(client.read().opcode()).isEqualTo(0xa);
            client.send(0x80 | wanted, new byte[] {'y'});
            assertThat(client.read().text()).isEqualTo(answer);
            client.close(1000);
            assertThat(client.read().code()).isEqualTo(1000);
        }
    }

    @Test
    void endpointClosesBy1003IfItWants() throws Exception {
        start(container -> {}, TextOrEnd::new);
        try (RawClient client = RawClient.open(port(), false, "/ws")) {
            client.send(0x82, new byte[] {1});
            assertThat(client.read().code()).isEqualTo(1003);
        }
    }
}
