package org.eclipse.jetty.compression.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eclipse.jetty.compression.Compression;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionHandlerTest {
    private static final String TEXT = "the quick brown fox jumps over the lazy dog\n".repeat(100);

    private final ArrayByteBufferPool.Tracking pool = new ArrayByteBufferPool.Tracking();
    private final Server server = new Server(null, null, pool);
    private final ServerConnector connector = new ServerConnector(server);
    private final CompressionHandler handler = new CompressionHandler();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    interface Action {
        void run(Request request, Response response, Callback callback) throws Exception;
    }

    private void start(Action action) throws Exception {
        handler.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                action.run(request, response, callback);
                return true;
            }
        });
        server.addConnector(connector);
        server.setHandler(handler);
        server.start();
    }

    private void startWithText() throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            Content.Sink.write(response, true, TEXT, callback);
        });
    }

    private void startEcho() throws Exception {
        start((request, response, callback) -> {
            String content = Content.Source.asString(request, ISO_8859_1);
            response.getHeaders().put("Seen-Length", request.getLength());
            for (String name : List.of("Content-Encoding", "X-Content-Encoding")) {
                String value = request.getHeaders().get(name);
                response.getHeaders().put("Seen-" + name, value == null ? "none" : value);
            }
            response.write(true, ByteBuffer.wrap(content.getBytes(ISO_8859_1)), callback);
        });
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        await().untilAsserted(() ->
                assertThat(pool.getLeakCount()).as(pool::dumpLeaks).isZero());
    }

    private HttpResponse<byte[]> send(String method, String path, byte[] body, String... fields) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + connector.getLocalPort() + path))
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        if (fields.length > 0) {
            request.headers(fields);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private HttpResponse<byte[]> get(String... fields) throws Exception {
        return send("GET", "/x", null, fields);
    }

    private HttpResponse<byte[]> post(byte[] body, String coding) throws Exception {
        return send("POST", "/x", body, "Content-Encoding", coding);
    }

    private static String field(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void clientGetsTheCodingThatItAccepts(Codings coding) throws Exception {
        startWithText();
        HttpResponse<byte[]> response = get("Accept-Encoding", coding.encodingName());
        assertThat(field(response, "Content-Encoding")).isEqualTo(coding.encodingName());
        assertThat(field(response, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(response.body().length).isLessThan(TEXT.length() / 10);
        assertThat(coding.decode(response.body())).asString(UTF_8).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @CsvSource({
        "'gzip, deflate, br, zstd', gzip",
        "'br, gzip', br",
        "'zstd, br', zstd",
        "'gzip;q=0.5, br;q=0.9, zstd;q=0.1', br",
        "'gzip;q=0, *', br",
        "'gzip;q=0, br;q=0, *;q=0.1', zstd",
        "'*, gzip;q=0.5', br",
        "x-gzip, gzip",
        "'identity;q=0.5, zstd;q=0.6', zstd",
        "'identity, gzip;q=0.5', ",
        "'identity;q=0.7, gzip;q=0.5, br;q=0.8', br",
        "'gzip;q=0, br;q=0.000', ",
        "'', ",
        "'deflate, compress', ",
        "'identity;q=0, br', br",
        "'*;q=0, gzip', gzip"
    })
    void weightsDecideAndAmongEqualOnesTheOrderOfTheClient(String accepted, String coding) throws Exception {
        handler.putCompression(Codings.BR.compression());
        handler.putCompression(Codings.GZIP.compression());
        handler.putCompression(Codings.ZSTD.compression());
        startWithText();
        HttpResponse<byte[]> response = get("Accept-Encoding", accepted);
        assertThat(field(response, "Content-Encoding")).isEqualTo(coding);
        assertThat(field(response, "Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void preferenceOfTheServerDecidesAmongEqualOnes() throws Exception {
        handler.putConfiguration(
                "/*",
                CompressionConfig.builder()
                        .defaults()
                        .compressPreferredEncodings(List.of("zstd", "gzip"))
                        .build());
        startWithText();
        assertThat(field(get("Accept-Encoding", "br, gzip, zstd"), "Content-Encoding"))
                .isEqualTo("zstd");
        assertThat(field(get("Accept-Encoding", "br, gzip, zstd;q=0.9"), "Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(field(get("Accept-Encoding", "*"), "Content-Encoding")).isEqualTo("zstd");
        assertThat(field(get("Accept-Encoding", "br, gzip;q=0.2"), "Content-Encoding"))
                .isEqualTo("br");
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity;q=0", "*;q=0", "identity;q=0, gzip;q=0, br;q=0, zstd;q=0", "deflate, *;q=0"})
    void clientThatRefusesAllThereIsGets406(String accepted) throws Exception {
        startWithText();
        HttpResponse<byte[]> response = get("Accept-Encoding", accepted);
        assertThat(response.statusCode()).isEqualTo(406);
        assertThat(field(response, "Vary")).isEqualTo("Accept-Encoding");
    }

    @Test
    void shortContentIsEncodedOnlyForClientsThatRefuseItAsItIs() throws Exception {
        start((request, response, callback) -> Content.Sink.write(response, true, "short", callback));
        assertThat(field(get("Accept-Encoding", "gzip"), "Content-Encoding")).isNull();
        HttpResponse<byte[]> response = get("Accept-Encoding", "gzip, identity;q=0");
        assertThat(Codings.GZIP.decode(response.body())).asString(UTF_8).isEqualTo("short");
    }

    /** What a client has of the encoded content cannot be completed by a range of the content as it is. */
    @ParameterizedTest
    @EnumSource(Codings.class)
    void encodedContentIsNotSaidToHaveRanges(Codings coding) throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.ACCEPT_RANGES, "bytes");
            Content.Sink.write(response, true, TEXT, callback);
        });
        assertThat(field(get("Accept-Encoding", coding.encodingName()), "Accept-Ranges"))
                .isNull();
        assertThat(field(get("Accept-Encoding", "identity"), "Accept-Ranges")).isEqualTo("bytes");
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void manyWritesOfAnySizeAreOneStream(Codings coding) throws Exception {
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            expected.append(String.valueOf(i).repeat(i));
        }
        start((request, response, callback) -> {
            for (int i = 0; i < 300; i++) {
                Content.Sink.write(
                        response,
                        false,
                        ByteBuffer.wrap(String.valueOf(i).repeat(i).getBytes(UTF_8)));
            }
            callback.succeeded();
        });
        HttpResponse<byte[]> response = get("Accept-Encoding", coding.encodingName());
        assertThat(coding.decode(response.body())).asString(UTF_8).isEqualTo(expected.toString());
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void headGetsTheFieldsOfGet(Codings coding) throws Exception {
        startWithText();
        HttpResponse<byte[]> response = send("HEAD", "/x", null, "Accept-Encoding", coding.encodingName());
        assertThat(field(response, "Content-Encoding")).isEqualTo(coding.encodingName());
        assertThat(field(response, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(field(response, "Content-Length")).isNull();
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void entityTagGoesThereAndBack(Codings coding) throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.ETAG, "W/\"abc\"");
            if (request.getHeaders().getCSV(HttpHeader.IF_NONE_MATCH, true).contains("W/\"abc\"")) {
                response.setStatus(304);
                response.write(true, null, callback);
            } else {
                Content.Sink.write(response, true, TEXT, callback);
            }
        });
        String tag = field(get("Accept-Encoding", coding.encodingName()), "ETag");
        assertThat(tag).isEqualTo("W/\"abc--" + coding.encodingName() + "\"");
        HttpResponse<byte[]> second = get("Accept-Encoding", coding.encodingName(), "If-None-Match", "\"z\", " + tag);
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(field(second, "ETag")).isEqualTo(tag);
        assertThat(field(second, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(field(get("Accept-Encoding", "identity"), "ETag")).isEqualTo("W/\"abc\"");
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 205, 206, 304})
    void statusWithoutWholeContentIsNotEncoded(int status) throws Exception {
        start((request, response, callback) -> {
            response.setStatus(status);
            response.write(true, null, callback);
        });
        HttpResponse<byte[]> response = get("Accept-Encoding", "gzip, br, zstd");
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(field(response, "Content-Encoding")).isNull();
    }

    @Test
    void failureInTheMiddleGivesAllBack() throws Exception {
        for (Codings coding : Codings.values()) {
            Compression compression = coding.compression();
            compression.getDefaultEncoderConfig().setSyncFlush(true);
            handler.putCompression(compression);
        }
        start((request, response, callback) -> {
            byte[] noise = new byte[500_000];
            new Random(1).nextBytes(noise);
            Content.Sink.write(response, false, ByteBuffer.wrap(noise));
            callback.failed(new IOException("expected by the test"));
        });
        for (Codings coding : Codings.values()) {
            assertThatThrownBy(() -> get("Accept-Encoding", coding.encodingName()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void configurationOfTheBestMatchingPathCounts() throws Exception {
        handler.putConfiguration(
                "/plain/*",
                CompressionConfig.builder().compressExcludePath("/*").build());
        handler.putConfiguration(
                "/br/*",
                CompressionConfig.builder().compressIncludeEncoding("br").build());
        startWithText();
        String[] all = {"Accept-Encoding", "gzip, br, zstd"};
        HttpResponse<byte[]> plain = send("GET", "/plain/x", null, all);
        assertThat(field(plain, "Content-Encoding")).isNull();
        assertThat(field(plain, "Vary")).isNull();
        assertThat(field(send("GET", "/br/x", null, all), "Content-Encoding")).isEqualTo("br");
        assertThat(field(send("PUT", "/br/x", null, all), "Content-Encoding")).isEqualTo("br");
        assertThat(field(send("GET", "/x", null, all), "Content-Encoding")).isNull();
    }

    @Test
    void defaultsEncodeGetAndPostOfTypesThatAreNotCompressed() throws Exception {
        start((request, response, callback) -> {
            response.getHeaders()
                    .put(
                            HttpHeader.CONTENT_TYPE,
                            Request.getPathInContext(request).substring(1));
            Content.Sink.write(response, true, TEXT, callback);
        });
        String[] gzip = {"Accept-Encoding", "gzip"};
        assertThat(field(send("GET", "/text/html;x", null, gzip), "Content-Encoding"))
                .isEqualTo("gzip");
        assertThat(field(send("GET", "/image/png", null, gzip), "Content-Encoding"))
                .isNull();
        assertThat(field(send("GET", "/text/event-stream", null, gzip), "Content-Encoding"))
                .isNull();
        assertThat(field(send("PUT", "/text/html", null, gzip), "Content-Encoding"))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void requestIsDecoded(Codings coding) throws Exception {
        startEcho();
        HttpResponse<byte[]> response = post(coding.encode(TEXT.getBytes(UTF_8)), coding.encodingName());
        assertThat(response.body()).asString(UTF_8).isEqualTo(TEXT);
        assertThat(field(response, "Seen-Length")).isEqualTo("-1");
        assertThat(field(response, "Seen-Content-Encoding")).isEqualTo("none");
        assertThat(field(response, "Seen-X-Content-Encoding")).isEqualTo(coding.encodingName());
        assertThat(post(new byte[0], coding.encodingName()).statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void onlyTheLastOfSeveralCodingsIsUndone(Codings coding) throws Exception {
        startEcho();
        HttpResponse<byte[]> response = post(coding.encode(TEXT.getBytes(UTF_8)), "foo, " + coding.encodingName());
        assertThat(field(response, "Seen-Content-Encoding")).isEqualTo("foo");
        assertThat(response.body()).asString(UTF_8).isEqualTo(TEXT);
    }

    @Test
    void unknownCodingIsLeftAlone() throws Exception {
        startEcho();
        HttpResponse<byte[]> response = post(TEXT.getBytes(UTF_8), "foo");
        assertThat(response.body()).asString(UTF_8).isEqualTo(TEXT);
        assertThat(field(response, "Seen-Content-Encoding")).isEqualTo("foo");
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void bombIs413(Codings coding) throws Exception {
        handler.setMaxDecompressedSize(1_000_000);
        startEcho();
        byte[] bomb = coding.encode(new byte[50_000_000]);
        assertThat(bomb.length).isLessThan(100_000);
        assertThat(post(bomb, coding.encodingName()).statusCode()).isEqualTo(413);
        assertThat(post(coding.encode(new byte[1_000_000]), coding.encodingName())
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void truncatedAndMalformedRequestsAre400(Codings coding) throws Exception {
        startEcho();
        byte[] encoded = coding.encode(TEXT.getBytes(UTF_8));
        for (int length = 1; length < encoded.length; length += 7) {
            assertThat(post(Arrays.copyOf(encoded, length), coding.encodingName())
                            .statusCode())
                    .isEqualTo(400);
        }
        byte[] malformed = new byte[100];
        Arrays.fill(malformed, (byte) 0xff);
        assertThat(post(malformed, coding.encodingName()).statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource(Codings.class)
    void decodedContentThatNobodyReadsIsGivenBack(Codings coding) throws Exception {
        start((request, response, callback) -> {
            Content.Chunk chunk = request.read();
            if (chunk != null) {
                chunk.release();
            }
            Content.Sink.write(response, true, "ok", callback);
        });
        assertThat(post(coding.encode(new byte[1_000_000]), coding.encodingName())
                        .body())
                .asString(UTF_8)
                .isEqualTo("ok");
    }

    @Test
    void codingsAndConfigurationsAreNotChangedWhileRunning() throws Exception {
        startWithText();
        assertThatThrownBy(() -> handler.putCompression(Codings.GZIP.compression()))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> handler.ensureConfiguration("/y")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> handler.setMaxDecompressedSize(-2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-2");
    }
}
