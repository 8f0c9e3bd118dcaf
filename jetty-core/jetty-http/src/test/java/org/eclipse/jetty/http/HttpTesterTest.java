package org.eclipse.jetty.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import org.eclipse.jetty.util.BufferUtil;
import org.junit.jupiter.api.Test;

/** Requests that are made and responses that are read as objects. */
class HttpTesterTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @Test
    void requestIsGeneratedWithItsContent() {
        HttpTester.Request request = HttpTester.newRequest();
        request.setMethod("POST");
        request.setURI("/a%20b?c=d");
        request.setHeader("Host", "first");
        request.setHeader("Host", "local");
        request.setContent("é");
        assertThat(BufferUtil.toString(request.generate(), UTF_8))
                .startsWith("POST /a%20b?c=d HTTP/1.1\r\n")
                .contains("Host: local\r\n")
                .doesNotContain("first")
                .contains("Content-Length: 2\r\n")
                .endsWith("\r\n\r\né");
        assertThat(request).hasToString(BufferUtil.toString(request.generate(), UTF_8));
    }

    @Test
    void requestWithoutContentIsItsHead() {
        HttpTester.Request request = HttpTester.newRequest();
        assertThat(request).hasToString("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        request.setVersion("HTTP/1.0");
        assertThat(request.toString()).startsWith("GET / HTTP/1.0\r\n");
        assertThatThrownBy(() -> request.setVersion("HTTP/9")).hasMessageContaining("version: HTTP/9");
    }

    @Test
    void headThatIsLargerThanABufferIsGenerated() throws Exception {
        HttpTester.Request request = HttpTester.newRequest();
        request.setHeader("Host", "local");
        request.setHeader("X", "x".repeat(7000));
        assertThat(HttpTester.parseRequest(request.generate()).get("X")).hasSize(7000);
    }

    @Test
    void generatedRequestIsParsedAsItWas() throws Exception {
        HttpTester.Request request = HttpTester.newRequest();
        request.setMethod("OPTIONS");
        request.setURI("*");
        request.setHeader("Host", "local");
        request.setHeader("Transfer-Encoding", "chunked");
        request.setContent(new byte[] {1, 2, 3});
        HttpTester.Request parsed = HttpTester.parseRequest(request.generate());
        assertThat(parsed.getMethod()).isEqualTo("OPTIONS");
        assertThat(parsed.getURI()).isEqualTo("*");
        assertThat(parsed.getVersion()).isEqualTo(HttpVersion.HTTP_1_1);
        assertThat(parsed.getContentBytes()).containsExactly(1, 2, 3);
        assertThat(parsed.isComplete()).isTrue();
    }

    @Test
    void responseIsParsedWithItsCharset() throws Exception {
        HttpTester.Response response = HttpTester.parseResponse(ByteBuffer.wrap(
                "HTTP/1.1 404 Nothing\r\nContent-Type: text/plain;charset=iso-8859-1\r\nContent-Length: 1\r\n\r\né"
                        .getBytes(ISO_8859_1)));
        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getReason()).isEqualTo("Nothing");
        assertThat(response.getContent()).isEqualTo("é");
        assertThat(response.getContentByteBuffer().remaining()).isEqualTo(1);
        assertThat(response.get("content-type")).startsWith("text/plain");
    }

    @Test
    void chunkedResponseIsParsedWithItsTrailers() throws Exception {
        HttpTester.Response response = HttpTester.parseResponse(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nT: v\r\n\r\n");
        assertThat(response.getContent()).isEqualTo("abc");
        assertThat(response.getTrailers().get("T")).isEqualTo("v");
    }

    @Test
    void responsesOfAConnectionAreParsedOneAfterTheOther() throws Exception {
        HttpTester.Input in = HttpTester.from("HTTP/1.1 100 Continue\r\n\r\n" + OK + OK + "HTTP/1.1 204 None\r\n\r\n");
        assertThat(HttpTester.parseResponse(in).getStatus()).isEqualTo(100);
        assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        assertThat(HttpTester.parseResponse(in).getStatus()).isEqualTo(204);
        assertThat(HttpTester.parseResponse(in)).isNull();
    }

    @Test
    void responseToHeadHasNoContent() throws Exception {
        HttpTester.Input in = HttpTester.from("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n" + OK);
        HttpTester.Response head = HttpTester.parseResponse(in, true);
        assertThat(head.getContent()).isEmpty();
        assertThat(head.getLongField(HttpHeader.CONTENT_LENGTH)).isEqualTo(9);
        assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        assertThat(HttpTester.parseHeadResponse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"))
                .isNotNull();
    }

    @Test
    void responseUpToTheEndOfTheConnectionIsComplete() throws Exception {
        HttpTester.Response response = HttpTester.parseResponse("HTTP/1.1 200 OK\r\n\r\nall of it");
        assertThat(response.getContent()).isEqualTo("all of it");
    }

    @Test
    void responseThatEndsTooEarlyIsNone() throws Exception {
        HttpTester.Response response = new HttpTester.Response();
        HttpTester.Input in = HttpTester.from("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort");
        assertThat(HttpTester.parseResponse(in, response)).isNull();
        assertThat(response.isEarlyEOF()).isTrue();
        assertThat(response.isComplete()).isFalse();
        assertThat(HttpTester.parseResponse("").isComplete()).isFalse();
        HttpTester.Response part = HttpTester.parseResponse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort");
        assertThat(part.isComplete()).isFalse();
        assertThat(part.getContent()).isEqualTo("short");
        assertThat(HttpTester.parseRequest("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n")
                        .isComplete())
                .isFalse();
    }

    @Test
    void whatIsNoMessageFails() {
        assertThatThrownBy(() -> HttpTester.parseResponse("nothing at all\r\n\r\n"))
                .isInstanceOf(BadMessageException.class);
        assertThatThrownBy(() -> HttpTester.parseRequest("GET / HTTP/1.1\r\nBad Name: x\r\n\r\n"))
                .isInstanceOf(BadMessageException.class);
    }

    @Test
    void streamIsReadAsFarAsItsMessages() throws Exception {
        HttpTester.Input in = HttpTester.from(new ByteArrayInputStream((OK + OK).getBytes(UTF_8)));
        assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        assertThat(HttpTester.parseResponse(in)).isNull();
        assertThat(in.isEOF()).isTrue();
    }

    @Test
    void channelThatDoesNotBlockIsReadAgainWhereItHadNoMoreBytes() throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        try (Pipe.SourceChannel source = pipe.source();
                Pipe.SinkChannel sink = pipe.sink()) {
            HttpTester.Input in = HttpTester.from(source);
            assertThat(HttpTester.parseResponse(in)).isNull();
            sink.write(ByteBuffer.wrap(OK.substring(0, 20).getBytes(UTF_8)));
            assertThat(HttpTester.parseResponse(in)).isNull();
            sink.write(ByteBuffer.wrap(OK.substring(20).getBytes(UTF_8)));
            assertThat(HttpTester.parseResponse(in).getContent()).isEqualTo("ok");
        }
    }
}
