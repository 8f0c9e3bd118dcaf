package org.eclipse.jetty.ee10.websocket.jakarta.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.websocket.CloseReason;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Endpoints and their sessions, over the network. */
class ServerEndpointTest extends EndpointServer {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    @BeforeEach
    void forget() {
        EVENTS.clear();
    }

    @ServerEndpoint("/echo/{name}")
    public static class Echo {
        @OnOpen
        public void open(Session session, @PathParam("name") String name) {
            EVENTS.add("open " + name + " " + session.getRequestParameterMap() + " " + session.isSecure());
            session.getAsyncRemote().sendText("hello " + name);
        }

        @OnMessage
        public String text(String message) {
            if (message.equals("fail")) {
                throw new IllegalStateException("as you wish");
            }
            return message;
        }

        @OnMessage
        public ByteBuffer binary(ByteBuffer message) {
            return message;
        }

        @OnClose
        public void close(CloseReason reason) {
            EVENTS.add("close " + reason.getCloseCode().getCode() + " " + reason.getReasonPhrase());
        }

        @OnError
        public void error(Throwable failure) {
            EVENTS.add("error " + failure.getMessage());
        }
    }

    @ServerEndpoint("/echo/fixed")
    public static class Fixed {
        @OnOpen
        public void open(Session session) throws Exception {
            session.getBasicRemote().sendText("fixed");
        }
    }

    @ServerEndpoint(value = "/number", decoders = Numbers.class)
    public static class Typed {
        @OnMessage(maxMessageSize = 8)
        public long text(Long message) {
            return message + 1;
        }

        @OnError
        public void error(Throwable failure) {
            EVENTS.add(failure.getClass().getSimpleName());
        }
    }

    public static class Numbers implements Decoder.Text<Long> {
        @Override
        public Long decode(String text) throws DecodeException {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException x) {
                throw new DecodeException(text, "no number", x);
            }
        }

        @Override
        public boolean willDecode(String text) {
            return true;
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {
            EVENTS.add("destroyed");
        }
    }

    @ServerEndpoint("/length")
    public static class Length {
        @OnMessage
        public String text(Reader message) throws Exception {
            int length = 0;
            while (message.read() >= 0) {
                length++;
            }
            return "length " + length;
        }
    }

    public static class Programmatic extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(String.class, (MessageHandler.Whole<String>) message -> session.getAsyncRemote()
                    .sendText(message + config.getUserProperties().get("suffix")));
        }
    }

    @Test
    void annotatedEndpointIsCalledWithPathParametersAndAnswers() throws Exception {
        start(Echo.class, Fixed.class);
        Peer peer = connect("/echo/caf%C3%A9?a=1&a=2");
        assertThat(peer.next()).isEqualTo("hello café");
        assertThat(peer.send("grüße").next()).isEqualTo("grüße");
        assertThat(peer.send(new byte[] {'x'}).next()).isEqualTo("bytes x");
        peer.socket().sendPing(ByteBuffer.wrap(new byte[] {'p'})).join();
        assertThat(peer.next()).isEqualTo("pong p");
        peer.close(4001, "bye");
        assertThat(peer.next()).isEqualTo("close 4001 bye");
        await().untilAsserted(() -> assertThat(EVENTS).containsExactly("open café {a=[1, 2]} false", "close 4001 bye"));
    }

    @Test
    void fixedPathComesBeforeOneWithVariables() throws Exception {
        start(Echo.class, Fixed.class);
        assertThat(connect("/echo/fixed").next()).isEqualTo("fixed");
    }

    @Test
    void failureOfAMethodIsToldToTheEndpointAndClosesTheSession() throws Exception {
        start(Echo.class);
        Peer peer = connect("/echo/x");
        peer.next();
        assertThat(peer.send("fail").next()).startsWith("close 1011");
        await().untilAsserted(() -> assertThat(EVENTS).hasSize(3));
        assertThat(EVENTS.get(1)).isEqualTo("error as you wish");
        assertThat(EVENTS.get(2)).startsWith("close 1011");
    }

    @Test
    void messageThatCannotBeDecodedClosesTheSession() throws Exception {
        start(Typed.class);
        Peer peer = connect("/number");
        assertThat(peer.send("41").next()).isEqualTo("42");
        assertThat(peer.send("x").next()).startsWith("close 1003");
        await().untilAsserted(() -> assertThat(EVENTS).containsExactly("DecodeException", "destroyed"));
    }

    @Test
    void messageThatIsTooLargeClosesTheSession() throws Exception {
        start(Typed.class);
        assertThat(connect("/number").send("123456789").next()).startsWith("close 1009");
    }

    /** RFC 6455, section 7.4.1 leaves it to an endpoint to close by 1003; the specification of the API has no rule. */
    @Test
    void messageOfAKindWithoutMethodIsDroppedAndTheSessionGoesOn() throws Exception {
        start(Typed.class);
        Peer peer = connect("/number").send(new byte[] {1}).send(new byte[100_000]);
        assertThat(peer.send("41").next()).isEqualTo("42");
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void messageIsReadAsAStreamWhateverItsSize() throws Exception {
        start(Length.class);
        Peer peer = connect("/length");
        assertThat(peer.send("x".repeat(1_000_000)).next()).isEqualTo("length 1000000");
        assertThat(peer.send("").next()).isEqualTo("length 0");
    }

    @Test
    void programmaticEndpointHasUserPropertiesOfItsConfiguration() throws Exception {
        ServerEndpointConfig config = ServerEndpointConfig.Builder.create(Programmatic.class, "/programmatic")
                .build();
        config.getUserProperties().put("suffix", "!");
        start((servletContext, container) -> container.addEndpoint(config));
        assertThat(connect("/programmatic").send("hi").next()).isEqualTo("hi!");
    }

    @Test
    void defaultsOfTheContainerAreThoseOfSessions() throws Exception {
        start((servletContext, container) -> {
            container.setDefaultMaxTextMessageBufferSize(10);
            container.setDefaultMaxSessionIdleTimeout(60000);
            container.addEndpoint(Echo.class);
        });
        Peer peer = connect("/echo/x");
        peer.next();
        Session session = container().getOpenSessions().iterator().next();
        assertThat(session.getMaxTextMessageBufferSize()).isEqualTo(10);
        assertThat(session.getMaxIdleTimeout()).isEqualTo(60000);
        assertThat(session.getContainer()).isSameAs(container());
        assertThat(session.getOpenSessions()).containsExactly(session);
        assertThat(peer.send("12345678901").next()).startsWith("close 1009");
    }

    @Test
    void sessionsGoAwayWhenTheContextStops() throws Exception {
        start(Echo.class);
        Peer peer = connect("/echo/x");
        peer.next();
        context.stop();
        assertThat(peer.next()).startsWith("close 1001");
        await().untilAsserted(() -> assertThat(EVENTS).hasSize(2));
    }

    @Test
    void sessionsGoAwayWhenTheServerShutsDownGracefully() throws Exception {
        server.setStopTimeout(60000);
        start(Echo.class);
        Peer peer = connect("/echo/x");
        peer.next();
        server.stop();
        assertThat(peer.next()).startsWith("close 1001");
        assertThat(EVENTS).hasSize(2);
    }

    @Test
    void contextCanBeStartedAgain() throws Exception {
        start(Echo.class);
        WebSocketComponents before = WebSocketServerComponents.getWebSocketComponents(context);
        context.stop();
        assertThat(before.isStopped()).isTrue();
        context.start();
        assertThat(WebSocketServerComponents.getWebSocketComponents(context))
                .isNotNull()
                .isNotSameAs(before);
        assertThat(context.getBeans(WebSocketComponents.class)).doesNotContain(before);
        assertThat(connect("/echo/again").next()).isEqualTo("hello again");
    }

    @Test
    void otherRequestsAreNotUpgraded() throws Exception {
        start(Echo.class);
        assertThat(get("/echo/x").statusCode()).isEqualTo(404);
        assertThatThrownBy(() -> connect("/nowhere")).hasMessage("refused with 404");
    }

    // deployment

    @ServerEndpoint("/echo/{other}")
    public static class Conflicting {}

    @ServerEndpoint("no-slash")
    public static class BadPath {}

    @ServerEndpoint("/bad")
    public static class BadMethod {
        @OnMessage
        public void text(Thread message) {}
    }

    @Test
    void endpointsWithTheSamePathAreRefusedWithBothNames() {
        assertThatThrownBy(() -> start(Echo.class, Conflicting.class))
                .hasMessageContaining(Echo.class.getName())
                .hasMessageContaining(Conflicting.class.getName());
    }

    @Test
    void badEndpointsAreRefusedWithTheirNames() {
        assertThatThrownBy(() -> start(BadMethod.class))
                .hasMessageContaining(BadMethod.class.getName() + ".text(Thread)");
    }

    @Test
    void badPathIsRefusedWithTheClass() {
        assertThatThrownBy(() -> start(BadPath.class))
                .hasMessageContaining(BadPath.class.getName())
                .hasMessageContaining("no-slash");
    }

    @Test
    void endpointCanBeAddedWhenTheApplicationHasStarted() throws Exception {
        start(Echo.class);
        container().addEndpoint(Fixed.class);
        assertThat(connect("/echo/fixed").next()).isEqualTo("fixed");
        assertThat(connect("/echo/other").next()).isEqualTo("hello other");
        assertThatThrownBy(() -> container().addEndpoint(Fixed.class)).hasMessageContaining("/echo/fixed");
    }
}
