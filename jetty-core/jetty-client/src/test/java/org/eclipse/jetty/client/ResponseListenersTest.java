package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners that keep content, and those of interim responses. */
class ResponseListenersTest extends AbstractClientTest {
    private static final class Kept extends RetainingResponseListener {
        private final CompletableFuture<Result> end = new CompletableFuture<>();

        private Kept(int maxLength) {
            super(maxLength);
        }

        @Override
        public void onComplete(Result result) {
            end.complete(result);
        }
    }

    private static String response(String fields, String content) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/plain;charset=iso-8859-1\r\n" + fields + "\r\n" + content;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 70_000, 1_000_000})
    void contentIsKeptInItsBuffersUntilItHasCome(int length) throws Exception {
        String content = "0123456789".repeat(length / 10 + 1).substring(0, length);
        try (RawServer server = RawServer.answering(response("Content-Length: " + length + "\r\n", content))) {
            Kept kept = new Kept(2_000_000);
            client.newRequest(server.getUri()).send(kept);
            assertThat(kept.end.get(30, SECONDS).isSucceeded()).isTrue();
            assertThat(kept.getContentAsString()).isEqualTo(content);
            assertThat(kept.getContentAsInputStream().readAllBytes())
                    .isEqualTo(content.getBytes(StandardCharsets.ISO_8859_1));
            assertThat(kept.getMediaType()).isEqualTo("text/plain");
            assertThat(kept.getEncoding()).isEqualTo("iso-8859-1");
            assertThat(kept.getMaxLength()).isEqualTo(2_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // too long as announced, too long as it comes, cut
                "Content-Length: 20\r\n\r\n01234567890123456789",
                "Connection: close\r\n\r\n01234567890123456789",
                "Content-Length: 9\r\n\r\n01234"
            })
    void contentOfAResponseThatFailsIsReleased(String rest) throws Exception {
        byte[] bytes = ("HTTP/1.1 200 OK\r\n" + rest).getBytes(StandardCharsets.ISO_8859_1);
        try (RawServer server = RawServer.closingAfter(bytes, bytes.length)) {
            Kept kept = new Kept(10);
            client.newRequest(server.getUri()).send(kept);
            assertThat(kept.end.get(30, SECONDS).isFailed()).isTrue();
            assertThat(kept.getContent()).isEmpty();
        }
    }

    @Test
    void contentOfARedirectionIsNotKept() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 302 Moved\r\nLocation: /\r\nContent-Length: 5\r\n\r\nmoved");
            RawServer.readHead(socket);
            RawServer.write(socket, response("Content-Length: 2\r\n", "ok"));
        })) {
            Kept kept = new Kept(100);
            client.newRequest(server.getUri()).send(kept);
            assertThat(kept.end.get(30, SECONDS).isSucceeded()).isTrue();
            assertThat(kept.getContentAsString()).isEqualTo("ok");
        }
    }

    @Test
    void listenerOf100MayBeExtended() throws Exception {
        AtomicInteger continued = new AtomicInteger();
        client.getProtocolHandlers().put(new ContinueProtocolHandler() {
            @Override
            public Response.Listener getResponseListener() {
                return new ContinueListener() {
                    @Override
                    public void onSuccess(Response response) {
                        continued.incrementAndGet();
                        super.onSuccess(response);
                    }
                };
            }
        });
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 100 Continue\r\n\r\n");
            socket.getInputStream().readNBytes(4);
            RawServer.write(socket, response("Content-Length: 2\r\n", "ok"));
        })) {
            ContentResponse response = client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE))
                    .body(new StringRequestContent("text"))
                    .send();
            assertThat(response.getContentAsString()).isEqualTo("ok");
            assertThat(continued).hasValue(1);
        }
    }

    @Test
    void requestThatIsNotSentAsAWholeFailsWithItself() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        CountDownLatch answered = new CountDownLatch(1);
        try (RawServer server = RawServer.answering("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")) {
            Request request = client.POST(server.getUri())
                    .body(new AsyncRequestContent())
                    .onRequestFailure((r, cause) -> failure.complete(cause))
                    .onComplete(result -> answered.countDown());
            request.send(null);
            Throwable cause = failure.get(30, SECONDS);
            assertThat(cause).isInstanceOf(HttpRequestException.class).hasMessageContaining("before all was sent");
            assertThat(((HttpRequestException) cause).getRequest()).isSameAs(request);
            assertThat(answered.await(30, SECONDS)).isTrue();
        }
    }

    /** Sizes of the pieces in which content comes that the server has sent before it is read: 0 leaves the client's setting alone. */
    private List<Integer> pieces(int bufferSize) throws Exception {
        int length = 1_000_000;
        int ahead = 200_000;
        if (bufferSize > 0) {
            client.setResponseBufferSize(bufferSize);
        }
        CountDownLatch sent = new CountDownLatch(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, response("Content-Length: " + length + "\r\n", "0".repeat(ahead)));
            sent.countDown();
            RawServer.write(socket, "0".repeat(length - ahead));
            RawServer.readHead(socket);
        })) {
            List<Integer> pieces = new CopyOnWriteArrayList<>();
            CompletableFuture<Result> end = new CompletableFuture<>();
            client.newRequest(server.getUri())
                    .onResponseHeaders(response -> await(sent))
                    .onResponseContent((response, content) -> pieces.add(content.remaining()))
                    .send(end::complete);
            assertThat(end.get(30, SECONDS).isSucceeded()).isTrue();
            assertThat(pieces.stream().mapToInt(Integer::intValue).sum()).isEqualTo(length);
            return pieces;
        }
    }

    @Test
    void buffersGrowWhileContentFillsThem() throws Exception {
        List<Integer> pieces = pieces(0);
        assertThat(pieces.get(0)).isLessThanOrEqualTo(16 * 1024);
        assertThat(pieces).contains(64 * 1024).allMatch(size -> size <= 64 * 1024);
    }

    @Test
    void buffersOfAChosenSizeDoNotGrow() throws Exception {
        assertThat(pieces(5_000)).hasSizeGreaterThan(10).allMatch(size -> size <= 8 * 1024);
        assertThat(client.getMaxResponseBufferSize()).isEqualTo(5_000);
        assertThat(pieces(200_000)).allMatch(size -> size <= 200_000 + 8 * 1024);
    }
}
