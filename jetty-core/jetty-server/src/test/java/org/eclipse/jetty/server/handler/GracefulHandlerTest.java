package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GracefulHandlerTest extends OverTransports {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch proceed = new CountDownLatch(1);

    private Handler slow(boolean asynchronous) {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                begun.countDown();
                if (asynchronous) {
                    request.getComponents().getExecutor().execute(() -> end(response, callback));
                } else {
                    end(response, callback);
                }
                return true;
            }

            private void end(Response response, Callback callback) {
                try {
                    proceed.await(30, TimeUnit.SECONDS);
                    Content.Sink.write(response, true, "done", callback);
                } catch (InterruptedException x) {
                    callback.failed(x);
                }
            }
        };
    }

    @RepeatedTest(5)
    void requestsInFlightEndAndNewOnesAreRefused() throws Exception {
        GracefulHandler graceful = new GracefulHandler(slow(true));
        try (LocalServer local = new LocalServer(transport).start(graceful)) {
            Transport.Client first = local.connector.executeRequest(LocalServer.wire("GET / HTTP/1.1\nHost: h\n\n"));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(graceful.getCurrentRequestCount()).isEqualTo(1);
            CompletableFuture<Void> done = graceful.shutdown();
            assertThat(done).isNotDone();
            assertThat(local.get("/new")).startsWith("HTTP/1.1 503 ").contains(closing(), "Retry-After: 10\r\n");
            assertThat(done).isNotDone();
            proceed.countDown();
            assertThat(first.getResponse())
                    .startsWith("HTTP/1.1 200 ")
                    .contains(closing())
                    .endsWith("done");
            done.get(30, TimeUnit.SECONDS);
            assertThat(graceful.getCurrentRequestCount()).isZero();
        }
    }

    @Test
    @Timeout(60)
    void requestThatDoesNotEndInTimeIsInterruptedAtTheStopTimeout() throws Exception {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Handler stuck = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException x) {
                    ended.complete("interrupted");
                    callback.failed(x);
                }
                return true;
            }
        };
        try (LocalServer local = new LocalServer(transport).start(new GracefulHandler(stuck))) {
            local.server.setStopTimeout(100);
            ((QueuedThreadPool) local.server.getThreadPool()).setStopTimeout(TimeUnit.HOURS.toMillis(1));
            try (Transport.Client client =
                    local.connector.executeRequest(LocalServer.wire("GET / HTTP/1.1\nHost: h\n\n"))) {
                assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
                local.server.stop();
                assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo("interrupted");
            }
        }
    }

    @Test
    void stoppingTheServerWaitsForTheRequest() throws Exception {
        GracefulHandler graceful = new GracefulHandler(slow(false));
        LocalServer local = new LocalServer(transport);
        local.server.setStopTimeout(30_000);
        local.start(graceful);
        Transport.Client first = local.connector.executeRequest(LocalServer.wire("GET / HTTP/1.1\nHost: h\n\n"));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> {
            try {
                local.server.stop();
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        await().until(graceful::isShutdown);
        assertThat(stop).isNotDone();
        proceed.countDown();
        assertThat(first.getResponse()).endsWith("done");
        stop.get(30, TimeUnit.SECONDS);
        local.close();
    }

    @Test
    void failedRequestsAreNotWaitedFor() throws Exception {
        GracefulHandler graceful = new GracefulHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                throw new IllegalStateException("as the test wants it");
            }
        });
        try (LocalServer local = new LocalServer(transport).start(graceful)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 500 ");
            await().until(() -> graceful.getCurrentRequestCount() == 0);
        }
    }

    @Test
    void startedAgainItHandlesAgain() throws Exception {
        proceed.countDown();
        GracefulHandler graceful = new GracefulHandler(slow(false));
        try (LocalServer local = new LocalServer(transport).start(graceful)) {
            graceful.shutdown().get(30, TimeUnit.SECONDS);
            assertThat(local.get("/")).startsWith("HTTP/1.1 503 ");
            graceful.stop();
            graceful.start();
            assertThat(local.get("/")).startsWith("HTTP/1.1 200 ");
        }
    }
}
