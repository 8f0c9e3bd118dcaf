package org.eclipse.jetty.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Two endpoints in memory. */
class MemoryEndPointPipeTest {
    private final ArrayDeque<Invocable.Task> tasks = new ArrayDeque<>();
    private final List<EndPoint> closed = new ArrayList<>();
    private final InetSocketAddress address = InetSocketAddress.createUnresolved("server", 80);
    private final MemoryEndPointPipe pipe = new MemoryEndPointPipe(null, tasks::add, address) {
        @Override
        protected void onEndPointClosed(EndPoint endPoint) {
            closed.add(endPoint);
        }
    };
    private final EndPoint client = pipe.getLocalEndPoint();
    private final EndPoint server = pipe.getRemoteEndPoint();

    private void runTasks() {
        for (Invocable.Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static CompletableFuture<Void> future(java.util.function.Consumer<Callback> operation) {
        Callback.Completable callback = new Callback.Completable();
        operation.accept(callback);
        return callback;
    }

    private static String read(EndPoint endPoint, int size) throws Exception {
        ByteBuffer buffer = BufferUtil.allocate(size);
        return endPoint.fill(buffer) < 0 ? null : BufferUtil.toString(buffer);
    }

    @Test
    void whatOneEndWritesTheOtherReads() throws Exception {
        assertThat(read(server, 10)).isEmpty();
        assertThat(future(callback -> client.write(callback, BufferUtil.toBuffer("ab"), BufferUtil.toBuffer("c"))))
                .isCompleted();
        assertThat(read(server, 2)).isEqualTo("ab");
        assertThat(read(server, 2)).isEqualTo("c");
        assertThat(read(server, 2)).isEmpty();
        assertThat(read(client, 2)).isEmpty();
    }

    @Test
    void addressesAreThoseOfTheOtherEnd() {
        assertThat(client.getRemoteSocketAddress()).isEqualTo(address).isEqualTo(server.getLocalSocketAddress());
        assertThat(client.getLocalSocketAddress()).isEqualTo(server.getRemoteSocketAddress());
    }

    @Test
    void readerIsCalledOnceThereAreBytes() {
        CompletableFuture<Void> readable = future(server::fillInterested);
        runTasks();
        assertThat(readable).isNotDone();
        client.write(Callback.NOOP, BufferUtil.toBuffer("a"));
        assertThat(readable).isNotDone();
        runTasks();
        assertThat(readable).isCompleted();
        CompletableFuture<Void> again = future(server::fillInterested);
        runTasks();
        assertThat(again).isCompleted();
    }

    @Test
    void writeOfMoreThanTheCapacityWaitsForTheReader() throws Exception {
        pipe.setLocalEndPointMaxCapacity(3);
        CompletableFuture<Void> written = future(callback -> client.write(callback, BufferUtil.toBuffer("abcdefgh")));
        runTasks();
        assertThat(written).isNotDone();
        assertThat(read(server, 10)).isEqualTo("abc");
        runTasks();
        assertThat(read(server, 10)).isEqualTo("def");
        assertThat(written).isNotDone();
        runTasks();
        assertThat(written).isCompleted();
        assertThat(read(server, 10)).isEqualTo("gh");
        assertThatThrownBy(() -> pipe.setRemoteEndPointMaxCapacity(0)).hasMessageContaining("maxCapacity: 0");
    }

    @Test
    void endOfTheOutputIsReadAfterTheBytes() throws Exception {
        client.write(Callback.NOOP, BufferUtil.toBuffer("ab"));
        CompletableFuture<Void> readable = future(server::fillInterested);
        client.shutdownOutput();
        runTasks();
        assertThat(readable).isCompleted();
        assertThat(read(server, 10)).isEqualTo("ab");
        assertThat(read(server, 10)).isNull();
        assertThat(server.isInputShutdown()).isTrue();
        server.write(Callback.NOOP, BufferUtil.toBuffer("answer"));
        assertThat(read(client, 10)).isEqualTo("answer");
        server.shutdownOutput();
        assertThat(server.isOpen()).isFalse();
        assertThat(read(client, 10)).isNull();
        assertThat(client.isOpen()).isFalse();
        assertThat(closed).containsExactly(server, client);
    }

    @Test
    void closedEndFailsTheOthersWrites() {
        pipe.setLocalEndPointMaxCapacity(1);
        CompletableFuture<Void> pending = future(callback -> client.write(callback, BufferUtil.toBuffer("abc")));
        server.close();
        runTasks();
        assertThat(pending).isCompletedExceptionally();
        assertThat(future(callback -> client.write(callback, BufferUtil.toBuffer("d"))))
                .isCompletedExceptionally();
        assertThat(closed).containsExactly(server);
    }

    @Test
    void idleEndTimesOut() throws Exception {
        ScheduledExecutorScheduler scheduler = new ScheduledExecutorScheduler();
        scheduler.start();
        try {
            EndPoint idle = new MemoryEndPointPipe(scheduler, Runnable::run, address).getLocalEndPoint();
            idle.setIdleTimeout(1);
            idle.onOpen();
            CompletableFuture<Void> readable = future(idle::fillInterested);
            assertThat(readable)
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                    .withCauseInstanceOf(TimeoutException.class);
        } finally {
            scheduler.stop();
        }
    }

    @RepeatedTest(100)
    void manyBytesPassBetweenThreads() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try {
            MemoryEndPointPipe fast = new MemoryEndPointPipe(null, executor::execute, address);
            fast.setLocalEndPointMaxCapacity(1000);
            byte[] sent = new byte[100_000];
            new Random(1).nextBytes(sent);
            Reader reader = new Reader(fast.getRemoteEndPoint());
            reader.succeeded();
            EndPoint writer = fast.getLocalEndPoint();
            writer.write(
                    Callback.from(writer::shutdownOutput, reader.all::completeExceptionally), ByteBuffer.wrap(sent));
            assertThat(Arrays.equals(reader.all.get(30, TimeUnit.SECONDS), sent))
                    .isTrue();
        } finally {
            executor.shutdownNow();
            assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Reads to the end. */
    private static final class Reader implements Callback {
        private final java.io.ByteArrayOutputStream read = new java.io.ByteArrayOutputStream();
        private final CompletableFuture<byte[]> all = new CompletableFuture<>();
        private final EndPoint endPoint;

        private Reader(EndPoint endPoint) {
            this.endPoint = endPoint;
        }

        @Override
        public void succeeded() {
            try {
                ByteBuffer buffer = BufferUtil.allocate(300);
                int filled = endPoint.fill(buffer);
                while (filled > 0) {
                    read.writeBytes(BufferUtil.toArray(buffer));
                    BufferUtil.clear(buffer);
                    filled = endPoint.fill(buffer);
                }
                if (filled < 0) {
                    all.complete(read.toByteArray());
                } else {
                    endPoint.fillInterested(this);
                }
            } catch (Throwable x) {
                all.completeExceptionally(x);
            }
        }

        @Override
        public void failed(Throwable x) {
            all.completeExceptionally(x);
        }
    }
}
