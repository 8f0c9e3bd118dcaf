package bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Locale;

/**
 * Asks at a fixed rate and measures each latency from the moment at which the request was due, whether or not a
 * connection was free then: a server that stalls cannot hide it (no coordinated omission). Beside it, slow clients may
 * send one byte per second each.
 *
 * <p>Arguments: PORT PATH CONNECTIONS RATE SECONDS WARM_UP_SECONDS [SLOW_CLIENTS heads|bodies]. A RATE is in requests per second, or, as
 * {@code 70%}, a share of the most that the server answers to this generator: that is found out first, for half of the seconds, by asking
 * on each connection as soon as it is free. One thread, which spins, as it has a CPU of its own.
 *
 * <p>When all is answered, a line DONE is written and the standard input read to its end: each of its lines is a {@linkplain Gaps gap}
 * that the server's CPU had. Then follows a line that starts with RESULT, of JSON; times are in microseconds, those of {@link Latencies}.
 * {@code lag} is how late the generator itself was at the 99th percentile outside of gaps: where it is near the latencies, they are the
 * generator's. {@code work} is the part of its time in which it had something to do: where that is near 1, it is the generator that cannot
 * do more.
 */
public final class Pace {
    private static final long GRACE = 10_000_000_000L;

    private static final class Connection {
        SocketChannel channel;
        Responses responses = new Responses();
        long due;
        boolean busy;
    }

    private final InetSocketAddress server;
    private final ByteBuffer request;
    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(65536);
    private final ArrayDeque<Connection> free = new ArrayDeque<>();
    private final Latencies latencies;
    private final Latencies lags;
    private final Gaps gaps = new Gaps();
    private final SlowClients slow;
    private long counted;
    private long noneFree;
    private int busy;
    private long idle;
    private long last;
    private long sent;
    private long errors;
    private String firstError = "";

    private Pace(int port, String path, int connections, int expected, SlowClients slow) throws IOException {
        latencies = new Latencies(expected);
        lags = new Latencies(expected);
        server = new InetSocketAddress("127.0.0.1", port);
        byte[] bytes = Responses.request(path);
        request = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        this.slow = slow;
        for (int i = 0; i < connections; i++) {
            Connection connection = new Connection();
            connect(connection);
            free.add(connection);
        }
    }

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int count = args.length > 6 ? Integer.parseInt(args[6]) : 0;
        SlowClients slow = count == 0 ? null : new SlowClients(port, count, args[7].equals("bodies"));
        double seconds = Double.parseDouble(args[4]);
        double warmUp = Double.parseDouble(args[5]);
        String word = args[3];
        int expected = (int) (seconds * (word.endsWith("%") ? 250_000 : Double.parseDouble(word)));
        Pace pace = new Pace(port, args[1], Integer.parseInt(args[2]), expected, slow);
        double most = 0;
        double rate;
        if (word.endsWith("%")) {
            most = pace.saturate(seconds / 2, warmUp);
            rate = most * Double.parseDouble(word.substring(0, word.length() - 1)) / 100;
            pace.forget();
            warmUp = 0.5;
        } else {
            rate = Double.parseDouble(word);
        }
        pace.run(rate, seconds, warmUp);
        System.out.println("DONE");
        pace.gaps.read(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)));
        pace.print(rate, most);
        System.exit(0);
    }

    /** What was found out while the most was looked for is not counted. */
    private void forget() {
        latencies.clear();
        lags.clear();
        idle = 0;
    }

    private void run(double rate, double seconds, double warmUp) throws IOException {
        long total = (long) (rate * (seconds + warmUp));
        double interval = 1e9 / rate;
        long start = System.nanoTime() + 1_000_000;
        long end = start + (long) (total * interval) + GRACE;
        counted = start + (long) (warmUp * 1e9);
        noneFree = start;
        long next = 0;
        last = start;
        boolean worked = true;
        while (next < total || busy > 0) {
            long now = System.nanoTime();
            passed(now, worked);
            worked = false;
            if (now > end) {
                giveUp(now);
                for (; next < total; next++) {
                    errors++;
                    latencies.add(start + (long) (next * interval), now);
                }
                return;
            }
            if (next < total) {
                long due = start + (long) (next * interval);
                if (due <= now) {
                    Connection connection = free.poll();
                    if (connection == null) {
                        noneFree = now;
                    } else {
                        next++;
                        worked = true;
                        send(connection, due, now);
                        // the next one may be due already; answers are looked for after a few at the latest
                        if ((next & 7) != 0) {
                            continue;
                        }
                    }
                }
            }
            if (slow != null) {
                slow.drip(now);
            }
            worked |= selector.selectNow(this::ready) > 0;
        }
    }

    private void passed(long now, boolean worked) {
        if (now - last >= Gaps.LEAST) {
            gaps.add(last, now);
        }
        if (!worked && last > counted) {
            idle += now - last;
        }
        last = now;
    }

    /** Asks as often as there are answers, and returns how many there are per second. */
    private double saturate(double seconds, double warmUp) throws IOException {
        long start = System.nanoTime();
        counted = start + (long) (warmUp * 1e9);
        long end = counted + (long) (seconds * 1e9);
        last = start;
        boolean worked = true;
        for (long now = start; now < end || busy > 0; now = System.nanoTime()) {
            passed(now, worked);
            if (now > end + GRACE) {
                throw new IOException("no answer within " + GRACE / 1_000_000_000L + " s");
            }
            Connection connection = now < end ? free.poll() : null;
            worked = connection != null;
            if (worked) {
                send(connection, now, now);
            }
            if (!worked || (++sent & 7) == 0) {
                worked |= selector.selectNow(this::ready) > 0;
            }
        }
        return latencies.count() / seconds;
    }

    private void send(Connection connection, long due, long now) throws IOException {
        if (due > counted && due > noneFree) {
            lags.add(due, now);
        }
        connection.due = due;
        connection.busy = true;
        busy++;
        try {
            connection.channel.write(request.rewind());
        } catch (IOException e) {
            failed(connection, e.toString());
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            in.clear();
            int n = connection.channel.read(in);
            if (n < 0) {
                throw new IOException("closed by the server");
            }
            int complete = connection.responses.take(in.flip());
            if (complete > 1 || complete == 1 && !connection.busy) {
                throw new IOException("a response too many");
            }
            if (complete == 1) {
                done(connection);
            }
        } catch (IOException e) {
            try {
                failed(connection, e.toString());
            } catch (IOException again) {
                throw new java.io.UncheckedIOException(again);
            }
        }
    }

    private void done(Connection connection) {
        if (connection.due > counted) {
            latencies.add(connection.due, System.nanoTime());
        }
        connection.busy = false;
        busy--;
        free.add(connection);
    }

    /** Counts an error, its latency too, and goes on with a new connection. */
    private void failed(Connection connection, String why) throws IOException {
        errors++;
        if (firstError.isEmpty()) {
            firstError = why;
        }
        connection.channel.close();
        connection.responses = new Responses();
        connect(connection);
        if (connection.busy) {
            done(connection);
        }
    }

    private void connect(Connection connection) throws IOException {
        connection.channel = SocketChannel.open(server);
        connection.channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        connection.channel.configureBlocking(false);
        connection.channel.register(selector, SelectionKey.OP_READ, connection);
    }

    /** What has no answer long after the end counts as an error that took until now. */
    private void giveUp(long now) {
        errors += busy;
        if (firstError.isEmpty()) {
            firstError = "no answer within " + GRACE / 1_000_000_000L + " s of the end";
        }
        for (SelectionKey key : selector.keys()) {
            Connection connection = (Connection) key.attachment();
            if (connection.busy && connection.due > counted) {
                latencies.add(connection.due, now);
            }
        }
    }

    private void print(double rate, double most) {
        System.out.printf(
                Locale.ROOT,
                "RESULT {\"requests\": %d, \"most\": %.0f, \"rate\": %.0f, %s, \"gaps\": %d, \"lag\": %s, \"work\":"
                        + " %.3f, \"errors\": %d, \"error\": \"%s\", \"slow_closed\": %d}%n",
                latencies.count(),
                most,
                rate,
                latencies.members(gaps),
                gaps.count(counted, last),
                lags.p99(gaps),
                1 - (double) idle / (last - counted),
                errors,
                firstError.replaceAll("[^ -~]|[\"\\\\]", "?"),
                slow == null ? 0 : slow.closed());
    }
}
