package org.eclipse.jetty.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** RFC 9112: head, content and end by plain calls; {@link HttpGeneratorTest} has what they write in each case. */
class MessageGeneratorTest {
    private final MessageGenerator generator = new MessageGenerator();

    private static ByteBuffer empty(int capacity) {
        return ByteBuffer.allocate(capacity).limit(0);
    }

    private static String text(ByteBuffer buffer) {
        return StandardCharsets.ISO_8859_1.decode(buffer.duplicate()).toString();
    }

    private static MetaData.Response response(int status, String... fields) {
        HttpFields.Mutable all = HttpFields.build();
        for (int i = 0; i < fields.length; i += 2) {
            all.add(fields[i], fields[i + 1]);
        }
        return new MetaData.Response(status, null, HttpVersion.HTTP_1_1, all);
    }

    private static MetaData.Response withTrailers(HttpFields trailers) {
        return new MetaData.Response(200, null, HttpVersion.HTTP_1_1, HttpFields.EMPTY, -1, () -> trailers);
    }

    @Test
    void contentThatIsAllKnownHasItsLength() {
        ByteBuffer out = empty(256);

        assertThat(generator.head(response(200), false, 5, true, out)).isTrue();
        assertThat(generator.needsEnd()).isFalse();
        assertThat(generator.end(null)).isTrue();

        assertThat(text(out)).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        assertThat(generator.isEnd()).isTrue();
        assertThat(generator.isPersistent()).isTrue();
    }

    @Test
    void contentThatComesLaterIsChunked() {
        ByteBuffer out = empty(256);

        generator.head(response(200), false, 3, false, out);
        assertThat(generator.needsChunkLine()).isTrue();
        ByteBuffer line = empty(MessageGenerator.CHUNK_SIZE);
        generator.content(26, true, line);
        ByteBuffer end = empty(MessageGenerator.CHUNK_SIZE);
        assertThat(generator.needsEnd()).isTrue();
        assertThat(generator.end(end)).isTrue();

        assertThat(text(out)).isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n");
        assertThat(text(line)).isEqualTo("\r\n1A\r\n");
        assertThat(text(end)).isEqualTo("\r\n0\r\n\r\n");
    }

    @Test
    void headOfTheResponseFollowsThatOfAnInterimOne() {
        ByteBuffer out = empty(256);

        assertThat(generator.head(response(103, "Link", "</a>"), false, 0, false, out))
                .isTrue();
        assertThat(generator.isCommitted()).isFalse();
        assertThat(generator.head(response(204), false, 0, true, out)).isTrue();
        generator.end(null);

        assertThat(text(out))
                .isEqualTo("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n");
    }

    @Test
    void headThatDoesNotFitLeavesNoTrace() {
        generator.setMaxHeaderBytes(256);
        ByteBuffer small = empty(32);
        MetaData.Response response = response(200, "X-Name", "a value");

        assertThat(generator.head(response, false, 0, true, small)).isFalse();
        assertThat(small.hasRemaining()).isFalse();
        assertThat(generator.isIdle()).isTrue();
        ByteBuffer out = empty(256);
        assertThat(generator.head(response, false, 0, true, out)).isTrue();

        assertThat(text(out)).isEqualTo("HTTP/1.1 200 OK\r\nX-Name: a value\r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void bytesOfAnotherResponseAreNotOfTheHead() {
        generator.setMaxHeaderBytes(64);
        ByteBuffer out = empty(64);
        out.limit(out.capacity());
        out.put("0123456789012345678901234567890123456789".getBytes(StandardCharsets.US_ASCII))
                .flip();
        MetaData.Response response = response(200, "X-Name", "a value");

        assertThat(generator.head(response, false, 0, true, out)).isFalse();
        assertThat(text(out)).isEqualTo("0123456789012345678901234567890123456789");

        // alone it may be as great as the buffer, and no greater
        assertThat(generator.head(response, false, 0, true, empty(64))).isTrue();
        generator.reset();
        assertThatThrownBy(() -> generator.head(response(200, "X", "v".repeat(64)), false, 0, true, empty(64)))
                .isInstanceOf(BadMessageException.class)
                .hasMessageContaining("head over 64 bytes");
    }

    @Test
    void refusedHeadLeavesNoTrace() {
        ByteBuffer out = empty(256);

        assertThatThrownBy(() -> generator.head(response(200, "X-Name", "a\r\nb"), false, 0, true, out))
                .isInstanceOf(BadMessageException.class);

        assertThat(out.hasRemaining()).isFalse();
        assertThat(generator.isCommitted()).isFalse();
    }

    @Test
    void trailersThatDoNotFitAreWrittenIntoAGreaterBuffer() {
        generator.setMaxHeaderBytes(128);
        HttpFields trailers = HttpFields.build().add("X-Sum", "0123456789").add("Content-Length", "3");
        generator.head(withTrailers(trailers), false, 0, true, empty(128));

        assertThat(generator.hasTrailers()).isTrue();
        assertThat(generator.end(empty(16))).isFalse();
        assertThat(generator.isEnd()).isFalse();
        ByteBuffer out = empty(128);
        assertThat(generator.end(out)).isTrue();

        assertThat(text(out)).isEqualTo("0\r\nX-Sum: 0123456789\r\n\r\n");
    }

    @Test
    void trailersOverTheLimitAreRefused() {
        generator.setMaxHeaderBytes(64);
        generator.head(withTrailers(HttpFields.build().add("X-Sum", "0".repeat(64))), false, 0, true, empty(128));

        assertThatThrownBy(() -> generator.end(empty(64)))
                .isInstanceOf(BadMessageException.class)
                .hasMessageContaining("trailers over 64 bytes");
    }

    @Test
    void contentIsCheckedAgainstItsLength() {
        generator.head(response(200, "Content-Length", "3"), false, 2, false, empty(128));
        assertThatThrownBy(() -> generator.content(2, true, null))
                .hasMessageContaining("too much content written 4 > 3");

        generator.reset();
        generator.head(response(200, "Content-Length", "3"), false, 2, false, empty(128));
        assertThatThrownBy(() -> generator.content(0, true, null))
                .hasMessageContaining("insufficient content written 2");
        generator.end(null);
        assertThatThrownBy(() -> generator.content(1, true, null)).isInstanceOf(BadMessageException.class);
    }

    @Test
    void messageIsNotEndedBeforeItsContent() {
        assertThatThrownBy(() -> generator.end(null)).isInstanceOf(IllegalStateException.class);
        generator.head(response(200), false, 3, false, empty(128));
        assertThatThrownBy(() -> generator.end(empty(128))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void responseToHeadHasNoChunks() {
        ByteBuffer out = empty(128);
        generator.head(response(200), true, 3, false, out);
        assertThat(generator.needsChunkLine()).isFalse();
        generator.content(4, true, null);
        assertThat(generator.needsEnd()).isFalse();
        generator.end(null);

        assertThat(text(out)).isEqualTo("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    }
}
