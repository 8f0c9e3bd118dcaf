package org.eclipse.jetty.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.PoisoningByteBufferPool;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP/1.1 of the server, raw text in and raw text out (RFC 9112). */
class HttpConnectionTest {
    private final PoisoningByteBufferPool pool = new PoisoningByteBufferPool();
    private Server server;
    private LocalConnector connector;
    private HttpConfiguration configuration;
    private final LinkedBlockingQueue<Callback> suspended = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();
    private final List<String> completions = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = new Server(null, null, pool);
        configuration = new HttpConfiguration();
        configuration.setSendDateHeader(false);
        configuration.setSendServerVersion(false);
        connector = new LocalConnector(server, new HttpConnectionFactory(configuration));
        server.addConnector(connector);
        server.setHandler(new TestHandler());
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        BufferChecks.assertAllReleased(pool);
    }

    private static String raw(String text) {
        return text.replace("\n", "\r\n");
    }

    private String answer(String request) throws Exception {
        String response = connector.getResponse(raw(request));
        return response == null ? null : response.replace("\r\n", "\n");
    }

    @Test
    void smallResponseHasItsLength() throws Exception {
        assertThat(answer("""
                GET /hello HTTP/1.1
                Host: local

                """)).isEqualTo("""
                HTTP/1.1 200 OK
                Content-Length: 5

                hello""");
    }

    @Test
    void headHasTheLengthOfGetAndNoContent() throws Exception {
        assertThat(connector.getResponse(raw("""
                HEAD /hello HTTP/1.1
                Host: local

                """)))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Content-Length: 5\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void unfinishedFirstWriteIsChunked() throws Exception {
        assertThat(answer("""
                GET /chunks HTTP/1.1
                Host: local

                """)).contains("Transfer-Encoding: chunked\n").endsWith("""

                3
                one
                3
                two
                0

                """);
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(ByteBuffer.wrap(raw("""
                GET /echo?1 HTTP/1.1
                Host: local

                POST /body HTTP/1.1
                Host: local
                Content-Length: 3

                abcGET /echo?3 HTTP/1.1
                Host: local
                Connection: close

                """).getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(client.getResponse()).endsWith("\r\n\r\n/echo?1");
        assertThat(client.getResponse()).endsWith("\r\n\r\nabc");
        String last = client.getResponse();
        assertThat(last).contains("Connection: close").endsWith("\r\n\r\n/echo?3");
        client.waitUntilClosed();
    }

    @Test
    void headThatDoesNotFitAfterAnotherResponseIsNotTooLarge() throws Exception {
        configuration.setResponseHeaderSize(4096);
        configuration.setMaxResponseHeaderSize(4096);
        LocalConnector.LocalEndPoint client = connector.connect();
        String query = "x".repeat(4020);

        client.addInputAndExecute(
                ByteBuffer.wrap(raw(("""
                GET /echo?%s HTTP/1.1
                Host: local

                """ + """
                GET /chunks HTTP/1.1
                Host: local

                GET /echo?3 HTTP/1.1
                Host: local

                """).formatted(query)).getBytes(StandardCharsets.ISO_8859_1)));

        assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ").endsWith(query);
        assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ");
        assertThat(client.getResponse()).startsWith("HTTP/1.1 200 ").endsWith("/echo?3");
    }

    @Test
    void responseBeforeSuspendedRequestIsNotHeldBack() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(ByteBuffer.wrap(raw("""
                GET /hello HTTP/1.1
                Host: local

                GET /suspend HTTP/1.1
                Host: local

                GET /echo?3 HTTP/1.1
                Host: local

                """).getBytes(StandardCharsets.ISO_8859_1)));
        assertThat(client.getResponse()).endsWith("hello");
        Callback callback = suspended.poll(30, TimeUnit.SECONDS);
        callback.succeeded();
        assertThat(client.getResponse()).startsWith("HTTP/1.1 200 OK");
        assertThat(client.getResponse()).endsWith("/echo?3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50})
    void requestsInPiecesGiveTheSameAnswers(int size) throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        String requests = raw("""
                POST /body HTTP/1.1
                Host: local
                Transfer-Encoding: chunked

                4
                wiki
                5;a=b
                pedia
                0
                Trailer: x

                GET /echo?2 HTTP/1.1
                Host: local

                """);
        for (int i = 0; i < requests.length(); i += size) {
            client.addInputAndExecute(ByteBuffer.wrap(
                    requests.substring(i, Math.min(requests.length(), i + size)).getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(client.getResponse()).endsWith("\r\n\r\nwikipedia");
        assertThat(client.getResponse()).endsWith("\r\n\r\n/echo?2");
    }

    @Test
    void oldClientsKeepAConnectionIfTheyAskTo() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                GET /hello HTTP/1.0
                Connection: keep-alive

                """));
        assertThat(client.getResponse()).contains("Connection: keep-alive").endsWith("hello");
        client.addInputAndExecute(raw("""
                GET /hello HTTP/1.0

                """));
        assertThat(client.getResponse()).doesNotContain("keep-alive").endsWith("hello");
        client.waitUntilClosed();
        assertThat(client.isOutputShutdown()).isTrue();
    }

    @Test
    void continueIsSentWhenContentIsRead() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                POST /body HTTP/1.1
                Host: local
                Expect: 100-continue
                Content-Length: 3

                """));
        String interim = new String(bytes(client.waitForOutput(30, TimeUnit.SECONDS)), StandardCharsets.ISO_8859_1);
        assertThat(interim).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        client.addInputAndExecute("abc");
        assertThat(client.getResponse()).startsWith("HTTP/1.1 200 OK").endsWith("abc");
    }

    @Test
    void contentThatIsNotWantedEndsTheConnection() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                POST /hello HTTP/1.1
                Host: local
                Expect: 100-continue
                Content-Length: 3

                """));
        String response = client.getResponse();
        assertThat(response)
                .startsWith("HTTP/1.1 200")
                .contains("Connection: close")
                .doesNotContain("100");
        client.waitUntilClosed();
    }

    @Test
    void otherExpectationsFail() throws Exception {
        assertThat(answer("""
                POST /body HTTP/1.1
                Host: local
                Expect: 200-ok
                Content-Length: 0

                """)).startsWith("HTTP/1.1 417");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /hello HTTP/1.1||, 400",
        "GET /hello HTTP/1.1|Host: a|Host: b||, 400",
        "GET /hello HTTP/2.7|Host: a||, 505",
        "GET /hello|Host: a||, 505",
        "GET /../x HTTP/1.1|Host: a||, 400",
        "GET /a%zz HTTP/1.1|Host: a||, 400",
        "GET /hello HTTP/1.1|Host : a||, 400",
        "POST /body HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 2||ab, 400",
        "POST /body HTTP/1.1|Host: a|Content-Length: -1||, 400",
        "POST /body HTTP/1.1|Host: a|Content-Length: 1|Transfer-Encoding: chunked||0||, 400",
        "POST /body HTTP/1.1|Host: a|Transfer-Encoding: gzip||, 400",
        "POST /body HTTP/1.1|Host: a|Transfer-Encoding: chunked||xyz||, 400",
    })
    void brokenRequestsAreRefusedAndTheConnectionEnds(String request, int status) throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(request.replace("|", "\r\n"));
        String response = client.getResponse();
        assertThat(response).startsWith("HTTP/1.1 " + status).contains("Connection: close");
        client.waitUntilClosed();
        assertThat(client.isOutputShutdown()).isTrue();
    }

    @Test
    void tooLargeHeadIsRefused() throws Exception {
        assertThat(answer("GET /hello HTTP/1.1\nHost: a\nX: " + "x".repeat(10_000) + "\n\n"))
                .startsWith("HTTP/1.1 431");
        assertThat(answer("GET /" + "x".repeat(10_000) + " HTTP/1.1\nHost: a\n\n"))
                .startsWith("HTTP/1.1 414");
    }

    @Test
    void exceptionGivesErrorPageWithoutItsMessage() throws Exception {
        assertThat(answer("""
                GET /fail HTTP/1.1
                Host: local
                Accept: application/json

                """))
                .startsWith("HTTP/1.1 500")
                .contains("\"status\":\"500\"")
                .doesNotContain("secret");
    }

    @Test
    void failureAfterCommitCutsTheConnection() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                GET /failLate HTTP/1.1
                Host: local

                """));
        client.waitUntilClosed();
        String output = client.getOutputString();
        assertThat(output).startsWith("HTTP/1.1 200 OK").doesNotContain("\r\n0\r\n");
    }

    @Test
    void unhandledRequestIsNotFound() throws Exception {
        assertThat(answer("""
                GET /nothing HTTP/1.1
                Host: local
                Accept: text/plain

                """)).startsWith("HTTP/1.1 404").contains("STATUS: 404");
    }

    @Test
    void tooMuchContentIsRefused() throws Exception {
        assertThat(answer("""
                GET /tooMuch HTTP/1.1
                Host: local

                """)).startsWith("HTTP/1.1 500");
    }

    @Test
    void tooLittleContentCutsTheConnection() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                GET /tooLittle HTTP/1.1
                Host: local

                """));
        client.waitUntilClosed();
    }

    @Test
    void responseSplittingIsImpossible() throws Exception {
        assertThat(answer("""
                GET /split HTTP/1.1
                Host: local

                """)).startsWith("HTTP/1.1 500").doesNotContain("evil: 1");
    }

    @Test
    void clientThatGoesAwayFailsTheRead() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                POST /body HTTP/1.1
                Host: local
                Content-Length: 10

                abc"""));
        client.addInputEOF();
        client.waitUntilClosed();
        Awaitility.await().untilAsserted(() -> assertThat(failed.get()).isNotNull());
    }

    @Test
    void incompleteHeadTimesOut() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute("GET /hello HTTP/1.1\r\nHost:");
        // neither earlier nor shorter, as a busy machine may keep the head from being read
        client.setIdleTimeout(1000);
        assertThat(client.getResponse()).startsWith("HTTP/1.1 408").contains("Connection: close");
        client.waitUntilClosed();
    }

    @Test
    void idleConnectionIsClosed() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                GET /hello HTTP/1.1
                Host: local

                """));
        assertThat(client.getResponse()).endsWith("hello");
        client.setIdleTimeout(50);
        client.waitUntilClosed();
        Awaitility.await().until(() -> !client.isOpen());
    }

    @Test
    void idleRequestContentFailsTheRead() throws Exception {
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                POST /body HTTP/1.1
                Host: local
                Content-Length: 10

                abc"""));
        // a busy machine may keep the request from beginning for a while
        client.setIdleTimeout(1000);
        assertThat(client.getResponse()).startsWith("HTTP/1.1 408");
        assertThat(failed.get()).isInstanceOf(TimeoutException.class);
    }

    @Test
    void trailersGoBothWays() throws Exception {
        assertThat(answer("""
                POST /trailers HTTP/1.1
                Host: local
                Transfer-Encoding: chunked

                1
                x
                0
                Checksum: 42

                """)).endsWith("""
                0
                Checked: 42

                """);
    }

    @Test
    void earlyHintsPrecedeTheResponse() throws Exception {
        assertThat(answer("""
                GET /hints HTTP/1.1
                Host: local

                """)).startsWith("""
                HTTP/1.1 103 Early Hints
                Link: </x.css>

                HTTP/1.1 200 OK
                """);
    }

    @Test
    void completionListenersAreCalledLastAddedFirst() throws Exception {
        answer("""
                GET /listeners HTTP/1.1
                Host: local

                """);
        Awaitility.await().untilAsserted(() -> assertThat(completions).containsExactly("second", "first"));
    }

    @Test
    void largeContentIsEchoed() throws Exception {
        String body = "0123456789".repeat(50_000);
        String response = answer("POST /body HTTP/1.1\nHost: a\nContent-Length: " + body.length() + "\n\n" + body);
        assertThat(response).endsWith("\n\n" + body);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Does what the path says. */
    private class TestHandler extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            switch (request.getHttpURI().getPath()) {
                case "/hello" -> response.write(true, text("hello"), callback);
                case "/echo" -> response.write(true, text(request.getHttpURI().getPathQuery()), callback);
                case "/chunks" ->
                    response.write(
                            false,
                            text("one"),
                            Callback.from(() -> response.write(true, text("two"), callback), callback::failed));
                case "/body" ->
                    Content.Source.asByteBuffer(request, new Promise<>() {
                        @Override
                        public void succeeded(ByteBuffer result) {
                            response.write(true, result, callback);
                        }

                        @Override
                        public void failed(Throwable x) {
                            failed.set(x);
                            callback.failed(x);
                        }
                    });
                case "/suspend" -> suspended.add(callback);
                case "/fail" -> throw new IllegalStateException("secret");
                case "/failLate" ->
                    response.write(
                            false,
                            text("begun"),
                            Callback.from(() -> callback.failed(new IllegalStateException("late")), callback::failed));
                case "/tooMuch" -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 3);
                    response.write(true, text("more than three"), callback);
                }
                case "/tooLittle" -> {
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 30);
                    response.write(
                            false,
                            text("fewer"),
                            Callback.from(() -> response.write(true, null, callback), callback::failed));
                }
                case "/split" -> {
                    response.getHeaders().put("X-Name", "a\r\nevil: 1");
                    response.write(true, text("x"), callback);
                }
                case "/trailers" -> {
                    Content.Source.consumeAll(request);
                    String checksum = request.getTrailers().get("Checksum");
                    response.setTrailersSupplier(() -> HttpFields.build().put("Checked", checksum));
                    response.write(false, text("y"), Callback.from(callback::succeeded, callback::failed));
                }
                case "/hints" ->
                    response.writeInterim(103, HttpFields.build().put("Link", "</x.css>"))
                            .whenComplete((r, x) -> response.write(true, text("x"), callback));
                case "/listeners" -> {
                    Request.addCompletionListener(request, x -> completions.add("first"));
                    Request.addCompletionListener(request, x -> completions.add("second"));
                    response.write(true, text("x"), callback);
                }
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    @Test
    void stopWaitsForRequestsInFlight() throws Exception {
        server.setStopTimeout(5000);
        LocalConnector.LocalEndPoint client = connector.connect();
        client.addInputAndExecute(raw("""
                GET /suspend HTTP/1.1
                Host: local

                """));
        Callback callback = suspended.poll(30, TimeUnit.SECONDS);
        CountDownLatch stopped = new CountDownLatch(1);
        Thread stopper = new Thread(() -> {
            try {
                server.stop();
            } catch (Exception x) {
                failed.set(x);
            }
            stopped.countDown();
        });
        stopper.start();
        Awaitility.await().until(() -> connector.isShutdown());
        callback.succeeded();
        assertThat(client.getResponse()).contains("Connection: close");
        assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(failed.get()).isNull();
    }
}
