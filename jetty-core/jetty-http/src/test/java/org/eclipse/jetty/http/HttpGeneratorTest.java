package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 9112: heads and framing as they go to the network. */
class HttpGeneratorTest {
    private final HttpGenerator generator = new HttpGenerator();

    private static ByteBuffer empty(int capacity) {
        return ByteBuffer.allocate(capacity).limit(0);
    }

    /** Runs the generator as a connection would, and gives all that it would send. */
    private String send(MetaData.Response info, boolean head, boolean lastAtOnce, String... contents) {
        StringBuilder out = new StringBuilder();
        ByteBuffer header = null;
        ByteBuffer chunk = null;
        int next = 0;
        ByteBuffer content = contents.length > 0 ? ParserEvents.bytes(contents[next++]) : null;
        boolean last = lastAtOnce && next >= contents.length;
        for (int i = 0; i < 100; i++) {
            HttpGenerator.Result result = generator.generateResponse(info, head, header, chunk, content, last);
            switch (result) {
                case NEED_HEADER -> header = empty(1024);
                case HEADER_OVERFLOW -> header = empty(8192);
                case NEED_CHUNK -> chunk = empty(HttpGenerator.CHUNK_SIZE);
                case NEED_CHUNK_TRAILER -> chunk = empty(1024);
                case FLUSH, CONTINUE, DONE -> {
                    for (ByteBuffer b : new ByteBuffer[] {header, chunk, head ? null : content}) {
                        if (b == null) {
                            continue;
                        }
                        out.append(StandardCharsets.ISO_8859_1.decode(b));
                        b.position(b.limit());
                    }
                    if (content != null) {
                        content.position(content.limit());
                    }
                    if (result == HttpGenerator.Result.DONE && (generator.isEnd() || generator.isIdle())) {
                        return out.toString();
                    }
                    if (generator.isState(HttpGenerator.State.COMMITTED)) {
                        content = next < contents.length ? ParserEvents.bytes(contents[next++]) : null;
                        last = next >= contents.length;
                    }
                }
                case SHUTDOWN_OUT -> {
                    return out + "<close>";
                }
                default -> throw new IllegalStateException(result.toString());
            }
        }
        throw new IllegalStateException("the generator does not end: " + generator);
    }

    private static MetaData.Response response(int status, HttpVersion version, HttpFields fields) {
        return new MetaData.Response(status, null, version, fields);
    }

    @Test
    void knownLastContentGetsContentLength() {
        assertThat(send(response(200, HttpVersion.HTTP_1_1, HttpFields.build().add("A", "b")), false, true, "hello"))
                .isEqualTo("HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\nhello");
    }

    @Test
    void contentOfUnknownLengthIsChunked() {
        assertThat(send(
                        response(200, HttpVersion.HTTP_1_1, HttpFields.EMPTY),
                        false,
                        false,
                        "hello",
                        "0123456789abcdefghi"))
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n13\r\n0123456789abcdefghi\r\n0\r\n\r\n");
    }

    @Test
    void trailersFollowTheLastChunk() {
        MetaData.Response info =
                new MetaData.Response(200, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY, -1, () -> HttpFields.build()
                        .add("T", "v"));
        assertThat(send(info, false, true, "hello"))
                .isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nT: v\r\n\r\n");
    }

    @Test
    void http10OfUnknownLengthEndsWithTheConnection() {
        assertThat(send(response(200, HttpVersion.HTTP_1_0, HttpFields.EMPTY), false, false, "hello", "x"))
                .isEqualTo("HTTP/1.1 200 OK\r\n\r\nhellox<close>");
    }

    @Test
    void http10KeepsAliveWhenToldTo() {
        generator.setPersistent(true);
        assertThat(send(response(200, HttpVersion.HTTP_1_0, HttpFields.EMPTY), false, true, "x"))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx");
    }

    @Test
    void closeIsSaidAndDone() {
        HttpFields fields = HttpFields.build().add(HttpHeader.CONNECTION, "close, X-Hop");
        assertThat(send(response(200, HttpVersion.HTTP_1_1, fields), false, true, "x"))
                .isEqualTo(
                        "HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx<close>");
        generator.reset();
        generator.setPersistent(false);
        assertThat(send(response(200, HttpVersion.HTTP_1_1, HttpFields.EMPTY), false, true))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n<close>");
    }

    @Test
    void statusesWithoutContentHaveNoFraming() {
        HttpFields length = HttpFields.build().put(HttpHeader.CONTENT_LENGTH, 9);
        assertThat(send(response(204, HttpVersion.HTTP_1_1, length), false, true))
                .isEqualTo("HTTP/1.1 204 No Content\r\n\r\n");
        generator.reset();
        assertThat(send(response(304, HttpVersion.HTTP_1_1, length), false, true))
                .isEqualTo("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n");
        generator.reset();
        assertThat(send(response(205, HttpVersion.HTTP_1_1, length), false, true))
                .isEqualTo("HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void contentOfAStatusWithoutContentIsForTheCallerToDrop() {
        for (int status : new int[] {204, 205, 304}) {
            generator.reset();
            assertThat(send(response(status, HttpVersion.HTTP_1_1, HttpFields.EMPTY), false, true, "x"))
                    .startsWith("HTTP/1.1 " + status);
            assertThat(generator.isNoContent()).isTrue();
        }
        generator.reset();
        assertThatThrownBy(() -> send(response(101, HttpVersion.HTTP_1_1, HttpFields.EMPTY), false, true, "x"))
                .isInstanceOf(BadMessageException.class);
    }

    @Test
    void headKeepsTheLengthAndHasNoContent() {
        HttpFields length = HttpFields.build().put(HttpHeader.CONTENT_LENGTH, 9);
        assertThat(send(response(200, HttpVersion.HTTP_1_1, length), true, true))
                .isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
        generator.reset();
        assertThat(send(response(200, HttpVersion.HTTP_1_1, HttpFields.EMPTY), true, true))
                .isEqualTo("HTTP/1.1 200 OK\r\n\r\n");
    }

    @Test
    void interimResponsePrecedesTheFinalOne() {
        assertThat(send(HttpGenerator.CONTINUE_100_INFO, false, false)).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(generator.isIdle()).isTrue();
        assertThat(send(response(200, HttpVersion.HTTP_1_1, HttpFields.EMPTY), false, true))
                .endsWith("Content-Length: 0\r\n\r\n");
    }

    @Test
    void switchingProtocolsHasItsConnectionOptionOnly() {
        HttpFields fields =
                HttpFields.build().add(HttpHeader.CONNECTION, "Upgrade").add(HttpHeader.UPGRADE, "websocket");
        assertThat(send(response(101, HttpVersion.HTTP_1_1, fields), false, true))
                .isEqualTo("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: b", "a\nb", "a\0b", "a\rb"})
    void injectionIsRefused(String value) {
        HttpFields fields = HttpFields.build().add("Location", value);
        assertThatThrownBy(() -> send(response(302, HttpVersion.HTTP_1_1, fields), false, true))
                .isInstanceOf(BadMessageException.class);
        assertThat(generator.isCommitted()).isFalse();
        HttpFields name = HttpFields.build().add("X" + value, "v");
        assertThatThrownBy(() -> send(response(302, HttpVersion.HTTP_1_1, name), false, true))
                .isInstanceOf(BadMessageException.class);
        MetaData.Response reason = new MetaData.Response(400, value, HttpVersion.HTTP_1_1, HttpFields.EMPTY);
        assertThatThrownBy(() -> send(reason, false, true)).isInstanceOf(BadMessageException.class);
        assertThatThrownBy(() -> new PreEncodedHttpField("X", value)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\u010aname", "a:"})
    void fieldNameThatIsNoTokenIsRefused(String name) {
        HttpFields fields = HttpFields.build().add(name, "x");
        assertThatThrownBy(() -> send(response(200, HttpVersion.HTTP_1_1, fields), false, true))
                .isInstanceOf(BadMessageException.class)
                .hasMessageContaining("field name");
    }

    @Test
    void contentMustFitItsLength() {
        HttpFields length = HttpFields.build().put(HttpHeader.CONTENT_LENGTH, 3);
        assertThatThrownBy(() -> send(response(200, HttpVersion.HTTP_1_1, length), false, true, "four"))
                .hasMessageContaining("too much content");
        generator.reset();
        assertThatThrownBy(() -> send(response(200, HttpVersion.HTTP_1_1, length), false, true, "ab"))
                .hasMessageContaining("insufficient content");
    }

    @Test
    void headThatDoesNotFitAsksForMoreRoomUpToTheLimit() {
        HttpFields big = HttpFields.build().add("X", "y".repeat(3000));
        generator.setMaxHeaderBytes(8192);
        assertThat(send(response(200, HttpVersion.HTTP_1_1, big), false, true))
                .startsWith("HTTP/1.1 200 OK\r\nX: yyy")
                .endsWith("\r\n\r\n");
        generator.reset();
        HttpFields huge = HttpFields.build().add("X", "y".repeat(30000));
        assertThatThrownBy(() -> send(response(200, HttpVersion.HTTP_1_1, huge), false, true))
                .hasMessageContaining("head over");
    }

    @Test
    void headIsAppendedToWhatTheBufferHolds() {
        ByteBuffer header = ByteBuffer.allocate(256);
        header.put("before ".getBytes(StandardCharsets.US_ASCII)).flip();
        generator.generateResponse(
                response(200, HttpVersion.HTTP_1_1, HttpFields.EMPTY), false, header, null, null, true);
        assertThat(StandardCharsets.ISO_8859_1.decode(header).toString())
                .isEqualTo("before HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void requestHasTargetAndFraming() {
        ByteBuffer header = empty(1024);
        MetaData.Request request = new MetaData.Request(
                "POST",
                HttpURI.from("http://h/p?q"),
                HttpVersion.HTTP_1_1,
                HttpFields.build().add(HttpHeader.HOST, "h"));
        HttpGenerator.Result result = generator.generateRequest(request, header, null, ParserEvents.bytes("abc"), true);
        assertThat(result).isEqualTo(HttpGenerator.Result.FLUSH);
        assertThat(StandardCharsets.ISO_8859_1.decode(header).toString())
                .isEqualTo("POST /p?q HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n");
    }
}
