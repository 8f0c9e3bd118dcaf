package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.MultipartConfig;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** multipart/form-data (Servlet section 3.2; RFC 7578). */
class PartTest extends ContextServer {
    private static final String TYPE = "multipart/form-data; boundary=xx";

    @TempDir
    Path temp;

    @BeforeEach
    void tempDirectory() {
        context.setTempDirectory(temp.toFile());
    }

    private static String part(String name, String file, String content) {
        return "--xx\r\nContent-Disposition: form-data; name=\"" + name + "\""
                + (file == null ? "" : "; filename=\"" + file + "\"\r\nContent-Type: text/plain") + "\r\n\r\n" + content
                + "\r\n";
    }

    private static void multipart(ServletHolder holder, long maxFile, long maxRequest, int threshold) {
        holder.getRegistration().setMultipartConfig(new MultipartConfigElement("", maxFile, maxRequest, threshold));
    }

    @Test
    void partsAndParameters() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            StringBuilder out = new StringBuilder();
            for (Part part : request.getParts()) {
                out.append(part.getName())
                        .append(':')
                        .append(part.getSubmittedFileName())
                        .append(':')
                        .append(part.getSize())
                        .append(':')
                        .append(new String(part.getInputStream().readAllBytes()))
                        .append(';');
            }
            out.append(request.getParameter("field"))
                    .append(':')
                    .append(request.getParameter("q"))
                    .append(':')
                    .append(request.getPart("file").getContentType())
                    .append(':')
                    .append(request.getPart("none"));
            response.getWriter().print(out);
        });
        multipart(holder, -1, -1, 0);
        start();
        String body = part("field", null, "value") + part("file", "a.txt", "content") + "--xx--\r\n";
        assertThat(body(post("/ctx/s?q=1", TYPE, body)))
                .isEqualTo("field:null:5:value;file:a.txt:7:content;value:1:text/plain:null");
    }

    @Test
    void largePartIsAFileUntilTheRequestEnds() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            Part part = request.getPart("file");
            part.write("kept.txt");
            response.getWriter().print(part.getSize());
        });
        multipart(holder, -1, -1, 10);
        start();
        String body =
                part("file", "a.txt", "0123456789".repeat(1000)) + part("other", "b", "x".repeat(100)) + "--xx--\r\n";
        assertThat(body(post("/ctx/s", TYPE, body))).isEqualTo("10000");
        assertThat(Files.size(temp.resolve("kept.txt"))).isEqualTo(10000);
        org.awaitility.Awaitility.await().untilAsserted(() -> {
            File[] files = temp.toFile().listFiles(File::isFile);
            assertThat(files).hasSize(1);
        });
    }

    @Test
    void withoutConfigurationPartsAreRefused() throws Exception {
        servlet("/s", (request, response) -> {
            try {
                request.getParts();
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
        });
        start();
        assertThat(body(post("/ctx/s", TYPE, part("a", null, "b") + "--xx--\r\n")))
                .isEqualTo("refused");
    }

    @Test
    void otherContentTypeIsAServletException() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            try {
                request.getParts();
            } catch (jakarta.servlet.ServletException x) {
                response.getWriter().print(x.getMessage());
            }
        });
        multipart(holder, -1, -1, 0);
        start();
        assertThat(body(post("/ctx/s", "text/plain", "x"))).contains("text/plain");
    }

    @Test
    void malformedBodyIsABadRequest() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> request.getParts());
        multipart(holder, -1, -1, 0);
        start();
        assertThat(status(post("/ctx/s", TYPE, "--xx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end")))
                .isEqualTo(400);
    }

    @Test
    void partTellsItsFields() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            Part part = request.getPart("file");
            assertThat(part.getHeader("content-type")).isEqualTo("text/plain");
            assertThat(part.getHeaders("X-Many")).containsExactly("1", "2");
            assertThat(part.getHeaders("X-None")).isEmpty();
            assertThat(part.getHeader("X-None")).isNull();
            assertThat(part.getHeaderNames()).hasSize(3);
            assertThat(part.getContentType()).isEqualTo("text/plain");
        });
        multipart(holder, -1, -1, 0);
        start();
        String body =
                "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\nContent-Type: text/plain"
                        + "\r\nX-Many: 1\r\nX-Many: 2\r\n\r\nc\r\n--xx--\r\n";
        assertThat(status(post("/ctx/s", TYPE, body))).isEqualTo(200);
    }

    @Test
    void partIsWrittenToThePlaceGivenRelativeToTheConfiguredLocation() throws Exception {
        Path absolute = temp.resolve("elsewhere.txt");
        ServletHolder holder = servlet("/s", (request, response) -> {
            request.getPart("one").write("one.txt");
            request.getPart("two").write(absolute.toString());
        });
        Path location = Files.createDirectory(temp.resolve("uploads"));
        holder.getRegistration().setMultipartConfig(new MultipartConfigElement(location.toString(), -1, -1, 0));
        start();
        assertThat(status(post("/ctx/s", TYPE, part("one", "1", "1st") + part("two", "2", "2nd") + "--xx--\r\n")))
                .isEqualTo(200);
        assertThat(location.resolve("one.txt")).hasContent("1st");
        assertThat(absolute).hasContent("2nd");
    }

    @Test
    void deletedPartLeavesNothing() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            assertThat(files()).isPositive();
            for (Part part : request.getParts()) {
                part.delete();
            }
            assertThat(files()).isZero();
        });
        context.addFilter(
                filterOf((request, response, chain) -> {
                    request.setAttribute(
                            // as applications and frameworks write it
                            "org.eclipse.jetty.multipartConfig", new MultipartConfigElement("", -1, -1, 10));
                    request.getParts();
                    chain.doFilter(request, response);
                }),
                "/*",
                null);
        multipart(holder, -1, -1, 10);
        start();
        assertThat(status(post("/ctx/s", TYPE, part("file", "a", "x".repeat(100)) + "--xx--\r\n")))
                .isEqualTo(200);
    }

    /** While the server may make and delete some. */
    private long files() throws IOException {
        AtomicLong count = new AtomicLong();
        Files.walkFileTree(temp, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    count.incrementAndGet();
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException x) throws IOException {
                // deleted meanwhile
                if (x instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw x;
            }
        });
        return count.get();
    }

    /** Part.getSubmittedFileName. */
    @Test
    void nameOfTheFileIsTheClientsOwn() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getPart("file").getSubmittedFileName());
        });
        multipart(holder, -1, -1, 0);
        start();
        assertThat(body(post("/ctx/s", TYPE, part("file", "../../etc/pass wd", "x") + "--xx--\r\n")))
                .isEqualTo("../../etc/pass wd");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "filename=\"a.txt\"; filename*=UTF-8''%C3%A9%20b.txt | é b.txt",
                "filename*=utf-8'de'b.txt; filename=a.txt | b.txt",
                "filename*=UTF-8''%zz; filename=\"a.txt\" | a.txt",
                "filename*=b.txt; filename=\"a.txt\" | a.txt"
            })
    void nameOfTheFileMayBeEncoded(String parameters, String name) throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter().print(request.getPart("file").getSubmittedFileName());
        });
        multipart(holder, -1, -1, 0);
        start();
        String part =
                "--xx\r\nContent-Disposition: form-data; name=\"file\"; " + parameters + "\r\n\r\nx\r\n--xx--\r\n";
        assertThat(body(post("/ctx/s", TYPE, part))).isEqualTo(name);
    }

    /** RFC 7578, section 4.6. */
    @Test
    void fieldOfTheFormMayNameItsCharset() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> response.getWriter()
                .print((int) request.getParameter("a").charAt(0)));
        multipart(holder, -1, -1, 0);
        start();
        String euro = part("a", null, "€");
        assertThat(body(post("/ctx/s", TYPE, euro + "--xx--\r\n"))).isEqualTo("8364");
        assertThat(body(post("/ctx/s", TYPE, euro + part("_charset_", null, "iso-8859-1") + "--xx--\r\n")))
                .isEqualTo("226");
        assertThat(body(post(
                        "/ctx/s",
                        TYPE,
                        euro.replace("\r\n\r\n", "\r\nContent-Type: text/plain;charset=utf-8\r\n\r\n")
                                + part("_charset_", null, "iso-8859-1") + "--xx--\r\n")))
                .isEqualTo("8364");
        assertThat(status(post("/ctx/s", TYPE, euro + part("_charset_", null, "none") + "--xx--\r\n")))
                .isEqualTo(400);
    }

    @MultipartConfig(maxFileSize = 5)
    public static class Annotated extends HttpServlet {
        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            response.getWriter().print(request.getPart("f").getSize());
        }
    }

    /** Section 8.1.5. */
    @Test
    void annotationOfTheClassConfigures() throws Exception {
        context.addServlet(Annotated.class, "/s");
        start();
        assertThat(body(post("/ctx/s", TYPE, part("f", "a", "12345") + "--xx--\r\n")))
                .isEqualTo("5");
        assertThat(status(post("/ctx/s", TYPE, part("f", "a", "123456") + "--xx--\r\n")))
                .isEqualTo(413);
    }

    // bad input

    @Test
    void limitsThatTheApplicationDoesNotCatchAreContentTooLarge() throws Exception {
        Body getParts = (request, response) -> request.getParts();
        multipart(servlet("/file", getParts), 10, -1, 5);
        multipart(servlet("/request", getParts), -1, 400, 5);
        start();
        assertThat(status(post("/ctx/file", TYPE, part("ok", "a", "0123456789") + "--xx--\r\n")))
                .isEqualTo(200);
        assertThat(status(post("/ctx/file", TYPE, part("ok", "a", "x") + part("f", "a", "0123456789x") + "--xx--\r\n")))
                .isEqualTo(413);
        assertThat(status(post("/ctx/request", TYPE, part("f", "a", "x".repeat(500)) + "--xx--\r\n")))
                .isEqualTo(413);
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(files()).isZero());
    }

    @Test
    void limitsThatTheApplicationCatchesAreIllegalStates() throws Exception {
        Body getParts = (request, response) -> {
            assertThatIllegalStateException().isThrownBy(request::getParts);
            assertThatIllegalStateException().isThrownBy(() -> request.getPart("f"));
        };
        multipart(servlet("/file", getParts), 10, -1, 0);
        multipart(servlet("/request", getParts), -1, 50, 0);
        start();
        String body = part("f", "a", "0123456789x") + "--xx--\r\n";
        assertThat(status(post("/ctx/file", TYPE, body))).isEqualTo(200);
        assertThat(status(post("/ctx/request", TYPE, body))).isEqualTo(200);
    }

    @Test
    void tenThousandPartsAreRefusedAndLeaveNoFile() throws Exception {
        multipart(servlet("/s", (request, response) -> request.getParts()), -1, -1, 1);
        start();
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            body.append(part("p" + i, "f", "xx"));
        }
        assertThat(status(post("/ctx/s", TYPE, body.append("--xx--\r\n").toString())))
                .isEqualTo(413);
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(files()).isZero());
    }

    @Test
    void uploadThatBreaksOffLeavesNoFile() throws Exception {
        multipart(servlet("/s", (request, response) -> request.getParts()), -1, -1, 1);
        start();
        String beginning = part("f", "a", "x".repeat(1000)) + "--xx\r\nContent-Disposition: form-data; name=\"g\"";
        try (var client = connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Type: " + TYPE
                + "\r\nContent-Length: 5000\r\n\r\n" + beginning)) {
            org.awaitility.Awaitility.await()
                    .untilAsserted(() -> assertThat(files()).isPositive());
            client.addInputEOF();
            client.getResponse();
        }
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(files()).isZero());
    }

    @Test
    void fieldsBeyondTheLimitOfFormsAreNotReadAsParameters() throws Exception {
        ServletHolder holder =
                servlet("/s", (request, response) -> response.getWriter().print(request.getParameter("b")));
        multipart(holder, -1, -1, 0);
        context.setMaxFormContentSize(100);
        start();
        String half = "x".repeat(50);
        String within = part("a", null, half) + part("b", null, half) + part("f", "file", half) + "--xx--\r\n";
        assertThat(body(post("/ctx/s", TYPE, within))).isEqualTo(half);
        String beyond = part("a", null, half) + part("b", null, half + "y") + "--xx--\r\n";
        assertThat(status(post("/ctx/s", TYPE, beyond))).isEqualTo(413);
    }

    @Test
    void fieldsBeyondTheLimitOfFormsCanBeReadAsParts() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> {
            assertThat(request.getPart("a").getSize()).isEqualTo(1000);
            response.getWriter().print(request.getPart("a").getInputStream().readAllBytes().length);
        });
        multipart(holder, -1, -1, 0);
        context.setMaxFormContentSize(100);
        start();
        assertThat(body(post("/ctx/s", TYPE, part("a", null, "x".repeat(1000)) + "--xx--\r\n")))
                .isEqualTo("1000");
    }

    @Test
    void fieldsHaveNoLimitWhereFormsHaveNone() throws Exception {
        ServletHolder holder = servlet("/s", (request, response) -> response.getWriter()
                .print(request.getParameter("a").length()));
        multipart(holder, -1, -1, 0);
        context.setMaxFormContentSize(-1);
        start();
        assertThat(body(post("/ctx/s", TYPE, part("a", null, "x".repeat(300_000)) + "--xx--\r\n")))
                .isEqualTo("300000");
    }
}
