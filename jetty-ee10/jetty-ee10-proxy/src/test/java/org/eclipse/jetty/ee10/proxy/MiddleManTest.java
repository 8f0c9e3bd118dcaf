package org.eclipse.jetty.ee10.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.proxy.BackEnd;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content that is changed on its way. */
class MiddleManTest extends AbstractProxyServletTest {
    @TempDir
    Path directory;

    /** Doubles each byte. */
    static final class Doubling implements AsyncMiddleManServlet.ContentTransformer {
        @Override
        public void transform(ByteBuffer input, boolean finished, List<ByteBuffer> output) {
            while (input.hasRemaining()) {
                byte b = input.get();
                output.add(ByteBuffer.wrap(new byte[] {b, b}));
            }
        }
    }

    private static BackEnd echo() throws IOException {
        return new BackEnd(exchange -> {
            exchange.readContent();
            exchange.write("HTTP/1.1 200 OK\r\nContent-Length: "
                    + exchange.content().length() + "\r\n\r\n" + exchange.content());
        });
    }

    private static AsyncMiddleManServlet both(
            java.util.function.Supplier<AsyncMiddleManServlet.ContentTransformer> transformers) {
        return new AsyncMiddleManServlet.Transparent() {
            @Override
            protected ContentTransformer newClientRequestContentTransformer(
                    HttpServletRequest request, Request proxyRequest) {
                return transformers.get();
            }

            @Override
            protected ContentTransformer newServerResponseContentTransformer(
                    HttpServletRequest request, HttpServletResponse response, Response serverResponse) {
                return transformers.get();
            }
        };
    }

    private String post(String content) throws Exception {
        return front.ask(
                "POST /ctx/ HTTP/1.1\nHost: localhost\nContent-Length: " + content.length() + "\n\n" + content);
    }

    @Test
    void contentOfBothDirectionsIsChanged() throws Exception {
        start(both(Doubling::new), echo());
        String response = post("abc");
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("aaaabbbbcccc")
                .doesNotContain("Content-Length: 6");
        assertThat(backEnd.take().content()).isEqualTo("aabbcc");
    }

    @Test
    void contentThatIsDroppedEndsTheMessages() throws Exception {
        start(both(() -> (input, finished, output) -> {}), echo());
        assertThat(post("abc")).startsWith("HTTP/1.1 200 ").doesNotContain("abc");
        assertThat(backEnd.take().content()).isEmpty();
    }

    @Test
    void transformerThatFailsOnARequestIsAnsweredByTheServersError() throws Exception {
        start(
                both(() -> (input, finished, output) -> {
                    throw new IOException("for the test");
                }),
                echo());
        assertThat(post("abc")).startsWith("HTTP/1.1 500 ");
        assertThat(backEnd.rest()).isEmpty();
    }

    /** Reverses all of it. */
    private AfterContentTransformer reversing(boolean changed, int inMemory) {
        AfterContentTransformer transformer = new AfterContentTransformer() {
            @Override
            public boolean transform(Source source, Sink sink) throws IOException {
                InputStream input = source.getInputStream();
                String text = new String(input.readAllBytes(), StandardCharsets.US_ASCII);
                input.reset();
                assertThat(input.readAllBytes()).hasSize(text.length());
                OutputStream output = sink.getOutputStream();
                output.write(new StringBuilder(text).reverse().toString().getBytes(StandardCharsets.US_ASCII));
                return changed;
            }
        };
        transformer.setOverflowDirectory(directory);
        transformer.setMaxInputBufferSize(inMemory);
        transformer.setMaxOutputBufferSize(inMemory);
        return transformer;
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000_000, 10})
    void contentIsChangedAfterAllHasCome(int inMemory) throws Exception {
        start(
                new AsyncMiddleManServlet.Transparent() {
                    @Override
                    protected ContentTransformer newClientRequestContentTransformer(
                            HttpServletRequest request, Request proxyRequest) {
                        return reversing(true, inMemory);
                    }
                },
                echo());
        String content = "0123456789".repeat(1000);
        assertThat(post(content)).endsWith("\r\n\r\n" + "9876543210".repeat(1000));
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void contentThatIsNotChangedPassesAsItIs() throws Exception {
        start(both(() -> reversing(false, 10)), echo());
        assertThat(post("0123456789abcdef")).contains("0123456789abcdef");
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    @Test
    void gzipIsDecodedChangedAndEncoded() throws Exception {
        byte[] original = "hello gzip ".repeat(5000).getBytes(StandardCharsets.US_ASCII);
        var transformer = new AsyncMiddleManServlet.GZIPContentTransformer(new Doubling());
        ByteArrayOutputStream result = new ByteArrayOutputStream();
        byte[] encoded = gzip(original);
        // piece by piece
        for (int i = 0; i < encoded.length; i += 7) {
            transform(transformer, ByteBuffer.wrap(encoded, i, Math.min(7, encoded.length - i)), false, result);
        }
        transform(transformer, BufferUtil.EMPTY_BUFFER, true, result);
        transformer.destroy();
        byte[] decoded = new GZIPInputStream(new ByteArrayInputStream(result.toByteArray())).readAllBytes();
        assertThat(decoded).hasSize(original.length * 2);
        assertThat(new String(decoded, 0, 10, StandardCharsets.US_ASCII)).isEqualTo("hheelllloo");
    }

    private static void transform(
            AsyncMiddleManServlet.ContentTransformer transformer,
            ByteBuffer input,
            boolean finished,
            ByteArrayOutputStream result)
            throws IOException {
        List<ByteBuffer> output = new java.util.ArrayList<>();
        transformer.transform(input, finished, output);
        for (ByteBuffer buffer : output) {
            result.write(BufferUtil.toArray(buffer));
        }
    }

    @Test
    void gzipThatEndsEarlyFailsTheResponse() throws Exception {
        byte[] encoded = gzip("hello".getBytes(StandardCharsets.US_ASCII));
        start(
                new AsyncMiddleManServlet.Transparent() {
                    @Override
                    protected ContentTransformer newServerResponseContentTransformer(
                            HttpServletRequest request, HttpServletResponse response, Response serverResponse) {
                        return new GZIPContentTransformer(getHttpClient(), new Doubling());
                    }
                },
                new BackEnd(exchange -> {
                    exchange.readContent();
                    exchange.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 10\r\n\r\n"
                            + new String(encoded, 0, 10, StandardCharsets.ISO_8859_1));
                }));
        assertThat(front.get("/ctx/")).startsWith("HTTP/1.1 502 ");
    }
}
