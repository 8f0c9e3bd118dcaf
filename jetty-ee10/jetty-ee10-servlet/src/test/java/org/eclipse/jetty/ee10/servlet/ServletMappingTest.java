package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletMapping;
import java.util.EnumSet;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.Test;

/** Which servlet a path leads to, and how the path is split (Servlet chapter 12). */
class ServletMappingTest extends ContextServer {
    private static final Body PATHS = (request, response) -> {
        HttpServletMapping mapping = request.getHttpServletMapping();
        response.getWriter()
                .print(request.getServletPath() + "|" + request.getPathInfo() + "|" + request.getContextPath() + "|"
                        + request.getRequestURI() + "|" + mapping.getMappingMatch() + "|" + mapping.getPattern() + "|"
                        + mapping.getMatchValue());
    };

    @Test
    void eachKindOfMappingSplitsThePathAsSpecified() throws Exception {
        servlet("/exact", PATHS);
        servlet("/prefix/*", PATHS);
        servlet("*.ext", PATHS);
        servlet("", PATHS);
        servlet("/", PATHS);
        start();

        assertThat(body(get("/ctx/exact"))).isEqualTo("/exact|null|/ctx|/ctx/exact|EXACT|/exact|exact");
        assertThat(body(get("/ctx/prefix/a/b"))).isEqualTo("/prefix|/a/b|/ctx|/ctx/prefix/a/b|PATH|/prefix/*|a/b");
        assertThat(body(get("/ctx/prefix"))).isEqualTo("/prefix|null|/ctx|/ctx/prefix|PATH|/prefix/*|");
        assertThat(body(get("/ctx/a/b.ext"))).isEqualTo("/a/b.ext|null|/ctx|/ctx/a/b.ext|EXTENSION|*.ext|a/b");
        assertThat(body(get("/ctx/"))).isEqualTo("|/|/ctx|/ctx/|CONTEXT_ROOT||");
        assertThat(body(get("/ctx/other"))).isEqualTo("/other|null|/ctx|/ctx/other|DEFAULT|/|");
    }

    @Test
    void encodedPathsAreDecodedForTheServletPathOnly() throws Exception {
        servlet("/prefix/*", PATHS);
        start();

        assertThat(body(get("/ctx/prefix/a%20b;v=1/c")))
                .isEqualTo("/prefix|/a b/c|/ctx|/ctx/prefix/a%20b;v=1/c|PATH|/prefix/*|a b/c");
    }

    @Test
    void contextPathWithoutSlashIsRedirected() throws Exception {
        servlet("/", PATHS);
        start();

        String response = get("/ctx");
        assertThat(status(response)).isBetween(301, 308);
        assertThat(field(response, "Location")).endsWith("/ctx/");
    }

    @Test
    void unmappedPathIsNotFound() throws Exception {
        servlet("/exact", PATHS);
        start();

        assertThat(status(get("/ctx/nothing"))).isEqualTo(404);
    }

    @Test
    void protectedTargetsAreNotFound() throws Exception {
        context.setProtectedTargets(new String[] {"/WEB-INF", "/META-INF"});
        servlet("/", PATHS);
        start();

        assertThat(status(get("/ctx/WEB-INF/web.xml"))).isEqualTo(404);
        assertThat(status(get("/ctx/web-inf/web.xml"))).isEqualTo(404);
        assertThat(status(get("/ctx/%57EB-INF/web.xml"))).isEqualTo(404);
        assertThat(status(get("/ctx/META-INF/"))).isEqualTo(404);
        assertThat(status(get("/ctx/x/WEB-INF"))).isEqualTo(200);
    }

    @Test
    void twoServletsOnOnePathFailTheStart() {
        servlet("/same", PATHS);
        servlet("/same", PATHS);
        assertThatThrownBy(this::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Multiple servlets map to path /same");
    }

    @Test
    void mappingOfTheDefaultDescriptorGivesWay() throws Exception {
        ServletHolder byDefault =
                servlet("/other", (request, response) -> response.getWriter().print("default"));
        ServletMapping mapping = new ServletMapping();
        mapping.setServletName(byDefault.getName());
        mapping.setPathSpec("/same");
        mapping.setFromDefaultDescriptor(true);
        context.getServletHandler().addServletMapping(mapping);
        servlet("/same", (request, response) -> response.getWriter().print("own"));
        start();

        assertThat(body(get("/ctx/same"))).isEqualTo("own");
    }

    @Test
    void servletAddedToARunningContextServes() throws Exception {
        start();
        assertThat(status(get("/ctx/late"))).isEqualTo(404);
        servlet("/late", PATHS);
        assertThat(status(get("/ctx/late"))).isEqualTo(200);
    }

    @Test
    void requestsOfOneConnectionDoNotShareState() throws Exception {
        servlet("/a", (request, response) -> {
            request.setAttribute("x", "y");
            response.setHeader("X-A", "a");
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print("a:" + request.getParameter("p"));
        });
        servlet("/b", (request, response) -> {
            response.getOutputStream().print("b:" + request.getAttribute("x") + ":" + request.getParameter("p"));
        });
        start();

        try (var endPoint = connector.connect()) {
            endPoint.addInputAndExecute(java.nio.ByteBuffer.wrap(("GET /ctx/a?p=1 HTTP/1.1\r\nHost: l\r\n\r\n"
                            + "GET /ctx/b HTTP/1.1\r\nHost: l\r\n\r\n" + "GET /ctx/a?p=2 HTTP/1.1\r\nHost: l\r\n\r\n")
                    .getBytes()));
            String first = endPoint.getResponse();
            String second = endPoint.getResponse();
            String third = endPoint.getResponse();
            assertThat(body(first)).isEqualTo("a:1");
            assertThat(body(second)).isEqualTo("b:null:null");
            assertThat(field(second, "X-A")).isNull();
            assertThat(field(second, "Content-Type")).isNull();
            assertThat(body(third)).isEqualTo("a:2");
        }
    }

    /** Section 12.1. */
    @Test
    void exactThenLongestPrefixThenExtensionThenDefaultDecide() throws Exception {
        for (String pattern : new String[] {"/a/b", "/a/*", "/a/b/*", "*.x", "/"}) {
            servlet(pattern, (request, response) -> response.getWriter()
                    .print(request.getHttpServletMapping().getPattern()));
        }
        start();
        assertThat(body(get("/ctx/a/b"))).isEqualTo("/a/b");
        assertThat(body(get("/ctx/a/b/c"))).isEqualTo("/a/b/*");
        assertThat(body(get("/ctx/a/c.x"))).isEqualTo("/a/*");
        assertThat(body(get("/ctx/c.y.x"))).isEqualTo("*.x");
        assertThat(body(get("/ctx/c.x.y"))).isEqualTo("/");
        assertThat(body(get("/ctx/d.x/e"))).isEqualTo("/");
        assertThat(body(get("/ctx/ab"))).isEqualTo("/");
    }

    @Test
    void matchingIsCaseSensitive() throws Exception {
        servlet("/Exact", PATHS);
        servlet("/Prefix/*", PATHS);
        servlet("*.Ext", PATHS);
        start();
        for (String path : new String[] {"/exact", "/prefix/x", "/x.ext"}) {
            assertThat(status(get("/ctx" + path))).as(path).isEqualTo(404);
        }
    }

    /** Section 12.2: what is no other pattern is for exact matches; the log warns of what hardly anybody means so. */
    @Test
    void starBehindOtherCharactersIsForAnExactMatch() throws Exception {
        servlet("/a*", PATHS);
        start();
        assertThat(body(get("/ctx/a*"))).contains("/a*");
        assertThat(status(get("/ctx/abc"))).isEqualTo(404);
    }

    @Test
    void starInTheMiddleIsRefusedAsAMistake() {
        assertThatThrownBy(() -> servlet("/a/*.x", PATHS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("url-pattern '/a/*.x'");
    }

    /** Section 12.1: the context is the one with the longest path. */
    @Test
    void contextOfTheLongestPathServes() throws Exception {
        ServletContextHandler root = new ServletContextHandler("/");
        ServletContextHandler inner = new ServletContextHandler("/ctx/inner");
        for (ServletContextHandler each : new ServletContextHandler[] {root, context, inner}) {
            each.addServlet(new ServletHolder(servletOf(PATHS)), "/*");
        }
        server.setHandler(new ContextHandlerCollection(root, context, inner));
        server.start();
        assertThat(body(get("/ctx/inner/x"))).contains("|/ctx/inner|");
        assertThat(body(get("/ctx/innerx"))).contains("|/ctx|");
        assertThat(body(get("/ctxx"))).contains("||/ctxx|");
    }

    @Test
    void patternWithoutSlashIsRefusedAndAddsNothing() {
        assertThatThrownBy(() -> context.addServlet(new ServletHolder("s", new HttpServlet() {}), "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("url-pattern 'x'");
        assertThat(context.getServletHandler().getServlets()).isEmpty();
        assertThatThrownBy(() -> context.addFilter(new FilterHolder(), "x", EnumSet.of(DispatcherType.REQUEST)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("url-pattern 'x'");
        assertThat(context.getServletHandler().getFilters()).isEmpty();
    }
}
