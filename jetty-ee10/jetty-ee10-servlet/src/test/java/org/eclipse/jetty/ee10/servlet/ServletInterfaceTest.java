package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.TestConnector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Servlet interface and the life of a servlet (Servlet chapter 2). */
class ServletInterfaceTest extends ContextServer {
    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final Set<Object> INSTANCES = Collections.newSetFromMap(new ConcurrentHashMap<>());
    private static final AtomicInteger TO_FAIL = new AtomicInteger();

    @BeforeEach
    void forget() {
        EVENTS.clear();
        INSTANCES.clear();
        TO_FAIL.set(0);
    }

    public static class Told extends HttpServlet {
        @Override
        public void init() throws ServletException {
            INSTANCES.add(this);
            EVENTS.add("init " + getServletName());
            if (TO_FAIL.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw new UnavailableException("later", 1);
            }
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            EVENTS.add("service " + getServletName());
            response.getWriter().print(System.identityHashCode(this));
        }

        @Override
        public void destroy() {
            EVENTS.add("destroy " + getServletName());
        }
    }

    private ServletHolder told(String name) {
        ServletHolder holder = new ServletHolder(name, Told.class);
        context.addServlet(holder, "/" + name);
        return holder;
    }

    /** Section 2.1.1. */
    public static class Methods extends HttpServlet {
        private static void say(String handler, HttpServletResponse response) {
            response.setHeader("X-Handler", handler);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            say("doGet", response);
        }

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) {
            say("doPost", response);
        }

        @Override
        protected void doPut(HttpServletRequest request, HttpServletResponse response) {
            say("doPut", response);
        }

        @Override
        protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
            say("doDelete", response);
        }
    }

    @ParameterizedTest
    @CsvSource({"GET,doGet", "POST,doPost", "PUT,doPut", "DELETE,doDelete", "HEAD,doGet"})
    void eachMethodOfHttpHasItsHandler(String method, String handler) throws Exception {
        context.addServlet(Methods.class, "/m");
        start();
        String response = request(method + " /ctx/m HTTP/1.1\r\nHost: l\r\nContent-Length: 0\r\n\r\n");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-Handler")).isEqualTo(handler);
    }

    @Test
    void optionsTellsWhatTheServletHandlesAndTraceEchoes() throws Exception {
        context.addServlet(Methods.class, "/m");
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setTraceAllowed(true);
        connector = new TestConnector(transport, server, configuration);
        start();
        String options = request("OPTIONS /ctx/m HTTP/1.1\r\nHost: l\r\n\r\n");
        assertThat(field(options, "Allow").split(", *"))
                .containsExactlyInAnyOrder("GET", "HEAD", "POST", "PUT", "DELETE", "TRACE", "OPTIONS");
        String trace = request("TRACE /ctx/m HTTP/1.1\r\nHost: l\r\nX-Sent: seen\r\n\r\n");
        assertThat(field(trace, "Content-Type")).startsWith("message/http");
        assertThat(body(trace)).startsWith("TRACE /ctx/m").containsIgnoringCase("x-sent: seen");
    }

    public static class Dated extends HttpServlet {
        @Override
        protected long getLastModified(HttpServletRequest request) {
            return 1_000_000_000_000L;
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("made");
        }
    }

    @Test
    void lastModifiedAnswersConditionalGet() throws Exception {
        context.addServlet(Dated.class, "/d");
        start();
        String first = get("/ctx/d");
        assertThat(body(first)).isEqualTo("made");
        assertThat(field(first, "Last-Modified")).isEqualTo("Sun, 09 Sep 2001 01:46:40 GMT");
        assertThat(status(get("/ctx/d", "If-Modified-Since: Sun, 09 Sep 2001 01:46:40 GMT")))
                .isEqualTo(304);
        assertThat(status(get("/ctx/d", "If-Modified-Since: Sun, 09 Sep 2001 01:46:39 GMT")))
                .isEqualTo(200);
    }

    /** Section 2.2. */
    @Test
    void eachDeclarationHasOneInstance() throws Exception {
        told("a");
        told("b");
        start();
        String a = body(get("/ctx/a"));
        assertThat(body(get("/ctx/a"))).isEqualTo(a);
        assertThat(body(get("/ctx/b"))).isNotEqualTo(a);
        assertThat(INSTANCES).hasSize(2);
    }

    /** Section 2.3.1. */
    @Test
    void lazyServletIsInitialisedOnceByConcurrentRequestsBeforeAnyIsServed() throws Exception {
        told("a");
        start();
        CyclicBarrier together = new CyclicBarrier(8);
        List<CompletableFuture<String>> answers = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            together.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
                            return body(get("/ctx/a"));
                        } catch (Exception x) {
                            throw new IllegalStateException(x);
                        }
                    },
                    task -> new Thread(task).start()));
        }
        Set<String> instances = ConcurrentHashMap.newKeySet();
        for (CompletableFuture<String> answer : answers) {
            instances.add(answer.get(2 * DEADLINE_SECONDS, TimeUnit.SECONDS));
        }
        assertThat(instances).hasSize(1);
        assertThat(EVENTS).hasSize(9).startsWith("init a").containsOnlyOnce("init a");
    }

    @Test
    void servletsStartInOrderAndLazyOnesWithTheirRequest() throws Exception {
        told("third").setInitOrder(7);
        told("first").setInitOrder(0);
        told("lazy").setInitOrder(-1);
        told("second").setInitOrder(5);
        start();
        assertThat(EVENTS).containsExactly("init first", "init second", "init third");
        get("/ctx/lazy");
        assertThat(EVENTS).endsWith("init lazy", "service lazy");
    }

    /** Section 2.3.2. */
    @Test
    void servletIsInitialisedWithItsConfiguration() throws Exception {
        List<Object> seen = new CopyOnWriteArrayList<>();
        ServletHolder holder = new ServletHolder("configured", new HttpServlet() {
            @Override
            public void init(ServletConfig config) throws ServletException {
                super.init(config);
                seen.addAll(List.of(
                        config.getServletName(),
                        config.getInitParameter("p"),
                        Collections.list(config.getInitParameterNames()),
                        config.getServletContext() == context.getServletContext(),
                        String.valueOf(config.getInitParameter("none"))));
            }
        });
        holder.setInitParameter("p", "v");
        holder.setInitOrder(1);
        context.addServlet(holder, "/c");
        start();
        assertThat(seen).containsExactly("configured", "v", List.of("p"), true, "null");
    }

    /** Section 2.3.2.1. */
    @Test
    void servletThatFailedToInitialiseIsNotDestroyedAndTriedAgainOnceItsTimeIsOver() throws Exception {
        context.getServletHandler().setStartWithUnavailable(true);
        TO_FAIL.set(1);
        told("a").setInitOrder(1);
        start();
        String refused = get("/ctx/a");
        assertThat(status(refused)).isEqualTo(503);
        assertThat(field(refused, "Retry-After")).isEqualTo("1");
        await().untilAsserted(() -> assertThat(status(get("/ctx/a"))).isEqualTo(200));
        assertThat(INSTANCES).hasSize(2);
        assertThat(EVENTS).doesNotContain("destroy a").startsWith("init a", "init a", "service a");
    }

    public static class Retiring extends Told {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            super.doGet(request, response);
            throw new UnavailableException("for good");
        }
    }

    /** Section 2.3.3.2. */
    @Test
    void permanentlyUnavailableServletIsDestroyedOnceAndServesNoMore() throws Exception {
        context.addServlet(new ServletHolder("r", Retiring.class), "/r");
        start();
        assertThat(status(get("/ctx/r"))).isEqualTo(404);
        assertThat(status(get("/ctx/r"))).isEqualTo(404);
        server.stop();
        assertThat(EVENTS).containsExactly("init r", "service r", "destroy r");
    }

    /** Section 2.3.3.1. */
    @Test
    void requestsAreServedByOneInstanceAtTheSameTime() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        servlet("/s", (request, response) -> {
            together.await(DEADLINE_SECONDS, TimeUnit.SECONDS);
            response.getWriter().print("met");
        });
        start();
        CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> {
            try {
                return body(get("/ctx/s"));
            } catch (Exception x) {
                throw new IllegalStateException(x);
            }
        });
        assertThat(body(get("/ctx/s"))).isEqualTo("met");
        assertThat(other.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("met");
    }

    /** Section 2.3.4. */
    @Test
    void servletsThatWereInitialisedAreDestroyedOnceAndAServletThatWasNotIsNot() throws Exception {
        told("used");
        told("idle");
        start();
        get("/ctx/used");
        server.stop();
        assertThat(EVENTS).containsExactly("init used", "service used", "destroy used");
    }

    @Test
    void stopLetsRunningRequestsEndBeforeServletsAreDestroyed() throws Exception {
        CountDownLatch serving = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        context.addServlet(
                new ServletHolder("slow", new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        serving.countDown();
                        try {
                            end.await();
                        } catch (InterruptedException x) {
                            EVENTS.add("interrupted");
                        }
                        EVENTS.add("served");
                    }

                    @Override
                    public void destroy() {
                        EVENTS.add("destroyed");
                    }
                }),
                "/slow");
        server.setStopTimeout(30_000);
        start();
        CompletableFuture<Void> stopped;
        try (var client = connector.executeRequest("GET /ctx/slow HTTP/1.1\r\nHost: l\r\n\r\n")) {
            serving.await();
            stopped = CompletableFuture.runAsync(() -> {
                try {
                    server.stop();
                } catch (Exception x) {
                    EVENTS.add(x.toString());
                }
            });
            await().until(() -> isShutdown());
            assertThat(EVENTS).isEmpty();
            end.countDown();
            stopped.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }
        assertThat(EVENTS).containsExactly("served", "destroyed");
    }

    private boolean isShutdown() {
        return connector.getConnector().isShutdown();
    }
}
