package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Static resources. */
class DefaultServletTest extends ContextServer {
    @TempDir
    Path base;

    private ServletHolder files;

    @BeforeEach
    void files() throws Exception {
        Files.writeString(base.resolve("a.txt"), "0123456789");
        Files.writeString(base.resolve("a b.html"), "<p>spaced</p>");
        Files.createDirectories(base.resolve("dir/sub"));
        Files.writeString(base.resolve("dir/index.html"), "<p>welcome</p>");
        Files.writeString(base.resolve("large.bin"), "x".repeat(200_000));
        Files.writeString(base.resolve("a.txt.gz"), "zipped");
        context.setBaseResourceAsPath(base);
        context.setWelcomeFiles(new String[] {"index.html", "index.do"});
        files = new ServletHolder("default", DefaultServlet.class);
        context.addServlet(files, "/");
    }

    @Test
    void filesAreServedWithTheirType() throws Exception {
        start();
        String response = get("/ctx/a.txt");
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).isEqualTo("0123456789");
        assertThat(field(response, "Content-Type")).startsWith("text/plain");
        assertThat(field(response, "Content-Length")).isEqualTo("10");
        assertThat(field(response, "Last-Modified")).isNotNull();
        assertThat(body(get("/ctx/a%20b.html"))).isEqualTo("<p>spaced</p>");
        assertThat(body(request("GET /ctx/large.bin HTTP/1.0\r\n\r\n"))).hasSize(200_000);
        assertThat(status(get("/ctx/none"))).isEqualTo(404);
        assertThat(status(get("/ctx/a.txt/"))).isEqualTo(404);
    }

    @Test
    void filesAreServedByForwardToTheNamedServlet() throws Exception {
        context.addServlet(
                new ServletHolder("front", new jakarta.servlet.http.HttpServlet() {
                    @Override
                    protected void doGet(
                            jakarta.servlet.http.HttpServletRequest request,
                            jakarta.servlet.http.HttpServletResponse response)
                            throws jakarta.servlet.ServletException, java.io.IOException {
                        getServletContext().getNamedDispatcher("default").forward(request, response);
                    }
                }),
                "/*");
        start();
        assertThat(body(get("/ctx/a.txt"))).isEqualTo("0123456789");
        assertThat(body(get("/ctx/large.bin"))).hasSize(200_000);
    }

    @Test
    void forwardLeavesTheResponseToAWrapperThatKeepsTheContent() throws Exception {
        context.addServlet(
                new ServletHolder("front", new jakarta.servlet.http.HttpServlet() {
                    @Override
                    protected void doGet(
                            jakarta.servlet.http.HttpServletRequest request,
                            jakarta.servlet.http.HttpServletResponse response)
                            throws jakarta.servlet.ServletException, java.io.IOException {
                        java.io.ByteArrayOutputStream kept = new java.io.ByteArrayOutputStream();
                        getServletContext()
                                .getNamedDispatcher("default")
                                .forward(request, new jakarta.servlet.http.HttpServletResponseWrapper(response) {
                                    @Override
                                    public jakarta.servlet.ServletOutputStream getOutputStream()
                                            throws java.io.IOException {
                                        getResponse().getOutputStream();
                                        return new jakarta.servlet.ServletOutputStream() {
                                            @Override
                                            public void write(int b) {
                                                kept.write(b);
                                            }

                                            @Override
                                            public boolean isReady() {
                                                return true;
                                            }

                                            @Override
                                            public void setWriteListener(jakarta.servlet.WriteListener listener) {}
                                        };
                                    }

                                    @Override
                                    public void setContentLengthLong(long length) {}
                                });
                        response.getOutputStream().write(kept.toByteArray());
                    }
                }),
                "/*");
        start();
        assertThat(body(get("/ctx/a.txt"))).isEqualTo("0123456789");
    }

    @Test
    void conditionsAndRangesAreHonoured() throws Exception {
        files.setInitParameter("etags", "true");
        start();
        String response = get("/ctx/a.txt");
        String etag = field(response, "ETag");
        assertThat(etag).isNotNull();
        assertThat(status(get("/ctx/a.txt", "If-None-Match: " + etag))).isEqualTo(304);
        assertThat(status(get("/ctx/a.txt", "If-Modified-Since: " + field(response, "Last-Modified"))))
                .isEqualTo(304);
        assertThat(status(get("/ctx/a.txt", "If-Match: \"other\""))).isEqualTo(412);
        String range = get("/ctx/a.txt", "Range: bytes=2-4");
        assertThat(status(range)).isEqualTo(206);
        assertThat(body(range)).isEqualTo("234");
        assertThat(status(get("/ctx/a.txt", "Range: bytes=20-"))).isEqualTo(416);
    }

    @Test
    void directoriesHaveWelcomeFilesOrAreForbidden() throws Exception {
        start();
        String response = get("/ctx/dir?q=1");
        assertThat(status(response)).isBetween(301, 302);
        assertThat(field(response, "Location")).endsWith("/ctx/dir/?q=1");
        assertThat(body(get("/ctx/dir/"))).isEqualTo("<p>welcome</p>");
        assertThat(status(get("/ctx/dir/sub/"))).isEqualTo(403);
    }

    @Test
    void directoriesAreListedWhenAllowed() throws Exception {
        files.setInitParameter("dirAllowed", "true");
        start();
        String response = get("/ctx/");
        assertThat(status(response)).isEqualTo(200);
        assertThat(body(response)).contains("a.txt", "dir");
    }

    @Test
    void welcomeIsRedirectedToWhenAsked() throws Exception {
        files.setInitParameter("redirectWelcome", "true");
        start();
        String response = get("/ctx/dir/");
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).endsWith("/ctx/dir/index.html");
    }

    @Test
    void welcomeMayBeAServlet() throws Exception {
        files.setInitParameter("welcomeServlets", "true");
        servlet("*.do", (request, response) -> response.getWriter().print("do " + request.getServletPath()));
        start();
        assertThat(body(get("/ctx/dir/sub/"))).isEqualTo("do /dir/sub/index.do");
        assertThat(body(get("/ctx/dir/"))).isEqualTo("<p>welcome</p>");
    }

    @Test
    void precompressedVariantIsServedToThoseWhoAccept() throws Exception {
        files.setInitParameter("precompressed", "gzip=.gz");
        start();
        String response = get("/ctx/a.txt", "Accept-Encoding: gzip");
        assertThat(body(response)).isEqualTo("zipped");
        assertThat(field(response, "Content-Encoding")).isEqualTo("gzip");
        assertThat(field(response, "Content-Type")).startsWith("text/plain");
        assertThat(body(get("/ctx/a.txt"))).isEqualTo("0123456789");
    }

    @Test
    void resourcesAreIncludedAndForwardedTo() throws Exception {
        servlet("/include", (request, response) -> {
            response.getWriter().print("[");
            request.getRequestDispatcher("/a.txt").include(request, response);
            response.getWriter().print("]");
        });
        servlet("/forward", (request, response) -> request.getRequestDispatcher("/a.txt")
                .forward(request, response));
        start();
        assertThat(body(get("/ctx/include", "If-None-Match: *"))).isEqualTo("[0123456789]");
        assertThat(body(get("/ctx/forward"))).isEqualTo("0123456789");
    }

    /** Servlet section 9.3. */
    @Test
    void includeOfAFileThatIsNotThereIsAnException() throws Exception {
        assertThat(body(serve((request, response) -> {
                    try {
                        request.getRequestDispatcher("/none.txt").include(request, response);
                    } catch (java.io.FileNotFoundException x) {
                        response.getWriter().print("missing");
                    }
                })))
                .isEqualTo("missing");
    }

    @Test
    void filtersThatWrapTheResponseSeeTheContent() throws Exception {
        context.addFilter(
                filterOf((request, response, chain) ->
                        chain.doFilter(request, new jakarta.servlet.http.HttpServletResponseWrapper(response) {
                            @Override
                            public void setContentLengthLong(long length) {}

                            @Override
                            public void setHeader(String name, String value) {
                                if (!name.equalsIgnoreCase("Content-Length")) {
                                    super.setHeader("X-" + name, value);
                                }
                            }
                        })),
                "/*",
                null);
        start();
        String response = get("/ctx/a.txt");
        assertThat(body(response)).isEqualTo("0123456789");
        assertThat(field(response, "X-Last-Modified")).isNotNull();
    }

    @Test
    void cacheFollowsChangesOfTheFile() throws Exception {
        files.setInitParameter("maxCachedFiles", "10");
        files.setInitParameter("maxCacheSize", "100000");
        files.setInitParameter("maxCachedFileSize", "10000");
        files.setInitParameter("cacheValidationTime", "0");
        start();
        assertThat(body(get("/ctx/a.txt"))).isEqualTo("0123456789");
        Files.writeString(base.resolve("a.txt"), "changed!");
        assertThat(body(get("/ctx/a.txt"))).isEqualTo("changed!");
    }

    @Test
    void rememberedWelcomeFileIsThatOfTheValidationTime() throws Exception {
        files.setInitParameter("maxCacheSize", "100000");
        files.setInitParameter("cacheValidationTime", "100");
        context.setWelcomeFiles(new String[] {"first.html", "index.html"});
        start();
        Path first = base.resolve("dir/first.html");
        assertThat(body(get("/ctx/dir/"))).isEqualTo("<p>welcome</p>");
        assertThat(body(get("/ctx/dir/"))).isEqualTo("<p>welcome</p>");
        Files.writeString(first, "first");
        await().untilAsserted(() -> assertThat(body(get("/ctx/dir/"))).isEqualTo("first"));
        Files.delete(first);
        await().untilAsserted(() -> assertThat(body(get("/ctx/dir/"))).isEqualTo("<p>welcome</p>"));
        Files.delete(base.resolve("dir/index.html"));
        await().untilAsserted(() -> assertThat(status(get("/ctx/dir/"))).isEqualTo(403));
        Files.writeString(first, "again");
        // what was not there is not remembered but as the cache does it
        await().untilAsserted(() -> assertThat(body(get("/ctx/dir/"))).isEqualTo("again"));
    }

    @Test
    void welcomeFileOfARedirectKeepsTheQueryOfEachRequest() throws Exception {
        files.setInitParameter("maxCacheSize", "100000");
        files.setInitParameter("cacheValidationTime", "-1");
        files.setInitParameter("redirectWelcome", "true");
        start();
        for (String query : new String[] {"?a=b", "", "?c=d"}) {
            assertThat(field(get("/ctx/dir/" + query), "Location")).endsWith("/ctx/dir/index.html" + query);
        }
    }

    @Test
    void resourcesBelowAPathOfTheirOwn() throws Exception {
        ServletHolder below = new ServletHolder("static", ResourceServlet.class);
        below.setInitParameter("baseResource", base.toUri().toString());
        context.addServlet(below, "/static/*");
        start();
        assertThat(body(get("/ctx/static/a.txt"))).isEqualTo("0123456789");
        assertThat(body(get("/ctx/static/dir/"))).isEqualTo("<p>welcome</p>");
    }

    @Test
    void nothingIsWrittenByPutWholeOrInPart() throws Exception {
        start();
        String before = body(get("/ctx/a.txt"));
        for (String range : new String[] {"", "Content-Range: bytes 0-3/10\r\n"}) {
            String put = "PUT /ctx/a.txt HTTP/1.1\r\nHost: l\r\n" + range + "Content-Length: 4\r\n\r\nevil";
            assertThat(status(request(put))).isEqualTo(405);
        }
        assertThat(status(request("PUT /ctx/new.jsp HTTP/1.1\r\nHost: l\r\nContent-Length: 4\r\n\r\nevil")))
                .isIn(404, 405);
        assertThat(body(get("/ctx/a.txt"))).isEqualTo(before);
        assertThat(status(get("/ctx/new.jsp"))).isEqualTo(404);
    }

    @Test
    void otherMethodsAreNotAllowed() throws Exception {
        start();
        assertThat(status(request("DELETE /ctx/a.txt HTTP/1.1\r\nHost: l\r\n\r\n")))
                .isEqualTo(405);
        assertThat(field(request("OPTIONS /ctx/a.txt HTTP/1.1\r\nHost: l\r\n\r\n"), "Allow"))
                .contains("GET", "HEAD");
    }

    @Test
    void linksAreServedWithinTheBaseAndNeverToProtectedFiles() throws Exception {
        Path root = Files.createDirectories(base.resolve("root/WEB-INF"));
        Files.writeString(root.resolve("p.txt"), "protected");
        Files.createSymbolicLink(base.resolve("root/link.txt"), base.resolve("a.txt"));
        Files.createSymbolicLink(base.resolve("root/web"), Path.of("WEB-INF"));
        Files.writeString(base.resolve("root/b.txt"), "b");
        Files.createSymbolicLink(base.resolve("root/b-link.txt"), Path.of("b.txt"));
        context.setBaseResourceAsPath(base.resolve("root"));
        context.setProtectedTargets(new String[] {"/WEB-INF"});
        start();
        assertThat(body(get("/ctx/b-link.txt"))).isEqualTo("b");
        assertThat(status(get("/ctx/link.txt"))).isEqualTo(404);
        assertThat(status(get("/ctx/web/p.txt"))).isEqualTo(404);
    }

    @Test
    void baseOfTheServletMayBeALink() throws Exception {
        Path link = Files.createSymbolicLink(base.resolve("link"), base.resolve("dir"));
        files.setInitParameter("baseResource", link.toUri().toString());
        start();
        assertThat(body(get("/ctx/index.html"))).isEqualTo("<p>welcome</p>");
    }
}
