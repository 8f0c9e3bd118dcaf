package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that fail, and clients that go away. */
class ProxyFailuresTest extends AbstractProxyTest {
    @Test
    void serverThatCannotBeReachedIsABadGateway() throws Exception {
        BackEnd gone = BackEnd.answering(OK);
        gone.close();
        start(gone);
        assertThat(front.get("/")).startsWith("HTTP/1.1 502 ").doesNotContain("localhost:" + gone.port());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nBad Field: x\r\n\r\n",
                "nonsense\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
                "",
            })
    void serverThatBreaksTheProtocolIsABadGateway(String response) throws Exception {
        start(new BackEnd(exchange -> {
            exchange.write(response);
            exchange.socket.close();
        }));
        assertThat(front.get("/")).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void serverThatDoesNotAnswerInTimeIsAGatewayTimeout() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        start(new BackEnd(exchange -> await(end)), handler -> handler.setHttpClient(impatient(handler)));
        assertThat(front.get("/")).startsWith("HTTP/1.1 504 ");
        end.countDown();
    }

    private HttpClient impatient(ProxyHandler handler) {
        HttpClient client = new HttpClient();
        client.setByteBufferPool(front.pool);
        client.setIdleTimeout(100);
        return client;
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException x) {
            throw new IOException(x);
        }
    }

    @Test
    void moreRequestsThanMayWaitAreUnavailable() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        start(new BackEnd(exchange -> {
            begun.countDown();
            await(end);
            exchange.write(OK);
        }));
        proxy.getHttpClient().setMaxConnectionsPerDestination(1);
        proxy.getHttpClient().setMaxRequestsQueuedPerDestination(1);
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Transport.Client first = front.connector.executeRequest(request)) {
            begun.await();
            try (Transport.Client second = front.connector.executeRequest(request)) {
                Awaitility.await().until(() -> queued() == 1);
                assertThat(front.get("/")).startsWith("HTTP/1.1 503 ");
                end.countDown();
                assertThat(first.getResponse()).startsWith("HTTP/1.1 200 ");
                assertThat(second.getResponse()).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    private int queued() {
        return ((org.eclipse.jetty.client.transport.HttpDestination)
                        proxy.getHttpClient().getDestinations().get(0))
                .getQueuedRequestCount();
    }

    @Test
    void responseThatIsCutOffEndsThisResponseAlone() throws Exception {
        start(new BackEnd(exchange -> {
            if (exchange.head().startsWith("GET /cut")) {
                exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin");
                exchange.socket.close();
            } else {
                exchange.write(OK);
            }
        }));
        String request = "GET /%s HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Transport.Client client = front.connector.executeRequest(request.formatted("cut"))) {
            String cut = client.getResponse();
            // over HTTP/2 the stream is reset, and what came of it may be dropped
            if (transport.isHttp1()) {
                assertThat(cut).startsWith("HTTP/1.1 200 ").endsWith("begin");
            } else {
                client.addInputAndExecute(request.formatted("next"));
                assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ").endsWith("ok");
            }
        }
        assertThat(front.get("/next")).startsWith("HTTP/1.1 200 ").endsWith("ok");
    }

    @Test
    void requestOfAClientThatGoesAwayIsAborted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        start(new BackEnd(exchange -> {
            begun.countDown();
            if (exchange.socket.getInputStream().readAllBytes().length < 100_000) {
                aborted.countDown();
            }
        }));
        Transport.Client client = front.connector.executeRequest(
                "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(10));
        begun.await();
        client.close();
        assertThat(aborted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void serverIsReadAsTheClientTakesTheResponse() throws Exception {
        AtomicLong sent = new AtomicLong();
        long length = 1L << 30;
        start(new BackEnd(exchange -> {
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
            byte[] block = new byte[64 * 1024];
            while (sent.get() < length) {
                exchange.socket.getOutputStream().write(block);
                sent.addAndGet(block.length);
            }
        }));
        if (transport.isInMemory() || !transport.isHttp1()) {
            // the test's client takes all that comes
            return;
        }
        try (Transport.Client client = front.connector.executeRequest("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            AtomicLong before = new AtomicLong(-1);
            Awaitility.await()
                    .pollInterval(100, TimeUnit.MILLISECONDS)
                    .until(() -> sent.get() > 0 && before.getAndSet(sent.get()) == sent.get());
            assertThat(sent.get()).isLessThan(64L << 20);
        }
    }
}
