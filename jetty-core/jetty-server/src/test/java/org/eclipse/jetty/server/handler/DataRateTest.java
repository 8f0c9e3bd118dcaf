package org.eclipse.jetty.server.handler;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** Clients that send or take bytes too slowly, by a clock of the test. */
class DataRateTest {
    private final AtomicLong clock = new AtomicLong();

    private void pass(long millis) {
        clock.addAndGet(MILLISECONDS.toNanos(millis));
    }

    @Test
    void rateIsJudgedAfterOneSecondOfWaiting() {
        DataRate rate = new DataRate(100, "read");
        rate.begin(0);
        rate.end(MILLISECONDS.toNanos(900));
        assertThat(rate.check()).isNull();
        rate.begin(MILLISECONDS.toNanos(5_000));
        rate.end(MILLISECONDS.toNanos(6_100));
        rate.add(150);
        assertThat(rate.check()).hasMessageContaining("75 B/s (expected: 100 B/s or more)");
        rate.add(50);
        assertThat(rate.check()).isNull();
        assertThat(new DataRate(0, "read").check()).isNull();
    }

    @Test
    void readOfASlowClientFails() throws Exception {
        LinkedBlockingQueue<Content.Chunk> chunks = new LinkedBlockingQueue<>();
        CompletableFuture<Request> handled = new CompletableFuture<>();
        Handler handler = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                request.demand(new Runnable() {
                    @Override
                    public void run() {
                        Content.Chunk chunk = request.read();
                        if (Content.Chunk.isFailure(chunk)) {
                            chunks.add(chunk);
                            callback.failed(chunk.getFailure());
                            return;
                        }
                        chunk.release();
                        request.demand(this);
                        chunks.add(chunk);
                    }
                });
                handled.complete(request);
                return true;
            }
        };
        StatisticsHandler rated = new StatisticsHandler.MinimumDataRateHandler(handler, 10, 0, clock::get);
        try (LocalServer local = new LocalServer().start(rated)) {
            LocalConnector.LocalEndPoint client = local.inMemory().connect();
            client.addInputAndExecute("POST / HTTP/1.1\r\nHost: local\r\nContent-Length: 100\r\n\r\n");
            handled.get(30, TimeUnit.SECONDS);
            pass(2_000);
            client.addInputAndExecute("x".repeat(20));
            assertThat(Content.Chunk.isFailure(chunks.poll(30, TimeUnit.SECONDS)))
                    .isFalse();
            pass(1_000);
            client.addInputAndExecute("x");
            Content.Chunk failed = chunks.poll(30, TimeUnit.SECONDS);
            assertThat(failed.getFailure()).isInstanceOf(TimeoutException.class).hasMessageContaining("read rate is 7");
            assertThat(client.getResponse()).startsWith("HTTP/1.1 500");
        }
    }

    @Test
    void writeToASlowClientFails() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Handler handler = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Callback last = Callback.from(() -> failure.complete(null), x -> {
                    failure.complete(x);
                    callback.failed(x);
                });
                response.write(
                        false,
                        ByteBuffer.allocate(10),
                        Callback.from(() -> response.write(true, ByteBuffer.allocate(10), last), last::failed));
                return true;
            }
        };
        // each look at the clock is a second later: the first write takes one
        StatisticsHandler rated = new StatisticsHandler.MinimumDataRateHandler(
                handler, 0, 100, () -> clock.addAndGet(TimeUnit.SECONDS.toNanos(1)));
        try (LocalServer local = new LocalServer().start(rated)) {
            local.inMemory()
                    .executeRequest("GET / HTTP/1.1\r\nHost: local\r\n\r\n")
                    .waitUntilClosed();
            assertThat(failure.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("write rate is 10 B/s (expected: 100 B/s or more)");
        }
    }

    @Test
    void quickClientIsServed() throws Exception {
        StatisticsHandler rated = new StatisticsHandler.MinimumDataRateHandler(LocalServer.echo(), 1000, 1000);
        try (LocalServer local = new LocalServer().start(rated)) {
            assertThat(local.ask("POST / HTTP/1.1\nHost: local\nContent-Length: 5\n\nhello"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("hello");
            assertThat(rated.getBytesRead()).isEqualTo(5);
        }
    }
}
