package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.PushBuilder;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http2.FrameType;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.Http2Client;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Server push (Servlet section 3.9, PushBuilder). */
class PushBuilderTest {
    private final Server server = new Server();
    private final ServerConnector connector =
            new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    private final ServletContextHandler context = new ServletContextHandler("/app", ServletContextHandler.SESSIONS);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    interface Page {
        void pushes(HttpServletRequest request, HttpServletResponse response) throws Exception;
    }

    private void start(Page page) throws Exception {
        server.addConnector(connector);
        server.setHandler(context);
        context.addServlet(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        try {
                            page.pushes(request, response);
                        } catch (Throwable x) {
                            failure.set(x);
                        }
                        response.getWriter().print("page");
                    }
                },
                "/page");
        context.addServlet(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.getWriter()
                                .print("pushed " + request.getQueryString() + " " + request.getRequestedSessionId()
                                        + " " + request.newPushBuilder());
                    }
                },
                "/pushed/*");
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    private Http2Client connect(int... settings) throws Exception {
        return new Http2Client(connector.getLocalPort(), settings);
    }

    /** The fields of the promise that the page makes, whose request is answered. */
    private Map<String, String> promised(String... fields) throws Exception {
        try (Http2Client client = connect()) {
            assertThat(client.await(client.request(true, "/app/page?x=y", fields)).content)
                    .hasToString("page");
            client.readUntil(() -> client.response(2).isDone());
            assertThat(client.response(2).status).isEqualTo(200);
            assertThat(client.response(2).content.toString())
                    .startsWith("pushed ")
                    .endsWith(" null");
            return client.promises.get(2).fields();
        }
    }

    @Test
    void promiseHasTheFieldsOfTheRequestAndWhatTheBuilderSays() throws Exception {
        start((request, response) -> {
            PushBuilder builder = request.newPushBuilder();
            builder.addHeader("h1", "v1").setHeader("FOO", "v2").removeHeader("Baz");
            assertThat(builder.getHeader("Foo")).isEqualTo("v2");
            assertThat(builder.getHeaderNames()).contains("h1").doesNotContain("baz");
            builder.queryString("q=2").path("pushed/index.html?q=1").push();
            assertThat(builder.getPath()).isNull();
            assertThatIllegalStateException().isThrownBy(builder::push);
        });
        assertThat(promised(
                        "foo",
                        "bar",
                        "baz",
                        "qux",
                        "if-none-match",
                        "x",
                        "range",
                        "bytes=0-1",
                        "expect",
                        "100-continue"))
                .containsEntry(":method", "GET")
                .containsEntry(":path", "/app/pushed/index.html?q=1&q=2")
                .containsEntry("h1", "v1")
                .containsEntry("foo", "v2")
                .containsEntry("referer", "http://localhost/app/page?x=y")
                .doesNotContainKeys("baz", "if-none-match", "range", "expect", "cookie");
    }

    @Test
    void absolutePathIsThatOfTheServer() throws Exception {
        start((request, response) ->
                request.newPushBuilder().path("/app/pushed/a").push());
        assertThat(promised()).containsEntry(":path", "/app/pushed/a");
    }

    @Test
    void cookiesOfTheResponseAreThoseOfTheNextRequest() throws Exception {
        start((request, response) -> {
            response.addCookie(new Cookie("new", "1"));
            Cookie deleted = new Cookie("deleted", "");
            deleted.setMaxAge(0);
            response.addCookie(deleted);
            request.newPushBuilder().path("pushed/").push();
        });
        assertThat(promised("cookie", "kept=0; deleted=2").get("cookie")).isEqualTo("kept=0; new=1");
    }

    @Test
    void sessionOfTheRequestIsThatOfThePush() throws Exception {
        AtomicReference<String> id = new AtomicReference<>();
        start((request, response) -> {
            id.set(request.getSession().getId());
            PushBuilder builder = request.newPushBuilder();
            assertThat(builder.getSessionId()).isEqualTo(id.get());
            builder.path("pushed/").push();
        });
        assertThat(promised().get("cookie")).startsWith("JSESSIONID=" + id.get());
    }

    @Test
    void conditionsAreOfOnePushAndOtherFieldsOfAll() throws Exception {
        start((request, response) -> {
            PushBuilder builder = request.newPushBuilder();
            builder.setHeader("If-Match", "*")
                    .setHeader("other", "1")
                    .path("pushed/")
                    .push();
            assertThat(builder.getHeader("If-Match")).isNull();
            assertThat(builder.getHeader("other")).isEqualTo("1");
        });
        assertThat(promised()).containsEntry("if-match", "*");
    }

    @Test
    void methodIsSafe() throws Exception {
        start((request, response) -> {
            PushBuilder builder = request.newPushBuilder();
            assertThatNullPointerException().isThrownBy(() -> builder.method(null));
            for (String method :
                    new String[] {"", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "X"}) {
                assertThatIllegalArgumentException().isThrownBy(() -> builder.method(method));
            }
            assertThat(builder.getMethod()).isEqualTo("GET");
            builder.path("pushed/").push();
            assertThat(request.newPushBuilder()).isNotSameAs(builder);
        });
        promised();
    }

    @Test
    void clientThatDisablesPushHasNoBuilder() throws Exception {
        AtomicReference<Object> builder = new AtomicReference<>("none asked for");
        start((request, response) -> builder.set(request.newPushBuilder()));
        try (Http2Client client = connect(FrameType.SETTINGS_ENABLE_PUSH, 0)) {
            client.await(client.request(true, "/app/page"));
        }
        assertThat(builder).hasNullValue();
    }
}
