package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.server.BufferChecks;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous requests (Servlet section 2.3.3.3). */
class AsyncTest extends ContextServer {
    private final List<String> events = new CopyOnWriteArrayList<>();

    private class Recorder implements AsyncListener {
        @Override
        public void onComplete(AsyncEvent event) {
            events.add("complete");
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            events.add("timeout");
        }

        @Override
        public void onError(AsyncEvent event) throws IOException {
            events.add("error:" + event.getThrowable().getMessage());
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            events.add("start");
            event.getAsyncContext().addListener(this);
        }
    }

    @RepeatedTest(20)
    void completeFromAnotherThread() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Recorder());
            CompletableFuture.runAsync(() -> {
                try {
                    async.getResponse().getWriter().print("async");
                    async.complete();
                } catch (IOException x) {
                    events.add(x.toString());
                }
            });
        });
        start();

        assertThat(body(get("/ctx/s"))).isEqualTo("async");
        assertThat(events).containsExactly("complete");
    }

    @RepeatedTest(20)
    void dispatchComesBackToTheServlet() throws Exception {
        servlet("/s/*", (request, response) -> {
            if (request.getDispatcherType() == DispatcherType.REQUEST) {
                AsyncContext async = request.startAsync();
                async.start(async::dispatch);
            } else {
                response.getWriter()
                        .print(request.getDispatcherType()
                                + request.getPathInfo()
                                + request.getAttribute(AsyncContext.ASYNC_REQUEST_URI)
                                + request.getParameter("a"));
            }
        });
        start();

        assertThat(body(get("/ctx/s/x?a=1"))).isEqualTo("ASYNC/x/ctx/s/x1");
    }

    @Test
    void dispatchToAPathAndStartAgain() throws Exception {
        servlet("/1", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.addListener(new Recorder());
            async.dispatch("/2?b=2");
        });
        servlet("/2", (request, response) -> {
            response.getWriter().print(request.getRequestURI() + request.getParameter("b"));
            AsyncContext async = request.startAsync();
            async.complete();
        });
        start();

        assertThat(body(get("/ctx/1?b=1"))).isEqualTo("/ctx/22");
        assertThat(events).containsExactly("start", "complete");
    }

    @Test
    void timeoutThatNobodyHandlesIsAnError() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(20);
            async.addListener(new Recorder());
        });
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(500);
        await().untilAsserted(() -> assertThat(events).containsExactly("timeout", "complete"));
    }

    @Test
    void listenerMayCompleteOnTimeout() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.setTimeout(20);
            async.addListener(
                    new Recorder() {
                        @Override
                        public void onTimeout(AsyncEvent event) throws IOException {
                            event.getSuppliedResponse().getWriter().print("too late");
                            event.getAsyncContext().complete();
                        }
                    },
                    request,
                    response);
        });
        start();

        String response = get("/ctx/s");
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).isEqualTo("too late");
    }

    @Test
    void exceptionAfterStartTellsTheListeners() throws Exception {
        servlet("/s", (request, response) -> {
            request.startAsync().addListener(new Recorder());
            throw new IllegalStateException("after start");
        });
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(500);
        await().untilAsserted(() -> assertThat(events).containsExactly("error:after start", "complete"));
    }

    @Test
    void sendErrorThenCompleteAnswersTheError() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                try {
                    response.sendError(503, "later");
                    async.complete();
                } catch (IOException x) {
                    events.add(x.toString());
                }
            });
        });
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(503);
    }

    @Test
    void servletWithoutAsyncSupportMayNotStart() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            response.getWriter().print(request.isAsyncSupported());
            try {
                request.startAsync();
            } catch (IllegalStateException x) {
                response.getWriter().print(" refused");
            }
        });
        holder.setAsyncSupported(false);
        start();

        assertThat(body(get("/ctx/s"))).isEqualTo("false refused");
        // the next request of the connection has it back
        servlet("/ok", (request, response) -> response.getWriter().print(request.isAsyncSupported()));
        assertThat(body(get("/ctx/ok"))).isEqualTo("true");
    }

    @Test
    void contextIsOfNoUseAfterCompletion() throws Exception {
        AtomicReference<AsyncContext> kept = new AtomicReference<>();
        servlet("/s", (request, response) -> {
            kept.set(request.startAsync());
            kept.get().complete();
        });
        start();

        get("/ctx/s");
        try {
            kept.get().complete();
            events.add("accepted");
        } catch (IllegalStateException x) {
            events.add("refused");
        }
        assertThat(events).containsExactly("refused");
    }

    @Test
    void secondStartInOneDispatchIsRefused() throws Exception {
        servlet("/s", (request, response) -> {
            AsyncContext async = request.startAsync();
            try {
                request.startAsync();
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
            async.complete();
        });
        start();

        assertThat(body(get("/ctx/s"))).isEqualTo("refused");
    }

    @Test
    void requestsAfterAnAsynchronousOneOnTheSameConnectionAreServed() throws Exception {
        CountDownLatch done = new CountDownLatch(50);
        servlet("/a", (request, response) -> {
            AsyncContext async = request.startAsync();
            async.start(() -> {
                async.complete();
                done.countDown();
            });
        });
        servlet("/b", (request, response) -> response.getWriter().print("b"));
        start();

        try (var endPoint = connector.connect()) {
            for (int i = 0; i < 50; i++) {
                endPoint.addInputAndExecute(java.nio.ByteBuffer.wrap(
                        "GET /ctx/a HTTP/1.1\r\nHost: l\r\n\r\nGET /ctx/b HTTP/1.1\r\nHost: l\r\n\r\n".getBytes()));
                assertThat(status(endPoint.getResponse())).isEqualTo(200);
                assertThat(body(endPoint.getResponse())).isEqualTo("b");
            }
        }
        done.await();
    }

    /** No thread is left: whatever the application asks for, no buffer is lost. */
    @ParameterizedTest
    @ValueSource(strings = {"complete", "dispatch"})
    void whatComesAfterTheStopOfTheThreadPoolGivesBuffersBack(String how) throws Exception {
        AtomicReference<AsyncContext> context = new AtomicReference<>();
        servlet("/s", (request, response) -> {
            request.getInputStream().read();
            AsyncContext async = request.startAsync();
            async.setTimeout(0);
            async.addListener(new Recorder());
            context.set(async);
        });
        start();
        connector.executeRequest(
                "POST /ctx/s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n" + "0123456789".repeat(1000));
        await().until(() -> context.get() != null);

        // as the stop of the server does, which has no thread for what comes later
        QueuedThreadPool threads = (QueuedThreadPool) server.getThreadPool();
        threads.setStopTimeout(10);
        threads.stop();
        if (how.equals("complete")) {
            context.get().complete();
        } else {
            context.get().dispatch();
        }
        server.stop();
        BufferChecks.assertAllReleased(buffers);
        assertThat(events.stream().filter("complete"::equals)).hasSize(1);
    }
}
