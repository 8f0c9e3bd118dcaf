package org.eclipse.jetty.benchmarks;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What others wait for while clients of HTTP/2 ask for large answers and open no window, with more streams than the server has
 * threads. The attackers send nothing after their requests.
 *
 * <p>Fails if the p99 of the probe is half a second or more, if a stream is left after two idle timeouts, or a connection after
 * three. The probe is a request of HTTP/1.1 over a connection of its own, one after the other. Arguments: {@code NAME=HOME};
 * before it perhaps {@code connections=20}, {@code requests=100}, {@code window=0}, {@code idle=5000} (ms).
 */
public final class ClosedWindows {
    private static final long MAX_P99 = 500_000_000;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;

    private final int port;
    private final AtomicInteger reset = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile long lastReset;
    private volatile long lastEnd;

    private ClosedWindows(int port) {
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        int connections = 20;
        int requests = 100;
        int window = 0;
        int idle = 5000;
        String home = null;
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, arg.indexOf('='))) {
                case "connections" -> connections = Integer.parseInt(value);
                case "requests" -> requests = Integer.parseInt(value);
                case "window" -> window = Integer.parseInt(value);
                case "idle" -> idle = Integer.parseInt(value);
                default -> home = arg;
            }
        }
        if (home == null) {
            throw new IllegalArgumentException("expected: NAME=HOME");
        }
        Measure.describe();
        try (ServerProcess server = new ServerProcess(home, ",http2c", "jetty.http.idleTimeout=" + idle)) {
            if (!new ClosedWindows(server.port).measure(connections, requests, window, idle)) {
                System.err.println("expected: p99 below 500 ms, streams within 2 idle timeouts, connections within 3");
                System.exit(1);
            }
        }
    }

    private boolean measure(int connections, int requests, int window, int idle) throws Exception {
        for (int i = 0; i < 100; i++) {
            probe();
        }
        for (int i = 0; i < connections; i++) {
            Socket socket = open(requests, window);
            Thread reader = new Thread(() -> read(socket, requests), "attacker-" + i);
            reader.setDaemon(true);
            reader.start();
        }
        List<Long> probes = new ArrayList<>();
        long start = System.nanoTime();
        while (System.nanoTime() - start < 4L * idle * 1_000_000) {
            probes.add(probe());
            LockSupport.parkNanos(20_000_000);
        }
        long[] sorted = probes.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        long p99 = Measure.percentile(sorted, 0.99);
        double resetAfter = (lastReset - start) / 1e6 / idle;
        double endAfter = (lastEnd - start) / 1e6 / idle;
        System.out.println(
                "| streams | probes | p50, ms | p99, ms | worst, ms | last stream, idle timeouts | connections ended | last, idle timeouts |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|---:|");
        System.out.printf(
                "| %,d of %,d | %,d | %.1f | %.1f | %.1f | %.2f | %d of %d | %.2f |%n",
                reset.get(),
                connections * requests,
                sorted.length,
                Measure.percentile(sorted, 0.5) / 1e6,
                p99 / 1e6,
                sorted[sorted.length - 1] / 1e6,
                resetAfter,
                ended.get(),
                connections,
                endAfter);
        return p99 < MAX_P99
                && reset.get() == connections * requests
                && resetAfter <= 2
                && ended.get() == connections
                && endAfter <= 3;
    }

    private Socket open(int requests, int window) throws IOException {
        Http2Frames frames = new Http2Frames();
        frames.frame(SETTINGS, 0, 0, new byte[] {
            0, 4, (byte) (window >> 24), (byte) (window >> 16), (byte) (window >> 8), (byte) window
        });
        // GET, http, the path and the authority as literals (RFC 7541)
        byte[] block = "\u0082\u0086\4\20/?bytes=10000000\1\11localhost".getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < requests; i++) {
            frames.frame(HEADERS, 5, 2 * i + 1, block);
        }
        Socket socket = new Socket("127.0.0.1", port);
        socket.getOutputStream().write(Http2Frames.PREFACE);
        socket.getOutputStream().write(frames.toByteArray());
        return socket;
    }

    /** Counts the streams that the server ends, each by RST_STREAM or with its connection. */
    private void read(Socket socket, int requests) {
        int left = requests;
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int head = in.readInt();
                in.readByte();
                in.readInt();
                in.skipNBytes(head >>> 8);
                if ((head & 0xff) == RST_STREAM) {
                    left--;
                    reset.incrementAndGet();
                    lastReset = System.nanoTime();
                } else if ((head & 0xff) == GOAWAY) {
                    break;
                }
            }
        } catch (IOException x) {
            // its end
        }
        long now = System.nanoTime();
        if (left > 0) {
            reset.addAndGet(left);
            lastReset = now;
        }
        lastEnd = now;
        ended.incrementAndGet();
    }

    /** The nanoseconds of one request over a new connection. */
    private long probe() throws IOException {
        long begin = System.nanoTime();
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                throw new IOException("probe: " + answer);
            }
        }
        return System.nanoTime() - begin;
    }
}
