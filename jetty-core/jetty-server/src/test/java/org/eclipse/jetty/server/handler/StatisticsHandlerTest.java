package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.Test;

/** Requests that end after their handler has returned, in each of the ways that they may end. */
class StatisticsHandlerTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

    private record Exchange(Request request, Response response, Callback callback) {}

    private final BlockingQueue<Exchange> exchanges = new LinkedBlockingQueue<>();
    private final StatisticsHandler statistics = new StatisticsHandler(new Handler.Abstract() {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            exchanges.add(new Exchange(request, response, callback));
            return true;
        }
    });

    private Exchange next() throws Exception {
        Exchange exchange = exchanges.poll(30, TimeUnit.SECONDS);
        assertThat(exchange).isNotNull();
        await().untilAsserted(() -> assertThat(statistics.getHandleActive()).isZero());
        return exchange;
    }

    private void assertCounts(int ok, int serverErrors, int failures) {
        await().untilAsserted(() -> {
            assertThat(statistics.getRequests()).isEqualTo(1);
            assertThat(statistics.getRequestTotal()).isEqualTo(1);
            assertThat(statistics.getRequestsActive()).isZero();
            assertThat(statistics.getHandleTotal()).isEqualTo(1);
            assertThat(statistics.getHandleActive()).isZero();
            assertThat(statistics.getHandlingFailures()).isZero();
            assertThat(statistics.getResponses2xx()).isEqualTo(ok);
            assertThat(statistics.getResponses5xx()).isEqualTo(serverErrors);
            assertThat(statistics.getFailures()).isEqualTo(failures);
        });
    }

    @Test
    void requestIsActiveUntilItsCallbackIsCompleted() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute(GET);
            Exchange exchange = next();
            assertThat(statistics.getRequestsActive()).isEqualTo(1);
            assertThat(statistics.getRequests()).isZero();
            Content.Sink.write(exchange.response, true, "x", exchange.callback);
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200").endsWith("x");
            assertCounts(1, 0, 0);
            assertThat(statistics.getBytesWritten()).isEqualTo(1);
        }
    }

    @Test
    void failureBeforeAResponseIsItsErrorPage() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute(GET);
            next().callback.failed(new Exception("as the test wants it"));
            assertThat(client.getResponse()).startsWith("HTTP/1.1 500");
            assertCounts(0, 1, 0);
        }
    }

    @Test
    void failureWithinAResponseIsOne() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute(GET);
            Exchange exchange = next();
            exchange.response.write(
                    false,
                    ByteBuffer.wrap(new byte[] {'a'}),
                    Callback.from(() -> exchange.callback.failed(new Exception("as the test wants it")), x -> {}));
            client.waitUntilClosed();
            assertCounts(1, 0, 1);
        }
    }

    @Test
    void clientThatGoesAwayWithinItsContentIsAFailure() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc");
            Exchange exchange = next();
            Content.Source.asString(
                    exchange.request, StandardCharsets.UTF_8, Promise.from(x -> {}, exchange.callback::failed));
            client.addInputEOF();
            await().untilAsserted(() -> {
                assertThat(statistics.getRequests()).isEqualTo(1);
                assertThat(statistics.getRequestsActive()).isZero();
                assertThat(statistics.getResponses2xx()).isZero();
                assertThat(statistics.getFailures() + statistics.getResponses4xx() + statistics.getResponses5xx())
                        .isPositive();
                assertThat(statistics.getBytesRead()).isEqualTo(3);
            });
        }
    }

    /** The endpoint is closed while nobody reads or writes. */
    @Test
    void connectionThatIsClosedWhileItsRequestWaitsIsAFailure() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute(GET);
            Exchange exchange = next();
            client.close();
            exchange.callback.failed(new Exception("as the test wants it"));
            await().untilAsserted(() -> {
                assertThat(statistics.getRequests()).isEqualTo(1);
                assertThat(statistics.getRequestsActive()).isZero();
                assertThat(statistics.getFailures()).isEqualTo(1);
            });
        }
    }

    @Test
    void idleTimeoutThatIsIgnoredLeavesARequestActive() throws Exception {
        try (LocalServer local = new LocalServer().start(statistics)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            BlockingQueue<Throwable> timeouts = new LinkedBlockingQueue<>();
            client.addInputAndExecute(GET);
            Exchange exchange = next();
            exchange.request.addIdleTimeoutListener(x -> {
                timeouts.add(x);
                return false;
            });
            client.setIdleTimeout(50);
            assertThat(timeouts.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(timeouts.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(statistics.getRequestsActive()).isEqualTo(1);
            assertThat(statistics.getRequests()).isZero();
            exchange.callback.succeeded();
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200");
            assertCounts(1, 0, 0);
        }
    }
}
