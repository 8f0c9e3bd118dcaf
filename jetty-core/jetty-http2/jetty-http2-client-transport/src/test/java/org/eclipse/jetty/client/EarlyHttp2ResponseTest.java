package org.eclipse.jetty.client;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.FrameWriter;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whole responses that come before the content of their request is sent (RFC 9113, section 8.1). Each test forces one order of:
 * the end of the response is parsed, it is read, the reset of either side is parsed, sent.
 */
class EarlyHttp2ResponseTest extends AbstractClientTest {
    private static final String RESET = "streams that are reset";

    /** What the parsing thread does at an event that costs, with the lock of the connection; whether the connection goes on. */
    private volatile Predicate<Object> onEvent = event -> true;

    private final AtomicInteger requestFailures = new AtomicInteger();

    /** Why the content of the request has not been sent. */
    enum Unsent {
        NOT_WRITTEN(FrameType.DEFAULT_MAX_FRAME_SIZE) {
            @Override
            Request.Content content() {
                return new AsyncRequestContent();
            }
        },
        NO_WINDOW(0) {
            @Override
            Request.Content content() {
                return new BytesRequestContent(new byte[10]);
            }
        };

        private final int window;

        Unsent(int window) {
            this.window = window;
        }

        abstract Request.Content content();
    }

    @Override
    HttpClient newClient() {
        return new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    }

    @Override
    void configure() {
        HttpClientTransportOverHTTP2 transport = (HttpClientTransportOverHTTP2) client.getTransport();
        transport.getHTTP2Client().setRateControlFactory(new RateControl.Factory() {
            @Override
            public RateControl newRateControl(EndPoint endPoint) {
                return event -> onEvent.test(event);
            }
        });
    }

    /** A request whose response is read by the test. */
    private final class Call {
        private final CompletableFuture<Content.Source> source = new CompletableFuture<>();
        private final CompletableFuture<Result> result = new CompletableFuture<>();

        private Call(RawServer server, Unsent unsent) {
            client.POST(server.getUri())
                    .body(unsent.content())
                    .onRequestFailure((request, failure) -> requestFailures.incrementAndGet())
                    .onResponseContentSource((response, content) -> source.complete(content))
                    .send(result::complete);
        }

        private Content.Source awaitHead() throws Exception {
            return source.get(30, SECONDS);
        }

        private void assertSucceeded() throws Exception {
            Result end = result.get(30, SECONDS);
            assertThat(end.getResponseFailure()).isNull();
            assertThat(end.getResponse().getStatus()).isEqualTo(413);
            assertThat(requestFailures).hasValue(1);
        }
    }

    private static int begin(RawHttp2 http2, Unsent unsent) throws IOException {
        return http2.begin(FrameType.SETTINGS_INITIAL_WINDOW_SIZE, unsent.window);
    }

    private static void reset(RawHttp2 http2, int id) throws IOException {
        FrameWriter.reset(http2.out(), id, ErrorCode.NO_ERROR.code);
        http2.flush();
    }

    @ParameterizedTest
    @EnumSource
    void responseIsReadBeforeTheServerResets(Unsent unsent) throws Exception {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = begin(http2, unsent);
            http2.head(id, 413, true).flush();
            code.complete(http2.await(FrameType.RST_STREAM).lastInt());
            reset(http2, id);
            http2.awaitEnd();
        })) {
            Call call = new Call(server, unsent);
            assertThat(call.awaitHead().read()).isSameAs(Content.Chunk.EOF);
            call.assertSucceeded();
            assertThat(code.get(30, SECONDS)).isEqualTo(ErrorCode.CANCEL_STREAM_ERROR.code);
        }
    }

    @ParameterizedTest
    @EnumSource
    void responseIsReadWhileTheResetOfTheServerIsParsed(Unsent unsent) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = begin(http2, unsent);
            http2.head(id, 413, true).flush();
            await(go);
            reset(http2, id);
            http2.awaitEnd();
        })) {
            Call call = new Call(server, unsent);
            Content.Source source = call.awaitHead();
            CompletableFuture<Content.Chunk> read = new CompletableFuture<>();
            onEvent = event -> {
                if (event.equals(RESET)) {
                    read.complete(source.read());
                }
                return true;
            };
            go.countDown();
            assertThat(read.get(30, SECONDS)).isSameAs(Content.Chunk.EOF);
            call.assertSucceeded();
        }
    }

    @ParameterizedTest
    @EnumSource
    void responseIsReadAfterTheResetOfTheServerWasParsed(Unsent unsent) throws Exception {
        CountDownLatch parsed = new CountDownLatch(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            int id = begin(http2, unsent);
            http2.head(id, 413, true);
            reset(http2, id);
            http2.frame(FrameType.PING, 0, 0, new byte[8]).flush();
            http2.await(FrameType.PING);
            parsed.countDown();
            http2.awaitEnd();
        })) {
            Call call = new Call(server, unsent);
            Content.Source source = call.awaitHead();
            await(parsed);
            assertThat(source.read()).isSameAs(Content.Chunk.EOF);
            call.assertSucceeded();
        }
    }

    /** The response waits in the stream, which is given up with the connection. */
    @ParameterizedTest
    @EnumSource
    void responseThatIsNotReadFailsWithItsConnection(Unsent unsent) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            http2.head(begin(http2, unsent), 413, true).flush();
            await(go);
        })) {
            Call call = new Call(server, unsent);
            call.awaitHead();
            go.countDown();
            assertThat(call.result.get(30, SECONDS).getFailure()).isInstanceOf(IOException.class);
            assertThat(requestFailures).hasValue(1);
        }
    }

    @Test
    void resetThatIsOneTooManyEndsItsRequest() throws Exception {
        failsBeyondTheRate(RESET, (http2, id) -> FrameWriter.reset(http2.out(), id, ErrorCode.INTERNAL_ERROR.code));
    }

    @Test
    void errorOfAStreamThatIsOneTooManyEndsItsRequest() throws Exception {
        failsBeyondTheRate(
                "errors of streams", (http2, id) -> http2.head(id, 200, true, new HttpField("content-length", "5")));
    }

    /** Ends the connection for what has ended the stream; the request has no end sent, which would earn the server an error. */
    private void failsBeyondTheRate(String what, BiConsumer<RawHttp2, Integer> answer) throws Exception {
        AtomicInteger events = new AtomicInteger();
        onEvent = event -> !event.equals(what) || events.incrementAndGet() == 0;
        try (RawServer server = new RawServer((socket, connection) -> {
            RawHttp2 http2 = new RawHttp2(socket);
            answer.accept(http2, http2.begin());
            http2.flush();
            http2.awaitEnd();
        })) {
            Result result = send(client.POST(server.getUri()).body(Unsent.NOT_WRITTEN.content()));
            assertThat(result.getFailure()).isInstanceOf(IOException.class);
            assertThat(events).hasValue(1);
        }
    }
}
