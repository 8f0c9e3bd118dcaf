package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The chat of {@link Chat} with CometD 8 in a web application, over long polling, the transport that CometD 8 has for WARs.
 *
 * <pre>
 * run.sh CometdLoad NAME=HOME... [--threads platform,virtual] [--rate 990] [--seconds 10]
 * </pre>
 *
 * <p>Each home is a distribution of Jetty's kind; the servers take turns. Tells the latency of a delivery from the moment a message
 * was due, and the server's CPU and garbage for each.
 */
public final class CometdLoad {
    private static final byte[] DATA = "\"data\":\"".getBytes(StandardCharsets.US_ASCII);

    private CometdLoad() {}

    public static void main(String[] args) throws Exception {
        CometdServers.measure(args, (server, virtual, rate, seconds) -> chat(server, rate, seconds));
    }

    private static String chat(ServerProcess server, int rate, int seconds) throws Exception {
        List<BayeuxClient> clients = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < Chat.CLIENTS; i++) {
                int client = i;
                List<String> channels = IntStream.range(0, Chat.ROOMS_PER_CLIENT)
                        .mapToObj(number -> channel(Chat.room(client, number)))
                        .toList();
                clients.add(new BayeuxClient(server.port, "/cometd", channels));
            }
            for (BayeuxClient client : clients) {
                client.begin(selector);
            }
            run(new Chat(rate, seconds), clients, selector);
            Chat chat = new Chat(rate, seconds);
            long allocated = allocated(server);
            double cpu = server.cpu();
            run(chat, clients, selector);
            cpu = server.cpu() - cpu;
            allocated = allocated(server) - allocated;
            return String.format(
                    "%s, %.2f us of CPU and %d bytes of garbage each",
                    chat, cpu * 1e6 / chat.delivered(), allocated / chat.delivered());
        } finally {
            for (BayeuxClient client : clients) {
                client.close();
            }
        }
    }

    private static String channel(int room) {
        return String.format("/chat/%03d", room);
    }

    private static void run(Chat chat, List<BayeuxClient> clients, Selector selector) throws IOException {
        JsonConnection.ContentConsumer consumer = (connection, bytes, length) -> {
            count(chat, bytes, length);
            ((BayeuxClient) connection.attachment()).answered(connection);
        };
        chat.run(
                (room, due) ->
                        clients.get(room).publish(channel(room), String.format("\"%020d%s\"", due, "x".repeat(30))),
                () -> {
                    selector.select(1);
                    for (SelectionKey key : selector.selectedKeys()) {
                        ((JsonConnection) key.attachment()).read(consumer);
                    }
                    selector.selectedKeys().clear();
                });
    }

    /** Finds the messages of a response. */
    private static void count(Chat chat, byte[] bytes, int length) {
        int last = length - DATA.length - Chat.DIGITS;
        for (int i = 0; i < last; i++) {
            if (bytes[i] != '"' || !Arrays.equals(bytes, i, i + DATA.length, DATA, 0, DATA.length)) {
                continue;
            }
            chat.delivered(bytes, i + DATA.length);
            i += DATA.length + Chat.DIGITS;
        }
    }

    private static long allocated(ServerProcess server) throws IOException {
        try (InputStream in =
                URI.create("http://127.0.0.1:" + server.port + "/").toURL().openStream()) {
            return Long.parseLong(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }
}
