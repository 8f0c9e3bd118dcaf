package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Acceptors of a selector, each step of which happens at a moment that the test has chosen. */
class AcceptorTest {
    private final Manager manager = new Manager();
    private final List<SocketChannel> clients = new ArrayList<>();
    private ServerSocketChannel server;

    @BeforeEach
    void start() throws Exception {
        manager.start();
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.configureBlocking(false);
    }

    @AfterEach
    void stop() throws Exception {
        manager.inAccepted = () -> {};
        for (SocketChannel client : clients) {
            client.close();
        }
        server.close();
        manager.stop();
    }

    private void connect() throws IOException {
        clients.add(SocketChannel.open(server.getLocalAddress()));
    }

    /** Has the producer stay in what it accepts until the result is closed. */
    private Closeable holdProducer() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        manager.inAccepted = () -> {
            entered.countDown();
            uninterrupted(released);
        };
        connect();
        uninterrupted(entered);
        return released::countDown;
    }

    /** Returns once the producer has selected, and has handled what was ready when this was called. */
    private void selected() {
        for (int i = 0; i < 2; i++) {
            CountDownLatch updated = new CountDownLatch(1);
            manager.selector.submit(s -> updated.countDown());
            uninterrupted(updated);
        }
    }

    private static void uninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new AssertionError(x);
        }
    }

    @Test
    void acceptorFollowsOneThatWasClosedSinceTheLastSelect() throws Exception {
        Closeable first = manager.acceptor(server);
        Closeable second;
        try (Closeable held = holdProducer()) {
            first.close();
            second = manager.acceptor(server);
        }
        connect();
        await().untilAsserted(() -> assertThat(manager.accepted).hasValue(2));
        assertThat(server.isOpen()).isTrue();
        second.close();
    }

    @Test
    void acceptorThatIsClosedWhileItAcceptsTakesNothingMore() throws Exception {
        Closeable acceptor = manager.acceptor(server);
        try (Closeable held = holdProducer()) {
            connect();
            acceptor.close();
        }
        selected();
        assertThat(manager.accepted).hasValue(1);
        manager.acceptor(server);
        await().untilAsserted(() -> assertThat(manager.accepted).hasValue(2));
    }

    @Test
    void acceptorThatIsClosedBeforeItIsRegisteredAcceptsNothing() throws Exception {
        Closeable first = manager.acceptor(server);
        try (Closeable held = holdProducer()) {
            first.close();
            manager.acceptor(server).close();
        }
        connect();
        selected();
        assertThat(manager.accepted).hasValue(1);
    }

    @Test
    void acceptorGoesOnWithTheSelectorThatFollowsOneThatFailed() throws Exception {
        manager.acceptor(server);
        connect();
        await().untilAsserted(() -> assertThat(manager.accepted).hasValue(1));
        manager.selectors.get(0).fail();
        connect();
        await().untilAsserted(() -> assertThat(manager.accepted).hasValue(2));
        assertThat(manager.selectors).hasSize(2);
        assertThat(manager.selectors.get(0).isOpen()).isFalse();
        assertThat(server.isOpen()).isTrue();
    }

    private static final class Manager extends SelectorManager {
        private final AtomicInteger accepted = new AtomicInteger();
        private volatile Runnable inAccepted = () -> {};
        private final List<FailingSelector> selectors = new CopyOnWriteArrayList<>();
        private ManagedSelector selector;

        private Manager() {
            super(new QueuedThreadPool(4), new ScheduledExecutorScheduler(), 1);
            manage(getExecutor());
            manage(getScheduler());
        }

        @Override
        protected ManagedSelector newSelector(int id) {
            selector = super.newSelector(id);
            return selector;
        }

        @Override
        protected Selector newSelector() throws IOException {
            selectors.add(new FailingSelector());
            return selectors.get(selectors.size() - 1);
        }

        @Override
        protected void accepted(SelectableChannel channel) throws IOException {
            accepted.incrementAndGet();
            channel.close();
            inAccepted.run();
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            throw new AssertionError("no connection is served here");
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment) {
            throw new AssertionError("no connection is served here");
        }
    }
}
