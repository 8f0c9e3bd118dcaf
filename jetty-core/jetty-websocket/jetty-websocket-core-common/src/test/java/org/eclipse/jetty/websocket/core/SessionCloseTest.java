package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How sessions end (RFC 6455, section 7). */
class SessionCloseTest {
    private final NotingHandler handler = new NotingHandler();
    private MemorySession memory;

    private MemorySession open(Behavior behavior) {
        memory = new MemorySession(behavior, handler).open();
        return memory;
    }

    @AfterEach
    void closedOnceAndNothingIsHeld() {
        memory.assertReleased();
        assertThat(handler.notes.stream().filter(note -> note.startsWith("closed")))
                .hasSize(1);
        assertThat(handler.notes.get(handler.notes.size() - 1)).startsWith("closed");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void otherSideCloses(Behavior behavior) {
        open(behavior).receiveClose(1000, "bye");
        assertThat(handler.notes).containsExactly("open", "CLOSE 1000 bye", "closed 1000");
        // section 5.5.1: answered with the same code
        assertThat(memory.sent()).containsExactly("CLOSE 1000 bye");
        assertThat(memory.session.isInputOpen()).isFalse();
        assertThat(memory.session.isOutputOpen()).isFalse();
        assertThat(memory.session.isClosed()).isTrue();
        // section 7.1.1: the server closes first
        assertThat(memory.endPoint.isOutputShutdown()).isEqualTo(behavior == Behavior.SERVER);
        assertThat(memory.endPoint.isOpen()).isTrue();
        memory.endPoint.addInputEOF();
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void thisSideCloses(Behavior behavior) {
        open(behavior).session.close(1001, "going", memory.noting("close"));
        assertThat(memory.told).containsExactly("close");
        assertThat(memory.sent()).containsExactly("CLOSE 1001 going");
        assertThat(memory.session.isOutputOpen()).isFalse();
        assertThat(memory.session.isInputOpen()).isTrue();
        memory.send("late");
        assertThat(memory.told).containsExactly("close", "late ClosedChannelException");
        memory.receive(0x81, "still");
        memory.receiveClose(1001, "going");
        assertThat(handler.notes).containsExactly("open", "TEXT still", "CLOSE 1001 going", "closed 1001");
        assertThat(memory.sent()).isEmpty();
        memory.endPoint.addInputEOF();
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void bothSidesCloseAtOnce(Behavior behavior) {
        open(behavior).session.close(1000, "mine", Callback.NOOP);
        memory.receiveClose(1001, "yours");
        // section 7.1.5: the code is that of the first Close that was received
        assertThat(handler.notes).containsExactly("open", "CLOSE 1001 yours", "closed 1001");
        assertThat(memory.sent()).containsExactly("CLOSE 1000 mine");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void answerWithoutACode(Behavior behavior) {
        open(behavior).session.close(1000, "mine", Callback.NOOP);
        memory.receive(0x88, "");
        assertThat(handler.notes).containsExactly("open", "CLOSE 1005", "closed 1005");
    }

    @Test
    void closeFrameWithAnIllegalPayloadIsNotSent() {
        open(Behavior.SERVER)
                .session
                .sendFrame(
                        new Frame(OpCode.CLOSE, ByteBuffer.wrap(new byte[] {3, -18})), memory.noting("close"), false);
        assertThat(memory.told).containsExactly("close ProtocolException");
        memory.send("a");
        assertThat(memory.sent()).containsExactly("TEXT a");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void closeWithoutACode(Behavior behavior) {
        open(behavior).receive(0x88, "");
        assertThat(handler.notes).containsExactly("open", "CLOSE 1005", "closed 1005");
        assertThat(memory.sent()).containsExactly("CLOSE 1005");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void inputEndsWithoutAClose(Behavior behavior) {
        open(behavior).endPoint.addInputEOF();
        assertThat(handler.notes).containsExactly("open", "error ClosedChannelException", "closed 1006");
        assertThat(memory.sent()).isEmpty();
        assertThat(memory.endPoint.isOpen()).isFalse();
        memory.send("late");
        assertThat(memory.told).containsExactly("late ClosedChannelException");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void inputEndsWithoutAnAnswer(Behavior behavior) {
        open(behavior).session.close(1000, null, Callback.NOOP);
        memory.endPoint.addInputEOF();
        assertThat(handler.notes).containsExactly("open", "closed 1006");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void inputEndsWithinAFrame(Behavior behavior) {
        open(behavior);
        byte[] frame = WireFrames.bytes(memory.other(), 0x81, "abc");
        memory.receive(java.util.Arrays.copyOf(frame, frame.length - 1));
        memory.endPoint.addInputEOF();
        assertThat(handler.notes).containsExactly("open", "error ClosedChannelException", "closed 1006");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void endpointIsClosed(Behavior behavior) {
        open(behavior).endPoint.close(new IOException("by the test"));
        assertThat(handler.notes).containsExactly("open", "error IOException", "closed 1006");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void abortEndsWithoutAClose(Behavior behavior) {
        open(behavior).session.abort();
        memory.session.abort();
        assertThat(handler.notes).containsExactly("open", "closed 1006");
        assertThat(memory.sent()).isEmpty();
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    /** Sections 5.5.1 and 7.4. */
    @ParameterizedTest
    @CsvSource({
        "03, 1002",
        "0000, 1002",
        "03e7, 1002",
        "03ec, 1002",
        "03ed, 1002",
        "03ee, 1002",
        "03f7, 1002",
        "0bb7, 1002",
        "1388, 1002",
        "ffff, 1002",
        "03e8ff, 1007",
        "03e8c3, 1007",
        "03e8eda080, 1007"
    })
    void illegalPayloadOfACloseIsRefused(String payload, int code) {
        for (Behavior behavior : Behavior.values()) {
            handler.notes.clear();
            open(behavior)
                    .receive(WireFrames.bytes(
                            memory.other(), 0x88, java.util.HexFormat.of().parseHex(payload)));
            assertThat(handler.notes).hasSize(3).endsWith("closed " + code);
            assertThat(memory.sent()).singleElement().asString().startsWith("CLOSE " + code);
        }
    }

    @ParameterizedTest
    @CsvSource({"1000", "1001", "1002", "1003", "1007", "1008", "1009", "1010", "1011", "1012", "1014", "3000", "4999"})
    void legalCodesAreTaken(int code) {
        open(Behavior.SERVER).receiveClose(code, "why");
        assertThat(handler.notes).containsExactly("open", "CLOSE " + code + " why", "closed " + code);
    }

    @Test
    void codeThatMustNotBeSentIsRefusedAndTheSessionGoesOn() {
        open(Behavior.SERVER).session.close(1006, "why", memory.noting("close"));
        memory.session.close(99, null, memory.noting("other"));
        assertThat(memory.told).containsExactly("close ProtocolException", "other ProtocolException");
        memory.send("a");
        assertThat(memory.sent()).containsExactly("TEXT a");
    }

    @Test
    void reasonIsCutAtTheEndOfACharacter() {
        open(Behavior.SERVER).session.close(1000, "\u20ac".repeat(50), Callback.NOOP);
        assertThat(memory.sent()).containsExactly("CLOSE 1000 " + "\u20ac".repeat(41));
    }

    @Test
    void framesBehindACloseAreDropped() {
        open(Behavior.SERVER)
                .receive(
                        WireFrames.close(Behavior.CLIENT, 1000, null),
                        WireFrames.bytes(Behavior.CLIENT, 0x81, "late"),
                        WireFrames.bytes(Behavior.CLIENT, 0x89, "late"),
                        WireFrames.close(Behavior.CLIENT, 1001, null));
        memory.receive(new byte[] {1, 2, 3});
        assertThat(handler.notes).containsExactly("open", "CLOSE 1000", "closed 1000");
        assertThat(memory.sent()).containsExactly("CLOSE 1000");
    }

    @Test
    void closeIsFoundBehindFramesThatNobodyDemands() {
        handler.demanding = false;
        open(Behavior.SERVER).session.close(1000, null, Callback.NOOP);
        memory.receive(
                WireFrames.bytes(Behavior.CLIENT, 0x01, "a"),
                WireFrames.bytes(Behavior.CLIENT, 0x89, "b"),
                WireFrames.bytes(Behavior.CLIENT, 0x80, "c"),
                WireFrames.close(Behavior.CLIENT, 1000, null));
        assertThat(handler.notes).containsExactly("open", "CLOSE 1000", "closed 1000");
    }

    @Test
    void closeThatIsNotAnsweredInTimeEndsTheSession() {
        open(Behavior.SERVER).session.close(1000, null, Callback.NOOP);
        memory.scheduler.pass(WebSocketConstants.DEFAULT_IDLE_TIMEOUT.toMillis() - 1);
        assertThat(handler.notes).containsExactly("open");
        memory.scheduler.pass(WebSocketConstants.DEFAULT_IDLE_TIMEOUT.toMillis());
        assertThat(handler.notes).containsExactly("open", "closed 1006");
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    @Test
    void otherSideThatDoesNotEndItsInputIsNotWaitedForForEver() {
        open(Behavior.SERVER).receiveClose(1000, null);
        assertThat(memory.endPoint.isOpen()).isTrue();
        memory.scheduler.pass(5000);
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void idleSessionIsClosed(Behavior behavior) {
        open(behavior).connection.onIdleExpired(new TimeoutException("by the test"));
        assertThat(handler.notes).containsExactly("open", "error WebSocketTimeoutException", "closed 1001");
        assertThat(memory.sent()).singleElement().asString().startsWith("CLOSE 1001");
    }

    @Test
    void listenerKeepsAnIdleSessionOpen() {
        open(Behavior.SERVER).session.addIdleTimeoutListener(idle -> false);
        memory.connection.onIdleExpired(new TimeoutException("by the test"));
        assertThat(handler.notes).containsExactly("open");
        assertThat(memory.session.isOutputOpen()).isTrue();
    }

    @Test
    void idleSessionIsAskedByAPingFirst() {
        open(Behavior.SERVER).session.setPingInterval(java.time.Duration.ofSeconds(1));
        memory.connection.onIdleExpired(new TimeoutException("by the test"));
        memory.receive(0x8a, "");
        memory.connection.onIdleExpired(new TimeoutException("by the test"));
        assertThat(memory.sent()).containsExactly("PING", "PING");
        memory.connection.onIdleExpired(new TimeoutException("by the test"));
        assertThat(handler.notes).containsExactly("open", "PONG", "error WebSocketTimeoutException", "closed 1001");
    }

    @Test
    void handlerAnswersACloseByItself() {
        NotingHandler answering = new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                notes.add(WireFrames.toString(frame));
                session.close(1001, "own", callback);
            }
        };
        memory = new MemorySession(Behavior.SERVER, answering).open();
        memory.receiveClose(1000, null);
        assertThat(memory.sent()).containsExactly("CLOSE 1001 own");
        assertThat(answering.notes).containsExactly("open", "CLOSE 1000", "closed 1000");
        handler.notes.add("closed");
    }

    /** A handler that keeps the callback of a Close, and demands more, as one that has yet to send something. */
    private Callback[] keepTheClose(Behavior behavior) {
        Callback[] kept = new Callback[1];
        NotingHandler keeping = new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                handler.notes.add(WireFrames.toString(frame));
                kept[0] = callback;
                session.demand();
            }

            @Override
            public void onError(Throwable cause, Callback callback) {
                handler.onError(cause, callback);
            }

            @Override
            public void onClosed(CloseStatus closeStatus, Callback callback) {
                handler.notes.add("closed " + closeStatus.getCode() + " " + closeStatus.getReason());
                callback.succeeded();
            }
        };
        memory = new MemorySession(behavior, keeping).open();
        memory.receiveClose(1001, "going");
        assertThat(memory.session.isInputOpen()).isFalse();
        return kept;
    }

    /** Section 7.1.5: the code is that of the Close that was received. */
    @ParameterizedTest
    @EnumSource(Behavior.class)
    void inputEndsBeforeTheCloseIsAnswered(Behavior behavior) {
        Callback[] kept = keepTheClose(behavior);
        memory.endPoint.addInputEOF();
        assertThat(handler.notes).containsExactly("CLOSE 1001 going", "closed 1001 going");
        kept[0].succeeded();
        assertThat(memory.sent()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void connectionIsLostBeforeTheCloseIsAnswered(Behavior behavior) {
        Callback[] kept = keepTheClose(behavior);
        memory.endPoint.close();
        assertThat(handler.notes).containsExactly("CLOSE 1001 going", "error EofException", "closed 1001 going");
        kept[0].succeeded();
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void sessionIsAbortedBeforeTheCloseIsAnswered(Behavior behavior) {
        Callback[] kept = keepTheClose(behavior);
        memory.session.abort();
        assertThat(handler.notes).containsExactly("CLOSE 1001 going", "closed 1001 going");
        kept[0].succeeded();
    }

    /** The answer says what happened here; the code of the connection stays the one that was received. */
    @ParameterizedTest
    @EnumSource(Behavior.class)
    void handlerFailsBeforeTheCloseIsAnswered(Behavior behavior) {
        Callback[] kept = keepTheClose(behavior);
        kept[0].failed(new IllegalStateException("by the test"));
        assertThat(handler.notes)
                .containsExactly("CLOSE 1001 going", "error IllegalStateException", "closed 1001 going");
        assertThat(memory.sent()).containsExactly("CLOSE 1011 by the test");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void sessionIsIdleBeforeTheCloseIsAnswered(Behavior behavior) {
        Callback[] kept = keepTheClose(behavior);
        memory.connection.onIdleExpired(new TimeoutException("by the test"));
        assertThat(handler.notes)
                .containsExactly("CLOSE 1001 going", "error WebSocketTimeoutException", "closed 1001 going");
        assertThat(memory.sent()).singleElement().asString().startsWith("CLOSE 1001");
        kept[0].succeeded();
    }
}
