package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * What a client waits for while many others drip their requests: the latency of a probe without them, with slow heads, and
 * with slow content. Arguments: connections (500), seconds of each (10), milliseconds between bytes (1000).
 */
public final class SlowClients {
    private static final String HEAD = "GET /slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
    private static final String CONTENT = "POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n";
    private static final String READ = CONTENT.replace("/slow", "/read");
    private static final byte[] PROBE =
            "GET /probe HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final int connections;
    private final int seconds;
    private final int millis;
    private final int port;

    private SlowClients(int port, int connections, int seconds, int millis) {
        this.port = port;
        this.connections = connections;
        this.seconds = seconds;
        this.millis = millis;
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        HttpConfiguration configuration = new HttpConfiguration();
        // the clients are to stay, so that what they cost is seen
        configuration.setMinRequestDataRate(0);
        configuration.setRequestHeadTimeout(0);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new Echo());
        server.start();
        try {
            SlowClients run = new SlowClients(
                    connector.getLocalPort(),
                    args.length > 0 ? Integer.parseInt(args[0]) : 500,
                    args.length > 1 ? Integer.parseInt(args[1]) : 10,
                    args.length > 2 ? Integer.parseInt(args[2]) : 1000);
            run.probe();
            long[] alone = run.probe();
            long[] heads = run.with(HEAD);
            long[] content = run.with(CONTENT);
            print("| slow clients | probes | p50 us | p99 us | p99 against none |");
            print("| --- | ---: | ---: | ---: | ---: |");
            row("none", alone, alone);
            row(run.connections + " heads", heads, alone);
            row(run.connections + " contents", content, alone);
            row(run.connections + " contents, blocking reads", run.with(READ), alone);
        } finally {
            server.stop();
        }
    }

    private static void print(String line) {
        System.out.println(line);
    }

    private static void row(String name, long[] nanos, long[] alone) {
        print(String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %.0f | %.2f |",
                name,
                nanos.length,
                at(nanos, 0.5) / 1000.0,
                at(nanos, 0.99) / 1000.0,
                (double) at(nanos, 0.99) / at(alone, 0.99)));
    }

    private static long at(long[] sorted, double share) {
        return sorted[(int) (share * (sorted.length - 1))];
    }

    private long[] with(String begin) throws Exception {
        List<SocketChannel> slow = new ArrayList<>();
        AtomicBoolean stop = new AtomicBoolean();
        Thread dripper = new Thread(() -> drip(slow, stop), "dripper");
        try {
            for (int i = 0; i < connections; i++) {
                SocketChannel channel = SocketChannel.open(new InetSocketAddress("localhost", port));
                channel.write(ByteBuffer.wrap(begin.getBytes(StandardCharsets.US_ASCII)));
                slow.add(channel);
            }
            dripper.start();
            return probe();
        } finally {
            stop.set(true);
            dripper.join();
            for (SocketChannel channel : slow) {
                channel.close();
            }
        }
    }

    /** Each connection gets a byte in each period, spread over it. */
    private void drip(List<SocketChannel> slow, AtomicBoolean stop) {
        long pause = TimeUnit.MILLISECONDS.toNanos(millis) / slow.size();
        long next = System.nanoTime();
        try {
            while (true) {
                for (SocketChannel channel : slow) {
                    if (stop.get()) {
                        return;
                    }
                    channel.write(ByteBuffer.wrap(new byte[] {'x'}));
                    next += pause;
                    LockSupport.parkNanos(next - System.nanoTime());
                }
            }
        } catch (IOException x) {
            throw new IllegalStateException("a slow client was cut off", x);
        }
    }

    /** The latencies in nanoseconds of one request after the other, sorted. */
    private long[] probe() throws IOException {
        long[] nanos = new long[1 << 20];
        int count = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        try (Socket socket = new Socket("localhost", port)) {
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            byte[] response = new byte[4096];
            while (System.nanoTime() < end && count < nanos.length) {
                long begin = System.nanoTime();
                socket.getOutputStream().write(PROBE);
                if (in.read(response) <= 0) {
                    throw new IOException("the probe was cut off");
                }
                nanos[count++] = System.nanoTime() - begin;
                LockSupport.parkNanos(200_000);
            }
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Answers when the content has come; without a thread that waits for it, except for {@code /read}. */
    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            if ("/read".equals(Request.getPathInContext(request))) {
                Content.Source.consumeAll(request);
                Content.Sink.write(response, true, "done", callback);
                return true;
            }
            Content.Source.consumeAll(
                    request,
                    Callback.from(() -> Content.Sink.write(response, true, "done", callback), callback::failed));
            return true;
        }
    }
}
