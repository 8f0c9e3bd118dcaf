package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.eclipse.jetty.server.ForwardedRequestCustomizer;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoSHandlerTest extends OverTransports {
    private static final DoSHandler.StatusRejectHandler AT_ONCE = new DoSHandler.StatusRejectHandler();

    private LocalServer start(DoSHandler dos) throws Exception {
        dos.setHandler(LocalServer.answer("x"));
        LocalServer local = new LocalServer(transport);
        local.configuration.addCustomizer(new ForwardedRequestCustomizer());
        return local.start(dos);
    }

    private static String from(LocalServer local, String client) throws Exception {
        return local.get("/", "X-Forwarded-For: " + client);
    }

    @Test
    void bucketLeaksAtTheRate() {
        DoSHandler.Tracker tracker =
                new DoSHandler.LeakingBucketTrackerFactory(10, 3, Duration.ofSeconds(1)).newTracker("c");
        long now = System.nanoTime() + 1_000_000_000L;
        for (int i = 0; i < 3; i++) {
            assertThat(tracker.onRequest(now)).isTrue();
        }
        assertThat(tracker.onRequest(now)).isFalse();
        assertThat(tracker.onRequest(now + 99_000_000L)).isFalse();
        assertThat(tracker.onRequest(now + 101_000_000L)).isTrue();
        assertThat(tracker.onRequest(now + 102_000_000L)).isFalse();
        assertThat(tracker.onRequest(now + 10_000_000_000L)).isTrue();
        assertThat(tracker.getExpireNanoTime()).isEqualTo(now + 11_000_000_000L);
    }

    @Test
    void clientThatMakesTooManyRequestsIsRejectedAlone() throws Exception {
        DoSHandler dos = new DoSHandler(
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                new DoSHandler.LeakingBucketTrackerFactory(1, 2, Duration.ofMinutes(1)),
                AT_ONCE,
                -1);
        try (LocalServer local = start(dos);
                LogCapture log = new LogCapture(DoSHandler.class)) {
            assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 200");
            assertThat(from(local, "10.0.0.1:5555")).startsWith("HTTP/1.1 200");
            assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 429 ").containsIgnoringCase("Retry-After: 1");
            assertThat(from(local, "10.0.0.2")).startsWith("HTTP/1.1 200");
            assertThat(dos.getTotalRejectedRequestCount()).isEqualTo(1);
            assertThat(dos.getTrackedClientCount()).isEqualTo(2);
            assertThat(log.warnings())
                    .contains("DoSHandler refuses: 10.0.0.1 makes more requests than its rate allows"
                            + " (1 since the last such line, 1 in all)");
        }
    }

    /** What a client lets a proxy say of it is remembered for each of many clients. */
    @Test
    void anIdIsNoLongerThanAName() throws Exception {
        Set<Integer> lengths = ConcurrentHashMap.newKeySet();
        DoSHandler.Tracker.Factory factory = new DoSHandler.LeakingBucketTrackerFactory(100);
        try (LocalServer local = start(new DoSHandler(
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                id -> {
                    lengths.add(id.length());
                    return factory.newTracker(id);
                },
                AT_ONCE,
                -1))) {
            assertThat(from(local, "x".repeat(4000))).startsWith("HTTP/1.1 200");
            assertThat(lengths).containsExactly(255);
        }
    }

    @Test
    void furtherClientsAreHandledOrRejectedAsWanted() throws Exception {
        for (boolean reject : new boolean[] {false, true}) {
            try (LocalServer local = start(new DoSHandler(
                    null,
                    DoSHandler.ID_FROM_REMOTE_ADDRESS,
                    new DoSHandler.LeakingBucketTrackerFactory(100),
                    AT_ONCE,
                    1,
                    reject))) {
                assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 200");
                assertThat(from(local, "10.0.0.2")).startsWith(reject ? "HTTP/1.1 429" : "HTTP/1.1 200");
                assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 200");
            }
        }
    }

    @Test
    void quietClientsAreForgotten() throws Exception {
        Set<String> tracked = ConcurrentHashMap.newKeySet();
        DoSHandler.Tracker.Factory factory = new DoSHandler.LeakingBucketTrackerFactory(1000, 1, Duration.ofMillis(10));
        try (LocalServer local = start(new DoSHandler(
                null,
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                id -> {
                    tracked.add(id);
                    return factory.newTracker(id);
                },
                AT_ONCE,
                1,
                true))) {
            assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 200");
            await().until(() -> from(local, "10.0.0.2").startsWith("HTTP/1.1 200"));
            assertThat(tracked).contains("10.0.0.1", "10.0.0.2");
        }
    }

    @Test
    void rejectedRequestsWaitInALimitedQueue() throws Exception {
        DoSHandler dos = new DoSHandler(
                null,
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                new DoSHandler.LeakingBucketTrackerFactory(1, 1, Duration.ofMinutes(1)),
                new DoSHandler.DelayedRejectHandler(60_000, 1, new DoSHandler.StatusRejectHandler(420)),
                -1,
                false);
        Transport.Client second;
        Transport.Client third;
        try (LocalServer local = start(dos)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            second = local.connector.executeRequest("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
            third = local.connector.executeRequest("GET /3 HTTP/1.1\r\nHost: h\r\n\r\n");
            // there is one place, which the later one takes
            String answer = null;
            boolean isSecond = false;
            while (answer == null) {
                isSecond = !isSecond;
                answer = (isSecond ? second : third).getResponse(false, 20, TimeUnit.MILLISECONDS);
            }
            assertThat(answer).startsWith("HTTP/1.1 420");
            Transport.Client waiting = isSecond ? third : second;
            assertThat(waiting.getResponse(false, 20, TimeUnit.MILLISECONDS)).isNull();
            dos.stop();
            assertThat(waiting.getResponse()).startsWith("HTTP/1.1 503");
        }
    }

    @Test
    void rejectedRequestsAreAnsweredAfterTheDelay() throws Exception {
        DoSHandler dos = new DoSHandler(
                null,
                DoSHandler.ID_FROM_CONNECTION,
                id -> new DoSHandler.Tracker() {
                    @Override
                    public boolean onRequest(long now) {
                        return false;
                    }

                    @Override
                    public long getExpireNanoTime() {
                        return Long.MAX_VALUE;
                    }
                },
                new DoSHandler.DelayedRejectHandler(10, 100, null),
                -1,
                false);
        dos.includePath("/a/*");
        try (LocalServer local = start(dos)) {
            assertThat(local.get("/a/x")).startsWith("HTTP/1.1 429");
            assertThat(local.get("/b")).startsWith("HTTP/1.1 200");
        }
    }

    /** A place that a failing factory took would be lost for ever. */
    @Test
    void factoryThatFailsTakesNoPlace() throws Exception {
        DoSHandler.Tracker.Factory factory = new DoSHandler.LeakingBucketTrackerFactory(1000);
        try (LocalServer local = start(new DoSHandler(
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                id -> {
                    if (id.equals("10.0.0.1")) {
                        throw new IllegalStateException("as the test wants it");
                    }
                    return id.equals("10.0.0.2") ? null : factory.newTracker(id);
                },
                AT_ONCE,
                1))) {
            assertThat(from(local, "10.0.0.1")).startsWith("HTTP/1.1 500");
            assertThat(from(local, "10.0.0.2")).startsWith("HTTP/1.1 500");
            assertThat(from(local, "10.0.0.3")).startsWith("HTTP/1.1 200");
            assertThat(from(local, "10.0.0.4")).startsWith("HTTP/1.1 429");
        }
    }

    @Test
    void handlerThatRejectsLateIsStartedWithTheServer() throws Exception {
        Set<Object> servers = ConcurrentHashMap.newKeySet();
        Handler reject = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                servers.add(getServer());
                Response.writeError(request, response, callback, 420);
                return true;
            }
        };
        DoSHandler dos = new DoSHandler(
                null,
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                new DoSHandler.LeakingBucketTrackerFactory(1, 1, Duration.ofMinutes(1)),
                new DoSHandler.DelayedRejectHandler(1, 1, reject),
                -1,
                false);
        try (LocalServer local = start(dos)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            assertThat(local.get("/")).startsWith("HTTP/1.1 420");
            assertThat(servers).containsExactly(local.server);
        }
    }

    /** A handler that rejects may also decline, or throw: the client is answered in any case. */
    @ParameterizedTest
    @CsvSource({"0, false, 404", "0, true, 500", "1, false, 429", "1, true, 500"})
    void handlerThatDoesNotRejectLeavesNobodyWaiting(long delay, boolean fails, int status) throws Exception {
        DoSHandler dos = new DoSHandler(
                null,
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                new DoSHandler.LeakingBucketTrackerFactory(1, 1, Duration.ofMinutes(1)),
                new DoSHandler.DelayedRejectHandler(delay, 10, (request, response, callback) -> {
                    if (fails) {
                        throw new IllegalStateException("as the test wants it");
                    }
                    return false;
                }),
                -1,
                false);
        try (LocalServer local = start(dos)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            assertThat(local.get("/")).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void idsTellClientsApartByAddressPortOrConnection() throws Exception {
        List<Function<Request, String>> functions = List.of(
                DoSHandler.ID_FROM_REMOTE_ADDRESS,
                DoSHandler.ID_FROM_REMOTE_ADDRESS_PORT,
                DoSHandler.ID_FROM_REMOTE_PORT,
                DoSHandler.ID_FROM_CONNECTION);
        // of 10.0.0.1:11, 10.0.0.1:12 and 10.0.0.2:11, each in a connection of its own
        int[] clients = {2, 3, 2, 3};
        for (int i = 0; i < clients.length; i++) {
            Set<String> ids = ConcurrentHashMap.newKeySet();
            DoSHandler.Tracker.Factory factory = new DoSHandler.LeakingBucketTrackerFactory(1000);
            DoSHandler.Tracker.Factory recording = id -> {
                ids.add(id);
                return factory.newTracker(id);
            };
            try (LocalServer local = start(new DoSHandler(functions.get(i), recording, AT_ONCE, -1))) {
                for (String client : List.of("10.0.0.1:11", "10.0.0.1:12", "10.0.0.2:11")) {
                    assertThat(from(local, client)).startsWith("HTTP/1.1 200");
                }
                assertThat(ids).hasSize(clients[i]);
            }
        }
    }

    @Test
    void settingsThatMeanNothingAreRefused() {
        assertThatThrownBy(() -> new DoSHandler.LeakingBucketTrackerFactory(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxRequestsPerSecond 0");
        for (int status : new int[] {-1, 200, 399, 600}) {
            assertThatThrownBy(() -> new DoSHandler.StatusRejectHandler(status))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("status " + status);
        }
    }
}
