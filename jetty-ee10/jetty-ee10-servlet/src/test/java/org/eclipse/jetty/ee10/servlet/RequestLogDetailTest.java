package org.eclipse.jetty.ee10.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The request log names the servlet and the file of a request. */
class RequestLogDetailTest extends ContextServer {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private void log(String format) {
        RequestLog.Writer writer = lines::add;
        server.setRequestLog(new CustomRequestLog(writer, format));
    }

    private void named(String name, String path, Body body) {
        context.addServlet(new ServletHolder(name, servletOf(body)), path);
    }

    private String line() throws InterruptedException {
        return lines.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void servletAndFileAreLogged(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.txt"), "text");
        context.setBaseResourceAsPath(folder);
        named("files", "/", (request, response) -> {});
        named("shop", "/shop/*", (request, response) -> request.getRequestDispatcher("/a.txt")
                .forward(request, response));
        log("%R %f %s");
        start();
        get("/ctx/a.txt");
        assertThat(line()).isEqualTo("files " + file.toRealPath() + " 200");
        get("/ctx/shop/x");
        assertThat(line()).startsWith("shop ").endsWith(" 200");
    }

    @Test
    void requestWithoutAServletHasNeither() throws Exception {
        servlet("/shop/*", (request, response) -> {});
        context.getServletHandler().setEnsureDefaultServlet(false);
        log("%R %f %s");
        server.setHandler(new ContextHandlerCollection(context));
        server.start();
        get("/none");
        assertThat(line()).isEqualTo("- - 404");
        get("/ctx/none");
        assertThat(line()).isEqualTo("- - 404");
    }

    @Test
    void attributeIsSetForALogThatNamesThemOnly() throws Exception {
        servlet("/*", (request, response) -> response.getWriter()
                .print(request.getAttribute(CustomRequestLog.LOG_DETAIL)));
        log("%s");
        start();
        assertThat(body(get("/ctx/"))).isEqualTo("null");
    }
}
