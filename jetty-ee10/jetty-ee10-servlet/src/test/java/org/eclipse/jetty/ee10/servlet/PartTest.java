package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.http.Part;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            for (Part part : request.getParts())
                out.append(part.getName())
                        .append(':')
                        .append(part.getSubmittedFileName())
                        .append(':')
                        .append(part.getSize())
                        .append(':')
                        .append(new String(part.getInputStream().readAllBytes()))
                        .append(';');
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
    void limitsAreKept() throws Exception {
        Body getParts = (request, response) -> {
            try {
                request.getParts();
                response.getWriter().print("accepted");
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
        };
        multipart(servlet("/file", getParts), 10, -1, 0);
        multipart(servlet("/request", getParts), -1, 50, 0);
        start();
        String body = part("file", "a", "0123456789x") + "--xx--\r\n";
        assertThat(get("/ctx/file")).isNotNull();
        String tooLarge = post("/ctx/file", TYPE, body);
        assertThat(status(tooLarge) == 413 || body(tooLarge).equals("refused") || status(tooLarge) == 400)
                .isTrue();
        String tooMuch = post("/ctx/request", TYPE, body);
        assertThat(status(tooMuch) == 413 || body(tooMuch).equals("refused") || status(tooMuch) == 400)
                .isTrue();
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
}
