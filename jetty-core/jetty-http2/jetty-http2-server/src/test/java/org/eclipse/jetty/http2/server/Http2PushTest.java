package org.eclipse.jetty.http2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Server push (RFC 9113, section 8.4). */
class Http2PushTest extends AbstractHttp2Test {
    private final AtomicReference<Request> pushed = new AtomicReference<>();

    private static MetaData.Request promise(Request request, String path) {
        return new MetaData.Request(
                "GET",
                HttpURI.build(request.getHttpURI()).pathQuery(path).asImmutable(),
                HttpVersion.HTTP_2,
                HttpFields.build()
                        .put(HttpHeader.HOST, "localhost")
                        .put(HttpHeader.CONNECTION, "x")
                        .put("foo", "bar"));
    }

    /** A page, which pushes its style. */
    private void page(Request request, Response response, Callback callback) {
        if (Request.getPathInContext(request).equals("/style?a=b")
                || request.getHttpURI().getPath().equals("/style")) {
            pushed.set(request);
            Content.Sink.write(response, true, "style", callback);
            return;
        }
        try {
            request.push(promise(request, "/style?a=b"));
        } catch (UnsupportedOperationException x) {
            failure.set(x);
        }
        Content.Sink.write(response, true, "page", callback);
    }

    @Test
    void requestIsPromisedBeforeTheResponseAndAnswered() throws Exception {
        start(this::page);
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            assertThat(client.await(stream).content).hasToString("page");
            client.readUntil(() -> client.response(2).isDone());
            assertThat(client.response(2).content).hasToString("style");
            Http2Client.Promise promise = client.promises.get(2);
            assertThat(promise.stream()).isEqualTo(stream);
            assertThat(promise.answered()).isFalse();
            assertThat(promise.fields())
                    .containsEntry(":method", "GET")
                    .containsEntry(":scheme", "http")
                    .containsEntry(":authority", "localhost")
                    .containsEntry(":path", "/style?a=b")
                    .containsEntry("foo", "bar")
                    .doesNotContainKeys("host", "connection");
        }
        assertThat(pushed.get().getAttribute(HttpStream.PUSHED_ATTRIBUTE)).isEqualTo(true);
        assertThat(pushed.get().getHeaders().get("foo")).isEqualTo("bar");
        assertThat(failure).hasNullValue();
    }

    @Test
    void secondPromiseHasTheNextEvenStream() throws Exception {
        start(this::page);
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/"));
            client.await(client.request(true, "/"));
            client.readUntil(() -> client.response(4).isDone());
            assertThat(client.promises).containsOnlyKeys(2, 4);
        }
    }

    @Test
    void nothingIsPushedToAClientThatDoesNotWantIt() throws Exception {
        AtomicReference<Boolean> supported = new AtomicReference<>();
        start((request, response, callback) -> {
            supported.set(request.getConnectionMetaData().isPushSupported());
            page(request, response, callback);
        });
        try (Http2Client client = connect(FrameType.SETTINGS_ENABLE_PUSH, 0)) {
            assertThat(client.await(client.request(true, "/")).content).hasToString("page");
            assertThat(client.promises).isEmpty();
        }
        assertThat(supported).hasValue(false);
        assertThat(failure.get()).isInstanceOf(UnsupportedOperationException.class);
    }

    /** RFC 9113, section 6.8: no stream is opened on the connection of a client that goes away. */
    @Test
    void nothingIsPushedToAClientThatGoesAway() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        AtomicReference<Boolean> supported = new AtomicReference<>();
        start((request, response, callback) -> {
            left.await();
            supported.set(request.getConnectionMetaData().isPushSupported());
            page(request, response, callback);
        });
        try (Http2Client client = connect()) {
            int stream = client.request(true, "/");
            FrameWriter.goAway(client.out(), 0, ErrorCode.NO_ERROR.code, null);
            FrameWriter.settings(client.out(), FrameType.SETTINGS_ENABLE_PUSH, 1);
            FrameWriter.ping(client.out(), false, 1);
            client.readUntil(() -> client.pings > 0);
            left.countDown();
            assertThat(client.await(stream).content).hasToString("page");
            assertThat(client.promises).isEmpty();
        }
        assertThat(supported).hasValue(false);
        assertThat(failure.get()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nothingIsPushedBeyondTheStreamsThatTheClientTakes() throws Exception {
        start(this::page);
        try (Http2Client client = connect(FrameType.SETTINGS_MAX_CONCURRENT_STREAMS, 0)) {
            assertThat(client.await(client.request(true, "/")).content).hasToString("page");
            assertThat(client.promises).isEmpty();
        }
        assertThat(failure).hasNullValue();
    }

    @Test
    void pushedRequestPushesNothing() throws Exception {
        start((request, response, callback) -> {
            try {
                request.push(promise(request, "/again"));
            } catch (UnsupportedOperationException x) {
                failure.set(x);
            }
            hello(request, response, callback);
        });
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/"));
            client.readUntil(() -> client.response(2).isDone());
            assertThat(client.promises).containsOnlyKeys(2);
        }
        assertThat(failure.get()).hasMessageContaining("pushed");
    }

    @Test
    void clientRefusesWhatIsPromised() throws Exception {
        CountDownLatch refused = new CountDownLatch(1);
        start((request, response, callback) -> {
            if (request.getAttribute(HttpStream.PUSHED_ATTRIBUTE) == null) {
                page(request, response, callback);
            } else {
                request.addFailureListener(x -> {
                    failure.set(x);
                    refused.countDown();
                    callback.failed(x);
                });
            }
        });
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/"));
            FrameWriter.reset(client.out(), 2, ErrorCode.REFUSED_STREAM_ERROR.code);
            client.flush();
            refused.await();
            assertThat(client.await(client.request(true, "/")).content).hasToString("page");
            assertThat(client.goAway).isNull();
        }
        assertThat(failure.get()).hasMessageContaining("reset by the client");
    }

    @Test
    void resetOfAStreamThatWasNotPromisedIsAnError() throws Exception {
        start(this::page);
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/"));
            FrameWriter.reset(client.out(), 4, ErrorCode.CANCEL_STREAM_ERROR.code);
            assertThat(client.awaitGoAway()).isEqualTo(ErrorCode.PROTOCOL_ERROR);
        }
    }

    @Test
    void requestThatHasEndedPromisesNothing() throws Exception {
        AtomicReference<Request> ended = new AtomicReference<>();
        start((request, response, callback) -> {
            ended.set(request);
            hello(request, response, callback);
        });
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/"));
            await().untilAsserted(() -> assertThatThrownBy(() -> ended.get().push(promise(ended.get(), "/late")))
                    .isInstanceOf(IllegalStateException.class));
            assertThat(client.await(client.request(true, "/")).content).hasToString("hello /");
            assertThat(client.promises).isEmpty();
        }
    }

    /** RFC 9113, section 8.3.1: a request has a scheme, an authority and a path. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "/style?a=b, http, localhost, /style?a=b",
                "style?a=b, http, localhost, /style?a=b",
                "//other/style, http, other, /style",
                "https://other:8443, https, other:8443, /",
                "none, http, localhost, /"
            })
    void promiseHasTheSchemeAndTheAuthorityOfItsRequest(String uri, String scheme, String authority, String path)
            throws Exception {
        AtomicReference<String> seen = new AtomicReference<>();
        start((request, response, callback) -> {
            if (request.getAttribute(HttpStream.PUSHED_ATTRIBUTE) != null) {
                seen.set(request.getHttpURI().toString());
            } else {
                HttpURI promised = uri == null ? HttpURI.build() : HttpURI.build(uri);
                request.push(new MetaData.Request("GET", promised.asImmutable(), HttpVersion.HTTP_2, HttpFields.EMPTY));
            }
            hello(request, response, callback);
        });
        try (Http2Client client = connect()) {
            client.await(client.request(true, "/page?c=d"));
            client.readUntil(() -> client.response(2).isDone());
            assertThat(client.promises.get(2).fields())
                    .containsEntry(":scheme", scheme)
                    .containsEntry(":authority", authority)
                    .containsEntry(":path", path);
        }
        assertThat(seen).hasValue(scheme + "://" + authority + path);
    }
}
