package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.exception.CloseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session makes of its handler: its demand, and what it throws. */
class SessionHandlerTest {
    private MemorySession memory;

    @AfterEach
    void nothingIsHeld() {
        memory.assertReleased();
        assertThat(memory.handler.notes.stream().filter(note -> note.startsWith("closed")))
                .hasSize(1);
    }

    @Test
    void framesComeOneForEachDemand() {
        NotingHandler handler = new NotingHandler();
        handler.demanding = false;
        memory = new MemorySession(Behavior.SERVER, handler).open();
        memory.receive(
                WireFrames.bytes(Behavior.CLIENT, 0x81, "a"),
                WireFrames.bytes(Behavior.CLIENT, 0x81, "b"),
                WireFrames.bytes(Behavior.CLIENT, 0x89, "c"));
        assertThat(handler.notes).containsExactly("open");
        memory.session.demand();
        assertThat(handler.notes).containsExactly("open", "TEXT a");
        memory.session.demand();
        memory.session.demand();
        assertThat(handler.notes).containsExactly("open", "TEXT a", "TEXT b", "PING c");
        memory.session.demand();
        assertThatThrownBy(memory.session::demand).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void demandBeforeTheHandlerHasOpenedWaits() {
        Callback[] opening = new Callback[1];
        NotingHandler handler = new NotingHandler() {
            @Override
            public void onOpen(CoreSession coreSession, Callback callback) {
                notes.add("open");
                opening[0] = callback;
                coreSession.demand();
                coreSession.sendFrame(new Frame(OpCode.TEXT, "early"), Callback.NOOP, false);
            }
        };
        memory = new MemorySession(Behavior.SERVER, handler);
        handler.session = memory.session;
        memory.open().receive(0x81, "a");
        assertThat(handler.notes).containsExactly("open");
        assertThat(memory.sent()).containsExactly("TEXT early");
        opening[0].succeeded();
        assertThat(handler.notes).containsExactly("open", "TEXT a");
    }

    @Test
    void manyFramesInOneBufferDoNotOverflowTheStack() {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler()).open();
        byte[] frame = WireFrames.bytes(Behavior.CLIENT, 0x82, "");
        byte[][] frames = new byte[20_000][];
        Arrays.fill(frames, frame);
        memory.receive(frames);
        assertThat(memory.handler.notes).hasSize(20_001);
        assertThat(memory.connection.getMessagesIn()).isEqualTo(20_000);
    }

    @Test
    void demandAfterTheEndMeansNothing() {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler()).open();
        memory.session.abort();
        memory.session.demand();
        memory.session.demand();
    }

    @Test
    void payloadIsValidUntilTheCallback() {
        Frame[] held = new Frame[1];
        Callback[] done = new Callback[1];
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                if (held[0] == null) {
                    held[0] = frame;
                    done[0] = callback;
                    session.demand();
                } else {
                    super.onFrame(frame, callback);
                }
            }
        });
        memory.open().receive(0x81, "first");
        for (int i = 0; i < 50; i++) {
            memory.receive(0x81, "x".repeat(1000));
        }
        assertThat(held[0].getPayloadAsUTF8()).isEqualTo("first");
        done[0].succeeded();
        assertThat(memory.handler.notes).hasSize(51);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlerThatThrowsInOnOpen(boolean succeeds) {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onOpen(CoreSession coreSession, Callback callback) {
                if (succeeds) {
                    callback.succeeded();
                }
                throw new IllegalStateException("by the test");
            }
        });
        memory.open();
        assertThat(memory.handler.notes).containsExactly("error IllegalStateException", "closed 1011");
        assertThat(memory.sent()).containsExactly("CLOSE 1011 by the test");
    }

    private static NotingHandler throwingInOnFrame(boolean succeeds) {
        return new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                if (succeeds) {
                    callback.succeeded();
                }
                throw new IllegalStateException("by the test");
            }
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlerThatThrowsInOnFrame(boolean succeeds) {
        memory = new MemorySession(Behavior.SERVER, throwingInOnFrame(succeeds));
        memory.open().receive(0x81, "a");
        assertThat(memory.handler.notes).containsExactly("open", "error IllegalStateException", "closed 1011");
        assertThat(memory.sent()).containsExactly("CLOSE 1011 by the test");
    }

    @ParameterizedTest
    @CsvSource({"4000, 4000", "1006, 1011", "1008, 1008"})
    void handlerThatFailsWithACode(int code, int told) {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                callback.failed(new CloseException(code, "by the test"));
            }
        });
        memory.open().receive(0x81, "a");
        assertThat(memory.handler.notes).containsExactly("open", "error CloseException", "closed " + told);
        assertThat(memory.sent()).containsExactly("CLOSE " + told + " by the test");
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void handlerThatThrowsAtAClose(boolean sent, boolean succeeds) {
        memory = new MemorySession(Behavior.SERVER, throwingInOnFrame(succeeds));
        memory.open();
        if (sent) {
            memory.session.close(1000, null, Callback.NOOP);
        }
        memory.receiveClose(1000, null);
        assertThat(memory.sent()).hasSize(1);
        assertThat(memory.handler.notes).last().isEqualTo("closed 1000");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlerThatThrowsInOnError(boolean succeeds) {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onError(Throwable cause, Callback callback) {
                if (succeeds) {
                    callback.succeeded();
                }
                throw new IllegalStateException("by the test");
            }
        });
        memory.open().endPoint.addInputEOF();
        assertThat(memory.handler.notes).containsExactly("open", "closed 1006");
    }

    @Test
    void handlerIsToldOfTheEndOnceItIsDoneWithTheError() {
        Callback[] failing = new Callback[1];
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onError(Throwable cause, Callback callback) {
                notes.add("error");
                failing[0] = callback;
            }
        });
        memory.open().endPoint.addInputEOF();
        assertThat(memory.handler.notes).containsExactly("open", "error");
        failing[0].failed(new IllegalStateException("by the test"));
        assertThat(memory.handler.notes).containsExactly("open", "error", "closed 1006");
    }

    @Test
    void handlerThatThrowsInOnClosed() {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler() {
            @Override
            public void onClosed(CloseStatus closeStatus, Callback callback) {
                super.onClosed(closeStatus, callback);
                throw new IllegalStateException("by the test");
            }
        });
        memory.open().receiveClose(1000, null);
        memory.endPoint.addInputEOF();
        assertThat(memory.endPoint.isOpen()).isFalse();
    }
}
