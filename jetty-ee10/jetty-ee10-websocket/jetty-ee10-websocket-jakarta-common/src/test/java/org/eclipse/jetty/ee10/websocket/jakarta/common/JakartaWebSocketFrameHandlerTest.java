package org.eclipse.jetty.ee10.websocket.jakarta.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.CloseReason;
import jakarta.websocket.DecodeException;
import jakarta.websocket.Decoder;
import jakarta.websocket.EncodeException;
import jakarta.websocket.Encoder;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.OutgoingEntry;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames in, calls of an endpoint; calls of a session, frames out. */
class JakartaWebSocketFrameHandlerTest {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();

    private final WebSocketComponents components = new WebSocketComponents();
    private final TestContainer container = new TestContainer(components);
    private final TestCore core = new TestCore();
    private final Callback.Completable opened = new Callback.Completable();

    private static final class TestContainer extends JakartaWebSocketContainer {
        TestContainer(WebSocketComponents components) {
            super(components);
        }

        @Override
        public Executor getExecutor() {
            return components.getExecutor();
        }

        @Override
        public void runInScope(Runnable task) {
            task.run();
        }

        @Override
        public Session connectToServer(Object endpoint, URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Session connectToServer(Class<?> endpoint, URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Session connectToServer(Endpoint endpoint, ClientEndpointConfig config, URI uri) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Session connectToServer(Class<? extends Endpoint> endpoint, ClientEndpointConfig config, URI uri) {
            throw new UnsupportedOperationException();
        }
    }

    /** Keeps what is sent. */
    private final class TestCore extends CoreSession.Empty {
        private final List<String> sent = new CopyOnWriteArrayList<>();
        private volatile int demands;

        @Override
        public WebSocketComponents getWebSocketComponents() {
            return components;
        }

        @Override
        public synchronized void demand() {
            demands++;
        }

        @Override
        public void sendFrame(OutgoingEntry entry) {
            Frame frame = entry.getFrame();
            sent.add(OpCode.name(frame.getOpCode())
                    + (frame.isFin() ? " " : "... ")
                    + (frame.getPayload() == null
                            ? ""
                            : StandardCharsets.UTF_8.decode(frame.getPayload().slice()))
                    + (entry.isBatch() ? " batch" : ""));
            entry.getCallback().succeeded();
        }

        @Override
        public void close(int code, String reason, Callback callback) {
            sent.add("CLOSE " + code + " " + reason);
            callback.succeeded();
        }
    }

    @BeforeEach
    void start() throws Exception {
        EVENTS.clear();
        components.start();
        container.start();
    }

    @AfterEach
    void stop() throws Exception {
        container.stop();
        components.stop();
    }

    private JakartaWebSocketFrameHandler open(Object instance) throws Exception {
        return open(instance, List.of(), List.of());
    }

    private JakartaWebSocketFrameHandler open(
            Object instance, List<Class<? extends Decoder>> decoders, List<Class<? extends Encoder>> encoders)
            throws Exception {
        EndpointConfig config = ClientEndpointConfig.Builder.create()
                .decoders(decoders)
                .encoders(encoders)
                .build();
        JakartaWebSocketFrameHandler handler = new JakartaWebSocketFrameHandler(
                container,
                new ConfiguredEndpoint(instance.getClass(), config, Set.of("id")),
                instance,
                config,
                new UpgradeRequest(URI.create("ws://local/chat/7?a=b"), null, Map.of("id", "7"), null));
        handler.onOpen(core, opened);
        return handler;
    }

    private static Callback.Completable frame(
            JakartaWebSocketFrameHandler handler, byte opCode, boolean fin, String text) {
        Callback.Completable callback = new Callback.Completable();
        handler.onFrame(new Frame(opCode, fin, text), callback);
        return callback;
    }

    private static Callback.Completable text(JakartaWebSocketFrameHandler handler, String text) {
        return frame(handler, OpCode.TEXT, true, text);
    }

    // endpoints

    public static class Whole {
        @OnOpen
        public void open(Session session, EndpointConfig config, @PathParam("id") int id) {
            EVENTS.add("open " + id + " " + session.getPathParameters() + " " + session.getQueryString());
        }

        @OnMessage(maxMessageSize = 10)
        public String text(String message, @PathParam("id") String id) {
            return id + message;
        }

        @OnMessage
        public ByteBuffer binary(byte[] message) {
            return ByteBuffer.wrap(message);
        }

        @OnMessage
        public void pong(PongMessage message) {
            EVENTS.add("pong " + StandardCharsets.UTF_8.decode(message.getApplicationData()));
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

    public static class Partial {
        @OnMessage
        public void text(boolean last, String part) {
            EVENTS.add(part + " " + last);
        }

        @OnMessage
        public void binary(ByteBuffer part, boolean last) {
            EVENTS.add(part.remaining() + " " + last);
        }
    }

    public static class Streams {
        @OnMessage
        public void text(Reader message) throws Exception {
            StringWriter all = new StringWriter();
            message.transferTo(all);
            EVENTS.add("text " + all);
        }

        @OnMessage
        public void binary(InputStream message) throws Exception {
            message.read();
            EVENTS.add("binary");
        }

        @OnError
        public void error(Throwable failure) {
            EVENTS.add("error " + failure.getMessage());
        }
    }

    public static class FailingStream {
        @OnMessage
        public void text(Reader message) {
            throw new IllegalStateException("not today");
        }

        @OnError
        public void error(Throwable failure) {
            EVENTS.add("error " + failure.getMessage());
        }
    }

    public static class Typed {
        @OnMessage
        public BigDecimal text(BigDecimal message) {
            return message.negate();
        }

        @OnMessage
        public boolean binary(BigDecimal[] message) {
            return message.length == 1;
        }

        @OnError
        public void error(Throwable failure) {
            EVENTS.add(failure.getClass().getSimpleName() + " " + failure.getMessage());
        }
    }

    public static class PositiveOnly implements Decoder.Text<BigDecimal> {
        @Override
        public boolean willDecode(String text) {
            return !text.startsWith("-");
        }

        @Override
        public BigDecimal decode(String text) throws DecodeException {
            try {
                return new BigDecimal(text);
            } catch (NumberFormatException x) {
                throw new DecodeException(text, "no number", x);
            }
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {
            EVENTS.add("destroyed");
        }
    }

    public static class Many implements Decoder.BinaryStream<BigDecimal[]> {
        @Override
        public BigDecimal[] decode(InputStream in) {
            return new BigDecimal[1];
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    public static class Written implements Encoder.TextStream<BigDecimal> {
        @Override
        public void encode(BigDecimal object, Writer writer) throws java.io.IOException {
            writer.write("is " + object);
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    /** Fails within its message, after a part of it was sent if it is negative. */
    public static class HalfWritten extends Written {
        @Override
        public void encode(BigDecimal object, Writer writer) throws java.io.IOException {
            writer.write("is");
            if (object.signum() < 0) {
                writer.flush();
            }
            throw new IllegalStateException("no more");
        }
    }

    public static class HalfStreamed implements Encoder.BinaryStream<StringBuilder> {
        @Override
        public void encode(StringBuilder object, OutputStream out) throws EncodeException, java.io.IOException {
            out.write('x');
            out.flush();
            throw new EncodeException(object, "no more");
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    public static class Failing {
        @OnOpen
        public void open() {
            throw new IllegalStateException("closed today");
        }
    }

    public static class Programmatic extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new MessageHandler.Whole<String>() {
                @Override
                public void onMessage(String message) {
                    EVENTS.add(message);
                    session.removeMessageHandler(this);
                }
            });
            session.addMessageHandler(byte[].class, (MessageHandler.Partial<byte[]>)
                    (part, last) -> EVENTS.add(part.length + " " + last));
        }
    }

    // what comes in

    @Test
    void openCloseAndErrorAreCalledWithWhatTheirParametersTake() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Whole());
        assertThat(opened).isCompleted();
        assertThat(core.demands).isOne();
        assertThat(container.getOpenSessions()).containsExactly(handler.getSession());
        handler.onError(new IllegalStateException("broken"), Callback.NOOP);
        handler.onClosed(new CloseStatus(1000, "bye"), Callback.NOOP);
        assertThat(EVENTS).containsExactly("open 7 {id=7} a=b", "error broken", "close 1000 bye");
        assertThat(container.getOpenSessions()).isEmpty();
    }

    @Test
    void whatAMethodReturnsIsSent() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Whole());
        assertThat(text(handler, "hi")).isCompleted();
        assertThat(frame(handler, OpCode.BINARY, false, "a")).isCompleted();
        assertThat(frame(handler, OpCode.CONTINUATION, true, "b")).isCompleted();
        assertThat(core.sent).containsExactly("TEXT 7hi", "BINARY ab");
        assertThat(core.demands).isEqualTo(4);
    }

    @Test
    void messageThatIsLargerThanTheMethodAllowsFails() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Whole());
        assertThat(text(handler, "0123456789")).isCompleted();
        assertThat(text(handler, "0123456789a")).isCompletedExceptionally();
    }

    @Test
    void pingIsAnsweredAndPongIsPassedOn() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Whole());
        frame(handler, OpCode.PING, true, "1");
        frame(handler, OpCode.PONG, true, "2");
        assertThat(core.sent).containsExactly("PONG 1");
        assertThat(EVENTS).contains("pong 2");
        assertThat(core.demands).isEqualTo(3);
    }

    @Test
    void partsArePassedOnAsTheyCome() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Partial());
        frame(handler, OpCode.TEXT, false, "one");
        frame(handler, OpCode.CONTINUATION, true, "");
        frame(handler, OpCode.BINARY, true, "four");
        assertThat(EVENTS).containsExactly("one false", " true", "4 true");
    }

    @Test
    void streamsAreReadWhileFramesCome() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Streams());
        frame(handler, OpCode.TEXT, false, "one");
        await().atMost(Duration.ofMinutes(1)).until(() -> core.demands == 2);
        frame(handler, OpCode.CONTINUATION, true, "two");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(EVENTS).containsExactly("text onetwo"));
        // the next message is asked for when the method has returned, though it has not read all
        await().atMost(Duration.ofMinutes(1)).until(() -> core.demands == 3);
        frame(handler, OpCode.BINARY, true, "12345");
        await().atMost(Duration.ofMinutes(1)).until(() -> core.demands == 4);
        assertThat(EVENTS).containsExactly("text onetwo", "binary");
    }

    @Test
    void failureOfAStreamsReceiverIsToldAndClosesTheSession() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new FailingStream());
        frame(handler, OpCode.TEXT, true, "one");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(core.sent).containsExactly("CLOSE 1011 not today"));
        assertThat(EVENTS).containsExactly("error not today");
    }

    @Test
    void streamsEndWithTheSession() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Streams());
        frame(handler, OpCode.TEXT, false, "one");
        await().atMost(Duration.ofMinutes(1)).until(() -> core.demands == 2);
        handler.onError(new IllegalStateException("lost"), Callback.NOOP);
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(EVENTS).hasSize(2));
        assertThat(EVENTS).contains("error lost");
    }

    @Test
    void messagesAreDecodedAndAnswersEncoded() throws Exception {
        JakartaWebSocketFrameHandler handler =
                open(new Typed(), List.of(PositiveOnly.class, Many.class), List.of(Written.class));
        assertThat(text(handler, "1.5")).isCompleted();
        assertThat(core.sent).containsExactly("TEXT is -1.5");
        frame(handler, OpCode.BINARY, true, "any");
        await().atMost(Duration.ofMinutes(1)).until(() -> core.sent.size() == 2);
        assertThat(core.sent.get(1)).isEqualTo("TEXT true");
        handler.onClosed(CloseStatus.NORMAL_STATUS, Callback.NOOP);
        assertThat(EVENTS).containsExactly("destroyed");
    }

    @Test
    void messageThatCannotBeDecodedFailsWithThat() throws Exception {
        JakartaWebSocketFrameHandler handler =
                open(new Typed(), List.of(PositiveOnly.class, Many.class), List.of(Written.class));
        for (String text : List.of("x", "-1")) {
            Callback.Completable failed = text(handler, text);
            assertThat(failed).isCompletedExceptionally();
            failed.exceptionally(x -> {
                handler.onError(x, Callback.NOOP);
                return null;
            });
        }
        assertThat(EVENTS)
                .containsExactly("DecodeException no number", "DecodeException No decoder will decode the text");
    }

    @Test
    void failureWhileOpeningFailsTheSession() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Failing());
        assertThat(opened).isCompletedExceptionally();
        assertThat(core.demands).isZero();
        handler.onError(new IllegalStateException("closed today"), Callback.NOOP);
        handler.onClosed(CloseStatus.NO_CLOSE_STATUS, Callback.NOOP);
        assertThat(container.getOpenSessions()).isEmpty();
    }

    @Test
    void messageHandlersComeAndGo() throws Exception {
        JakartaWebSocketFrameHandler handler = open(new Programmatic());
        Session session = handler.getSession();
        assertThat(session.getMessageHandlers()).hasSize(2);
        text(handler, "one");
        // nobody takes it
        assertThat(text(handler, "two")).isCompleted();
        frame(handler, OpCode.BINARY, false, "123");
        assertThat(EVENTS).containsExactly("one", "3 false");
        assertThat(session.getMessageHandlers()).hasSize(1);
        assertThatThrownBy(() ->
                        session.addMessageHandler(ByteBuffer.class, (MessageHandler.Whole<ByteBuffer>) bytes -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("binary");
        MessageHandler.Whole<String> lambda = message -> {};
        assertThatThrownBy(() -> session.addMessageHandler(lambda))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("add it with its type");
        assertThatThrownBy(() -> session.addMessageHandler(Thread.class, (MessageHandler.Whole<Thread>) bytes -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No decoder makes a java.lang.Thread");
    }

    // what goes out

    @Test
    void basicRemoteSendsWholeMessagesPartsAndStreams() throws Exception {
        Session session = open(new Whole()).getSession();
        session.getBasicRemote().sendText("one");
        session.getBasicRemote().sendText("tw", false);
        session.getBasicRemote().sendText("o", true);
        session.getBasicRemote().sendBinary(ByteBuffer.wrap(new byte[] {'x'}));
        try (Writer writer = session.getBasicRemote().getSendWriter()) {
            writer.write("three");
        }
        try (OutputStream out = session.getBasicRemote().getSendStream()) {
            out.write('y');
            out.flush();
        }
        session.getBasicRemote().sendObject(4.5);
        session.getBasicRemote().sendObject(new byte[] {'z'});
        session.getBasicRemote().sendPing(ByteBuffer.wrap(new byte[] {'p'}));
        assertThat(core.sent.subList(0, 4)).containsExactly("TEXT one", "TEXT... tw", "CONTINUATION o", "BINARY x");
        assertThat(String.join("|", core.sent.subList(4, core.sent.size())))
                .isEqualTo("TEXT three|BINARY... y|CONTINUATION |TEXT 4.5|BINARY z|PING p");
    }

    @Test
    void wholeMessageWithinOneInPartsIsRefused() throws Exception {
        Session session = open(new Whole()).getSession();
        session.getBasicRemote().sendText("begun", false);
        assertThatThrownBy(() -> session.getBasicRemote().sendText("another"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.getBasicRemote().sendBinary(ByteBuffer.allocate(1), true))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TEXT");
        assertThatThrownBy(() -> session.getBasicRemote().sendText(null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> session.getBasicRemote().sendPing(ByteBuffer.allocate(126)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void batchedMessagesAreMarkedUntilBatchingEnds() throws Exception {
        Session session = open(new Whole()).getSession();
        session.getBasicRemote().setBatchingAllowed(true);
        session.getAsyncRemote().sendText("one");
        session.getAsyncRemote().setBatchingAllowed(false);
        session.getAsyncRemote().sendText("two");
        assertThat(core.sent).containsExactly("TEXT one batch", "TEXT two");
    }

    @Test
    void asyncRemoteTellsTheResult() throws Exception {
        Session session = open(new Whole()).getSession();
        assertThat(session.getAsyncRemote().sendText("one").get()).isNull();
        session.getAsyncRemote()
                .sendBinary(ByteBuffer.wrap(new byte[] {'x'}), result -> EVENTS.add("sent " + result.isOK()));
        session.getAsyncRemote().sendObject(new Object(), result -> EVENTS.add("sent " + result.isOK()));
        assertThat(EVENTS).endsWith("sent true", "sent false");
        assertThatThrownBy(
                        () -> session.getAsyncRemote().sendObject(new Object()).get())
                .hasCauseInstanceOf(EncodeException.class);
        assertThatThrownBy(() -> session.getAsyncRemote().sendText("x", null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void messageIsNotEndedIfItsEncoderFails() throws Exception {
        Session session = open(new Whole(), List.of(), List.of(HalfWritten.class, HalfStreamed.class))
                .getSession();
        assertThatThrownBy(() -> session.getBasicRemote().sendObject(BigDecimal.ONE))
                .hasMessage("no more");
        // nothing of it was sent, and other messages may be
        assertThat(core.sent).isEmpty();
        assertThatThrownBy(() -> session.getBasicRemote().sendObject(BigDecimal.ONE.negate()))
                .hasMessage("no more");
        assertThat(core.sent).containsExactly("TEXT... is", "CLOSE 1011 Message abandoned");
    }

    @Test
    void handlerIsToldOnceThatAnEncoderFailed() throws Exception {
        Session session = open(new Whole(), List.of(), List.of(HalfWritten.class, HalfStreamed.class))
                .getSession();
        session.getAsyncRemote().sendObject(BigDecimal.ONE, result -> EVENTS.add("text " + result.isOK()));
        session.getAsyncRemote().sendObject(new StringBuilder(), result -> EVENTS.add("bytes " + result.isOK()));
        assertThat(EVENTS).endsWith("text false", "bytes false").doesNotContain("text true", "bytes true");
        assertThat(EVENTS).filteredOn(event -> event.endsWith(" false")).hasSize(2);
        assertThat(core.sent).containsExactly("BINARY... x", "CLOSE 1011 Message abandoned");
    }

    @Test
    void closeSendsItsReason() throws Exception {
        Session session = open(new Whole()).getSession();
        session.close(new CloseReason(CloseReason.CloseCodes.TRY_AGAIN_LATER, "busy"));
        assertThat(core.sent).containsExactly("CLOSE 1013 busy");
        assertThatThrownBy(() -> session.close(new CloseReason(CloseReason.CloseCodes.CLOSED_ABNORMALLY, "")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void openSessionsGoAwayWhenTheContainerStops() throws Exception {
        open(new Whole());
        container.stop();
        assertThat(core.sent).containsExactly("CLOSE 1001 Container being shut down");
    }
}
