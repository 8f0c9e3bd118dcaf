package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.PushPromiseFrame;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that push what a client may not accept (RFC 9113, section 8.4). */
class HostilePushTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private final HTTP2Client client = new HTTP2Client();
    private final CompletableFuture<Throwable> failed = new CompletableFuture<>();
    private final CompletableFuture<PushPromiseFrame> pushed = new CompletableFuture<>();

    /** What a server sends after a request. */
    interface Push {
        void send(RawHttp2 http2, int streamId) throws IOException;
    }

    @BeforeEach
    void start() throws Exception {
        client.setByteBufferPool(pool);
        client.setMaxConcurrentPushedStreams(2);
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        BufferChecks.assertAllReleased(pool);
    }

    private static HttpField field(String name, String value) {
        return new HttpField(name, value);
    }

    /** The fields of a request to the origin that was asked, with others in place of these. */
    private static HttpField[] request(String... others) {
        String[] all = {":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", "/style"};
        for (int i = 0; i < all.length; i += 2) {
            for (int j = 0; j < others.length; j += 2) {
                if (all[i].equals(others[j])) {
                    all[i + 1] = others[j + 1];
                    others[j + 1] = null;
                }
            }
        }
        Stream.Builder<HttpField> fields = Stream.builder();
        for (String[] pairs : new String[][] {all, others}) {
            for (int i = 0; i < pairs.length; i += 2) {
                if (pairs[i + 1] != null) {
                    fields.add(field(pairs[i], pairs[i + 1]));
                }
            }
        }
        return fields.build().toArray(HttpField[]::new);
    }

    private void ask(URI uri, boolean push) throws Exception {
        Session session = client.connect(new InetSocketAddress("localhost", uri.getPort()), new Session.Listener() {
                    @Override
                    public Map<Integer, Integer> onPreface(Session s) {
                        return push ? Map.of(SettingsFrame.ENABLE_PUSH, 1) : null;
                    }

                    @Override
                    public void onFailure(Session s, Throwable failure, Callback callback) {
                        failed.complete(failure);
                        callback.succeeded();
                    }
                })
                .get(30, SECONDS);
        MetaData.Request request = new MetaData.Request(
                "GET", HttpURI.from("http://localhost/page"), HttpVersion.HTTP_2, HttpFields.EMPTY);
        session.newStream(new HeadersFrame(request, true), new org.eclipse.jetty.http2.api.Stream.Listener() {
                    @Override
                    public org.eclipse.jetty.http2.api.Stream.Listener onPush(
                            org.eclipse.jetty.http2.api.Stream stream, PushPromiseFrame frame) {
                        pushed.complete(frame);
                        return AUTO_DISCARD;
                    }
                })
                .get(30, SECONDS);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                arguments("another host", request(":authority", "other"), ErrorCode.PROTOCOL_ERROR),
                arguments("another port", request(":authority", "localhost:81"), ErrorCode.PROTOCOL_ERROR),
                arguments("another scheme", request(":scheme", "https"), ErrorCode.PROTOCOL_ERROR),
                arguments("user information", request(":authority", "a@localhost"), ErrorCode.PROTOCOL_ERROR),
                arguments("unsafe method", request(":method", "POST"), ErrorCode.PROTOCOL_ERROR),
                arguments("no path", request(":path", null), ErrorCode.PROTOCOL_ERROR),
                arguments("relative path", request(":path", "style"), ErrorCode.PROTOCOL_ERROR),
                arguments("content", request("content-length", "1"), ErrorCode.PROTOCOL_ERROR),
                arguments("field of HTTP/1.1", request("connection", "x"), ErrorCode.PROTOCOL_ERROR),
                arguments("pseudo-field that is unknown", request(":foo", "x"), ErrorCode.PROTOCOL_ERROR),
                arguments("status", request(":status", "200"), ErrorCode.PROTOCOL_ERROR),
                arguments("large fields", request("x", "a".repeat(33_000)), ErrorCode.ENHANCE_YOUR_CALM_ERROR));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refused")
    void requestThatMayNotBePromisedIsRefused(String name, HttpField[] fields, ErrorCode code) throws Exception {
        CompletableFuture<RawHttp2.Frame> reset = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            http2.promise(id, 2, fields).head(2, 200, true).flush();
            reset.complete(http2.await(FrameType.RST_STREAM));
            http2.awaitEnd();
        })) {
            ask(URI.create(server.getUri()), true);
            assertThat(reset.get(30, SECONDS).streamId()).isEqualTo(2);
            assertThat(reset.get().lastInt()).isEqualTo(code.code);
            assertThat(pushed).isNotDone();
            assertThat(failed).isNotDone();
        }
    }

    @Test
    void defaultPortIsOfTheSameOrigin() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            http2.promise(http2.begin(), 2, request(":authority", "LOCALHOST:80"))
                    .flush();
            http2.awaitEnd();
        })) {
            ask(URI.create(server.getUri()), true);
            assertThat(pushed.get(30, SECONDS).getPromisedStreamId()).isEqualTo(2);
        }
    }

    @Test
    void promisesBeyondTheLimitAreRefusedOnly() throws Exception {
        CompletableFuture<RawHttp2.Frame> reset = new CompletableFuture<>();
        CompletableFuture<RawHttp2.Frame> goAway = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            for (int promised = 2; promised <= 6; promised += 2) {
                http2.promise(id, promised, request());
            }
            http2.flush();
            reset.complete(http2.await(FrameType.RST_STREAM));
            // frames that cross the reset are no violation; one for a stream that was not promised is
            http2.head(6, 200, true).data(8, "x", true).flush();
            goAway.complete(http2.await(FrameType.GOAWAY));
            http2.awaitEnd();
        })) {
            ask(URI.create(server.getUri()), true);
            assertThat(reset.get(30, SECONDS).streamId()).isEqualTo(6);
            assertThat(reset.get().lastInt()).isEqualTo(ErrorCode.REFUSED_STREAM_ERROR.code);
            RawHttp2.Frame end = goAway.get(30, SECONDS);
            assertThat(java.nio.ByteBuffer.wrap(end.payload()).getInt())
                    .as("last stream that was processed")
                    .isEqualTo(6);
            assertThat(failed.get(30, SECONDS)).hasMessageContaining("idle stream 8");
        }
    }

    static Stream<Arguments> violations() {
        return Stream.of(
                violation("odd", "expected: even", (h, id) -> h.promise(id, 5, request())),
                violation("not above the one before", "expected: even, above 4", (h, id) -> h.promise(id, 4, request())
                        .promise(id, 2, request())),
                violation("stream 0", "PUSH_PROMISE of stream 0", (h, id) -> h.promise(id, 0, request())),
                violation("on an idle stream", "idle stream 99", (h, id) -> h.promise(99, 2, request())),
                violation("on a stream of the server", "expected: on an open one of the client", (h, id) -> h.promise(
                                id, 2, request())
                        .promise(2, 4, request())),
                violation("on an ended stream", "closed stream 1", (h, id) -> h.head(id, 200, true)
                        .promise(id, 2, request())),
                violation("on stream 0", "stream 0", (h, id) -> h.promise(0, 2, request())),
                violation("too short", "too short", (h, id) -> h.frame(FrameType.PUSH_PROMISE, 4, id, (byte) 0)),
                violation(
                        "broken fields",
                        "",
                        (h, id) -> h.frame(
                                FrameType.PUSH_PROMISE, 4, id, (byte) 0, (byte) 0, (byte) 0, (byte) 2, (byte) 0xff)),
                violation("flood", "too many", (h, id) -> {
                    for (int promised = 2; promised <= 600; promised += 2) {
                        h.promise(id, promised, request());
                    }
                }));
    }

    private static Arguments violation(String name, String message, Push push) {
        return arguments(name, message, push);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("violations")
    void promiseThatIsAViolationEndsTheSession(String name, String message, Push push) throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            push.send(http2, http2.begin());
            http2.flush();
            http2.awaitEnd();
        })) {
            ask(URI.create(server.getUri()), true);
            assertThat(failed.get(30, SECONDS)).hasMessageContaining(message);
        }
    }

    @Test
    void promiseThatWasNotOfferedEndsTheSession() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            http2.promise(http2.begin(), 2, request()).flush();
            http2.awaitEnd();
        })) {
            ask(URI.create(server.getUri()), false);
            assertThat(failed.get(30, SECONDS)).hasMessageContaining("PUSH_PROMISE, which is disabled");
        }
    }
}
