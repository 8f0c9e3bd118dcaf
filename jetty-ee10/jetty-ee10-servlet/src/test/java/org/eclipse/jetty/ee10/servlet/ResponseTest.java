package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the response promises, and what it refuses (Servlet chapter 5). */
class ResponseTest extends ContextServer {

    // what could begin another field (RFC 9110, section 5.5)

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Other: 1", "a\nb", "a\u0000b", "\u007f"})
    void fieldWithAControlCharacterIsRefusedWhereItIsSet(String value) throws Exception {
        serve((request, response) -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> response.setHeader("X-Some", value))
                    .withMessageContaining("X-Some");
            assertThatIllegalArgumentException().isThrownBy(() -> response.addHeader("X-Some", value));
            response.setHeader("X-Other", "tab\tis fine");
            assertThat(response.getHeaderNames()).doesNotContain("X-Some");
        });
    }

    @Test
    void trailerWithAControlCharacterIsLeftOutAndTheOthersFollow() throws Exception {
        transport.assumeHttp1("trailers are seen as text");
        servlet("/trailers", (request, response) -> {
            response.setTrailerFields(() -> Map.of("X-Bad", "a\r\nX-Forged: 1", "X Name", "v", "X-Good", "sum"));
            response.getWriter().print("content");
        });
        start();
        assertThat(get("/ctx/trailers"))
                .contains("content", "X-Good: sum")
                .doesNotContain("X-Bad", "X-Forged", "X Name");
    }

    // buffering

    /** Section 5.1. */
    @Test
    void bufferHasAtLeastTheSizeAskedFor() throws Exception {
        serve((request, response) -> {
            assertThat(response.getBufferSize()).isPositive();
            response.setBufferSize(100_000);
            assertThat(response.getBufferSize()).isGreaterThanOrEqualTo(100_000);
            response.getOutputStream().write(new byte[99_000]);
            assertThat(response.isCommitted()).isFalse();
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(1));
        });
    }

    @Test
    void bufferSizeIsFixedOnceContentWasWritten() throws Exception {
        servlet("/writer", (request, response) -> {
            response.getWriter().print("x");
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(10_000));
        });
        serve((request, response) -> {
            response.getOutputStream().print("x");
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(10_000));
            response.resetBuffer();
            response.setBufferSize(10_000);
        });
        get("/ctx/writer");
    }

    @Test
    void committedResponseTakesBackNothing() throws Exception {
        serve((request, response) -> {
            assertThat(response.isCommitted()).isFalse();
            response.getWriter().print("x");
            response.flushBuffer();
            assertThat(response.isCommitted()).isTrue();
            assertThatIllegalStateException().isThrownBy(response::reset);
            assertThatIllegalStateException().isThrownBy(response::resetBuffer);
            assertThatIllegalStateException().isThrownBy(() -> response.setBufferSize(1));
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500));
            assertThatIllegalStateException().isThrownBy(() -> response.sendError(500, "late"));
            assertThatIllegalStateException().isThrownBy(() -> response.sendRedirect("/late"));
            assertThatIllegalStateException().isThrownBy(() -> response.setTrailerFields(() -> Map.of()));
        });
    }

    @Test
    void committedResponseIgnoresFieldsStatusTypeAndLocale() throws Exception {
        String response = serve((request, answer) -> {
            answer.setContentType("text/css");
            answer.flushBuffer();
            answer.setStatus(404);
            answer.setHeader("X-A", "late");
            answer.addHeader("X-A", "late");
            answer.setIntHeader("X-A", 1);
            answer.setDateHeader("X-A", 1);
            answer.setContentType("text/html");
            answer.setCharacterEncoding("UTF-8");
            answer.setLocale(Locale.FRENCH);
            answer.setContentLength(7);
            assertThat(answer.getStatus()).isEqualTo(200);
        });
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-A")).isNull();
        assertThat(field(response, "Content-Type")).isEqualTo("text/css");
        assertThat(field(response, "Content-Language")).isNull();
    }

    @Test
    void resetLetsStreamAndWriterBeChosenAnewButResetBufferDoesNot() throws Exception {
        assertThat(body(serve((request, response) -> {
                    response.getOutputStream().print("stream");
                    response.resetBuffer();
                    assertThatIllegalStateException().isThrownBy(response::getWriter);
                    response.reset();
                    response.getWriter().print("writer");
                    response.resetBuffer();
                    assertThatIllegalStateException().isThrownBy(response::getOutputStream);
                    response.getWriter().print("again");
                })))
                .isEqualTo("again");
    }

    // fields

    /** Section 5.2. */
    @Test
    void setReplacesAndAddAdds() throws Exception {
        String response = serve((request, answer) -> {
            assertThat(answer.containsHeader("X-A")).isFalse();
            answer.addHeader("X-A", "1");
            answer.addHeader("x-a", "2");
            assertThat(answer.getHeaders("X-A")).containsExactly("1", "2");
            assertThat(answer.getHeader("X-A")).isEqualTo("1");
            answer.setHeader("X-A", "3");
            assertThat(answer.getHeaders("X-A")).containsExactly("3");
            assertThat(answer.containsHeader("x-A")).isTrue();
            answer.setIntHeader("X-Int", 7);
            answer.addIntHeader("X-Int", 8);
            answer.setDateHeader("X-Date", 784111777000L);
            answer.addDateHeader("X-Date", 784111778000L);
            assertThat(answer.getHeaders("X-Date")).hasSize(2);
            assertThat(answer.getHeaderNames()).contains("X-A", "X-Int", "X-Date");
            assertThat(answer.getHeader("X-None")).isNull();
            assertThat(answer.getHeaders("X-None")).isEmpty();
        });
        assertThat(response).contains("X-Int: 7", "X-Int: 8", "X-Date: Sun, 06 Nov 1994 08:49:37 GMT");
    }

    @Test
    void fieldWithoutNameOrWhoseValueIsNullIsNone() throws Exception {
        String response = serve((request, answer) -> {
            answer.setHeader("X-A", "1");
            answer.addHeader("X-A", null);
            assertThat(answer.getHeader("X-A")).isEqualTo("1");
            answer.setHeader("X-A", null);
            assertThat(answer.containsHeader("X-A")).isFalse();
            for (String name : new String[] {null, ""}) {
                answer.setHeader(name, "v");
                answer.addHeader(name, "v");
                answer.setIntHeader(name, 1);
                answer.addIntHeader(name, 1);
                answer.setDateHeader(name, 1);
                answer.addDateHeader(name, 1);
            }
        });
        assertThat(status(response)).isEqualTo(200);
    }

    @Test
    void collectionsOfFieldsAreCopies() throws Exception {
        serve((request, response) -> {
            response.setHeader("X-A", "1");
            var names = response.getHeaderNames();
            var values = response.getHeaders("X-A");
            response.setHeader("X-B", "1");
            response.addHeader("X-A", "2");
            assertThat(names).doesNotContain("X-B");
            assertThat(values).containsExactly("1");
        });
    }

    /** Section 5.3. */
    @Test
    void trailersFollowTheContent() throws Exception {
        transport.assumeHttp1("trailers are seen as text");
        servlet("/s", (request, response) -> {
            assertThat(response.getTrailerFields()).isNull();
            response.setTrailerFields(() -> Map.of("X-End", "late"));
            assertThat(response.getTrailerFields().get()).containsEntry("X-End", "late");
            response.getOutputStream().print("content");
            response.flushBuffer();
        });
        start();
        assertThat(get("/ctx/s")).contains("chunked", "content", "\r\n0\r\nX-End: late\r\n\r\n");
        assertThat(status(request("GET /ctx/s HTTP/1.0\r\n\r\n"))).isEqualTo(500);
    }

    @Test
    void trailersCanBeTakenBack() throws Exception {
        transport.assumeHttp1("trailers are seen as text");
        String response = serve((request, answer) -> {
            answer.setTrailerFields(() -> Map.of("X-End", "late"));
            answer.setTrailerFields(null);
            assertThat(answer.getTrailerFields()).isNull();
            answer.getWriter().print("content");
        });
        assertThat(response).contains("content").doesNotContain("X-End");
    }

    @Test
    void trailersNeedAVersionOfHttpThatHasThem() throws Exception {
        transport.assumeHttp1("of HTTP/1.0");
        servlet("/s", (request, response) -> assertThatIllegalStateException()
                .isThrownBy(() -> response.setTrailerFields(() -> Map.of())));
        start();
        assertThat(status(request("GET /ctx/s HTTP/1.0\r\n\r\n"))).isEqualTo(200);
    }

    // redirections

    /** The content that was announced is dropped, and its length with it. */
    @Test
    void redirectionHasNotTheLengthOfWhatItReplaces() throws Exception {
        String response = serve((request, answer) -> {
            answer.setContentLength(100);
            answer.getWriter().print("dropped");
            answer.sendRedirect("/there");
        });
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).endsWith("/there");
        assertThat(field(response, "Content-Length")).isIn(null, "0");
        assertThat(body(response)).isEmpty();
    }

    @Test
    void redirectionMayLeadToAFragment() throws Exception {
        String response = serve((request, answer) -> answer.sendRedirect("/ctx/page?a=b#/part"));
        assertThat(status(response)).isEqualTo(302);
        assertThat(field(response, "Location")).endsWith("/ctx/page?a=b#/part");
    }

    // bad input of the application: fields that would split the response

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX-Injected: 1", "a\nX-Injected: 1", "a\rX-Injected: 1", "a\u0000X-Injected: 1"})
    void valueCannotBecomeAnotherField(String value) throws Exception {
        String response = serve((request, answer) -> {
            answer.setHeader("X-A", value);
            answer.addHeader("X-B", value);
            answer.setContentType("text/plain; x=" + value);
            answer.getWriter().print("served");
        });
        assertThat(status(response)).isEqualTo(500);
        assertThat(field(response, "X-Injected")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-A\r\nX-Injected", "X A", "X:A", "X-A\n"})
    void nameThatIsNoTokenIsRefused(String name) throws Exception {
        String response = serve((request, answer) -> {
            assertThatIllegalArgumentException().isThrownBy(() -> answer.setHeader(name, "1"));
            assertThatIllegalArgumentException().isThrownBy(() -> answer.addHeader(name, "1"));
            assertThatIllegalArgumentException().isThrownBy(() -> answer.setIntHeader(name, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> answer.setDateHeader(name, 1));
            assertThatIllegalArgumentException().isThrownBy(() -> answer.addDateHeader(name, 1));
            answer.getWriter().print("served");
        });
        assertThat(status(response)).isEqualTo(200);
        assertThat(field(response, "X-Injected")).isNull();
    }

    @Test
    void redirectCannotCarryAnotherField() throws Exception {
        String response = serve((request, answer) -> answer.sendRedirect("/a\r\nX-Injected: 1"));
        assertThat(field(response, "X-Injected")).isNull();
        assertThat(status(response)).isIn(302, 500);
    }

    @Test
    void reasonOfAnErrorCannotCarryAnotherField() throws Exception {
        String response = serve((request, answer) -> answer.sendError(400, "bad\r\nX-Injected: 1"));
        assertThat(status(response)).isEqualTo(400);
        assertThat(field(response, "X-Injected")).isNull();
    }

    // convenience methods

    /** Section 5.5. */
    @Test
    void redirectTakesRelativeAndAbsoluteLocations() throws Exception {
        servlet("/dir/*", (request, response) -> response.sendRedirect(request.getParameter("to")));
        start();
        assertThat(field(get("/ctx/dir/a?to=b"), "Location")).endsWith("/ctx/dir/b");
        assertThat(field(get("/ctx/dir/a?to=/b"), "Location")).endsWith("/b").doesNotContain("/ctx");
        assertThat(field(get("/ctx/dir/a?to=http://other/b"), "Location")).isEqualTo("http://other/b");
        assertThat(field(get("/ctx/dir/a?to=//other/b"), "Location")).endsWith("//other/b");
        assertThat(field(get("/ctx/dir/a?to=../b"), "Location")).endsWith("/ctx/b");
    }

    @Test
    void redirectNeedsALocation() throws Exception {
        serve((request, response) ->
                assertThatIllegalArgumentException().isThrownBy(() -> response.sendRedirect(null)));
    }

    @Test
    void redirectAndErrorCommitAndEndTheResponse() throws Exception {
        servlet("/error", (request, response) -> {
            response.setHeader("X-Kept", "1");
            response.getWriter().print("dropped");
            response.sendError(404, "gone");
            assertThat(response.isCommitted()).isTrue();
            response.getWriter().print("ignored");
            response.setStatus(200);
        });
        servlet("/redirect", (request, response) -> {
            response.getWriter().print("dropped");
            response.sendRedirect("/x");
            assertThat(response.isCommitted()).isTrue();
            response.getWriter().print("ignored");
        });
        start();
        String error = get("/ctx/error");
        assertThat(status(error)).isEqualTo(404);
        assertThat(body(error)).contains("gone").doesNotContain("dropped", "ignored");
        String redirect = get("/ctx/redirect");
        assertThat(status(redirect)).isEqualTo(302);
        assertThat(body(redirect)).isEmpty();
    }

    // encoding

    /** Section 5.6. */
    @Test
    void nullTakesBackTypeEncodingAndLocale() throws Exception {
        serve((request, response) -> {
            response.setContentType("text/html;charset=UTF-8");
            response.setContentType(null);
            assertThat(response.getContentType()).isNull();
            assertThat(response.getCharacterEncoding()).isEqualToIgnoringCase("ISO-8859-1");
            response.setCharacterEncoding("UTF-16");
            response.setCharacterEncoding((String) null);
            assertThat(response.getCharacterEncoding()).isEqualToIgnoringCase("ISO-8859-1");
            response.setLocale(Locale.JAPAN);
            response.setLocale(null);
            assertThat(response.getLocale()).isEqualTo(Locale.getDefault());
            assertThat(response.getHeader("Content-Language")).isNull();
        });
    }

    @Test
    void encodingThatIsSetWinsOverThatOfTheLocale() throws Exception {
        context.addLocaleEncoding("ja", "Shift_JIS");
        serve((request, response) -> {
            assertThat(response.getLocale()).isEqualTo(Locale.getDefault());
            response.setCharacterEncoding("UTF-8");
            response.setLocale(Locale.JAPAN);
            assertThat(response.getCharacterEncoding()).isEqualToIgnoringCase("UTF-8");
            assertThat(response.getLocale()).isEqualTo(Locale.JAPAN);
        });
    }

    @Test
    void typeHasItsEncodingOnceTheWriterIsThere() throws Exception {
        serve((request, response) -> {
            assertThat(response.getContentType()).isNull();
            response.setContentType("text/plain");
            assertThat(response.getContentType()).isEqualTo("text/plain");
            assertThat(response.getCharacterEncoding()).isEqualToIgnoringCase("ISO-8859-1");
            response.setCharacterEncoding("UTF-8");
            assertThat(response.getContentType()).isEqualToIgnoringCase("text/plain;charset=utf-8");
            response.getWriter();
            response.setCharacterEncoding("UTF-16");
            assertThat(response.getContentType()).isEqualToIgnoringCase("text/plain;charset=utf-8");
        });
    }

    // end

    /** Section 5.7. */
    @Test
    void responseIsClosedWhenItsLengthWasWritten() throws Exception {
        assertThat(body(serve((request, response) -> {
                    response.setContentLengthLong(4);
                    response.getWriter().print("four");
                    assertThat(response.isCommitted()).isTrue();
                    response.getWriter().print("more");
                })))
                .isEqualTo("four");
    }

    @Test
    void errorsOfTheWriterAreTold() throws Exception {
        serve((request, response) -> {
            response.getWriter().print("x");
            assertThat(response.getWriter().checkError()).isFalse();
            response.getWriter().close();
            response.getWriter().print("y");
            assertThat(response.getWriter().checkError()).isTrue();
        });
    }

    /** api: "other status codes are treated as container specific", without an exception. */
    @ParameterizedTest
    @ValueSource(ints = {100, 102, 103, 199})
    void interimStatusIsKeptUntilTheResponseIsSent(int status) throws Exception {
        servlet("/sent", (request, response) -> response.setStatus(status));
        servlet("/flushed", (request, response) -> {
            response.setStatus(status);
            response.getWriter().print("x");
            response.flushBuffer();
        });
        servlet("/reset", (request, response) -> {
            response.setStatus(status);
            response.reset();
            response.getWriter().print(response.getStatus());
        });
        servlet("/error", (request, response) -> {
            response.setStatus(status);
            response.sendError(409);
        });
        String response = serve((request, answer) -> {
            answer.setStatus(status);
            assertThat(answer.getStatus()).isEqualTo(status);
            answer.getWriter().print("served");
            answer.setStatus(HttpServletResponse.SC_ACCEPTED);
            assertThat(answer.getStatus()).isEqualTo(HttpServletResponse.SC_ACCEPTED);
        });
        assertThat(status(response)).isEqualTo(202);
        assertThat(body(response)).isEqualTo("served");
        assertThat(status(get("/ctx/sent"))).isEqualTo(500);
        assertThat(status(get("/ctx/flushed"))).isEqualTo(500);
        assertThat(body(get("/ctx/reset"))).isEqualTo("200");
        assertThat(status(get("/ctx/error"))).isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 99, 1000})
    void statusThatIsNoneIsRefused(int status) throws Exception {
        serve((request, response) -> assertThatIllegalArgumentException().isThrownBy(() -> response.setStatus(status)));
    }

    @Test
    void statusIsOkUnlessSet() throws Exception {
        String response = serve((request, answer) -> {
            assertThat(answer.getStatus()).isEqualTo(HttpServletResponse.SC_OK);
            answer.setStatus(299);
            assertThat(answer.getStatus()).isEqualTo(299);
        });
        assertThat(status(response)).isEqualTo(299);
    }

    // errors

    @Test
    void errorIsTheLastWordOfTheResponse() throws Exception {
        servlet("/throws", (request, response) -> {
            response.sendError(403, "no");
            throw new IllegalStateException("too late");
        });
        String response = serve((request, answer) -> {
            answer.sendError(404, "gone");
            assertThatIllegalStateException().isThrownBy(() -> answer.sendError(500));
            assertThatIllegalStateException().isThrownBy(() -> answer.sendRedirect("/x"));
            assertThatIllegalStateException().isThrownBy(answer::reset);
        });
        assertThat(status(response)).isEqualTo(404);
        assertThat(body(response)).contains("gone");
        response = get("/ctx/throws");
        assertThat(status(response)).isEqualTo(403);
        assertThat(body(response)).contains("no");
    }

    @Test
    void errorOfStatusMinusOneAnswersNothing() throws Exception {
        transport.assumeHttp1("what is aborted is seen as text");
        String response = serve((request, answer) -> {
            answer.sendError(-1);
            answer.getWriter().print("dropped");
            answer.flushBuffer();
        });
        assertThat(response).isNullOrEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {102, 103})
    void interimResponsesComeBeforeTheOther(int status) throws Exception {
        transport.assumeHttp1("interim responses are seen as text");
        servlet("/served", (request, answer) -> {
            answer.setHeader("Link", "</style.css>; rel=preload");
            answer.setContentLength(4);
            answer.sendError(status);
            answer.getWriter().print("late");
            answer.flushBuffer();
            assertThatIllegalStateException().isThrownBy(() -> answer.sendError(status));
        });
        start();
        String response = get("/ctx/served", "Connection: close");
        int end = response.indexOf("\r\n\r\n") + 4;
        assertThat(response.substring(0, end)).startsWith("HTTP/1.1 " + status).doesNotContain("Content-Length");
        assertThat(field(response, "Link")).isEqualTo(status == 103 ? "</style.css>; rel=preload" : null);
        assertThat(response.substring(end)).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\nlate");
        assertThat(request("GET /ctx/served HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 200 OK");
    }
}
