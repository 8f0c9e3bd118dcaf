package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forward and include (Servlet chapter 9). */
class DispatchTest extends ContextServer {
    private static String paths(HttpServletRequest request) {
        return request.getRequestURI() + "|" + request.getServletPath() + "|" + request.getPathInfo() + "|"
                + request.getQueryString() + "|" + request.getDispatcherType();
    }

    private static String forwarded(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI) + "|"
                + request.getAttribute(RequestDispatcher.FORWARD_SERVLET_PATH) + "|"
                + request.getAttribute(RequestDispatcher.FORWARD_PATH_INFO) + "|"
                + request.getAttribute(RequestDispatcher.FORWARD_QUERY_STRING);
    }

    private static String included(HttpServletRequest request) {
        return request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI) + "|"
                + request.getAttribute(RequestDispatcher.INCLUDE_SERVLET_PATH) + "|"
                + request.getAttribute(RequestDispatcher.INCLUDE_PATH_INFO) + "|"
                + request.getAttribute(RequestDispatcher.INCLUDE_QUERY_STRING);
    }

    private static String parameters(HttpServletRequest request) {
        TreeMap<String, String> map = new TreeMap<>();
        request.getParameterMap().forEach((name, values) -> map.put(name, Arrays.toString(values)));
        return map.toString();
    }

    @Test
    void forwardShowsTheTargetAndKeepsTheOriginalInAttributes() throws Exception {
        servlet("/from/*", (request, response) -> {
            response.getWriter().print("dropped");
            request.getRequestDispatcher("/to/info?a=2&c=3").forward(request, response);
            response.getWriter().print("ignored");
        });
        servlet("/to/*", (request, response) -> response.getWriter()
                .print(paths(request) + "\n" + forwarded(request) + "\n" + parameters(request) + "\n"
                        + request.getRequestURL()));
        start();

        assertThat(body(get("/ctx/from/x?a=1&b=1"))).isEqualTo("""
                        /ctx/to/info|/to|/info|a=2&c=3|FORWARD
                        /ctx/from/x|/from|/x|a=1&b=1
                        {a=[2, 1], b=[1], c=[3]}
                        %s://local/ctx/to/info""".formatted(transport.scheme()));
    }

    /** Keeps the content back, but has got hold of the stream below, as frameworks that compute an entity tag do. */
    private static final class Gathering extends HttpServletResponseWrapper {
        private final ByteArrayOutputStream gathered = new ByteArrayOutputStream();
        private final ServletOutputStream out;

        Gathering(HttpServletResponse response) throws IOException {
            super(response);
            ServletOutputStream below = response.getOutputStream();
            out = new ServletOutputStream() {
                @Override
                public boolean isReady() {
                    return below.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    below.setWriteListener(listener);
                }

                @Override
                public void write(int b) {
                    gathered.write(b);
                }
            };
        }

        @Override
        public ServletOutputStream getOutputStream() {
            return out;
        }
    }

    @Test
    void forwardDoesNotCloseTheResponseUnderAWrapperThatKeepsContentBack() throws Exception {
        servlet("/from", (request, response) -> {
            Gathering gathering = new Gathering(response);
            request.getRequestDispatcher("/to").forward(request, gathering);
            response.getOutputStream().print("gathered: " + gathering.gathered);
        });
        servlet("/to", (request, response) -> response.getOutputStream().print("content"));
        start();

        assertThat(body(get("/ctx/from"))).isEqualTo("gathered: content");
    }

    /** Keeps text back, and leaves the stream as it is. */
    private static final class GatheringText extends HttpServletResponseWrapper {
        private final StringWriter gathered = new StringWriter();

        GatheringText(HttpServletResponse response) {
            super(response);
        }

        @Override
        public PrintWriter getWriter() {
            return new PrintWriter(gathered);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"content", ""})
    void forwardDoesNotCloseTheResponseUnderAWrapperThatKeepsTextBack(String text) throws Exception {
        servlet("/from", (request, response) -> {
            GatheringText gathering = new GatheringText(response);
            request.getRequestDispatcher("/to").forward(request, gathering);
            assertThat(response.isCommitted()).isFalse();
            response.getWriter().print("gathered: " + gathering.gathered);
        });
        servlet("/to", (request, response) -> {
            if (!text.isEmpty()) {
                response.getWriter().print(text);
            }
        });
        start();

        assertThat(body(get("/ctx/from"))).isEqualTo("gathered: " + text);
    }

    /** Servlet section 9.4. */
    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/plain;charset=none"})
    void forwardClosesTheResponseUnderAWrapperThatKeepsNothing(String type) throws Exception {
        servlet("/from", (request, response) -> {
            request.getRequestDispatcher("/to").forward(request, new HttpServletResponseWrapper(response));
            assertThat(response.isCommitted()).isTrue();
        });
        servlet("/to", (request, response) -> response.setContentType(type));
        start();

        String response = get("/ctx/from");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "Content-Type")).startsWith("text/plain");
    }

    @Test
    void secondForwardStillShowsTheFirstRequest() throws Exception {
        servlet("/1", (request, response) -> request.getRequestDispatcher("/2?x=1")
                .forward(request, response));
        servlet("/2", (request, response) -> request.getRequestDispatcher("3?y=1")
                .forward(request, response));
        servlet("/3", (request, response) -> response.getWriter()
                .print(forwarded(request) + "\n" + parameters(request)));
        start();

        assertThat(body(get("/ctx/1?z=1"))).isEqualTo("/ctx/1|/1|null|z=1\n{x=[1], y=[1], z=[1]}");
    }

    @Test
    void includeKeepsTheOriginalAndShowsTheTargetInAttributes() throws Exception {
        servlet("/from", (request, response) -> {
            response.getWriter().print("<");
            request.getRequestDispatcher("/to/i?q=1").include(request, response);
            response.getWriter().print(">");
        });
        servlet("/to/*", (request, response) -> {
            response.setStatus(500);
            response.setHeader("X-Ignored", "1");
            response.setContentType("text/css");
            response.getWriter().print(paths(request) + "\n" + included(request) + "\n" + parameters(request));
            response.getWriter().close();
        });
        start();

        String response = get("/ctx/from");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-Ignored")).isNull();
        assertThat(response).contains("<", "/ctx/from|/from|null|null|INCLUDE", "/ctx/to/i|/to|/i|q=1", "{q=[1]}", ">");
    }

    @Test
    void namedDispatchDoesNotChangeThePaths() throws Exception {
        servlet("/from", (request, response) -> request.getServletContext()
                .getNamedDispatcher("target")
                .forward(request, response));
        ServletHolder target = new ServletHolder("target", servletOf((request, response) -> response.getWriter()
                .print(paths(request) + "\n" + forwarded(request))));
        context.getServletHandler().addServlet(target);
        start();

        assertThat(body(get("/ctx/from?a=b"))).isEqualTo("/ctx/from|/from|null|a=b|FORWARD\nnull|null|null|null");
    }

    @Test
    void wrappersOfTheApplicationAreSeenByTheTarget() throws Exception {
        servlet("/from", (request, response) -> request.getRequestDispatcher("/to")
                .forward(
                        new HttpServletRequestWrapper(request) {
                            @Override
                            public String getHeader(String name) {
                                return "wrapped";
                            }
                        },
                        response));
        servlet("/to", (request, response) -> response.getWriter().print(request.getHeader("Any")));
        start();

        assertThat(body(get("/ctx/from"))).isEqualTo("wrapped");
    }

    @Test
    void forwardAfterCommitFails() throws Exception {
        servlet("/from", (request, response) -> {
            response.flushBuffer();
            try {
                request.getRequestDispatcher("/to").forward(request, response);
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
        });
        servlet("/to", (request, response) -> response.getWriter().print("to"));
        start();

        assertThat(get("/ctx/from")).contains("refused");
    }

    @Test
    void dispatcherToNowhereIsNull() throws Exception {
        context.getServletHandler().setEnsureDefaultServlet(false);
        servlet("/from", (request, response) -> response.getWriter()
                .print(request.getRequestDispatcher("/nowhere") + "|"
                        + request.getServletContext().getRequestDispatcher("relative") + "|"
                        + request.getServletContext().getNamedDispatcher("nobody") + "|"
                        + request.getRequestDispatcher("/../from")));
        start();

        assertThat(body(get("/ctx/from"))).isEqualTo("null|null|null|null");
    }

    @Test
    void errorOfATargetReachesTheClient() throws Exception {
        servlet("/from", (request, response) -> request.getRequestDispatcher("/to")
                .forward(request, response));
        servlet("/to", (request, response) -> response.sendError(409, "conflict"));
        start();

        assertThat(status(get("/ctx/from"))).isEqualTo(409);
    }

    @Test
    void contextOfAnotherApplicationIsNotHandedOut() throws Exception {
        Body contexts = (request, response) -> {
            for (String path : List.of("/", "/ctx", "/ctx/x", "/ctx2", "/inner/x", "relative")) {
                response.getWriter().print(request.getServletContext().getContext(path) == null ? "-" : "+");
            }
            response.getWriter().print(request.getServletContext().getContext(null) == null);
        };
        servlet("/from", contexts);
        ServletContextHandler root = new ServletContextHandler("/");
        root.addServlet(new ServletHolder(servletOf(contexts)), "/*");
        ServletContextHandler inner = new ServletContextHandler("/inner");
        server.setHandler(new ContextHandlerCollection(root, context, inner));
        server.start();

        assertThat(body(get("/ctx/from"))).isEqualTo("-++---true");
        assertThat(body(get("/other"))).isEqualTo("+--+--true");
    }

    /** Section 9.1: a path is relative to that of the request, or begins at the root of the context. */
    @Test
    void dispatcherOfARequestTakesRelativePaths() throws Exception {
        servlet("/dir/from", (request, response) -> request.getRequestDispatcher(request.getParameter("to"))
                .forward(request, response));
        servlet("/dir/to", (request, response) -> response.getWriter().print("beside"));
        servlet("/to", (request, response) -> response.getWriter().print("above"));
        start();
        assertThat(body(get("/ctx/dir/from?to=to"))).isEqualTo("beside");
        assertThat(body(get("/ctx/dir/from?to=../to"))).isEqualTo("above");
        assertThat(body(get("/ctx/dir/from?to=/to"))).isEqualTo("above");
    }

    @Test
    void dispatcherTakesEncodedPathsAndPathParameters() throws Exception {
        servlet("/a b/*", (request, response) -> response.getWriter()
                .print(request.getRequestURI() + "|" + request.getServletPath() + "|" + request.getPathInfo()));
        assertThat(body(serve((request, response) ->
                        request.getRequestDispatcher("/a%20b/c;p=1").forward(request, response))))
                .isEqualTo("/ctx/a%20b/c;p=1|/a b|/c");
    }

    /** Section 9.1.1: only within the dispatch. */
    @Test
    void parametersOfTheDispatchEndWithIt() throws Exception {
        servlet("/to", (request, response) -> response.getWriter().print(parameters(request)));
        assertThat(body(serve((request, response) -> {
                    request.getRequestDispatcher("/to?q=2&x=y").include(request, response);
                    response.getWriter().print(parameters(request));
                })))
                .isEqualTo("{q=[2, 1], x=[y]}{q=[1]}");
    }

    /** Sections 9.3.1 and 9.4.2: all of them. */
    @Test
    void attributesNameEachPartOfTheOtherRequest() throws Exception {
        servlet("/include/*", (request, response) -> {
            assertThat(request.getAttribute(RequestDispatcher.INCLUDE_CONTEXT_PATH))
                    .isEqualTo("/ctx");
            HttpServletMapping mapping = (HttpServletMapping) request.getAttribute(RequestDispatcher.INCLUDE_MAPPING);
            assertThat(mapping.getPattern()).isEqualTo("/include/*");
            assertThat(request.getHttpServletMapping().getPattern()).isEqualTo("/served/*");
            assertThat(request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI))
                    .isNull();
        });
        servlet("/forward/*", (request, response) -> {
            assertThat(request.getAttribute(RequestDispatcher.FORWARD_CONTEXT_PATH))
                    .isEqualTo("/ctx");
            HttpServletMapping mapping = (HttpServletMapping) request.getAttribute(RequestDispatcher.FORWARD_MAPPING);
            assertThat(mapping.getPattern()).isEqualTo("/served/*");
            assertThat(request.getHttpServletMapping().getPattern()).isEqualTo("/forward/*");
            assertThat(Collections.list(request.getAttributeNames()))
                    .contains(RequestDispatcher.FORWARD_REQUEST_URI, RequestDispatcher.FORWARD_QUERY_STRING);
            response.getWriter().print("forwarded");
        });
        assertThat(body(serve((request, response) -> {
                    request.getRequestDispatcher("/include/x").include(request, response);
                    assertThat(request.getAttribute(RequestDispatcher.INCLUDE_REQUEST_URI))
                            .isNull();
                    request.getRequestDispatcher("/forward/x").forward(request, response);
                })))
                .isEqualTo("forwarded");
    }

    @Test
    void nestedIncludeShowsTheInnermostAndThenTheOuterAgain() throws Exception {
        servlet("/outer", (request, response) -> {
            response.getWriter().print(included(request));
            request.getRequestDispatcher("/inner?i=1").include(request, response);
            response.getWriter().print(included(request));
        });
        servlet("/inner", (request, response) -> response.getWriter().print("[" + included(request) + "]"));
        assertThat(body(serve((request, response) ->
                        request.getRequestDispatcher("/outer?o=1").include(request, response))))
                .isEqualTo("/ctx/outer|/outer|null|o=1[/ctx/inner|/inner|null|i=1]/ctx/outer|/outer|null|o=1");
    }

    @Test
    void includeByNameShowsNothingOfItsTarget() throws Exception {
        context.getServletHandler()
                .addServlet(new ServletHolder("target", servletOf((request, response) -> response.getWriter()
                        .print(included(request) + paths(request)))));
        assertThat(body(serve((request, response) ->
                        request.getServletContext().getNamedDispatcher("target").include(request, response))))
                .isEqualTo("null|null|null|null/ctx/served/info|/served|/info|q=1|INCLUDE");
    }

    /** Section 9.3: an included servlet writes, and may commit, but changes no field. */
    @Test
    void includedServletChangesNoFieldAndMayCommit() throws Exception {
        servlet("/to", (request, response) -> {
            response.setHeader("X-A", "1");
            response.addHeader("X-A", "1");
            response.setIntHeader("X-A", 1);
            response.setDateHeader("X-A", 1);
            response.addCookie(new Cookie("c", "v"));
            response.setContentLength(1);
            response.setContentType("text/css");
            response.setCharacterEncoding("UTF-16");
            response.setStatus(404);
            response.getWriter().print("included");
            response.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            assertThatIllegalStateException().isThrownBy(request::getSession);
        });
        String response = serve((request, answer) -> {
            answer.setContentType("text/plain");
            request.getRequestDispatcher("/to").include(request, answer);
            answer.getWriter().print(", after");
        });
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-A")).isNull();
        assertThat(field(response, "Set-Cookie")).isNull();
        assertThat(field(response, "Content-Type")).startsWith("text/plain").doesNotContainIgnoringCase("utf-16");
        assertThat(response).contains("included", ", after");
    }

    /** Section 9.4: the response ends with the forward, and what was not committed is dropped. */
    @Test
    void forwardEndsTheResponse() throws Exception {
        servlet("/to", (request, response) -> response.getWriter().print("to"));
        assertThat(body(serve((request, response) -> {
                    response.getWriter().print("dropped");
                    request.getRequestDispatcher("/to").forward(request, response);
                    assertThat(response.isCommitted()).isTrue();
                    response.getWriter().print("ignored");
                })))
                .isEqualTo("to");
    }

    /** Section 9.5: exceptions of the target come to the caller, those of no known kind as the cause of a ServletException. */
    @Test
    void exceptionsOfTheTargetComeToTheCaller() throws Exception {
        Exception[] thrown = {
            new IOException("io"), new ServletException("servlet"), new IllegalStateException("runtime")
        };
        servlet("/to", (request, response) -> {
            throw thrown[Integer.parseInt(request.getParameter("x"))];
        });
        serve((request, response) -> {
            for (int i = 0; i < thrown.length; i++) {
                RequestDispatcher to = request.getRequestDispatcher("/to?x=" + i);
                assertThatThrownBy(() -> to.include(request, response)).isSameAs(thrown[i]);
                assertThatThrownBy(() -> to.forward(request, response)).isSameAs(thrown[i]);
            }
        });
    }

    @Test
    void targetOfTheForwardSeesTheObjectsOfTheCallerOrTheirWrappers() throws Exception {
        HttpServletResponse[] passed = new HttpServletResponse[1];
        servlet("/to", (request, response) -> {
            assertThat(response).isSameAs(passed[0]);
            assertThat(request.getAttribute("by caller")).isEqualTo(1);
            request.setAttribute("by target", 2);
        });
        serve((request, response) -> {
            passed[0] = new HttpServletResponseWrapper(response);
            request.setAttribute("by caller", 1);
            request.getRequestDispatcher("/to").forward(request, passed[0]);
            assertThat(request.getAttribute("by target")).isEqualTo(2);
            assertThat(request.getServletPath()).isEqualTo("/served");
        });
    }

    @Test
    void dispatcherDoesNotLeaveTheContext() throws Exception {
        serve((request, response) -> {
            for (String path : List.of("/../x", "/a/../../x", "/%2e%2e/x", "../../x")) {
                assertThat(request.getRequestDispatcher(path)).as(path).isNull();
            }
            assertThat(request.getRequestDispatcher(null)).isNull();
        });
    }
}
