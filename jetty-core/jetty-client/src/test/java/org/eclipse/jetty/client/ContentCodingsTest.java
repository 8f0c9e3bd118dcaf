package org.eclipse.jetty.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content codings of responses (RFC 9110, section 8.4). */
class ContentCodingsTest extends AbstractClientTest {
    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream output = new GZIPOutputStream(bytes)) {
            output.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static RawServer answering(String head, byte[] content) throws IOException {
        return RawServer.answering("HTTP/1.1 " + head + "\r\nContent-Length: " + content.length + "\r\n\r\n"
                + new String(content, StandardCharsets.ISO_8859_1));
    }

    /** Sections 5.3, 5.6.1 and 8.4.1.3. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Encoding: gzip",
                "Content-Encoding: GZip",
                "Content-Encoding: x-gzip",
                "Content-Encoding: gzip,",
                "Content-Encoding: , gzip ,",
                "Content-Encoding: gzip, identity",
                "Content-Encoding: identity\r\nContent-Encoding: gzip",
                "Content-Encoding: gzip\r\nContent-Encoding:"
            })
    void lastCodingIsDecodedHoweverItIsNamed(String fields) throws Exception {
        try (RawServer server = answering("200 OK\r\n" + fields, gzip("hello"))) {
            ContentResponse response = client.GET(server.getUri());
            assertThat(response.getContentAsString()).isEqualTo("hello");
            assertThat(response.getHeaders().contains(HttpHeader.CONTENT_LENGTH))
                    .isFalse();
        }
    }

    @Test
    void codingsBeforeTheLastOneStay() throws Exception {
        try (RawServer server =
                answering("200 OK\r\nContent-Encoding: a\r\nContent-Encoding: b, gzip", gzip("hello"))) {
            ContentResponse response = client.GET(server.getUri());
            assertThat(response.getContentAsString()).isEqualTo("hello");
            assertThat(response.getHeaders().getCSV(HttpHeader.CONTENT_ENCODING, true))
                    .containsExactly("a", "b");
        }
    }

    /** Section 15.3.7: a part of the coded representation cannot be decoded alone. */
    @Test
    void partOfCodedContentIsNotDecoded() throws Exception {
        byte[] part = Arrays.copyOfRange(gzip("hello"), 5, 12);
        try (RawServer server =
                answering("206 Partial\r\nContent-Range: bytes 5-11/25\r\nContent-Encoding: gzip", part)) {
            ContentResponse response = client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.RANGE, "bytes=5-11"))
                    .send();
            assertThat(response.getContent()).isEqualTo(part);
            assertThat(response.getHeaders().get(HttpHeader.CONTENT_ENCODING)).isEqualTo("gzip");
        }
    }

    /** A range is of the bytes of the coded representation, so that none is asked for (Fetch, section 4.6). */
    @Test
    void rangeIsOfContentWithoutCoding() throws Exception {
        List<String> heads = new CopyOnWriteArrayList<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            for (String head = RawServer.readHead(socket); !head.isEmpty(); head = RawServer.readHead(socket)) {
                heads.add(head);
                RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.RANGE, "bytes=0-1"))
                    .send();
            client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.RANGE, "bytes=0-1").put(HttpHeader.ACCEPT_ENCODING, "br"))
                    .send();
            client.GET(server.getUri());
            assertThat(heads.get(0)).contains("Accept-Encoding: identity\r\n");
            assertThat(heads.get(1)).contains("Accept-Encoding: br\r\n");
            assertThat(heads.get(2)).contains("Accept-Encoding: gzip\r\n");
        }
    }
}
