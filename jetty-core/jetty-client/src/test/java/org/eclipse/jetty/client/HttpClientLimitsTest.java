package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of time, size and number. */
class HttpClientLimitsTest extends AbstractClientTest {
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    // ---- the queue

    @Test
    void requestsThatWaitTooLongForAConnectionFail() throws Exception {
        client.setMaxConnectionsPerDestination(1);
        client.setQueueTimeout(50);
        CompletableFuture<Void> go = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            go.join();
            RawServer.write(socket, EMPTY);
            RawServer.readHead(socket);
            RawServer.write(socket, EMPTY);
        })) {
            CompletableFuture<Result> carried = new CompletableFuture<>();
            client.newRequest(server.getUri())
                    .onRequestCommit(request -> {
                        for (int i = 0; i < 3; i++) {
                            CompletableFuture<Result> waiting = new CompletableFuture<>();
                            waitingRequests.add(waiting);
                            client.newRequest(server.getUri()).send(waiting::complete);
                        }
                        committed.complete(null);
                    })
                    .send(carried::complete);
            committed.get(30, SECONDS);
            for (CompletableFuture<Result> waiting : waitingRequests) {
                assertThat(waiting.get(30, SECONDS).getFailure())
                        .isInstanceOf(TimeoutException.class)
                        .hasMessageStartingWith("Queue timeout 50 ms elapsed for http://localhost:");
            }
            // the one that has a connection is not concerned
            assertThat(carried).isNotDone();
            go.complete(null);
            assertThat(carried.get(30, SECONDS).isSucceeded()).isTrue();
        }
    }

    private final List<CompletableFuture<Result>> waitingRequests = new java.util.concurrent.CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> committed = new CompletableFuture<>();

    @Test
    void requestThatWaitsForAnAddressEndsByTheQueueTimeout() throws Exception {
        client.setQueueTimeout(50);
        CompletableFuture<org.eclipse.jetty.util.Promise<List<java.net.InetSocketAddress>>> asked =
                new CompletableFuture<>();
        client.setSocketAddressResolver((host, port, context, promise) -> asked.complete(promise));

        assertThat(send(client.newRequest("http://localhost:1/")).getFailure())
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("Queue timeout");
        asked.get(30, SECONDS).failed(new IOException("no address"));
    }

    // ---- destinations that cannot be reached

    @Test
    void destinationThatCannotBeConnectedToIsLeftAlone() throws Exception {
        client.setConnectBackOff(60_000);
        int port = Ports.unused();
        AtomicInteger tries = new AtomicInteger();
        SocketAddressResolver resolver = client.getSocketAddressResolver();
        client.setSocketAddressResolver((host, p, context, promise) -> {
            tries.incrementAndGet();
            resolver.resolve(host, p, context, promise);
        });
        Throwable first = send(client.newRequest("localhost", port)).getFailure();
        for (int i = 0; i < 3; i++) {
            assertThat(send(client.newRequest("localhost", port)).getFailure())
                    .isInstanceOf(ConnectException.class)
                    .hasMessageMatching("http://localhost:" + port
                            + " could not be connected to, and is not tried again for [0-9]+ ms")
                    .hasCause(first);
        }
        assertThat(tries).hasValue(1);
        // another one is
        try (RawServer server = RawServer.answering(EMPTY)) {
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
        }
    }

    @Test
    void destinationIsTriedAgainAfterItsTime() throws Exception {
        client.setConnectBackOff(1);
        client.setMaxConnectBackOff(1);
        try (RawServer server = RawServer.answering(EMPTY)) {
            SocketAddressResolver resolver = client.getSocketAddressResolver();
            client.setSocketAddressResolver((host, port, context, promise) -> {
                client.setSocketAddressResolver(resolver);
                promise.failed(new IOException("once"));
            });
            assertThat(send(client.newRequest(server.getUri())).getFailure()).hasMessage("once");
            org.awaitility.Awaitility.await()
                    .until(() -> send(client.newRequest(server.getUri())).isSucceeded());
        }
    }

    // ---- the content of responses

    private static RawServer answering(String head, String content) throws IOException {
        return RawServer.answering("HTTP/1.1 200 OK\r\n" + head + "\r\n" + content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 11\r\n|hello world",
                "Transfer-Encoding: chunked\r\n|5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked\r\n|b\r\nhello world\r\n0\r\n\r\n",
                "Content-Length: 1000000000000\r\n|hello"
            })
    void contentThatIsTooLongFails(String response) throws Exception {
        client.setMaxResponseContentSize(10);
        String[] parts = response.split("\\|");
        try (RawServer server = answering(parts[0], parts[1])) {
            AtomicInteger received = new AtomicInteger();
            Result result = send(client.newRequest(server.getUri())
                    .onResponseContent((r, content) -> received.addAndGet(content.remaining())));
            assertThat(result.getFailure()).hasMessage("The content of the response has more than 10 octets");
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
            assertThat(received.get()).isLessThanOrEqualTo(10);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n|hello worl",
                "Transfer-Encoding: chunked\r\n|5\r\nhello\r\n5\r\n worl\r\n0\r\n\r\n"
            })
    void contentAsLongAsItMayBePasses(String response) throws Exception {
        client.setMaxResponseContentSize(10);
        String[] parts = response.split("\\|");
        try (RawServer server = answering(parts[0], parts[1])) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("hello worl");
                // the response may be complete before the connection is free again
                AbstractConnectionPool connections =
                        (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
                Awaitility.await().until(() -> connections.getActiveConnectionCount() == 0);
            }
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void lengthThatIsOnlyAnnouncedDoesNotCount() throws Exception {
        client.setMaxResponseContentSize(10);
        try (RawServer server = answering("Content-Length: 1000\r\n", "")) {
            Result result = send(client.newRequest(server.getUri()).method("HEAD"));
            assertThat(result.getFailure()).isNull();
        }
    }

    @Test
    void decompressionBombEndsAtTheLimit() throws Exception {
        client.setMaxResponseContentSize(1_000_000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new byte[64 * 1024 * 1024]);
        }
        String content = bytes.toString(StandardCharsets.ISO_8859_1);
        try (RawServer server =
                answering("Content-Encoding: gzip\r\nContent-Length: " + content.length() + "\r\n", content)) {
            AtomicInteger received = new AtomicInteger();
            Result result = send(client.newRequest(server.getUri())
                    .onResponseContent((r, part) -> received.addAndGet(part.remaining())));
            assertThat(result.getFailure()).hasMessage("The content of the response has more than 1000000 octets");
            assertThat(received.get()).isLessThanOrEqualTo(1_000_000);
        }
    }

    // ---- destinations

    @Test
    void destinationsDoNotGrowInNumber() throws Exception {
        client.setMaxDestinations(10);
        try (RawServer server = RawServer.answering(EMPTY)) {
            for (int i = 0; i < 500; i++) {
                assertThat(client.newRequest(server.getUri()).tag(i).send().getStatus())
                        .isEqualTo(200);
                assertThat(client.getDestinations()).hasSizeLessThanOrEqualTo(10);
            }
            assertThat(client.getBeans(Destination.class)).hasSize(10);
        }
    }
}
