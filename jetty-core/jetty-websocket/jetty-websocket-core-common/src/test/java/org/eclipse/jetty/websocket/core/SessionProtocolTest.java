package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.messages.StringMessageSink;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What violates the protocol fails the session (RFC 6455, sections 5 and 7.1.7). */
class SessionProtocolTest {
    private MemorySession memory;

    private MemorySession open(Behavior behavior, NotingHandler handler) {
        memory = new MemorySession(behavior, handler).open();
        return memory;
    }

    @AfterEach
    void nothingIsHeld() {
        memory.assertReleased();
    }

    private void assertFailed(int code, String error) {
        List<String> notes = memory.handler.notes;
        assertThat(notes).endsWith("error " + error, "closed " + code);
        assertThat(notes.stream().filter(note -> note.startsWith("closed"))).hasSize(1);
        assertThat(memory.sent()).last().asString().startsWith("CLOSE " + code);
        assertThat(memory.session.isClosed()).isTrue();
        memory.send("late");
        assertThat(memory.told).containsExactly("late ClosedChannelException");
    }

    /** First bytes of the last frame, after those of frames before it. */
    @ParameterizedTest
    @CsvSource({
        "'', 83",
        "'', 87",
        "'', 8b",
        "'', 8f", // unknown opcodes (section 5.2)
        "'', c1",
        "'', a1",
        "'', 91",
        "'', c9",
        "'', a8", // reserved bits (section 5.2)
        "'', 09",
        "'', 0a",
        "'', 08", // fragmented control frames (section 5.5)
        "'', 80",
        "'', 00",
        "81, 80", // continuation without a beginning (section 5.4)
        "01, 81",
        "01, 02",
        "0100, 82" // another message within a fragmented one (section 5.4)
    })
    void illegalFirstByteIsRefused(String before, String last) {
        for (Behavior behavior : Behavior.values()) {
            NotingHandler handler = new NotingHandler();
            open(behavior, handler);
            for (byte first : HexFormat.of().parseHex(before)) {
                memory.receive(first, "ok");
            }
            memory.receive(HexFormat.of().parseHex(last)[0], "");
            assertFailed(CloseStatus.PROTOCOL, "ProtocolException");
        }
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void wrongMaskingIsRefused(Behavior behavior) {
        open(behavior, new NotingHandler()).receive(WireFrames.bytes(behavior, 0x81, "abc"));
        // section 5.1
        assertFailed(CloseStatus.PROTOCOL, "ProtocolException");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"897e007e", "897f0000000000000080", "827e007d", "827f000000000000ffff", "827f8000000000000000"})
    void illegalLengthIsRefused(String head) {
        open(Behavior.CLIENT, new NotingHandler()).receive(HexFormat.of().parseHex(head));
        assertFailed(CloseStatus.PROTOCOL, "ProtocolException");
    }

    @Test
    void frameThatIsTooLargeIsRefusedByItsHead() {
        open(Behavior.CLIENT, new NotingHandler()).session.setAutoFragment(false);
        memory.session.setMaxFrameSize(1000);
        memory.receive(HexFormat.of().parseHex("827e03e9"));
        assertFailed(CloseStatus.MESSAGE_TOO_LARGE, "MessageTooLargeException");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void largestFrameIsTaken(Behavior behavior) {
        open(behavior, new NotingHandler()).session.setAutoFragment(false);
        memory.session.setMaxFrameSize(10_000);
        memory.receive(0x81, "a".repeat(10_000));
        assertThat(memory.handler.notes).containsExactly("open", "TEXT " + "a".repeat(10_000));
    }

    @Test
    void frameLargerThanTheBufferComesInFragments() {
        open(Behavior.SERVER, new NotingHandler()).receive(0x81, "a".repeat(10_000));
        List<String> notes = memory.handler.notes;
        assertThat(notes.get(1)).startsWith("TEXT- a");
        assertThat(notes.get(notes.size() - 1)).startsWith("CONTINUATION a");
        assertThat(String.join("", notes).chars().filter(c -> c == 'a').count()).isEqualTo(10_000);
    }

    @Test
    void controlFramesComeWithinAFragmentedMessage() {
        open(Behavior.SERVER, new NotingHandler())
                .receive(
                        WireFrames.bytes(Behavior.CLIENT, 0x01, "a"),
                        WireFrames.bytes(Behavior.CLIENT, 0x89, "p"),
                        WireFrames.bytes(Behavior.CLIENT, 0x00, ""),
                        WireFrames.bytes(Behavior.CLIENT, 0x8a, ""),
                        WireFrames.bytes(Behavior.CLIENT, 0x80, "b"));
        // section 5.4
        assertThat(memory.handler.notes)
                .containsExactly("open", "TEXT- a", "PING p", "CONTINUATION-", "PONG", "CONTINUATION b");
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void framesThatComeByteByByteAreTaken(Behavior behavior) {
        open(behavior, new NotingHandler());
        for (byte b : WireFrames.concat(
                WireFrames.bytes(memory.other(), 0x81, "abc"), WireFrames.close(memory.other(), 1000, "bye"))) {
            memory.receive(new byte[] {b});
        }
        assertThat(memory.handler.notes).containsExactly("open", "TEXT abc", "CLOSE 1000 bye", "closed 1000");
    }

    @Test
    void messageThatIsTooLargeIsRefused() {
        open(Behavior.SERVER, new Gathering()).session.setMaxTextMessageSize(10);
        memory.receive(0x81, "0123456789");
        memory.receive(0x01, "012345");
        memory.receive(0x80, "6789x");
        assertThat(memory.handler.notes).startsWith("open", "0123456789");
        assertFailed(CloseStatus.MESSAGE_TOO_LARGE, "MessageTooLargeException");
    }

    @Test
    void characterCutByFragmentsIsTaken() {
        open(Behavior.SERVER, new Gathering());
        byte[] text = "\u20ac\ud83d\ude00".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < text.length; i++) {
            int first = (i == 0 ? 1 : 0) | (i == text.length - 1 ? 0x80 : 0);
            memory.receive(WireFrames.bytes(Behavior.CLIENT, first, new byte[] {text[i]}));
        }
        assertThat(memory.handler.notes).containsExactly("open", "\u20ac\ud83d\ude00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3 41", "e282 41", "ed a080", "f8 88808080", "c0 80", "f490 8080", "61 c3"})
    void textThatIsNotUtf8AcrossFragmentsIsRefused(String parts) {
        open(Behavior.SERVER, new Gathering());
        String[] part = parts.split(" ");
        memory.receive(WireFrames.bytes(Behavior.CLIENT, 0x01, HexFormat.of().parseHex(part[0])));
        if (!memory.session.isClosed()) {
            memory.receive(
                    WireFrames.bytes(Behavior.CLIENT, 0x80, HexFormat.of().parseHex(part[1])));
        }
        // section 8.1
        assertFailed(CloseStatus.BAD_PAYLOAD, "InvalidUtf8");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void badTextIsNotReadAgainWhileTheCloseWaitsForTheNetwork() {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler(), 10).open();
        memory.send("0123456789");
        byte[] frame = WireFrames.bytes(Behavior.CLIENT, 0x81, new byte[] {'a', (byte) 0xff, 'b'});
        memory.receive(java.util.Arrays.copyOf(frame, frame.length - 1));
        assertThat(memory.handler.notes).containsExactly("open", "error InvalidUtf8", "closed 1007");
    }

    @ParameterizedTest
    @CsvSource({"7, true", "9, false", "0, true"})
    void illegalFrameIsNotSent(int opcode, boolean fin) {
        open(Behavior.SERVER, new NotingHandler());
        memory.session.sendFrame(new Frame((byte) opcode, fin, "a"), memory.noting("illegal"), false);
        assertThat(memory.told).containsExactly("illegal ProtocolException");
        memory.send("a");
        assertThat(memory.sent()).containsExactly("TEXT a");
    }

    @Test
    void illegalSequenceIsNotSent() {
        open(Behavior.SERVER, new NotingHandler());
        memory.session.sendFrame(new Frame(OpCode.TEXT, false, "a"), memory.noting("first"), false);
        memory.session.sendFrame(new Frame(OpCode.BINARY, true, "b"), memory.noting("other"), false);
        memory.session.sendFrame(new Frame(OpCode.PING, true, "p"), memory.noting("ping"), false);
        memory.session.sendFrame(new Frame(OpCode.CONTINUATION, true, "c"), memory.noting("last"), false);
        memory.session.sendFrame(new Frame(OpCode.TEXT, "x").setRsv2(true), memory.noting("reserved"), false);
        memory.session.sendFrame(new Frame(OpCode.PING, "x".repeat(126)), memory.noting("large"), false);
        assertThat(memory.told)
                .containsExactly(
                        "first",
                        "other ProtocolException",
                        "ping",
                        "last",
                        "reserved ProtocolException",
                        "large ProtocolException");
        assertThat(memory.sent()).containsExactly("TEXT- a", "PING p", "CONTINUATION c");
    }

    /** Gathers text messages. */
    static final class Gathering extends NotingHandler {
        private StringMessageSink sink;
        final List<String> messages = new ArrayList<>();

        @Override
        public void onOpen(CoreSession coreSession, Callback callback) {
            try {
                sink = new StringMessageSink(
                        coreSession,
                        MethodHolder.from(MethodHandles.lookup()
                                        .findVirtual(
                                                Gathering.class,
                                                "onText",
                                                MethodType.methodType(void.class, String.class)))
                                .bindTo(this),
                        true);
            } catch (ReflectiveOperationException x) {
                throw new IllegalStateException(x);
            }
            super.onOpen(coreSession, callback);
        }

        public void onText(String text) {
            notes.add(text);
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            if (frame.isDataFrame()) {
                sink.accept(frame, callback);
            } else {
                super.onFrame(frame, callback);
            }
        }
    }
}
