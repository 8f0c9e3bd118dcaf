package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnectionFactory;
import org.eclipse.jetty.io.Transport;
import org.junit.jupiter.api.Test;

/** What applications add to transports and pools, over HTTP/2. */
class ClientTransportsTest extends AbstractClientTest {
    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    }

    /** Answers each request once all the requests have come that are expected. */
    private static RawServer answeringTogether(CountDownLatch requests) throws Exception {
        return new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            List<Integer> streams = new ArrayList<>();
            streams.add(http2.begin());
            requests.countDown();
            while (requests.getCount() > 0) {
                streams.add(http2.awaitRequest());
                requests.countDown();
            }
            for (int id : streams) {
                http2.head(id, 200, true);
            }
            http2.flush();
            http2.awaitEnd();
        });
    }

    @Test
    void poolThatMaximizesConnectionsOpensThemEvenIfOneCouldCarryAll() throws Exception {
        client.getTransport().setConnectionPoolFactory(destination -> {
            MultiplexConnectionPool connections = new MultiplexConnectionPool(destination, 3, 1);
            connections.setMaximizeConnections(true);
            return connections;
        });
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            for (int id = http2.begin(); ; id = http2.awaitRequest()) {
                http2.head(id, 200, true).flush();
            }
        })) {
            for (int i = 1; i <= 5; i++) {
                assertThat(client.GET(server.getUri()).getStatus()).isEqualTo(200);
                AbstractConnectionPool connections =
                        (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
                int expected = Math.min(i, 3);
                Awaitility.await().untilAsserted(() -> assertThat(connections.getConnectionCount())
                        .isEqualTo(expected));
            }
        }
    }

    @Test
    void connectionThatIsExpectedToCarryManyRequestsIsOpenedAlone() throws Exception {
        client.getTransport().setConnectionPoolFactory(destination -> new RoundRobinConnectionPool(destination, 4, 10));
        CountDownLatch requests = new CountDownLatch(4);
        try (RawServer server = answeringTogether(requests)) {
            List<CompletableFuture<ContentResponse>> futures = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                futures.add(new CompletableResponseListener(client.newRequest(server.getUri())).send());
            }
            for (CompletableFuture<ContentResponse> future : futures) {
                assertThat(future.get(30, SECONDS).getStatus()).isEqualTo(200);
            }
            assertThat(server.getConnectionCount()).isEqualTo(1);
        }
    }

    @Test
    void contentThatWasNotSentFollowsARedirection() throws Exception {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            http2.head(http2.begin(), 307, true, new HttpField(HttpHeader.LOCATION, "/b"))
                    .flush();
            int id = http2.awaitRequest();
            http2.head(id, 100, false).flush();
            RawHttp2.Frame data = http2.await(FrameType.DATA);
            received.complete(data.streamId() == id ? new String(data.payload(), StandardCharsets.UTF_8) : "");
            http2.head(id, 200, true).flush();
            http2.awaitEnd();
        })) {
            ContentResponse response = client.POST(server.getUri())
                    .headers(fields -> fields.put(HttpHeader.EXPECT, "100-continue"))
                    .body(new StringRequestContent("content"))
                    .send();
            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(received.get(30, SECONDS)).isEqualTo("content");
        }
    }

    @Test
    void requestThatIsNotProcessedAndNotSentAgainMayBeSentAgain() throws Exception {
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            for (int id = http2.begin(); ; id = http2.awaitRequest()) {
                FrameWriter.reset(http2.out(), id, ErrorCode.REFUSED_STREAM_ERROR.code);
                http2.flush();
            }
        })) {
            // content that cannot be read twice
            AsyncRequestContent content = new AsyncRequestContent();
            Result once = send(client.POST(server.getUri()).body(content));
            assertThat(once.getFailure())
                    .isInstanceOf(RetryableRequestException.class)
                    .hasMessageContaining("refused");
            assertThat(content.read().getFailure()).isInstanceOf(RetryableRequestException.class);
            Result often = send(client.POST(server.getUri()).body(new StringRequestContent("x")));
            assertThat(often.getFailure()).isInstanceOf(RetryableRequestException.class);
        }
    }

    /** A protocol that wants to know its client. */
    private static final class Knowing extends ClientConnectionFactory.Info implements HttpClient.Aware {
        private HttpClient known;

        private Knowing() {
            super(HttpClientConnectionFactory.HTTP11.getClientConnectionFactory());
        }

        @Override
        public List<String> getProtocols(boolean secure) {
            return List.of("http/1.1");
        }

        @Override
        public void setHttpClient(HttpClient newClient) {
            known = newClient;
        }
    }

    @Test
    void protocolsOfATransportKnowTheirClient() throws Exception {
        Knowing knowing = new Knowing();
        try (HttpClient other = new HttpClient(new HttpClientTransportDynamic(knowing))) {
            other.start();
            assertThat(knowing.known).isSameAs(other);
        }
    }

    /** A transport that cannot connect. */
    private static final class Broken implements Transport {
        @Override
        public java.nio.channels.SelectableChannel newSelectableChannel() {
            throw new IllegalStateException("not used");
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Broken;
        }

        @Override
        public java.net.SocketAddress getSocketAddress() {
            return new java.net.InetSocketAddress("localhost", 1);
        }
    }

    @Test
    void transportThatThrowsFailsTheRequest() throws Exception {
        Result result = send(client.newRequest("http://localhost/").transport(new Broken()));
        assertThat(result.getFailure())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("cannot connect");
    }

    @Test
    void destinationNamesItsProxy() throws Exception {
        Socks4Proxy proxy = new Socks4Proxy("localhost", 1);
        client.getProxyConfiguration().addProxy(proxy);
        send(client.newRequest("http://localhost:2/"));
        assertThat(client.getDestinations().get(0).getProxy()).isSameAs(proxy);
    }

    @Test
    void credentialsAreSentInTheCharsetOfTheServer() {
        Request request = client.newRequest("http://localhost/");
        BasicAuthentication.BasicResult result = new BasicAuthentication.BasicResult(
                URI.create("http://localhost/"), HttpHeader.AUTHORIZATION, "ä", "ö", StandardCharsets.ISO_8859_1);
        result.apply(request);
        String sent = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        byte[] pair = Base64.getDecoder().decode(sent.substring("Basic ".length()));
        assertThat(new String(pair, StandardCharsets.ISO_8859_1)).isEqualTo("ä:ö");
        assertThat(result.toString()).contains("http://localhost/").doesNotContain("ö");
    }
}
