package org.eclipse.jetty.server.handler.gzip;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GzipHandlerTest extends OverTransports {
    private static final String TEXT = "the quick brown fox jumps over the lazy dog\n".repeat(100);

    private LocalServer local;
    private final GzipHandler gzip = new GzipHandler();

    @BeforeEach
    void open() throws Exception {
        local = new LocalServer(transport);
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    interface Action {
        void run(Request request, Response response, Callback callback) throws Exception;
    }

    private void start(Action action) throws Exception {
        gzip.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                action.run(request, response, callback);
                return true;
            }
        });
        local.start(gzip);
    }

    private void startWithText() throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
            Content.Sink.write(response, true, TEXT, callback);
        });
    }

    private Answer ask(String method, String fields, byte[] body) throws Exception {
        String head = method + " /x HTTP/1.1\nHost: localhost\nConnection: close\n" + fields
                + (body.length == 0 ? "" : "Content-Length: " + body.length + "\n") + "\n";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(LocalServer.wire(head).getBytes(ISO_8859_1));
        bytes.write(body);
        ByteBuffer response = local.connector.getResponse(
                ByteBuffer.wrap(bytes.toByteArray()), "HEAD".equals(method), 10, TimeUnit.SECONDS);
        assertThat(response).isNotNull();
        return new Answer(response, "HEAD".equals(method));
    }

    private Answer get(String... fields) throws Exception {
        return ask("GET", fields.length == 0 ? "" : String.join("\n", fields) + "\n", new byte[0]);
    }

    private static String gunzip(Answer response) throws IOException {
        assertThat(response.get("Content-Encoding")).isEqualTo("gzip");
        return new String(
                new GZIPInputStream(new ByteArrayInputStream(response.getContentBytes())).readAllBytes(), ISO_8859_1);
    }

    private static byte[] zip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(ISO_8859_1));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gzip",
                "GZIP",
                "x-gzip",
                "deflate;q=0.1, gzip ; q=1.0, *;q=0.1",
                "*",
                "br, *;q=0.5",
                "gzip;q=0.001"
            })
    void clientThatAcceptsGzipGetsIt(String accepted) throws Exception {
        startWithText();
        Answer response = get("Accept-Encoding: " + accepted);
        assertThat(gunzip(response)).isEqualTo(TEXT);
        assertThat(response.get("Vary")).isEqualTo("Accept-Encoding");
        assertThat(response.getContentBytes().length).isLessThan(TEXT.length() / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "identity",
                "gzip;q=0",
                "gzip;q=0.000",
                "GZIP;Q=0",
                "xyz, notgzip",
                "*;q=0",
                "gzip;q=0, *",
                "identity, gzip;q=0.5",
                "gzip;q=abc"
            })
    void clientThatDoesNotAcceptGzipGetsPlainContentAndVary(String accepted) throws Exception {
        startWithText();
        Answer response = get("Accept-Encoding: " + accepted);
        assertThat(response.get("Content-Encoding")).isNull();
        assertThat(response.getContent()).isEqualTo(TEXT);
        assertThat(response.get("Vary")).isEqualTo("Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manyWritesOfIncompressibleContentAreOneStream(boolean syncFlush) throws Exception {
        gzip.setSyncFlush(syncFlush);
        byte[] noise = new byte[300_000];
        new Random(1).nextBytes(noise);
        start((request, response, callback) -> {
            for (int i = 0; i < 10; i++) {
                Content.Sink.write(response, false, ByteBuffer.wrap(noise, i * 30_000, 30_000));
                Content.Sink.write(response, false, BufferUtil.EMPTY_BUFFER);
            }
            callback.succeeded();
        });
        assertThat(gunzip(get("Accept-Encoding: gzip"))).isEqualTo(new String(noise, ISO_8859_1));
    }

    @Test
    void contentShorterThanTheMinimumIsNotCompressed() throws Exception {
        gzip.setMinGzipSize(TEXT.length() + 1);
        startWithText();
        assertThat(get("Accept-Encoding: gzip").get("Content-Encoding")).isNull();
    }

    @Test
    void declaredLengthIsRemovedAndHasToBeTrue() throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, TEXT.length());
            Content.Sink.write(response, true, TEXT, callback);
        });
        Answer response = get("Accept-Encoding: gzip");
        assertThat(gunzip(response)).isEqualTo(TEXT);
        assertThat(response.get("Content-Length")).isNotEqualTo("" + TEXT.length());
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 206, 304})
    void statusWithoutWholeContentIsNotCompressed(int status) throws Exception {
        start((request, response, callback) -> {
            response.setStatus(status);
            response.write(true, status == 206 ? BufferUtil.toBuffer(TEXT) : null, callback);
        });
        Answer response = get("Accept-Encoding: gzip");
        assertThat(response.getStatus()).isEqualTo(status);
        assertThat(response.get("Content-Encoding")).isNull();
        // RFC 9110, section 15.3.7: that of the 200
        assertThat(response.get("Vary")).isEqualTo(status == 204 ? null : "Accept-Encoding");
    }

    @Test
    void partOfContentThatIsNeverCompressedDoesNotVary() throws Exception {
        start((request, response, callback) -> {
            response.setStatus(206);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "image/png");
            response.write(true, BufferUtil.toBuffer(TEXT), callback);
        });
        assertThat(get("Accept-Encoding: gzip").get("Vary")).isNull();
    }

    @ParameterizedTest
    @CsvSource({"image/png,false", "image/svg+xml,true", "text/html;charset=utf-8,true", "application/zip,false"})
    void contentTypeDecides(String type, boolean compressed) throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            Content.Sink.write(response, true, TEXT, callback);
        });
        Answer response = get("Accept-Encoding: gzip");
        assertThat(response.get("Content-Encoding")).isEqualTo(compressed ? "gzip" : null);
        assertThat(response.get("Vary")).isEqualTo(compressed ? "Accept-Encoding" : null);
    }

    @Test
    void encodedContentIsLeftAlone() throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "br");
            Content.Sink.write(response, true, TEXT, callback);
        });
        Answer response = get("Accept-Encoding: gzip, br");
        assertThat(response.get("Content-Encoding")).isEqualTo("br");
        assertThat(response.getContent()).isEqualTo(TEXT);
    }

    @Test
    void otherMethodsAndExcludedPathsAreNotCompressed() throws Exception {
        startWithText();
        assertThat(ask("PUT", "Accept-Encoding: gzip\n", new byte[0]).get("Content-Encoding"))
                .isNull();
        gzip.addExcludedPaths("/x");
        assertThat(get("Accept-Encoding: gzip").get("Vary")).isNull();
    }

    @Test
    void headGetsTheFieldsOfGet() throws Exception {
        startWithText();
        Answer response = ask("HEAD", "Accept-Encoding: gzip\n", new byte[0]);
        assertThat(response.get("Content-Encoding")).isEqualTo("gzip");
        assertThat(response.get("Vary")).isEqualTo("Accept-Encoding");
    }

    @ParameterizedTest
    @CsvSource({
        "\"abc\",\"abc--gzip\"",
        "W/\"abc\",W/\"abc--gzip\"",
        "\"a--b\",\"a--b--gzip\"",
        "W/\"--\",W/\"----gzip\"",
        "\"\",\"--gzip\""
    })
    void entityTagGetsASuffixThatTheHandlerDoesNotSee(String tag, String suffixed) throws Exception {
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.ETAG, tag);
            if (request.getHeaders().getCSV(HttpHeader.IF_NONE_MATCH, true).contains(tag)) {
                response.setStatus(304);
                response.write(true, null, callback);
            } else {
                Content.Sink.write(response, true, TEXT, callback);
            }
        });
        assertThat(get("Accept-Encoding: gzip").get("ETag")).isEqualTo(suffixed);
        assertThat(get().get("ETag")).isEqualTo(tag);
        Answer second = get("Accept-Encoding: gzip", "If-None-Match: \"z\", " + suffixed);
        assertThat(second.getStatus()).isEqualTo(304);
        assertThat(second.get("ETag")).isEqualTo(suffixed);
        assertThat(second.get("Vary")).isEqualTo("Accept-Encoding");
        assertThat(get("If-None-Match: " + tag).get("ETag")).isEqualTo(tag);
    }

    @Test
    void ifMatchOfAnyMethodIsTranslated() throws Exception {
        start((request, response, callback) ->
                Content.Sink.write(response, true, request.getHeaders().get(HttpHeader.IF_MATCH), callback));
        assertThat(ask("PUT", "If-Match: \"a--gzip\"\n", new byte[0]).getContent())
                .isEqualTo("\"a--gzip\", \"a\"");
    }

    @Test
    void errorPageAfterResetIsCompressed() throws Exception {
        gzip.setMinGzipSize(0);
        start((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.ETAG, "\"x\"");
            Response.writeError(request, response, callback, 500, TEXT);
        });
        Answer response = get("Accept-Encoding: gzip", "Accept: text/html");
        assertThat(response.getStatus()).isEqualTo(500);
        assertThat(gunzip(response)).contains("quick brown fox");
    }

    @Test
    void failureInTheMiddleGivesBuffersBack() throws Exception {
        start((request, response, callback) -> {
            Content.Sink.write(response, false, BufferUtil.toBuffer(TEXT));
            callback.failed(new IOException("expected by the test"));
        });
        local.connector.getResponse(
                LocalServer.wire("GET / HTTP/1.1\nHost: localhost\nAccept-Encoding: gzip\nConnection: close\n\n"));
        assertThat(gzip.getDeflaterPool().toString()).contains("size=1");
    }

    @Test
    void writeWhileAnotherOneIsPendingOrAfterTheLastIsRefused() throws Exception {
        Callback.Completable late = new Callback.Completable();
        start((request, response, callback) -> {
            Content.Sink.write(response, true, BufferUtil.toBuffer(TEXT));
            response.write(false, BufferUtil.toBuffer("more"), late);
            callback.succeeded();
        });
        assertThat(gunzip(get("Accept-Encoding: gzip"))).isEqualTo(TEXT);
        // the client may have its response before the handler goes on
        await().untilAsserted(() -> assertThat(late).isCompletedExceptionally());
    }

    private void startEcho() throws Exception {
        gzip.setHandler(LocalServer.echo());
        local.start(gzip);
    }

    @Test
    void requestIsNotInflatedByDefault() throws Exception {
        byte[] zipped = zip(TEXT);
        start((request, response, callback) ->
                Content.Sink.write(response, true, String.valueOf(request.getLength()), callback));
        assertThat(ask("POST", "Content-Encoding: gzip\n", zipped).getContent()).isEqualTo("" + zipped.length);
    }

    @Test
    void requestOfTwoMembersIsInflated() throws Exception {
        gzip.setInflateBufferSize(100);
        startEcho();
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(zip(TEXT));
        both.write(zip("end"));
        Answer response = ask("POST", "Content-Encoding: GZip\n", both.toByteArray());
        assertThat(response.getContent()).isEqualTo(TEXT + "end");
    }

    @Test
    void inflatedRequestsAreLimitedUnlessTheyShallNotBe() throws Exception {
        gzip.setInflateBufferSize(8192);
        start((request, response, callback) -> Content.Source.consumeAll(
                request, Callback.from(() -> Content.Sink.write(response, true, "all", callback), callback::failed)));
        byte[] bomb = zip("\0".repeat((int) GzipHandler.DEFAULT_MAX_INFLATED_SIZE + 1));
        assertThat(bomb.length).isLessThan(100_000);
        assertThat(ask("POST", "Content-Encoding: gzip\n", bomb).getStatus()).isEqualTo(413);
        gzip.setMaxInflatedSize(-1);
        assertThat(ask("POST", "Content-Encoding: gzip\n", bomb).getContent()).isEqualTo("all");
    }

    @Test
    void tooLargeInflatedRequestIs413() throws Exception {
        gzip.setInflateBufferSize(512);
        gzip.setMaxInflatedSize(TEXT.length() - 1);
        startEcho();
        assertThat(ask("POST", "Content-Encoding: gzip\n", zip(TEXT)).getStatus())
                .isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 12, -2, -6, -100})
    void damagedRequestIs400(int index) throws Exception {
        gzip.setInflateBufferSize(512);
        startEcho();
        byte[] zipped = zip(TEXT);
        if (index == -100) {
            zipped = Arrays.copyOf(zipped, zipped.length - 3);
        } else {
            zipped[index < 0 ? zipped.length + index : index] ^= 0xf3;
        }
        assertThat(ask("POST", "Content-Encoding: gzip\n", zipped).getStatus()).isEqualTo(400);
    }

    @Test
    void inflatedContentThatNobodyReadsIsGivenBack() throws Exception {
        gzip.setInflateBufferSize(16);
        start((request, response, callback) -> {
            Content.Chunk chunk = request.read();
            if (chunk != null) {
                chunk.release();
            }
            Content.Sink.write(response, true, "ok", callback);
        });
        assertThat(ask("POST", "Content-Encoding: gzip\n", zip(TEXT)).getContent())
                .isEqualTo("ok");
        // it is given back when the request ends, which the client may see before
        await().untilAsserted(
                        () -> assertThat(gzip.getInflaterPool().toString()).contains("size=1"));
    }

    /** A response taken apart, chunks joined. */
    private static final class Answer {
        private final Map<String, String> fields = new HashMap<>();
        private final int status;
        private final byte[] content;

        private Answer(ByteBuffer raw, boolean head) {
            String text = BufferUtil.toString(raw, ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            String[] lines = text.substring(0, end).split("\r\n");
            status = Integer.parseInt(lines[0].split(" ")[1]);
            for (int i = 1; i < lines.length; i++) {
                String[] field = lines[i].split(": ?", 2);
                assertThat(fields.put(field[0].toLowerCase(), field[1]))
                        .as(field[0])
                        .isNull();
            }
            String body = text.substring(end + 4);
            if ("chunked".equals(get("Transfer-Encoding")) && !head) {
                StringBuilder joined = new StringBuilder();
                for (int at = 0; ; ) {
                    int eol = body.indexOf("\r\n", at);
                    int size = Integer.parseInt(body.substring(at, eol), 16);
                    if (size == 0) {
                        break;
                    }
                    joined.append(body, eol + 2, eol + 2 + size);
                    at = eol + 4 + size;
                }
                body = joined.toString();
            } else if (get("Content-Length") != null && !head) {
                assertThat(body).hasSize(Integer.parseInt(get("Content-Length")));
            }
            content = body.getBytes(ISO_8859_1);
        }

        private String get(String name) {
            return fields.get(name.toLowerCase());
        }

        private int getStatus() {
            return status;
        }

        private byte[] getContentBytes() {
            return content;
        }

        private String getContent() {
            return new String(content, ISO_8859_1);
        }
    }
}
