package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How frames are queued and written. */
class FrameFlusherTest {
    private static final int SPACE = 1000;

    private MemorySession memory;

    private MemorySession open(Behavior behavior) {
        memory = new MemorySession(behavior, new NotingHandler()).open();
        return memory;
    }

    /** A session whose endpoint is full: one frame is being written, others wait. */
    private MemorySession full() {
        memory = new MemorySession(Behavior.SERVER, new NotingHandler(), SPACE).open();
        memory.send("a".repeat(SPACE));
        assertThat(memory.told).isEmpty();
        return memory;
    }

    @AfterEach
    void nothingIsHeld() {
        memory.assertReleased();
    }

    @Test
    void frameIsWrittenAtOnce() {
        open(Behavior.SERVER).send("a");
        assertThat(memory.told).containsExactly("a");
        assertThat(memory.sent()).containsExactly("TEXT a");
        assertThat(memory.connection.getMessagesOut()).isEqualTo(1);
        assertThat(memory.connection.getBytesOut()).isEqualTo(3);
    }

    @Test
    void batchedFramesWaitForAFlush() {
        open(Behavior.SERVER).sendBatch("a");
        memory.sendBatch("b");
        assertThat(memory.sent()).isEmpty();
        assertThat(memory.told).isEmpty();
        memory.session.flush(memory.noting("flush"));
        assertThat(memory.told).containsExactly("a", "b", "flush");
        assertThat(memory.sent()).containsExactly("TEXT a", "TEXT b");
    }

    @Test
    void batchedFramesAreWrittenBeforeOneThatIsNot() {
        open(Behavior.SERVER).sendBatch("a");
        memory.send("b");
        assertThat(memory.told).containsExactly("a", "b");
        assertThat(memory.sent()).containsExactly("TEXT a", "TEXT b");
    }

    @Test
    void batchedFramesAreWrittenOnceTheyFillTheOutputBuffer() {
        open(Behavior.SERVER).session.setOutputBufferSize(100);
        memory.sendBatch("a".repeat(60));
        assertThat(memory.sent()).isEmpty();
        memory.sendBatch("b".repeat(60));
        // both do not fit into one write
        assertThat(memory.sent()).containsExactly("TEXT " + "a".repeat(60));
        memory.sendBatch("c".repeat(60));
        assertThat(memory.sent()).containsExactly("TEXT " + "b".repeat(60));
        memory.session.flush(Callback.NOOP);
        assertThat(memory.told).hasSize(3);
    }

    @Test
    void batchedFramesAreWrittenBeforeTheyAreTooMany() {
        open(Behavior.SERVER).session.setMaxOutgoingFrames(3);
        for (String text : new String[] {"a", "b", "c", "d", "e"}) {
            memory.sendBatch(text);
        }
        memory.session.flush(Callback.NOOP);
        assertThat(memory.told).containsExactly("a", "b", "c", "d", "e");
        assertThat(memory.sent()).hasSize(5);
        assertThat(memory.session.isOutputOpen()).isTrue();
    }

    @Test
    void flushOfNothingSucceeds() {
        open(Behavior.SERVER).session.flush(memory.noting("flush"));
        assertThat(memory.told).containsExactly("flush");
    }

    @Test
    void flushesWhileAFrameIsBeingWrittenSucceedAfterIt() {
        full().session.flush(memory.noting("first"));
        memory.session.flush(memory.noting("second"));
        assertThat(memory.told).isEmpty();
        memory.endPoint.takeOutput();
        assertThat(memory.told).containsExactly("a".repeat(SPACE), "first", "second");
    }

    @Test
    void callbackOfAFlushThatThrowsDoesNotEndTheSession() {
        open(Behavior.SERVER)
                .session
                .flush(Callback.from(
                        () -> {
                            throw new IllegalStateException("by the test");
                        },
                        x -> memory.told.add("failed")));
        memory.send("a");
        assertThat(memory.told).containsExactly("a");
        assertThat(memory.session.isOutputOpen()).isTrue();
    }

    @Test
    void callbackThatThrowsDoesNotKeepOthersFromBeingTold() {
        open(Behavior.SERVER)
                .session
                .sendFrame(
                        new Frame(OpCode.TEXT, "a"),
                        Callback.from(
                                () -> {
                                    throw new IllegalStateException("by the test");
                                },
                                x -> memory.told.add("failed")),
                        true);
        memory.send("b");
        memory.send("c");
        assertThat(memory.told).containsExactly("b", "c");
        assertThat(memory.sent()).hasSize(3);
    }

    @ParameterizedTest
    @EnumSource(Behavior.class)
    void framesOfAllSizesAreWrittenAndThePayloadOfTheCallerIsLeftAlone(Behavior behavior) {
        open(behavior).session.setMaxFrameSize(0);
        for (int size : new int[] {0, 1, 125, 126, 4095, 4096, 4097, 65535, 65536, 200_000}) {
            byte[] payload = "abcdefg".repeat(size / 7 + 1).substring(0, size).getBytes(StandardCharsets.US_ASCII);
            byte[] before = payload.clone();
            ByteBuffer buffer = ByteBuffer.wrap(payload);
            memory.session.sendFrame(new Frame(OpCode.BINARY, buffer), memory.noting("" + size), false);
            assertThat(payload).isEqualTo(before);
            assertThat(buffer.remaining()).isEqualTo(size);
            ByteBuffer output = memory.endPoint.takeOutput();
            // masked by a client only (RFC 6455, section 5.1)
            assertThat((output.get(output.position() + 1) & 0x80) != 0).isEqualTo(behavior == Behavior.CLIENT);
            Frame frame = WireFrames.parse(behavior, output).get(0);
            assertThat(size == 0 ? new byte[0] : BufferUtil.toArray(frame.getPayload()))
                    .isEqualTo(before);
        }
        assertThat(memory.told).hasSize(10);
    }

    @Test
    void maskingKeysDiffer() {
        open(Behavior.CLIENT).send("a");
        memory.send("a");
        byte[] bytes = BufferUtil.toArray(memory.endPoint.takeOutput());
        // RFC 6455, section 5.3
        assertThat(Arrays.copyOfRange(bytes, 2, 6)).isNotEqualTo(Arrays.copyOfRange(bytes, 9, 13));
    }

    @Test
    void partOfABufferIsWritten() {
        open(Behavior.SERVER);
        ByteBuffer payload = BufferUtil.toBuffer("abcd");
        payload.position(1).limit(3);
        memory.session.sendFrame(new Frame(OpCode.TEXT, payload), Callback.NOOP, false);
        assertThat(memory.sent()).containsExactly("TEXT bc");
        assertThat(payload.position()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100, 5000})
    void framesThatWaitAreWrittenInTheirOrder(int size) {
        full();
        for (int i = 0; i < 20; i++) {
            memory.session.sendFrame(new Frame(OpCode.BINARY, "x".repeat(size)), memory.noting("data " + i), false);
            memory.session.sendFrame(new Frame(OpCode.PING, "" + i), memory.noting("ping " + i), false);
        }
        memory.session.close(1000, "end", memory.noting("close"));
        java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
        while (memory.endPoint.getOutput().hasRemaining()) {
            all.writeBytes(BufferUtil.toArray(memory.endPoint.takeOutput()));
        }
        var frames = WireFrames.toStrings(WireFrames.parse(Behavior.SERVER, ByteBuffer.wrap(all.toByteArray())));
        assertThat(frames).hasSize(42);
        assertThat(IntStream.range(0, 20).mapToObj(i -> frames.get(2 + 2 * i)))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(i -> "PING " + i).toList());
        assertThat(frames.get(41)).isEqualTo("CLOSE 1000 end");
        assertThat(memory.told).hasSize(42).endsWith("data 19", "ping 19", "close");
    }

    @Test
    void nothingIsTakenBehindAClose() {
        open(Behavior.SERVER).session.close(1000, null, memory.noting("close"));
        memory.connection.enqueueFrame(
                new OutgoingEntry.Builder(new Frame(OpCode.TEXT, "a"), memory.noting("a")).build());
        memory.send("b");
        memory.session.close(1000, null, memory.noting("again"));
        // RFC 6455, section 5.5.1
        assertThat(memory.told)
                .containsExactly(
                        "close",
                        "a ClosedChannelException",
                        "b ClosedChannelException",
                        "again ClosedChannelException");
        assertThat(memory.sent()).containsExactly("CLOSE 1000");
    }

    @Test
    void failureOfAWriteReachesEachCallbackOnce() {
        full();
        memory.sendBatch("b");
        memory.send("c");
        memory.session.flush(memory.noting("flush"));
        memory.endPoint.close(new EofException("by the test"));
        assertThat(memory.told)
                .containsExactly(
                        "a".repeat(SPACE) + " EofException", "b EofException", "c EofException", "flush EofException");
        memory.send("d");
        memory.session.flush(memory.noting("late"));
        assertThat(memory.told).hasSize(6).endsWith("d ClosedChannelException", "late EofException");
        assertThat(memory.handler.notes).containsExactly("open", "error EofException", "closed 1006");
    }

    @Test
    void failureOfAWriteWhileTheEndpointIsClosedForOutput() {
        open(Behavior.SERVER).endPoint.shutdownOutput();
        memory.send("a");
        assertThat(memory.told).containsExactly("a EofException");
        assertThat(memory.handler.notes).containsExactly("open", "error EofException", "closed 1006");
    }

    @Test
    void tooManyFramesCutTheReceiverOff() {
        full().session.setMaxOutgoingFrames(2);
        memory.send("b");
        memory.send("c");
        memory.send("d");
        assertThat(memory.told)
                .containsExactlyInAnyOrder(
                        "a".repeat(SPACE) + " CloseException",
                        "b CloseException",
                        "c CloseException",
                        "d CloseException");
        assertThat(memory.handler.status.getCode()).isEqualTo(CloseStatus.POLICY_VIOLATION);
        assertThat(memory.endPoint.isOpen()).isFalse();
    }

    @Test
    void tooManyBytesCutTheReceiverOff() {
        full().session.setMaxOutgoingBytes(2000);
        memory.send("b".repeat(2500));
        memory.send("c");
        assertThat(memory.told).hasSize(3).allMatch(told -> told.endsWith(" CloseException"));
        assertThat(memory.handler.notes).containsExactly("open", "error CloseException", "closed 1008");
    }

    @Test
    void closeIsTakenHoweverMuchWaits() {
        full().session.setMaxOutgoingFrames(1);
        memory.send("b");
        memory.session.close(1000, null, memory.noting("close"));
        memory.endPoint.takeOutput();
        assertThat(memory.told).containsExactly("a".repeat(SPACE), "b", "close");
    }

    @Test
    void frameThatIsNotWrittenInItsTimeCutsTheReceiverOff() {
        full().session
                .sendFrame(new OutgoingEntry.Builder(new Frame(OpCode.TEXT, "b"), memory.noting("b"))
                        .frameTimeout(10)
                        .build());
        memory.scheduler.pass(9);
        assertThat(memory.told).isEmpty();
        memory.scheduler.pass(10);
        assertThat(memory.told)
                .containsExactly(
                        "a".repeat(SPACE) + " WebSocketWriteTimeoutException", "b WebSocketWriteTimeoutException");
        assertThat(memory.handler.notes).containsExactly("open", "error WebSocketWriteTimeoutException", "closed 1001");
    }

    @Test
    void frameThatIsWrittenInItsTimeEndsTheTimeout() {
        open(Behavior.SERVER)
                .session
                .sendFrame(new OutgoingEntry.Builder(new Frame(OpCode.TEXT, "a"), memory.noting("a"))
                        .frameTimeout(10)
                        .messageTimeout(20)
                        .build());
        assertThat(memory.scheduler.size()).isZero();
        assertThat(memory.told).containsExactly("a");
    }

    @Test
    void messageWhoseEndIsNotWrittenInItsTimeFails() {
        open(Behavior.SERVER)
                .session
                .sendFrame(new OutgoingEntry.Builder(new Frame(OpCode.TEXT, false, "a"), memory.noting("a"))
                        .messageTimeout(10)
                        .build());
        assertThat(memory.told).containsExactly("a");
        memory.scheduler.pass(10);
        assertThat(memory.handler.notes).containsExactly("open", "error WebSocketWriteTimeoutException", "closed 1001");
    }

    @Test
    void messageWhoseEndIsWrittenInItsTimeEndsTheTimeout() {
        open(Behavior.SERVER)
                .session
                .sendFrame(new OutgoingEntry.Builder(new Frame(OpCode.TEXT, false, "a"), Callback.NOOP)
                        .messageTimeout(10)
                        .build());
        assertThat(memory.scheduler.size()).isEqualTo(1);
        memory.session.sendFrame(new Frame(OpCode.CONTINUATION, true, "b"), Callback.NOOP, false);
        assertThat(memory.scheduler.size()).isZero();
        assertThat(memory.sent()).containsExactly("TEXT- a", "CONTINUATION b");
    }

    @Test
    void callbackThatSendsAgainDoesNotOverflowTheStack() {
        open(Behavior.SERVER);
        new Callback() {
            private int left = 20_000;

            @Override
            public void succeeded() {
                if (left-- > 0) {
                    memory.session.sendFrame(new Frame(OpCode.TEXT, "x"), this, false);
                } else {
                    memory.told.add("done");
                }
            }

            @Override
            public void failed(Throwable x) {
                memory.told.add(x.toString());
            }
        }.succeeded();
        assertThat(memory.told).containsExactly("done");
        assertThat(memory.connection.getMessagesOut()).isEqualTo(20_000);
    }

    @Test
    void largeFrameIsCutAndItsCallbackToldOnce() {
        open(Behavior.SERVER).session.setMaxFrameSize(4);
        memory.send("abcdefghij");
        assertThat(memory.sent()).containsExactly("TEXT- abcd", "CONTINUATION- efgh", "CONTINUATION ij");
        assertThat(memory.told).containsExactly("abcdefghij");
    }

    private void beginMessage(int timeout) {
        OutgoingEntry.Builder begun =
                new OutgoingEntry.Builder(new Frame(OpCode.TEXT, false, "a"), memory.noting("begun"));
        memory.session.sendFrame(begun.messageTimeout(timeout).build());
        assertThat(memory.told).containsExactly("begun");
        assertThat(memory.scheduler.size()).isEqualTo(1);
    }

    @Test
    void messageThatIsNotFinishedHasNoTimeoutOnceACloseIsSent() {
        open(Behavior.SERVER);
        beginMessage(10);
        memory.session.close(1000, null, Callback.NOOP);
        memory.scheduler.pass(10);
        // the other side may answer the Close
        assertThat(memory.handler.notes).containsExactly("open");
        memory.receiveClose(1000, null);
        assertThat(memory.handler.notes).containsExactly("open", "CLOSE 1000", "closed 1000");
    }

    @Test
    void messageThatIsNotFinishedHasNoTimeoutAfterTheEnd() {
        for (Behavior behavior : Behavior.values()) {
            open(behavior);
            beginMessage(60_000);
            memory.endPoint.close();
            assertThat(memory.handler.notes).endsWith("closed 1006");
            assertThat(memory.scheduler.size()).isZero();
            memory.assertReleased();
        }
    }

    @Test
    void messageThatBeginsAfterTheEndHasNoTimeout() {
        open(Behavior.SERVER);
        OutgoingMessage message = new OutgoingMessage();
        message.end();
        OutgoingEntry.Builder begun = new OutgoingEntry.Builder(new Frame(OpCode.TEXT, false, "a"), Callback.NOOP);
        message.prepare(begun.messageTimeout(10).build(), memory.session);
        assertThat(memory.scheduler.size()).isZero();
    }

    @Test
    void frameThatAnExtensionRefusesHasNoTimeout() {
        WebSocketComponents components = new WebSocketComponents();
        components.getExtensionRegistry().register("refusing", Refusing.class);
        ExtensionStack extensions = new ExtensionStack(components, Behavior.SERVER);
        List<ExtensionConfig> offer = List.of(ExtensionConfig.parse("refusing"));
        extensions.negotiate(offer, offer);
        memory = new MemorySession(Behavior.SERVER, new NotingHandler(), extensions).open();
        OutgoingEntry.Builder refused =
                new OutgoingEntry.Builder(new Frame(OpCode.TEXT, "a"), memory.noting("refused"));
        memory.session.sendFrame(refused.frameTimeout(10).messageTimeout(20).build());
        assertThat(memory.told).containsExactly("refused IllegalStateException");
        assertThat(memory.scheduler.size()).isZero();
        memory.scheduler.pass(20);
        assertThat(memory.session.isOutputOpen()).isTrue();
    }

    public static final class Refusing extends AbstractExtension {
        @Override
        public void sendFrame(OutgoingEntry entry) {
            if (entry.getFrame().isDataFrame()) {
                throw new IllegalStateException("by the test");
            }
            super.sendFrame(entry);
        }
    }
}
