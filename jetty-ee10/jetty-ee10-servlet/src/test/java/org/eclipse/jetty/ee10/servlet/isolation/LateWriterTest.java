package org.eclipse.jetty.ee10.servlet.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.isolation.SecretClient;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An ordinary mistake: a worker still writes after its asynchronous request timed out (Servlet section 2.3.3.3). Clients on other
 * connections, and the next request of the same one, must not get a byte of it.
 */
class LateWriterTest extends OverTransports {
    private static final int ROUNDS = 40;
    private static final int WRITES = 200;
    private static final int OTHERS = 3;

    private final List<CompletableFuture<Void>> workers = new CopyOnWriteArrayList<>();

    /** Hears when the container is done with the request. */
    private static final class End implements AsyncListener {
        private final CountDownLatch completed = new CountDownLatch(1);

        @Override
        public void onComplete(AsyncEvent event) {
            completed.countDown();
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // the container answers with an error
        }

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    private void startWorker(HttpServletRequest request, HttpServletResponse response, boolean waits) {
        AsyncContext async = request.startAsync();
        End end = new End();
        async.addListener(end);
        async.setTimeout(1);
        byte[] secret = request.getHeader("Authorization").getBytes(StandardCharsets.UTF_8);
        workers.add(CompletableFuture.runAsync(() -> {
            try {
                if (waits) {
                    assertThat(end.completed.await(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS))
                            .isTrue();
                }
                for (int i = 0; i < WRITES; i++) {
                    write(response, secret, i);
                }
                async.complete();
            } catch (IllegalStateException refusal) {
                // the request is over
            } catch (InterruptedException x) {
                throw new IllegalStateException(x);
            }
        }));
    }

    private static void write(HttpServletResponse response, byte[] secret, int i) {
        try {
            response.getOutputStream().write(secret);
            if (i % 10 == 0) {
                response.flushBuffer();
            }
        } catch (IOException | RuntimeException refusal) {
            // this worker does not care, and goes on
        }
    }

    @ParameterizedTest(name = "the worker waits until its request has ended: {0}")
    @ValueSource(booleans = {true, false})
    void workerThatWritesAfterTheTimeoutReachesNoOther(boolean waits) throws Exception {
        IsolationServer server = new IsolationServer(transport);
        server.servlet("/worker", (request, response) -> startWorker(request, response, waits));
        server.start();
        try {
            rounds(server);
        } catch (Throwable failure) {
            server.stopAfterFailure();
            throw failure;
        }
        server.close();
    }

    private void rounds(IsolationServer server) throws Exception {
        List<SecretClient> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            others.add(server.connect());
        }
        for (int round = 0; round < ROUNDS; round++) {
            SecretClient late = server.connect();
            late.send("/ctx/worker");
            server.assertServes(others);
            String response = late.response();
            if (response != null) {
                assertThat(others).noneMatch(other -> response.contains(other.secret()));
            }
            server.assertServes(others);
            server.disconnect(late);
        }
        for (CompletableFuture<Void> worker : workers) {
            worker.get(SecretClient.DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
        server.assertServes(others);
    }
}
