package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/**
 * Sends requests over keep-alive connections at a fixed rate, whether or not those before are answered, and takes the
 * time of each from when it was due. Some are slow ones, whose times are not counted. Confined to its thread.
 */
final class HttpLoad implements AutoCloseable {
    private final Selector selector = Selector.open();
    private final ArrayDeque<Client> free = new ArrayDeque<>();
    private final Random random = new Random(7);
    private final int connections;
    private long[] nanos = new long[1 << 16];
    private int answered;
    private int busy;
    int slow;

    HttpLoad(int port, int connections) throws IOException {
        this.connections = connections;
        for (int i = 0; i < connections; i++) {
            free.add(new Client(port));
        }
    }

    /** The times of the quick requests in ns, sorted. */
    long[] run(double rate, double slowPart, int slowMillis, double seconds) throws IOException {
        byte[] quickRequest = request("/");
        byte[] slowRequest = request("/?ms=" + slowMillis);
        answered = 0;
        slow = 0;
        long start = System.nanoTime();
        long end = start + (long) (seconds * 1e9);
        double due = start;
        while (true) {
            long now = System.nanoTime();
            while (due <= now && now < end && !free.isEmpty()) {
                boolean isSlow = random.nextDouble() < slowPart;
                free.poll().send(isSlow ? slowRequest : quickRequest, isSlow, (long) due);
                busy++;
                if (isSlow) {
                    slow++;
                }
                due += 1e9 / rate;
            }
            if (now >= end && busy == 0) {
                break;
            }
            // no sleep between: waking up would be part of the times
            selector.selectNow();
            for (SelectionKey key : selector.selectedKeys()) {
                ((Client) key.attachment()).read();
            }
            selector.selectedKeys().clear();
        }
        long[] result = Arrays.copyOf(nanos, answered);
        Arrays.sort(result);
        return result;
    }

    int connections() {
        return connections;
    }

    private static byte[] request(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }

    private final class Client {
        private final SocketChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
        private boolean slowNow;
        private long due;

        private Client(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        private void send(byte[] request, boolean isSlow, long at) throws IOException {
            slowNow = isSlow;
            due = at;
            buffer.clear();
            channel.write(buffer.put(request).flip());
            buffer.clear();
        }

        /** The answer ends with the body, whose last byte tells it. */
        private void read() throws IOException {
            if (channel.read(buffer) < 0) {
                throw new IOException("the server closed a connection");
            }
            int last = buffer.position() - 1;
            if (last < 0 || buffer.get(last) != '!') {
                return;
            }
            if (buffer.get(9) != '2') {
                throw new IOException("a status other than 2xx");
            }
            busy--;
            free.add(this);
            if (slowNow) {
                return;
            }
            if (answered == nanos.length) {
                nanos = Arrays.copyOf(nanos, answered * 2);
            }
            nanos[answered++] = System.nanoTime() - due;
        }
    }
}
