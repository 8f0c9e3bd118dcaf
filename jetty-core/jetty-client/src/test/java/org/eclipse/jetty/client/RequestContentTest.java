package org.eclipse.jetty.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ReadySource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How content of requests is cut into writes, and where it ends. */
class RequestContentTest extends AbstractClientTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** Answers each request once its five bytes have come. */
    private static RawServer fiveBytes() throws IOException {
        return new RawServer((socket, connection) -> {
            while (!RawServer.readHead(socket).isEmpty()) {
                assertThat(socket.getInputStream().readNBytes(5)).isEqualTo("hello".getBytes(ISO_8859_1));
                RawServer.write(socket, OK);
            }
        });
    }

    /** Five bytes that are announced, and no end after them. */
    private static Request.Content endless() {
        return new ContentSourceRequestContent(new Content.Source() {
            private boolean read;
            private Throwable failure;

            @Override
            public long getLength() {
                return 5;
            }

            @Override
            public synchronized Content.Chunk read() {
                if (failure != null) {
                    return Content.Chunk.from(failure);
                }
                Content.Chunk chunk =
                        read ? null : Content.Chunk.from(ByteBuffer.wrap("hello".getBytes(ISO_8859_1)), false);
                read = true;
                return chunk;
            }

            @Override
            public void demand(Runnable demandCallback) {
                // no more comes
            }

            @Override
            public synchronized void fail(Throwable x) {
                failure = x;
            }
        });
    }

    // RFC 9112, section 6.2: the message ends with the bytes that were announced
    @RepeatedTest(100)
    void requestOfKnownLengthEndsWithItsBytes() throws Exception {
        // the next one waits until the connection is given back
        client.setMaxConnectionsPerDestination(1);
        try (RawServer server = fiveBytes()) {
            for (int i = 0; i < 3; i++) {
                BlockingQueue<String> events = new LinkedBlockingQueue<>();
                Result result = send(client.POST(server.getUri())
                        .onRequestSuccess(request -> events.add("success"))
                        .onRequestFailure((request, failure) -> events.add(failure.toString()))
                        .body(endless()));
                assertThat(result.getFailure()).isNull();
                assertThat(events).containsExactly("success");
                assertThat(result.getResponse().getStatus()).isEqualTo(200);
            }
            assertThat(server.getConnectionCount()).isOne();
        }
    }

    @Test
    void streamOfKnownLengthWhoseEndDoesNotComeIsClosed() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        InputStream stream = new ByteArrayInputStream("hello".getBytes(ISO_8859_1)) {
            @Override
            public int read(byte[] bytes, int offset, int length) {
                int read = super.read(bytes, offset, length);
                if (read < 0) {
                    try {
                        closed.await();
                    } catch (InterruptedException x) {
                        Thread.currentThread().interrupt();
                    }
                }
                return read;
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
        Request.Content body = new InputStreamRequestContent(stream) {
            @Override
            public long getLength() {
                return 5;
            }
        };
        try (RawServer server = fiveBytes()) {
            Result result = send(client.POST(server.getUri()).body(body));
            assertThat(result.getFailure()).isNull();
            assertThat(closed.getCount()).isZero();
            assertThat(client.POST(server.getUri())
                            .body(new StringRequestContent("hello"))
                            .send()
                            .getStatus())
                    .isEqualTo(200);
        }
    }

    @Test
    void contentBeyondTheLengthThatWasAnnouncedFailsTheRequest() throws Exception {
        Request.Content body = new BytesRequestContent("hello".getBytes(ISO_8859_1), "more".getBytes(ISO_8859_1)) {
            @Override
            public long getLength() {
                return 5;
            }
        };
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            socket.getInputStream().readAllBytes();
        })) {
            Result result = send(client.POST(server.getUri()).body(body));
            assertThat(result.getFailure()).hasMessageContaining("too much content");
        }
    }

    /** The sizes of the chunks that a request has, whose bytes are compared. */
    private static List<Integer> readChunks(Socket socket, ByteArrayOutputStream content) throws IOException {
        List<Integer> sizes = new ArrayList<>();
        InputStream input = socket.getInputStream();
        while (true) {
            StringBuilder line = new StringBuilder();
            for (int b; (b = input.read()) != '\n'; ) {
                line.append((char) b);
            }
            int size = Integer.parseInt(line.toString().trim(), 16);
            content.write(input.readNBytes(size));
            input.skipNBytes(2);
            if (size == 0) {
                return sizes;
            }
            sizes.add(size);
        }
    }

    @Test
    void piecesThatAreReadyGoTogether() throws Exception {
        byte[] bytes = new byte[8 * 1024 * 1024 + 12345];
        new Random(7).nextBytes(bytes);
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        BlockingQueue<List<Integer>> chunks = new LinkedBlockingQueue<>();
        ByteArrayOutputStream reported = new ByteArrayOutputStream();
        AtomicInteger pieces = new AtomicInteger();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            chunks.add(readChunks(socket, received));
            RawServer.write(socket, OK);
        })) {
            Result result = send(client.POST(server.getUri())
                    .body(new InputStreamRequestContent(new ByteArrayInputStream(bytes), 32 * 1024))
                    .onRequestContent((request, content) -> {
                        byte[] piece = new byte[content.remaining()];
                        content.get(piece);
                        reported.writeBytes(piece);
                        pieces.incrementAndGet();
                    }));
            assertThat(result.isSucceeded()).isTrue();
        }
        assertThat(received.toByteArray()).isEqualTo(bytes);
        assertThat(reported.toByteArray()).isEqualTo(bytes);
        assertThat(pieces).hasValue(bytes.length / (32 * 1024) + 1);
        assertThat(chunks.take()).hasSizeLessThan(pieces.get()).allMatch(size -> size <= 512 * 1024 + 32 * 1024);
    }

    /** Inflaters, for one, have "a byte" available where a read waits. */
    @Test
    void streamThatIsNotSureOfItsBytesIsReadAPieceAtATime() throws Exception {
        BlockingQueue<String> echoed = new LinkedBlockingQueue<>(List.of("begin"));
        InputStream stream = new InputStream() {
            private int left = 10;

            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                try {
                    // each piece is written once the server has the one before
                    echoed.take();
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                }
                if (left-- == 0) {
                    return -1;
                }
                System.arraycopy("ping".getBytes(ISO_8859_1), 0, bytes, offset, 4);
                return 4;
            }

            @Override
            public int available() {
                return 1;
            }
        };
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            for (int i = 0; i < 10; i++) {
                // the end of a chunk comes with the next one
                socket.getInputStream().readNBytes((i == 0 ? "4\r\nping" : "\r\n4\r\nping").length());
                echoed.add("ping");
            }
            RawServer.write(socket, OK);
            socket.getInputStream().readAllBytes();
        })) {
            Result result = send(client.POST(server.getUri()).body(new InputStreamRequestContent(stream)));
            assertThat(result.getResponse().getStatus()).isEqualTo(200);
        }
    }

    @Test
    void piecesBeforeAFailureAreSentAndAllAreReleased() throws Exception {
        AtomicInteger released = new AtomicInteger();
        IOException failure = new IOException("as the test wants it");
        BlockingQueue<Integer> received = new LinkedBlockingQueue<>();
        Content.Source source = new ReadyContent() {
            private int count;

            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public Content.Chunk read() {
                return count++ < 20
                        ? Content.Chunk.from(ByteBuffer.allocate(1000), false, released::incrementAndGet)
                        : Content.Chunk.from(failure);
            }

            @Override
            public void demand(Runnable demandCallback) {
                demandCallback.run();
            }

            @Override
            public void fail(Throwable x) {}
        };
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            received.add(socket.getInputStream().readAllBytes().length);
        })) {
            Result result = send(client.POST(server.getUri()).body(new ContentSourceRequestContent(source)));
            assertThat(result.getRequestFailure()).isSameAs(failure);
            assertThat(received.take()).isGreaterThan(20_000);
            Awaitility.await().untilAsserted(() -> assertThat(released).hasValue(20));
        }
    }

    private abstract static class ReadyContent implements Content.Source, ReadySource {}

    /** Many pieces that count their releases. */
    private static final class Pieces extends ReadyContent {
        private final AtomicInteger made = new AtomicInteger();
        private final AtomicInteger released = new AtomicInteger();
        private final int count;
        private volatile Throwable failure;

        private Pieces(int count) {
            this.count = count;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public Content.Chunk read() {
            if (failure != null) {
                return Content.Chunk.from(failure);
            }
            boolean last = made.incrementAndGet() == count;
            return Content.Chunk.from(ByteBuffer.allocate(10_000), last, released::incrementAndGet);
        }

        @Override
        public void demand(Runnable demandCallback) {
            demandCallback.run();
        }

        @Override
        public void fail(Throwable x) {
            failure = x;
        }

        private void assertReleased() {
            Awaitility.await().untilAsserted(() -> assertThat(released).hasValue(made.get()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9_999, 10_007, 40_000, 123_456, 1_000_000, 5_000_000})
    void requestThatIsResetAmongItsPiecesFailsAndReleasesThem(int bytes) throws Exception {
        Pieces pieces = new Pieces(2_000);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            socket.getInputStream().readNBytes(bytes);
            socket.setSoLinger(true, 0);
        })) {
            Result result = send(client.POST(server.getUri()).body(new ContentSourceRequestContent(pieces)));
            assertThat(result.getRequestFailure()).isInstanceOf(IOException.class);
        }
        pieces.assertReleased();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10_007, 1_000_000})
    void earlyResponseEndsARequestAmongItsPieces(int bytes) throws Exception {
        Pieces pieces = new Pieces(Integer.MAX_VALUE);
        CountDownLatch answered = new CountDownLatch(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            socket.getInputStream().readNBytes(bytes);
            RawServer.write(socket, "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
            try {
                answered.await();
            } catch (InterruptedException x) {
                Thread.currentThread().interrupt();
            }
        })) {
            BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
            Result result = send(client.POST(server.getUri())
                    .onRequestFailure((request, failure) -> failures.add(failure))
                    .body(new ContentSourceRequestContent(pieces)));
            assertThat(result.getResponse().getStatus()).isEqualTo(413);
            assertThat(failures).singleElement().satisfies(failure -> assertThat(failure)
                    .hasMessageContaining("before all was sent"));
            assertThat(result.getResponseFailure()).isNull();
            answered.countDown();
        }
        pieces.assertReleased();
    }

    @RepeatedTest(20)
    void abortAmongThePiecesReleasesThem() throws Exception {
        Pieces pieces = new Pieces(Integer.MAX_VALUE);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            socket.getInputStream().skipNBytes(Integer.MAX_VALUE);
        })) {
            Request request = client.POST(server.getUri()).body(new ContentSourceRequestContent(pieces));
            AtomicInteger reported = new AtomicInteger();
            request.onRequestContent((r, content) -> {
                if (reported.incrementAndGet() == 500) {
                    r.abort(new IOException("as the test wants it"));
                }
            });
            assertThat(send(request).getFailure()).hasMessage("as the test wants it");
        }
        pieces.assertReleased();
    }

    @Test
    void listenerThatThrowsDoesNotKeepThePieces() throws Exception {
        Pieces pieces = new Pieces(500);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            readChunks(socket, new ByteArrayOutputStream());
            RawServer.write(socket, OK);
        })) {
            send(client.POST(server.getUri())
                    .onRequestContent((request, content) -> {
                        throw new IllegalStateException("as the test wants it");
                    })
                    .body(new ContentSourceRequestContent(pieces)));
        }
        pieces.assertReleased();
    }

    /** The second request finds that the server has closed, and is not sent again, as its content is not to be had. */
    @Test
    void contentThatThrowsOnRewindEndsTheRequest() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawServer.readHead(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            // a part of the second request is read, so that it was not refused
            RawServer.readHead(socket);
        })) {
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
            Request request = client.newRequest(server.getUri())
                    .method(HttpMethod.PUT)
                    .body(new StringRequestContent("content") {
                        @Override
                        public boolean rewind() {
                            throw new IllegalStateException("of the application");
                        }
                    });
            Result result = send(request);
            assertThat(result.getFailure()).isInstanceOf(IOException.class);
            assertThat(result.getFailure().getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("of the application");
        }
    }
}
