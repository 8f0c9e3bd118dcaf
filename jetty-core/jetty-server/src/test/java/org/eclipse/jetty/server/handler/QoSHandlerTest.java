package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class QoSHandlerTest extends OverTransports {
    private LocalServer local;
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();
    private final Queue<String> order = new ConcurrentLinkedQueue<>();
    private final QoSHandler qos = new QoSHandler(new Holding()) {
        @Override
        protected int getPriority(Request request) {
            String priority = request.getHeaders().get("Priority");
            return priority == null ? 0 : Integer.parseInt(priority);
        }
    };

    /** Answers when the test wants it. */
    private final class Holding extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            String path = Request.getPathInContext(request);
            order.add(path);
            if (path.equals("/fail")) {
                throw new IllegalStateException("as the test wants it");
            }
            if (path.equals("/none")) {
                return false;
            }
            held.add(() -> Content.Sink.write(response, true, "done " + path, callback));
            return true;
        }
    }

    @BeforeEach
    void open() throws Exception {
        local = new LocalServer(transport);
    }

    @AfterEach
    void stop() throws Exception {
        Runnable next;
        while ((next = held.poll()) != null) {
            next.run();
        }
        local.close();
        assertThat(qos.getSuspendedRequestCount()).isZero();
    }

    private Transport.Client ask(String path, int priority) throws Exception {
        return local.connector.executeRequest(
                LocalServer.wire("GET " + path + " HTTP/1.1\nHost: h\nPriority: " + priority + "\n\n"));
    }

    private void next() {
        await().until(() -> !held.isEmpty());
        held.poll().run();
    }

    @Test
    void surplusIsSuspendedAndGoesOnByPriorityThenByAge() throws Exception {
        qos.setMaxRequestCount(1);
        local.start(qos);
        List<Transport.Client> clients = new ArrayList<>();
        clients.add(ask("/first", 0));
        await().until(() -> held.size() == 1);
        String[] paths = {"/low1", "/high1", "/low2", "/high2", "/middle"};
        int[] priorities = {0, 9, 0, 9, 5};
        for (int i = 0; i < paths.length; i++) {
            clients.add(ask(paths[i], priorities[i]));
            int expected = i + 1;
            await().until(() -> qos.getSuspendedRequestCount() == expected);
        }
        for (int i = 0; i <= paths.length; i++) {
            next();
        }
        for (Transport.Client client : clients) {
            assertThat(client.getResponse(false, 30, TimeUnit.SECONDS)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(order).containsExactly("/first", "/high1", "/high2", "/middle", "/low1", "/low2");
        assertThat(qos.getTotalRequestCount()).isEqualTo(6);
        assertThat(qos.getTotalSuspendedRequestCount()).isEqualTo(5);
        assertThat(qos.getTotalResumedRequestCount()).isEqualTo(5);
        await().until(() -> qos.getCurrentRequestCount() == 0);
    }

    @Test
    void beyondTheQueueRequestsAreRefusedAtOnce() throws Exception {
        qos.setMaxRequestCount(1);
        qos.setMaxSuspendedRequestCount(1);
        qos.setRetryAfter(7);
        local.start(qos);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        Transport.Client second = ask("/second", 0);
        await().until(() -> qos.getSuspendedRequestCount() == 1);
        assertThat(local.get("/third")).startsWith("HTTP/1.1 503 ").contains("Retry-After: 7\r\n");
        assertThat(qos.getTotalExceededRequestCount()).isEqualTo(1);
        next();
        next();
        assertThat(first.getResponse()).endsWith("done /first");
        assertThat(second.getResponse()).endsWith("done /second");
        assertThat(order).doesNotContain("/third");
    }

    @Test
    void subclassAnswersWhatIsSuspendedForTooLong() throws Exception {
        QoSHandler own = new QoSHandler(qos.getHandler()) {
            @Override
            protected void failSuspended(
                    Request request, Response response, Callback callback, int status, Throwable failure) {
                assertThat(failure).isInstanceOf(TimeoutException.class);
                Response.writeError(request, response, callback, 429);
            }
        };
        own.setMaxRequestCount(1);
        own.setMaxSuspend(Duration.ofMillis(50));
        local.start(own);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        assertThat(local.get("/second")).startsWith("HTTP/1.1 429 ");
        next();
        assertThat(first.getResponse()).endsWith("done /first");
    }

    @Test
    void whoIsSuspendedForTooLongIsRefused() throws Exception {
        qos.setMaxRequestCount(1);
        qos.setMaxSuspend(Duration.ofMillis(50));
        qos.setRejectStatusCode(429);
        local.start(qos);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        assertThat(local.get("/second")).startsWith("HTTP/1.1 429 ").contains("Retry-After: 1\r\n");
        assertThat(qos.getTotalExpiredRequestCount()).isEqualTo(1);
        assertThat(qos.getSuspendedRequestCount()).isZero();
        next();
        assertThat(first.getResponse()).endsWith("done /first");
    }

    @Test
    void aSuspendedRequestEndsWithTheIdleTimeoutOfItsConnection() throws Exception {
        qos.setMaxRequestCount(1);
        local.start(qos);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        local.connector.setIdleTimeout(1000);
        assertThat(local.get("/second")).startsWith("HTTP/1.1 503 ");
        assertThat(qos.getSuspendedRequestCount()).isZero();
        next();
        assertThat(first.getResponse()).endsWith("done /first");
    }

    @Test
    void failuresAndUnhandledRequestsGiveTheirPermitBack() throws Exception {
        qos.setMaxRequestCount(1);
        local.start(qos);
        for (int i = 0; i < 3; i++) {
            assertThat(local.get("/fail")).startsWith("HTTP/1.1 500 ");
            assertThat(local.get("/none")).startsWith("HTTP/1.1 404 ");
        }
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        Transport.Client failing = ask("/fail", 0);
        Transport.Client none = ask("/none", 0);
        await().until(() -> qos.getSuspendedRequestCount() == 2);
        next();
        assertThat(first.getResponse()).endsWith("done /first");
        assertThat(failing.getResponse()).startsWith("HTTP/1.1 500 ");
        assertThat(none.getResponse()).startsWith("HTTP/1.1 404 ");
        await().until(() -> qos.getCurrentRequestCount() == 0);
    }

    @Test
    void whatDoesNotMeetTheConditionsIsNotLimited() throws Exception {
        qos.setMaxRequestCount(1);
        qos.setMaxSuspendedRequestCount(0);
        qos.excludePath("/free/*");
        local.start(qos);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        Transport.Client free = ask("/free/1", 0);
        await().until(() -> held.size() == 2);
        assertThat(local.get("/second")).startsWith("HTTP/1.1 503 ");
        next();
        next();
        assertThat(first.getResponse()).endsWith("done /first");
        assertThat(free.getResponse()).endsWith("done /free/1");
    }

    @Test
    void raisingTheLimitResumesWhoWaits() throws Exception {
        qos.setMaxRequestCount(1);
        local.start(qos);
        List<Transport.Client> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(ask("/" + i, 0));
        }
        await().until(() -> qos.getSuspendedRequestCount() == 2);
        qos.setMaxRequestCount(3);
        await().until(() -> held.size() == 3);
        for (int i = 0; i < 3; i++) {
            next();
        }
        for (Transport.Client client : clients) {
            assertThat(client.getResponse()).contains("done");
        }
    }

    @Test
    void stoppingAnswersWhoWaits() throws Exception {
        qos.setMaxRequestCount(1);
        local.start(qos);
        Transport.Client first = ask("/first", 0);
        await().until(() -> held.size() == 1);
        Transport.Client second = ask("/second", 0);
        await().until(() -> qos.getSuspendedRequestCount() == 1);
        qos.stop();
        assertThat(second.getResponse()).startsWith("HTTP/1.1 503 ");
        next();
        assertThat(first.getResponse()).endsWith("done /first");
    }

    @Test
    void withoutANumberHalfOfTheThreadPoolIsTheLimit() throws Exception {
        local.start(qos);
        assertThat(qos.getMaxRequestCount()).isEqualTo(100);
        assertThat(qos.getCurrentLimit()).isEqualTo(100);
    }

    @Test
    void valuesThatMeanNothingAreRefused() {
        assertThatThrownBy(() -> qos.setMaxRequestCount(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> qos.setRejectStatusCode(200)).hasMessageContaining("200");
        assertThatThrownBy(() -> qos.setMinRequestCount(0)).hasMessageContaining("0");
    }

    /** However requests come, end and expire, each is answered, and never are more handled than the limit. */
    @RepeatedTest(3)
    void eachIsAnsweredAndTheLimitIsKept() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        QoSHandler limited = new QoSHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                Thread.yield();
                request.getComponents().getExecutor().execute(() -> {
                    inside.decrementAndGet();
                    Content.Sink.write(response, true, "ok", callback);
                });
                return true;
            }
        });
        limited.setMaxRequestCount(3);
        limited.setMaxSuspendedRequestCount(20);
        limited.setMaxSuspend(Duration.ofMillis(5));
        local.start(limited);
        List<Transport.Client> clients = new ArrayList<>();
        int ok = 0;
        int refused = 0;
        // handshakes are slow
        int rounds = transport.isSecure() ? 3 : 50;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 30; i++) {
                clients.add(ask("/" + i, 0));
            }
            for (Transport.Client client : clients) {
                String response = client.getResponse(false, 30, TimeUnit.SECONDS);
                assertThat(response).isNotNull();
                if (response.startsWith("HTTP/1.1 200 ")) {
                    ok++;
                } else if (response.startsWith("HTTP/1.1 503 ")) {
                    refused++;
                }
            }
            clients.clear();
        }
        assertThat(ok + refused).isEqualTo(rounds * 30);
        assertThat(most.get()).isBetween(1, 3);
        assertThat(limited.getTotalRequestCount()).isEqualTo(rounds * 30);
        assertThat(limited.getTotalExceededRequestCount() + limited.getTotalExpiredRequestCount())
                .isEqualTo(refused);
        await().until(() -> limited.getCurrentRequestCount() == 0);
    }
}
