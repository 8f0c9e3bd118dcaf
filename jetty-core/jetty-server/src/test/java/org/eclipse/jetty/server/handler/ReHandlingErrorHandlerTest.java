package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.resource.ResourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors that are answered by a handler of pages. */
class ReHandlingErrorHandlerTest extends OverTransports {
    @TempDir
    Path folder;

    private final ContextHandler context = new ContextHandler("/app");
    private final ResourceHandler pages = new ResourceHandler();
    private ReHandlingErrorHandler.ByHttpStatus errors;
    private LocalServer local;

    @BeforeEach
    void configure() throws Exception {
        Files.writeString(folder.resolve("404.html"), "nothing here");
        Files.writeString(folder.resolve("500.html"), "our mistake");
        Files.writeString(folder.resolve("there.html"), "there");
        context.setBaseResource(ResourceFactory.of(context).newResource(folder));
        context.setHandler(new Handler.Sequence(pages, new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                if (Request.getPathInContext(request).equals("/fail")) {
                    throw new IllegalStateException("as the test wants it");
                }
                Response.writeError(request, response, callback, 404);
                return true;
            }
        }));
        errors = new ReHandlingErrorHandler.ByHttpStatus(pages);
        context.setErrorHandler(errors);
        local = new LocalServer(transport);
    }

    @AfterEach
    void stop() throws Exception {
        local.close();
    }

    @Test
    void pageHasTheStatusOfTheError() throws Exception {
        errors.put(404, "/404.html");
        errors.put(500, "/500.html");
        local.start(context);
        assertThat(local.get("/app/nothing")).startsWith("HTTP/1.1 404").endsWith("nothing here");
        assertThat(local.get("/app/fail")).startsWith("HTTP/1.1 500").endsWith("our mistake");
        assertThat(local.get("/app/there.html")).startsWith("HTTP/1.1 200").endsWith("there");
    }

    @Test
    void conditionsAndRangesOfTheRequestAreNotThoseOfThePage() throws Exception {
        errors.put(404, "/404.html");
        local.start(context);
        assertThat(local.get("/app/nothing", "Range: bytes=0-2"))
                .startsWith("HTTP/1.1 404")
                .endsWith("nothing here");
        assertThat(local.get("/app/nothing", "If-Modified-Since: Tue, 01 Jan 2097 00:00:00 GMT"))
                .startsWith("HTTP/1.1 404")
                .endsWith("nothing here");
    }

    @Test
    void errorOfAPostHasThePageToo() throws Exception {
        errors.put(500, "/500.html");
        local.start(context);
        assertThat(local.ask("POST /app/fail HTTP/1.1\nHost: local\nContent-Length: 1\n\nx"))
                .startsWith("HTTP/1.1 500")
                .endsWith("our mistake");
    }

    @Test
    void errorWithoutPageHasTheDefaultOne() throws Exception {
        errors.put(404, "/nowhere.html");
        errors.put(500, "/500.html");
        assertThat(errors.remove(500)).isEqualTo("/500.html");
        assertThat(errors.get(500)).isNull();
        local.start(context);
        assertThat(local.get("/app/nothing")).startsWith("HTTP/1.1 404").contains("HTTP ERROR 404");
        assertThat(local.get("/app/fail")).startsWith("HTTP/1.1 500").contains("HTTP ERROR 500");
        assertThatThrownBy(() -> errors.put(404, "404.html")).hasMessageContaining("pathInContext: 404.html");
    }

    @Test
    void pageThatFailsIsReplacedByTheDefaultOne() throws Exception {
        Handler broken = new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 7);
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "br");
                throw new Exception("as the test wants it");
            }
        };
        ReHandlingErrorHandler.ByHttpStatus failing = new ReHandlingErrorHandler.ByHttpStatus(broken);
        failing.put(404, "/page");
        context.setErrorHandler(failing);
        local.start(context);
        assertThat(local.get("/app/nothing"))
                .startsWith("HTTP/1.1 404")
                .contains("HTTP ERROR 404", "Cache-Control: ")
                .doesNotContain("Content-Encoding");
    }
}
