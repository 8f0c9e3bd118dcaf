package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that come before the content was sent, and after which it is sent by another request (RFC 9110, section 10.1.1). */
class FollowedContentTest extends AbstractClientTest {
    private static final byte[] BYTES = new byte[3_000_000];

    static {
        new Random(1).nextBytes(BYTES);
    }

    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final CompletableFuture<byte[]> received = new CompletableFuture<>();

    @TempDir
    Path directory;

    /** Answers the first request without reading its content, and the second one after it has come. */
    private RawServer answering(String first) throws IOException {
        return new RawServer((socket, connection) -> {
            String head = RawServer.readHead(socket);
            heads.add(head);
            if (heads.size() == 1) {
                RawServer.write(socket, first + "\r\nContent-Length: 0\r\n\r\n");
                head = untilNextHead(socket, head);
                if (head.isEmpty()) {
                    return;
                }
                heads.add(head);
            }
            if (head.contains("Expect: ")) {
                RawServer.write(socket, "HTTP/1.1 100 Continue\r\n\r\n");
            }
            int length = length(head);
            received.complete(socket.getInputStream().readNBytes(length));
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    }

    /** The next head on the connection, if the client keeps it: after all of the content. */
    private static String untilNextHead(Socket socket, String head) throws IOException {
        if (!head.contains("Expect: ") && socket.getInputStream().readNBytes(length(head)).length < length(head)) {
            return "";
        }
        return RawServer.readHead(socket);
    }

    private static int length(String head) {
        return head.contains("Content-Length: ")
                ? Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"))
                : 0;
    }

    private Request.Content content(String kind) throws IOException {
        if (kind.equals("path")) {
            return new PathRequestContent(Files.write(directory.resolve("content"), BYTES));
        }
        return kind.equals("bytes")
                ? new BytesRequestContent(BYTES)
                : new ByteBufferRequestContent(Stream.iterate(0, from -> from < BYTES.length, from -> from + 30_000)
                        .map(from -> ByteBuffer.wrap(BYTES, from, 30_000))
                        .toArray(ByteBuffer[]::new));
    }

    static Stream<Arguments> followed() {
        return Stream.of(
                        "401 Needed\r\nWWW-Authenticate: Basic realm=\"r\"",
                        "307 Moved\r\nLocation: /b",
                        "308 Moved\r\nLocation: /b\r\nConnection: close")
                .flatMap(status -> Stream.of("bytes", "buffers", "path").flatMap(kind -> Stream.of(true, false)
                        .map(expect -> Arguments.of("HTTP/1.1 " + status, kind, expect))));
    }

    @ParameterizedTest
    @MethodSource("followed")
    void contentIsSentAgain(String first, String kind, boolean expect) throws Exception {
        try (RawServer server = answering(first)) {
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            Request request =
                    client.newRequest(server.getUri()).method(HttpMethod.POST).body(content(kind));
            if (expect) {
                request.headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"));
            }
            Result result = send(request);
            assertThat(result.getFailure()).isNull();
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
            assertThat(Arrays.equals(received.get(30, SECONDS), BYTES)).isTrue();
            assertThat(heads).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"401 Needed", "307 Moved"})
    void formIsSentAgain(String first) throws Exception {
        try (RawServer server =
                answering("HTTP/1.1 " + first + "\r\nLocation: /b\r\nWWW-Authenticate: Basic realm=\"r\"")) {
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            MultiPartRequestContent form = new MultiPartRequestContent("BB");
            form.addPart(new MultiPart.ByteBufferPart("a", null, null, ByteBuffer.wrap(BYTES)));
            form.addPart(new MultiPart.PathPart("b", "f", null, Files.write(directory.resolve("content"), BYTES)));
            form.addPart(new MultiPart.ContentSourcePart("c", null, null, Content.Source.from(ByteBuffer.wrap(BYTES))));
            form.close();
            Result result = send(client.POST(server.getUri()).body(form));
            assertThat(result.getFailure()).isNull();
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
            assertThat(received.get(30, SECONDS)).hasSize((int) form.getLength());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes", "buffers", "path"})
    void contentIsSentWithoutAnExpectationThatFails(String kind) throws Exception {
        try (RawServer server = answering("HTTP/1.1 417 Expectation Failed")) {
            Result result = send(client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"))
                    .body(content(kind)));
            assertThat(result.getFailure()).isNull();
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
            assertThat(Arrays.equals(received.get(30, SECONDS), BYTES)).isTrue();
            assertThat(heads).hasSize(2);
            assertThat(heads.get(1)).doesNotContain("Expect");
        }
    }

    @Test
    void expectationIsDroppedOnce() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            heads.add(RawServer.readHead(socket));
            RawServer.write(
                    socket, "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno");
        })) {
            ContentResponse response = client.POST(server.getUri())
                    .onRequestBegin(request -> request.headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue")))
                    .body(new BytesRequestContent(BYTES))
                    .send();
            assertThat(response.getStatus()).isEqualTo(417);
            assertThat(response.getContentAsString()).isEqualTo("no");
            assertThat(heads).hasSize(2);
        }
    }

    @Test
    void failedExpectationOfContentThatIsSentOnceIsForTheApplication() throws Exception {
        try (RawServer server = answering("HTTP/1.1 417 Expectation Failed")) {
            Result result = send(client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"))
                    .body(new InputStreamRequestContent(new ByteArrayInputStream(BYTES))));
            assertThat(result.getResponse().getStatus()).isEqualTo(417);
            assertThat(heads).hasSize(1);
        }
    }

    /** Nobody else would: threads may wait for it, and files be open. */
    @ParameterizedTest
    @CsvSource({"401 Needed, 401", "307 Moved, 307", "303 Other, 200"})
    void contentThatIsNotSentAgainFails(String first, int status) throws Exception {
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        try (RawServer server =
                answering("HTTP/1.1 " + first + "\r\nLocation: /b\r\nWWW-Authenticate: Basic realm=\"r\"")) {
            client.getAuthenticationStore()
                    .addAuthentication(new BasicAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            Result result = send(client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"))
                    .body(new BytesRequestContent(BYTES) {
                        @Override
                        public boolean rewind() {
                            return false;
                        }

                        @Override
                        public void fail(Throwable cause) {
                            failed.complete(cause);
                            super.fail(cause);
                        }
                    }));
            assertThat(result.getResponse().getStatus()).isEqualTo(status);
            assertThat(failed.get(30, SECONDS)).hasMessageContaining("before all was sent");
        }
    }
}
