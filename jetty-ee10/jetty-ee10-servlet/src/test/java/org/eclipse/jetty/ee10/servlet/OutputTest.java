package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The way of the response body (Servlet chapter 5). */
class OutputTest extends ContextServer {
    @Test
    void smallBodyGetsItsContentLength() throws Exception {
        servlet("/s", (request, response) -> {
            response.getOutputStream().print("hello ");
            response.getOutputStream().write("world".getBytes());
            response.getOutputStream().write('!');
        });
        start();

        String response = get("/ctx/s");
        assertThat(field(response, "Content-Length")).isEqualTo("12");
        assertThat(body(response)).isEqualTo("hello world!");
    }

    /** RFC 9110, section 6.4.1. */
    @ParameterizedTest
    @ValueSource(ints = {204, 205, 304})
    void contentOfAStatusWithoutContentIsDropped(int status) throws Exception {
        servlet("/before", (request, response) -> {
            response.getWriter().print("dropped");
            response.setStatus(status);
        });
        servlet("/large", (request, response) -> {
            response.setStatus(status);
            response.getOutputStream().write(new byte[100_000]);
        });
        servlet("/length", (request, response) -> {
            response.setStatus(status);
            response.setContentLength(10);
            response.getOutputStream().print("dropped");
        });
        servlet("/flushed", (request, response) -> {
            response.setStatus(status);
            response.getOutputStream().print("dropped");
            response.flushBuffer();
            response.getOutputStream().print("dropped");
        });
        start();
        try (var client = connector.connect()) {
            for (String path : new String[] {"before", "large", "length", "flushed"}) {
                client.addInputAndExecute("GET /ctx/" + path + " HTTP/1.1\r\nHost: l\r\n\r\n");
                ByteBuffer raw = client.waitForResponse(false, DEADLINE_SECONDS, TimeUnit.SECONDS);
                String response = StandardCharsets.UTF_8.decode(raw).toString();
                assertThat(status(response)).as(path).isEqualTo(status);
                assertThat(body(response)).as(path).isEmpty();
            }
        }
    }

    @Test
    void bodyLargerThanTheBufferIsSentWhole() throws Exception {
        byte[] large = "0123456789".repeat(20_000).getBytes();
        servlet("/s", (request, response) -> {
            response.getOutputStream().write("start-".getBytes());
            response.getOutputStream().write(large);
            for (int i = 0; i < 1000; i++) {
                response.getOutputStream().write(large, i * 7, 100);
            }
        });
        start();

        String response = request("GET /ctx/s HTTP/1.0\r\n\r\n");
        assertThat(body(response)).hasSize(6 + large.length + 100_000).startsWith("start-0123456789");
    }

    @Test
    void announcedLengthEndsTheResponse() throws Exception {
        servlet("/s", (request, response) -> {
            response.setContentLength(5);
            response.getOutputStream().print("hello");
            assertThat(response.isCommitted()).isTrue();
        });
        servlet("/more", (request, response) -> {
            response.setContentLength(5);
            response.getOutputStream().print("hello, world");
        });
        start();

        String response = get("/ctx/s");
        assertThat(field(response, "Content-Length")).isEqualTo("5");
        assertThat(body(response)).isEqualTo("hello");
        assertThat(status(get("/ctx/more"))).isEqualTo(500);
    }

    @Test
    void missingContentAbortsTheConnection() throws Exception {
        servlet("/s", (request, response) -> {
            response.setContentLength(10);
            response.getOutputStream().print("hello");
            response.flushBuffer();
        });
        start();

        String response = request("GET /ctx/s HTTP/1.1\r\nHost: l\r\n\r\n");
        assertThat(response == null || !body(response).contains("HTTP")).isTrue();
    }

    @Test
    void flushCommits() throws Exception {
        servlet("/s", (request, response) -> {
            response.getWriter().print("a");
            response.flushBuffer();
            response.setStatus(500);
            response.setHeader("X-Late", "1");
            response.getWriter().print(response.isCommitted() + "");
        });
        start();

        String response = get("/ctx/s");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-Late")).isNull();
        assertThat(response).contains("true");
    }

    @Test
    void resetBufferDropsContentAndResetDropsAll() throws Exception {
        servlet("/buffer", (request, response) -> {
            response.setHeader("X-Kept", "1");
            response.getWriter().print("dropped");
            response.resetBuffer();
            response.getWriter().print("kept");
        });
        servlet("/all", (request, response) -> {
            response.setHeader("X-Gone", "1");
            response.setStatus(404);
            response.getWriter().print("dropped");
            response.reset();
            response.getOutputStream().print("kept");
        });
        start();

        String response = get("/ctx/buffer");
        assertThat(body(response)).isEqualTo("kept");
        assertThat(field(response, "X-Kept")).isEqualTo("1");
        response = get("/ctx/all");
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-Gone")).isNull();
        assertThat(body(response)).isEqualTo("kept");
    }

    @Test
    void streamAndWriterExcludeEachOther() throws Exception {
        servlet("/s", (request, response) -> {
            response.getWriter();
            response.getOutputStream();
        });
        start();

        assertThat(status(get("/ctx/s"))).isEqualTo(500);
    }

    @Test
    void headHasTheFieldsOfGetWithoutBody() throws Exception {
        servlet("/s", (request, response) -> response.getWriter().print("hello"));
        start();

        String response = connector.getResponse(
                "HEAD /ctx/s HTTP/1.1\r\nHost: l\r\nConnection: close\r\n\r\n", DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(field(response, "Content-Length")).isEqualTo("5");
        assertThat(body(response)).isEmpty();
    }

    @Test
    void closedStreamTakesNoMore() throws Exception {
        servlet("/s", (request, response) -> {
            response.getOutputStream().print("done");
            response.getOutputStream().close();
            try {
                response.getOutputStream().print("more");
            } catch (java.io.IOException x) {
                request.getServletContext().setAttribute("refused", x);
            }
        });
        start();

        assertThat(body(get("/ctx/s"))).isEqualTo("done");
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(context.getServletContext().getAttribute("refused"))
                        .isNotNull());
    }

    @Test
    void wholeContentsAreSent() throws Exception {
        byte[] large = "x".repeat(100_000).getBytes();
        servlet("/stream", (request, response) -> {
            response.getOutputStream().print("a");
            ((HttpOutput) response.getOutputStream()).sendContent(new ByteArrayInputStream(large));
        });
        servlet("/buffer", (request, response) -> ((HttpOutput) response.getOutputStream())
                .sendContent(ByteBuffer.wrap("buffer".getBytes())));
        servlet("/written", (request, response) -> ((HttpOutput) response.getOutputStream())
                .write(ByteBuffer.wrap("written".getBytes())));
        start();

        assertThat(body(request("GET /ctx/stream HTTP/1.0\r\n\r\n"))).hasSize(100_001);
        assertThat(body(get("/ctx/buffer"))).isEqualTo("buffer");
        assertThat(body(get("/ctx/written"))).isEqualTo("written");
    }

    @Test
    void redirectEndsTheResponse() throws Exception {
        servlet("/s", (request, response) -> {
            response.getWriter().print("dropped");
            response.sendRedirect("other?x=y");
        });
        start();

        String response = get("/ctx/s");
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).endsWith("/ctx/other?x=y");
        assertThat(body(response)).isEmpty();
    }

    @Test
    void smallBufferSizeStillTakesWideCharacters() throws Exception {
        String text = "grün €uro \uD83D\uDE00 ".repeat(500);
        servlet("/s", (request, response) -> {
            response.setBufferSize(1);
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().print(text);
        });
        start();

        ByteBuffer raw = connector.getResponse(
                ByteBuffer.wrap("GET /ctx/s HTTP/1.0\r\n\r\n".getBytes()), false, DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(body(StandardCharsets.UTF_8.decode(raw).toString())).isEqualTo(text);
    }
}
