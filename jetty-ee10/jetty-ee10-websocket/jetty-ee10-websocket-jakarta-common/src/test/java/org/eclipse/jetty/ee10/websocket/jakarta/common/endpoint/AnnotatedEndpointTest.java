package org.eclipse.jetty.ee10.websocket.jakarta.common.endpoint;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Decoder;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.OnClose;
import jakarta.websocket.OnError;
import jakarta.websocket.OnMessage;
import jakarta.websocket.OnOpen;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.PathParam;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Decoders;
import org.eclipse.jetty.ee10.websocket.jakarta.common.coders.Encoders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which methods an endpoint may have (WebSocket chapter 4). */
class AnnotatedEndpointTest {
    public static class Decimals implements Decoder.Text<BigDecimal> {
        @Override
        public BigDecimal decode(String text) {
            return new BigDecimal(text);
        }

        @Override
        public boolean willDecode(String text) {
            return true;
        }

        @Override
        public void init(EndpointConfig config) {}

        @Override
        public void destroy() {}
    }

    private static AnnotatedEndpoint parse(Class<?> type, Set<String> pathVariables) throws DeploymentException {
        return AnnotatedEndpoint.of(
                type, new Decoders(List.of(Decimals.class)), new Encoders(List.of()), pathVariables);
    }

    // legal

    public static class All {
        @OnOpen
        public void open(@PathParam("id") int id, EndpointConfig config, Session session) {}

        @OnMessage
        public String text(String message, Session session, @PathParam("id") String id) {
            return message;
        }

        @OnMessage
        public byte[] binary(Session session, byte[] message) {
            return message;
        }

        @OnMessage
        public void pong(PongMessage message) {}

        @OnClose
        public void close(CloseReason reason, @PathParam("absent") String absent) {}

        @OnError
        public void error(@PathParam("id") Long id, Throwable failure, Session session) {}
    }

    public static class Nothing {}

    public static class Least {
        @OnOpen
        public void open() {}

        @OnClose
        public void close() {}

        @OnError
        public void error(Throwable failure) {}
    }

    public static class PartialText {
        @OnMessage
        public void text(boolean last, String part) {}
    }

    public static class PartialBytes {
        @OnMessage
        public void bytes(byte[] part, Boolean last, Session session) {}
    }

    public static class PartialBuffer {
        @OnMessage
        public ByteBuffer buffer(ByteBuffer part, boolean last) {
            return part;
        }
    }

    public static class Streams {
        @OnMessage
        public void text(Reader message) {}

        @OnMessage
        public void binary(InputStream message) {}
    }

    public static class Primitive {
        @OnMessage
        public long text(int message) {
            return message;
        }
    }

    public static class Flag {
        @OnMessage
        public void text(boolean message) {}
    }

    public static class Decoded {
        @OnMessage
        public void text(BigDecimal message) {}
    }

    public static class Below extends All {
        // without the annotation it is no method of the endpoint any more
        @Override
        public void pong(PongMessage message) {}

        @OnMessage
        public void another(PongMessage message) {}
    }

    private static Stream<Class<?>> legal() {
        return Stream.of(
                All.class,
                Nothing.class,
                Least.class,
                PartialText.class,
                PartialBytes.class,
                PartialBuffer.class,
                Streams.class,
                Primitive.class,
                Flag.class,
                Decoded.class,
                Below.class);
    }

    @ParameterizedTest
    @MethodSource("legal")
    void legalSignaturesAreTaken(Class<?> type) {
        assertThatCode(() -> parse(type, Set.of("id"))).doesNotThrowAnyException();
    }

    // illegal

    public static class PrivateMethod {
        @OnOpen
        private void open() {}
    }

    public static class StaticMethod {
        @OnOpen
        public static void open() {}
    }

    public static class OpenReturns {
        @OnOpen
        public String open() {
            return "";
        }
    }

    public static class OpenWithMessage {
        @OnOpen
        public void open(String message) {}
    }

    public static class OpenTwice {
        @OnOpen
        public void one() {}

        @OnOpen
        public void another() {}
    }

    public static class TwoSessions {
        @OnClose
        public void close(Session one, Session another) {}
    }

    public static class CloseWithConfig {
        @OnClose
        public void close(EndpointConfig config) {}
    }

    public static class ErrorWithoutThrowable {
        @OnError
        public void error(Session session) {}
    }

    public static class ErrorWithException {
        @OnError
        public void error(RuntimeException failure) {}
    }

    public static class MessageWithoutMessage {
        @OnMessage
        public void text(Session session) {}
    }

    public static class MessageOfUnknownType {
        @OnMessage
        public void text(Thread message) {}
    }

    public static class TwoText {
        @OnMessage
        public void one(String message) {}

        @OnMessage
        public void another(Reader message) {}
    }

    public static class TwoBinary {
        @OnMessage
        public void one(ByteBuffer message) {}

        @OnMessage
        public void another(byte[] part, boolean last) {}
    }

    public static class TwoMessages {
        @OnMessage
        public void text(String one, byte[] another) {}
    }

    public static class PartialReader {
        @OnMessage
        public void text(Reader part, boolean last) {}
    }

    public static class PartialPong {
        @OnMessage
        public void pong(PongMessage part, boolean last) {}
    }

    public static class MessageWithConfig {
        @OnMessage
        public void text(String message, EndpointConfig config) {}
    }

    public static class ReturnsUnknownType {
        @OnMessage
        public Thread text(String message) {
            return null;
        }
    }

    public static class PathOfUnknownType {
        @OnOpen
        public void open(@PathParam("id") BigDecimal id) {}
    }

    public static class AbsentPrimitivePath {
        @OnOpen
        public void open(@PathParam("absent") int id) {}
    }

    private static Stream<Arguments> illegal() {
        return Stream.of(
                Arguments.of(PrivateMethod.class, "open()", "must be public"),
                Arguments.of(StaticMethod.class, "open()", "neither static nor abstract"),
                Arguments.of(OpenReturns.class, "open()", "@OnOpen must return void"),
                Arguments.of(
                        OpenWithMessage.class, "open(String)", "@OnOpen has no parameter of type java.lang.String"),
                Arguments.of(OpenTwice.class, "", "two methods with @OnOpen"),
                Arguments.of(TwoSessions.class, "close(Session, Session)", "two parameters of type"),
                Arguments.of(CloseWithConfig.class, "close(EndpointConfig)", "@OnClose has no parameter of type"),
                Arguments.of(
                        ErrorWithoutThrowable.class,
                        "error(Session)",
                        "@OnError must have a parameter of type Throwable"),
                Arguments.of(ErrorWithException.class, "error(RuntimeException)", "@OnError has no parameter of type"),
                Arguments.of(MessageWithoutMessage.class, "text(Session)", "must have a parameter for the message"),
                Arguments.of(
                        MessageOfUnknownType.class,
                        "text(Thread)",
                        "no decoder of the endpoint makes a java.lang.Thread"),
                Arguments.of(TwoText.class, "", "two methods for text messages"),
                Arguments.of(TwoBinary.class, "", "two methods for binary messages"),
                Arguments.of(
                        TwoMessages.class, "text(String, byte[])", "takes one message, or a part of one and a boolean"),
                Arguments.of(
                        PartialReader.class,
                        "text(Reader, boolean)",
                        "parts of messages are String, byte[] or ByteBuffer"),
                Arguments.of(PartialPong.class, "pong(PongMessage, boolean)", "parts of messages are"),
                Arguments.of(MessageWithConfig.class, "text(String, EndpointConfig)", "takes one message"),
                Arguments.of(
                        ReturnsUnknownType.class,
                        "text(String)",
                        "no encoder of the endpoint takes the java.lang.Thread"),
                Arguments.of(PathOfUnknownType.class, "open(BigDecimal)", "@PathParam \"id\" must be a String"),
                Arguments.of(AbsentPrimitivePath.class, "open(int)", "has no {absent}"));
    }

    @ParameterizedTest
    @MethodSource("illegal")
    void illegalSignaturesAreRefusedWithClassMethodAndRule(Class<?> type, String method, String rule) {
        assertThatThrownBy(() -> parse(type, Set.of("id")))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining(type.getName())
                .hasMessageContaining(method)
                .hasMessageContaining(rule);
    }

    @Test
    void clientEndpointsHaveNoPathParameters() {
        assertThatThrownBy(() -> parse(All.class, null))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("@PathParam is for server endpoints");
    }
}
