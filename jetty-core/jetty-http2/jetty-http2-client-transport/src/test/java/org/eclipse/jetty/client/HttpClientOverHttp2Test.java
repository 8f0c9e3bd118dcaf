package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;

/** The client and our server, over HTTP/2 in clear text. */
class HttpClientOverHttp2Test extends HttpClientTest {
    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    }

    @Override
    ServerConnector newConnector(SslContextFactory.Server tls) {
        HttpConfiguration configuration = new HttpConfiguration();
        return new ServerConnector(
                server, new HttpConnectionFactory(configuration), new HTTP2CServerConnectionFactory(configuration));
    }

    @Test
    void responseIsOfHttp2() throws Exception {
        assertThat(client.GET(uri("/echo")).getVersion()).isEqualTo(HttpVersion.HTTP_2);
    }

    @Test
    void requestsInParallelNeedFewConnections() throws Exception {
        client.GET(uri("/echo"));
        List<CompletableFuture<ContentResponse>> futures = IntStream.range(0, 100)
                .mapToObj(i -> new CompletableResponseListener(
                                client.POST(uri("/echo")).body(new BytesRequestContent(new byte[i * 1000])))
                        .send())
                .toList();
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i).get(30, SECONDS).getContent()).hasSize(i * 1000);
        }
        AbstractConnectionPool connections =
                (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
        assertThat(connections.getConnectionCount()).isEqualTo(1);
    }

    @Test
    void slowReaderOfOneResponseDoesNotHoldUpOthers() throws Exception {
        InputStreamResponseListener slow = new InputStreamResponseListener();
        client.POST(uri("/echo"))
                .body(new BytesRequestContent(new byte[30_000_000]))
                .send(slow);
        assertThat(slow.get(30, SECONDS).getStatus()).isEqualTo(200);
        for (int i = 0; i < 20; i++) {
            assertThat(client.POST(uri("/echo"))
                            .body(new StringRequestContent("quick"))
                            .send()
                            .getContentAsString())
                    .isEqualTo("quick");
        }
        try (var input = slow.getInputStream()) {
            assertThat(input.readAllBytes()).hasSize(30_000_000);
        }
        assertThat(slow.await(30, SECONDS).isSucceeded()).isTrue();
    }

    @Test
    void fieldWhoseNameIsNoTokenFailsItsRequestAlone() throws Exception {
        client.GET(uri("/echo"));
        for (String name : List.of("", "two words")) {
            assertThatThrownBy(() -> client.newRequest(uri("/echo"))
                            .headers(headers -> headers.add("x-new", "indexed").add(name, "value"))
                            .send())
                    .hasMessageContaining("request field name '" + name + "'");
        }
        assertThat(client.newRequest(uri("/echo"))
                        .headers(headers -> headers.add("x-new", "indexed"))
                        .send()
                        .getStatus())
                .isEqualTo(200);
        AbstractConnectionPool connections =
                (AbstractConnectionPool) client.getDestinations().get(0).getConnectionPool();
        assertThat(connections.getConnectionCount()).isEqualTo(1);
    }
}
