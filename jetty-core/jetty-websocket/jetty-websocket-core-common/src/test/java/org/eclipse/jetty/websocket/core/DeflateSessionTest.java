package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose messages are compressed (RFC 7692). */
class DeflateSessionTest {
    private MemorySession memory;
    private MemorySession other;

    private static ExtensionStack stack(Behavior behavior, String config) {
        ExtensionStack extensions = new ExtensionStack(new WebSocketComponents(), behavior);
        List<ExtensionConfig> offer = List.of(ExtensionConfig.parse(config));
        extensions.negotiate(offer, offer);
        return extensions;
    }

    private void open(String config, NotingHandler handler) {
        memory = new MemorySession(Behavior.CLIENT, new NotingHandler(), stack(Behavior.CLIENT, config)).open();
        other = new MemorySession(Behavior.SERVER, handler, stack(Behavior.SERVER, config)).open();
    }

    /** Has the other side receive what was sent. */
    private void transfer() {
        other.endPoint.addInput(memory.endPoint.takeOutput());
    }

    @AfterEach
    void nothingIsHeld() {
        memory.assertReleased();
        other.assertReleased();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permessage-deflate",
                "permessage-deflate;client_no_context_takeover",
                "permessage-deflate;client_max_window_bits=8",
                "permessage-deflate;client_max_window_bits=9;client_no_context_takeover"
            })
    void messagesMayHaveEmptyFragmentsAnywhere(String config) {
        open(config, new NotingHandler());
        for (String[] message :
                new String[][] {{"a", ""}, {"", ""}, {"", "a", "", ""}, {"b".repeat(50), "", ""}, {""}}) {
            other.handler.notes.clear();
            for (int i = 0; i < message.length; i++) {
                byte opcode = i == 0 ? OpCode.TEXT : OpCode.CONTINUATION;
                memory.session.sendFrame(
                        new Frame(opcode, i == message.length - 1, message[i]), memory.noting("sent"), false);
            }
            transfer();
            // RFC 7692, section 7.2.3.6
            assertThat(memory.told).hasSize(message.length).containsOnly("sent");
            memory.told.clear();
            String text = String.join("", other.handler.notes).replaceAll("[A-Z -]", "");
            assertThat(text).isEqualTo(String.join("", message));
            assertThat(other.handler.notes).last().asString().doesNotContain("-");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlerThatSucceedsAndThrowsFailsTheSession(boolean later) {
        open("permessage-deflate", new NotingHandler() {
            private int frames;

            @Override
            public void onFrame(Frame frame, Callback callback) {
                callback.succeeded();
                if (later && frames++ == 0) {
                    session.demand();
                } else {
                    throw new IllegalStateException("by the test");
                }
            }
        });
        memory.send("a".repeat(50_000));
        transfer();
        assertThat(other.handler.notes).containsExactly("open", "error IllegalStateException", "closed 1011");
        assertThat(other.handler.error).hasMessage("by the test");
    }

    @Test
    void reservedBitOfAContinuationIsRefused() {
        open("permessage-deflate", new NotingHandler());
        other.receive(0x01, "a");
        other.receive(0xc0, "b");
        // RFC 7692, section 6.1
        assertThat(other.handler.notes).containsExactly("open", "TEXT- a", "error ProtocolException", "closed 1002");
    }

    @Test
    void compressedControlFrameIsRefused() {
        open("permessage-deflate", new NotingHandler());
        other.receive(0xc9, "");
        // RFC 7692, section 6.1
        assertThat(other.handler.notes).containsExactly("open", "error ProtocolException", "closed 1002");
    }

    @Test
    void secondDemandOfAPieceIsRefused() {
        open("permessage-deflate", new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                notes.add(frame.getPayloadLength() + (frame.isFin() ? " last" : ""));
                callback.succeeded();
                session.demand();
                assertThatThrownBy(session::demand)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("demand pending");
            }
        });
        memory.send("a".repeat(20_000));
        memory.send("b");
        transfer();
        // the demand that was refused has no effect, and others have
        assertThat(other.handler.notes).containsExactly("open", "8192", "8192", "3616 last", "1 last");
    }

    @Test
    void demandOfAPieceMayComeFromAnotherThreadLater() {
        List<Runnable> later = new ArrayList<>();
        open("permessage-deflate", new NotingHandler() {
            @Override
            public void onFrame(Frame frame, Callback callback) {
                notes.add(frame.getPayloadLength() + (frame.isFin() ? " last" : ""));
                later.add(() -> {
                    callback.succeeded();
                    session.demand();
                });
            }
        });
        memory.send("a".repeat(20_000));
        transfer();
        assertThat(other.handler.notes).containsExactly("open", "8192");
        later.remove(0).run();
        assertThat(other.handler.notes).containsExactly("open", "8192", "8192");
        later.remove(0).run();
        assertThat(other.handler.notes).containsExactly("open", "8192", "8192", "3616 last");
        later.remove(0).run();
        assertThatThrownBy(other.session::demand).isInstanceOf(IllegalStateException.class);
    }
}
