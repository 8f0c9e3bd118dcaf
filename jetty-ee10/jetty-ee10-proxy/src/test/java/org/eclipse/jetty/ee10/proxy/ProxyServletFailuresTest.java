package org.eclipse.jetty.ee10.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.eclipse.jetty.proxy.BackEnd;
import org.eclipse.jetty.server.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Servers that fail, and clients that go away. */
class ProxyServletFailuresTest extends AbstractProxyServletTest {
    @ParameterizedTest
    @EnumSource
    void serverThatCannotBeReachedIsABadGateway(Kind kind) throws Exception {
        BackEnd gone = BackEnd.answering(OK);
        gone.close();
        start(kind, gone);
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 502 ").doesNotContain("localhost:" + gone.port());
        assertThat(front.ask("POST /ctx/ HTTP/1.1\nHost: localhost\nContent-Length: 5\n\nhello"))
                .startsWith("HTTP/1.1 502 ");
    }

    @ParameterizedTest
    @EnumSource
    void serverThatBreaksTheProtocolIsABadGateway(Kind kind) throws Exception {
        start(kind, new BackEnd(exchange -> {
            exchange.write("nonsense\r\n\r\n");
            exchange.socket.close();
        }));
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 502 ");
    }

    @ParameterizedTest
    @EnumSource
    void serverThatDoesNotAnswerInTimeIsAGatewayTimeout(Kind kind) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        start(kind, new BackEnd(exchange -> ProxyServletTest.awaitQuietly(end)), "timeout", "100");
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 504 ");
        end.countDown();
    }

    @ParameterizedTest
    @EnumSource
    void responseThatIsCutOffEndsThisResponseAlone(Kind kind) throws Exception {
        start(kind, new BackEnd(exchange -> {
            if (exchange.head().startsWith("GET /base/cut")) {
                exchange.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegin" + "x".repeat(60_000));
                exchange.socket.close();
            } else {
                exchange.write(OK);
            }
        }));
        String request = "GET /ctx/%s HTTP/1.1\r\nHost: localhost\r\n\r\n";
        try (Transport.Client client = front.connector.executeRequest(request.formatted("cut"))) {
            String cut = client.getResponse();
            if (!transport.isHttp1()) {
                // the stream is reset, and what came of it may be dropped
                client.addInputAndExecute(request.formatted("next"));
                assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ").endsWith("ok");
            } else if (cut != null && cut.startsWith("HTTP/1.1 200 ")) {
                assertThat(cut.length()).isLessThan(100_000);
            }
        }
        assertThat(front.get("/ctx/next")).startsWith("HTTP/1.1 200 ").endsWith("ok");
    }

    @ParameterizedTest
    @EnumSource
    void requestOfAClientThatGoesAwayIsAborted(Kind kind) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch aborted = new CountDownLatch(1);
        start(kind, new BackEnd(exchange -> {
            begun.countDown();
            if (exchange.socket.getInputStream().readAllBytes().length < 100_000) {
                aborted.countDown();
            }
        }));
        Transport.Client client = front.connector.executeRequest(
                "POST /ctx/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n" + "x".repeat(10));
        begun.await();
        client.close();
        assertThat(aborted.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BLOCKING")
    void serverIsReadAsTheClientTakesTheResponseAndNoThreadWaits(Kind kind) throws Exception {
        AtomicLong sent = new AtomicLong();
        long length = 1L << 30;
        if (transport.isInMemory() || !transport.isHttp1()) {
            // the test's client takes all that comes
            return;
        }
        start(kind, new BackEnd(exchange -> {
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n");
            byte[] block = new byte[64 * 1024];
            while (sent.get() < length) {
                exchange.socket.getOutputStream().write(block);
                sent.addAndGet(block.length);
            }
        }));
        try (Transport.Client client =
                front.connector.executeRequest("GET /ctx/ HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            AtomicLong before = new AtomicLong(-1);
            Awaitility.await()
                    .pollInterval(100, TimeUnit.MILLISECONDS)
                    .until(() -> sent.get() > 0 && before.getAndSet(sent.get()) == sent.get());
            assertThat(sent.get()).isLessThan(64L << 20);
            Awaitility.await().until(() -> Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .map(StackTraceElement::getClassName)
                    .noneMatch(name -> name.contains(".ee10.proxy.") && !name.contains("Test")));
        }
    }
}
