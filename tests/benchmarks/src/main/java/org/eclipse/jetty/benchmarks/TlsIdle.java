package org.eclipse.jetty.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What a TLS connection that has served a request and is idle takes of a server: live heap, and resident memory.
 *
 * <p>Each server is a fresh process whose heap gives back what is free ({@code MaxHeapFreeRatio}), so that its resident
 * memory follows what is live and not what garbage has touched. After full collections the memory is read at several numbers
 * of connections; the figures are slopes between them, so that what the process takes once does not count. Arguments:
 * {@code NAME=HOME...}, each a home directory with a {@code start.jar}, the one to compare with last; before them perhaps
 * {@code connections=10000}, {@code steps=2}. This process needs as many open files ({@code ulimit -n}).
 */
public final class TlsIdle {
    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Connections that are opened and closed before, so that most code is compiled. */
    private static final int WARM_UP = 2000;
    /** Connections that are opened together. */
    private static final int CLIENTS = 4;
    /** Connections at the first reading. */
    private static final int FIRST = 1000;

    private TlsIdle() {}

    /** Bytes at a number of connections. */
    private record Reading(int connections, long heap, long resident) {
        double heapSince(Reading before) {
            return (heap - before.heap) / (double) (connections - before.connections);
        }

        double residentSince(Reading before) {
            return (resident - before.resident) / (double) (connections - before.connections);
        }
    }

    public static void main(String[] args) throws Exception {
        int connections = 10_000;
        int steps = 2;
        List<String> homes = new ArrayList<>();
        for (String arg : args) {
            String value = arg.substring(arg.indexOf('=') + 1);
            if (arg.startsWith("connections=")) {
                connections = Integer.parseInt(value);
            } else if (arg.startsWith("steps=")) {
                steps = Integer.parseInt(value);
            } else {
                homes.add(arg);
            }
        }
        if (homes.isEmpty()) {
            throw new IllegalArgumentException("expected: NAME=HOME...");
        }
        Measure.describe();
        double[] heap = new double[homes.size()];
        double[] resident = new double[homes.size()];
        for (int i = 0; i < homes.size(); i++) {
            List<Reading> readings = measure(homes.get(i), connections, steps);
            Reading first = readings.get(0);
            Reading last = readings.get(steps);
            heap[i] = last.heapSince(first);
            resident[i] = last.residentSince(first);
            for (int step = 1; step <= steps; step++) {
                Reading before = readings.get(step - 1);
                Reading reading = readings.get(step);
                System.out.printf(
                        "%s, %,d to %,d connections: heap %,.0f, resident %,.0f bytes each%n",
                        name(homes.get(i)),
                        before.connections,
                        reading.connections,
                        reading.heapSince(before),
                        reading.residentSince(before));
            }
        }
        System.out.println("| Server | heap per idle TLS connection, bytes | ratio | resident, bytes | ratio |");
        System.out.println("|---|---:|---:|---:|---:|");
        int reference = homes.size() - 1;
        for (int i = 0; i <= reference; i++) {
            System.out.printf(
                    "| %s | %,.0f | %.2f | %,.0f | %.2f |%n",
                    name(homes.get(i)),
                    heap[i],
                    heap[i] / heap[reference],
                    resident[i],
                    resident[i] / resident[reference]);
        }
    }

    private static String name(String nameAndHome) {
        return nameAndHome.substring(0, nameAndHome.indexOf('='));
    }

    private static List<Reading> measure(String home, int connections, int steps) throws Exception {
        List<String> jvm = List.of("-Xms16m", "-Xmx1g", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (TlsServer server = new TlsServer(home, "", jvm)) {
            for (TlsClient client : open(clients, server.port, WARM_UP)) {
                client.close();
            }
            List<TlsClient> open = new ArrayList<>();
            List<Reading> readings = new ArrayList<>();
            try {
                for (int step = 0; step <= steps; step++) {
                    int count = FIRST + (int) ((long) connections * step / steps);
                    open.addAll(open(clients, server.port, count - open.size()));
                    server.process.collect();
                    readings.add(new Reading(count, server.process.liveHeap(), server.process.residentMemory()));
                }
                // all of them are still served
                for (TlsClient client : open) {
                    ask(client);
                }
                return readings;
            } finally {
                for (TlsClient client : open) {
                    client.close();
                }
            }
        } finally {
            clients.shutdownNow();
        }
    }

    /** Opens connections, some together, each of which is served a request. */
    private static List<TlsClient> open(ExecutorService clients, int port, int count) throws Exception {
        Callable<TlsClient> one = () -> {
            TlsClient client = new TlsClient("localhost", port);
            ask(client);
            return client;
        };
        List<TlsClient> opened = new ArrayList<>();
        for (Future<TlsClient> client : clients.invokeAll(Collections.nCopies(count, one))) {
            opened.add(client.get());
        }
        return opened;
    }

    private static void ask(TlsClient client) throws IOException {
        client.write(REQUEST);
        StringBuilder response = new StringBuilder();
        while (response.indexOf("Hello, World!") < 0) {
            if (!client.read(response)) {
                throw new IOException("connection ended: " + response);
            }
        }
    }
}
