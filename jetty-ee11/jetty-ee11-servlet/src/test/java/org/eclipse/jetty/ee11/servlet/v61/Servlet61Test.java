package org.eclipse.jetty.ee11.servlet.v61;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee11.servlet.ContextServer;
import org.eclipse.jetty.ee11.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.TestConnector;
import org.junit.jupiter.api.Test;

/** What Servlet 6.1 added or changed, other than redirections and byte buffers. */
class Servlet61Test extends ContextServer {
    /** Section 3.10. */
    @Test
    void nameOfTheProtocolOfTlsIsAnAttribute() throws Exception {
        serve((request, response) -> {
            Object protocol = request.getAttribute("jakarta.servlet.request.secure_protocol");
            List<String> names = Collections.list(request.getAttributeNames());
            if (transport.isSecure()) {
                assertThat(protocol).asString().startsWith("TLSv1.");
                assertThat(names).contains("jakarta.servlet.request.secure_protocol");
            } else {
                assertThat(protocol).isNull();
                assertThat(names).doesNotContain("jakarta.servlet.request.secure_protocol");
            }
        });
    }

    /** Section 10.9.1. */
    @Test
    void errorPageIsGottenAndKnowsMethodAndQueryOfTheRequest() throws Exception {
        servlet("/fails", (request, response) -> response.sendError(477));
        context.addServlet(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                        response.getWriter()
                                .print(request.getMethod() + " " + request.getDispatcherType() + " "
                                        + request.getAttribute(RequestDispatcher.ERROR_METHOD) + " "
                                        + request.getAttribute(RequestDispatcher.ERROR_QUERY_STRING) + " "
                                        + request.getQueryString());
                    }
                },
                "/error");
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(477, "/error");
        context.setErrorHandler(pages);
        start();
        String response = post("/ctx/fails?a=b", "text/plain", "x");
        assertThat(status(response)).isEqualTo(477);
        assertThat(body(response)).isEqualTo("GET " + DispatcherType.ERROR + " POST a=b a=b");
    }

    @Test
    void attributesOfTheErrorAreThoseOfTheRequestThatFailedAlthoughItWasForwarded() throws Exception {
        servlet("/fails", (request, response) -> response.sendError(477));
        servlet("/forwards", (request, response) -> request.getRequestDispatcher("/fails?c=d")
                .forward(request, response));
        servlet("/error", (request, response) -> response.getWriter()
                .print(request.getAttribute(RequestDispatcher.ERROR_METHOD) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) + " "
                        + request.getAttribute(RequestDispatcher.ERROR_QUERY_STRING)));
        ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
        pages.addErrorPage(477, "/error");
        context.setErrorHandler(pages);
        start();
        assertThat(body(get("/ctx/forwards"))).isEqualTo("GET /ctx/forwards null");
    }

    @Test
    void patchHasItsHandlerAndIsAllowedWhereItIsHandled() throws Exception {
        context.addServlet(
                new HttpServlet() {
                    @Override
                    protected void doPatch(HttpServletRequest request, HttpServletResponse response)
                            throws IOException {
                        response.getWriter().print("patched");
                    }
                },
                "/patch");
        context.addServlet(new HttpServlet() {}, "/none");
        start();
        assertThat(body(request("PATCH /ctx/patch HTTP/1.1\r\nHost: l\r\nContent-Length: 0\r\n\r\n")))
                .isEqualTo("patched");
        assertThat(status(request("PATCH /ctx/none HTTP/1.1\r\nHost: l\r\nContent-Length: 0\r\n\r\n")))
                .isEqualTo(405);
        String refused = get("/ctx/patch");
        assertThat(status(refused)).isEqualTo(405);
        assertThat(field(refused, "Allow")).contains("PATCH");
    }

    @Test
    void encodingsAreSetByCharset() throws Exception {
        String response = serve((request, answer) -> {
            request.setCharacterEncoding(StandardCharsets.UTF_16BE);
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-16BE");
            answer.setContentType("text/html");
            answer.setCharacterEncoding(StandardCharsets.ISO_8859_1);
            assertThat(answer.getCharacterEncoding()).isEqualToIgnoringCase("iso-8859-1");
            answer.setCharacterEncoding(StandardCharsets.UTF_16BE);
            answer.setCharacterEncoding((Charset) null);
            assertThat(answer.getContentType()).isEqualTo("text/html");
            answer.setCharacterEncoding(StandardCharsets.UTF_8);
            answer.getWriter().print("\u00fc");
            answer.setCharacterEncoding(StandardCharsets.ISO_8859_1);
        });
        assertThat(field(response, "Content-Type")).isEqualToIgnoringCase("text/html;charset=utf-8");
    }

    @Test
    void encodingsOfAContextAreSetByCharset() throws Exception {
        context.addEventListener(new jakarta.servlet.ServletContextListener() {
            @Override
            public void contextInitialized(jakarta.servlet.ServletContextEvent event) {
                event.getServletContext().setRequestCharacterEncoding(StandardCharsets.UTF_16BE);
                event.getServletContext().setResponseCharacterEncoding(StandardCharsets.UTF_16LE);
            }
        });
        serve((request, response) -> {
            assertThat(request.getServletContext().getRequestCharacterEncoding())
                    .isEqualTo("UTF-16BE");
            assertThat(request.getServletContext().getResponseCharacterEncoding())
                    .isEqualTo("UTF-16LE");
            assertThat(request.getCharacterEncoding()).isEqualTo("UTF-16BE");
            assertThat(response.getCharacterEncoding()).isEqualTo("UTF-16LE");
        });
    }

    @Test
    void includedServletDoesNotChangeTheEncoding() throws Exception {
        servlet("/included", (request, response) -> response.setCharacterEncoding(StandardCharsets.UTF_16BE));
        String response = serve((request, answer) -> {
            answer.setContentType("text/plain");
            request.getRequestDispatcher("/included").include(request, answer);
        });
        assertThat(field(response, "Content-Type")).isEqualTo("text/plain");
    }

    @Test
    void fieldIsRemovedByNullAndUnchangedWithoutName() throws Exception {
        String response = serve((request, answer) -> {
            answer.setHeader("X-A", "1");
            answer.addHeader("X-A", "2");
            answer.addHeader("X-A", null);
            assertThat(answer.getHeaders("X-A")).containsExactly("1", "2");
            answer.setHeader("X-A", null);
            answer.setHeader("X-B", "");
            answer.setHeader(null, "x");
            answer.addHeader(null, "x");
            answer.setIntHeader(null, 1);
            answer.addIntHeader(null, 1);
            answer.setDateHeader(null, 1);
            answer.addDateHeader(null, 1);
        });
        assertThat(field(response, "X-A")).isNull();
        assertThat(field(response, "X-B")).isEmpty();
    }

    @Test
    void parametersThatCannotBeReadAreAnIllegalStateAndABadRequest() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        servlet("/s", (request, response) -> {
            try {
                request.getParameter("a");
            } catch (RuntimeException x) {
                thrown.set(x);
                throw x;
            }
        });
        start();
        assertThat(status(get("/ctx/s?a=%zz"))).isEqualTo(400);
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    }

    /** Section 7.7.4 and {@code HttpSession.Accessor}. */
    @Test
    void sessionIsAccessedOutsideOfARequest() throws Exception {
        AtomicReference<HttpSession.Accessor> kept = new AtomicReference<>();
        servlet("/make", (request, response) -> kept.set(request.getSession().getAccessor()));
        servlet("/read", (request, response) -> response.getWriter()
                .print(request.getSession(false).getAttribute("k")));
        start();
        String cookie = field(get("/ctx/make"), "Set-Cookie").split(";")[0];
        CompletableFuture.runAsync(() -> kept.get().access(session -> {
                    assertThat(session.isNew()).isFalse();
                    session.setAttribute("k", "v");
                }))
                .get(DEADLINE_SECONDS, java.util.concurrent.TimeUnit.SECONDS);
        assertThat(body(get("/ctx/read", "Cookie: " + cookie))).isEqualTo("v");
    }

    @Test
    void accessThatFailsThrowsTheFailureAndReleasesTheSession() throws Exception {
        AtomicReference<HttpSession.Accessor> kept = new AtomicReference<>();
        servlet("/make", (request, response) -> kept.set(request.getSession().getAccessor()));
        start();
        get("/ctx/make");
        RuntimeException failure = new RuntimeException("of the application");
        assertThatThrownBy(() -> kept.get().access(session -> {
                    throw failure;
                }))
                .isSameAs(failure);
        AtomicReference<Object> reached = new AtomicReference<>();
        kept.get().access(reached::set);
        assertThat(reached.get()).isInstanceOf(HttpSession.class);
    }

    @Test
    void accessorIsOfNoUseOnceTheSessionIsInvalidOrHasAnotherId() throws Exception {
        serve((request, response) -> {
            HttpSession session = request.getSession();
            HttpSession.Accessor before = session.getAccessor();
            request.changeSessionId();
            assertThatThrownBy(() -> before.access(s -> {})).isInstanceOf(IllegalStateException.class);
            HttpSession.Accessor after = session.getAccessor();
            after.access(s -> s.setAttribute("k", "v"));
            assertThat(session.getAttribute("k")).isEqualTo("v");
            session.invalidate();
            assertThatThrownBy(() -> after.access(s -> {})).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(session::getAccessor).isInstanceOf(IllegalStateException.class);
        });
    }

    @Test
    void accessorIsOfNoUseOnceTheContextIsStopped() throws Exception {
        AtomicReference<HttpSession.Accessor> kept = new AtomicReference<>();
        servlet("/make", (request, response) -> kept.set(request.getSession().getAccessor()));
        start();
        get("/ctx/make");
        server.stop();
        assertThatThrownBy(() -> kept.get().access(session -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void traceDoesNotEchoSensitiveFields() throws Exception {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setTraceAllowed(true);
        connector = new TestConnector(transport, server, configuration);
        context.addServlet(new ServletHolder(new HttpServlet() {}), "/s");
        start();
        String response = request(
                "TRACE /ctx/s HTTP/1.1\r\nHost: l\r\nAuthorization: Basic eDp5\r\nCookie: a=b\r\nX-Plain: seen\r\n\r\n");
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).containsIgnoringCase("x-plain: seen").doesNotContain("eDp5", "a=b");
    }
}
