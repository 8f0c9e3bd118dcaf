package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

class EventsHandlerTest extends OverTransports {
    private final List<String> events = new CopyOnWriteArrayList<>();

    private final class Recorder extends EventsHandler {
        private Recorder(Handler handler) {
            super(handler);
        }

        @Override
        protected void onBeforeHandling(Request request) {
            events.add("before " + request.getMethod());
        }

        @Override
        protected void onRequestRead(Request request, Content.Chunk chunk) {
            events.add("read " + (chunk == null ? "null" : chunk.remaining()));
        }

        @Override
        protected void onAfterHandling(Request request, boolean handled, Throwable failure) {
            events.add("after " + handled + (failure == null ? "" : " " + failure.getMessage()));
        }

        @Override
        protected void onResponseBegin(Request request, int status, HttpFields headers) {
            events.add("begin " + status);
        }

        @Override
        protected void onResponseWrite(Request request, boolean last, ByteBuffer content) {
            events.add("write " + last + " " + (content == null ? 0 : content.remaining()));
        }

        @Override
        protected void onResponseWriteComplete(Request request, Throwable failure) {
            events.add("written " + failure);
        }

        @Override
        protected void onResponseTrailersComplete(Request request, HttpFields trailers) {
            events.add("trailers " + trailers.get("T"));
        }

        @Override
        protected void onComplete(Request request, Throwable failure) {
            events.add("complete " + failure);
        }
    }

    private static Handler application() {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getHttpURI().getPath().equals("/fail")) {
                    throw new IllegalStateException("failed");
                }
                if (request.getHttpURI().getPath().equals("/not")) {
                    return false;
                }
                Content.Source.consumeAll(request);
                HttpFields trailers = HttpFields.build().put("T", "t").asImmutable();
                response.setTrailersSupplier(() -> trailers);
                response.write(
                        false,
                        ByteBuffer.wrap(new byte[3]),
                        Callback.from(
                                () -> response.write(true, ByteBuffer.wrap(new byte[4]), callback), callback::failed));
                return true;
            }
        };
    }

    @Test
    void everyEventIsTold() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(new Recorder(application()))) {
            local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 3\n\nabc");
            await().until(() -> events.contains("complete null"));
        }
        assertThat(events.get(0)).isEqualTo("before POST");
        assertThat(events)
                .containsSubsequence(
                        "read 3", "begin 200", "write false 3", "written null", "write true 4", "written null")
                .containsSubsequence("written null", "trailers t", "complete null")
                .containsSubsequence("write true 4", "after true");
    }

    @Test
    void theErrorPageOfAFailureIsToldToo() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(new Recorder(application()))) {
            local.get("/fail");
            await().until(() -> events.stream().anyMatch(event -> event.startsWith("complete")));
        }
        assertThat(events).containsSubsequence("before GET", "after false failed", "begin 500", "complete null");
    }

    @Test
    void whatAListenerThrowsDoesNotHarmTheRequest() throws Exception {
        EventsHandler bad = new EventsHandler(LocalServer.answer("fine")) {
            @Override
            protected void onBeforeHandling(Request request) {
                throw new IllegalStateException("bad listener, as the test wants it");
            }

            @Override
            protected void onComplete(Request request, Throwable failure) {
                throw new IllegalStateException("bad listener, as the test wants it");
            }
        };
        try (LocalServer local = new LocalServer(transport).start(bad)) {
            assertThat(local.get("/")).endsWith("fine");
            assertThat(local.get("/")).endsWith("fine");
        }
    }

    @Test
    void statisticsCountEveryKindOfResponse() throws Exception {
        StatisticsHandler statistics = new StatisticsHandler(application());
        try (LocalServer local = new LocalServer(transport).start(statistics)) {
            local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 3\n\nabc");
            local.get("/fail");
            local.get("/not");
            // a request is counted in several steps, of which some come after its answer
            await().untilAsserted(() -> {
                assertThat(statistics.getRequests()).isEqualTo(3);
                assertThat(statistics.getRequestTotal()).isEqualTo(3);
                assertThat(statistics.getRequestsActive()).isZero();
                assertThat(statistics.getRequestsActiveMax()).isBetween(1, 3);
                assertThat(statistics.getResponses2xx()).isEqualTo(1);
                assertThat(statistics.getResponses4xx()).isEqualTo(1);
                assertThat(statistics.getResponses5xx()).isEqualTo(1);
                assertThat(statistics.getHandlingFailures()).isEqualTo(1);
                assertThat(statistics.getHandleTotal()).isEqualTo(3);
                assertThat(statistics.getBytesRead()).isEqualTo(3);
                assertThat(statistics.getBytesWritten()).isGreaterThan(7);
                assertThat(statistics.getRequestTimeMax()).isPositive();
            });
            assertThat(statistics.dump()).contains("5xx=1", "read=3");
            statistics.reset();
            assertThat(statistics.getRequestTotal()).isZero();
            assertThat(statistics.getResponses5xx()).isZero();
        }
    }
}
