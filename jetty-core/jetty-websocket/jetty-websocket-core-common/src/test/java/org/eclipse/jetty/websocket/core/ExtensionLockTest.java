package org.eclipse.jetty.websocket.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Applications are called while no lock of the extensions is held, and frames are compressed in the order of the network. */
class ExtensionLockTest {
    private static final int SPACE = 1000;

    private MemorySession memory;
    private ExtensionStack extensions;

    /** A session with an extension, whose endpoint is full: one frame is being written, another one waits. */
    private void full() {
        extensions = new ExtensionStack(new WebSocketComponents(), Behavior.SERVER);
        List<ExtensionConfig> offer = List.of(ExtensionConfig.parse(PerMessageDeflateExtension.NAME));
        extensions.negotiate(offer, offer);
        memory = new MemorySession(Behavior.SERVER, new NotingHandler(), SPACE, extensions).open();
        memory.session.setMaxOutgoingFrames(1);
        memory.session.setAutoFragment(false);
        byte[] random = new byte[2 * SPACE];
        new java.util.Random(7692).nextBytes(random);
        memory.session.sendFrame(
                new Frame(OpCode.BINARY, java.nio.ByteBuffer.wrap(random)), memory.noting("first"), false);
        memory.send("second");
        assertThat(memory.told).isEmpty();
    }

    @AfterEach
    void nothingIsHeld() {
        if (memory != null) {
            memory.assertReleased();
        }
    }

    /** Another thread needs the lock of the extensions. */
    private void assertNoLock() {
        CountDownLatch taken = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            extensions.close();
            taken.countDown();
        });
        other.start();
        try {
            if (!taken.await(10, TimeUnit.SECONDS)) {
                memory.told.add("called under the lock");
            }
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }

    @Test
    void callbackOfAFrameThatOverflowsIsFailedWithoutTheLock() {
        full();
        memory.session.sendFrame(
                new Frame(OpCode.TEXT, "third"),
                Callback.from(() -> memory.told.add("third"), x -> {
                    memory.told.add("third " + x.getClass().getSimpleName());
                    assertNoLock();
                }),
                false);
        assertThat(memory.told)
                .containsExactlyInAnyOrder("third CloseException", "first CloseException", "second CloseException");
        assertThat(memory.handler.notes).containsExactly("open", "error CloseException", "closed 1008");
    }

    @Test
    void callbacksOfAChainThatComesAfterTheCloseAreFailedWithoutTheLock() {
        full();
        extensions.close();
        OutgoingEntry first = entry("a");
        first.next = entry("b");
        extensions.sendFrame(first);
        assertThat(memory.told).containsExactly("a ClosedChannelException", "b ClosedChannelException");
    }

    private OutgoingEntry entry(String text) {
        Callback callback = Callback.from(() -> memory.told.add(text), x -> {
            memory.told.add(text + " " + x.getClass().getSimpleName());
            assertNoLock();
        });
        return new OutgoingEntry.Builder(new Frame(OpCode.TEXT, text), callback).build();
    }

    /** Each message is compressed by those before it, so that one out of order could not be read. */
    @Test
    void messagesOfManyThreadsAreReadAsTheyWereSent() throws Exception {
        List<ExtensionConfig> offer = List.of(ExtensionConfig.parse(PerMessageDeflateExtension.NAME));
        ExtensionStack client = new ExtensionStack(new WebSocketComponents(), Behavior.CLIENT);
        client.negotiate(offer, offer);
        ExtensionStack server = new ExtensionStack(new WebSocketComponents(), Behavior.SERVER);
        server.negotiate(offer, offer);
        memory = new MemorySession(Behavior.CLIENT, new NotingHandler(), client).open();
        MemorySession other = new MemorySession(Behavior.SERVER, new NotingHandler(), server).open();
        int messages = 200;
        List<Thread> threads = new ArrayList<>();
        ConcurrentLinkedQueue<String> told = new ConcurrentLinkedQueue<>();
        CountDownLatch start = new CountDownLatch(1);
        for (String name : new String[] {"a", "b", "c", "d"}) {
            Thread sender = new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException x) {
                    throw new AssertionError(x);
                }
                for (int i = 0; i < messages; i++) {
                    memory.session.sendFrame(
                            new Frame(OpCode.TEXT, "a message with the number " + name + i + "."),
                            Callback.from(() -> told.add("sent"), x -> told.add(x.toString())),
                            i % 3 == 0);
                }
            });
            threads.add(sender);
            sender.start();
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        memory.session.flush(Callback.NOOP);
        assertThat(told).hasSize(4 * messages).containsOnly("sent");
        other.endPoint.addInput(memory.endPoint.takeOutput());
        for (String name : new String[] {"a", "b", "c", "d"}) {
            assertThat(other.handler.notes)
                    .containsSubsequence(IntStream.range(0, messages)
                            .mapToObj(i -> "TEXT a message with the number " + name + i + ".")
                            .toList());
        }
        other.assertReleased();
    }
}
