package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client whose buffers, connections and requests are counted after each test. */
abstract class AbstractClientTest {
    static {
        // each of many tests waits for something that is there within a millisecond or two
        Awaitility.setDefaultPollInterval(Duration.ofMillis(2));
        Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    }

    final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    final HttpClient client = newClient();

    /** Creates the client, over the transport that is tested. */
    HttpClient newClient() {
        return new HttpClient();
    }

    @BeforeEach
    void startClient() throws Exception {
        client.setByteBufferPool(pool);
        configure();
        client.start();
    }

    /** Called before the client is started. */
    void configure() throws Exception {}

    /** Has the client take the certificate of a server, which is started. */
    final void trust(SslContextFactory.Server server) {
        SslContextFactory.Client trusting = new SslContextFactory.Client();
        trusting.setTrustStore(server.getKeyStore());
        client.setSslContextFactory(trusting);
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, SECONDS)).isTrue();
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }

    @AfterEach
    void everythingIsReleased() throws Exception {
        Awaitility.await().untilAsserted(() -> {
            for (Destination destination : client.getDestinations()) {
                AbstractConnectionPool connections = (AbstractConnectionPool) destination.getConnectionPool();
                assertThat(connections.getActiveConnectionCount())
                        .as("connections in use")
                        .isZero();
                assertThat(connections.getPendingConnectionCount())
                        .as("connections to come")
                        .isZero();
            }
        });
        client.stop();
        BufferChecks.assertAllReleased(pool);
    }

    /** Sends a request, and makes sure that it ends once. */
    Result send(Request request) throws Exception {
        AtomicInteger ends = new AtomicInteger();
        CompletableFuture<Result> future = new CompletableFuture<>();
        request.onComplete(result -> ends.incrementAndGet());
        request.send(future::complete);
        Result result = future.get(30, SECONDS);
        assertThat(ends).hasValue(1);
        return result;
    }
}
