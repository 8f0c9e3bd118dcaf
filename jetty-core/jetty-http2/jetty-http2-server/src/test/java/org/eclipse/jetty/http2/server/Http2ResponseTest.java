package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that may not be sent (RFC 9113, section 8): what the client and the application get instead. */
class Http2ResponseTest extends AbstractHttp2Test {
    private final CompletableFuture<Void> written = new CompletableFuture<>();

    /** Writes the last part; the request ends as the write does. */
    private void writeLast(Response response, String content, Callback callback) {
        Content.Sink.write(
                response,
                true,
                content,
                Callback.from(
                        () -> {
                            written.complete(null);
                            callback.succeeded();
                        },
                        x -> {
                            written.completeExceptionally(x);
                            callback.failed(x);
                        }));
    }

    private Throwable awaitFailure() throws Exception {
        try {
            written.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException x) {
            return x.getCause();
        }
        throw new AssertionError("the write succeeded");
    }

    @RepeatedTest(10)
    void writeThatWaitedFailsWithItsTrailers() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        start((request, response, callback) -> {
            response.setTrailersSupplier(() -> HttpFields.build().put("large", "x".repeat(100_000)));
            writeLast(response, "content", callback);
            waits.countDown();
        });
        try (Http2Client client = connect(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, 0)) {
            int stream = client.request(true, "/");
            client.flush();
            assertThat(waits.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(written).isNotDone();
            FrameWriter.windowUpdate(client.out(), stream, 1000);
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(awaitFailure()).hasMessageContaining("response fields of 100009 octets");
        }
    }

    @Test
    void trailersThatAreTooLargeFailTheWrite() throws Exception {
        start((request, response, callback) -> {
            response.setTrailersSupplier(() -> HttpFields.build().put("large", "x".repeat(100_000)));
            writeLast(response, "content", callback);
        });
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(awaitFailure()).hasMessageContaining("response fields of 100009 octets");
        }
    }

    /** RFC 9113, section 8.2.1: a client resets the stream of such a response. */
    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "colon:", "X\r\nInjected", "fällt", "\u0130"})
    void fieldWhoseNameIsNoTokenIsRefused(String name) throws Exception {
        start((request, response, callback) -> {
            // the table has the fields before it when it is found
            response.getHeaders().add("x-new-" + request.getId(), "indexed");
            response.getHeaders().add(name, "value");
            writeLast(response, "content", callback);
        });
        try (Http2Client client = connect()) {
            for (int i = 0; i < 3; i++) {
                Http2Client.Response response = client.await(client.request(true, "/"));
                assertThat(response.status).isEqualTo(500);
                assertThat(response.fields.keySet()).noneMatch(field -> field.startsWith("x-new-"));
                assertThat(response.ended).isTrue();
            }
            assertThat(awaitFailure()).hasMessageContaining("field name '" + name + "'");
        }
    }

    @Test
    void trailerWhoseNameIsNoTokenResetsTheStream() throws Exception {
        start((request, response, callback) -> {
            response.setTrailersSupplier(() -> HttpFields.build().add("two words", "value"));
            writeLast(response, "content", callback);
        });
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            assertThat(client.await(stream).reset).isEqualTo(ErrorCode.INTERNAL_ERROR);
            assertThat(awaitFailure()).hasMessageContaining("field name 'two words'");
        }
    }

    @Test
    void interimResponseWithANameThatIsNoTokenIsLeftOut() throws Exception {
        start((request, response, callback) -> {
            CompletableFuture<Void> interim =
                    response.writeInterim(103, HttpFields.build().add("two words", "value"));
            assertThat(interim).isCompletedExceptionally();
            hello(request, response, callback);
        });
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/"));
            assertThat(response.interim).isEmpty();
            assertThat(response.status).isEqualTo(200);
            assertThat(response.content).hasToString("hello /");
        }
    }

    /** RFC 9113, section 8.6. */
    @ParameterizedTest
    @ValueSource(strings = {"", "content"})
    void changeOfProtocolIsRefused(String content) throws Exception {
        start((request, response, callback) -> {
            response.setStatus(101);
            response.getHeaders().put(HttpHeader.UPGRADE, "x").put(HttpHeader.CONNECTION, "upgrade");
            writeLast(response, content, callback);
        });
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/"));
            assertThat(response.interim).isEmpty();
            assertThat(response.status).isEqualTo(500);
            assertThat(response.ended).isTrue();
            assertThat(awaitFailure()).hasMessageContaining("101");
        }
    }

    @Test
    void changeOfProtocolWithoutAWriteIsRefused() throws Exception {
        start((request, response, callback) -> {
            response.setStatus(101);
            callback.succeeded();
        });
        try (Http2Client client = connect()) {
            Http2Client.Response response = client.await(client.request(true, "/"));
            assertThat(response.interim).isEmpty();
            assertThat(response.status).isEqualTo(500);
        }
    }
}
