package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Back ends that are killed and come back, one after the other, while clients send idempotent requests.
 *
 * <p>{@code -Dbalancer.requests=1000000 -Dbalancer.kills=20} is the long run; it takes some minutes.
 */
class BalancerKillsTest {
    private static final int REQUESTS = Integer.getInteger("balancer.requests", 5_000);
    private static final int KILLS = Integer.getInteger("balancer.kills", 3);
    private static final int CLIENTS = 8;

    private final List<KillableServer> backEnds = new ArrayList<>();
    private final Server server = new Server();
    private final Queue<String> lost = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sent = new AtomicInteger();

    @AfterEach
    void stop() throws Exception {
        server.stop();
        for (KillableServer each : backEnds) {
            each.close();
        }
    }

    @Test
    void noIdempotentRequestIsLostByKills() throws Exception {
        BalancerHandler balancer = new BalancerHandler();
        for (int i = 0; i < 3; i++) {
            KillableServer backEnd = new KillableServer();
            backEnds.add(backEnd);
            balancer.addBackend("b" + i, "http://localhost:" + backEnd.port());
        }
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("localhost");
        server.addConnector(connector);
        server.setHandler(balancer);
        server.start();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            Thread client = new Thread(() -> send(connector.getLocalPort()), "client-" + i);
            client.start();
            clients.add(client);
        }
        for (int kill = 0; kill < KILLS; kill++) {
            KillableServer victim = backEnds.get(kill % backEnds.size());
            awaitSent((2L * kill + 1) * REQUESTS / (2L * KILLS + 1));
            victim.kill();
            awaitSent((2L * kill + 2) * REQUESTS / (2L * KILLS + 1));
            victim.restart();
        }
        for (Thread client : clients) {
            client.join();
        }
        assertThat(lost).isEmpty();
        assertThat(sent.get()).isGreaterThanOrEqualTo(REQUESTS);
        assertThat(balancer.getTotalRetries()).isPositive();
        assertThat(balancer.getBackends()).allMatch(each -> each.getTotalRequests() > 0);
    }

    private void awaitSent(long number) {
        while (sent.get() < number && lost.isEmpty()) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    private void send(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(30_000);
            InputStream input = new BufferedInputStream(socket.getInputStream());
            for (int i = sent.getAndIncrement(); i < REQUESTS; i = sent.getAndIncrement()) {
                String content = i % 4 == 0 ? "content " + i : "";
                String head = content.isEmpty() ? "GET /%d HTTP/1.1\r\nHost: localhost\r\n\r\n" : """
                        PUT /%d HTTP/1.1\r
                        Host: localhost\r
                        Content-Length: %d\r
                        \r
                        """;
                socket.getOutputStream()
                        .write((head.formatted(i, content.length()) + content).getBytes(StandardCharsets.US_ASCII));
                String response = read(input);
                if (!response.startsWith("HTTP/1.1 200 ") || !response.endsWith("\n" + content)) {
                    lost.add(i + ": " + response);
                    return;
                }
            }
        } catch (IOException x) {
            lost.add(x.toString());
        }
    }

    private static String read(InputStream input) throws IOException {
        StringBuilder response = new StringBuilder();
        while (response.indexOf("\r\n\r\n") < 0) {
            int b = input.read();
            if (b < 0) {
                throw new IOException("the end after: " + response);
            }
            response.append((char) b);
        }
        int length = response.toString()
                .lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length: ", 0, 16))
                .mapToInt(line -> Integer.parseInt(line.substring(16)))
                .findAny()
                .orElse(0);
        return response + new String(input.readNBytes(length), StandardCharsets.US_ASCII);
    }
}
