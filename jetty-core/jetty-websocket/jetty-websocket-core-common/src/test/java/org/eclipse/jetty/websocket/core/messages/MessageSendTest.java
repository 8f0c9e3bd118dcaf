package org.eclipse.jetty.websocket.core.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.WebSocketConstants;
import org.eclipse.jetty.websocket.core.util.Utf8Validator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are sent as they are written. */
class MessageSendTest {
    private static final String SMILE = "\ud83d\ude00";

    private final NotingSession session = new NotingSession();
    private final List<String> told = new ArrayList<>();

    private Callback callback() {
        return Callback.from(
                () -> told.add("succeeded"), x -> told.add(x.getClass().getSimpleName()));
    }

    @AfterEach
    void nothingIsHeld() {
        assertThat(session.pool.getLeaks()).as(session.pool::dumpLeaks).isEmpty();
    }

    // ---- bytes

    @Test
    void bytesAreSentInFragmentsOfTheOutputBuffer() throws Exception {
        session.setOutputBufferSize(4);
        MessageOutputStream stream = new MessageOutputStream(session, session.pool);
        stream.setCallback(callback());
        stream.write("abc".getBytes());
        assertThat(session.sent).isEmpty();
        stream.write('d');
        stream.write(ByteBuffer.wrap("efghij".getBytes()));
        assertThat(session.texts()).containsExactly("BINARY- abcd", "CONTINUATION- efgh");
        stream.flush();
        stream.flush();
        assertThat(told).isEmpty();
        stream.close();
        stream.close();
        assertThat(session.texts())
                .containsExactly("BINARY- abcd", "CONTINUATION- efgh", "CONTINUATION- ij", "CONTINUATION ");
        assertThat(told).containsExactly("succeeded");
        assertThatThrownBy(() -> stream.write(1)).isInstanceOf(IOException.class);
        stream.flush();
        assertThat(session.sent).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void withoutAnOutputBufferFragmentsHaveTheDefaultSize(int size) throws Exception {
        session.setOutputBufferSize(size);
        try (MessageOutputStream stream = new MessageOutputStream(session, session.pool)) {
            stream.write(new byte[WebSocketConstants.DEFAULT_OUTPUT_BUFFER_SIZE + 1]);
        }
        assertThat(session.sent.stream().map(Frame::getPayloadLength))
                .containsExactly(WebSocketConstants.DEFAULT_OUTPUT_BUFFER_SIZE, 1);
    }

    @Test
    void nothingWrittenIsAnEmptyMessage() throws Exception {
        new MessageOutputStream(session, session.pool).close();
        assertThat(session.texts()).containsExactly("BINARY ");
    }

    @Test
    void smallMessageIsOneFrame() throws Exception {
        try (MessageOutputStream stream = new MessageOutputStream(session, session.pool)) {
            stream.write("small".getBytes(), 1, 3);
        }
        assertThat(session.texts()).containsExactly("BINARY mal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abcd", "abcdefgh"})
    void messageThatFillsItsLastFragmentHasNoEmptyEnd(String message) throws Exception {
        session.setOutputBufferSize(4);
        try (MessageOutputStream stream = new MessageOutputStream(session, session.pool)) {
            stream.write(message.getBytes());
        }
        session.sent.forEach(frame -> assertThat(frame.getPayloadLength()).isEqualTo(4));
        assertThat(session.sent).hasSize(message.length() / 4).last().matches(Frame::isFin);
    }

    @Test
    void flushSendsAFullFragment() throws Exception {
        session.setOutputBufferSize(4);
        MessageOutputStream stream = new MessageOutputStream(session, session.pool);
        stream.write("abcd".getBytes());
        stream.flush();
        assertThat(session.texts()).containsExactly("BINARY- abcd");
        stream.close();
        assertThat(session.texts()).containsExactly("BINARY- abcd", "CONTINUATION ");
    }

    /** Its last fragment is abandoned as a part that was written is. */
    @Test
    void messageOfWhichAPartWasSentBeforeItsEndFailedClosesTheSession() throws Exception {
        MessageOutputStream stream = new MessageOutputStream(session, session.pool);
        stream.setCallback(callback());
        stream.write("a".getBytes());
        stream.flush();
        session.failure = new IOException("by the test");
        assertThatThrownBy(stream::close).hasMessage("by the test");
        assertThat(session.closes).containsExactly(CloseStatus.SERVER_ERROR);
        assertThat(told).containsExactly("IOException");
    }

    @Test
    void failureIsThrownAndReported() throws Exception {
        session.setOutputBufferSize(4);
        MessageOutputStream stream = new MessageOutputStream(session, session.pool);
        stream.setCallback(callback());
        stream.write("ab".getBytes());
        session.failure = new IOException("by the test");
        assertThatThrownBy(() -> stream.write("cdef".getBytes()))
                .isInstanceOf(IOException.class)
                .hasMessage("by the test");
        assertThatThrownBy(stream::close).hasMessage("by the test");
        assertThat(told).containsExactly("IOException");
    }

    @Test
    void failureOfTheEndIsReported() throws Exception {
        MessageOutputStream stream = new MessageOutputStream(session, session.pool);
        stream.setCallback(callback());
        stream.write("ab".getBytes());
        session.failure = new IOException("by the test");
        assertThatThrownBy(stream::close).hasMessage("by the test");
        assertThat(told).containsExactly("IOException");
        stream.close();
        assertThat(told).hasSize(1);
    }

    // ---- text

    private String text() {
        ByteBuffer all = ByteBuffer.allocate(100_000);
        for (Frame frame : session.sent) {
            if (frame.hasPayload()) {
                all.put(frame.getPayload().slice());
            }
        }
        all.flip();
        assertThat(Utf8Validator.isValid(all)).isTrue();
        return StandardCharsets.UTF_8.decode(all).toString();
    }

    @Test
    void shortTextIsOneFrame() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a");
        writer.write("b");
        assertThat(session.sent).isEmpty();
        writer.close();
        assertThat(session.texts()).containsExactly("TEXT ab");
        assertThat(told).containsExactly("succeeded");
    }

    @Test
    void emptyTextIsOneFrame() throws Exception {
        new MessageWriter(session, session.pool).close();
        assertThat(session.texts()).containsExactly("TEXT ");
    }

    @Test
    void longTextEndsWithItsLastFragment() throws Exception {
        session.setOutputBufferSize(4);
        try (MessageWriter writer = new MessageWriter(session, session.pool)) {
            writer.write("abcdefgh");
        }
        assertThat(session.texts()).containsExactly("TEXT- abcd", "CONTINUATION efgh");
    }

    /** The last part of a text is sent when it is closed, and abandoned if that fails. */
    @Test
    void textOfWhichAPartWasSentBeforeItsEndFailedClosesTheSession() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a");
        writer.flush();
        writer.write("b");
        session.failure = new IOException("by the test");
        assertThatThrownBy(writer::close).hasMessage("by the test");
        writer.close();
        assertThat(session.texts()).containsExactly("TEXT- a");
        assertThat(session.closes).containsExactly(CloseStatus.SERVER_ERROR);
        assertThat(told).containsExactly("IOException");
    }

    @Test
    void abandonedTextIsNotSent() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a");
        writer.abandon(new IllegalStateException());
        writer.close();
        assertThat(session.sent).isEmpty();
        assertThat(session.closes).isEmpty();
        assertThat(told).containsExactly("IllegalStateException");
    }

    @Test
    void surrogatePairMayBeWrittenByTwoWrites() throws Exception {
        try (MessageWriter writer = new MessageWriter(session, session.pool)) {
            writer.write("a" + SMILE.charAt(0));
            writer.write(SMILE.charAt(1) + "b");
            writer.write(SMILE.charAt(0));
            writer.flush();
            writer.write(SMILE.charAt(1));
        }
        assertThat(text()).isEqualTo("a" + SMILE + "b" + SMILE);
        assertThat(session.sent.get(0).getOpCode()).isEqualTo(OpCode.TEXT);
        assertThat(session.sent.stream().map(Frame::isFin).collect(Collectors.toList()))
                .last()
                .isEqualTo(true);
    }

    @Test
    void surrogatePairMayBeCutByTheEdgeOfAnyBuffer() throws Exception {
        // the encoder has a buffer of its own, of 8 KiB or less
        for (int before : new int[] {1, 3, 511, 512, 4095, 8189, 8190, 8191, 8192, 16383}) {
            for (int size : new int[] {5, 4096, 8192}) {
                session.sent.clear();
                session.setOutputBufferSize(size);
                try (MessageWriter writer = new MessageWriter(session, session.pool)) {
                    writer.write("a".repeat(before) + SMILE + "b");
                }
                assertThat(text()).isEqualTo("a".repeat(before) + SMILE + "b");
                assertThat(session.sent).allSatisfy(frame -> assertThat(frame.getPayloadLength())
                        .isLessThanOrEqualTo(size));
            }
        }
    }

    @Test
    void halfOfAPairFails() {
        for (String wrong : new String[] {SMILE.charAt(0) + "a", SMILE.charAt(1) + "", SMILE.charAt(0) + ""}) {
            assertThatThrownBy(() -> {
                        try (MessageWriter writer = new MessageWriter(session, session.pool)) {
                            writer.write(wrong);
                            writer.flush();
                        }
                    })
                    .isInstanceOf(CharacterCodingException.class);
        }
    }

    @Test
    void messageThatEndsWithHalfOfAPairIsNotSent() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a" + SMILE.charAt(0));
        assertThatThrownBy(writer::close).isInstanceOf(CharacterCodingException.class);
        writer.close();
        assertThat(told).containsExactly("MalformedInputException");
        assertThat(session.sent).isEmpty();
        // nothing of it was sent, and other messages may be
        assertThat(session.closes).isEmpty();
    }

    @Test
    void messageOfWhichAPartWasSentBeforeHalfOfAPairClosesTheSession() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a");
        writer.flush();
        writer.write(SMILE.charAt(0));
        assertThatThrownBy(writer::close).isInstanceOf(CharacterCodingException.class);
        assertThat(session.texts()).containsExactly("TEXT- a");
        assertThat(session.closes).containsExactly(CloseStatus.SERVER_ERROR);
        assertThat(told).containsExactly("MalformedInputException");
    }

    @Test
    void messageWithHalfOfAPairInsideIsNotSent() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        assertThatThrownBy(() -> writer.write("a" + SMILE.charAt(0) + "b"))
                .isInstanceOf(CharacterCodingException.class);
        assertThatThrownBy(() -> writer.write("c")).isInstanceOf(IOException.class);
        writer.flush();
        writer.close();
        assertThat(session.sent).isEmpty();
        assertThat(told).containsExactly("MalformedInputException");
    }

    @Test
    void messageThatFailsWhileItsLastCharactersAreSentIsNotEnded() throws Exception {
        session.setOutputBufferSize(4);
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("abcdef");
        session.failure = new IOException("by the test");
        assertThatThrownBy(writer::close).hasMessage("by the test");
        session.failure = null;
        writer.close();
        assertThat(session.sent).isEmpty();
        assertThat(told).containsExactly("IOException");
    }

    @Test
    void callbackOfAWriterIsCompletedByItsEnd() throws Exception {
        MessageWriter writer = new MessageWriter(session, session.pool);
        writer.setCallback(callback());
        writer.write("a");
        writer.flush();
        assertThat(told).isEmpty();
        writer.close();
        writer.close();
        assertThat(told).containsExactly("succeeded");
        assertThat(session.texts()).containsExactly("TEXT- a", "CONTINUATION ");
        assertThatThrownBy(() -> writer.write("b")).isInstanceOf(IOException.class);
    }
}
