package org.eclipse.jetty.compression.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.server.handler.gzip.GzipHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits in front of compression count what goes over the wire, those behind it what the application sees. */
class SizeLimitTest {
    private static final String TEXT = "the quick brown fox jumps over the lazy dog\n".repeat(100);

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final Server server = new Server(null, null, pool);
    private final ServerConnector connector = new ServerConnector(server);
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** What may compress. */
    enum Compressing {
        GZIP(() -> {
            GzipHandler gzip = new GzipHandler();
            gzip.setInflateBufferSize(2048);
            gzip.addIncludedMethods("POST");
            return gzip;
        }),
        COMPRESSION(CompressionHandler::new);

        private final Supplier<Handler.Wrapper> maker;

        Compressing(Supplier<Handler.Wrapper> maker) {
            this.maker = maker;
        }
    }

    /** Answers with the text, or with the content of a POST, written in pieces. */
    private static final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String text = "POST".equals(request.getMethod()) ? Content.Source.asString(request, UTF_8) : TEXT;
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            byte[] bytes = text.getBytes(UTF_8);
            if (request.getHttpURI().getPath().equals("/whole")) {
                response.write(true, ByteBuffer.wrap(bytes), callback);
            } else {
                write(response, bytes, 0, callback);
            }
            return true;
        }

        private static void write(Response response, byte[] bytes, int from, Callback callback) {
            int length = Math.min(500, bytes.length - from);
            boolean last = from + length == bytes.length;
            response.write(
                    last,
                    ByteBuffer.wrap(bytes, from, length),
                    last
                            ? callback
                            : Callback.from(() -> write(response, bytes, from + length, callback), callback::failed));
        }
    }

    private void start(Handler.Wrapper outer, Handler.Wrapper inner) throws Exception {
        outer.setHandler(inner);
        inner.setHandler(new Application());
        server.addConnector(connector);
        server.setHandler(outer);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    private HttpResponse<byte[]> get(String path) throws Exception {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> post(String path, byte[] content, boolean chunked) throws Exception {
        HttpRequest.BodyPublisher body = chunked
                ? HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(content))
                : HttpRequest.BodyPublishers.ofByteArray(content);
        return client.send(
                request(path).header("Content-Encoding", "gzip").POST(body).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + connector.getLocalPort() + path))
                .header("Accept-Encoding", "gzip");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    /** The content, which is decoded as the response says that it is coded. */
    private static String text(HttpResponse<byte[]> response) throws IOException {
        boolean coded =
                response.headers().firstValue("Content-Encoding").orElse("").equals("gzip");
        if (!coded) {
            return new String(response.body(), UTF_8);
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void limitInFrontCountsCompressedRequests(Compressing compressing) throws Exception {
        byte[] small = gzip(TEXT);
        assertThat(small.length).isLessThan(200);
        start(new SizeLimitHandler(small.length, -1), compressing.maker.get());
        for (boolean chunked : new boolean[] {false, true}) {
            HttpResponse<byte[]> taken = post("/", small, chunked);
            assertThat(taken.statusCode()).isEqualTo(200);
            assertThat(text(taken)).isEqualTo(TEXT);
            HttpResponse<byte[]> refused = post("/", gzip(TEXT + "and one more"), chunked);
            assertThat(refused.statusCode()).isEqualTo(413);
            assertThat(text(refused)).contains("413");
        }
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void limitBehindCountsInflatedRequests(Compressing compressing) throws Exception {
        start(compressing.maker.get(), new SizeLimitHandler(TEXT.length(), -1));
        for (boolean chunked : new boolean[] {false, true}) {
            HttpResponse<byte[]> taken = post("/", gzip(TEXT), chunked);
            assertThat(taken.statusCode()).isEqualTo(200);
            assertThat(text(taken)).isEqualTo(TEXT);
            HttpResponse<byte[]> refused = post("/", gzip(TEXT + "x"), chunked);
            assertThat(refused.statusCode()).isEqualTo(413);
            assertThat(text(refused)).contains("413");
        }
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void limitInFrontCountsCompressedResponses(Compressing compressing) throws Exception {
        start(new SizeLimitHandler(-1, 1000), compressing.maker.get());
        for (String path : List.of("/", "/whole")) {
            HttpResponse<byte[]> response = get(path);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(text(response)).isEqualTo(TEXT);
        }
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void compressedResponseAboveTheLimitIsAnErrorThatCanBeRead(Compressing compressing) throws Exception {
        start(new SizeLimitHandler(-1, 20), compressing.maker.get());
        HttpResponse<byte[]> response = get("/whole");
        assertThat(response.statusCode()).isEqualTo(500);
        text(response);
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void limitBehindCountsWhatTheApplicationWrites(Compressing compressing) throws Exception {
        start(compressing.maker.get(), new SizeLimitHandler(-1, TEXT.length() - 1));
        HttpResponse<byte[]> response = get("/whole");
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(text(response)).contains("500").doesNotContain("quick");
    }

    @ParameterizedTest
    @EnumSource(Compressing.class)
    void limitBehindTakesWhatItAllows(Compressing compressing) throws Exception {
        start(compressing.maker.get(), new SizeLimitHandler(-1, TEXT.length()));
        for (String path : List.of("/", "/whole")) {
            HttpResponse<byte[]> response = get(path);
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(text(response)).isEqualTo(TEXT);
        }
    }
}
