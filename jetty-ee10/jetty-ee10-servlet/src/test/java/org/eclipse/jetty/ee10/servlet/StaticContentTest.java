package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.ee10.servlet.api.ErrorApi;
import org.eclipse.jetty.ee10.servlet.api.ServletVersion;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Static content as a part of what an application does: other methods, error pages, filters, wrappers. */
class StaticContentTest extends ContextServer {
    private static final boolean POST = ServletVersion.POST_GETS_STATIC_CONTENT;
    private static final int LARGE = 100_000;

    @TempDir
    Path base;

    private final ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
    private ServletHolder files;

    @BeforeEach
    void files() throws Exception {
        Files.writeString(base.resolve("page.html"), "static page");
        Files.writeString(base.resolve("large.bin"), "x".repeat(LARGE));
        Files.createDirectories(base.resolve("sub/sub"));
        Files.writeString(base.resolve("sub/index.html"), "welcome");
        Files.writeString(base.resolve("sub/sub/index.html"), "deeper welcome");
        context.setBaseResourceAsPath(base);
        context.setErrorHandler(pages);
        files = new ServletHolder("default", DefaultServlet.class);
        context.addServlet(files, "/");
    }

    private String ask(String method, String path, String... headers) throws Exception {
        String fields = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        String length = "POST".equals(method) || "PUT".equals(method) ? "Content-Length: 0\r\n" : "";
        return request(method + " " + path + " HTTP/1.1\r\nHost: l\r\n" + length + fields + "\r\n");
    }

    @Test
    void contextForWhichNoneWereSetHasTheUsualWelcomeFiles() throws Exception {
        start();
        assertThat(body(ask("GET", "/ctx/sub/"))).isEqualTo("welcome");
        Files.delete(base.resolve("sub/index.html"));
        Files.writeString(base.resolve("sub/index.jsp"), "the second");
        assertThat(body(ask("GET", "/ctx/sub/"))).isEqualTo("the second");
    }

    @Test
    void contextMayHaveNoWelcomeFiles() throws Exception {
        context.setWelcomeFiles(new String[0]);
        start();
        assertThat(status(ask("GET", "/ctx/sub/"))).isEqualTo(403);
    }

    // methods

    @Test
    void postIsAnsweredAsTheEnvironmentDoes() throws Exception {
        context.setWelcomeFiles(new String[] {"index.html"});
        servlet("/forward", (request, response) -> request.getRequestDispatcher("/page.html")
                .forward(request, response));
        start();
        for (String path : new String[] {"/ctx/page.html", "/ctx/forward", "/ctx/sub/"}) {
            String response = ask("POST", path);
            assertThat(status(response)).as(path).isEqualTo(POST ? 200 : 405);
            if (POST) {
                assertThat(body(response)).isEqualTo(path.endsWith("/") ? "welcome" : "static page");
            } else {
                assertThat(field(response, "Allow")).isEqualTo("GET, HEAD, OPTIONS");
            }
        }
        assertThat(status(ask("POST", "/ctx/none"))).isEqualTo(POST ? 404 : 405);
    }

    @Test
    void postReachesTheWelcomeServletWhereStaticContentAnswersIt() throws Exception {
        files.setInitParameter("welcomeServlets", "true");
        context.setWelcomeFiles(new String[] {"index.do"});
        servlet("*.do", (request, response) -> response.getWriter().print("do " + request.getMethod()));
        start();
        assertThat(body(ask("GET", "/ctx/sub/"))).isEqualTo("do GET");
        String posted = ask("POST", "/ctx/sub/");
        assertThat(status(posted)).isEqualTo(POST ? 200 : 405);
        if (POST) {
            assertThat(body(posted)).isEqualTo("do POST");
        }
    }

    /** RFC 9110, sections 10.2.1, 15.5.6 and 15.6.2. */
    @Test
    void otherMethodsAreNotAllowedAndUnknownOnesNotImplemented() throws Exception {
        start();
        String allowed = POST ? "GET, HEAD, POST, OPTIONS" : "GET, HEAD, OPTIONS";
        for (String method : new String[] {"PUT", "DELETE", "PATCH", "PROPFIND"}) {
            String response = ask(method, "/ctx/page.html");
            assertThat(status(response)).as(method).isEqualTo(405);
            assertThat(field(response, "Allow")).isEqualTo(allowed);
        }
        assertThat(field(ask("OPTIONS", "/ctx/page.html"), "Allow")).isEqualTo(allowed);
        for (String method : new String[] {"FOO", "get"}) {
            assertThat(status(ask(method, "/ctx/page.html"))).as(method).isEqualTo(501);
        }
    }

    // error pages (Servlet section 10.9.2)

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "OPTIONS", "FOO"})
    void errorPageMayBeAFileWhateverTheMethodIs(String method) throws Exception {
        pages.addErrorPage(IllegalStateException.class, "/page.html");
        pages.addErrorPage(409, "/page.html");
        pages.addErrorPage(404, "/large.bin");
        servlet("/throws", (request, response) -> {
            throw new IllegalStateException("for the test");
        });
        servlet("/sends", (request, response) -> response.sendError(Integer.parseInt(request.getParameter("status"))));
        start();
        String response = ask(method, "/ctx/throws");
        assertThat(status(response)).isEqualTo(500);
        assertThat(body(response)).isEqualTo("static page");
        assertThat(field(response, "Allow")).isNull();
        response = ask(method, "/ctx/sends?status=409");
        assertThat(status(response)).isEqualTo(409);
        assertThat(body(response)).isEqualTo("static page");
        response = ask(method, "/ctx/sends?status=404");
        assertThat(status(response)).isEqualTo(404);
        assertThat(body(response)).hasSize(LARGE);
    }

    @Test
    void globalErrorPageMayBeAFile() throws Exception {
        pages.addErrorPage(ErrorPageErrorHandler.GLOBAL_ERROR_PAGE, "/page.html");
        servlet("/sends", (request, response) -> response.sendError(410));
        start();
        String response = ask("POST", "/ctx/sends");
        assertThat(status(response)).isEqualTo(410);
        assertThat(body(response)).isEqualTo("static page");
    }

    @Test
    void errorPageIsSentWholeWhateverTheConditionsOfTheRequestAre() throws Exception {
        files.setInitParameter("etags", "true");
        pages.addErrorPage(409, "/page.html");
        servlet("/sends", (request, response) -> response.sendError(409));
        start();
        for (String condition : new String[] {
            "If-None-Match: *",
            "If-Match: \"other\"",
            "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT",
            "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT",
            "Range: bytes=2-4",
            "Range: bytes=2000-"
        }) {
            String response = ask("GET", "/ctx/sends", condition);
            assertThat(status(response)).as(condition).isEqualTo(409);
            assertThat(body(response)).as(condition).isEqualTo("static page");
        }
    }

    @Test
    void errorPageOfAServletSeesTheMethodThatTheVersionAsksFor() throws Exception {
        pages.addErrorPage(409, "/page");
        servlet("/page", (request, response) -> response.getWriter().print(request.getMethod()));
        servlet("/sends", (request, response) -> response.sendError(409));
        start();
        assertThat(body(ask("POST", "/ctx/sends"))).isEqualTo(ErrorApi.methodOf("POST"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT", "FOO"})
    void fileIsIncludedWhateverTheMethodIs(String method) throws Exception {
        servlet("/include", (request, response) -> {
            response.getWriter().print("[");
            request.getRequestDispatcher("/page.html").include(request, response);
            response.getWriter().print("]");
        });
        start();
        assertThat(body(ask(method, "/ctx/include"))).isEqualTo("[static page]");
    }

    @Test
    void headOfAnIncludingServletHasTheLengthOfGet() throws Exception {
        servlet("/include", (request, response) -> {
            response.getOutputStream().print("[");
            request.getRequestDispatcher("/page.html").include(request, response);
        });
        start();
        assertThat(field(ask("GET", "/ctx/include"), "Content-Length")).isEqualTo("12");
        assertThat(field(ask("HEAD", "/ctx/include"), "Content-Length")).isEqualTo("12");
    }

    @Test
    void charactersOfAnIncludedFileAreKeptWhereverItsBuffersEnd() throws Exception {
        String text = "x" + "\u20ac\uD83D\uDE00".repeat(30_000);
        Files.writeString(base.resolve("text.html"), text);
        servlet("/include", (request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.getWriter().print("");
            request.getRequestDispatcher("/text.html").include(request, response);
        });
        start();
        String response = request("GET /ctx/include HTTP/1.0\r\n\r\n");
        assertThat(body(response).equals(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/page.html", "/sub/", "/large.bin"})
    void fileIsIncludedWhateverThePathOfTheRequestEndsWith(String file) throws Exception {
        context.setWelcomeFiles(new String[] {"index.html"});
        servlet("/include/*", (request, response) -> {
            response.getOutputStream().print("[");
            request.getRequestDispatcher(file).include(request, response);
            response.getOutputStream().print("]");
        });
        start();
        String response = request("GET /ctx/include/ HTTP/1.0\r\n\r\n");
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).startsWith("[").endsWith("]").hasSizeGreaterThan(8);
    }

    // welcome files

    @Test
    void welcomeFilesMayBeNamedWithALeadingSlash() throws Exception {
        context.setWelcomeFiles(new String[] {"/none.html", "/index.html"});
        start();
        assertThat(body(get("/ctx/sub/"))).isEqualTo("welcome");
        assertThat(body(get("/ctx/sub/sub/"))).isEqualTo("deeper welcome");
        assertThat(status(get("/ctx/"))).isEqualTo(403);
    }

    @Test
    void welcomeFileWithALeadingSlashIsRelativeToTheDirectory() throws Exception {
        context.setWelcomeFiles(new String[] {"/sub/index.html"});
        start();
        assertThat(body(get("/ctx/"))).isEqualTo("welcome");
        assertThat(body(get("/ctx/sub/"))).isEqualTo("deeper welcome");
        assertThat(status(get("/ctx/sub/sub/"))).isEqualTo(403);
    }

    @Test
    void welcomeFileWithALeadingSlashIsRedirectedToAndRemembered() throws Exception {
        files.setInitParameter("redirectWelcome", "true");
        files.setInitParameter("maxCacheSize", "100000");
        context.setWelcomeFiles(new String[] {"/index.html"});
        start();
        for (int i = 0; i < 3; i++) {
            assertThat(field(get("/ctx/sub/"), "Location")).endsWith("/ctx/sub/index.html");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "exact"})
    void welcomeServletMayBeNamedWithALeadingSlash(String welcomeServlets) throws Exception {
        files.setInitParameter("welcomeServlets", welcomeServlets);
        files.setInitParameter("maxCacheSize", "100000");
        context.setWelcomeFiles(new String[] {"/start"});
        servlet("/start", (request, response) -> response.getWriter().print("at " + request.getServletPath()));
        start();
        for (int i = 0; i < 3; i++) {
            assertThat(body(get("/ctx/"))).isEqualTo("at /start");
        }
    }

    /** Servlet section 10.10. */
    @Test
    void servletIsAWelcomeFileByItsExactPathUnlessToldOtherwise() throws Exception {
        context.setWelcomeFiles(new String[] {"index.do", "start"});
        servlet("/start", (request, response) -> response.getWriter().print("at " + request.getServletPath()));
        servlet("*.do", (request, response) -> response.getWriter().print("do"));
        ServletHolder none = new ServletHolder("none", ResourceServlet.class);
        none.setInitParameter("baseResource", base.toUri().toString());
        none.setInitParameter("welcomeServlets", "false");
        context.addServlet(none, "/none/*");
        servlet("/none/start", (request, response) -> response.getWriter().print("not a welcome file"));
        start();
        assertThat(body(get("/ctx/"))).isEqualTo("at /start");
        assertThat(status(get("/ctx/none/"))).isEqualTo(403);
    }

    // what a filter writes before and after (Servlet section 6.2.2)

    private void filterThatWrites(Body before, Body after, DispatcherType type) throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> {
                    before.serve(request, response);
                    chain.doFilter(request, response);
                    after.serve(request, response);
                }),
                "/*",
                EnumSet.of(type));
        servlet("/forward/*", (request, response) -> request.getRequestDispatcher(request.getPathInfo())
                .forward(request, response));
        start();
    }

    private void assertWhole(String path, String prefix, String suffix) throws Exception {
        String expected = prefix + (path.endsWith(".bin") ? "x".repeat(LARGE) : "static page") + suffix;
        for (String condition : new String[] {
            "X-None: 1", "Range: bytes=2-4", "Range: bytes=5000000-", "If-None-Match: *", "Accept-Encoding: gzip"
        }) {
            String response = ask("GET", path, condition, "Connection: close");
            assertThat(status(response)).as(condition).isEqualTo(200);
            String length = field(response, "Content-Length");
            if (length != null) {
                assertThat(length).isEqualTo("" + expected.length());
            }
            assertThat(field(response, "Accept-Ranges")).isNull();
            assertThat(unchunked(response)).as(condition).isEqualTo(expected);
        }
        String head = connector.getResponse(
                "HEAD " + path + " HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n",
                DEADLINE_SECONDS,
                TimeUnit.SECONDS);
        assertThat(status(head)).isEqualTo(200);
        assertThat(body(head)).isEmpty();
        assertThat(field(head, "Content-Length")).isIn(null, "" + expected.length());
    }

    private static String unchunked(String response) {
        String body = body(response);
        if (!"chunked".equals(field(response, "Transfer-Encoding"))) {
            return body;
        }
        StringBuilder content = new StringBuilder();
        int at = 0;
        while (true) {
            int line = body.indexOf("\r\n", at);
            int size = Integer.parseInt(body.substring(at, line), 16);
            if (size == 0) {
                return content.toString();
            }
            content.append(body, line + 2, line + 2 + size);
            at = line + 2 + size + 2;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ctx/page.html", "/ctx/large.bin"})
    void fileIsSentAfterWhatAFilterPrinted(String path) throws Exception {
        files.setInitParameter("etags", "true");
        filterThatWrites(
                (request, response) -> response.getWriter().print("<pre>"),
                (request, response) -> response.getWriter().print("</pre>"),
                DispatcherType.REQUEST);
        assertWhole(path, "<pre>", "</pre>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ctx/page.html", "/ctx/large.bin"})
    void fileIsSentAfterWhatAFilterWroteToTheStream(String path) throws Exception {
        filterThatWrites(
                (request, response) -> response.getOutputStream().print("<pre>"),
                (request, response) -> response.getOutputStream().print("</pre>"),
                DispatcherType.REQUEST);
        assertWhole(path, "<pre>", "</pre>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ctx/page.html", "/ctx/large.bin"})
    void filterThatGotTheWriterMayWriteAfterTheFile(String path) throws Exception {
        filterThatWrites(
                (request, response) -> response.getWriter(),
                (request, response) -> response.getWriter().print("</pre>"),
                DispatcherType.REQUEST);
        assertWhole(path, "", "</pre>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ctx/page.html", "/ctx/large.bin"})
    void fileIsSentWholeAfterAFilterThatFlushed(String path) throws Exception {
        filterThatWrites(
                (request, response) -> response.flushBuffer(), (request, response) -> {}, DispatcherType.REQUEST);
        assertWhole(path, "", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ctx/forward/page.html", "/ctx/forward/large.bin"})
    void fileThatIsForwardedToIsSentAfterWhatAFilterPrinted(String path) throws Exception {
        filterThatWrites(
                (request, response) -> response.getWriter().print("<pre>"),
                (request, response) -> {},
                DispatcherType.FORWARD);
        assertWhole(path, "<pre>", "");
    }

    // wrappers

    /** Twice as long as what is written to it. */
    private static final class Doubling extends HttpServletResponseWrapper {
        Doubling(HttpServletResponse response) {
            super(response);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            ServletOutputStream out = getResponse().getOutputStream();
            return new ServletOutputStream() {
                @Override
                public void write(int b) throws IOException {
                    out.write(b);
                    out.write(b);
                }

                @Override
                public boolean isReady() {
                    return out.isReady();
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    out.setWriteListener(listener);
                }
            };
        }
    }

    @Test
    void wrapperThatMakesTheContentLongerLosesNothing() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> chain.doFilter(request, new Doubling(response))), "/*", null);
        start();
        assertThat(body(get("/ctx/page.html"))).isEqualTo("ssttaattiicc  ppaaggee");
        assertThat(body(request("GET /ctx/large.bin HTTP/1.0\r\n\r\n"))).hasSize(2 * LARGE);
    }

    @Test
    void wrapperThatPassesTheContentThroughKeepsItsLength() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) ->
                        chain.doFilter(request, new HttpServletResponseWrapper(response))),
                "/*",
                null);
        start();
        assertThat(field(get("/ctx/page.html"), "Content-Length")).isEqualTo("11");
        assertThat(field(get("/ctx/large.bin"), "Content-Length")).isEqualTo("" + LARGE);
        assertThat(body(get("/ctx/page.html", "Range: bytes=0-5"))).isEqualTo("static");
    }

    private void filterThatSets(boolean wraps, Body fields) {
        context.addFilter(
                filterOf((request, response, chain) -> {
                    fields.serve(request, response);
                    chain.doFilter(request, wraps ? new HttpServletResponseWrapper(response) : response);
                }),
                "/*",
                null);
    }

    /** HttpServletResponse.setCharacterEncoding: that of the response is the same, whoever writes it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void encodingThatAFilterSetIsThatOfTheFile(boolean wraps) throws Exception {
        filterThatSets(wraps, (request, response) -> response.setCharacterEncoding("ISO-8859-15"));
        start();
        for (String condition : new String[] {"X-None: 1", "Range: bytes=0-5"}) {
            assertThat(field(ask("GET", "/ctx/page.html", condition), "Content-Type"))
                    .isEqualTo("text/html;charset=ISO-8859-15");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fieldsThatAFilterSetAreAddedToAndNotReplaced(boolean wraps) throws Exception {
        files.setInitParameter("cacheControl", "max-age=60");
        files.setInitParameter("precompressed", "gzip=.gz");
        Files.writeString(base.resolve("page.html.gz"), "zipped");
        filterThatSets(wraps, (request, response) -> {
            response.setHeader("Vary", "Origin");
            response.setHeader("Cache-Control", "no-store");
        });
        start();
        String response = ask("GET", "/ctx/page.html", "Accept-Encoding: gzip");
        assertThat(body(response)).isEqualTo("zipped");
        assertThat(response).containsIgnoringCase("Vary: Origin").containsIgnoringCase("Vary: Accept-Encoding");
        assertThat(field(response, "Cache-Control")).isEqualTo("no-store");
        assertThat(response).doesNotContain("max-age");
    }

    /** RFC 9110, section 15.5.17. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rangeThatIsNotThereIsToldTheLength(boolean wraps) throws Exception {
        filterThatSets(wraps, (request, response) -> {});
        start();
        String response = ask("GET", "/ctx/page.html", "Range: bytes=5000-");
        assertThat(status(response)).isEqualTo(416);
        assertThat(field(response, "Content-Range")).isEqualTo("bytes */11");
    }

    // included by the name of the servlet

    private void includeByName() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) -> {
                    response.getOutputStream().print("");
                    try {
                        context.getServletContext()
                                .getNamedDispatcher("default")
                                .include(request, response);
                    } catch (FileNotFoundException x) {
                        response.getOutputStream().print("none: " + x.getMessage());
                    }
                }),
                "/*",
                null);
        start();
    }

    @Test
    void fileThatIsIncludedByTheNameOfTheServletIsWhole() throws Exception {
        files.setInitParameter("etags", "true");
        includeByName();
        for (String condition : new String[] {
            "X-None: 1", "If-None-Match: *", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT", "Range: bytes=2-4"
        }) {
            String response = ask("GET", "/ctx/page.html", condition);
            assertThat(status(response)).as(condition).isEqualTo(200);
            assertThat(body(response)).as(condition).isEqualTo("static page");
        }
    }

    /** Servlet section 9.3. */
    @Test
    void includeByNameOfWhatIsNotThereIsAnException() throws Exception {
        includeByName();
        assertThat(body(ask("GET", "/ctx/none.html"))).isEqualTo("none: /none.html");
        assertThat(body(ask("GET", "/ctx/sub"))).isEqualTo("none: /sub");
        assertThat(body(ask("GET", "/ctx/sub/"))).isEqualTo("welcome");
    }

    @Test
    void fileIsSentWholeThoughAFilterThrowsAfterIt() throws Exception {
        context.addFilter(
                new FilterHolder((request, response, chain) -> {
                    chain.doFilter(request, response);
                    throw new IllegalStateException("after the file");
                }),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        context.getServletHandler().getFilters()[0].setAsyncSupported(true);
        start();
        for (String path : new String[] {"/ctx/page.html", "/ctx/large.bin"}) {
            String response = ask("GET", path);
            assertThat(status(response)).as(path).isEqualTo(200);
            assertThat(response).as(path).endsWith(path.endsWith("bin") ? "x".repeat(LARGE) : "static page");
        }
        assertThat(ask("GET", "/ctx/page.html")).endsWith("static page");
    }
}
