package org.eclipse.jetty.tests.embedders.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.reactive.client.ReactiveRequest;
import org.eclipse.jetty.reactive.client.ReactiveResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Jetty's reactive client, another line of artifacts, on the HTTP client. */
class ReactiveClientTest {
    private static final Duration TIME = Duration.ofSeconds(30);

    private HttpClient client;
    private Backend backend;

    enum Protocol {
        HTTP_1_1,
        HTTP_2
    }

    private void start(Protocol protocol) throws Exception {
        backend = new Backend();
        ClientConnector connector = new ClientConnector();
        HttpClientTransport transport = protocol == Protocol.HTTP_2
                ? new HttpClientTransportOverHTTP2(new HTTP2Client(connector))
                : new HttpClientTransportOverHTTP(connector);
        client = new HttpClient(transport);
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        backend.close();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void contentIsPublishedBothWays(Protocol protocol) throws Exception {
        start(protocol);
        Flux<Content.Chunk> parts = Flux.range(0, 100).map(i -> Content.Chunk.from(bytes("part " + i + ";"), false));
        ReactiveRequest request = ReactiveRequest.newBuilder(
                        client.newRequest(backend.uri("/echo")).method("POST"))
                .content(ReactiveRequest.Content.fromPublisher(parts, "text/plain"))
                .build();
        String echoed =
                Mono.from(request.response(ReactiveResponse.Content.asString())).block(TIME);
        assertThat(echoed).startsWith("part 0;part 1;").endsWith("part 99;");
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void chunksComeAsTheyAreWanted(Protocol protocol) throws Exception {
        start(protocol);
        ReactiveRequest request = ReactiveRequest.newBuilder(client.newRequest(backend.uri("/big?tens=300000")))
                .build();
        int size = Flux.from(request.response((response, content) -> content))
                .map(chunk -> {
                    int length = chunk.remaining();
                    chunk.release();
                    return length;
                })
                .limitRate(1)
                .reduce(0, Integer::sum)
                .block(TIME);
        assertThat(size).isEqualTo(3_000_000);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    void statusAndFieldsComeWithTheResult(Protocol protocol) throws Exception {
        start(protocol);
        ReactiveRequest request = ReactiveRequest.newBuilder(client.newRequest(backend.uri("/nothing")))
                .build();
        ReactiveResponse response = Mono.from(request.response()).block(TIME);
        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getHeaders().get("Content-Type")).startsWith("text/html");
    }
}
