package org.eclipse.jetty.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Idle sessions, echo and chat over WebSocket, this project beside another implementation of the same API.
 *
 * <pre>
 * run.sh WebSocketLoad [--peer JETTY_HOME] [--threads platform,virtual] [--rows idle,echo,chat] [--idle 10000] [--rate 990]
 *     [--seconds 10]
 * </pre>
 *
 * <p>Servers are processes of their own. Idle: heap per session after collections. Echo: 64 bytes on 256 connections, one message
 * under way on each; CPU of the server per message. Chat: 1,000 clients, 100 rooms, 10 rooms per client, 990 messages of 50 bytes
 * in a second, each delivered to the 100 clients of its room; latencies from the moment a message was due. Where the machine is
 * too slow for that rate, which a row then says, {@code --rate} takes another one.
 *
 * <p>{@code $BENCH_SERVER_JVM} holds further arguments of the servers' JVM.
 */
public final class WebSocketLoad {
    private static final int ECHO_CONNECTIONS = 256;
    private static final int CLIENTS = 1000;
    private static final int ROOMS = 100;
    private static final int ROOMS_PER_CLIENT = 10;
    private static final byte[] KEY = {1, 2, 3, 4};

    /** A server in a process of its own. */
    private record ServerProcess(Process process, BufferedReader out, PrintStream in, int port)
            implements AutoCloseable {
        static ServerProcess start(String classPath, String threads) throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("-Xmx2g");
            String more = System.getenv("BENCH_SERVER_JVM");
            if (more != null && !more.isBlank()) {
                command.addAll(List.of(more.trim().split(" +")));
            }
            command.addAll(List.of("-cp", classPath, WebSocketServerUnderLoad.class.getName(), threads));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()));
            String line = out.readLine();
            // options of the JVM may have it say something
            while (line != null && !line.startsWith("port ")) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IOException("server did not start, class path " + classPath);
            }
            return new ServerProcess(
                    process,
                    out,
                    new PrintStream(process.getOutputStream(), true),
                    Integer.parseInt(line.substring(5)));
        }

        long ask(String command) throws IOException {
            in.println(command);
            return Long.parseLong(out.readLine().substring(command.length() + 1));
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    /** A client; frames of the server are shorter than 126 bytes. */
    private static final class Client {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocate(16 * 1024);

        Client(int port, String path) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.socket().setTcpNoDelay(true);
            write(ByteBuffer.wrap(("GET " + path
                            + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII)));
            do {
                if (channel.read(in) < 0) {
                    throw new IOException("not upgraded");
                }
            } while (!new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII).endsWith("\r\n\r\n"));
            if (!new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII).startsWith("HTTP/1.1 101 ")) {
                throw new IOException(new String(in.array(), 0, in.position(), StandardCharsets.US_ASCII));
            }
            in.clear();
        }

        void register(Selector selector) throws IOException {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        void send(byte[] text) throws IOException {
            ByteBuffer frame = ByteBuffer.allocate(6 + text.length);
            frame.put((byte) 0x81).put((byte) (0x80 | text.length)).put(KEY);
            for (int i = 0; i < text.length; i++) {
                frame.put((byte) (text[i] ^ KEY[i & 3]));
            }
            write(frame.flip());
        }

        /** Reads what has come; tells each frame's payload by its place in the buffer. */
        void read(FrameConsumer consumer) throws IOException {
            if (channel.read(in) < 0) {
                throw new IOException("connection closed");
            }
            in.flip();
            while (in.remaining() >= 2 && in.remaining() >= 2 + in.get(in.position() + 1)) {
                int length = in.get(in.position() + 1);
                consumer.accept(this, in.array(), in.position() + 2, length);
                in.position(in.position() + 2 + length);
            }
            in.compact();
        }
    }

    private interface FrameConsumer {
        void accept(Client client, byte[] bytes, int offset, int length) throws IOException;
    }

    private WebSocketLoad() {}

    public static void main(String[] args) throws Exception {
        List<String> arguments = Arrays.asList(args);
        List<String> rows =
                List.of(option(arguments, "--rows", "idle,echo,chat").split(","));
        String peer = option(arguments, "--peer", null);
        for (String threads : option(arguments, "--threads", "platform,virtual").split(",")) {
            for (String row : rows) {
                row(row, "this, " + threads + " threads:", System.getProperty("java.class.path"), threads, arguments);
                if (peer != null) {
                    row(row, "peer, " + threads + " threads:", peerClassPath(Path.of(peer)), threads, arguments);
                }
            }
        }
    }

    private static String option(List<String> arguments, String name, String otherwise) {
        int index = arguments.indexOf(name);
        return index < 0 ? otherwise : arguments.get(index + 1);
    }

    /** The classes of this benchmark with the libraries of another home. */
    private static String peerClassPath(Path home) throws IOException {
        Path classes = Path.of(WebSocketLoad.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        try (Stream<Path> jars = Files.walk(home.resolve("lib"))) {
            return classes
                    + File.pathSeparator
                    + jars.filter(jar -> jar.getFileName()
                                    .toString()
                                    .matches("(jetty-(util|io|http|server|websocket-.*)-1[0-9.]*|slf4j-api-.*)\\.jar"))
                            .map(Path::toString)
                            .collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static void row(String row, String name, String classPath, String threads, List<String> arguments)
            throws Exception {
        int seconds = Integer.parseInt(option(arguments, "--seconds", "10"));
        try (ServerProcess server = ServerProcess.start(classPath, threads)) {
            switch (row) {
                case "idle" -> idle(name, server, Integer.parseInt(option(arguments, "--idle", "10000")));
                case "echo" -> echo(name, server, seconds);
                case "chat" -> chat(name, server, Integer.parseInt(option(arguments, "--rate", "990")), seconds);
                default -> throw new IllegalArgumentException("row " + row + " (expected: idle, echo or chat)");
            }
        }
    }

    private static void idle(String name, ServerProcess server, int count) throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(new Client(server.port(), "/echo"));
        }
        long before = server.ask("heap");
        for (int i = 0; i < count; i++) {
            clients.add(new Client(server.port(), "/echo"));
        }
        long after = server.ask("heap");
        System.out.printf("%s idle: %d sessions, %d bytes of heap each%n", name, count, (after - before) / count);
        for (Client client : clients) {
            client.channel.close();
        }
    }

    private static void echo(String name, ServerProcess server, int seconds) throws Exception {
        byte[] message = "x".repeat(64).getBytes(StandardCharsets.US_ASCII);
        long[] received = new long[1];
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < ECHO_CONNECTIONS; i++) {
                Client client = new Client(server.port(), "/echo");
                client.register(selector);
                client.send(message);
            }
            FrameConsumer again = (client, bytes, offset, length) -> {
                received[0]++;
                client.send(message);
            };
            pump(selector, again, System.nanoTime() + seconds * 1_000_000_000L);
            long allocated = server.ask("allocated");
            long cpu = server.ask("cpu");
            received[0] = 0;
            pump(selector, again, System.nanoTime() + seconds * 1_000_000_000L);
            cpu = server.ask("cpu") - cpu;
            allocated = server.ask("allocated") - allocated;
            System.out.printf(
                    "%s echo: %d messages/s, %.2f us of CPU and %d bytes of garbage each%n",
                    name, received[0] / seconds, cpu / 1000.0 / received[0], allocated / received[0]);
        }
    }

    private static void pump(Selector selector, FrameConsumer consumer, long end) throws IOException {
        while (System.nanoTime() < end) {
            selector.select(10);
            read(selector, consumer);
        }
    }

    private static void read(Selector selector, FrameConsumer consumer) throws IOException {
        for (SelectionKey key : selector.selectedKeys()) {
            ((Client) key.attachment()).read(consumer);
        }
        selector.selectedKeys().clear();
    }

    private static void chat(String name, ServerProcess server, int rate, int seconds) throws Exception {
        List<Client> clients = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            int[] joined = new int[1];
            for (int i = 0; i < CLIENTS; i++) {
                Client client = new Client(server.port(), "/chat");
                client.register(selector);
                StringBuilder join = new StringBuilder("join");
                for (int r = 0; r < ROOMS_PER_CLIENT; r++) {
                    join.append(String.format(" %03d", (i + r * ROOMS_PER_CLIENT) % ROOMS));
                }
                client.send(join.toString().getBytes(StandardCharsets.US_ASCII));
                clients.add(client);
            }
            while (joined[0] < CLIENTS) {
                selector.select(100);
                read(selector, (client, bytes, offset, length) -> joined[0]++);
            }
            new ChatMessages(selector, clients, rate, seconds).run();
            ChatMessages messages = new ChatMessages(selector, clients, rate, seconds);
            long allocated = server.ask("allocated");
            long cpu = server.ask("cpu");
            messages.run();
            cpu = server.ask("cpu") - cpu;
            allocated = server.ask("allocated") - allocated;
            System.out.printf(
                    "%s chat: %s, %.2f us of CPU and %d bytes of garbage each%n",
                    name, messages, cpu / 1000.0 / messages.delivered, allocated / messages.delivered);
        }
    }

    /** Messages sent at a constant rate, and when they came. */
    private static final class ChatMessages {
        private final Selector selector;
        private final List<Client> clients;
        private final int rate;
        private final int seconds;
        /** How many deliveries took so many tenths of a millisecond. */
        private final int[] latencies = new int[1_000_000];

        private long delivered;
        private long expected;
        /** Nanoseconds between the first message and the last delivery. */
        private long time;

        ChatMessages(Selector selector, List<Client> clients, int rate, int seconds) {
            this.selector = selector;
            this.clients = clients;
            this.rate = rate;
            this.seconds = seconds;
        }

        void run() throws IOException {
            long start = System.nanoTime();
            long total = (long) rate * seconds;
            expected = total * CLIENTS * ROOMS_PER_CLIENT / ROOMS;
            // what is late is waited for, so that it counts
            long end = start + 4L * seconds * 1_000_000_000L;
            long sent = 0;
            while (delivered < expected && System.nanoTime() < end) {
                long due = start + sent * 1_000_000_000L / rate;
                while (sent < total && due <= System.nanoTime()) {
                    int room = (int) (sent % ROOMS);
                    String text = String.format("%03d%020d%s", room, due, "x".repeat(27));
                    // one of the room's members
                    clients.get(room).send(text.getBytes(StandardCharsets.US_ASCII));
                    sent++;
                    due = start + sent * 1_000_000_000L / rate;
                }
                selector.select(1);
                read(selector, this::accept);
            }
            time = System.nanoTime() - start;
        }

        private void accept(Client client, byte[] bytes, int offset, int length) {
            long due = 0;
            for (int i = offset + 3; i < offset + 23; i++) {
                due = due * 10 + bytes[i] - '0';
            }
            int tenths = (int) ((System.nanoTime() - due) / 100_000);
            latencies[Math.max(0, Math.min(tenths, latencies.length - 1))]++;
            delivered++;
        }

        @Override
        public String toString() {
            // an overload shows by messages that wait for each other, and come later and later
            boolean late = delivered < expected || time > seconds * 1_050_000_000L;
            return String.format(
                    "%d of %d deliveries in %.1f s%s, latency median %.1f ms, 90%% %.1f ms, 99%% %.1f ms, 99.9%% %.1f ms",
                    delivered,
                    expected,
                    time / 1e9,
                    late ? " (not valid: the machine does not keep up with " + rate + " messages/s)" : "",
                    percentile(latencies, delivered, 0.5),
                    percentile(latencies, delivered, 0.9),
                    percentile(latencies, delivered, 0.99),
                    percentile(latencies, delivered, 0.999));
        }
    }

    private static double percentile(int[] latencies, long count, double part) {
        long left = (long) (count * part);
        for (int i = 0; i < latencies.length; i++) {
            left -= latencies[i];
            if (left < 0) {
                return i / 10.0;
            }
        }
        return latencies.length / 10.0;
    }
}
