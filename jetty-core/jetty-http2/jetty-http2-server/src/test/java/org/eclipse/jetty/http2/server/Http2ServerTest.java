package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and responses over HTTP/2 in clear text (RFC 9113). */
class Http2ServerTest extends AbstractHttp2Test {
    @Test
    void requestsOfOneConnectionAreAnswered() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            for (int i = 0; i < 300; i++) {
                int a = client.request(true, "/a");
                int b = client.request(true, "/b?q=1");
                assertThat(client.await(a).content).hasToString("hello /a");
                Http2Client.Response response = client.await(b);
                assertThat(response.status).isEqualTo(200);
                assertThat(response.content).hasToString("hello /b");
                assertThat(response.fields)
                        .containsEntry("content-length", "8")
                        .containsEntry("content-type", "text/plain");
            }
        }
    }

    @Test
    void contentAndTrailersAreEchoed() throws Exception {
        start(AbstractHttp2Test::echo);
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, false, "one ");
            client.data(stream, false, "two");
            client.fields(stream, true, "checksum", "abc");
            Http2Client.Response response = client.await(stream);
            assertThat(response.content).hasToString("one two");
            assertThat(response.trailers).containsEntry("checksum", "abc");
        }
    }

    @Test
    void interimResponsesComeFirst() throws Exception {
        start((request, response, callback) -> {
            response.writeInterim(
                            103,
                            HttpFields.build().add(HttpHeader.LINK, "</a.css>").add(HttpHeader.CONTENT_LENGTH, 5))
                    .join();
            hello(request, response, callback);
        });
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/"));
            assertThat(response.interim).hasToString("103{link=</a.css>}");
            assertThat(response.status).isEqualTo(200);
        }
    }

    @Test
    void clientThatWaitsForContinueGetsItWhenContentIsRead() throws Exception {
        start(AbstractHttp2Test::echo);
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST", "expect", "100-continue");
            client.readUntil(() -> client.response(stream).interim.length() > 0);
            assertThat(client.response(stream).interim).hasToString("100{}");
            client.data(stream, true, "now");
            assertThat(client.await(stream).content).hasToString("now");
        }
    }

    @Test
    void headHasNoContentButItsLength() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/", ":method", "HEAD"));
            assertThat(response.content).isEmpty();
            assertThat(response.fields).containsEntry("content-length", "7");
        }
    }

    @Test
    void cookiesAreJoinedAndHostIsThatOfAuthority() throws Exception {
        start((request, response, callback) -> Content.Sink.write(
                response,
                true,
                request.getHeaders().get(HttpHeader.COOKIE) + "|"
                        + request.getHeaders().get(HttpHeader.HOST) + "|" + request.getHttpURI(),
                callback));
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/x", "cookie", "a=1", "cookie", "b=2");
            assertThat(client.await(stream).content).hasToString("a=1; b=2|localhost|http://localhost/x");
        }
    }

    /** 8 MB over windows of 64 KiB. */
    @Test
    void largeContentGoesAsTheWindowsLetIt() throws Exception {
        byte[] content = new byte[8 << 20];
        start((request, response, callback) -> response.write(true, ByteBuffer.wrap(content), callback));
        try (Http2Client client = connect()) {
            client.keepContent = false;
            int a = client.request(true, "/");
            int b = client.request(true, "/");
            assertThat(client.await(a).length).isEqualTo(content.length);
            assertThat(client.await(b).length).isEqualTo(content.length);
        }
    }

    @Test
    void uploadBeyondTheWindowsIsReadAsItIsAcknowledged() throws Exception {
        http2.setInitialStreamRecvWindow(65535);
        http2.setInitialSessionRecvWindow(65535);
        start((request, response, callback) -> {
            long length = 0;
            try (InputStream in = Content.Source.asInputStream(request)) {
                byte[] bytes = new byte[1000];
                for (int read; (read = in.read(bytes)) >= 0; ) {
                    length += read;
                }
            }
            Content.Sink.write(response, true, "read " + length, callback);
        });
        try (Http2Client client = connect()) {
            int[] credit = {65535, 65535};
            int stream = client.request(false, "/", ":method", "POST");
            Http2Client.Response response = client.response(stream);
            int left = 2 << 20;
            int window = 65535;
            while (left > 0) {
                int length = Math.min(left, Math.min(window, 16000));
                if (length > 0) {
                    client.data(stream, left == length, new byte[length]);
                    left -= length;
                    window -= length;
                    client.flush();
                } else {
                    window += client.awaitWindow(stream, credit);
                }
            }
            assertThat(client.await(stream).content).hasToString("read " + (2 << 20));
            assertThat(response.status).isEqualTo(200);
        }
    }

    @Test
    void contentBeyondTheWindowIsAnErrorOfTheStream() throws Exception {
        http2.setInitialStreamRecvWindow(1000);
        CountDownLatch done = new CountDownLatch(1);
        start((request, response, callback) -> {
            done.await(30, TimeUnit.SECONDS);
            callback.succeeded();
        });
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, false, new byte[1001]);
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.FLOW_CONTROL_ERROR);
        } finally {
            done.countDown();
        }
    }

    /** RFC 9113, section 6.9: what is refused counts for the window of the connection, which is opened again. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    void contentOfAnotherLengthDoesNotUseUpTheWindowOfTheConnection(int length) throws Exception {
        http2.setInitialSessionRecvWindow(65_535);
        start(AbstractHttp2Test::echo);
        try (Http2Client client = connect()) {
            for (int i = 0; i < 20; i++) {
                int stream = client.request(false, "/", ":method", "POST", "content-length", "" + length);
                client.data(stream, true, new byte[10_000]);
                assertThat(client.await(stream).reset).isEqualTo(ErrorCode.PROTOCOL_ERROR);
            }
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, true, new byte[10_000]);
            assertThat(client.await(stream).length).isEqualTo(10_000);
        }
    }

    @Test
    void contentBeyondTheWindowOfTheStreamDoesNotUseUpThatOfTheConnection() throws Exception {
        http2.setInitialStreamRecvWindow(1000);
        http2.setInitialSessionRecvWindow(65_535);
        CountDownLatch done = new CountDownLatch(1);
        start((request, response, callback) -> {
            done.await(30, TimeUnit.SECONDS);
            callback.succeeded();
        });
        try (Http2Client client = connect()) {
            for (int i = 0; i < 10; i++) {
                int stream = client.request(false, "/", ":method", "POST");
                client.data(stream, false, new byte[10_000]);
                assertThat(client.await(stream).reset).isEqualTo(ErrorCode.FLOW_CONTROL_ERROR);
            }
            assertThat(client.goAway).isNull();
        } finally {
            done.countDown();
        }
    }

    /** RFC 9113, section 6.4: no RST_STREAM for a stream that is idle. */
    @ParameterizedTest
    @ValueSource(
            strings = {"08 00000000 PROTOCOL_ERROR", "02 00000001 FRAME_SIZE_ERROR", "02 0000000510 PROTOCOL_ERROR"})
    void errorsOfIdleStreamsAreOfTheConnection(String frame) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            String[] parts = frame.split(" ");
            java.util.HexFormat hex = java.util.HexFormat.of();
            client.frame(hex.parseHex(parts[0])[0], 0, 5, hex.parseHex(parts[1]));
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.valueOf(parts[2]));
            assertThat(client.response(5).reset).isNull();
        }
    }

    @Test
    void streamsBeyondTheLimitAreRefused() throws Exception {
        http2.setMaxConcurrentStreams(2);
        start((request, response, callback) -> request.addFailureListener(callback::failed));
        try (Http2Client client = connect()) {
            client.request(true, "/");
            client.request(true, "/");
            int third = client.request(true, "/");
            assertThat(client.await(third).reset).isEqualTo(ErrorCode.REFUSED_STREAM_ERROR);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "connection: close",
                "transfer-encoding: chunked",
                "te: gzip",
                "UPPER: x",
                ":status: 200",
                ":method: GET",
                "content-length: 5",
                "content-length: x"
            })
    void malformedRequestsAreResetAndTheConnectionGoesOn(String field) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            int colon = field.indexOf(": ");
            String name = field.substring(0, colon);
            client.rawField = !name.equals(name.toLowerCase(java.util.Locale.ENGLISH));
            int stream = client.request(true, "/", name.startsWith(":m") ? "x" : name, field.substring(colon + 2));
            if (name.equals(":method")) {
                client.fields(stream + 2, true, ":method", "GET", ":method", "GET", ":scheme", "http", ":path", "/");
                stream += 2;
            }
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.PROTOCOL_ERROR);
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
        }
    }

    /** RFC 9110, section 9.1: a method that is forwarded over HTTP/1.1 must not hold another request line. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "GET /", "GET\t", "GET ", " GET", "G,T", "GE\u00e9", "GET:", "\"GET\""})
    void methodThatIsNoTokenIsMalformed(String method) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            int good = client.request(true, "/", ":method", "GET");
            assertThat(client.await(good).status).isEqualTo(200);
            int stream = client.request(true, "/", ":method", method);
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.PROTOCOL_ERROR);
            int own = client.request(true, "/", ":method", "X-!#$%&'*+.^_`|~09az");
            assertThat(client.await(own).status).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ht tp", "http:", "javascript"})
    void schemeThatIsNeitherHttpNorHttpsIsRefused(String scheme) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.fields(1, true, ":method", "GET", ":scheme", scheme, ":path", "/", ":authority", "localhost");
            assertThat(client.await(1).status).isEqualTo(400);
        }
    }

    /** RFC 9113, section 6.5.2: a field counts as its name, its value and 32 bytes. */
    @Test
    void fieldsOfTheDefaultLimitAreAcceptedAndOneByteMoreIsRefused() throws Exception {
        start(AbstractHttp2Test::hello);
        int rest = new HttpConfiguration().getRequestHeaderSize();
        for (String field : List.of(":methodGET", ":schemehttp", ":authoritylocalhost", ":path/", "x")) {
            rest -= field.length() + 32;
        }
        try (Http2Client client = connect()) {
            assertThat(client.await(client.request(true, "/", "x", "y".repeat(rest))).status)
                    .isEqualTo(200);
            assertThat(client.await(client.request(true, "/", "x", "y".repeat(rest + 1))).status)
                    .isEqualTo(431);
        }
    }

    @Test
    void badTargetsAndLargeFieldsAreAnswered() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            assertThat(client.await(client.request(true, "/../..")).status).isEqualTo(400);
            assertThat(client.await(client.request(true, "*")).status).isEqualTo(400);
            assertThat(client.await(client.request(true, "/", "host", "elsewhere")).status)
                    .isEqualTo(400);
            assertThat(client.await(client.request(true, "/", "x", "y".repeat(9000))).status)
                    .isEqualTo(431);
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
        }
    }

    @Test
    void resetFailsWhoReads() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        start((request, response, callback) -> {
            try (InputStream in = Content.Source.asInputStream(request)) {
                in.readAllBytes();
            } catch (Throwable x) {
                failed.complete(x);
                throw x;
            }
        });
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            client.data(stream, false, "abc");
            FrameWriter.reset(client.out(), stream, ErrorCode.CANCEL_STREAM_ERROR.code);
            client.flush();
            assertThat(failed.get(30, TimeUnit.SECONDS)).hasMessageContaining("reset");
        }
    }

    @Test
    void closedConnectionFailsWhoWrites() throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        start((request, response, callback) -> {
            try {
                Content.Sink.write(response, true, ByteBuffer.allocate(1 << 20));
            } catch (Throwable x) {
                failed.complete(x);
                throw x;
            }
        });
        try (Http2Client client = connect()) {
            client.openWindows = false;
            int stream = client.request(true, "/");
            client.readUntil(() -> client.response(stream).length == 65535);
        }
        assertThat(failed.get(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void exceptionBeforeTheResponseIsAnswered() throws Exception {
        start((request, response, callback) -> {
            throw new IllegalStateException("on purpose");
        });
        try (Http2Client client = connect()) {
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(500);
        }
    }

    @Test
    void failureWithinTheResponseResetsTheStream() throws Exception {
        start((request, response, callback) -> response.write(
                false,
                BufferUtil.toBuffer("begun"),
                Callback.from(() -> callback.failed(new Throwable("on purpose")))));
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            client.await(stream);
            assertThat(client.response(stream).reset).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(client.response(stream).ended).isFalse();
        }
    }

    /** The rest of a request that was answered is dropped for a while; then its stream is reset without an error. */
    @Test
    void unreadRequestIsEndedByTheServer() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            assertThat(client.await(stream).status).isEqualTo(200);
            client.data(stream, true, "late");
            client.readUntil(() -> true);
            int other = client.request(false, "/", ":method", "POST");
            client.await(other);
            client.readUntil(() -> client.response(other).reset != null);
            assertThat(client.response(other).reset).isEqualTo(ErrorCode.NO_ERROR);
            assertThat(client.response(stream).reset).isNull();
        }
    }

    /** Every thread of the pool is blocked in a write that waits for a window; the frames that open it are read. */
    @Test
    void windowsAreOpenedThoughEveryThreadIsBlocked() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(6, 6);
        AtomicInteger blocked = new AtomicInteger();
        // else half of the threads would be left
        lateContentThreads = 0;
        start(pool, (request, response, callback) -> {
            blocked.incrementAndGet();
            Content.Sink.write(response, true, ByteBuffer.allocate(100_000));
            callback.succeeded();
        });
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            client.openWindows = false;
            client.keepContent = false;
            int count = 50;
            for (int i = 0; i < count; i++) {
                client.request(true, "/");
            }
            client.flush();
            await().until(() -> blocked.get() > 0 && pool.getIdleThreads() == 0 || pool.getQueueSize() > 0);
            FrameWriter.windowUpdate(client.out(), 0, count * 100_000);
            for (int i = 0; i < count; i++) {
                FrameWriter.windowUpdate(client.out(), 1 + 2 * i, 100_000);
            }
            for (int i = 0; i < count; i++) {
                assertThat(client.await(1 + 2 * i).length).isEqualTo(100_000);
            }
        }
    }

    @Test
    void shutdownLetsRequestsEndAndSaysSo() throws Exception {
        CountDownLatch handled = new CountDownLatch(1);
        CompletableFuture<Callback> held = new CompletableFuture<>();
        start((request, response, callback) -> {
            held.complete(Callback.from(() -> hello(request, response, callback)));
            handled.countDown();
        });
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            client.flush();
            assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<Void> shutdown = connector.shutdown();
            held.get().succeeded();
            client.readUntil(
                    () -> client.goAway != null && client.response(stream).isDone());
            assertThat(client.response(stream).content).hasToString("hello /");
            assertThat(client.goAway).isEqualTo(ErrorCode.NO_ERROR);
            client.readUntil(() -> false);
            assertThat(client.ended).isTrue();
            shutdown.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void whatWasWrittenGoesBeforeTheConnectionIsClosed() throws Exception {
        CompletableFuture<Throwable> stopped = new CompletableFuture<>();
        start(AbstractHttp2Test::hello);
        server.stop();
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                // the answer waits for the thread that reads, which stops the connector before it goes on
                hello(request, response, Callback.from(callback, () -> {
                    Thread thread = new Thread(() -> {
                        try {
                            connector.stop();
                            stopped.complete(null);
                        } catch (Throwable x) {
                            stopped.complete(x);
                        }
                    });
                    thread.start();
                    assertThat(stopped).succeedsWithin(10, TimeUnit.SECONDS).isNull();
                }));
                return true;
            }
        });
        server.start();
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/"));
            assertThat(response.content).hasToString("hello /");
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.NO_ERROR);
            client.readUntil(() -> false);
            assertThat(client.ended).isTrue();
        }
    }

    @Test
    void idleConnectionIsEnded() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
            connector.getConnectedEndPoints().forEach(endPoint -> endPoint.setIdleTimeout(200));
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.NO_ERROR);
            client.readUntil(() -> false);
            assertThat(client.ended).isTrue();
        }
    }

    @Test
    void streamThatWaitsForContentTimesOutAndTheConnectionGoesOn() throws Exception {
        http2.setStreamIdleTimeout(500);
        start(AbstractHttp2Test::echo);
        try (Http2Client client = connect()) {
            int stream = client.request(false, "/", ":method", "POST");
            Http2Client.Response response = client.await(stream);
            assertThat(response.status).isEqualTo(408);
            int other = client.request(false, "/", ":method", "POST");
            client.data(other, true, "x");
            assertThat(client.await(other).content).hasToString("x");
        }
    }

    @Test
    void upgradeOfHttp11IsAnsweredOnStreamOne() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream()
                    .write(("GET /up HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                                    + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) socket.getInputStream().read());
            }
            assertThat(head).startsWith("HTTP/1.1 101 ");
            Http2Client client = new Http2Client(socket);
            client.out().put(FrameType.PREFACE.getBytes(StandardCharsets.US_ASCII));
            FrameWriter.settings(client.out());
            assertThat(client.await(1).content).hasToString("hello /up");
            client.request(3, true, "/next");
            assertThat(client.await(3).content).hasToString("hello /next");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"AAMAAABkAA", "!", "AAQAAAAAAAQA"})
    void brokenSettingsOfAnUpgradeAreRefused(String settings) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\n"
                                    + "Upgrade: h2c\r\nHTTP2-Settings: " + settings + "\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
    }

    /** RFC 7540, section 3.2.1. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\nHTTP2-Settings: AAMAAABk\r\n",
                "Connection: Upgrade\r\nHTTP2-Settings: AAMAAABk\r\n",
                "Connection: HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n",
                "Connection: Upgrade, HTTP2-Settings\r\n"
            })
    void upgradeWithoutExactlyOneFieldOfSettingsThatConnectionNamesIsNotFollowed(String fields) throws Exception {
        start(AbstractHttp2Test::hello);
        try (Socket socket = new Socket("localhost", connector.getLocalPort())) {
            socket.getOutputStream()
                    .write(("GET /up HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\n" + fields
                                    + "\r\nGET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).startsWith("HTTP/1.1 200 ").contains("hello /up").endsWith("hello /next");
        }
    }

    /** The setting, frame and field of RFC 9218 are allowed, and without effect. */
    @Test
    void extensiblePrioritiesAreIgnored() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect(9, 1)) {
            byte[] update = "\0\0\0\1u=0,i".getBytes(StandardCharsets.ISO_8859_1);
            client.frame(0x10, 0, 0, update);
            int stream = client.request(true, "/", "priority", "u=1, i");
            client.frame(0x10, 0, 0, update);
            assertThat(client.await(stream).content).hasToString("hello /");
            assertThat(client.await(client.request(true, "/")).status).isEqualTo(200);
            assertThat(client.goAway).isNull();
        }
    }

    @Test
    void manySmallStreamsOverSmallWindowsDoNotStall() throws Exception {
        start(AbstractHttp2Test::hello);
        try (Http2Client client = connect()) {
            client.keepContent = false;
            int total = 100_000;
            int sent = 0;
            AtomicInteger done = new AtomicInteger();
            while (sent < total) {
                int first = 1 + 2 * sent;
                for (int i = 0; i < 100; i++) {
                    client.request(true, "/small");
                    sent++;
                }
                int end = sent;
                client.readUntil(() -> {
                    while (done.get() < end && client.response(1 + 2 * done.get()).ended) {
                        done.incrementAndGet();
                    }
                    return done.get() == end;
                });
                assertThat(done.get()).isEqualTo(sent);
                client.responses.clear();
                assertThat(first).isPositive();
            }
        }
    }
}
