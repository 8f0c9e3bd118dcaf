package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.UnavailableException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** Errors, error pages, and what a client gets of them (Servlet section 10.9). */
class ErrorTest extends ContextServer {
    private final ErrorPageErrorHandler pages = new ErrorPageErrorHandler();

    private void pages() {
        context.setErrorHandler(pages);
        servlet("/error/*", (request, response) -> response.getWriter()
                .print(request.getPathInfo() + "|" + request.getDispatcherType() + "|"
                        + request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) + "|"
                        + request.getAttribute(RequestDispatcher.ERROR_MESSAGE) + "|"
                        + request.getAttribute(RequestDispatcher.ERROR_EXCEPTION_TYPE) + "|"
                        + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) + "|"
                        + (request.getAttribute(RequestDispatcher.ERROR_SERVLET_NAME) != null)));
    }

    @Test
    void pageIsFoundByStatus() throws Exception {
        pages();
        pages.addErrorPage(404, "/error/404");
        servlet("/s", (request, response) -> {
            response.getWriter().print("dropped");
            response.sendError(404, "gone");
        });
        start();

        String response = get("/ctx/s");
        assertThat(status(response)).isEqualTo(404);
        assertThat(body(response)).isEqualTo("/404|ERROR|404|gone|null|/ctx/s|true");
    }

    @Test
    void pageIsFoundByExceptionOrItsCauseOrRangeOrGlobally() throws Exception {
        pages();
        pages.addErrorPage(IOException.class, "/error/io");
        pages.addErrorPage(500, 599, "/error/5xx");
        pages.addErrorPage(ErrorPageErrorHandler.GLOBAL_ERROR_PAGE, "/error/global");
        servlet("/io", (request, response) -> {
            throw new java.io.FileNotFoundException("f");
        });
        servlet("/wrapped", (request, response) -> {
            throw new ServletException("w", new IOException("inner"));
        });
        servlet("/runtime", (request, response) -> {
            throw new IllegalStateException("r");
        });
        servlet("/teapot", (request, response) -> response.sendError(418));
        start();

        assertThat(body(get("/ctx/io"))).startsWith("/io|ERROR|500|").contains("FileNotFoundException");
        assertThat(body(get("/ctx/wrapped"))).startsWith("/io|ERROR|500|").contains("class java.io.IOException");
        assertThat(body(get("/ctx/runtime"))).startsWith("/5xx|ERROR|500|").contains("IllegalStateException");
        assertThat(body(get("/ctx/teapot"))).startsWith("/global|ERROR|418|");
        assertThat(body(get("/ctx/nowhere"))).startsWith("/global|ERROR|404|");
    }

    @Test
    void errorPageThatFailsIsAnsweredWithoutIt() throws Exception {
        context.setErrorHandler(pages);
        pages.addErrorPage(404, "/broken");
        pages.addErrorPage(500, "/broken");
        servlet("/broken", (request, response) -> {
            throw new IllegalStateException("page");
        });
        servlet("/loop", (request, response) -> response.sendError(409));
        pages.addErrorPage(409, "/loop");
        start();

        assertThat(status(get("/ctx/nowhere"))).isIn(404, 500);
        assertThat(status(get("/ctx/loop"))).isEqualTo(409);
    }

    @Test
    void errorPageThatThrowsIsReplacedByAGeneratedOne() throws Exception {
        context.setErrorHandler(pages);
        pages.addErrorPage(ErrorPageErrorHandler.GLOBAL_ERROR_PAGE, "/broken?how=now");
        servlet("/broken", (request, response) -> {
            switch (request.getQueryString()) {
                case "how=now" -> {
                    response.setStatus(202);
                    response.setContentType("text/plain");
                    response.setContentLength(3);
                    response.getWriter().print("torn");
                    throw new IllegalStateException("page");
                }
                default -> throw new NoClassDefFoundError("page");
            }
        });
        servlet("/parameters", (request, response) -> request.getParameter("a"));
        pages.addErrorPage(400, "/parameters");
        pages.addErrorPage(409, "/broken?how=error");
        servlet("/conflict", (request, response) -> response.sendError(409));
        pages.addErrorPage(410, "/sent");
        servlet("/gone", (request, response) -> response.sendError(410));
        servlet("/sent", (request, response) -> {
            response.sendError(418);
            throw new IllegalStateException("after the error");
        });
        pages.addErrorPage(411, "/flushed");
        servlet("/length", (request, response) -> response.sendError(411));
        servlet("/flushed", (request, response) -> {
            response.getWriter().print("begun");
            response.flushBuffer();
            throw new IllegalStateException("too late");
        });
        start();

        String page = "<h2>HTTP ERROR %s</h2>";
        String missing = get("/ctx/nowhere");
        assertThat(status(missing)).isEqualTo(404);
        assertThat(missing).contains(page.formatted("404 Not Found")).doesNotContain("torn");
        assertThat(get("/ctx/conflict")).startsWith("HTTP/1.1 409 ").contains(page.formatted("409 Conflict"));
        assertThat(get("/ctx/parameters?a=%zz")).startsWith("HTTP/1.1 400 ").contains("<h2>HTTP ERROR 400 ");
        assertThat(get("/ctx/gone")).startsWith("HTTP/1.1 418 ").contains("<h2>HTTP ERROR 418 ");
        assertThat(get("/ctx/length"))
                .startsWith("HTTP/1.1 411 ")
                .contains("begun")
                .doesNotContain("<h2>");
        String put = request("PUT /ctx/nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
        assertThat(put).startsWith("HTTP/1.1 404 ").doesNotContain("torn", "<h2>");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "3, 3", "0, 0"})
    void pageIsDispatchedToAsOftenAsConfigured(int most, int times) throws Exception {
        AtomicInteger count = new AtomicInteger();
        context.setErrorHandler(pages);
        servlet("/loop", (request, response) -> response.sendError(409));
        servlet("/page", (request, response) -> {
            count.incrementAndGet();
            response.sendError(409);
        });
        pages.addErrorPage(409, "/page");
        for (ConnectionFactory factory : connector.getConnector().getConnectionFactories()) {
            if (factory instanceof HttpConfiguration.ConnectionFactory http) {
                http.getHttpConfiguration().setMaxErrorDispatches(most);
            }
        }
        start();

        assertThat(status(get("/ctx/loop"))).isEqualTo(409);
        assertThat(count).hasValue(times);
    }

    @Test
    void whatAnExceptionSaysIsForTheLogOnly() throws Exception {
        servlet("/s", (request, response) -> {
            throw new ServletException("password");
        });
        start();

        String response = get("/ctx/s");
        assertThat(status(response)).isEqualTo(500);
        assertThat(body(response)).contains("Server Error").doesNotContain("password", "ServletException");
    }

    @Test
    void formatFollowsAccept() throws Exception {
        servlet("/s", (request, response) -> response.sendError(400, "a <b> c"));
        start();

        String html = get("/ctx/s", "Accept: text/html");
        assertThat(field(html, "Content-Type")).startsWith("text/html");
        assertThat(body(html)).contains("a &lt;b&gt; c").doesNotContain("a <b>");
        assertThat(field(get("/ctx/s", "Accept: application/json"), "Content-Type"))
                .startsWith("application/json");
        assertThat(field(get("/ctx/s", "Accept: text/plain"), "Content-Type")).startsWith("text/plain");
    }

    @Test
    void statusOfHttpExceptionsIsKept() throws Exception {
        servlet("/s", (request, response) -> {
            throw new BadMessageException(413, "much");
        });
        servlet("/form", (request, response) -> response.getWriter().print(request.getParameter("a")));
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(413);
        assertThat(status(get("/ctx/form?a=%zz"))).isEqualTo(400);
    }

    @Test
    void exceptionAfterCommitAbortsTheResponse() throws Exception {
        servlet("/s", (request, response) -> {
            response.getOutputStream().print("part");
            response.flushBuffer();
            throw new IllegalStateException("late");
        });
        start();

        String response = request("GET /ctx/s HTTP/1.1\r\nHost: l\r\n\r\n");
        assertThat(response == null || !response.contains("\r\n0\r\n")).isTrue();
    }

    @Test
    void unavailableServletIsAnsweredWith503AndRetryAfterOr404() throws Exception {
        servlet("/some", (request, response) -> {
            throw new UnavailableException("for a time", 3);
        });
        servlet("/never", (request, response) -> {
            throw new UnavailableException("for good");
        });
        start();

        String response = get("/ctx/some");
        assertThat(status(response)).isEqualTo(503);
        assertThat(field(response, "Retry-After")).isEqualTo("3");
        assertThat(status(get("/ctx/some"))).isEqualTo(503);
        assertThat(status(get("/ctx/never"))).isEqualTo(404);
        assertThat(status(get("/ctx/never"))).isEqualTo(404);
    }

    @Test
    void errorOfAHandlerBeforeTheServletsGetsAnErrorPage() throws Exception {
        pages();
        pages.addErrorPage(403, "/error/403");
        context.insertHandler(new Handler.Wrapper() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (!request.getHttpURI().getPath().endsWith("/forbidden")) {
                    return super.handle(request, response, callback);
                }
                Response.writeError(request, response, callback, 403, "stop");
                return true;
            }
        });
        servlet("/forbidden", (request, response) -> response.getWriter().print("served"));
        servlet("/s", (request, response) -> response.getWriter().print("served"));
        start();

        String response = get("/ctx/forbidden");
        assertThat(status(response)).isEqualTo(403);
        assertThat(body(response)).startsWith("/403|ERROR|403|stop|");
        assertThat(body(get("/ctx/s"))).isEqualTo("served");
    }

    @Test
    void connectionGoesOnAfterAnError() throws Exception {
        servlet("/s", (request, response) -> response.sendError(404));
        servlet("/ok", (request, response) -> response.getWriter().print("ok"));
        start();
        try (var endPoint = connector.connect()) {
            for (int i = 0; i < 5; i++) {
                endPoint.addInputAndExecute(java.nio.ByteBuffer.wrap(
                        "GET /ctx/s HTTP/1.1\r\nHost: l\r\n\r\nGET /ctx/ok HTTP/1.1\r\nHost: l\r\n\r\n".getBytes()));
                assertThat(status(endPoint.getResponse())).isEqualTo(404);
                assertThat(body(endPoint.getResponse())).isEqualTo("ok");
            }
        }
    }

    /** Has GET by HttpServlet's means, and nothing else. */
    public static class GetServlet extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("got");
        }
    }

    @Test
    void methodThatIsNotAllowedTellsThoseThatAre() throws Exception {
        context.addServlet(GetServlet.class, "/get");
        servlet("/any", (request, response) -> response.sendError(405));
        servlet("/own", (request, response) -> {
            response.setHeader("Allow", "PATCH");
            response.sendError(405);
        });
        start();

        assertThat(body(get("/ctx/get"))).isEqualTo("got");
        String refused = post("/ctx/get", "text/plain", "x");
        assertThat(status(refused)).isEqualTo(methodNotAllowed());
        if (status(refused) == 405) {
            assertThat(field(refused, "Allow"))
                    .contains("GET", "HEAD", "OPTIONS")
                    .doesNotContain("POST");
        }
        assertThat(field(get("/ctx/any"), "Allow")).contains("POST").doesNotContain("GET");
        assertThat(field(get("/ctx/own"), "Allow")).isEqualTo("PATCH");
    }

    // errors that help

    private List<ILoggingEvent> warnings(String path) throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        root.addAppender(log);
        try {
            get(path);
            // what ends behind the response may log meanwhile: the appender is what it locks
            synchronized (log) {
                return log.list.stream()
                        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                        .toList();
            }
        } finally {
            root.detachAppender(log);
        }
    }

    @Test
    void servletThatThrowsIsToldOnceWithItsContextAndRequest() throws Exception {
        Servlet failing = servletOf((request, response) -> {
            throw new IllegalStateException("what went wrong");
        });
        context.addServlet(new ServletHolder("failing", failing), "/s");
        start();
        assertThat(warnings("/ctx/s?password=secret")).singleElement().satisfies(event -> {
            assertThat(event.getFormattedMessage())
                    .contains("Servlet failing", "context /ctx", "GET /ctx/s")
                    .containsPattern("request \\S+#\\d+")
                    .doesNotContain("secret");
            assertThat(event.getThrowableProxy().getMessage()).isEqualTo("what went wrong");
        });
    }

    @Test
    void stackIsShownToTheClientWhenAskedOnly() throws Exception {
        servlet("/s", (request, response) -> {
            throw new IllegalStateException("what went wrong");
        });
        ErrorPageErrorHandler handler = new ErrorPageErrorHandler();
        context.setErrorHandler(handler);
        start();
        for (String accept : List.of("text/html", "text/plain", "application/json")) {
            handler.setShowStacks(false);
            assertThat(body(get("/ctx/s", "Accept: " + accept)))
                    .as(accept)
                    .doesNotContain("what went wrong", "IllegalStateException", "at org.");
            handler.setShowStacks(true);
            if (accept.equals("application/json")) {
                continue;
            }
            assertThat(body(get("/ctx/s", "Accept: " + accept)))
                    .as(accept)
                    .contains("what went wrong", "IllegalStateException");
        }
    }

    // attributes of error dispatches, sections 9.5 and 10.9.1

    @Test
    void errorPageSeesTheMethodPathsAndFieldsOfTheRequest() throws Exception {
        context.setErrorHandler(pages);
        pages.addErrorPage(409, "/page/x?e=1");
        servlet("/page/*", (request, response) -> {
            assertThat(request.getMethod()).isEqualTo("GET");
            assertThat(request.getDispatcherType()).isEqualTo(DispatcherType.ERROR);
            assertThat(request.getServletPath()).isEqualTo("/page");
            assertThat(request.getPathInfo()).isEqualTo("/x");
            assertThat(request.getParameterValues("q")).containsExactly("1");
            assertThat(request.getParameter("e")).isEqualTo("1");
            assertThat(request.getHeader("X-Sent")).isEqualTo("s");
            assertThat(request.getAttribute("mine")).isEqualTo("kept");
            assertThat(request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI))
                    .isEqualTo("/ctx/served/info");
            assertThat(response.getStatus()).isEqualTo(409);
            response.getWriter().print("page");
        });
        String response = serve(
                (request, answer) -> {
                    request.setAttribute("mine", "kept");
                    answer.setHeader("X-Kept", "1");
                    answer.sendError(409);
                },
                "X-Sent: s");
        assertThat(status(response)).isEqualTo(409);
        assertThat(body(response)).isEqualTo("page");
    }

    @Test
    void errorPageMayChangeTheStatus() throws Exception {
        context.setErrorHandler(pages);
        pages.addErrorPage(404, "/page");
        servlet("/page", (request, response) -> response.setStatus(410));
        start();
        assertThat(status(get("/ctx/none"))).isEqualTo(410);
    }

    @Test
    void pageOfAStatusIsNotUsedForAStatusThatIsOnlySet() throws Exception {
        pages();
        pages.addErrorPage(404, "/error/404");
        assertThat(body(serve((request, response) -> {
                    response.setStatus(404);
                    response.getWriter().print("own");
                })))
                .isEqualTo("own");
    }

    @Test
    void pageOfTheClosestSuperclassIsTaken() throws Exception {
        pages();
        pages.addErrorPage(Exception.class, "/error/exception");
        pages.addErrorPage(RuntimeException.class, "/error/runtime");
        assertThat(body(serve((request, response) -> {
                    throw new IllegalStateException("r");
                })))
                .startsWith("/runtime|");
    }

    @Test
    void exceptionOfAFilterGetsItsPage() throws Exception {
        pages();
        pages.addErrorPage(IllegalStateException.class, "/error/filter");
        context.addFilter(
                filterOf((request, response, chain) -> {
                    throw new IllegalStateException("f");
                }),
                "/served/*",
                null);
        assertThat(body(serve((request, response) -> {}))).startsWith("/filter|ERROR|500|");
    }

    @Test
    void exceptionAfterAnAsynchronousDispatchGetsItsPage() throws Exception {
        pages();
        pages.addErrorPage(IllegalStateException.class, "/error/async");
        servlet("/to", (request, response) -> {
            throw new IllegalStateException("a");
        });
        assertThat(body(serve((request, response) -> request.startAsync().dispatch("/to"))))
                .startsWith("/async|ERROR|500|");
    }
}
