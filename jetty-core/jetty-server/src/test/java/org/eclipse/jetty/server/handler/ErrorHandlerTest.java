package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error pages: in what the client accepts, with nothing in them that it could take for anything but text. */
class ErrorHandlerTest {
    private static final String EVIL = "</pre><script>\"'&\\\n\u0001";

    private LocalServer local;
    private final ErrorHandler errors = new ErrorHandler();
    private Throwable cause;

    @BeforeEach
    void open() throws Exception {
        local = new LocalServer();
        local.server.setErrorHandler(errors);
    }

    @AfterEach
    void close() throws Exception {
        local.close();
    }

    private String get(String... fields) throws Exception {
        if (!local.server.isStarted()) {
            local.start(new Handler.Abstract() {
                @Override
                public boolean handle(Request request, Response response, Callback callback) {
                    Response.writeError(request, response, callback, 500, EVIL, cause);
                    return true;
                }
            });
        }
        return local.get("/a'b?q='&r", fields);
    }

    private static String type(String response) {
        for (String line : response.split("\r\n\r\n", 2)[0].split("\r\n")) {
            if (line.toLowerCase().startsWith("content-type: ")) {
                return line.substring(14);
            }
        }
        return null;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            text/html                            | text/html;charset=utf-8
            TEXT/HTML                            | text/html;charset=utf-8
            */*                                  | text/html;charset=utf-8
            text/*                               | text/html;charset=utf-8
            text/plain                           | text/plain;charset=utf-8
            application/json                     | application/json
            text/json                            | text/json
            application/*                        | application/json
            text/html;q=0.1, application/json    | application/json
            text/html;q=0, */*;q=0               | -
            image/png                            | -
            image/png, text/plain;q=0.1          | text/plain;charset=utf-8
            text/html;level=1;q=0.5, text/plain;q=0.4 | text/html;charset=utf-8
            nonsense                             | -
            /                                    | -
            """)
    void thePageIsOfTheTypeThatIsAccepted(String accepted, String type) throws Exception {
        String response = get("Accept: " + accepted);
        assertThat(response).startsWith("HTTP/1.1 500");
        assertThat(type(response)).isEqualTo(type);
        if (type == null) {
            assertThat(LocalServer.body(response)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/json", "text/json"})
    void whatTheRequestSaysIsEscaped(String type) throws Exception {
        String page = LocalServer.body(get("Accept: " + type));
        assertThat(page).doesNotContain("<script", "</pre>", "a<b>", "\u0001");
        if (type.endsWith("json")) {
            assertThat(page).contains("\\u003cscript\\u003e\\\"'\\u0026\\\\\\n\\u0001");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            iso-8859-1                | iso-8859-1
            utf-16                    | utf-16
            unknown                   | utf-8
            !!                        | utf-8
            *                         | utf-8
            unknown, us-ascii;q=0.1   | us-ascii
            ISO-2022-CN               | utf-8
            x-JISAutoDetect, us-ascii | us-ascii
            """)
    void thePageIsOfACharsetThatIsAcceptedAndCanBeWritten(String accepted, String charset) throws Exception {
        String response = get("Accept: text/plain", "Accept-Charset: " + accepted);
        assertThat(response).startsWith("HTTP/1.1 500");
        assertThat(type(response)).isEqualTo("text/plain;charset=" + charset);
    }

    /** Whatever charset there is. */
    @Test
    void noCharsetIsTooMuch() throws Exception {
        for (String name : Charset.availableCharsets().keySet()) {
            String response = get("Accept: text/html", "Accept-Charset: " + name);
            assertThat(response).as(name).startsWith("HTTP/1.1 500").contains("text/html;charset=");
        }
    }

    @Test
    void causesThatGoRoundInACircleAreShownOnce() throws Exception {
        errors.setShowCauses(true);
        errors.setShowStacks(true);
        IllegalStateException inner = new IllegalStateException("inner");
        cause = new IllegalArgumentException("outer", inner);
        inner.initCause(cause);
        for (String type : new String[] {"text/html", "text/plain", "application/json"}) {
            assertThat(get("Accept: " + type)).contains("outer", "inner");
        }
    }

    @Test
    void causesAreNotShownUnlessTheyShallBe() throws Exception {
        cause = new IllegalArgumentException("secret");
        for (String type : new String[] {"text/html", "text/plain", "application/json"}) {
            assertThat(get("Accept: " + type)).doesNotContain("secret", "IllegalArgument");
        }
    }

    /** A user who reports the page names the line of the log. */
    @Test
    void pagesAndLogNameTheRequest() throws Exception {
        cause = new IllegalStateException("wanted");
        try (LogCapture log = new LogCapture(Response.class)) {
            String html = get("Accept: text/html");
            Matcher id =
                    Pattern.compile("<th>REQUEST:</th><td>(\\w+#\\w+)</td>").matcher(html);
            assertThat(id.find()).as(html).isTrue();
            assertThat(log.warnings())
                    .anyMatch(line -> line.startsWith("500 GET ") && line.endsWith("(request " + id.group(1) + ")"));
        }
        assertThat(get("Accept: text/plain")).containsPattern("\nREQUEST: \\w+#\\w+\n");
        assertThat(get("Accept: application/json")).containsPattern("\"request\":\"\\w+#\\w+\"");
    }

    @Test
    void pagesOfTheServerHaveOneDesign() throws Exception {
        String style = "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>";
        assertThat(get("Accept: text/html")).contains("<html lang=\"en\">", style, "prefers-color-scheme: dark");
        DefaultHandler contexts = new DefaultHandler(true, true);
        try (LocalServer other = new LocalServer()) {
            other.server.setDefaultHandler(contexts);
            ContextHandlerCollection all = new ContextHandlerCollection();
            for (String path : new String[] {"/zoo", "/app", "/a?b&c"}) {
                all.addHandler(new ContextHandler(LocalServer.answer("x"), path));
            }
            other.start(all);
            assertThat(other.get("/"))
                    .contains("<html lang=\"en\">", style, "HTTP ERROR 404 Not Found")
                    .containsSubsequence(">/app</a>", ">/zoo</a>")
                    .contains("<a href=\"/a%3Fb&amp;c/\">/a?b&amp;c</a>");
            String icon = other.get("/favicon.ico");
            assertThat(icon).startsWith("HTTP/1.1 200 ").contains("Content-Type: image/x-icon");
            // the images within are PNG
            assertThat(icon).contains("PNG");
        }
    }

    @Test
    void aPageIsNotKeptByCaches() throws Exception {
        assertThat(get()).contains("Cache-Control: must-revalidate,no-cache,no-store\r\n");
    }

    @Test
    void anotherDefaultTypeIsCheckedAndUsed() throws Exception {
        assertThatThrownBy(() -> errors.setDefaultResponseMimeType("image/png"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("image/png");
        errors.setDefaultResponseMimeType("application/json");
        assertThat(type(get())).isEqualTo("application/json");
        assertThat(type(get("Accept: */*"))).isEqualTo("application/json");
    }

    @Test
    void subclassAddsAType() throws Exception {
        local.server.setErrorHandler(new ErrorHandler() {
            @Override
            protected boolean generateAcceptableResponse(
                    Request request,
                    Response response,
                    Callback callback,
                    String contentType,
                    List<Charset> charsets,
                    int status,
                    String message,
                    Throwable failure)
                    throws IOException {
                if (!contentType.equals("application/problem+json")) {
                    return super.generateAcceptableResponse(
                            request, response, callback, contentType, charsets, status, message, failure);
                }
                response.getHeaders().put("Content-Type", contentType);
                Content.Sink.write(response, true, "{\"status\":" + status + "}", callback);
                return true;
            }
        });
        assertThat(get("Accept: image/png, application/problem+json;q=0.5, text/plain;q=0.1"))
                .contains("application/problem+json")
                .endsWith("{\"status\":500}");
        assertThat(type(get("Accept: text/plain"))).isEqualTo("text/plain;charset=utf-8");
    }

    @Test
    void subclassWritesItsOwnPartOfThePage() throws Exception {
        local.server.setErrorHandler(new ErrorHandler() {
            @Override
            protected void writeErrorHtmlHead(Request request, Writer writer, int status, String message)
                    throws IOException {
                writer.write("<title>own</title>");
            }

            @Override
            protected void writeErrorHtmlMessage(
                    Request request, Writer writer, int status, String message, Throwable failure, String uri)
                    throws IOException {
                htmlRow(writer, "WHERE", uri);
            }
        });
        assertThat(get("Accept: text/html"))
                .contains("<title>own</title>")
                .containsPattern("<tr><th>WHERE:</th><td>/a&[^;]+;b\\?q=&[^;]+;&amp;r</td></tr>");
    }

    /** As for a 404 that no handler explains. */
    @Test
    void handlerOfErrorsFindsStatusMessageAndContext() throws Exception {
        local.server.setErrorHandler((request, response, callback) -> {
            Content.Sink.write(
                    response,
                    true,
                    request.getAttribute(ErrorHandler.ERROR_STATUS) + " "
                            + request.getAttribute(ErrorHandler.ERROR_MESSAGE) + " "
                            + (request.getAttribute(ErrorHandler.ERROR_CONTEXT) == request.getContext()),
                    callback);
            return true;
        });
        local.start(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                return false;
            }
        });
        assertThat(local.get("/nothing")).endsWith("404 Not Found true");
    }
}
