package org.eclipse.jetty.server.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.eclipse.jetty.server.OverTransports;
import org.junit.jupiter.api.Test;

/** The page of what a request is. */
class DumpHandlerTest extends OverTransports {
    @Test
    void pageShowsTheRequestAndNoSecrets() throws Exception {
        DumpHandler dump = new DumpHandler("A <label>");
        try (LocalServer local = new LocalServer(transport).start(dump)) {
            String page = local.ask("""
                    POST /some/path?q=%3Cscript%3E HTTP/1.1
                    Host: local
                    X-Shown: value
                    Cookie: JSESSIONID=secret
                    Authorization: Basic secret
                    Content-Length: 4

                    <&>!""");
            assertThat(page)
                    .startsWith("HTTP/1.1 200")
                    .contains("<h1>A &lt;label&gt;</h1>")
                    .contains("method: POST")
                    .contains("path in context: /some/path")
                    .containsIgnoringCase("x-shown: value")
                    .contains("q: [&lt;script&gt;]")
                    .contains("&lt;&amp;&gt;!")
                    .doesNotContain("secret")
                    .doesNotContain("<script>");
            await().until(() -> dump.getHandledCounter().getCurrent() == 0);
            assertThat(dump.getHandledCounter().getTotal()).isEqualTo(1);
        }
    }

    @Test
    void queryThatCannotBeDecodedIsRefused() throws Exception {
        DumpHandler dump = new DumpHandler();
        try (LocalServer local = new LocalServer(transport).start(dump)) {
            assertThat(local.get("/?q=%zz")).startsWith("HTTP/1.1 400 ");
            await().until(() -> dump.getHandledCounter().getCurrent() == 0);
        }
    }

    @Test
    void largeContentIsNotShown() throws Exception {
        try (LocalServer local = new LocalServer(transport).start(new DumpHandler())) {
            String content = "x".repeat(100_000);
            String page = local.ask("POST / HTTP/1.1\nHost: local\nContent-Length: 100000\n\n" + content);
            assertThat(page).startsWith("HTTP/1.1 200").contains("(more than 65536 bytes)");
        }
    }
}
