package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.core.ConditionFactory;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.LateContentLimit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;

/** Clients that send or take content slowly. */
class Http2DataRateTest extends AbstractHttp2Test {
    private static ConditionFactory steps() {
        return await().atMost(Duration.ofSeconds(30)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
    }

    /** Reads what comes within a few milliseconds. */
    private static boolean isDone(Http2Client client, int stream) throws IOException {
        int timeout = client.socket.getSoTimeout();
        client.socket.setSoTimeout(5);
        try {
            client.readUntil(() -> client.response(stream).isDone());
        } catch (SocketTimeoutException x) {
            assertThat(client.response(stream).isDone()).isFalse();
        } finally {
            client.socket.setSoTimeout(timeout);
        }
        return client.response(stream).isDone();
    }

    /** Opens the window of a stream by 64 bytes at a time, until the response has come or the stream was reset. */
    private static void takeLittleByLittle(Http2Client client, int stream) {
        steps().until(() -> {
            FrameWriter.windowUpdate(client.out(), stream, 64);
            return isDone(client, stream);
        });
    }

    @Test
    void contentThatDripsIsAnsweredBy408AndTheConnectionGoesOn() throws Exception {
        configuration.setMinRequestDataRate(100_000);
        configuration.setRequestDataRateGrace(500);
        start((request, response, callback) -> {
            ByteBuffer all = Content.Source.asByteBuffer(request);
            response.write(true, all, callback);
        });
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            steps().until(() -> {
                client.data(stream, false, "x");
                return isDone(client, stream);
            });
            assertThat(client.response(stream).status).isEqualTo(408);
            int other = client.request(false, "/", ":method", "POST");
            client.data(other, true, "y");
            assertThat(client.await(other).content).hasToString("y");
        }
    }

    /** Only the time for which the application waits is the client's. */
    @Test
    void contentThatTheApplicationLetsWaitIsNotSlow() throws Exception {
        configuration.setMinRequestDataRate(100_000);
        configuration.setRequestDataRateGrace(1);
        start((request, response, callback) -> request.getComponents()
                .getScheduler()
                .schedule(() -> echo(request, response, callback), 300, TimeUnit.MILLISECONDS));
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, true, "all of it");
            assertThat(client.await(stream).content).hasToString("all of it");
        }
    }

    /** One write, of which the client takes a little before each idle timeout. */
    @Test
    void writeThatIsTakenInTimeOutlivesTheIdleTimeout() throws Exception {
        configuration.setMinResponseDataRate(100);
        http2.setStreamIdleTimeout(500);
        start((request, response, callback) -> response.write(true, ByteBuffer.allocate(2000), callback));
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            client.openWindows = false;
            int stream = client.request(true, "/");
            takeLittleByLittle(client, stream);
            assertThat(client.response(stream).length).isEqualTo(2000);
            assertThat(client.response(stream).ended).isTrue();
        }
    }

    @Test
    void writeThatIsTakenTooSlowlyIsReset() throws Exception {
        configuration.setMinResponseDataRate(1_000_000);
        // the second request is answered within it, also on a busy machine
        http2.setStreamIdleTimeout(500);
        start((request, response, callback) -> response.write(true, ByteBuffer.allocate(1_000_000), callback));
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            client.openWindows = false;
            int stream = client.request(true, "/");
            takeLittleByLittle(client, stream);
            assertThat(client.response(stream).reset).isEqualTo(ErrorCode.CANCEL_STREAM_ERROR);
            assertThat(client.await(client.request(true, "/", ":method", "HEAD")).status)
                    .isEqualTo(200);
        }
    }

    @Test
    void withoutALimitAWriteIsResetOnlyIfNothingIsTaken() throws Exception {
        configuration.setMinResponseDataRate(0);
        // the head and what the window lets out come within it, also on a busy machine
        http2.setStreamIdleTimeout(500);
        start((request, response, callback) -> response.write(true, ByteBuffer.allocate(1000), callback));
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 64)) {
            client.openWindows = false;
            int stream = client.request(true, "/");
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.CANCEL_STREAM_ERROR);
            assertThat(client.response(stream).length).isEqualTo(64);
        }
    }

    /** The windows of HTTP/2 are open, that of TCP is opened a little at a time. */
    @Test
    void connectionWhoseBytesAreTakenTooSlowlyIsClosed() throws Exception {
        configuration.setMinResponseDataRate(50_000_000);
        start((request, response, callback) -> Content.Sink.write(response, true, "x".repeat(64 << 20), callback));
        connector.setIdleTimeout(300);
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, Integer.MAX_VALUE)) {
            FrameWriter.windowUpdate(client.out(), 0, Integer.MAX_VALUE - 65535);
            client.request(true, "/");
            client.flush();
            AtomicLong taken = new AtomicLong();
            steps().until(() -> isClosedAfterALittle(client, taken));
            assertThat(taken.get()).isLessThan(64 << 20);
            await().until(() -> connector.getConnectedEndPoints().isEmpty());
        }
    }

    /** Takes some bytes, if there are any. The connection may be at its end before the server has forgotten it. */
    private static boolean isClosedAfterALittle(Http2Client client, AtomicLong taken) throws IOException {
        int count;
        try {
            count = client.socket.getInputStream().read(new byte[32 * 1024]);
        } catch (SocketException x) {
            // what it has not sent is thrown away by a reset
            return true;
        }
        taken.addAndGet(Math.max(0, count));
        return count < 0;
    }

    /** More streams than threads whose content does not come, of which the handlers wait for all of it. */
    @Test
    void streamsWithoutContentLeaveThreadsToTheOthers() throws Exception {
        int threads = 8;
        start(new QueuedThreadPool(threads), (request, response, callback) -> {
            ByteBuffer all = Content.Source.asByteBuffer(request);
            response.write(true, all, callback);
        });
        LateContentLimit limit = server.getLateContentLimit();
        try (Http2Client client = connect()) {
            int[] streams = new int[20];
            for (int i = 0; i < streams.length; i++) {
                streams[i] = client.request(false, "/", ":method", "POST");
            }
            client.flush();
            await().until(() -> limit.getWaitingRequests() == streams.length - threads / 2);
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
            for (int stream : streams) {
                client.data(stream, true, "late");
            }
            for (int stream : streams) {
                assertThat(client.await(stream).content).hasToString("late");
            }
        }
        await().until(() -> limit.getThreads() == 0);
    }
}
