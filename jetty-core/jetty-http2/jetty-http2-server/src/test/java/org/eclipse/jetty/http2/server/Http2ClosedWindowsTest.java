package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;

/** Clients that ask, and open no window for the answer. */
class Http2ClosedWindowsTest extends AbstractHttp2Test {
    private static final int MEGABYTE = 1 << 20;

    private final AtomicInteger handled = new AtomicInteger();

    /** Blocks its thread until the client has taken a megabyte; a request to /probe is answered at once. */
    private void blockOrProbe(Request request, Response response, Callback callback) throws Exception {
        if (Request.getPathInContext(request).equals("/probe")) {
            hello(request, response, callback);
            return;
        }
        handled.incrementAndGet();
        try (Blocker.Callback blocker = Blocker.callback()) {
            response.write(true, ByteBuffer.allocate(MEGABYTE), blocker);
            blocker.block();
        } catch (IOException x) {
            callback.failed(x);
            return;
        }
        callback.succeeded();
    }

    /** So many threads for handlers, beside those of the connector. */
    private static QueuedThreadPool threads(int handlers) {
        return new QueuedThreadPool(handlers + 3);
    }

    private List<Http2Client> attack(int connections, int requests) throws Exception {
        List<Http2Client> clients = new ArrayList<>();
        for (int c = 0; c < connections; c++) {
            Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0);
            client.openWindows = false;
            clients.add(client);
            for (int r = 0; r < requests; r++) {
                client.request(true, "/blocks");
            }
            client.flush();
        }
        return clients;
    }

    @Test
    void streamsThatNoThreadHandledInTimeAreRefusedAndConnectionsEnd() throws Exception {
        http2.setMaxConcurrentStreams(128);
        List<Integer> logged = new CopyOnWriteArrayList<>();
        start(threads(4), this::blockOrProbe);
        server.setRequestLog((request, response) -> logged.add(response.getStatus()));
        connector.setIdleTimeout(1000);
        List<Http2Client> clients = attack(4, 10);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        for (Http2Client client : clients) {
            client.readUntil(() -> client.goAway != null);
            for (int stream = 1; stream < 20; stream += 2) {
                ErrorCode reset = client.response(stream).reset;
                assertThat(reset).as("reset of stream %s", stream).isNotNull();
                (reset == ErrorCode.REFUSED_STREAM_ERROR ? refused : cancelled).incrementAndGet();
            }
            client.close();
        }
        // those whose handler was not called, and no others, may be repeated by the client
        assertThat(cancelled).hasValue(handled.get());
        assertThat(refused).hasValue(40 - handled.get()).hasPositiveValue();
        await().untilAsserted(() -> assertThat(logged).hasSize(40));
        assertThat(logged.stream().filter(status -> status == 503).count()).isEqualTo(refused.get());
    }

    @Test
    void otherClientsAreServedMeanwhile() throws Exception {
        start(threads(4), this::blockOrProbe);
        connector.setIdleTimeout(2000);
        List<Http2Client> clients = attack(4, 10);
        await().until(() -> handled.get() > 0);
        // half of the threads do not wait for such clients
        for (int i = 0; i < 20; i++) {
            try (Http2Client probe = connect()) {
                assertThat(probe.await(probe.request(true, "/probe")).content).hasToString("hello /probe");
            }
        }
        assertThat(handled).hasValueLessThan(40);
        for (Http2Client client : clients) {
            client.close();
        }
    }

    /** Until the server has read what the client has sent. */
    private static void awaitArrival(Http2Client client) throws IOException {
        FrameWriter.ping(client.out(), false, 1);
        client.readUntil(() -> client.pings > 0);
    }

    @Test
    void streamWithoutIdleTimeoutIsNotRefused() throws Exception {
        CountDownLatch proceed = new CountDownLatch(1);
        start(threads(1), (request, response, callback) -> {
            if (Request.getPathInContext(request).equals("/first")) {
                proceed.await();
            }
            hello(request, response, callback);
        });
        http2.setStreamIdleTimeout(0);
        try (Http2Client client = connect();
                Http2Client other = connect()) {
            int first = client.request(true, "/first");
            awaitArrival(client);
            int second = other.request(true, "/second");
            awaitArrival(other);
            // connections are not idle while they have requests
            connector.getConnectedEndPoints().forEach(endPoint -> endPoint.setIdleTimeout(200));
            await().pollDelay(Duration.ofMillis(600)).until(() -> true);
            proceed.countDown();
            assertThat(client.await(first).content).hasToString("hello /first");
            assertThat(other.await(second).content).hasToString("hello /second");
        }
    }

    @Test
    void windowThatOpensInTimeIsUsed() throws Exception {
        start(threads(4), this::blockOrProbe);
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            int stream = client.request(true, "/blocks");
            client.flush();
            await().until(() -> handled.get() == 1);
            FrameWriter.windowUpdate(client.out(), stream, MEGABYTE);
            FrameWriter.windowUpdate(client.out(), 0, MEGABYTE);
            assertThat(client.await(stream).content).hasSize(MEGABYTE);
        }
    }

    /** Static files are sent asynchronously, and servlets veto the idleness of asynchronous requests. */
    @Test
    void listenerCannotKeepAWriteThatMakesNoProgress() throws Exception {
        start((request, response, callback) -> {
            request.addIdleTimeoutListener(timeout -> false);
            request.addFailureListener(failure::set);
            response.write(true, ByteBuffer.allocate(MEGABYTE), callback);
        });
        connector.setIdleTimeout(300);
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            client.openWindows = false;
            int stream = client.request(true, "/");
            client.readUntil(() -> client.response(stream).reset != null);
            assertThat(client.response(stream).reset).isEqualTo(ErrorCode.CANCEL_STREAM_ERROR);
            await().until(() -> failure.get() != null);
        }
    }
}
