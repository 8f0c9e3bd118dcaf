package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features of the client over HTTP/1.1, with servers of raw bytes. */
class HttpClientFeaturesTest extends AbstractClientTest {
    private static final String EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    @TempDir
    Path folder;

    /** Speaks lines in upper case after an upgrade. */
    private static final class Upper implements HttpUpgrader {
        private final CompletableFuture<String> line = new CompletableFuture<>();

        @Override
        public void prepare(Request request) {
            request.headers(
                    fields -> fields.put(HttpHeader.CONNECTION, "Upgrade").put(HttpHeader.UPGRADE, "upper"));
        }

        @Override
        public void upgrade(Response response, EndPoint endPoint, Callback callback) {
            endPoint.upgrade(new LineConnection(endPoint, Runnable::run, line));
            callback.succeeded();
        }
    }

    /** Sends a line, and completes with the first one that comes. */
    private static final class LineConnection extends org.eclipse.jetty.io.AbstractConnection
            implements org.eclipse.jetty.io.Connection.UpgradeTo {
        private final StringBuilder text = new StringBuilder();
        private final CompletableFuture<String> line;

        private LineConnection(
                EndPoint endPoint, java.util.concurrent.Executor executor, CompletableFuture<String> line) {
            super(endPoint, executor);
            this.line = line;
        }

        @Override
        public void onUpgradeTo(ByteBuffer prefilled) {
            if (prefilled != null) {
                text.append(StandardCharsets.US_ASCII.decode(prefilled));
            }
        }

        @Override
        public void onOpen() {
            super.onOpen();
            getEndPoint().write(Callback.from(this::onFillable, line::completeExceptionally), bytes("hello\n"));
        }

        @Override
        public void onFillable() {
            try {
                ByteBuffer buffer = ByteBuffer.allocate(64).limit(0);
                int filled = getEndPoint().fill(buffer);
                text.append(StandardCharsets.US_ASCII.decode(buffer));
                if (filled < 0) {
                    line.complete(text.toString());
                    close();
                } else {
                    fillInterested();
                }
            } catch (IOException x) {
                line.completeExceptionally(x);
            }
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void connectionIsUpgradedAndKeepsWhatFollowedTheResponse() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            String head = RawServer.readHead(socket);
            assertThat(head).contains("Connection: Upgrade", "Upgrade: upper");
            RawServer.write(socket, "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: upper\r\n\r\nEARLY ");
            byte[] line = socket.getInputStream().readNBytes(6);
            RawServer.write(socket, new String(line, StandardCharsets.US_ASCII).toUpperCase());
        })) {
            Upper upper = new Upper();
            Result result = send(client.newRequest(server.getUri()).attribute(HttpUpgrader.class.getName(), upper));
            assertThat(result.isSucceeded()).isTrue();
            assertThat(result.getResponse().getStatus()).isEqualTo(101);
            assertThat(upper.line.get(30, SECONDS)).isEqualTo("EARLY HELLO\n");
        }
    }

    @Test
    void serverThatDoesNotUpgradeAnswersAsUsual() throws Exception {
        try (RawServer server = RawServer.answering(EMPTY)) {
            Upper upper = new Upper();
            Request request = client.newRequest(server.getUri()).attribute(HttpUpgrader.class.getName(), upper);
            assertThat(request.send().getStatus()).isEqualTo(200);
            assertThat(upper.line).isNotDone();
        }
    }

    @Test
    void cookieSetByHandIsKeptByRedirectionsWithinTheOriginAlone() throws Exception {
        Set<String> cookies = ConcurrentHashMap.newKeySet();
        RawServer.Script noting = (socket, connection) -> {
            cookies.add(RawServer.readHead(socket).replaceAll("(?s).*(Cookie: [^\r]*).*", "$1"));
            RawServer.write(socket, EMPTY);
        };
        try (RawServer other = new RawServer(noting);
                RawServer server = new RawServer((socket, connection) -> {
                    String head = RawServer.readHead(socket);
                    if (head.startsWith("GET / ")) {
                        RawServer.write(socket, "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n");
                        head = RawServer.readHead(socket);
                        assertThat(head).contains("GET /next ");
                    }
                    cookies.add(head.replaceAll("(?s).*(Cookie: [^\r]*).*", "$1"));
                    RawServer.write(
                            socket,
                            "HTTP/1.1 302 Found\r\nLocation: " + other.getUri() + "\r\nContent-Length: 0\r\n\r\n");
                    RawServer.readHead(socket);
                })) {
            client.newRequest(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.COOKIE, "a=b"))
                    .send();
            assertThat(cookies).hasSize(2).contains("Cookie: a=b");
        }
    }

    @Test
    void digestIsAnswered() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            String head = RawServer.readHead(socket);
            while (!head.isEmpty()) {
                boolean right = head.contains("Authorization: Digest ") && isRight(head);
                RawServer.write(
                        socket,
                        right
                                ? EMPTY
                                : "HTTP/1.1 401 Needed\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\","
                                        + " algorithm=SHA-256, qop=\"auth,auth-int\"\r\nContent-Length: 0\r\n\r\n");
                head = RawServer.readHead(socket);
            }
        })) {
            client.getAuthenticationStore()
                    .addAuthentication(new DigestAuthentication(URI.create(server.getUri()), "r", "u", "p"));
            assertThat(client.GET(server.getUri() + "a?b=c").getStatus()).isEqualTo(200);
            assertThat(client.getAuthenticationStore().findAuthenticationResult(URI.create(server.getUri())))
                    .isNotNull();
            client.getAuthenticationStore().clearAuthenticationResults();
            client.getAuthenticationStore().clearAuthentications();
            client.getAuthenticationStore()
                    .addAuthentication(new DigestAuthentication(URI.create(server.getUri()), "r", "u", "wrong"));
            assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(401);
            assertThat(client.getAuthenticationStore().findAuthenticationResult(URI.create(server.getUri())))
                    .isNull();
        }
    }

    /** RFC 7616, section 3.4.1. */
    private static boolean isRight(String head) {
        String target = head.split(" ")[1];
        String secret = hash("u:r:p");
        String expected = hash(String.join(
                ":", secret, "n", parameter(head, "nc"), parameter(head, "cnonce"), "auth", hash("GET:" + target)));
        return parameter(head, "uri").equals(target)
                && parameter(head, "username").equals("u")
                && parameter(head, "response").equals(expected);
    }

    private static String parameter(String head, String name) {
        Matcher matcher = Pattern.compile("[ ,]" + name + "=\"?([^\",\r]*)").matcher(head);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String hash(String text) {
        try {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException x) {
            throw new IllegalStateException(x);
        }
    }

    private static final String TEXT = "text ".repeat(100_000);

    /** A response of the text by gzip, less some bytes of its end. */
    private static RawServer gzipped(int missing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(TEXT.getBytes(StandardCharsets.US_ASCII));
        }
        String content = bytes.toString(StandardCharsets.ISO_8859_1).substring(0, bytes.size() - missing);
        return RawServer.answering("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + content.length()
                + "\r\n\r\n" + content);
    }

    @Test
    void gzipIsDecoded() throws Exception {
        try (RawServer server = gzipped(0)) {
            ContentResponse response = client.GET(server.getUri());
            assertThat(response.getContentAsString()).isEqualTo(TEXT);
            assertThat(response.getHeaders().contains(HttpHeader.CONTENT_ENCODING))
                    .isFalse();
        }
    }

    @Test
    void successComesAfterAllOfTheDecodedContentWasRead() throws Exception {
        try (RawServer server = gzipped(0)) {
            AtomicInteger read = new AtomicInteger();
            CompletableFuture<Integer> atSuccess = new CompletableFuture<>();
            Result result = send(client.newRequest(server.getUri())
                    .onResponseContentAsync((response, chunk, demander) -> {
                        read.addAndGet(chunk.remaining());
                        client.getExecutor().execute(demander);
                    })
                    .onResponseSuccess(response -> atSuccess.complete(read.get())));
            assertThat(result.isSucceeded()).isTrue();
            assertThat(atSuccess.get(30, SECONDS)).isEqualTo(TEXT.length());
        }
    }

    @Test
    void codedContentThatIsCutFailsTheRequestAlthoughItsLengthIsRight() throws Exception {
        for (int missing : new int[] {1, 8, 9, 100}) {
            try (RawServer server = gzipped(missing)) {
                Result result = send(client.newRequest(server.getUri()));
                assertThat(result.getFailure()).as("%d missing", missing).hasMessageContaining("Truncated");
                assertThat(result.getResponse().getStatus()).isEqualTo(200);
            }
        }
    }

    @Test
    void abortWhileContentIsDecodedFailsTheRequest() throws Exception {
        try (RawServer server = gzipped(0)) {
            Result result = send(client.newRequest(server.getUri())
                    .onResponseContentAsync((response, chunk, demander) ->
                            client.getExecutor().execute(() -> response.abort(new IOException("enough")))));
            assertThat(result.getFailure()).hasMessage("enough");
        }
    }

    /** Opens connections beforehand, sends requests one after the other, and returns how many connections carried them. */
    private int connectionsUsed(ConnectionPool.Factory factory, int requests) throws Exception {
        client.getTransport().setConnectionPoolFactory(factory);
        Set<Integer> used = ConcurrentHashMap.newKeySet();
        try (RawServer server = new RawServer((socket, connection) -> {
            while (!RawServer.readHead(socket).isEmpty()) {
                used.add(connection);
                RawServer.write(socket, EMPTY);
            }
        })) {
            Request first = client.newRequest(server.getUri());
            client.resolveDestination(first)
                    .getConnectionPool()
                    .preCreateConnections(4)
                    .get(30, SECONDS);
            for (int i = 0; i < requests; i++) {
                client.GET(server.getUri());
            }
            return new HashSet<>(used).size();
        }
    }

    @Test
    void roundRobinUsesEachConnectionInTurn() throws Exception {
        assertThat(connectionsUsed(destination -> new RoundRobinConnectionPool(destination, 4), 4))
                .isEqualTo(4);
    }

    @Test
    void randomUsesAnyConnection() throws Exception {
        assertThat(connectionsUsed(destination -> new RandomConnectionPool(destination, 4), 100))
                .isBetween(2, 4);
    }

    @RepeatedTest(20)
    void firstUsesOneConnection() throws Exception {
        assertThat(connectionsUsed(destination -> new DuplexConnectionPool(destination, 4), 10))
                .isEqualTo(1);
    }

    @Test
    void preConnectThatFailsFailsNoRequest() throws Exception {
        int port = Ports.unused();
        Destination destination = client.resolveDestination(client.newRequest("localhost", port));
        assertThatThrownBy(() ->
                        destination.getConnectionPool().preCreateConnections(1).get(30, SECONDS))
                .hasCauseInstanceOf(java.net.ConnectException.class);
        // its own connection fails
        assertThat(send(client.newRequest("localhost", port)).getFailure())
                .isInstanceOf(java.net.ConnectException.class);
    }

    @Test
    void requestThatIsSentWhileAnotherFailsDoesNotFailWithIt() throws Exception {
        try (RawServer server = RawServer.answering(EMPTY)) {
            SocketAddressResolver resolver = client.getSocketAddressResolver();
            client.setSocketAddressResolver((host, port, context, promise) -> {
                client.setSocketAddressResolver(resolver);
                promise.failed(new IOException("first"));
            });
            CountDownLatch queued = new CountDownLatch(1);
            CountDownLatch told = new CountDownLatch(1);
            CompletableFuture<Result> second = new CompletableFuture<>();
            Thread other = new Thread(() -> client.newRequest(server.getUri())
                    .onRequestQueued(request -> {
                        queued.countDown();
                        await(told);
                    })
                    .send(second::complete));

            CompletableFuture<Result> first = new CompletableFuture<>();
            client.newRequest(server.getUri())
                    .onComplete(result -> {
                        other.start();
                        await(queued);
                    })
                    .send(first::complete);

            assertThat(first.get(30, SECONDS).getFailure()).hasMessage("first");
            told.countDown();
            assertThat(second.get(30, SECONDS).getFailure()).isNull();
        }
    }

    @Test
    void unusedDestinationIsRemovedAfterItsIdleTimeout() throws Exception {
        try (HttpClient other = new HttpClient();
                RawServer server = new RawServer((socket, connection) -> {
                    RawServer.readHead(socket);
                    RawServer.write(socket, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
                })) {
            other.setDestinationIdleTimeout(50);
            other.start();
            other.GET(server.getUri());
            Awaitility.await().atMost(30, SECONDS).until(() -> other.getDestinations()
                    .isEmpty());
        }
    }

    @Test
    void hostThatIsNotKnownFailsTheRequest() throws Exception {
        Result result = send(client.newRequest("http://host.invalid/"));
        assertThat(result.getFailure()).isInstanceOf(java.net.UnknownHostException.class);
    }

    @Test
    void requestGoesOverAUnixDomainSocket() throws Exception {
        Path path = folder.resolve("socket");
        var address = java.net.UnixDomainSocketAddress.of(path);
        try (var server = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            server.bind(address);
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> {
                try (var channel = server.accept()) {
                    channel.read(ByteBuffer.allocate(4096));
                    channel.write(bytes("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"));
                } catch (IOException x) {
                    throw new java.io.UncheckedIOException(x);
                }
            });
            ContentResponse response = client.newRequest("http://localhost/")
                    .transport(new org.eclipse.jetty.io.Transport.TCPUnix(path))
                    .send();
            assertThat(response.getStatus()).isEqualTo(204);
            answered.get(30, SECONDS);
        }
    }

    /** Decorates connections, or does not. */
    private static final class Failing implements ClientConnectionFactory.Decorator {
        @Override
        public ClientConnectionFactory apply(ClientConnectionFactory factory) {
            throw new IllegalStateException("decorator");
        }
    }

    @Test
    void requestFailsWhereItsConnectionsCannotBeDecorated() throws Exception {
        Result result = send(client.newRequest("http://localhost:1/").tag(new Failing()));
        assertThat(result.getFailure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("decorator");
    }
}
