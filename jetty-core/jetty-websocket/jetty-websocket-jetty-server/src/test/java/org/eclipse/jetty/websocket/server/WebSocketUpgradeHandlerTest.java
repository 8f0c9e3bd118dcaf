package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket.Listener;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.jetty.io.ConnectionStatistics;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.annotation.ManagedAttribute;
import org.eclipse.jetty.util.annotation.ManagedObject;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Frame;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketClose;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketError;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.api.exceptions.MessageTooLargeException;
import org.eclipse.jetty.websocket.common.SessionTracker;
import org.eclipse.jetty.websocket.core.WebSocketConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Endpoints of the Jetty API, with the client of the JDK on the other side. */
public class WebSocketUpgradeHandlerTest {
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final ContextHandler context = new ContextHandler("/ctx");
    private final HttpClient client = HttpClient.newHttpClient();
    private ServerWebSocketContainer container;

    /** What came to the client. */
    private static final class Received implements Listener {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(java.net.http.WebSocket webSocket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                texts.add(text.toString());
                text.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(java.net.http.WebSocket webSocket, ByteBuffer data, boolean last) {
            return onText(webSocket, BufferUtil.toUTF8String(data), last);
        }

        @Override
        public CompletionStage<?> onPong(java.net.http.WebSocket webSocket, ByteBuffer message) {
            texts.add("pong " + BufferUtil.toUTF8String(message));
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(java.net.http.WebSocket webSocket, int statusCode, String reason) {
            closed.complete(statusCode);
            return null;
        }

        private String next() throws InterruptedException {
            return texts.poll(30, TimeUnit.SECONDS);
        }
    }

    private void start(Supplier<Object> endpoint) throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        context.setHandler(WebSocketUpgradeHandler.from(server, context, c -> {
            container = c;
            c.addMapping("/ws/*", (request, response, callback) -> endpoint.get());
        }));
        server.start();
    }

    private java.net.http.WebSocket connect(Received received) throws Exception {
        return client.newWebSocketBuilder()
                .buildAsync(URI.create("ws://localhost:" + connector.getLocalPort() + "/ctx/ws/a?x=1&x=2"), received)
                .get(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    /** Sends text back. */
    @WebSocket
    public static class Echo {
        final CompletableFuture<String> closed = new CompletableFuture<>();
        final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
        volatile Session session;

        @OnWebSocketOpen
        public void opened(Session opened) {
            session = opened;
        }

        @OnWebSocketMessage
        public void text(String message, Session from) {
            from.sendText(message, Callback.NOOP);
        }

        @OnWebSocketMessage
        public void binary(Session from, ByteBuffer message, Callback callback) {
            from.sendBinary(BufferUtil.copy(message), callback);
        }

        @OnWebSocketError
        public void failed(Throwable cause) {
            errors.add(cause);
        }

        @OnWebSocketClose
        public void closed(int code, String reason) {
            closed.complete(code + " " + reason);
        }
    }

    @Test
    void annotatedEndpointSendsMessagesBack() throws Exception {
        Echo echo = new Echo();
        start(() -> echo);
        Received received = new Received();
        java.net.http.WebSocket socket = connect(received);
        socket.sendText("hello", true).get();
        assertThat(received.next()).isEqualTo("hello");
        socket.sendText("he", false).get();
        socket.sendText("llo", true).get();
        assertThat(received.next()).isEqualTo("hello");
        socket.sendBinary(BufferUtil.toBuffer("bytes"), true).get();
        assertThat(received.next()).isEqualTo("bytes");
        socket.sendPing(BufferUtil.toBuffer("x")).get();
        assertThat(received.next()).isEqualTo("pong x");
        assertThat(echo.session.getUpgradeRequest().getParameterMap()).containsEntry("x", java.util.List.of("1", "2"));
        assertThat(echo.session.getUpgradeRequest().getRequestURI().getScheme()).isEqualTo("ws");
        assertThat(echo.session.getUpgradeResponse().getStatusCode()).isEqualTo(101);
        assertThat(container.getOpenSessions()).containsExactly(echo.session);
        socket.sendClose(4001, "bye").get();
        assertThat(received.closed.get(30, TimeUnit.SECONDS)).isEqualTo(4001);
        assertThat(echo.closed.get(30, TimeUnit.SECONDS)).isEqualTo("4001 bye");
        await().until(() -> container.getOpenSessions().isEmpty());
        assertThat(echo.errors).isEmpty();
    }

    @Test
    void tooLargeMessageIsAnErrorAnd1009() throws Exception {
        Echo echo = new Echo();
        start(() -> echo);
        container.setMaxTextMessageSize(10);
        Received received = new Received();
        connect(received).sendText("12345678901", true).get();
        assertThat(received.closed.get(30, TimeUnit.SECONDS)).isEqualTo(StatusCode.MESSAGE_TOO_LARGE);
        assertThat(echo.errors.poll(30, TimeUnit.SECONDS)).isInstanceOf(MessageTooLargeException.class);
        assertThat(echo.closed.get(30, TimeUnit.SECONDS)).startsWith("1009 ");
    }

    @Test
    void shutdownOfTheServerIs1001() throws Exception {
        Echo echo = new Echo();
        start(() -> echo);
        server.setStopTimeout(5000);
        Received received = new Received();
        connect(received);
        server.stop();
        assertThat(received.closed.get(30, TimeUnit.SECONDS)).isEqualTo(StatusCode.SHUTDOWN);
        assertThat(echo.closed.get(30, TimeUnit.SECONDS)).startsWith("1001 ");
    }

    @Test
    void sessionsAreCountedAndDumped() throws Exception {
        ConnectionStatistics statistics = new ConnectionStatistics();
        connector.addBean(statistics);
        Echo echo = new Echo();
        start(() -> echo);
        Received received = new Received();
        java.net.http.WebSocket socket = connect(received);
        for (int i = 0; i < 3; i++) {
            socket.sendText("hello", true).get();
            assertThat(received.next()).isEqualTo("hello");
        }
        assertThat(container.getBeans(SessionTracker.class))
                .singleElement()
                .extracting(SessionTracker::getNumSessions)
                .isEqualTo(1);
        assertThat(server.dump()).contains("ServerWebSocketContainer", "SessionTracker", "WebSocketSession@", "/ws/*");
        socket.sendClose(1000, "").get();
        echo.closed.get(30, TimeUnit.SECONDS);
        ConnectionStatistics.Stats stats =
                statistics.getConnectionStatisticsGroups().get(WebSocketConnection.class.getName());
        await().until(() -> stats.getSentMessages() == 3);
        assertThat(stats.getConnections()).isZero();
        assertThat(stats.getConnectionsTotal()).isEqualTo(1);
        assertThat(stats.getReceivedMessages()).isEqualTo(3);
        // heads of 2 bytes, a masking key of 4 in each frame of the client, and a Close with its code
        assertThat(stats.getReceivedBytes()).isEqualTo(3 * (2 + 4 + 5) + 2 + 4 + 2);
        assertThat(stats.getSentBytes()).isEqualTo(3 * (2 + 5) + 2 + 2);
    }

    /** What management tools are shown. */
    @Test
    void containersAndSessionsHaveAttributesToManage() throws Exception {
        for (Class<?> type : java.util.List.of(
                ServerWebSocketContainer.class,
                SessionTracker.class,
                org.eclipse.jetty.websocket.core.WebSocketCoreSession.class,
                org.eclipse.jetty.websocket.core.WebSocketComponents.class,
                org.eclipse.jetty.websocket.core.CompressionBudget.class)) {
            assertThat(type).hasAnnotation(ManagedObject.class);
        }
        assertThat(ServerWebSocketContainer.class
                        .getMethod("getPingInterval")
                        .isAnnotationPresent(ManagedAttribute.class))
                .isTrue();
        assertThat(SessionTracker.class.getMethod("getNumSessions").isAnnotationPresent(ManagedAttribute.class))
                .isTrue();
    }

    /** Demands by itself; sees frames, too. */
    private static final class Demanding extends Session.Listener.Abstract {
        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public void onWebSocketOpen(Session session) {
            super.onWebSocketOpen(session);
            events.add("open");
            session.demand();
        }

        @Override
        public void onWebSocketFrame(Frame frame, Callback callback) {
            events.add("frame " + frame.getType());
            callback.succeed();
        }

        @Override
        public void onWebSocketPartialText(String payload, boolean last) {
            events.add(payload + " " + last);
            getSession().demand();
        }

        @Override
        public void onWebSocketClose(int statusCode, String reason, Callback callback) {
            events.add("close " + statusCode);
            callback.succeed();
        }

        private String next() throws InterruptedException {
            return events.poll(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void listenerGetsWhatItDemands() throws Exception {
        Demanding endpoint = new Demanding();
        start(() -> endpoint);
        java.net.http.WebSocket socket = connect(new Received());
        socket.sendText("one", false).get();
        socket.sendText("two", true).get();
        socket.sendClose(1000, "").get();
        for (String event :
                new String[] {"open", "frame TEXT", "one false", "frame CONTINUATION", "two true", "frame CLOSE"}) {
            assertThat(endpoint.next()).isEqualTo(event);
        }
        assertThat(endpoint.next()).isEqualTo("close 1000");
        assertThat(endpoint.events).isEmpty();
    }

    /** Reads messages as streams. */
    @WebSocket
    public static class Streaming {
        @OnWebSocketMessage
        public void text(Session session, Reader reader) throws Exception {
            session.sendText(IO.toString(reader).toUpperCase(java.util.Locale.ENGLISH), Callback.NOOP);
        }

        @OnWebSocketMessage
        public void binary(Session session, InputStream stream) throws Exception {
            byte[] first = stream.readNBytes(3);
            session.sendText(new String(first, StandardCharsets.UTF_8), Callback.NOOP);
        }
    }

    @Test
    void messagesAreReadAsStreams() throws Exception {
        start(Streaming::new);
        Received received = new Received();
        java.net.http.WebSocket socket = connect(received);
        for (int i = 0; i < 3; i++) {
            socket.sendText("ab", false).get();
            socket.sendText("cd".repeat(5000), true).get();
            assertThat(received.next()).isEqualTo("AB" + "CD".repeat(5000));
            // the rest is dropped
            socket.sendBinary(ByteBuffer.wrap("xyz".repeat(5000).getBytes()), true)
                    .get();
            assertThat(received.next()).isEqualTo("xyz");
        }
    }

    @Test
    void partialMessagesAreSent() throws Exception {
        start(() -> new Session.Listener.AbstractAutoDemanding() {
            @Override
            public void onWebSocketText(String message) {
                getSession().sendPartialText("a", false, Callback.NOOP);
                getSession().sendPartialText("b", false, Callback.NOOP);
                getSession().sendPartialText("c", true, Callback.NOOP);
                Callback.Completable.with(c -> getSession().sendText("whole", c))
                        .join();
            }
        });
        Received received = new Received();
        java.net.http.WebSocket socket = connect(received);
        socket.sendText("go", true).get();
        assertThat(received.next()).isEqualTo("abc");
        assertThat(received.next()).isEqualTo("whole");
    }

    @Test
    void objectThatIsNoEndpointIs500() throws Exception {
        start(Object::new);
        assertThatThrownBy(() -> connect(new Received()))
                .hasRootCauseMessage("Unexpected HTTP response status code 500");
    }
}
