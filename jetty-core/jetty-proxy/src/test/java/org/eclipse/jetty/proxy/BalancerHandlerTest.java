package org.eclipse.jetty.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A balancer before back ends that answer with their names. */
class BalancerHandlerTest extends OverTransports {
    private final List<BackEnd> backEnds = new ArrayList<>();
    private final BalancerHandler balancer = new BalancerHandler();
    private LocalServer front;

    @AfterEach
    void stop() throws Exception {
        if (front != null) {
            front.close();
        }
        for (BackEnd each : backEnds) {
            each.close();
        }
    }

    private static String ok(String text) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text;
    }

    private BackEnd add(String name, BackEnd.Script script, Map<String, String> settings) throws IOException {
        BackEnd backEnd = new BackEnd(script);
        backEnds.add(backEnd);
        balancer.addBackend(name, "http://localhost:" + backEnd.port(), settings);
        return backEnd;
    }

    private BackEnd add(String name) throws IOException {
        return add(
                name,
                exchange -> {
                    exchange.readContent();
                    exchange.write(ok(name));
                },
                Map.of());
    }

    private void start(Consumer<BalancerHandler> settings) throws Exception {
        front = new LocalServer(transport);
        settings.accept(balancer);
        front.start(balancer);
    }

    private void start() throws Exception {
        start(handler -> {});
    }

    private Backend backend(String name) {
        return balancer.getBackends().stream()
                .filter(each -> each.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    @Test
    void requestsAreDistributed() throws Exception {
        add("a");
        add("b");
        start();
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add(LocalServer.body(front.get("/x?y=z")));
        }
        // by chance, one of them is missing once in 2^39 times
        assertThat(answers).contains("a", "b");
        assertThat(backEnds.get(0).take().line()).isEqualTo("GET /x?y=z HTTP/1.1");
        assertThat(backend("a").getTotalRequests() + backend("b").getTotalRequests())
                .isEqualTo(40);
        Awaitility.await()
                .until(() ->
                        backend("a").getActiveRequests() == 0 && backend("b").getActiveRequests() == 0);
    }

    @Test
    void requestsForWhichThereIsNoBackEndAreUnavailable() throws Exception {
        start(handler -> handler.setRetryAfter(7));
        assertThat(front.get("/")).startsWith("HTTP/1.1 503 ").contains("Retry-After: 7\r\n");
        assertThat(balancer.getTotalRefusedRequests()).isOne();
    }

    @Test
    void requestsOfOtherPathsAreLeft() throws Exception {
        add("a");
        start(handler -> handler.includePath("/api/*"));
        assertThat(front.get("/api/x")).startsWith("HTTP/1.1 200 ");
        assertThat(front.get("/other")).startsWith("HTTP/1.1 404 ");
    }

    /** Closes the connection before it answers. */
    private static void die(BackEnd.Exchange exchange) throws IOException {
        exchange.socket.close();
    }

    @Test
    void idempotentRequestThatFailsIsSentToAnotherBackEnd() throws Exception {
        add("dying", BalancerHandlerTest::die, Map.of("weight", "1000"));
        add("b");
        start();
        for (int i = 0; i < 10; i++) {
            assertThat(front.get("/")).startsWith("HTTP/1.1 200 ").endsWith("b");
        }
        assertThat(balancer.getTotalRetries()).isEqualTo(5);
        assertThat(backend("dying").getState()).isEqualTo(BackendState.EJECTED);
    }

    @Test
    void ejectedBackEndIsTheLastResortOfARetryAndComesBack() throws Exception {
        Set<String> dead = ConcurrentHashMap.newKeySet();
        for (String name : List.of("a", "b")) {
            add(
                    name,
                    exchange -> {
                        if (dead.contains(name)) {
                            die(exchange);
                        } else {
                            exchange.write(ok(name));
                        }
                    },
                    Map.of("weight", name.equals("a") ? "1000" : "1"));
        }
        dead.add("a");
        start();
        for (int i = 0; i < 10; i++) {
            assertThat(front.get("/")).startsWith("HTTP/1.1 200 ").endsWith("b");
        }
        assertThat(backend("a").getState()).isEqualTo(BackendState.EJECTED);
        dead.remove("a");
        dead.add("b");
        for (int i = 0; i < 10; i++) {
            assertThat(front.get("/")).startsWith("HTTP/1.1 200 ").endsWith("a");
            // the response may be read before the proxy knows that it has ended
            Awaitility.await().until(() -> backend("a").getState() == BackendState.UP);
        }
    }

    @Test
    void headOfAResponseWithoutItsContentIsNotPassedOn() throws Exception {
        add(
                "dying",
                exchange -> {
                    exchange.write("HTTP/1.1 404 Not Found\r\nX-Dead: 1\r\nContent-Length: 5\r\n\r\n");
                    exchange.socket.close();
                },
                Map.of("weight", "1000"));
        add("b");
        start(handler -> handler.getStickySessions().setMode(StickySessions.Mode.COOKIE));
        String response = front.get("/");
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .endsWith("b")
                .doesNotContain("X-Dead")
                .containsOnlyOnce("JETTY_BACKEND=");
    }

    @Test
    void contentOfAnIdempotentRequestIsSentAgain() throws Exception {
        add(
                "dying",
                exchange -> {
                    exchange.readContent();
                    exchange.socket.close();
                },
                Map.of("weight", "1000"));
        BackEnd b = add("b");
        start();
        String content = "0123456789".repeat(1000);
        assertThat(front.ask("PUT / HTTP/1.1\nHost: localhost\nContent-Length: 10000\n\n" + content))
                .startsWith("HTTP/1.1 200 ");
        assertThat(b.take().content()).isEqualTo(content);
        assertThat(front.ask("PUT / HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n3\nabc\n2\nde\n0\n\n"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(b.take().content()).isEqualTo("abcde");
    }

    @Test
    void contentThatIsLargerThanTheLimitIsNotSentAgain() throws Exception {
        add(
                "dying",
                exchange -> {
                    exchange.readContent();
                    exchange.socket.close();
                },
                Map.of("weight", "1000"));
        add("b");
        start(handler -> handler.getRetryPolicy().setMaxContentSize(100));
        String request = "PUT / HTTP/1.1\nHost: localhost\nContent-Length: %d\n\n";
        assertThat(front.ask(request.formatted(100) + "x".repeat(100))).startsWith("HTTP/1.1 200 ");
        assertThat(front.ask(request.formatted(101) + "x".repeat(101))).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void requestThatIsNotIdempotentIsSentAgainIfItWasNotSent() throws Exception {
        BackEnd gone = add("gone", BalancerHandlerTest::die, Map.of("weight", "1000"));
        gone.close();
        BackEnd b = add("b");
        start();
        assertThat(front.ask("POST / HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc"))
                .startsWith("HTTP/1.1 200 ");
        assertThat(b.take().content()).isEqualTo("abc");
    }

    @Test
    void requestThatIsNotIdempotentIsNotSentTwice() throws Exception {
        add(
                "dying",
                exchange -> {
                    exchange.readContent();
                    exchange.socket.close();
                },
                Map.of("weight", "1000"));
        BackEnd b = add("b");
        start();
        assertThat(front.ask("POST / HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc"))
                .startsWith("HTTP/1.1 502 ");
        assertThat(b.rest()).isEmpty();
    }

    @Test
    void retriesEndWithTheBudget() throws Exception {
        add("dying", BalancerHandlerTest::die, Map.of("weight", "1000"));
        add("b");
        start(handler -> {
            handler.getRetryPolicy().setBudgetReserve(1);
            handler.getRetryPolicy().setBudgetPercent(0);
        });
        assertThat(front.get("/")).startsWith("HTTP/1.1 200 ");
        assertThat(front.get("/")).startsWith("HTTP/1.1 502 ");
    }

    @Test
    void statusOfAnErrorIsAFailureByChoice() throws Exception {
        add(
                "broken",
                exchange -> exchange.write("HTTP/1.1 500 Server Error\r\nContent-Length: 0\r\n\r\n"),
                Map.of("weight", "1000"));
        add("b");
        start(handler -> {
            handler.getEjectionPolicy().setServerErrors(true);
            handler.getEjectionPolicy().setMaxFailures(2);
        });
        assertThat(front.get("/")).startsWith("HTTP/1.1 500 ");
        assertThat(front.get("/")).startsWith("HTTP/1.1 500 ");
        assertThat(front.get("/")).startsWith("HTTP/1.1 200 ");
        assertThat(backend("broken").getState()).isEqualTo(BackendState.EJECTED);
    }

    @Test
    void backEndHasNoMoreRequestsThanItMay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        add(
                "a",
                exchange -> {
                    begun.countDown();
                    try {
                        end.await(30, TimeUnit.SECONDS);
                    } catch (InterruptedException x) {
                        throw new IOException(x);
                    }
                    exchange.write(ok("a"));
                },
                Map.of("maxRequests", "1"));
        start();
        try (Transport.Client client = front.connector.executeRequest("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            begun.await();
            assertThat(front.get("/")).startsWith("HTTP/1.1 503 ").contains("Retry-After: 1\r\n");
            end.countDown();
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ");
        }
        // the client may have the response before the balancer has seen its end
        Awaitility.await().until(() -> backend("a").getActiveRequests() == 0);
        assertThat(front.get("/")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void clientSticksToItsBackEndByACookie() throws Exception {
        add("a");
        add("b");
        start(handler -> handler.getStickySessions().setMode(StickySessions.Mode.COOKIE));
        String first = front.get("/");
        String name = LocalServer.body(first);
        String field = first.lines()
                .filter(line -> line.startsWith("Set-Cookie: "))
                .findAny()
                .orElseThrow();
        assertThat(field)
                .contains("; Path=/")
                .contains("; HttpOnly")
                .contains("; SameSite=Lax")
                .doesNotContain("localhost", "=" + name + ";");
        String cookie = field.substring("Set-".length(), field.indexOf(';'));
        for (int i = 0; i < 10; i++) {
            assertThat(front.get("/", cookie)).endsWith(name).doesNotContain("Set-Cookie");
        }
        balancer.drainBackend(name);
        assertThat(front.get("/", cookie)).endsWith(name);
        assertThat(LocalServer.body(front.get("/"))).isNotEqualTo(name);
        backend(name).setDown(true);
        assertThat(front.get("/", cookie)).contains("Set-Cookie: ").doesNotEndWith(name);
        backend(name).setDown(false);
        balancer.resumeBackend(name);
        assertThat(front.get("/", "Cookie: JETTY_BACKEND=guess")).contains("Set-Cookie: ");
    }

    @Test
    void clientSticksToItsBackEndByTheRouteOfItsSession() throws Exception {
        add("a");
        add("b");
        start(handler -> handler.getStickySessions().setMode(StickySessions.Mode.ROUTE));
        for (int i = 0; i < 5; i++) {
            assertThat(front.get("/", "Cookie: JSESSIONID=node0x.y.b")).endsWith("b");
            assertThat(front.get("/x;jsessionid=1.a/y")).endsWith("a");
        }
        assertThat(front.get("/x;jsessionid=1.c", "Cookie: JSESSIONID=1")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void backEndThatFailsItsChecksGetsNoRequests() throws Exception {
        BackEnd a = add(
                "a",
                exchange -> exchange.write(
                        exchange.head().startsWith("GET /ready ")
                                ? "HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n"
                                : ok("a")),
                Map.of());
        add("b");
        start(handler -> {
            handler.getHealthCheck().setPath("/ready");
            handler.getHealthCheck().setInterval(1);
        });
        Awaitility.await().until(() -> backend("a").getState() == BackendState.DOWN);
        for (int i = 0; i < 10; i++) {
            assertThat(front.get("/")).endsWith("b");
        }
        assertThat(a.take().line()).isEqualTo("GET /ready HTTP/1.1");
        assertThat(balancer.getBackendStates())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("a DOWN http://localhost:"));
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> balancer.setLoadFactor(1)).hasMessage("loadFactor: 1.0 (expected: 0, or more than 1)");
        assertThatThrownBy(() -> balancer.getHealthCheck().setPath("x"))
                .hasMessageStartingWith("path: x (expected: a path");
        assertThatThrownBy(() -> balancer.getHealthCheck().setExpectedStatus("2xx"))
                .hasMessageStartingWith("expectedStatus: 2xx (expected: ");
        assertThatThrownBy(() -> balancer.getStickySessions().setModeName("ip"))
                .hasMessage("mode: ip (expected: none, cookie or route)");
        assertThatThrownBy(() -> balancer.getStickySessions().setCookieName("a b"))
                .hasMessageStartingWith("cookieName: a b (expected: a token");
        assertThatThrownBy(() -> balancer.getRetryPolicy().setMaxRetries(-1))
                .hasMessage("maxRetries: -1 (expected: 0 or more)");
        assertThatThrownBy(() -> balancer.drainBackend("x")).hasMessageStartingWith("name: x (expected: ");
    }
}
