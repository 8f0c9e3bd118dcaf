package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The way of the request body. */
class InputTest extends ContextServer {
    @Test
    void bodyIsReadByStreamAndReader() throws Exception {
        servlet("/stream", (request, response) -> {
            int first = request.getInputStream().read();
            byte[] rest = request.getInputStream().readAllBytes();
            response.getWriter()
                    .print((char) first + "|" + new String(rest) + "|"
                            + request.getInputStream().isFinished() + "|"
                            + request.getInputStream().read() + "|" + request.getContentLength());
        });
        servlet("/reader", (request, response) -> {
            response.setCharacterEncoding("UTF-8");
            response.getWriter()
                    .print(request.getReader().readLine() + "|"
                            + request.getReader().readLine());
        });
        start();
        assertThat(body(post("/ctx/stream", "text/plain", "hello"))).isEqualTo("h|ello|true|-1|5");
        assertThat(body(post("/ctx/reader", "text/plain;charset=utf-8", "one\ntwo")))
                .isEqualTo("one|two");
    }

    @RepeatedTest(10)
    void readerWaitsForContent() throws Exception {
        servlet("/s", (request, response) -> response.getWriter()
                .print(new String(request.getInputStream().readAllBytes())));
        start();
        try (var endPoint = connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 6\r\n\r\n")) {
            endPoint.addInputAndExecute("abc");
            endPoint.addInputAndExecute("def");
            assertThat(body(endPoint.getResponse())).isEqualTo("abcdef");
        }
    }

    @Test
    void earlyEndIsAnIOException() throws Exception {
        servlet("/s", (request, response) -> {
            try {
                request.getInputStream().readAllBytes();
                request.getServletContext().setAttribute("read", "all");
            } catch (IOException x) {
                request.getServletContext().setAttribute("read", x);
            }
        });
        start();
        try (var endPoint =
                connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 6\r\n\r\nabc")) {
            endPoint.addInputEOF();
            endPoint.getResponse();
        }
        org.awaitility.Awaitility.await()
                .untilAsserted(() -> assertThat(context.getServletContext().getAttribute("read"))
                        .isInstanceOf(IOException.class));
    }

    @Test
    void earlyEndThatTheServletDoesNotCatchIsABadRequest() throws Exception {
        transport.assumeHttp1("a stream that ends early can be sent no answer");
        servlet("/s", (request, response) -> request.getInputStream().readAllBytes());
        start();
        try (var endPoint =
                connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 6\r\n\r\nabc")) {
            endPoint.addInputEOF();
            assertThat(status(endPoint.getResponse())).isEqualTo(400);
        }
    }

    @Test
    void unreadBodyDoesNotBecomeTheNextRequest() throws Exception {
        servlet("/s", (request, response) -> response.getWriter().print("ignored"));
        servlet("/n", (request, response) -> response.getWriter().print("next"));
        start();
        try (var endPoint = connector.connect()) {
            endPoint.addInputAndExecute(ByteBuffer.wrap(
                    "POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\n\r\nhelloGET /ctx/n HTTP/1.1\r\nHost: l\r\n\r\n"
                            .getBytes()));
            assertThat(body(endPoint.getResponse())).isEqualTo("ignored");
            assertThat(body(endPoint.getResponse())).isEqualTo("next");
        }
        try (var endPoint = connector.executeRequest("POST /ctx/s HTTP/1.1\r\nHost: l\r\nContent-Length: 5\r\n\r\n")) {
            String response = endPoint.getResponse();
            assertThat(body(response)).isEqualTo("ignored");
            assertThat(field(response, "Connection")).isEqualTo(transport.isHttp1() ? "close" : null);
        }
    }

    @Test
    void streamAndReaderExcludeEachOther() throws Exception {
        servlet("/s", (request, response) -> {
            request.getReader();
            try {
                request.getInputStream();
            } catch (IllegalStateException x) {
                response.getWriter().print("refused");
            }
        });
        start();
        assertThat(body(post("/ctx/s", "text/plain", "x"))).isEqualTo("refused");
    }
}
