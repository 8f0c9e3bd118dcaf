package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Streams driven by listeners (Servlet sections 3.7 and 5.7). */
class AsyncIoTest extends ContextServer {
    private final List<String> events = new CopyOnWriteArrayList<>();

    private void echo(String path) {
        servlet(path, (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletInputStream in = request.getInputStream();
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    events.add("data");
                    byte[] buffer = new byte[7];
                    while (in.isReady()) {
                        int read = in.read(buffer);
                        if (read < 0) {
                            break;
                        }
                        body.write(buffer, 0, read);
                    }
                }

                @Override
                public void onAllDataRead() throws IOException {
                    events.add("all");
                    response.getOutputStream().write(body.toByteArray());
                    async.complete();
                }

                @Override
                public void onError(Throwable t) {
                    events.add("error:" + t);
                    async.complete();
                }
            });
        });
    }

    @RepeatedTest(10)
    void contentThatIsThereIsReadAtOnce() throws Exception {
        echo("/s");
        start();
        assertThat(body(post("/ctx/s", "text/plain", "hello, asynchronous world")))
                .isEqualTo("hello, asynchronous world");
        assertThat(events).endsWith("all");
    }

    @RepeatedTest(10)
    void contentThatComesInPiecesIsReadAsItComes() throws Exception {
        echo("/s");
        start();
        try (var endPoint =
                connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\n")) {
            endPoint.addInputAndExecute("3\r\nabc\r\n");
            endPoint.addInputAndExecute("4\r\ndefg\r\n");
            endPoint.addInputAndExecute("2\r\nhi\r\n0\r\n\r\n");
            assertThat(body(endPoint.getResponse())).isEqualTo("abcdefghi");
        }
        assertThat(events).endsWith("all");
    }

    @Test
    void emptyContentIsAllRead() throws Exception {
        echo("/s");
        start();
        assertThat(status(get("/ctx/s"))).isEqualTo(200);
        assertThat(events).containsExactly("all");
    }

    @Test
    void badContentIsAnError() throws Exception {
        echo("/s");
        start();
        request("POST /ctx/s HTTP/1.1\r\nHost: l\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
        assertThat(events).hasSize(1);
        assertThat(events.get(0)).startsWith("error:");
    }

    @RepeatedTest(10)
    void largeContentIsWrittenWheneverPossible() throws Exception {
        byte[] block = "0123456789abcdef".repeat(1000).getBytes();
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                private int written;

                @Override
                public void onWritePossible() throws IOException {
                    while (out.isReady()) {
                        if (written == 100) {
                            async.complete();
                            return;
                        }
                        written++;
                        out.write(block);
                    }
                }

                @Override
                public void onError(Throwable t) {
                    events.add("error:" + t);
                    async.complete();
                }
            });
        });
        start();

        String response = request("GET /ctx/s HTTP/1.0\r\n\r\n");
        assertThat(body(response)).hasSize(100 * block.length);
        assertThat(events).isEmpty();
    }

    @Test
    void closeAfterAWriteThatIsPendingSendsAll() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            HttpOutput out = (HttpOutput) response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                @Override
                public void onWritePossible() throws IOException {
                    out.write(ByteBuffer.wrap("x".repeat(200_000).getBytes()));
                    async.complete();
                }

                @Override
                public void onError(Throwable t) {
                    events.add("error:" + t);
                }
            });
        });
        start();

        assertThat(body(request("GET /ctx/s HTTP/1.0\r\n\r\n"))).hasSize(200_000);
    }

    @Test
    void listenersNeedAnAsynchronousRequest() throws Exception {
        servlet("/s", (request, response) -> {
            for (Runnable set : List.<Runnable>of(
                    () -> {
                        try {
                            request.getInputStream().setReadListener(null);
                        } catch (IOException x) {
                            throw new java.io.UncheckedIOException(x);
                        }
                    },
                    () -> {
                        try {
                            response.getOutputStream().setWriteListener(new WriteListener() {
                                @Override
                                public void onWritePossible() {}

                                @Override
                                public void onError(Throwable t) {}
                            });
                        } catch (IOException x) {
                            throw new java.io.UncheckedIOException(x);
                        }
                    })) {
                try {
                    set.run();
                    events.add("accepted");
                } catch (RuntimeException x) {
                    events.add(x.getClass().getSimpleName());
                }
            }
        });
        start();
        get("/ctx/s");
        assertThat(events).containsExactly("NullPointerException", "IllegalStateException");
    }

    @Test
    void exceptionOfTheListenerIsItsError() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            request.getInputStream().setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() {
                    throw new IllegalArgumentException("mine");
                }

                @Override
                public void onAllDataRead() {}

                @Override
                public void onError(Throwable t) {
                    events.add(t.getMessage());
                    async.complete();
                }
            });
        });
        start();
        post("/ctx/s", "text/plain", "x");
        assertThat(events).containsExactly("mine");
    }

    private static ReadListener deaf() {
        return new ReadListener() {
            @Override
            public void onDataAvailable() {}

            @Override
            public void onAllDataRead() {}

            @Override
            public void onError(Throwable t) {}
        };
    }

    private static WriteListener silent() {
        return new WriteListener() {
            @Override
            public void onWritePossible() {}

            @Override
            public void onError(Throwable t) {}
        };
    }

    /** Sections 3.7 and 5.4. */
    @Test
    void listenersAreSetOnceAndForAsynchronousRequestsOnly() throws Exception {
        serve((request, response) -> {
            assertThatThrownBy(() -> request.getInputStream().setReadListener(null))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> request.getInputStream().setReadListener(deaf()))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> response.getOutputStream().setWriteListener(null))
                    .isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> response.getOutputStream().setWriteListener(silent()))
                    .isInstanceOf(IllegalStateException.class);
            AsyncContext async = request.startAsync();
            request.getInputStream().setReadListener(deaf());
            assertThatThrownBy(() -> request.getInputStream().setReadListener(deaf()))
                    .isInstanceOf(IllegalStateException.class);
            response.getOutputStream().setWriteListener(silent());
            assertThatThrownBy(() -> response.getOutputStream().setWriteListener(silent()))
                    .isInstanceOf(IllegalStateException.class);
            async.complete();
        });
    }

    @Test
    void readingWhatIsNotReadyIsRefused() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    while (in.isReady() && !in.isFinished()) {
                        int c = in.read();
                        if (c >= 0) {
                            events.add(String.valueOf((char) c));
                        }
                    }
                    if (events.size() == 1) {
                        assertThat(in.isReady()).isFalse();
                        assertThatThrownBy(in::read).isInstanceOf(IllegalStateException.class);
                        events.add("refused");
                    }
                }

                @Override
                public void onAllDataRead() {
                    async.complete();
                }

                @Override
                public void onError(Throwable t) {
                    events.add(t.toString());
                    async.complete();
                }
            });
        });
        start();
        try (var client = connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 2\r\n\r\na")) {
            await().untilAsserted(() -> assertThat(events).containsExactly("a", "refused"));
            client.addInputAndExecute("b");
            assertThat(status(client.getResponse())).isEqualTo(200);
        }
        assertThat(events).containsExactly("a", "refused", "b");
    }

    @Test
    void callbacksFollowEachOtherAndTheEndIsToldOnce() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            ServletInputStream in = request.getInputStream();
            in.setReadListener(new ReadListener() {
                @Override
                public void onDataAvailable() throws IOException {
                    if (inside.incrementAndGet() > 1) {
                        events.add("at the same time");
                    }
                    while (in.isReady() && in.read() >= 0) {
                        ;
                    }
                    inside.decrementAndGet();
                }

                @Override
                public void onAllDataRead() {
                    if (inside.get() > 0) {
                        events.add("at the same time");
                    }
                    events.add("end, finished " + in.isFinished());
                    async.complete();
                }

                @Override
                public void onError(Throwable t) {
                    events.add(t.toString());
                    async.complete();
                }
            });
        });
        start();
        try (var client = connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 40\r\n\r\n")) {
            for (int i = 0; i < 40; i++) {
                client.addInputAndExecute("x");
            }
            assertThat(status(client.getResponse())).isEqualTo(200);
        }
        assertThat(events).containsExactly("end, finished true");
    }

    @Test
    void writingWhatIsNotReadyIsRefused() throws Exception {
        byte[] block = new byte[100_000];
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                private boolean refused;
                private int blocks;

                @Override
                public void onWritePossible() throws IOException {
                    while (out.isReady()) {
                        // in memory it is always ready
                        if (refused || ++blocks > 200) {
                            async.complete();
                            return;
                        }
                        out.write(block);
                    }
                    if (refused) {
                        return;
                    }
                    refused = true;
                    assertThatThrownBy(() -> out.write(1)).isInstanceOf(IllegalStateException.class);
                    events.add("refused");
                }

                @Override
                public void onError(Throwable t) {
                    events.add(t.toString());
                    async.complete();
                }
            });
        });
        start();
        try (var client = connector.executeRequest("GET /ctx/s HTTP/1.1\r\nHost: l\r\n\r\n")) {
            // a client that reads as fast as is written would never have it wait
            if (transport.isHttp1() && connector.getConnector() instanceof NetworkConnector) {
                await().untilAsserted(() -> assertThat(events).isNotEmpty());
            }
            assertThat(status(client.getResponse(false, DEADLINE_SECONDS, TimeUnit.SECONDS)))
                    .isEqualTo(200);
        }
        assertThat(events).allMatch("refused"::equals);
    }

    /** Holds the first write back until the application has asked whether it is done. */
    private static final class HeldWrite extends Response.Wrapper {
        private final CountDownLatch written = new CountDownLatch(1);
        private Runnable held;
        private boolean released;

        HeldWrite(Request request, Response response) {
            super(request, response);
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            if (released) {
                super.write(last, content, callback);
            } else {
                held = () -> super.write(last, content, Callback.from(callback, written::countDown));
            }
        }

        void release() throws InterruptedException {
            released = true;
            held.run();
            assertThat(written.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** ServletOutputStream: what was not ready is not until the listener is called, though the write has ended by then. */
    @Test
    void writingBeforeTheListenerIsCalledAgainIsRefused() throws Exception {
        HeldWrite[] write = new HeldWrite[1];
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            ServletOutputStream out = response.getOutputStream();
            out.setWriteListener(new WriteListener() {
                @Override
                public void onWritePossible() throws IOException {
                    events.add("possible");
                    assertThat(out.isReady()).isTrue();
                    if (events.size() > 1) {
                        out.write('b');
                        async.complete();
                        return;
                    }
                    out.write("a".repeat(100_000).getBytes());
                    assertThat(out.isReady()).isFalse();
                    try {
                        write[0].release();
                    } catch (InterruptedException x) {
                        throw new IllegalStateException(x);
                    }
                    assertThatThrownBy(() -> out.write('x')).isInstanceOf(IllegalStateException.class);
                    assertThatThrownBy(out::flush).isInstanceOf(IllegalStateException.class);
                    HttpOutput output = (HttpOutput) out;
                    for (int size : new int[] {0, 1}) {
                        assertThatThrownBy(() -> output.write(ByteBuffer.allocate(size)))
                                .isInstanceOf(IllegalStateException.class);
                    }
                }

                @Override
                public void onError(Throwable t) {
                    events.add(t.toString());
                    async.complete();
                }
            });
        });
        server.setHandler(new Handler.Wrapper(context) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                write[0] = new HeldWrite(request, response);
                return super.handle(request, write[0], callback);
            }
        });
        server.start();
        String body = body(get("/ctx/s"));
        assertThat(events).containsExactly("possible", "possible");
        assertThat(body).hasSizeGreaterThan(100_000).contains("b").doesNotContain("x");
    }

    @Test
    void blockingStreamIsAlwaysReady() throws Exception {
        serve((request, response) -> {
            assertThat(request.getInputStream().isReady()).isTrue();
            assertThat(response.getOutputStream().isReady()).isTrue();
        });
    }
}
