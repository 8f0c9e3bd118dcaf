package org.eclipse.jetty.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.channels.Selector;
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

    private WebSocketLoad() {}

    public static void main(String[] args) throws Exception {
        List<String> arguments = Arrays.asList(args);
        List<String> rows =
                List.of(Measure.option(arguments, "--rows", "idle,echo,chat").split(","));
        String peer = Measure.option(arguments, "--peer", null);
        for (String threads :
                Measure.option(arguments, "--threads", "platform,virtual").split(",")) {
            for (String row : rows) {
                row(row, "this, " + threads + " threads:", System.getProperty("java.class.path"), threads, arguments);
                if (peer != null) {
                    row(row, "peer, " + threads + " threads:", peerClassPath(Path.of(peer)), threads, arguments);
                }
            }
        }
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
        int seconds = Integer.parseInt(Measure.option(arguments, "--seconds", "10"));
        try (ServerProcess server = ServerProcess.start(classPath, threads)) {
            switch (row) {
                case "idle" -> idle(name, server, Integer.parseInt(Measure.option(arguments, "--idle", "10000")));
                case "echo" -> echo(name, server, seconds);
                case "chat" ->
                    chat(name, server, Integer.parseInt(Measure.option(arguments, "--rate", "990")), seconds);
                default -> throw new IllegalArgumentException("row " + row + " (expected: idle, echo or chat)");
            }
        }
    }

    private static void idle(String name, ServerProcess server, int count) throws Exception {
        List<WebSocketConnection> clients = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            clients.add(new WebSocketConnection(server.port(), "/echo"));
        }
        long before = server.ask("heap");
        for (int i = 0; i < count; i++) {
            clients.add(new WebSocketConnection(server.port(), "/echo"));
        }
        long after = server.ask("heap");
        System.out.printf("%s idle: %d sessions, %d bytes of heap each%n", name, count, (after - before) / count);
        for (WebSocketConnection client : clients) {
            client.close();
        }
    }

    private static void echo(String name, ServerProcess server, int seconds) throws Exception {
        byte[] message = "x".repeat(64).getBytes(StandardCharsets.US_ASCII);
        long[] received = new long[1];
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < ECHO_CONNECTIONS; i++) {
                WebSocketConnection client = new WebSocketConnection(server.port(), "/echo");
                client.register(selector);
                client.send(message);
            }
            WebSocketConnection.FrameConsumer again = (client, bytes, offset, length) -> {
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

    private static void pump(Selector selector, WebSocketConnection.FrameConsumer consumer, long end)
            throws IOException {
        while (System.nanoTime() < end) {
            WebSocketConnection.pump(selector, 10, consumer);
        }
    }

    private static void chat(String name, ServerProcess server, int rate, int seconds) throws Exception {
        List<WebSocketConnection> clients = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            int[] joined = new int[1];
            for (int i = 0; i < Chat.CLIENTS; i++) {
                WebSocketConnection client = new WebSocketConnection(server.port(), "/chat");
                client.register(selector);
                StringBuilder join = new StringBuilder("join");
                for (int r = 0; r < Chat.ROOMS_PER_CLIENT; r++) {
                    join.append(String.format(" %03d", Chat.room(i, r)));
                }
                client.send(join.toString().getBytes(StandardCharsets.US_ASCII));
                clients.add(client);
            }
            while (joined[0] < Chat.CLIENTS) {
                WebSocketConnection.pump(selector, 100, (client, bytes, offset, length) -> joined[0]++);
            }
            chat(selector, clients, new Chat(rate, seconds));
            Chat chat = new Chat(rate, seconds);
            long allocated = server.ask("allocated");
            long cpu = server.ask("cpu");
            chat(selector, clients, chat);
            cpu = server.ask("cpu") - cpu;
            allocated = server.ask("allocated") - allocated;
            System.out.printf(
                    "%s chat: %s, %.2f us of CPU and %d bytes of garbage each%n",
                    name, chat, cpu / 1000.0 / chat.delivered(), allocated / chat.delivered());
        }
    }

    private static void chat(Selector selector, List<WebSocketConnection> clients, Chat chat) throws IOException {
        WebSocketConnection.FrameConsumer consumer =
                (client, bytes, offset, length) -> chat.delivered(bytes, offset + 3);
        chat.run(
                (room, due) -> {
                    String text = String.format("%03d%020d%s", room, due, "x".repeat(27));
                    clients.get(room).send(text.getBytes(StandardCharsets.US_ASCII));
                },
                () -> WebSocketConnection.pump(selector, 1, consumer));
    }
}
