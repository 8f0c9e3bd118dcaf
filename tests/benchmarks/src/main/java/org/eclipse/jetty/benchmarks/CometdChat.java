package org.eclipse.jetty.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.cometd.bayeux.Message;
import org.cometd.client.BayeuxClient.State;
import org.cometd.client.http.jetty.JettyHttpClientTransport;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The chat of {@link Chat} with CometD 8 at both ends: its server in a web application, and 1,000 of its clients, which share one
 * HttpClient of this project.
 *
 * <pre>
 * run.sh CometdChat NAME=HOME [--threads platform,virtual] [--rate 990] [--seconds 10]
 * </pre>
 *
 * <p>{@code --threads} are those of the server and of the clients. Tells the latency of a delivery from the moment a message was
 * due, and the CPU of either side for each.
 */
public final class CometdChat {

    private final Chat[] chat = new Chat[1];
    private final List<org.cometd.client.BayeuxClient> clients = new ArrayList<>();

    private CometdChat() {}

    public static void main(String[] args) throws Exception {
        CometdServers.measure(
                args, (server, virtual, rate, seconds) -> new CometdChat().chat(server, virtual, rate, seconds));
    }

    private static HttpClient newClient(boolean virtual) throws Exception {
        HttpClient client = new HttpClient();
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setName("client");
        if (virtual) {
            threads.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        }
        client.setExecutor(threads);
        // a long poll of each client, and what it publishes
        client.setMaxConnectionsPerDestination(2 * Chat.CLIENTS + 100);
        client.setMaxRequestsQueuedPerDestination(100_000);
        client.setIdleTimeout(300_000);
        // by one cookie for all, CometD takes them for one browser, of which only one may wait: the others are to ask
        // each 2 s
        client.setHttpCookieStore(new HttpCookieStore.Empty());
        client.start();
        return client;
    }

    private String chat(ServerProcess server, boolean virtual, int rate, int seconds) throws Exception {
        HttpClient http = newClient(virtual);
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        try {
            join("http://127.0.0.1:" + server.port + "/cometd", http, scheduler);
            run(new Chat(rate, seconds));
            Chat measured = new Chat(rate, seconds);
            double cpu = server.cpu();
            double ours = cpu();
            run(measured);
            ours = cpu() - ours;
            cpu = server.cpu() - cpu;
            return String.format(
                    "%s, CPU of each: server %.2f us, clients %.2f us; %d connections",
                    measured, cpu * 1e6 / measured.delivered(), ours * 1e6 / measured.delivered(), connections(http));
        } finally {
            for (org.cometd.client.BayeuxClient client : clients) {
                client.abort();
            }
            http.stop();
            scheduler.shutdownNow();
        }
    }

    private static int connections(HttpClient http) {
        return ((org.eclipse.jetty.client.AbstractConnectionPool)
                        http.getDestinations().get(0).getConnectionPool())
                .getConnectionCount();
    }

    private static double cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e9;
    }

    /** Has all clients shake hands and enter their rooms. */
    private void join(String uri, HttpClient http, ScheduledExecutorService scheduler) throws Exception {
        CountDownLatch entered = new CountDownLatch(Chat.CLIENTS * Chat.ROOMS_PER_CLIENT);
        for (int i = 0; i < Chat.CLIENTS; i++) {
            org.cometd.client.BayeuxClient client =
                    new org.cometd.client.BayeuxClient(uri, scheduler, new JettyHttpClientTransport(null, http));
            clients.add(client);
            int number = i;
            client.handshake(reply -> {
                if (!reply.isSuccessful()) {
                    System.err.println("Handshake failed: " + reply);
                    return;
                }
                client.batch(() -> {
                    for (int room = 0; room < Chat.ROOMS_PER_CLIENT; room++) {
                        client.getChannel(channel(Chat.room(number, room)))
                                .subscribe((channel, message) -> onMessage(message), subscribed -> {
                                    if (subscribed.isSuccessful()) {
                                        entered.countDown();
                                    }
                                });
                    }
                });
            });
            if (i % 50 == 49 && !client.waitFor(30_000, State.CONNECTED)) {
                throw new IOException("Client " + i + " is not connected");
            }
        }
        if (!entered.await(60, TimeUnit.SECONDS)) {
            throw new IOException(entered.getCount() + " of the subscriptions are missing");
        }
    }

    private static String channel(int room) {
        return String.format("/chat/%03d", room);
    }

    private void onMessage(Message message) {
        byte[] text = ((String) message.getData()).getBytes(StandardCharsets.US_ASCII);
        synchronized (chat) {
            chat[0].delivered(text, 0);
        }
    }

    private void run(Chat next) throws IOException {
        synchronized (chat) {
            chat[0] = next;
        }
        next.run(
                (room, due) -> clients.get(room)
                        .getChannel(channel(room))
                        .publish(String.format("%020d%s", due, "x".repeat(30))),
                () -> {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException x) {
                        throw new IOException(x);
                    }
                });
    }
}
