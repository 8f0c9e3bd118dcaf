package org.eclipse.jetty.ee11.websocket.jakarta.server.v22;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.SendResult;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee11.websocket.jakarta.server.EndpointServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a send handler is told since WebSocket 2.2. */
class SendResultTest extends EndpointServer {
    private static final BlockingQueue<Session> SESSIONS = new LinkedBlockingQueue<>();
    private static final BlockingQueue<SendResult> RESULTS = new LinkedBlockingQueue<>();

    @ServerEndpoint("/answers")
    public static class Answers {
        @OnOpen
        public void open(Session session) {
            SESSIONS.add(session);
        }

        @OnMessage
        public void message(String text, Session session) {
            session.getAsyncRemote().sendText(text, RESULTS::add);
            // no encoder knows it
            session.getAsyncRemote().sendObject(new Object(), RESULTS::add);
        }
    }

    @BeforeEach
    void forget() {
        SESSIONS.clear();
        RESULTS.clear();
    }

    @Test
    void resultNamesTheSession() throws Exception {
        start(Answers.class);
        WebSocket client = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(uri("/answers")), new WebSocket.Listener() {})
                .get(1, TimeUnit.MINUTES);
        client.sendText("hello", true).get(1, TimeUnit.MINUTES);
        SendResult first = RESULTS.poll(1, TimeUnit.MINUTES);
        SendResult second = RESULTS.poll(1, TimeUnit.MINUTES);
        Session session = SESSIONS.poll(1, TimeUnit.MINUTES);
        SendResult sent = first.isOK() ? first : second;
        SendResult failed = first.isOK() ? second : first;
        assertThat(session).isNotNull();
        assertThat(sent.isOK()).isTrue();
        assertThat(sent.getException()).isNull();
        assertThat(sent.getSession().getId()).isEqualTo(session.getId());
        assertThat(failed.isOK()).isFalse();
        assertThat(failed.getException()).isNotNull();
        assertThat(failed.getSession().getId()).isEqualTo(session.getId());
        client.sendClose(1000, "").get(1, TimeUnit.MINUTES);
    }
}
