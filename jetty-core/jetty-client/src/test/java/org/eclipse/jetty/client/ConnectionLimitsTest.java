package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.junit.jupiter.api.Test;

/** How long a connection may take to open, how long it is used and how often, and connections that are opened in advance. */
class ConnectionLimitsTest extends AbstractClientTest {
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    private AbstractConnectionPool poolOf(RawServer server) {
        return (AbstractConnectionPool)
                client.resolveDestination(client.newRequest(server.getUri())).getConnectionPool();
    }

    @Test
    void connectionIsClosedAfterItsLastUse() throws Exception {
        try (RawServer server = RawServer.answering(EMPTY)) {
            poolOf(server).setMaxUsage(2);
            for (int i = 1; i <= 6; i++) {
                assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
                assertThat(server.getConnectionCount()).isEqualTo((i + 1) / 2);
            }
        }
    }

    @Test
    void connectionIsNotUsedAgainAfterItsTime() throws Exception {
        try (RawServer server = RawServer.answering(EMPTY)) {
            AbstractConnectionPool connections = poolOf(server);
            connections.setMaxDuration(600_000);
            client.GET(server.getUri());
            client.GET(server.getUri());
            assertThat(server.getConnectionCount()).isOne();
            connections.setMaxDuration(1);
            long opened = System.nanoTime();
            while (System.nanoTime() - opened <= 2_000_000) {
                Thread.onSpinWait();
            }
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
            // a slow machine may find the new one too old, too
            assertThat(server.getConnectionCount()).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void requestsUseConnectionsThatWereOpenedInAdvance() throws Exception {
        try (RawServer server = RawServer.answering(EMPTY)) {
            AbstractConnectionPool connections = poolOf(server);
            connections.preCreateConnections(3).get(30, SECONDS);
            assertThat(connections.getIdleConnectionCount()).isEqualTo(3);
            connections.preCreateConnections(2).get(30, SECONDS);
            List<CompletableFuture<Result>> results = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Result> result = new CompletableFuture<>();
                results.add(result);
                client.newRequest(server.getUri()).send(result::complete);
            }
            for (CompletableFuture<Result> result : results) {
                assertThat(result.get(30, SECONDS).isSucceeded()).isTrue();
            }
            assertThat(server.getConnectionCount()).isEqualTo(3);
        }
    }

    /** A server that accepts nothing, and whose queue is full: connecting to it takes for ever. */
    @Test
    void serverThatDoesNotAcceptFailsTheRequestAfterTheConnectTimeout() throws Exception {
        client.setConnectTimeout(100);
        List<SocketChannel> queue = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                queue.add(channel);
                channel.configureBlocking(false);
                channel.connect(address);
            }
            Throwable failure = send(client.newRequest("http://" + address.getHostString() + ":" + address.getPort()))
                    .getFailure();
            assertThat(failure).isInstanceOf(SocketTimeoutException.class);
            assertThat(failure).hasMessageContaining("100");
        } finally {
            for (SocketChannel channel : queue) {
                channel.close();
            }
        }
    }

    @Test
    void hostThatIsNotResolvedInTimeFailsTheRequest() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        // as a name server that does not answer
        client.setSocketAddressResolver(
                new SocketAddressResolver.Async(task -> asked.incrementAndGet(), client.getScheduler(), 50));
        assertThat(send(client.newRequest("http://silent.example/")).getFailure())
                .isInstanceOf(TimeoutException.class)
                .hasMessage("Resolution of silent.example took longer than 50 ms");
        assertThat(asked).hasValue(1);
    }

    @Test
    void resolverWithoutThreadsFailsTheRequest() throws Exception {
        client.setSocketAddressResolver(new SocketAddressResolver.Async(
                task -> {
                    throw new java.util.concurrent.RejectedExecutionException("as the test wants it");
                },
                client.getScheduler(),
                10_000));
        assertThat(send(client.newRequest("http://localhost/")).getFailure()).hasMessage("as the test wants it");
        // careless: a resolver that throws, or finds nothing
        client.setSocketAddressResolver((host, port, context, promise) -> {
            throw new IllegalStateException("as the test wants it, too");
        });
        assertThat(send(client.newRequest("http://localhost/")).getFailure()).hasMessage("as the test wants it, too");
        client.setSocketAddressResolver((host, port, context, promise) -> promise.succeeded(List.of()));
        assertThat(send(client.newRequest("http://localhost/")).getFailure()).isInstanceOf(UnknownHostException.class);
    }
}
