package org.eclipse.jetty.websocket.core.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.exception.BadPayloadException;
import org.eclipse.jetty.websocket.core.exception.MessageTooLargeException;
import org.eclipse.jetty.websocket.core.util.MethodHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sinks make of frames, and of failures and closes in the middle of a message. */
class MessageSinkTest {
    private static final byte[] EURO = "\u20ac".getBytes(StandardCharsets.UTF_8);

    private final NotingSession session = new NotingSession();
    /** What the method was called with. */
    private final List<String> called = new CopyOnWriteArrayList<>();
    /** What callbacks of frames were told, in order. */
    private final List<String> told = new CopyOnWriteArrayList<>();

    private MethodHolder method(Invoked invoked) {
        return new MethodHolder() {
            @Override
            public Object invoke(Object... args) throws Throwable {
                invoked.invoke(args);
                return null;
            }
        };
    }

    private interface Invoked {
        void invoke(Object... args) throws Throwable;
    }

    /** Notes its arguments, and succeeds callbacks. */
    private MethodHolder noting() {
        return method(args -> {
            StringBuilder note = new StringBuilder();
            for (Object arg : args) {
                if (arg instanceof Callback callback) {
                    callback.succeeded();
                } else if (arg instanceof ByteBuffer buffer) {
                    note.append(BufferUtil.toUTF8String(buffer)).append(' ');
                } else if (arg instanceof byte[] bytes) {
                    note.append(new String(bytes, StandardCharsets.UTF_8)).append(' ');
                } else {
                    note.append(arg).append(' ');
                }
            }
            called.add(note.toString().trim());
        });
    }

    private static MethodHolder throwing() {
        return new MethodHolder() {
            @Override
            public Object invoke(Object... args) {
                throw new IllegalStateException("by the test");
            }
        };
    }

    private Callback callback() {
        return Callback.from(
                () -> told.add("succeeded"), x -> told.add(x.getClass().getSimpleName()));
    }

    private void accept(MessageSink sink, int opcode, boolean fin, byte[] payload) {
        sink.accept(new Frame((byte) opcode, fin, payload == null ? null : ByteBuffer.wrap(payload)), callback());
    }

    private void accept(MessageSink sink, int opcode, boolean fin, String payload) {
        accept(sink, opcode, fin, payload.getBytes(StandardCharsets.UTF_8));
    }

    private List<MessageSink> wholeSinks(MethodHolder method) {
        return List.of(
                new StringMessageSink(session, method, true),
                new ByteBufferMessageSink(session, method, true),
                new ByteArrayMessageSink(session, method, true));
    }

    private List<MessageSink> partialSinks(MethodHolder method) {
        return List.of(
                new PartialStringMessageSink(session, method, true),
                new PartialByteBufferMessageSink(session, method, true),
                new PartialByteArrayMessageSink(session, method, true));
    }

    // ---- whole messages

    @Test
    void wholeMessagesAreGathered() {
        for (MessageSink sink : wholeSinks(noting())) {
            clear();
            accept(sink, OpCode.TEXT, true, "one");
            accept(sink, OpCode.TEXT, false, "t");
            accept(sink, OpCode.CONTINUATION, false, (byte[]) null);
            accept(sink, OpCode.CONTINUATION, false, "w");
            accept(sink, OpCode.CONTINUATION, true, "o");
            accept(sink, OpCode.TEXT, true, (byte[]) null);
            accept(sink, OpCode.TEXT, false, "three");
            accept(sink, OpCode.CONTINUATION, true, (byte[]) null);
            assertThat(called).containsExactly("one", "two", "", "three");
            assertThat(told).hasSize(8).containsOnly("succeeded");
            assertThat(session.demands).hasValue(8);
        }
    }

    private void clear() {
        called.clear();
        told.clear();
        session.demands.set(0);
    }

    @Test
    void messageThatIsTooLargeFailsBeforeItIsKept() {
        session.setMaxTextMessageSize(5);
        session.setMaxBinaryMessageSize(5);
        for (MessageSink sink : wholeSinks(noting())) {
            clear();
            accept(sink, OpCode.TEXT, true, "12345");
            accept(sink, OpCode.TEXT, true, "123456");
            accept(sink, OpCode.TEXT, false, "123");
            accept(sink, OpCode.CONTINUATION, false, "456");
            assertThat(called).containsExactly("12345");
            assertThat(told)
                    .containsExactly(
                            "succeeded",
                            MessageTooLargeException.class.getSimpleName(),
                            "succeeded",
                            MessageTooLargeException.class.getSimpleName());
            // what came before the failure is forgotten
            accept(sink, OpCode.TEXT, true, "12345");
            assertThat(called).containsExactly("12345", "12345");
        }
    }

    @Test
    void failureInTheMiddleForgetsWhatWasGathered() {
        for (MessageSink sink : wholeSinks(noting())) {
            clear();
            accept(sink, OpCode.TEXT, false, "lost");
            sink.fail(new IOException("by the test"));
            accept(sink, OpCode.TEXT, true, "whole");
            assertThat(called).containsExactly("whole");
        }
    }

    @Test
    void methodThatThrowsFailsTheFrameAndDemandsNothing() {
        List<MessageSink> sinks = new ArrayList<>(wholeSinks(throwing()));
        sinks.addAll(partialSinks(throwing()));
        for (MessageSink sink : sinks) {
            clear();
            accept(sink, OpCode.TEXT, true, "a");
            assertThat(told).containsExactly("IllegalStateException");
            assertThat(session.demands).hasValue(0);
        }
    }

    @Test
    void nothingIsDemandedForAMethodThatDemandsItself() {
        for (MessageSink sink : List.of(
                new StringMessageSink(session, noting(), false),
                new ByteBufferMessageSink(session, noting(), false),
                new PartialStringMessageSink(session, noting(), false),
                new PartialByteBufferMessageSink(session, noting(), false))) {
            clear();
            accept(sink, OpCode.TEXT, true, "a");
            assertThat(told).containsExactly("succeeded");
            assertThat(session.demands).hasValue(0);
        }
        // what it does not see is demanded for it
        accept(new StringMessageSink(session, noting(), false), OpCode.TEXT, false, "a");
        accept(new PartialByteBufferMessageSink(session, noting(), false), OpCode.BINARY, false, "");
        assertThat(session.demands).hasValue(2);
    }

    @Test
    void bufferMayBeUsedUntilItsCallbackIsCompleted() {
        List<Callback> kept = new ArrayList<>();
        MethodHolder keeping = method(args -> kept.add((Callback) args[args.length - 1]));
        for (MessageSink sink : List.of(
                new ByteBufferMessageSink(session, keeping, true),
                new PartialByteBufferMessageSink(session, keeping, true))) {
            clear();
            accept(sink, OpCode.BINARY, true, "a");
            assertThat(told).isEmpty();
            assertThat(session.demands).hasValue(0);
            kept.remove(0).succeeded();
            assertThat(told).containsExactly("succeeded");
            assertThat(session.demands).hasValue(1);
            accept(sink, OpCode.BINARY, true, "b");
            kept.remove(0).failed(new IOException("by the test"));
            assertThat(told).containsExactly("succeeded", "IOException");
            assertThat(session.demands).hasValue(1);
        }
    }

    // ---- text

    @Test
    void charactersMayBeCutAnywhere() {
        byte[] text = "a\u20ac\ud83d\ude00z".getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= text.length; cut++) {
            clear();
            StringMessageSink whole = new StringMessageSink(session, noting(), true);
            PartialStringMessageSink partial = new PartialStringMessageSink(
                    session,
                    method(args -> {
                        called.add((String) args[0]);
                    }),
                    true);
            for (MessageSink sink : List.of(whole, partial)) {
                accept(sink, OpCode.TEXT, false, java.util.Arrays.copyOfRange(text, 0, cut));
                accept(sink, OpCode.CONTINUATION, true, java.util.Arrays.copyOfRange(text, cut, text.length));
            }
            assertThat(called.remove(0)).isEqualTo("a\u20ac\ud83d\ude00z");
            assertThat(String.join("", called)).isEqualTo("a\u20ac\ud83d\ude00z");
            // no part ends within a character
            assertThat(called).noneMatch(part -> part.contains("\ufffd"));
            assertThat(told).hasSize(4).containsOnly("succeeded");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"c3", "e282", "ff", "c0af", "eda080", "f4908080"})
    void textThatIsNotUtf8Fails(String hex) {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex);
        for (MessageSink sink : List.of(
                new StringMessageSink(session, noting(), true),
                new PartialStringMessageSink(session, noting(), true),
                new MessageReader(session))) {
            clear();
            accept(sink, OpCode.TEXT, true, bytes);
            assertThat(told).containsExactly(BadPayloadException.InvalidUtf8.class.getSimpleName());
            assertThat(called).isEmpty();
        }
        // in the last of two frames
        for (MessageSink sink : List.of(
                new StringMessageSink(session, noting(), true),
                new PartialStringMessageSink(session, noting(), true))) {
            clear();
            accept(sink, OpCode.TEXT, false, "a");
            accept(sink, OpCode.CONTINUATION, true, bytes);
            assertThat(told).containsExactly("succeeded", BadPayloadException.InvalidUtf8.class.getSimpleName());
            assertThat(called).noneMatch(note -> note.contains("true"));
        }
    }

    @Test
    void failureForgetsAHalfCharacter() {
        PartialStringMessageSink sink = new PartialStringMessageSink(session, noting(), true);
        accept(sink, OpCode.TEXT, false, new byte[] {EURO[0]});
        sink.fail(new IOException("by the test"));
        accept(sink, OpCode.TEXT, true, "a");
        assertThat(called).containsExactly("a true");
    }

    // ---- parts

    @Test
    void partsAreHandedOnAsTheyCome() {
        for (MessageSink sink : partialSinks(noting())) {
            clear();
            accept(sink, OpCode.TEXT, false, "a");
            accept(sink, OpCode.CONTINUATION, false, (byte[]) null);
            accept(sink, OpCode.CONTINUATION, true, (byte[]) null);
            accept(sink, OpCode.TEXT, true, "b");
            assertThat(called).containsExactly("a false", "true", "b true");
            assertThat(told).hasSize(4).containsOnly("succeeded");
            assertThat(session.demands).hasValue(4);
        }
    }

    // ---- streams and readers

    @Test
    void streamIsReadToItsEnd() throws Exception {
        MessageInputStream stream = new MessageInputStream(session);
        accept(stream, OpCode.BINARY, false, "ab");
        assertThat(told).isEmpty();
        assertThat(stream.read()).isEqualTo('a');
        assertThat(told).isEmpty();
        assertThat(stream.read(new byte[0])).isZero();
        byte[] bytes = new byte[5];
        assertThat(stream.read(bytes)).isEqualTo(1);
        // a frame that was read is done with, and the next one demanded
        assertThat(told).containsExactly("succeeded");
        assertThat(session.demands).hasValue(1);
        accept(stream, OpCode.CONTINUATION, false, (byte[]) null);
        assertThat(session.demands).hasValue(2);
        accept(stream, OpCode.CONTINUATION, true, "c");
        ByteBuffer buffer = BufferUtil.allocate(5);
        assertThat(stream.read(buffer)).isEqualTo(1);
        assertThat(BufferUtil.toUTF8String(buffer)).isEqualTo("c");
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(told).hasSize(3).containsOnly("succeeded");
        assertThat(session.demands).hasValue(2);
    }

    @Test
    void emptyMessageIsAnEmptyStream() throws Exception {
        MessageInputStream stream = new MessageInputStream(session);
        accept(stream, OpCode.BINARY, true, (byte[]) null);
        assertThat(stream.read()).isEqualTo(-1);
        assertThat(told).containsExactly("succeeded");
    }

    @Test
    void failureInTheMiddleEndsAReader() {
        MessageInputStream stream = new MessageInputStream(session);
        accept(stream, OpCode.BINARY, false, "ab");
        stream.fail(new IOException("by the test"));
        assertThat(told).containsExactly("IOException");
        assertThatThrownBy(stream::read).isInstanceOf(IOException.class).hasRootCauseMessage("by the test");
        // a frame that comes later is dropped
        accept(stream, OpCode.CONTINUATION, true, "c");
        assertThat(told).containsExactly("IOException", "succeeded");
        stream.fail(new IOException("again"));
        assertThatThrownBy(stream::read).hasRootCauseMessage("by the test");
    }

    @Test
    void waitingReaderIsWokenByAFailure() throws Exception {
        MessageInputStream stream = new MessageInputStream(session);
        Thread reader = new Thread(() -> {
            try {
                called.add("read " + stream.read());
            } catch (IOException x) {
                called.add(x.getCause().getMessage());
            }
        });
        reader.start();
        await().until(() -> reader.getState() == Thread.State.WAITING);
        stream.fail(new IOException("by the test"));
        reader.join();
        assertThat(called).containsExactly("by the test");
    }

    @Test
    void failureAfterTheEndMeansNothing() throws Exception {
        MessageInputStream stream = new MessageInputStream(session);
        accept(stream, OpCode.BINARY, true, "a");
        assertThat(stream.read()).isEqualTo('a');
        stream.fail(new IOException("by the test"));
        assertThat(stream.read()).isEqualTo(-1);
    }

    @Test
    void closedStreamDropsTheRestOfTheMessage() {
        MessageInputStream stream = new MessageInputStream(session);
        List<String> ends = new ArrayList<>();
        stream.onEnd(() -> ends.add("end"));
        accept(stream, OpCode.BINARY, false, "a");
        stream.close();
        stream.close();
        assertThat(told).containsExactly("succeeded");
        assertThat(session.demands).hasValue(1);
        assertThatThrownBy(stream::read).isInstanceOf(EOFException.class);
        accept(stream, OpCode.CONTINUATION, false, "b");
        assertThat(session.demands).hasValue(2);
        assertThat(ends).isEmpty();
        accept(stream, OpCode.CONTINUATION, true, "c");
        assertThat(session.demands).hasValue(2);
        assertThat(ends).containsExactly("end");
        assertThat(told).hasSize(3).containsOnly("succeeded");
        stream.onEnd(() -> ends.add("late"));
        assertThat(ends).containsExactly("end", "late");
    }

    @Test
    void closedStreamDemandsNothingAfterACloseWasSent() {
        MessageInputStream stream = new MessageInputStream(session);
        accept(stream, OpCode.BINARY, false, "a");
        session.outputOpen = false;
        stream.close();
        assertThat(told).containsExactly("succeeded");
        assertThat(session.demands).hasValue(0);
    }

    @Test
    void interruptedReaderFails() throws Exception {
        MessageInputStream stream = new MessageInputStream(session);
        Thread.currentThread().interrupt();
        assertThatThrownBy(stream::read).isInstanceOf(java.io.InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void readerThatWaitsTooLongFails() {
        MessageInputStream stream = new MessageInputStream(session);
        stream.setTimeout(1);
        assertThatThrownBy(stream::read).isInstanceOf(IOException.class).hasMessageContaining("timeout");
    }

    @Test
    void readerReadsCharactersThatAreCut() throws Exception {
        MessageReader reader = new MessageReader(session);
        Thread receiving = new Thread(() -> {
            for (int i = 0; i < EURO.length; i++) {
                accept(reader, i == 0 ? OpCode.TEXT : OpCode.CONTINUATION, i == EURO.length - 1, new byte[] {EURO[i]});
                int frames = i + 1;
                await().until(() -> told.size() == frames);
            }
        });
        receiving.start();
        assertThat(reader.read()).isEqualTo('\u20ac');
        assertThat(reader.read()).isEqualTo(-1);
        receiving.join();
        assertThat(told).hasSize(3).containsOnly("succeeded");
    }

    @Test
    void readerFailsInTheMiddleOfText() throws Exception {
        MessageReader reader = new MessageReader(session);
        accept(reader, OpCode.TEXT, false, "a");
        assertThat(reader.read()).isEqualTo('a');
        accept(reader, OpCode.CONTINUATION, true, new byte[] {(byte) 0xff});
        assertThat(told).containsExactly("succeeded", BadPayloadException.InvalidUtf8.class.getSimpleName());
        assertThatThrownBy(reader::read).hasCauseInstanceOf(BadPayloadException.InvalidUtf8.class);
    }

    // ---- methods that are called with streams and readers

    @Test
    void methodIsCalledForEachMessageAfterTheOneBefore() {
        InputStreamMessageSink sink = new InputStreamMessageSink(
                session,
                method(args -> called.add(new String(((InputStream) args[0]).readAllBytes(), StandardCharsets.UTF_8))),
                true);
        accept(sink, OpCode.BINARY, false, "a");
        await().until(() -> session.demands.get() == 1);
        accept(sink, OpCode.CONTINUATION, true, "b");
        await().until(() -> session.demands.get() == 2);
        assertThat(called).containsExactly("ab");
        assertThat(sink.isDispatched()).isFalse();
        accept(sink, OpCode.BINARY, true, "c");
        await().until(() -> session.demands.get() == 3);
        assertThat(called).containsExactly("ab", "c");
        assertThat(told).hasSize(3).containsOnly("succeeded");
    }

    @Test
    void methodThatReadsNothingIsFollowedByTheNextMessage() {
        ReaderMessageSink sink = new ReaderMessageSink(session, method(args -> called.add("called")), true);
        accept(sink, OpCode.TEXT, false, "a");
        await().until(() -> session.demands.get() == 1);
        accept(sink, OpCode.CONTINUATION, true, "b");
        await().until(() -> session.demands.get() == 2);
        assertThat(called).containsExactly("called");
        assertThat(told).hasSize(2).containsOnly("succeeded");
    }

    @Test
    void methodThatThrowsClosesTheSession() {
        ReaderMessageSink sink = new ReaderMessageSink(session, throwing(), true);
        accept(sink, OpCode.TEXT, true, "a");
        await().untilAsserted(() -> assertThat(session.closes).containsExactly(CloseStatus.SERVER_ERROR));
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        InputStreamMessageSink other = new InputStreamMessageSink(session, throwing(), true, failures::add);
        accept(other, OpCode.BINARY, true, "a");
        await().untilAsserted(() -> assertThat(failures).hasSize(1));
        assertThat(session.closes).hasSize(1);
    }

    @Test
    void methodIsWokenByTheFailureOfItsSession() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        ReaderMessageSink sink = new ReaderMessageSink(
                session,
                method(args -> {
                    Reader reader = (Reader) args[0];
                    called.add("read " + (char) reader.read());
                    read.countDown();
                    reader.read();
                }),
                true,
                x -> called.add(x.getCause().getMessage()));
        accept(sink, OpCode.TEXT, false, "a");
        assertThat(read.await(30, TimeUnit.SECONDS)).isTrue();
        sink.fail(new IOException("by the test"));
        await().untilAsserted(() -> assertThat(called).containsExactly("read a", "by the test"));
    }

    @Test
    void frameFailsWithoutAThreadForItsMethod() {
        NotingSession full = new NotingSession() {
            @Override
            public org.eclipse.jetty.websocket.core.WebSocketComponents getWebSocketComponents() {
                return new org.eclipse.jetty.websocket.core.WebSocketComponents(null, null, pool, null, null, task -> {
                    throw new RejectedExecutionException("by the test");
                });
            }
        };
        InputStreamMessageSink sink = new InputStreamMessageSink(full, noting(), true);
        accept(sink, OpCode.BINARY, true, "a");
        assertThat(told).containsExactly("RejectedExecutionException");
        assertThat(called).isEmpty();
    }

    @Test
    void methodWithAStreamMustNotDemandItself() {
        assertThatThrownBy(() -> new InputStreamMessageSink(session, noting(), false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReaderMessageSink(session, noting(), false))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
