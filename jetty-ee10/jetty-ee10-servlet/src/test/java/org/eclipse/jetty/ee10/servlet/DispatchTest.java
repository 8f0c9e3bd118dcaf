package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.Test;

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
            for (String path : List.of("/", "/ctx", "/ctx/x", "/ctx2", "/inner/x", "relative"))
                response.getWriter().print(request.getServletContext().getContext(path) == null ? "-" : "+");
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
}
