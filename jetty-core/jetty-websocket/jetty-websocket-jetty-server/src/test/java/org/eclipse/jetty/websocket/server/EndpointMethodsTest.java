package org.eclipse.jetty.websocket.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketClose;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketError;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketMessage;
import org.eclipse.jetty.websocket.api.annotations.OnWebSocketOpen;
import org.eclipse.jetty.websocket.api.annotations.WebSocket;
import org.eclipse.jetty.websocket.api.exceptions.InvalidWebSocketException;
import org.eclipse.jetty.websocket.common.internal.EndpointMethods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Annotated endpoints that are not as their annotations want them. */
public class EndpointMethodsTest {
    /** Two methods for text. */
    @WebSocket
    public static class Twice {
        @OnWebSocketMessage
        public void one(String message) {}

        @OnWebSocketMessage
        public void two(Reader message) {}
    }

    @WebSocket
    public static class OpenTwice {
        @OnWebSocketOpen
        public void one() {}

        @OnWebSocketOpen
        public void two(Session session) {}
    }

    @WebSocket
    public static class PrivateMethod {
        @OnWebSocketOpen
        private void open() {}
    }

    @WebSocket
    public static class StaticMethod {
        @OnWebSocketOpen
        public static void open() {}
    }

    @WebSocket
    public static class Returns {
        @OnWebSocketMessage
        public String text(String message) {
            return message;
        }
    }

    @WebSocket
    public static class OpenWithMessage {
        @OnWebSocketOpen
        public void open(Session session, String message) {}
    }

    @WebSocket
    public static class TwoSessions {
        @OnWebSocketOpen
        public void open(Session session, Session another) {}
    }

    @WebSocket
    public static class ErrorWithException {
        @OnWebSocketError
        public void failed(RuntimeException x) {}
    }

    @WebSocket
    public static class ErrorWithoutCause {
        @OnWebSocketError
        public void failed(Session session) {}
    }

    @WebSocket
    public static class BytesWithoutCallback {
        @OnWebSocketMessage
        public void binary(ByteBuffer message) {}
    }

    @WebSocket
    public static class Unknown {
        @OnWebSocketMessage
        public void message(Thread message) {}
    }

    @WebSocket
    static class Hidden {
        @OnWebSocketOpen
        public void open() {}
    }

    @WebSocket(autoDemand = false)
    public static class DemandingReader {
        @OnWebSocketMessage
        public void text(Reader message) {}
    }

    private static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of(String.class, "", "is no endpoint (expected: @WebSocket"),
                Arguments.of(Twice.class, "", "more than one method for text messages"),
                Arguments.of(OpenTwice.class, "", "OnWebSocketOpen"),
                Arguments.of(PrivateMethod.class, "open(", "expected: a public method"),
                Arguments.of(StaticMethod.class, "open(", "expected: a public method that is not static"),
                Arguments.of(Returns.class, "text(", "returns nothing"),
                Arguments.of(
                        OpenWithMessage.class,
                        "open(",
                        "parameter 1 of type java.lang.String (expected: each once, of " + Session.class.getName()
                                + ")"),
                Arguments.of(TwoSessions.class, "open(", "parameter 1 of type " + Session.class.getName()),
                Arguments.of(ErrorWithException.class, "failed(", "required java.lang.Throwable"),
                Arguments.of(ErrorWithoutCause.class, "failed(", "expected: required java.lang.Throwable"),
                Arguments.of(BytesWithoutCallback.class, "binary(", "or (ByteBuffer, Callback) or"),
                Arguments.of(Unknown.class, "message(", "expected: (String) or (String, boolean) or (Reader)"),
                Arguments.of(Hidden.class, "open(", "expected: a public method of a public class"),
                Arguments.of(DemandingReader.class, "", "need an endpoint with autoDemand"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void wrongEndpointsAreRefusedWithClassMethodAndWhatIsExpected(Class<?> type, String method, String expected) {
        assertThatThrownBy(() -> EndpointMethods.of(type))
                .isInstanceOf(InvalidWebSocketException.class)
                .hasMessageContaining(type.getName())
                .hasMessageContaining(method)
                .hasMessageContaining(expected);
    }

    @WebSocket
    public static class Turned {
        @OnWebSocketMessage
        public void binary(Callback callback, boolean last, Session session, ByteBuffer part) {}

        @OnWebSocketMessage
        public void text(boolean last, String part) {}

        @OnWebSocketClose
        public void closed(String reason) {}
    }

    @Test
    void parametersComeInAnyOrder() {
        assertThatCode(() -> EndpointMethods.of(Turned.class)).doesNotThrowAnyException();
    }
}
