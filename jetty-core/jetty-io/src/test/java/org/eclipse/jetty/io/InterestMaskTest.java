package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The read interest of a key, which is taken away while nobody waits, step by step in one thread. */
class InterestMaskTest {
    /** More than the times that bytes are found again before the interest is taken away. */
    private static final int MANY = 20;

    private Selector selector;
    private ServerSocketChannel acceptor;
    private SocketChannel client;
    private SocketChannel channel;
    private SelectionKey key;
    private StepInterest interest;
    private SocketChannelEndPoint endPoint;

    /** Runs something when a task has taken the callback, before it goes on. */
    private final class StepInterest extends FillInterest {
        private Runnable afterTake = () -> {};

        @Override
        protected void needsFillInterest() {
            endPoint.needsFillInterest();
        }

        @Override
        Callback take() {
            Callback callback = super.take();
            Runnable step = afterTake;
            afterTake = () -> {};
            step.run();
            return callback;
        }
    }

    private static final class Noting implements Callback {
        private boolean succeeded;

        @Override
        public void succeeded() {
            succeeded = true;
        }
    }

    private static final class Manager extends SelectorManager {
        private Manager() {
            super(Runnable::run, new ScheduledExecutorScheduler());
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint endPoint, Object attachment) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void connect() throws Exception {
        selector = Selector.open();
        acceptor = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        client = SocketChannel.open(acceptor.getLocalAddress());
        channel = acceptor.accept();
        channel.configureBlocking(false);
        key = channel.register(selector, SelectionKey.OP_READ);
        interest = new StepInterest();
        endPoint =
                new SocketChannelEndPoint(
                        channel, new ManagedSelector(new Manager(), 0), key, new ScheduledExecutorScheduler()) {
                    @Override
                    public FillInterest getFillInterest() {
                        return interest;
                    }
                };
        client.write(ByteBuffer.wrap(new byte[1]));
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        channel.close();
        acceptor.close();
        selector.close();
    }

    private Runnable select() {
        try {
            selector.selectedKeys().clear();
            selector.select(30_000);
        } catch (java.io.IOException x) {
            throw new IllegalStateException(x);
        }
        return endPoint.onSelected();
    }

    private boolean isMasked() {
        return (key.interestOps() & SelectionKey.OP_READ) == 0;
    }

    private void findAgain() {
        for (int i = 0; i < MANY && !isMasked(); i++) {
            assertThat(select()).isNull();
        }
    }

    @Test
    void bytesForWhichNobodyWaitsMaskTheInterestUntilSomebodyDoes() {
        findAgain();
        assertThat(isMasked()).isTrue();
        Noting reader = new Noting();
        interest.register(reader);
        assertThat(isMasked()).isFalse();
        select().run();
        assertThat(reader.succeeded).isTrue();
    }

    @Test
    void bytesAreFoundAgainUntilTheTaskOfTheFirstTimeRuns() {
        Noting reader = new Noting();
        interest.register(reader);
        Runnable task = select();
        findAgain();
        assertThat(isMasked()).isTrue();
        task.run();
        assertThat(reader.succeeded).isTrue();
        Noting next = new Noting();
        interest.register(next);
        select().run();
        assertThat(next.succeeded).isTrue();
    }

    @Test
    void whoBeginsToWaitWhileATaskEndsIsNotForgotten() {
        Noting reader = new Noting();
        Noting other = new Noting();
        interest.register(reader);
        interest.afterTake = () -> {
            interest.register(other);
            findAgain();
        };
        select().run();
        assertThat(reader.succeeded).isTrue();
        assertThat(isMasked()).isFalse();
        select().run();
        assertThat(other.succeeded).isTrue();
    }

    @Test
    void callbackOfAWriteThatThrowsDoesNotKeepAReaderWaiting() {
        ByteArrayEndPoint bytes = new ByteArrayEndPoint(new byte[0], 1);
        Throwable[] told = new Throwable[1];
        bytes.fillInterested(Callback.from(() -> {}, x -> told[0] = x));
        bytes.write(
                Callback.from(() -> {}, x -> {
                    throw new IllegalStateException("thrown by the test");
                }),
                ByteBuffer.wrap(new byte[10]));
        Exception cause = new Exception("closed by the test");
        try {
            bytes.close(cause);
        } catch (IllegalStateException x) {
            assertThat(x).hasMessage("thrown by the test");
        }
        assertThat(told[0]).isSameAs(cause);
    }
}
