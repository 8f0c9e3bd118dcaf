package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * Sends GET requests at a fixed rate, whether they are answered or not, over persistent connections.
 *
 * <p>The time of a request counts from when it was due if it had to wait for a connection, so that a server which stalls
 * does not hide it. Confined to the thread that runs it; results are read after that has ended.
 */
final class OpenLoopClient implements Runnable {
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
    private static final byte[] LENGTH = "Content-Length: ".getBytes(StandardCharsets.US_ASCII);

    private final InetSocketAddress address;
    private final ByteBuffer request;
    private final int connections;
    private final long interval;
    private final long duration;
    private final ArrayDeque<Client> idle = new ArrayDeque<>();
    private final Times ok = new Times();
    private final Times refused = new Times();
    private long failed;
    private long begin;
    private long end;

    OpenLoopClient(int port, String path, int connections, double rate, long durationNanos) {
        address = new InetSocketAddress("127.0.0.1", port);
        request = ByteBuffer.wrap(
                ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        this.connections = connections;
        interval = (long) (1e9 / rate);
        duration = durationNanos;
    }

    /** The times of 200 responses. */
    Times ok() {
        return ok;
    }

    /** The times of 503 responses. */
    Times refused() {
        return refused;
    }

    /** Requests whose connection ended, or that were answered otherwise. */
    long failed() {
        return failed;
    }

    double seconds() {
        return (end - begin) / 1e9;
    }

    @Override
    public void run() {
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                idle.add(new Client(selector));
            }
            begin = System.nanoTime();
            long due = begin;
            while (true) {
                long now = System.nanoTime();
                if (now - begin >= duration) {
                    break;
                }
                boolean late = false;
                while (due - now <= 0 && !idle.isEmpty()) {
                    // a millisecond is what the wait for the selector may cost
                    late = now - due > 2_000_000;
                    idle.poll().send(late ? due : now);
                    due += interval;
                }
                selector.select(key -> ((Client) key.attachment()).onReadable(), 1);
            }
            end = System.nanoTime();
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Nanoseconds. */
    static final class Times {
        private long[] values = new long[1024];
        private int size;

        private void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            values[size++] = value;
        }

        int count() {
            return size;
        }

        /** Milliseconds that a part of the times does not exceed. */
        double percentile(double part) {
            if (size == 0) {
                return 0;
            }
            long[] sorted = Arrays.copyOf(values, size);
            Arrays.sort(sorted);
            return sorted[Math.min(size - 1, (int) (size * part))] / 1e6;
        }
    }

    /** One connection. */
    private final class Client {
        private final Selector selector;
        private final ByteBuffer input = ByteBuffer.allocate(16384);
        private SocketChannel channel;
        private long start;

        private Client(Selector selector) throws IOException {
            this.selector = selector;
            connect();
        }

        private void connect() throws IOException {
            channel = SocketChannel.open(address);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        private void send(long from) throws IOException {
            start = from;
            input.clear();
            request.clear();
            try {
                channel.write(request);
            } catch (IOException x) {
                renew();
            }
        }

        private void renew() throws IOException {
            failed++;
            channel.close();
            connect();
            idle.add(this);
        }

        private void onReadable() {
            try {
                int read = read();
                if (read < 0) {
                    renew();
                } else if (isComplete()) {
                    record();
                }
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }

        private int read() {
            try {
                return channel.read(input);
            } catch (IOException x) {
                return -1;
            }
        }

        private boolean isComplete() {
            byte[] bytes = input.array();
            int head = find(bytes, END_OF_HEAD, input.position());
            int length = head < 0 ? -1 : find(bytes, LENGTH, head);
            if (length < 0) {
                return false;
            }
            int content = 0;
            for (int i = length + LENGTH.length; bytes[i] >= '0'; i++) {
                content = content * 10 + bytes[i] - '0';
            }
            return input.position() >= head + END_OF_HEAD.length + content;
        }

        private void record() {
            long time = System.nanoTime() - start;
            byte[] bytes = input.array();
            if (bytes[9] == '2') {
                ok.add(time);
            } else if (bytes[9] == '5' && bytes[11] == '3') {
                refused.add(time);
            } else {
                failed++;
            }
            idle.add(this);
        }
    }

    private static int find(byte[] bytes, byte[] what, int limit) {
        for (int i = 0; i + what.length <= limit; i++) {
            if (Arrays.equals(bytes, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        return -1;
    }
}
