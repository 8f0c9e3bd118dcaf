package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.MultiPart;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client and our server, over HTTP/1.1 in clear text; {@link HttpClientTlsTest} makes it again within TLS. */
class HttpClientTest extends AbstractClientTest {
    @TempDir
    Path folder;

    final Server server = new Server();
    ServerConnector connector;

    boolean isSecure() {
        return false;
    }

    @Override
    void configure() throws Exception {
        if (isSecure()) {
            SslContextFactory.Server tls = Transport.keyStores().newServerFactory();
            connector = newConnector(tls);
            SslContextFactory.Client trusting = new SslContextFactory.Client();
            trusting.setTrustStore(tls.getKeyStore());
            client.setSslContextFactory(trusting);
        } else {
            connector = newConnector(null);
        }
        server.addConnector(connector);
        server.setHandler(new Echo());
        server.start();
    }

    /** @param tls null for clear text */
    ServerConnector newConnector(SslContextFactory.Server tls) {
        HttpConnectionFactory http = new HttpConnectionFactory(new HttpConfiguration());
        return tls == null
                ? new ServerConnector(server, http)
                : new ServerConnector(server, new SslConnectionFactory(tls, "http/1.1"), http);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.stop();
    }

    String uri(String path) {
        return (isSecure() ? "https" : "http") + "://localhost:" + connector.getLocalPort() + path;
    }

    /** Answers by the path, with the content of the request by default. */
    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(
                org.eclipse.jetty.server.Request request,
                org.eclipse.jetty.server.Response response,
                Callback callback) {
            String path = request.getHttpURI().getPath();
            HttpFields.Mutable fields = response.getHeaders();
            switch (path) {
                case "/cookie" -> fields.add(HttpHeader.SET_COOKIE, "a=b; Path=/");
                case "/redirect" -> {
                    response.setStatus(303);
                    fields.put(HttpHeader.LOCATION, "/fields");
                }
                case "/again" -> {
                    response.setStatus(307);
                    fields.put(HttpHeader.LOCATION, "/echo");
                }
                case "/basic" -> {
                    if (!"Basic dTpw".equals(request.getHeaders().get(HttpHeader.AUTHORIZATION))) {
                        response.setStatus(401);
                        fields.put(HttpHeader.WWW_AUTHENTICATE, "Other x=\"y, z\", Basic realm=\"test\"");
                    }
                }
                case "/fields" -> {
                    String text = request.getMethod() + "\n" + request.getHeaders();
                    Content.Sink.write(response, true, text, callback);
                    return true;
                }
                case "/trailers" -> response.setTrailersSupplier(trailers());
                default -> {
                    // the content alone
                }
            }
            fields.put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
            if (path.equals("/continue")) {
                fields.put("X-Expect", request.getHeaders().get(HttpHeader.EXPECT));
            }
            Content.copy(request, response, callback);
            return true;
        }

        private static Supplier<HttpFields> trailers() {
            HttpFields.Mutable trailers = HttpFields.build().put("X-End", "yes");
            return () -> trailers;
        }
    }

    @Test
    void getReturnsTheContent() throws Exception {
        ContentResponse response = client.GET(uri("/fields?a=b"));
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString()).startsWith("GET\n").contains("User-Agent", "Accept-Encoding: gzip");
    }

    @Test
    void everyKindOfContentIsSentAsItIs() throws Exception {
        byte[] bytes = new byte[1_000_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) ('a' + i % 26);
        }
        Path file = Files.write(folder.resolve("content"), bytes);
        OutputStreamRequestContent stream = new OutputStreamRequestContent();
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try (OutputStream output = stream.getOutputStream()) {
                for (int i = 0; i < bytes.length; i += 10_000) {
                    output.write(bytes, i, 10_000);
                }
            } catch (java.io.IOException x) {
                throw new java.io.UncheckedIOException(x);
            }
        });
        AsyncRequestContent async = new AsyncRequestContent(ByteBuffer.wrap(bytes, 0, 10));
        async.write(true, ByteBuffer.wrap(bytes, 10, bytes.length - 10), Callback.NOOP);
        List<Request.Content> contents = List.of(
                new BytesRequestContent(bytes),
                new StringRequestContent(new String(bytes, StandardCharsets.US_ASCII)),
                new PathRequestContent(file),
                new InputStreamRequestContent(new ByteArrayInputStream(bytes)),
                new ContentSourceRequestContent(Content.Source.from(file)),
                stream,
                async);
        for (Request.Content content : contents) {
            ContentResponse response = client.POST(uri("/echo")).body(content).send();
            assertThat(Arrays.equals(response.getContent(), bytes))
                    .as(content.toString())
                    .isTrue();
        }
        written.get(30, SECONDS);
    }

    @RepeatedTest(100)
    void contentThatComesLateIsSent() throws Exception {
        AsyncRequestContent content = new AsyncRequestContent();
        CompletableFuture<ContentResponse> response = new CompletableResponseListener(
                        client.POST(uri("/echo")).body(content).onRequestCommit(request -> {
                            content.write(ByteBuffer.wrap(new byte[] {'a'}), Callback.NOOP);
                            content.write(true, ByteBuffer.wrap(new byte[] {'b'}), Callback.NOOP);
                        }))
                .send();
        assertThat(response.get(30, SECONDS).getContentAsString()).isEqualTo("ab");
    }

    @Test
    void formsAreEncoded() throws Exception {
        Fields fields = new Fields();
        fields.add("a b", "ä&=");
        assertThat(client.FORM(uri("/echo"), fields).getContentAsString()).isEqualTo("a+b=%C3%A4%26%3D");
        MultiPartRequestContent form = new MultiPartRequestContent("x");
        form.addPart(new MultiPart.ByteBufferPart(
                "name", null, HttpFields.EMPTY, ByteBuffer.wrap("value".getBytes(StandardCharsets.UTF_8))));
        form.close();
        assertThat(client.POST(uri("/echo")).body(form).send().getContentAsString())
                .isEqualTo("--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nvalue\r\n--x--\r\n");
    }

    @Test
    void contentWaitsForContinue() throws Exception {
        ContentResponse response = client.POST(uri("/continue"))
                .headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"))
                .body(new StringRequestContent("waited"))
                .timeout(30, SECONDS)
                .send();
        assertThat(response.getContentAsString()).isEqualTo("waited");
        assertThat(response.getHeaders().get("X-Expect")).isEqualTo("100-continue");
    }

    @Test
    void cookiesAreSentBack() throws Exception {
        client.GET(uri("/cookie"));
        assertThat(client.GET(uri("/fields")).getContentAsString()).contains("Cookie: a=b");
    }

    @Test
    void redirectionIsFollowedByGet() throws Exception {
        ContentResponse response = client.POST(uri("/redirect"))
                .body(new StringRequestContent("x"))
                .send();
        assertThat(response.getContentAsString()).startsWith("GET\n").doesNotContain("Content-Type");
        assertThat(client.newRequest(uri("/redirect"))
                        .followRedirects(false)
                        .send()
                        .getStatus())
                .isEqualTo(303);
    }

    @Test
    void redirectionKeepsMethodAndContent() throws Exception {
        ContentResponse response = client.POST(uri("/again"))
                .body(new StringRequestContent("again"))
                .send();
        assertThat(response.getContentAsString()).isEqualTo("again");
    }

    @Test
    void challengeIsAnsweredOnce() throws Exception {
        assertThat(client.GET(uri("/basic")).getStatus()).isEqualTo(401);
        URI uri = URI.create(uri("/"));
        BasicAuthentication wrong = new BasicAuthentication(uri, "test", "u", "wrong");
        client.getAuthenticationStore().addAuthentication(wrong);
        assertThat(client.GET(uri("/basic")).getStatus()).isEqualTo(401);
        client.getAuthenticationStore().removeAuthentication(wrong);
        client.getAuthenticationStore().addAuthentication(new BasicAuthentication(uri, "test", "u", "p"));
        assertThat(client.GET(uri("/basic")).getStatus()).isEqualTo(200);
    }

    @Test
    void trailersAreGivenAfterTheContent() throws Exception {
        ContentResponse response = client.GET(uri("/trailers"));
        assertThat(response.getTrailers().get("X-End")).isEqualTo("yes");
    }

    @Test
    void eventsComeInTheirOrder() throws Exception {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        Request request = client.POST(uri("/echo"))
                .body(new StringRequestContent("content"))
                .onResponseBegin(r -> events.add("begin"))
                .onResponseHeaders(r -> events.add("headers"))
                .onResponseContent((r, c) -> events.add("content"))
                .onResponseSuccess(r -> events.add("success"))
                .onComplete(r -> events.add("complete"));
        assertThat(send(request).isSucceeded()).isTrue();
        assertThat(events).containsExactly("begin", "headers", "content", "success", "complete");
    }

    @Test
    void severalListenersReadTheSameContent() throws Exception {
        byte[] bytes = new byte[300_000];
        int[] counts = new int[2];
        Request request = client.POST(uri("/echo"))
                .body(new BytesRequestContent(bytes))
                .onResponseContent((r, c) -> counts[0] += c.remaining())
                .onResponseContentAsync((r, chunk, demander) -> {
                    counts[1] += chunk.remaining();
                    demander.run();
                });
        assertThat(request.send().getContent()).hasSize(bytes.length);
        assertThat(counts).containsOnly(bytes.length);
    }

    @Test
    void streamIsReadAtThePaceOfItsReader() throws Exception {
        byte[] bytes = new byte[3_000_000];
        InputStreamResponseListener listener = new InputStreamResponseListener();
        client.POST(uri("/echo")).body(new BytesRequestContent(bytes)).send(listener);
        assertThat(listener.get(30, SECONDS).getStatus()).isEqualTo(200);
        try (InputStream input = listener.getInputStream()) {
            assertThat(input.readAllBytes()).hasSize(bytes.length);
        }
        assertThat(listener.await(30, SECONDS).isSucceeded()).isTrue();
    }

    @Test
    void streamThatIsClosedEarlyAbortsTheRequest() throws Exception {
        InputStreamResponseListener listener = new InputStreamResponseListener();
        client.POST(uri("/echo"))
                .body(new BytesRequestContent(new byte[3_000_000]))
                .send(listener);
        listener.get(30, SECONDS);
        listener.close();
        assertThat(listener.await(30, SECONDS).isFailed()).isTrue();
    }

    @Test
    void connectionsAreKept() throws Exception {
        for (int i = 0; i < 20; i++) {
            client.POST(uri("/echo")).body(new StringRequestContent("x")).send();
            // a response may overtake the end of the write of its request, after which the connection is free
            AbstractConnectionPool connections =
                    (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
            Awaitility.await().until(connections::getIdleConnectionCount, count -> count == 1);
            assertThat(connections.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void requestsInParallelShareTheConnections() throws Exception {
        List<CompletableFuture<ContentResponse>> futures = IntStream.range(0, 500)
                .mapToObj(i -> new CompletableResponseListener(
                                client.POST(uri("/echo")).body(new StringRequestContent("content " + i)))
                        .send())
                .toList();
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).get(30, SECONDS).getContentAsString()).isEqualTo("content " + i);
        }
        AbstractConnectionPool connections =
                (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
        assertThat(connections.getConnectionCount()).isLessThanOrEqualTo(64);
    }

    @Test
    void requestIsSentOnce() throws Exception {
        Request request = client.newRequest(uri("/echo"));
        request.send();
        assertThatThrownBy(() -> request.send(null)).isInstanceOf(IllegalStateException.class);
    }

    @RepeatedTest(20)
    void unusedDestinationIsEvictedForAnotherOne() throws Exception {
        client.setMaxDestinations(1);
        client.GET(uri("/echo"));
        client.newRequest(uri("/echo")).tag("other").send();
        assertThat(client.getDestinations()).hasSize(1);
        assertThat(client.getDestinations().get(0).getOrigin().getTag()).isEqualTo("other");
    }

    @Test
    void fullQueueRefusesRequests() throws Exception {
        client.setMaxRequestsQueuedPerDestination(0);
        assertThat(send(client.newRequest(uri("/echo"))).getFailure())
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("queued");
    }

    @Test
    void requestFailsIfTheReaderOfItsContentThrows() throws Exception {
        RuntimeException failure = new IllegalStateException("by the reader");
        AsyncRequestContent body = new AsyncRequestContent(ByteBuffer.wrap(new byte[] {'a'}));
        CompletableFuture<Result> future = new CompletableFuture<>();
        client.POST(uri("/echo"))
                .body(body)
                .onResponseContentSource((response, source) -> readAllThenThrow(
                        source, failure, () -> body.write(ByteBuffer.wrap(new byte[] {'b'}), Callback.NOOP)))
                .send(future::complete);
        assertThat(future.get(30, SECONDS).getFailure()).isSameAs(failure);
    }

    /** Reads what has come; throws when more has come, which the task provides. */
    private static void readAllThenThrow(Content.Source source, RuntimeException failure, Runnable more) {
        for (Content.Chunk chunk; (chunk = source.read()) != null; ) {
            chunk.release();
        }
        source.demand(() -> {
            throw failure;
        });
        more.run();
    }

    @Test
    void requestWithATimeoutIsRefusedBeforeTheStart() {
        HttpClient stopped = new HttpClient();
        assertThatThrownBy(() -> stopped.newRequest("http://localhost/")
                        .timeout(5, SECONDS)
                        .send(result -> {}))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void requestIsNotSentButByItsOwnMethod() {
        Request request = client.newRequest("http://localhost/");
        assertThatThrownBy(() -> client.send(request)).isInstanceOf(IllegalStateException.class);
    }
}
