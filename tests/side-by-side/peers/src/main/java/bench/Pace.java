package bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Asks at a fixed rate and measures each latency from the moment at which the request was due, whether or not a
 * connection was free then: a server that stalls cannot hide it (no coordinated omission). Beside it, slow clients may
 * send one byte per second each.
 *
 * <p>Arguments: PORT PATH CONNECTIONS REQUESTS_PER_SECOND SECONDS WARM_UP_SECONDS [SLOW_CLIENTS heads|bodies]. A rate of 0 asks on
 * each connection as soon as it is free, and finds out the most that the server answers to this generator. One thread, which spins, as
 * it has a CPU of its own. Prints one line of JSON that starts with RESULT; times are in microseconds. {@code p99_slices} is the median
 * of the 99th percentiles of each half second: a pause of the machine is in one of them, not in all. {@code lag} is how late the
 * generator itself was at the 99th percentile: where it is near the latencies, they are the generator's. {@code work} is the part of
 * its time in which it had something to do: where that is near 1, it is the generator that cannot do more.
 */
public final class Pace {
    private static final long GRACE = 10_000_000_000L;
    private static final long SLICE = 500_000_000L;

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
    private final Histogram latencies = new Histogram();
    private final List<Histogram> slices = new ArrayList<>();
    private final Histogram lags = new Histogram();
    private final SlowClients slow;
    private long counted;
    private long noneFree;
    private int busy;
    private long idle;
    private long last;
    private long sent;
    private long errors;
    private String firstError = "";

    private Pace(int port, String path, int connections, SlowClients slow) throws IOException {
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
        double rate = Double.parseDouble(args[3]);
        Pace pace = new Pace(port, args[1], Integer.parseInt(args[2]), slow);
        double seconds = Double.parseDouble(args[4]);
        double warmUp = Double.parseDouble(args[5]);
        if (rate > 0) {
            pace.run(rate, seconds, warmUp);
        } else {
            pace.saturate(seconds, warmUp);
            rate = pace.latencies.total() / seconds;
        }
        pace.print(rate);
        System.exit(0);
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
            if (!worked && last > counted) idle += now - last;
            last = now;
            worked = false;
            if (now > end) {
                giveUp(now);
                for (; next < total; next++) {
                    errors++;
                    add(start + (long) (next * interval), now);
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
                        if ((next & 7) != 0) continue;
                    }
                }
            }
            if (slow != null) slow.drip(now);
            worked |= selector.selectNow(this::ready) > 0;
        }
    }

    /** Asks as often as there are answers. */
    private void saturate(double seconds, double warmUp) throws IOException {
        long start = System.nanoTime();
        counted = start + (long) (warmUp * 1e9);
        long end = counted + (long) (seconds * 1e9);
        last = start;
        boolean worked = true;
        for (long now = start; now < end || busy > 0; now = System.nanoTime()) {
            if (!worked && last > counted) idle += now - last;
            last = now;
            if (now > end + GRACE) {
                giveUp(now);
                return;
            }
            Connection connection = now < end ? free.poll() : null;
            worked = connection != null;
            if (worked) send(connection, now, now);
            if (!worked || (++sent & 7) == 0) worked |= selector.selectNow(this::ready) > 0;
        }
    }

    private void send(Connection connection, long due, long now) throws IOException {
        if (due > counted && due > noneFree) lags.add(now - due);
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
            if (n < 0) throw new IOException("closed by the server");
            int complete = connection.responses.take(in.flip());
            if (complete > 1 || complete == 1 && !connection.busy) throw new IOException("a response too many");
            if (complete == 1) done(connection);
        } catch (IOException e) {
            try {
                failed(connection, e.toString());
            } catch (IOException again) {
                throw new java.io.UncheckedIOException(again);
            }
        }
    }

    private void done(Connection connection) {
        if (connection.due > counted) add(connection.due, System.nanoTime());
        connection.busy = false;
        busy--;
        free.add(connection);
    }

    private void add(long due, long now) {
        latencies.add(now - due);
        int slice = (int) Math.max(0, (due - counted) / SLICE);
        while (slices.size() <= slice) slices.add(new Histogram());
        slices.get(slice).add(now - due);
    }

    /** The median of the 99th percentiles of half seconds, of which those with a pause of the machine are the others. */
    private double typicalP99() {
        double[] p99 = slices.stream()
                .filter(slice -> slice.total() > 0)
                .mapToDouble(slice -> slice.micros(0.99))
                .sorted()
                .toArray();
        return p99.length == 0 ? 0 : p99[p99.length / 2];
    }

    /** Counts an error, its latency too, and goes on with a new connection. */
    private void failed(Connection connection, String why) throws IOException {
        errors++;
        if (firstError.isEmpty()) firstError = why;
        connection.channel.close();
        connection.responses = new Responses();
        connect(connection);
        if (connection.busy) done(connection);
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
        if (firstError.isEmpty()) firstError = "no answer within " + GRACE / 1_000_000_000L + " s of the end";
        for (SelectionKey key : selector.keys()) {
            Connection connection = (Connection) key.attachment();
            if (connection.busy && connection.due > counted) add(connection.due, now);
        }
    }

    private void print(double rate) {
        System.out.printf(
                Locale.ROOT,
                "RESULT {\"requests\": %d, \"rate\": %.0f, \"p50\": %.1f, \"p90\": %.1f, \"p99\": %.1f, \"p999\": %.1f,"
                        + " \"p99_slices\": %.1f, \"max\": %.1f, \"lag\": %.1f, \"work\": %.3f, \"errors\": %d, \"error\": \"%s\", \"slow_closed\": %d}%n",
                latencies.total(),
                rate,
                latencies.micros(0.5),
                latencies.micros(0.9),
                latencies.micros(0.99),
                latencies.micros(0.999),
                typicalP99(),
                latencies.maxMicros(),
                lags.micros(0.99),
                1 - (double) idle / (last - counted),
                errors,
                firstError.replaceAll("[^ -~]|[\"\\\\]", "?"),
                slow == null ? 0 : slow.closed());
    }
}
