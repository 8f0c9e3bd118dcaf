package org.eclipse.jetty.io;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of updates, keys and channels when something fails, or when the selector is closed. */
class ManagedSelectorTest {
    private final QueuedThreadPool threads = new QueuedThreadPool(16);
    private final ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler();
    private final List<Closeable> toClose = new CopyOnWriteArrayList<>();
    private ServerSocketChannel server;
    private Manager manager;

    @BeforeEach
    void start() throws Exception {
        threads.start();
        scheduler.start();
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        manager = new Manager();
        manager.start();
    }

    @AfterEach
    void stop() throws Exception {
        manager.stop();
        toClose.forEach(IO::close);
        server.close();
        scheduler.stop();
        threads.stop();
    }

    /** A channel that is connected and does not block. */
    private SocketChannel connected() throws IOException {
        SocketChannel client = SocketChannel.open(server.getLocalAddress());
        SocketChannel accepted = server.accept();
        toClose.add(client);
        toClose.add(accepted);
        accepted.configureBlocking(false);
        return accepted;
    }

    /** Keeps the producer in an update until the result is closed. */
    private Closeable holdProducer() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        manager.selector.submit(s -> {
            entered.countDown();
            uninterrupted(released);
        });
        uninterrupted(entered);
        return released::countDown;
    }

    private Thread stopInThread() {
        Thread stopping = new Thread(() -> {
            try {
                manager.stop();
            } catch (Exception x) {
                throw new AssertionError(x);
            }
        });
        stopping.start();
        return stopping;
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }

    private void awaitUpdate() {
        CountDownLatch updated = new CountDownLatch(1);
        manager.selector.submit(s -> updated.countDown());
        uninterrupted(updated);
    }

    @Test
    void channelThatIsAcceptedAfterTheCloseIsClosed() throws Exception {
        ManagedSelector selector = manager.selector;
        manager.stop();
        SocketChannel channel = connected();
        selector.accept(channel, null);
        assertThat(channel.isOpen()).isFalse();
        assertThat(manager.events).containsExactly("acceptFailed ClosedChannelException");
    }

    @Test
    void channelThatIsConnectedAfterTheCloseIsClosed() throws Exception {
        ManagedSelector selector = manager.selector;
        manager.stop();
        SocketChannel channel = connected();
        selector.connect(channel, null);
        assertThat(channel.isOpen()).isFalse();
        assertThat(manager.events).containsExactly("connectFailed ClosedChannelException");
    }

    @Test
    void listeningChannelStaysOpenIfItsAcceptorComesAfterTheClose() throws Exception {
        ManagedSelector selector = manager.selector;
        manager.stop();
        server.configureBlocking(false);
        ManagedSelector.Acceptor acceptor = selector.new Acceptor(server);
        selector.submit(acceptor);
        assertThat(server.isOpen()).isTrue();
        acceptor.close();
    }

    @Test
    void updateThatComesAfterTheCloseIsNotMade() throws Exception {
        ManagedSelector selector = manager.selector;
        manager.stop();
        NotingUpdate update = new NotingUpdate();
        selector.submit(update);
        selector.submit(s -> manager.events.add("made"));
        assertThat(update.closed).hasValue(1);
        assertThat(manager.events).isEmpty();
    }

    @Test
    void managerThatIsStoppedClosesWhatItIsGiven() throws Exception {
        manager.stop();
        SocketChannel channel = connected();
        manager.accept(channel);
        assertThat(channel.isOpen()).isFalse();
        assertThat(manager.events).containsExactly("acceptFailed IllegalStateException");
    }

    @Test
    void updatesInTheQueueBehindTheCloseAreClosed() throws Exception {
        NotingUpdate update = new NotingUpdate();
        SocketChannel channel = connected();
        ManagedSelector selector = manager.selector;
        Thread stopping;
        try (Closeable held = holdProducer()) {
            stopping = stopInThread();
            await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
            selector.submit(update);
            selector.accept(channel, null);
        }
        stopping.join();
        await().untilAsserted(() -> assertThat(update.closed).hasValue(1));
        assertThat(update.made).hasValue(0);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("acceptFailed ClosedChannelException"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void producerThatDoesNotComeBackLeavesNoChannelOpen() throws Exception {
        manager.stopTimeout = 1;
        SocketChannel served = connected();
        manager.accept(served);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted"));
        SocketChannel queued = connected();
        NotingUpdate update = new NotingUpdate();
        try (Closeable held = holdProducer()) {
            manager.accept(queued);
            manager.selector.submit(update);
            manager.stop();
            assertThat(served.isOpen()).isFalse();
            assertThat(queued.isOpen()).isFalse();
            assertThat(update.closed).hasValue(1);
            assertThat(manager.events).containsExactly("accepted", "closed", "acceptFailed ClosedChannelException");
        }
        assertThat(update.made).hasValue(0);
    }

    @Test
    void channelWhoseTaskHasNotRunBeforeTheCloseHasOneOutcome() throws Exception {
        SocketChannel channel = connected();
        Thread stopping;
        try (Closeable held = holdProducer()) {
            manager.accept(channel);
            stopping = stopInThread();
            await().until(() -> stopping.getState() == Thread.State.TIMED_WAITING);
        }
        stopping.join();
        assertThat(channel.isOpen()).isFalse();
        assertThat(manager.events).containsExactly("acceptFailed ClosedChannelException");
    }

    @Test
    void endPointThatIsCreatedWhileTheSelectorIsClosedIsClosed() throws Exception {
        SocketChannel channel = connected();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        manager.inNewEndPoint = () -> {
            entered.countDown();
            uninterrupted(released);
        };
        manager.accept(channel);
        uninterrupted(entered);
        manager.stop();
        released.countDown();
        await().untilAsserted(() -> assertThat(manager.events).containsExactlyInAnyOrder("closed", "accepted"));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void updateThatThrowsIsClosedAndTheNextIsMade() {
        NotingUpdate update = new NotingUpdate() {
            @Override
            public void update(Selector selector) {
                super.update(selector);
                throw new IllegalStateException("thrown by the test");
            }
        };
        manager.selector.submit(update);
        awaitUpdate();
        assertThat(update.made).hasValue(1);
        assertThat(update.closed).hasValue(1);
    }

    @Test
    void channelThatCannotBeRegisteredIsClosed() throws Exception {
        SocketChannel blocking = connected();
        blocking.configureBlocking(true);
        manager.accept(blocking);
        await().untilAsserted(() -> assertThat(manager.events)
                .containsExactly("acceptFailed " + IllegalBlockingModeException.class.getSimpleName()));
        assertThat(blocking.isOpen()).isFalse();
        manager.events.clear();
        SocketChannel client = connected();
        client.configureBlocking(true);
        manager.connect(client, null);
        await().untilAsserted(() -> assertThat(manager.events)
                .containsExactly("connectFailed " + IllegalBlockingModeException.class.getSimpleName()));
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void channelThatWasClosedBeforeItIsRegisteredIsReported() throws Exception {
        SocketChannel channel = connected();
        channel.close();
        manager.accept(channel);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("acceptFailed ClosedChannelException"));
    }

    @Test
    void endPointThatCannotBeCreatedClosesItsChannel() throws Exception {
        manager.inNewEndPoint = () -> {
            throw new IllegalStateException("thrown by the test");
        };
        SocketChannel channel = connected();
        manager.accept(channel);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("acceptFailed IllegalStateException"));
        assertThat(channel.isOpen()).isFalse();
    }

    /** Registers both ends of what is ready; the one that is selected first cancels the key of the other. */
    @Test
    void keyThatIsCancelledBetweenSelectAndItsTurnIsPassedOver() throws Exception {
        List<SelectionKey> keys = new CopyOnWriteArrayList<>();
        CountDownLatch both = new CountDownLatch(2);
        manager.selector.submit(s -> {
            for (int i = 0; i < 2; i++) {
                try {
                    Pipe pipe = Pipe.open();
                    toClose.add(pipe.source());
                    toClose.add(pipe.sink());
                    pipe.sink().write(ByteBuffer.wrap(new byte[1]));
                    pipe.source().configureBlocking(false);
                    int own = i;
                    keys.add(pipe.source().register(s, SelectionKey.OP_READ, (ManagedSelector.Selectable) () -> {
                        both.countDown();
                        keys.get(1 - own).cancel();
                        keys.get(own).interestOps(0);
                        return null;
                    }));
                } catch (IOException x) {
                    throw new AssertionError(x);
                }
            }
        });
        // the second of them throws, as its key is cancelled
        uninterrupted(both);
        awaitUpdate();
        SocketChannel channel = connected();
        manager.accept(channel);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted"));
        assertThat(keys).allSatisfy(key -> assertThat(key.channel().isOpen()).isTrue());
    }

    @Test
    void selectableThatThrowsIsClosedAndTheOthersAreServed() throws Exception {
        Pipe pipe = Pipe.open();
        toClose.add(pipe.sink());
        pipe.sink().write(ByteBuffer.wrap(new byte[1]));
        pipe.source().configureBlocking(false);
        manager.selector.submit(s -> {
            try {
                pipe.source().register(s, SelectionKey.OP_READ, (ManagedSelector.Selectable) () -> {
                    throw new IllegalStateException("thrown by the test");
                });
            } catch (ClosedChannelException x) {
                throw new AssertionError(x);
            }
        });
        await().until(() -> !pipe.source().isOpen());
        manager.accept(connected());
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted"));
    }

    @Test
    void connectionsOfASelectorThatFailedAreClosedAndTheNextAreServed() throws Exception {
        SocketChannel channel = connected();
        manager.accept(channel);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted"));
        manager.selectors.get(0).fail();
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted", "closed"));
        assertThat(channel.isOpen()).isFalse();
        manager.accept(connected());
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted", "closed", "accepted"));
        assertThat(manager.selectors).hasSize(2);
    }

    @Test
    void updatesAreClosedIfNoSelectorCanReplaceOneThatFailed() throws Exception {
        SocketChannel served = connected();
        manager.accept(served);
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted"));
        manager.noSelectors = true;
        SocketChannel queued = connected();
        try (Closeable held = holdProducer()) {
            manager.selectors.get(0).fail();
        }
        await().untilAsserted(() -> assertThat(manager.events).containsExactly("accepted", "closed"));
        manager.accept(queued);
        await().until(() -> !queued.isOpen());
        assertThat(served.isOpen()).isFalse();
        await().untilAsserted(() -> assertThat(manager.events)
                .containsExactly("accepted", "closed", "acceptFailed ClosedChannelException"));
    }

    @Test
    void eachChannelHasOneOutcomeWhileTheSelectorIsClosed() throws Exception {
        for (int round = 0; round < 20; round++) {
            List<SocketChannel> channels = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                channels.add(connected());
            }
            manager.outcomes.clear();
            CyclicBarrier barrier = new CyclicBarrier(2);
            ManagedSelector selector = manager.selector;
            Thread accepting = new Thread(() -> {
                try {
                    barrier.await();
                    for (SocketChannel channel : channels) {
                        selector.accept(channel, null);
                    }
                } catch (Exception x) {
                    throw new AssertionError(x);
                }
            });
            accepting.start();
            barrier.await();
            manager.stop();
            accepting.join();
            await().untilAsserted(() -> {
                for (SocketChannel channel : channels) {
                    assertThat(channel.isOpen()).isFalse();
                    assertThat(manager.outcomes.getOrDefault(channel, ""))
                            .isIn("failed", "closed accepted", "accepted closed");
                }
            });
            manager.start();
        }
    }

    private static class NotingUpdate implements ManagedSelector.SelectorUpdate, Closeable {
        final AtomicInteger made = new AtomicInteger();
        final AtomicInteger closed = new AtomicInteger();

        @Override
        public void update(Selector selector) {
            made.incrementAndGet();
        }

        @Override
        public void close() {
            closed.incrementAndGet();
        }
    }

    /** A connection that waits for its peer. */
    private static final class Waiting extends AbstractConnection {
        private Waiting(EndPoint endPoint) {
            super(endPoint, Runnable::run);
        }

        @Override
        public void onOpen() {
            super.onOpen();
            fillInterested();
        }

        @Override
        public void onFillable() {
            close();
        }
    }

    private final class Manager extends SelectorManager {
        private final Queue<String> events = new ConcurrentLinkedQueue<>();
        private final Map<SelectableChannel, String> outcomes = new ConcurrentHashMap<>();
        private final List<FailingSelector> selectors = new CopyOnWriteArrayList<>();
        private volatile Runnable inNewEndPoint = () -> {};
        private volatile boolean noSelectors;
        private volatile long stopTimeout = 30_000;
        private ManagedSelector selector;

        private Manager() {
            super(threads, scheduler, 1);
            addEventListener(new Outcomes());
        }

        @Override
        long getStopTimeout() {
            return stopTimeout;
        }

        @Override
        protected ManagedSelector newSelector(int id) {
            selector = super.newSelector(id);
            return selector;
        }

        @Override
        protected Selector newSelector() throws IOException {
            if (noSelectors) {
                throw new IOException("as the test wants it");
            }
            selectors.add(new FailingSelector());
            return selectors.get(selectors.size() - 1);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            inNewEndPoint.run();
            return new SocketChannelEndPoint((SocketChannel) channel, selector, key, getScheduler());
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment) {
            return new Waiting(endPoint);
        }

        @Override
        protected void connectionFailed(SelectableChannel channel, Throwable failure, Object attachment) {
            events.add("connectFailed " + failure.getClass().getSimpleName());
        }

        /** Notes what becomes of accepted channels. */
        private final class Outcomes implements AcceptListener {
            private void note(SelectableChannel channel, String outcome) {
                outcomes.merge(channel, outcome, (old, next) -> old + " " + next);
            }

            @Override
            public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
                note(channel, "failed");
                events.add("acceptFailed " + cause.getClass().getSimpleName());
            }

            @Override
            public void onAccepted(SelectableChannel channel) {
                note(channel, "accepted");
                events.add("accepted");
            }

            @Override
            public void onClosed(SelectableChannel channel) {
                note(channel, "closed");
                events.add("closed");
            }
        }
    }
}
