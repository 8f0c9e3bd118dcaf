package org.eclipse.jetty.tests.embedders.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.client.HttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.MediaType;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.reactive.JettyClientHttpConnector;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;

/** Spring's RestClient and WebClient on the HTTP client. */
class SpringClientTest {
    private final HttpClient client = new HttpClient();
    private Backend backend;

    @BeforeEach
    void start() throws Exception {
        backend = new Backend();
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        backend.close();
    }

    private RestClient blocking() {
        return RestClient.builder()
                .requestFactory(new JettyClientHttpRequestFactory(client))
                .build();
    }

    private WebClient reactive() {
        return WebClient.builder()
                .clientConnector(new JettyClientHttpConnector(client))
                .build();
    }

    @Test
    void blockingClientReadsAndSends() {
        assertThat(blocking().get().uri(backend.uri("/hello")).retrieve().body(String.class))
                .isEqualTo("h\u00e9llo");
        var echoed = blocking()
                .put()
                .uri(backend.uri("/echo"))
                .contentType(MediaType.TEXT_PLAIN)
                .body("some content")
                .retrieve()
                .toEntity(String.class);
        assertThat(echoed.getBody()).isEqualTo("some content");
        assertThat(echoed.getHeaders().getFirst("X-Method")).isEqualTo("PUT");
    }

    @Test
    void blockingClientStreamsItsContent() {
        byte[] part = "0123456789".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        String echoed = blocking()
                .post()
                .uri(backend.uri("/echo"))
                .contentType(MediaType.TEXT_PLAIN)
                .body(out -> {
                    for (int i = 0; i < 100; i++) {
                        out.write(part);
                    }
                })
                .retrieve()
                .body(String.class);
        assertThat(echoed).hasSize(1_000_000).endsWith("6789");
    }

    @Test
    void errorsAreExceptions() {
        assertThatThrownBy(() ->
                        blocking().get().uri(backend.uri("/nothing")).retrieve().toBodilessEntity())
                .isInstanceOf(HttpClientErrorException.NotFound.class);
        JettyClientHttpRequestFactory factory = new JettyClientHttpRequestFactory(client);
        factory.setReadTimeout(Duration.ofMillis(200));
        RestClient impatient = RestClient.builder().requestFactory(factory).build();
        assertThatThrownBy(() ->
                        impatient.get().uri(backend.uri("/slow")).retrieve().toBodilessEntity())
                .isInstanceOf(ResourceAccessException.class);
    }

    @Test
    void reactiveClientReadsAndSends() {
        StepVerifier.create(
                        reactive().get().uri(backend.uri("/hello")).retrieve().bodyToMono(String.class))
                .expectNext("h\u00e9llo")
                .verifyComplete();
        StepVerifier.create(reactive()
                        .post()
                        .uri(backend.uri("/echo"))
                        .contentType(MediaType.TEXT_PLAIN)
                        .body(Flux.fromIterable(List.of("one ", "two ", "three")), String.class)
                        .retrieve()
                        .bodyToMono(String.class))
                .expectNext("one two three")
                .verifyComplete();
    }

    @Test
    void reactiveClientTakesAsMuchAsIsWanted() {
        Flux<Integer> sizes = reactive()
                .get()
                .uri(backend.uri("/big?tens=200000"))
                .retrieve()
                .bodyToFlux(DataBuffer.class)
                .map(buffer -> {
                    int size = buffer.readableByteCount();
                    DataBufferUtils.release(buffer);
                    return size;
                });
        assertThat(sizes.limitRate(1).reduce(0, Integer::sum).block(Duration.ofSeconds(30)))
                .isEqualTo(2_000_000);
        // and one that loses interest leaves the client in order
        assertThat(sizes.take(1).count().block(Duration.ofSeconds(30))).isEqualTo(1);
        assertThat(reactive()
                        .get()
                        .uri(backend.uri("/hello"))
                        .retrieve()
                        .bodyToMono(String.class)
                        .block())
                .isEqualTo("h\u00e9llo");
    }
}
