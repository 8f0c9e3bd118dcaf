package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Many clients connect and read one line from a server that blocks a thread for each connection: how long a connection
 * waits for its thread.
 *
 * <p>Arguments: clients (100000), of which connected concurrently (4000, as both ends are in this process), milliseconds that
 * the server blocks (20).
 */
public final class AcceptWait {
    private static final byte[] LINE = "hello\n".getBytes(StandardCharsets.US_ASCII);
    private static final int THREADS = 200;

    private AcceptWait() {}

    public static void main(String[] args) throws Exception {
        int clients = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int atATime = args.length > 1 ? Integer.parseInt(args[1]) : 4_000;
        int block = args.length > 2 ? Integer.parseInt(args[2]) : 20;
        Measure.describe();
        System.out.printf(
                "%,d clients, %,d of them connected, the server blocks %d ms for each%n", clients, atATime, block);
        System.out.println(
                "| Threads | wait for a thread, average | max | connect to line, average | max | time, s | CPU, s |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|");
        QueuedThreadPool pool = new QueuedThreadPool(THREADS, THREADS, 60000, 0, null, null);
        pool.start();
        run("pool of " + THREADS + " platform threads", pool, clients, atATime, block);
        pool.stop();
        if (VirtualThreads.areSupported()) {
            run("a virtual thread each", VirtualThreads.getDefaultVirtualThreadsExecutor(), clients, atATime, block);
        } else {
            Measure.skip("virtual threads", "they need Java 21");
        }
    }

    private static void run(String name, Executor executor, int clients, int atATime, int block) throws Exception {
        AtomicLong waits = new AtomicLong();
        AtomicLong longest = new AtomicLong();
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
            Thread acceptor = new Thread(() -> accept(server, executor, block, waits, longest), "acceptor");
            acceptor.start();
            long cpu = Measure.cpu();
            long start = System.nanoTime();
            long[] nanos = connect((InetSocketAddress) server.getLocalSocketAddress(), clients, atATime);
            long time = System.nanoTime() - start;
            cpu = Measure.cpu() - cpu;
            long max = 0;
            for (long each : nanos) {
                max = Math.max(max, each);
            }
            System.out.printf(
                    "| %s | %s | %s | %s | %s | %.2f | %.2f |%n",
                    name,
                    Measure.millis(waits.get() / clients),
                    Measure.millis(longest.get()),
                    Measure.millis(Measure.average(nanos)),
                    Measure.millis(max),
                    time / 1e9,
                    cpu / 1e9);
            server.close();
            acceptor.join();
        }
    }

    private static void accept(
            ServerSocket server, Executor executor, int block, AtomicLong waits, AtomicLong longest) {
        while (true) {
            Socket socket;
            try {
                socket = server.accept();
            } catch (IOException x) {
                // closed: all clients are served
                return;
            }
            long accepted = System.nanoTime();
            executor.execute(() -> {
                long wait = System.nanoTime() - accepted;
                waits.addAndGet(wait);
                longest.accumulateAndGet(wait, Math::max);
                LockSupport.parkNanos(block * 1_000_000L);
                try (socket;
                        OutputStream out = socket.getOutputStream()) {
                    out.write(LINE);
                } catch (IOException x) {
                    throw new IllegalStateException(x);
                }
            });
        }
    }

    /** Opens as many connections as may be open, and a new one when one has got its line. */
    private static long[] connect(InetSocketAddress server, int clients, int atATime) throws IOException {
        long[] nanos = new long[clients];
        ByteBuffer buffer = ByteBuffer.allocate(64);
        try (Selector selector = Selector.open()) {
            int opened = 0;
            int done = 0;
            while (done < clients) {
                for (int i = 0; i < 100 && opened < clients && opened - done < atATime; i++) {
                    open(selector, server, opened++);
                }
                selector.select(1);
                for (SelectionKey key : selector.selectedKeys()) {
                    SocketChannel channel = (SocketChannel) key.channel();
                    long[] state = (long[]) key.attachment();
                    if (key.isConnectable() && channel.finishConnect()) {
                        key.interestOps(SelectionKey.OP_READ);
                    }
                    if (!key.isValid() || !key.isReadable()) {
                        continue;
                    }
                    buffer.clear();
                    int read = channel.read(buffer);
                    if (read > 0 && buffer.get(read - 1) == '\n') {
                        nanos[(int) state[0]] = System.nanoTime() - state[1];
                        done++;
                        key.cancel();
                        // no port stays behind in TIME_WAIT
                        channel.setOption(StandardSocketOptions.SO_LINGER, 0);
                        channel.close();
                    } else if (read < 0) {
                        throw new IOException("closed before its line");
                    }
                }
                selector.selectedKeys().clear();
            }
        }
        return nanos;
    }

    private static void open(Selector selector, InetSocketAddress server, int number) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        long[] state = {number, System.nanoTime()};
        boolean connected = channel.connect(server);
        channel.register(selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, state);
    }
}
