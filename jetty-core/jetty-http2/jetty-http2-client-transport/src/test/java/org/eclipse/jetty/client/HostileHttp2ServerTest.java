package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that do not keep to HTTP/2: each request ends once, with a cause, and leaves nothing behind. */
class HostileHttp2ServerTest extends AbstractClientTest {
    /** What a server sends in answer to the first request. */
    interface Answer {
        void send(RawHttp2 http2, int streamId) throws IOException;
    }

    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    }

    private static RawServer answering(Answer answer) throws IOException {
        return new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            answer.send(http2, http2.begin());
            http2.flush();
            http2.awaitEnd();
        });
    }

    private static HttpField field(String name, String value) {
        return new HttpField(name, value);
    }

    static Stream<Arguments> violations() {
        return Stream.of(
                violation("no status", "no :status", (h, id) -> h.head(id, 0, true, field("x", "y"))),
                violation("bad status", ":status", (h, id) -> h.head(id, 0, true, field(":status", "20"))),
                violation("second status", "second :status", (h, id) -> h.head(id, 200, true, field(":status", "200"))),
                violation("101", "101", (h, id) -> h.head(id, 101, false)),
                violation("pseudo-field", ":path", (h, id) -> h.head(id, 200, true, field(":path", "/"))),
                violation(
                        "pseudo-field after a field",
                        "pseudo-field",
                        (h, id) -> h.head(id, 0, true, field("x", "y"), field(":status", "200"))),
                violation(
                        "field of HTTP/1.1",
                        "for HTTP/1.1",
                        (h, id) -> h.head(id, 200, true, field("connection", "close"))),
                violation("wrong content-length", "another length", (h, id) -> h.head(
                                id, 200, false, field("content-length", "5"))
                        .data(id, "abc", true)),
                violation("more than content-length", "another length", (h, id) -> h.head(
                                id, 200, false, field("content-length", "2"))
                        .data(id, "abc", false)),
                violation(
                        "content-length without content",
                        "without content",
                        (h, id) -> h.head(id, 200, true, field("content-length", "5"))),
                violation(
                        "two lengths",
                        "content-length",
                        (h, id) -> h.head(id, 200, false, field("content-length", "2"), field("content-length", "3"))),
                violation("content of 204", "has none", (h, id) -> h.head(id, 204, false)
                        .data(id, "x", true)),
                violation("content first", "before the head", (h, id) -> h.data(id, "x", true)),
                violation("interim end", "interim", (h, id) -> h.head(id, 103, true)),
                violation("trailers without end", "trailers", (h, id) -> h.head(id, 200, false)
                        .head(id, 0, false, field("x", "y"))),
                violation("status in trailers", "trailers", (h, id) -> h.head(id, 200, false)
                        .head(id, 200, true)),
                violation(
                        "fields too large",
                        "limit",
                        (h, id) ->
                                h.head(id, 200, true, field("x", "0".repeat(20_000)), field("z", "0".repeat(20_000)))),
                violation("reset", "cancel_stream", (h, id) -> reset(h, id, ErrorCode.CANCEL_STREAM_ERROR)),
                violation(
                        "reset after the head",
                        "internal_error",
                        (h, id) -> reset(h.head(id, 200, false), id, ErrorCode.INTERNAL_ERROR)),
                violation(
                        "push",
                        "PUSH_PROMISE",
                        (h, id) -> h.frame(FrameType.PUSH_PROMISE, FrameType.END_HEADERS, id, new byte[] {0, 0, 0, 2})),
                violation("even stream", "idle stream", (h, id) -> h.head(2, 200, true)),
                violation("idle stream", "idle stream", (h, id) -> h.data(id + 2, "x", true)),
                violation(
                        "window of an idle stream",
                        "idle stream",
                        (h, id) -> h.frame(FrameType.WINDOW_UPDATE, 0, id + 2, new byte[] {0, 0, 1, 0})),
                violation(
                        "window by 0",
                        "by 0",
                        (h, id) -> h.frame(FrameType.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 0})),
                violation(
                        "window overflow",
                        "too large",
                        (h, id) -> h.frame(FrameType.WINDOW_UPDATE, 0, 0, new byte[] {0x7f, -1, -1, -1})),
                violation(
                        "window overflow of a stream",
                        "too large",
                        (h, id) -> h.frame(FrameType.WINDOW_UPDATE, 0, id, new byte[] {0x7f, -1, -1, -1})),
                violation("setting to push", "ENABLE_PUSH", (h, id) -> FrameWriter.settings(h.out(), 2, 1)),
                violation("initial window", "window", (h, id) -> FrameWriter.settings(h.out(), 4, -1)),
                violation("frame size", "frame size", (h, id) -> FrameWriter.settings(h.out(), 5, 1)),
                violation("many settings", "keys", (h, id) -> FrameWriter.settings(h.out(), new int[200])),
                violation("large frame", "octets", (h, id) -> h.head(id, 200, false)
                        .frame(FrameType.DATA, 0, id, new byte[20_000])),
                violation("padding", "padding", (h, id) -> h.head(id, 200, false)
                        .frame(FrameType.DATA, FrameType.PADDED, id, (byte) 9)),
                violation(
                        "broken block",
                        "compression_error".toUpperCase(),
                        (h, id) -> h.frame(FrameType.HEADERS, FrameType.END_HEADERS, id, (byte) 0xff, (byte) 0xff)),
                violation("interrupted block", "within the fields", (h, id) -> h.frame(FrameType.HEADERS, 0, id)
                        .frame(FrameType.PING, 0, 0, new byte[8])),
                violation("continuation alone", "CONTINUATION", (h, id) -> h.frame(FrameType.CONTINUATION, 0, id)),
                violation("endless block", "encoded fields", (h, id) -> {
                    h.frame(FrameType.HEADERS, 0, id);
                    for (int i = 0; i < 10; i++) {
                        h.frame(FrameType.CONTINUATION, 0, id, new byte[10_000]);
                    }
                }),
                violation("small continuations", "CONTINUATION", (h, id) -> {
                    h.frame(FrameType.HEADERS, 0, id);
                    flood(h, FrameType.CONTINUATION, 0, id);
                }),
                violation("pings", "PING", (h, id) -> flood(h, FrameType.PING, 0, 0, new byte[8])),
                violation("settings", "SETTINGS", (h, id) -> flood(h, FrameType.SETTINGS, 0, 0)),
                violation("acknowledgements", "SETTINGS", (h, id) -> flood(h, FrameType.SETTINGS, FrameType.ACK, 0)),
                violation("priorities", "PRIORITY", (h, id) -> flood(h, FrameType.PRIORITY, 0, id, new byte[5])),
                violation("unknown frames", "unknown", (h, id) -> flood(h, 99, 0, id)),
                violation("empty content", "DATA", (h, id) -> flood(h.head(id, 200, false), FrameType.DATA, 0, id)),
                violation("interim responses", "interim", (h, id) -> {
                    for (int i = 0; i < 1000; i++) {
                        h.head(id, 103, false);
                    }
                }),
                violation("last stream that grows", "GOAWAY", (h, id) -> {
                    FrameWriter.goAway(h.out(), id, 0, null);
                    FrameWriter.goAway(h.out(), id + 2, 0, null);
                }));
    }

    private static Arguments violation(String name, String message, Answer answer) {
        return arguments(org.junit.jupiter.api.Named.of(name, answer), message);
    }

    private static void reset(RawHttp2 http2, int streamId, ErrorCode code) {
        FrameWriter.reset(http2.out(), streamId, code.code);
    }

    private static void flood(RawHttp2 http2, int type, int flags, int streamId, byte... payload) {
        for (int i = 0; i < 2000; i++) {
            http2.frame(type, flags, streamId, payload);
        }
    }

    @ParameterizedTest
    @MethodSource("violations")
    void violationFailsTheRequestWithItsCause(Answer answer, String message) throws Exception {
        try (RawServer server = answering(answer)) {
            Result result = send(client.POST(server.getUri()));
            assertThat(result.isFailed()).isTrue();
            assertThat(result.getFailure()).hasMessageContaining(message);
        }
    }

    @Test
    void responseThatIsCutAtAnyByteFails() throws Exception {
        int length = new int[] {wholeResponse(new CountDownLatch(0), Integer.MAX_VALUE)}[0];
        for (int cut = 0; cut < length; cut++) {
            wholeResponse(new CountDownLatch(1), cut);
        }
    }

    /** Sends so many bytes of a response and closes; returns how many there are. */
    private int wholeResponse(CountDownLatch failure, int bytes) throws Exception {
        int[] length = new int[1];
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            http2.head(id, 103, false)
                    .head(id, 200, false, field("content-length", "6"))
                    .data(id, "abc", false)
                    .data(id, "def", false)
                    .head(id, 0, true, field("x-end", "yes"));
            byte[] all = http2.take();
            length[0] = all.length;
            socket.getOutputStream().write(all, 0, Math.min(bytes, all.length));
        })) {
            Result result = send(client.POST(server.getUri()));
            assertThat(result.isFailed()).as("cut at %d", bytes).isEqualTo(failure.getCount() > 0);
            if (result.isSucceeded()) {
                assertThat(result.getResponse().getTrailers().get("x-end")).isEqualTo("yes");
            }
        }
        return length[0];
    }

    @Test
    void serverOfHttp1FailsTheRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.write(socket, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        })) {
            assertThat(send(client.newRequest(server.getUri())).isFailed()).isTrue();
        }
    }

    @RepeatedTest(20)
    void requestsThatWereNotProcessedAreSentAgainElsewhere() throws Exception {
        Queue<Integer> connections = new ConcurrentLinkedQueue<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            connections.add(connection);
            int first = http2.begin();
            if (connection == 1) {
                http2.awaitRequest();
                http2.awaitRequest();
                FrameWriter.goAway(http2.out(), first, ErrorCode.NO_ERROR.code, "later");
                http2.head(first, 200, false).data(first, "first", true).flush();
            } else {
                for (int id = first; ; id = http2.awaitRequest()) {
                    http2.head(id, 200, false).data(id, "second", true).flush();
                }
            }
            http2.awaitEnd();
        })) {
            // not idempotent: it is sent again as it is known not to have been processed
            List<CompletableFuture<ContentResponse>> futures = IntStream.range(0, 3)
                    .mapToObj(i -> new CompletableResponseListener(
                                    client.POST(server.getUri()).body(new StringRequestContent("x")))
                            .send())
                    .toList();
            int again = 0;
            for (CompletableFuture<ContentResponse> future : futures) {
                again += future.get(30, SECONDS).getContentAsString().equals("second") ? 1 : 0;
            }
            assertThat(again).isEqualTo(2);
            assertThat(connections).hasSize(2);
        }
    }

    /** The server closes with requests that it says it has processed: of them, one more may be sent. */
    @RepeatedTest(20)
    void requestsThatMayHaveBeenProcessedFailWhenTheServerLeaves() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int first = http2.begin();
            FrameWriter.goAway(http2.out(), first, ErrorCode.INTERNAL_ERROR.code, "out of order");
            http2.flush();
        })) {
            Result result = send(client.POST(server.getUri()).body(new StringRequestContent("x")));
            assertThat(result.getFailure()).isInstanceOf(IOException.class).hasMessageContaining("internal_error");
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void refusedStreamIsSentAgain() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int first = http2.begin();
            reset(http2, first, ErrorCode.REFUSED_STREAM_ERROR);
            http2.flush();
            int second = http2.awaitRequest();
            http2.head(second, 200, true).flush();
            http2.awaitEnd();
        })) {
            assertThat(client.POST(server.getUri()).send().getStatus()).isEqualTo(200);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    static Stream<Arguments> lateRefusals() {
        Answer reset = (http2, id) -> reset(http2, id, ErrorCode.REFUSED_STREAM_ERROR);
        Answer goAway = (http2, id) -> FrameWriter.goAway(http2.out(), id - 1, ErrorCode.NO_ERROR.code, "late");
        return Stream.of(
                arguments(org.junit.jupiter.api.Named.of("reset", reset)),
                arguments(org.junit.jupiter.api.Named.of("go away", goAway)));
    }

    /** Listeners have seen a part of a response: another one must not follow it. */
    @ParameterizedTest
    @MethodSource("lateRefusals")
    void streamThatIsRefusedWithinItsResponseIsNotSentAgain(Answer refusal) throws Exception {
        CompletableFuture<Void> content = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            if (connection == 1) {
                http2.head(id, 200, false).data(id, "part", false).flush();
                content.orTimeout(30, SECONDS).join();
                refusal.send(http2, id);
                http2.flush();
                id = http2.awaitRequest();
            }
            http2.head(id, 200, false).data(id, "again", true).flush();
            http2.awaitEnd();
        })) {
            StringBuffer received = new StringBuffer();
            Result result =
                    send(client.newRequest(server.getUri()).onResponseContentAsync((response, chunk, demander) -> {
                        received.append(java.nio.charset.StandardCharsets.US_ASCII.decode(chunk.getByteBuffer()));
                        if (!content.complete(null)) {
                            demander.run();
                        }
                    }));
            assertThat(received).hasToString("part");
            assertThat(result.isFailed()).isTrue();
        }
    }

    /** RFC 9113, section 6.9: what is refused counts for the window of the connection, which is opened again. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "20000"})
    void contentOfAnotherLengthDoesNotUseUpTheWindowOfTheConnection(String length) throws Exception {
        HTTP2Client http2Client = new HTTP2Client();
        http2Client.setInitialSessionRecvWindow(65_535);
        HttpClient small = new HttpClient(new HttpClientTransportOverHTTP2(http2Client));
        small.start();
        String content = "x".repeat(10_000);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            for (int i = 0; i < 10; i++, id = http2.awaitRequest()) {
                http2.head(id, 200, false, field("content-length", length))
                        .data(id, content, true)
                        .flush();
            }
            http2.head(id, 200, false).data(id, content, true).flush();
            http2.awaitEnd();
        })) {
            for (int i = 0; i < 10; i++) {
                assertThat(send(small.POST(server.getUri())).getFailure())
                        .hasMessageContaining("content of another length");
            }
            assertThat(small.GET(server.getUri()).getContentAsString()).isEqualTo(content);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        } finally {
            small.stop();
        }
    }

    /** RFC 9110, section 9.3.6. */
    @Test
    void lengthOfAResponseThatOpensATunnelIsIgnored() throws Exception {
        CompletableFuture<EndPoint> tunnel = new CompletableFuture<>();
        HttpUpgrader upgrader = new HttpUpgrader() {
            @Override
            public void prepare(Request request) {
                assertThat(request.getVersion()).isEqualTo(HttpVersion.HTTP_2);
            }

            @Override
            public void upgrade(Response response, EndPoint endPoint, Callback callback) {
                tunnel.complete(endPoint);
                callback.succeeded();
            }

            @Override
            public String getProtocol() {
                return "echo";
            }
        };
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin(FrameType.SETTINGS_ENABLE_CONNECT_PROTOCOL, 1);
            http2.head(id, 200, false, field("content-length", "0"))
                    .data(id, "hello", false)
                    .flush();
            http2.awaitEnd();
        })) {
            client.newRequest(server.getUri())
                    .attribute(HttpUpgrader.class.getName(), upgrader)
                    .send(result -> {
                        if (result.isFailed()) {
                            tunnel.completeExceptionally(result.getFailure());
                        }
                    });
            EndPoint endPoint = tunnel.get(30, SECONDS);
            ByteBuffer buffer = BufferUtil.allocate(10);
            Awaitility.await().until(() -> endPoint.fill(buffer) >= 0 && buffer.remaining() == 5);
            endPoint.close();
        }
    }

    @Test
    void headsOfResponsesMayHaveNoLimit() throws Exception {
        client.stop();
        client.setMaxResponseHeadersSize(-1);
        client.start();
        String value = "x".repeat(100_000);
        try (RawServer server = answering((http2, id) -> http2.head(id, 200, true, field("x-long", value)))) {
            ContentResponse response = client.GET(server.getUri());
            assertThat(response.getHeaders().get("x-long")).isEqualTo(value);
        }
    }

    @Test
    void streamThatIsAlwaysRefusedIsSentAgainAFewTimesOnly() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            for (int id = http2.begin(); ; id = http2.awaitRequest()) {
                reset(http2, id, ErrorCode.REFUSED_STREAM_ERROR);
                http2.flush();
            }
        })) {
            assertThat(send(client.newRequest(server.getUri())).getFailure()).hasMessageContaining("refused");
        }
    }

    @RepeatedTest(20)
    void moreRequestsThanStreamsWaitForOne() throws Exception {
        client.setMaxConnectionsPerDestination(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            for (int id = http2.begin(FrameType.SETTINGS_MAX_CONCURRENT_STREAMS, 1); ; id = http2.awaitRequest()) {
                http2.head(id, 200, false).data(id, "x", true).flush();
            }
        })) {
            List<CompletableFuture<ContentResponse>> futures = IntStream.range(0, 20)
                    .mapToObj(i -> new CompletableResponseListener(client.newRequest(server.getUri())).send())
                    .toList();
            for (CompletableFuture<ContentResponse> future : futures) {
                assertThat(future.get(30, SECONDS).getContentAsString()).isEqualTo("x");
            }
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @RepeatedTest(100)
    void responseBeforeTheContentIsSentEndsTheRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            http2.head(id, 413, true);
            reset(http2, id, ErrorCode.NO_ERROR);
            http2.flush();
            http2.awaitEnd();
        })) {
            AsyncRequestContent content = new AsyncRequestContent();
            Result result = send(client.POST(server.getUri()).body(content));
            assertThat(result.getResponseFailure()).isNull();
            assertThat(result.getResponse().getStatus()).isEqualTo(413);
        }
    }

    @Test
    void contentWaitsForTheWindow() throws Exception {
        int[] most = new int[1];
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 100);
            int all = 0;
            int open = 100;
            RawHttp2.Frame frame;
            do {
                frame = http2.await(FrameType.DATA);
                all += frame.payload().length;
                open -= frame.payload().length;
                most[0] = Math.min(most[0], open);
                if (open == 0) {
                    open = 70_000;
                    FrameWriter.windowUpdate(http2.out(), 0, 70_000);
                    FrameWriter.windowUpdate(http2.out(), id, 70_000);
                    http2.flush();
                }
            } while (!frame.isEndStream());
            http2.head(id, 200, false).data(id, Integer.toString(all), true).flush();
            http2.awaitEnd();
        })) {
            ContentResponse response = client.POST(server.getUri())
                    .body(new BytesRequestContent(new byte[500_000]))
                    .send();
            assertThat(response.getContentAsString()).isEqualTo("500000");
            assertThat(most[0]).as("beyond the window").isZero();
        }
    }

    @Test
    void silentServerEndsTheRequestAfterTheIdleTimeoutAndTheConnectionGoesOn() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            http2.begin();
            RawHttp2.Frame reset = http2.await(FrameType.RST_STREAM);
            int id = http2.awaitRequest();
            http2.head(id, 200, false).data(id, "" + reset.lastInt(), true).flush();
            http2.awaitEnd();
        })) {
            Result result = send(client.newRequest(server.getUri()).idleTimeout(50, MILLISECONDS));
            assertThat(result.getFailure()).isInstanceOf(TimeoutException.class).hasMessageContaining("Idle");
            assertThat(client.GET(server.getUri()).getContentAsString())
                    .isEqualTo("" + ErrorCode.CANCEL_STREAM_ERROR.code);
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void abortEndsARequestOnceWhateverElseHappens() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            for (int id = http2.begin(); ; id = http2.awaitRequest()) {
                http2.head(id, 200, false).data(id, "abc", true).flush();
            }
        })) {
            for (int i = 0; i < 100; i++) {
                Request request = client.newRequest(server.getUri());
                Thread thread = new Thread(() -> request.abort(new IllegalStateException("aborted")));
                thread.start();
                Result result = send(request);
                thread.join(SECONDS.toMillis(30));
                if (result.isFailed()) {
                    assertThat(result.getFailure()).hasMessage("aborted");
                }
            }
        }
    }

    @Test
    void idempotentRequestIsSentAgainWhenAKeptConnectionIsClosed() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = http2.begin();
            http2.head(id, 200, false).data(id, "" + connection, true).flush();
            http2.awaitRequest();
        })) {
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("1");
            assertThat(client.GET(server.getUri()).getContentAsString()).isEqualTo("2");
            Result result = send(client.POST(server.getUri()));
            assertThat(result.getFailure()).isInstanceOf(EofException.class);
        }
    }

    @Test
    void hopByHopFieldsAreNotSent() throws Exception {
        try (RawServer server = answering((http2, id) -> http2.head(id, 200, true))) {
            ContentResponse response = client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.CONNECTION, "keep-alive")
                            .put(HttpHeader.TE, "gzip")
                            .put("X-Other", "a"))
                    .send();
            assertThat(response.getStatus()).isEqualTo(200);
        }
    }
}
