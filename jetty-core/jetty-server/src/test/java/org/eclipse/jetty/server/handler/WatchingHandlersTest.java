package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Handlers that gather, watch or end what others do. */
class WatchingHandlersTest extends OverTransports {
    private interface Action {
        boolean handle(Request request, Response response, Callback callback) throws Exception;
    }

    private static Handler handler(Action action) {
        return new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return action.handle(request, response, callback);
            }
        };
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes parts, each when the one before is done, and completes without a last write. */
    private static void write(Response response, Callback callback, String... parts) {
        write(response, callback, 0, parts);
    }

    private static void write(Response response, Callback callback, int index, String... parts) {
        if (index == parts.length) {
            callback.succeeded();
            return;
        }
        response.write(
                false,
                text(parts[index]),
                Callback.from(() -> write(response, callback, index + 1, parts), callback::failed));
    }

    @Test
    void smallWritesAreGatheredAndGetALength() throws Exception {
        BufferedResponseHandler buffered = new BufferedResponseHandler(handler((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
            write(response, callback, "one", "two", "three");
            return true;
        }));
        try (LocalServer local = new LocalServer(transport).start(buffered)) {
            assertThat(local.get("/")).contains("Content-Length: 11\r\n").endsWith("\r\n\r\nonetwothree");
        }
    }

    @ParameterizedTest
    @CsvSource({"GET, image/png, 100", "POST, text/plain, 100", "GET, text/plain, 5"})
    void othersAreNotGathered(String method, String type, int size) throws Exception {
        BufferedResponseHandler buffered = new BufferedResponseHandler(handler((request, response, callback) -> {
            request.setAttribute(BufferedResponseHandler.BUFFER_SIZE_ATTRIBUTE_NAME, size);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
            write(response, callback, "one", "two", "three", "a longer one");
            return true;
        }));
        try (LocalServer local = new LocalServer(transport).start(buffered)) {
            String response = local.ask(method + " / HTTP/1.1\nHost: h\nContent-Length: 0\n\n");
            if (transport.isHttp1()) {
                assertThat(response).contains("Transfer-Encoding: chunked\r\n").endsWith("\r\n0\r\n\r\n");
            } else {
                assertThat(response).doesNotContain("Content-Length");
            }
            assertThat(response.replaceAll("\r\n[0-9A-F]+\r\n", "")).contains("onetwothreea longer one");
        }
    }

    @Test
    void whatWasGatheredIsDroppedForAnErrorPage() throws Exception {
        BufferedResponseHandler buffered = new BufferedResponseHandler(handler((request, response, callback) -> {
            response.write(
                    false,
                    text("gathered"),
                    Callback.from(
                            () -> {
                                if (request.getHttpURI().getPath().equals("/error")) {
                                    Response.writeError(request, response, callback, 418);
                                } else {
                                    callback.failed(new IllegalStateException("late"));
                                }
                            },
                            callback::failed));
            return true;
        }));
        try (LocalServer local = new LocalServer(transport).start(buffered)) {
            assertThat(local.get("/error")).startsWith("HTTP/1.1 418").doesNotContain("gathered");
            assertThat(local.get("/fail")).startsWith("HTTP/1.1 500").doesNotContain("gathered");
        }
    }

    @Test
    void whoKnowsTheTokenStopsTheServer() throws Exception {
        LocalServer local = new LocalServer(transport);
        local.start(new ShutdownHandler(LocalServer.answer("x"), null, "secret", false));
        assertThat(local.ask("POST /shutdown?token=wrong HTTP/1.1\nHost: h\nContent-Length: 0\n\n"))
                .startsWith("HTTP/1.1 401");
        assertThat(local.get("/shutdown?token=secret"))
                .startsWith("HTTP/1.1 405")
                .contains("Allow: POST\r\n");
        assertThat(local.get("/")).endsWith("x");
        assertThat(local.server.isRunning()).isTrue();
        assertThat(local.ask("POST /shutdown?token=secret HTTP/1.1\nHost: h\nContent-Length: 0\n\n"))
                .startsWith("HTTP/1.1 200")
                .contains(closing());
        await().until(local.server::isStopped);
        assertThatThrownBy(() -> new ShutdownHandler("")).isInstanceOf(IllegalArgumentException.class);
    }

    /** The token counts in the query alone: logs of content are not its place, nor is it read from whoever asks. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /shutdown HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token= HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token=secre HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token=secret2 HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?Token=secret HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token=SECRET HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token=wrong&token=secret HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 401",
                "POST /shutdown?token=%zz HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 400",
                "POST /shutdown HTTP/1.1\\nHost: h\\nContent-Type: application/x-www-form-urlencoded\\n"
                        + "Content-Length: 12\\n\\ntoken=secret | 401",
                "GET /shutdown?token=secret HTTP/1.1\\nHost: h\\n\\n | 405",
                "PUT /shutdown?token=secret HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 405",
                "OPTIONS /shutdown?token=secret HTTP/1.1\\nHost: h\\n\\n | 405",
                "POST /shutdown/?token=secret HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 200",
                "POST /other?token=secret HTTP/1.1\\nHost: h\\nContent-Length: 0\\n\\n | 200"
            })
    void serverGoesOnForWhoDoesNotKnowTheToken(String request, int status) throws Exception {
        try (LocalServer local = new LocalServer(transport)) {
            local.start(new ShutdownHandler(LocalServer.answer("x"), null, "secret", false));
            assertThat(local.ask(request.replace("\\n", "\n"))).startsWith("HTTP/1.1 " + status);
            // were it to stop, it would do so now
            assertThat(local.get("/")).endsWith("x");
            assertThat(local.server.isRunning()).isTrue();
        }
    }

    @Test
    void linesTellOfRequestsWithoutSecrets() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DebugHandler debug = new DebugHandler(handler((request, response, callback) -> {
            response.getHeaders().put(HttpHeader.SET_COOKIE, "session=secret");
            response.write(true, text(Thread.currentThread().getName()), callback);
            return true;
        }));
        debug.setShowHeaders(true);
        debug.setOutputStream(out);
        try (LocalServer local = new LocalServer(transport).start(debug)) {
            assertThat(local.get("/p", "Cookie: session=secret", "x: y", "Connection: close"))
                    .contains("GET " + transport.scheme() + "://localhost/p");
            await().until(() -> out.toString(StandardCharsets.UTF_8).contains("CLOSED "));
        }
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "OPENED ", "REQUEST ", "x: y", "Cookie: ...", "HANDLED ", "RESPONSE ", " 200 after ", "CLOSED ")
                .doesNotContain("secret");
    }

    /** Takes down what it is told. */
    private static final class Events implements StateTrackingHandler.Listener {
        private final List<String> told = new CopyOnWriteArrayList<>();
        private final CountDownLatch any = new CountDownLatch(1);

        private void tell(String event) {
            told.add(event);
            any.countDown();
        }

        @Override
        public void onInvalidHandlerReturnValue(Request request, StateTrackingHandler.ThreadInfo thread) {
            tell("return");
        }

        @Override
        public void onHandlerException(Request request, Throwable x, StateTrackingHandler.ThreadInfo thread) {
            tell("exception");
        }

        @Override
        public void onHandlerCallbackNotCompleted(Request request, StateTrackingHandler.ThreadInfo thread) {
            tell("handler");
        }

        @Override
        public void onDemandCallbackBlocked(
                Request request, StateTrackingHandler.ThreadInfo demand, StateTrackingHandler.ThreadInfo callback) {
            assertThat(callback.toString()).contains("await");
            tell("demand");
        }

        @Override
        public void onWriteBlocked(
                Request request, StateTrackingHandler.ThreadInfo write, StateTrackingHandler.ThreadInfo writing) {
            tell("write");
        }

        @Override
        public void onWriteCallbackNotCompleted(Request request, Throwable x, StateTrackingHandler.ThreadInfo write) {
            tell("not completed");
        }

        @Override
        public void onWriteCallbackBlocked(
                Request request,
                Throwable x,
                StateTrackingHandler.ThreadInfo write,
                StateTrackingHandler.ThreadInfo callback) {
            tell("write callback");
        }
    }

    @Test
    void misuseIsToldOf() throws Exception {
        Events events = new Events();
        StateTrackingHandler tracking = new StateTrackingHandler(events);
        tracking.setCompleteHandlerCallbackAtTimeout(true);
        tracking.setHandler(handler((request, response, callback) -> {
            switch (request.getHttpURI().getPath()) {
                case "/return" -> {
                    callback.succeeded();
                    return false;
                }
                case "/exception" -> throw new IllegalStateException("test");
                case "/both" -> {
                    callback.succeeded();
                    throw new IllegalStateException("test");
                }
                default -> {
                    return true;
                }
            }
        }));
        try (LocalServer local = new LocalServer(transport).start(tracking)) {
            assertThat(local.get("/return")).startsWith("HTTP/1.1 200");
            assertThat(local.get("/exception")).startsWith("HTTP/1.1 500");
            assertThat(local.get("/both")).startsWith("HTTP/1.1 200");
            // not earlier, as those before may take that long on a busy machine
            tracking.setHandlerCallbackTimeout(10);
            assertThat(local.get("/never")).startsWith("HTTP/1.1 500");
            assertThat(events.told).containsExactly("return", "exception", "exception", "handler");
            await().until(() -> tracking.toString().contains("inFlight=0"));
        }
    }

    @Test
    void callbacksThatBlockAreToldOf() throws Exception {
        Events events = new Events();
        StateTrackingHandler tracking = new StateTrackingHandler(events);
        tracking.setDemandCallbackTimeout(10);
        tracking.setHandler(handler((request, response, callback) -> {
            request.demand(() -> {
                try {
                    assertThat(events.any.await(30, TimeUnit.SECONDS)).isTrue();
                    callback.succeeded();
                } catch (Throwable x) {
                    callback.failed(x);
                }
            });
            return true;
        }));
        try (LocalServer local = new LocalServer(transport).start(tracking)) {
            assertThat(local.ask("POST / HTTP/1.1\nHost: h\nContent-Length: 1\n\nx"))
                    .startsWith("HTTP/1.1 200");
            assertThat(events.told).containsExactly("demand");
        }
    }

    @Test
    void writeCallbacksThatBlockAreToldOf() throws Exception {
        Events events = new Events();
        StateTrackingHandler tracking = new StateTrackingHandler(events);
        tracking.setWriteCallbackTimeout(10);
        tracking.setHandler(handler((request, response, callback) -> {
            response.write(
                    false,
                    text("x"),
                    Callback.from(
                            () -> {
                                try {
                                    assertThat(events.any.await(30, TimeUnit.SECONDS))
                                            .isTrue();
                                    callback.succeeded();
                                } catch (Throwable x) {
                                    callback.failed(x);
                                }
                            },
                            callback::failed));
            return true;
        }));
        try (LocalServer local = new LocalServer(transport).start(tracking)) {
            assertThat(local.get("/")).startsWith("HTTP/1.1 200");
            assertThat(events.told).containsExactly("write callback");
        }
    }

    @Test
    void writesThatDoNotCompleteAreToldOf() throws Exception {
        Events events = new Events();
        StateTrackingHandler tracking = new StateTrackingHandler(events);
        // time for the thread to leave write(), however busy the machine is
        tracking.setWriteTimeout(300);
        tracking.setHandler(handler((request, response, callback) -> {
            response.write(true, ByteBuffer.allocate(1000), callback);
            return true;
        }));
        List<Callback> held = new CopyOnWriteArrayList<>();
        Handler.Wrapper holding = new Handler.Wrapper(tracking) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                return super.handle(
                        request,
                        new Response.Wrapper(request, response) {
                            @Override
                            public void write(boolean last, ByteBuffer content, Callback writeCallback) {
                                held.add(Callback.from(
                                        () -> super.write(last, content, writeCallback), writeCallback::failed));
                            }
                        },
                        callback);
            }
        };
        try (LocalServer local = new LocalServer(transport).start(holding)) {
            Transport.Client client = local.connector.executeRequest("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(events.any.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(events.told).containsExactly("not completed");
            held.get(0).succeeded();
            assertThat(client.getResponse()).startsWith("HTTP/1.1 200");
        }
    }
}
