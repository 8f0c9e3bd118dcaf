package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.WindowRateControl;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that cost more than they ask for, and busy ones that do not. */
class Http2AbuseTest extends AbstractHttp2Test {
    private static final int MANY = 2000;

    /** As many events as by default, within a time that no machine is too slow for. */
    @BeforeEach
    void countOverAnHour() {
        http2.setRateControlFactory(new RateControl.Factory() {
            @Override
            public RateControl newRateControl(EndPoint endPoint) {
                return new WindowRateControl(128, Duration.ofHours(1));
            }
        });
    }

    /** A probe on a connection of its own is answered while, and after, another one misbehaves. */
    private void assertServes() throws Exception {
        try (Http2Client probe = connect()) {
            assertThat(probe.await(probe.request(true, "/probe")).status).isEqualTo(200);
        }
    }

    private void assertEndsCalm(Http2Client client) throws Exception {
        assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR);
        assertServes();
    }

    @Test
    void streamsThatAreResetAtOnceEndTheConnection() throws Exception {
        start((request, response, callback) -> {
            if (request.getHttpURI().getPath().equals("/probe")) {
                hello(request, response, callback);
            } else {
                // not answered before the reset comes
                request.addFailureListener(callback::failed);
            }
        });
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                int stream = client.request(true, "/");
                FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
            }
            assertEndsCalm(client);
        }
    }

    /** Each request is answered before it is reset, so that its answer was work for nothing. */
    @Test
    void streamsThatAreAnsweredAndResetEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            while (client.goAway == null) {
                int stream = client.request(true, "/");
                if (client.await(stream).status != 200) {
                    break;
                }
                FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
                assertThat(stream).isLessThan(2 * MANY);
            }
            assertEndsCalm(client);
        }
    }

    /** The same, with frames upon which the server resets what it has answered. */
    @Test
    void streamsThatAreAnsweredAndMadeToBeResetEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            while (client.goAway == null) {
                int stream = client.request(true, "/");
                if (client.await(stream).status != 200) {
                    break;
                }
                FrameWriter.windowUpdate(client.out(), stream, 0);
                assertThat(stream).isLessThan(2 * MANY);
            }
            assertEndsCalm(client);
        }
    }

    /** Resets that cross the answer on its way are those of a client that gives up now and then. */
    @Test
    void everyThirdAnswerThatIsResetIsPaidByTheOthers() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                int stream = client.request(true, "/");
                assertThat(client.await(stream).status).isEqualTo(200);
                if (i % 3 == 0) {
                    FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
                }
            }
            assertThat(client.goAway).isNull();
            assertServes();
        }
    }

    /** The client makes the server reset streams, by frames that are errors of the stream. */
    @Test
    void streamsThatTheServerIsMadeToResetEndTheConnection() throws Exception {
        start((request, response, callback) -> {
            if (request.getHttpURI().getPath().equals("/probe")) {
                hello(request, response, callback);
            } else {
                request.addFailureListener(callback::failed);
            }
        });
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                int stream = client.request(true, "/");
                FrameWriter.windowUpdate(client.out(), stream, 0);
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void malformedRequestsWithoutEndEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                client.request(true, "/", "connection", "close");
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void fieldsWithoutEndEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.frame(FrameType.HEADERS, 0, 1, new byte[] {(byte) 0x82});
            for (int i = 0; i < MANY; i++) {
                client.frame(FrameType.CONTINUATION, 0, 1, new byte[0]);
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void largeFieldsWithoutEndEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.frame(FrameType.HEADERS, 0, 1, new byte[16384]);
            for (int i = 0; i < 10; i++) {
                client.frame(FrameType.CONTINUATION, 0, 1, new byte[16384]);
            }
            assertEndsCalm(client);
        }
    }

    /** A field of the table, referred to again and again, is megabytes for a few octets. */
    @Test
    void fieldsThatGrowBeyondTheLimitAreRefusedAndEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/", "x", "y".repeat(2000)));
            // the field lies at the front of the table
            byte[] block = new byte[8];
            java.util.Arrays.fill(block, (byte) 0xbe);
            block[0] = (byte) 0x82;
            block[1] = (byte) 0x86;
            block[2] = (byte) 0x84;
            for (int i = 0; i < 200; i++) {
                client.frame(FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 3 + 2 * i, block);
            }
            assertEndsCalm(client);
            assertThat(client.response(3).status).isEqualTo(431);
        }
    }

    /** One block that stands for hundreds of times the limit is enough. */
    @Test
    void fieldsFarBeyondTheLimitEndTheConnectionAtOnce() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/", "x", "y".repeat(2000)));
            byte[] block = new byte[8000];
            java.util.Arrays.fill(block, (byte) 0xbe);
            block[0] = (byte) 0x82;
            block[1] = (byte) 0x86;
            block[2] = (byte) 0x84;
            client.frame(FrameType.HEADERS, FrameType.END_HEADERS | FrameType.END_STREAM, 3, block);
            assertEndsCalm(client);
        }
    }

    /** Who was told GOAWAY and goes on to send, each time before it is idle, is not listened to for ever. */
    @Test
    void connectionThatWasEndedIsClosedThoughBytesKeepComing() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.frame(FrameType.HEADERS, FrameType.END_HEADERS, 2, new byte[] {(byte) 0x82});
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.PROTOCOL_ERROR);
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .pollInterval(50, TimeUnit.MILLISECONDS)
                    .until(() -> {
                        try {
                            client.socket.getOutputStream().write(0);
                        } catch (java.net.SocketException x) {
                            return true;
                        }
                        return connector.getConnectedEndPoints().isEmpty();
                    });
        }
    }

    @Test
    void dataWithoutContentEndsTheConnection() throws Exception {
        start(AbstractHttp2Test::echo);
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            for (int i = 0; i < MANY; i++) {
                client.data(stream, false, "");
            }
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR);
        }
    }

    /**
     * A client may announce that it takes anything: memory of that size is not to be had, and the decoder of this client refuses a
     * table that is larger than the default.
     */
    @Test
    void hugeSettingsOfAClientAreNotAllocated() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect(
                FrameType.SETTINGS_MAX_HEADER_LIST_SIZE,
                -1,
                FrameType.SETTINGS_HEADER_TABLE_SIZE,
                -1,
                FrameType.SETTINGS_MAX_FRAME_SIZE,
                FrameType.LARGEST_MAX_FRAME_SIZE,
                FrameType.SETTINGS_INITIAL_WINDOW_SIZE,
                Integer.MAX_VALUE)) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
            }
            assertThat(client.goAway).isNull();
        }
    }

    @Test
    void pingsEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                FrameWriter.ping(client.out(), false, i);
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void rateControlThatIsNotOfHttp2AloneIsAsked() throws Exception {
        List<Object> events = new CopyOnWriteArrayList<>();
        http2.setRateControlFactory(new org.eclipse.jetty.io.RateControl.Factory() {
            @Override
            public org.eclipse.jetty.io.RateControl newRateControl(EndPoint endPoint) {
                return event -> {
                    events.add(event);
                    return events.size() < 3;
                };
            }
        });
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < 3; i++) {
                FrameWriter.ping(client.out(), false, i);
            }
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.ENHANCE_YOUR_CALM_ERROR);
        }
        assertThat(events).hasSize(3).contains("PING frames");
    }

    @Test
    void settingsEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                FrameWriter.settings(client.out(), FrameType.SETTINGS_INITIAL_WINDOW_SIZE, i);
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void prioritiesEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                client.frame(FrameType.PRIORITY, 0, 1 + 2 * i, new byte[] {0, 0, 0, 0, 1});
            }
            assertEndsCalm(client);
        }
    }

    @Test
    void tinyWindowUpdatesEndTheConnection() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < MANY; i++) {
                FrameWriter.windowUpdate(client.out(), 0, 1);
            }
            assertEndsCalm(client);
        }
    }

    /** The application writes in tiny pieces, and the client opens the windows by as much after each of them. */
    @Test
    void tinyWindowUpdatesThatAnswerTinyPiecesAreNotCharged() throws Exception {
        start((request, response, callback) -> {
            for (int i = 0; i < 5000; i++) {
                Content.Sink.write(response, i == 4999, ByteBuffer.allocate(1));
            }
            callback.succeeded();
        });
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            assertThat(client.await(stream).length).isEqualTo(5000);
            assertThat(client.await(client.request(true, "/")).length).isEqualTo(5000);
            assertThat(client.goAway).isNull();
        }
    }

    /** Responses that nobody lets out are given up after the idle timeout of their stream, and free their thread. */
    @Test
    void windowsThatAreNeverOpenedFreeTheirThreads() throws Exception {
        http2.setStreamIdleTimeout(300);
        AtomicInteger handled = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        start((request, response, callback) -> {
            if (request.getHttpURI().getPath().equals("/probe")) {
                hello(request, response, callback);
                return;
            }
            handled.incrementAndGet();
            try {
                Content.Sink.write(response, true, ByteBuffer.allocate(1000));
                callback.succeeded();
            } catch (Throwable x) {
                failed.incrementAndGet();
                callback.failed(x);
            }
        });
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            for (int i = 0; i < 20; i++) {
                client.request(true, "/");
            }
            client.flush();
            assertServes();
            for (int i = 0; i < 20; i++) {
                assertThat(client.await(1 + 2 * i).reset).isEqualTo(ErrorCode.CANCEL_STREAM_ERROR);
            }
            // one that came to its thread too late is not handled
            await().atMost(30, TimeUnit.SECONDS).until(() -> failed.get() == handled.get());
            assertThat(failed.get()).isPositive();
        }
    }

    /**
     * Every thread of the pool waits in a write for a window, and further requests are queued. When their client gives them
     * up, or is sent away, the threads are free, though none was left to tell them.
     */
    @ParameterizedTest
    @CsvSource({"reset,6", "error,6", "close,6", "reset,40", "error,40", "close,40"})
    void threadsThatWaitForWindowsAreFreeWhenTheClientGivesUp(String end, int threads) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(threads, threads);
        // else half of the threads would be left
        lateContentThreads = 0;
        start(pool, (request, response, callback) -> {
            if (request.getHttpURI().getPath().equals("/probe")) {
                hello(request, response, callback);
            } else {
                Content.Sink.write(response, true, ByteBuffer.allocate(1000));
                callback.succeeded();
            }
        });
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            int count = 100;
            for (int i = 0; i < count; i++) {
                client.request(true, "/");
            }
            client.flush();
            Awaitility.await()
                    .atMost(30, TimeUnit.SECONDS)
                    .until(() -> pool.getIdleThreads() == 0 && pool.getQueueSize() > 0);
            switch (end) {
                case "reset" -> {
                    for (int i = 0; i < count; i++) {
                        FrameWriter.reset(client.out(), 1 + 2 * i, ErrorCode.CANCEL_STREAM_ERROR.code);
                    }
                    client.flush();
                }
                case "error" -> {
                    client.frame(FrameType.HEADERS, FrameType.END_HEADERS, 2, new byte[] {(byte) 0x82});
                    client.flush();
                }
                default -> client.close();
            }
            assertServes();
        }
    }

    /** Tiny pieces that nobody reads take memory in proportion to their octets. */
    @Test
    void tinyPiecesThatAreNotReadShareMemory() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        start((request, response, callback) -> go.thenRun(() -> echo(request, response, callback)));
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.openWindows = false;
            StringBuilder expected = new StringBuilder();
            for (int i = 0; i < 50_000; i++) {
                client.data(stream, i == 49_999, Integer.toString(i % 10));
                expected.append(i % 10);
            }
            client.flush();
            go.complete(null);
            Http2Client.Response response = client.await(stream);
            assertThat(client.goAway).isNull();
            assertThat(response.length).isEqualTo(expected.length());
            assertThat(response.content.toString().equals(expected.toString())).isTrue();
        }
    }

    /** A hundred thousand requests over one connection whose windows have the size that RFC 9113, section 6.9.2 begins with. */
    @Test
    void smallStreamsWithoutEndDoNotStall() throws Exception {
        http2.setInitialSessionRecvWindow(65535);
        http2.setInitialStreamRecvWindow(65535);
        start(AbstractHttp2Test::echo);
        byte[] content = new byte[300];
        try (Http2Client client = connect()) {
            client.keepContent = false;
            for (int requests = 0; requests < 100_000; requests += 100) {
                int last = 0;
                for (int i = 0; i < 100; i++) {
                    last = client.request(false, "/", ":method", "POST");
                    client.send(last, ByteBuffer.wrap(content));
                    client.data(last, true, "");
                }
                for (int stream = last - 198; stream <= last; stream += 2) {
                    Http2Client.Response response = client.await(stream);
                    assertThat(response.status).isEqualTo(200);
                    assertThat(response.length).isEqualTo(300);
                }
                client.responses.clear();
            }
            assertThat(client.goAway).isNull();
        }
    }

    /** Ten thousand requests, of which the client gives up almost a third when it likes: it is served all the same. */
    @Test
    void busyClientThatCancelsIsServed() throws Exception {
        http2.setRateControlFactory(new WindowRateControl.Factory(128));
        start(AbstractHttp2Test::hello);
        Random random = new Random(30);
        try (Http2Client client = connect()) {
            int requests = 0;
            int answered = 0;
            while (requests < 10_000) {
                int first = 1 + 2 * requests;
                boolean[] cancelled = new boolean[100];
                for (int i = 0; i < 100; i++) {
                    int stream = client.request(true, "/" + i);
                    cancelled[i] = random.nextInt(10) < 3;
                    if (cancelled[i]) {
                        FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
                    }
                }
                requests += 100;
                for (int i = 0; i < 100; i++) {
                    if (!cancelled[i]) {
                        Http2Client.Response response = client.await(first + 2 * i);
                        assertThat(response.status)
                                .as("goaway %s, reset %s, ended %s", client.goAway, response.reset, client.ended)
                                .isEqualTo(200);
                        answered++;
                    }
                }
                assertThat(client.goAway).isNull();
                client.responses.clear();
            }
            assertThat(answered).isGreaterThan(6000);
        }
    }
}
