package org.eclipse.jetty.ee10.fcgi.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.DefaultServlet;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.fcgi.proxy.PhpFpm;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.handler.LocalServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of the real PHP-FPM, asked for by a servlet. */
class FastCGIProxyServletTest extends OverTransports {
    private static PhpFpm tcp;
    private static PhpFpm unix;

    private LocalServer front;

    @BeforeAll
    static void startPhp() throws IOException {
        tcp = new PhpFpm(false);
        unix = new PhpFpm(true);
        for (PhpFpm php : List.of(tcp, unix)) {
            php.script("vars.php", "<?php foreach ($_SERVER as $k => $v) if (is_string($v)) echo \"$k=$v\\n\";");
            php.script("echo.php", "<?php $in = file_get_contents('php://input'); echo strlen($in), ' ', md5($in);");
            php.script("index.php", "<?php echo 'front ', $_SERVER['REQUEST_URI'], ' ', $_GET['p'] ?? '';");
            php.script("a file.txt", "text");
        }
    }

    @AfterAll
    static void stopPhp() throws IOException {
        for (PhpFpm php : new PhpFpm[] {tcp, unix}) {
            if (php != null) {
                php.close();
            }
        }
    }

    private static ServletHolder holder(PhpFpm php, String... parameters) {
        ServletHolder holder = new ServletHolder("php", new FastCGIProxyServlet());
        holder.setAsyncSupported(true);
        holder.setInitOrder(1);
        holder.setInitParameter("proxyTo", "http://localhost:" + php.port());
        holder.setInitParameter("scriptRoot", php.root().toString());
        for (int i = 0; i < parameters.length; i += 2) {
            holder.setInitParameter(parameters[i], parameters[i + 1]);
        }
        return holder;
    }

    private void start(PhpFpm php, String... parameters) throws Exception {
        ServletHolder holder = holder(php, parameters);
        if (php == unix) {
            holder.setInitParameter("unixDomainPath", php.socket().toString());
        }
        ServletContextHandler context = new ServletContextHandler("/ctx");
        context.addServlet(holder, "*.php");
        start(context);
    }

    private void start(ServletContextHandler context) throws Exception {
        front = new LocalServer(transport);
        front.start(context);
    }

    /** A context whose files are served, or else the front controller. */
    private void startWithFiles(String files) throws Exception {
        ServletContextHandler context = new ServletContextHandler("/ctx");
        context.setBaseResourceAsPath(tcp.root());
        context.addServlet(holder(tcp), "*.php");
        ServletHolder statics = new ServletHolder("default", new DefaultServlet());
        context.addServlet(statics, "/");
        FilterHolder filter = new FilterHolder(new TryFilesFilter());
        filter.setAsyncSupported(true);
        filter.setInitParameter("files", files);
        context.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        start(context);
    }

    @AfterEach
    void stop() throws Exception {
        if (front != null) {
            front.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void scriptsSeeTheVariablesOfTheRequest(boolean unixDomain) throws Exception {
        start(unixDomain ? unix : tcp, "fastCGI.envNames", "PATH, NO_SUCH_NAME");
        String response = front.get(
                "/ctx/vars.php?q=1&r=%20",
                "X-Name: one", "X_Name: spoofed", "X-Forwarded-For: 192.0.2.1", "Accept: */*");
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("\nSCRIPT_NAME=/vars.php\n", "\nQUERY_STRING=q=1&r=%20\n", "\nPATH=")
                .contains("REQUEST_URI=/ctx/vars.php?q=1&r=%20\n", "\nREQUEST_METHOD=GET\n")
                .contains("\nSERVER_NAME=localhost\n", "\nHTTP_HOST=localhost\n", "\nHTTP_X_NAME=one\n")
                .contains("\nSERVER_PROTOCOL=" + (transport.isHttp1() ? "HTTP/1.1" : "HTTP/2.0") + "\n")
                .doesNotContain("spoofed", "NO_SUCH_NAME", "192.0.2.1");
        assertThat(response.contains("\nHTTPS=on\n"))
                .isEqualTo(transport.scheme().equals("https"));
    }

    @Test
    void scriptsSeeHttpsWhereThatIsSet() throws Exception {
        start(tcp, "fastCGI.HTTPS", "true");
        assertThat(front.get("/ctx/vars.php")).contains("\nHTTPS=on\n");
    }

    @Test
    void contentPasses() throws Exception {
        start(tcp);
        String content = "0123456789".repeat(20_000);
        String response = front.ask("POST /ctx/echo.php HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n"
                + "Content-Length: " + content.length() + "\n\n" + content);
        assertThat(response).startsWith("HTTP/1.1 200 ").contains("200000 ");
    }

    @Test
    void contentWithoutALengthIsRefused() throws Exception {
        start(tcp);
        String response = front.ask("POST /ctx/echo.php HTTP/1.1\nHost: localhost\nContent-Type: text/plain\n"
                + "Transfer-Encoding: chunked\n\n3\nabc\n0\n\n");
        assertThat(response).startsWith("HTTP/1.1 411 ");
    }

    @Test
    void pathWithoutAScriptIsNotFound() throws Exception {
        start(tcp);
        assertThat(front.get("/ctx/none.php")).startsWith("HTTP/1.1 404 ");
        assertThat(front.get("/ctx/a%20file.txt/x.php")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void filesAreServedAndOtherPathsAreThoseOfTheFrontController() throws Exception {
        startWithFiles("$path /index.php?p=$path");
        assertThat(front.get("/ctx/a%20file.txt")).startsWith("HTTP/1.1 200 ").endsWith("text");
        assertThat(front.get("/ctx/vars.php")).contains("\nSCRIPT_NAME=/vars.php\n");
        assertThat(front.get("/ctx/blog/one%20two?a=b"))
                .startsWith("HTTP/1.1 200 ")
                .contains("front /ctx/blog/one%20two?a=b /blog/one two");
        // no character of the path ends the query
        assertThat(front.get("/ctx/x%26p=evil%3F")).contains("front /ctx/x%26p=evil%3F /x&p=evil?");
    }

    @Test
    void pathOfAFileMayBeAnotherOneThanThatOfTheRequest() throws Exception {
        Files.writeString(Path.of(tcp.root().toString(), "page.html"), "page");
        startWithFiles("$path $path.html /index.php");
        assertThat(front.get("/ctx/page")).startsWith("HTTP/1.1 200 ").endsWith("page");
        assertThat(front.get("/ctx/other")).contains("front /ctx/other");
    }

    @Test
    void wrongParametersFailTheStart() {
        ServletContextHandler context = new ServletContextHandler("/ctx");
        ServletHolder holder = holder(tcp, "scriptPattern", "[");
        context.addServlet(holder, "*.php");
        assertThatThrownBy(() -> start(context)).hasMessageContaining("init parameter scriptPattern: [ (expected: ");
        ServletContextHandler other = new ServletContextHandler("/ctx");
        other.addServlet(holder(tcp, "scriptRoot", " "), "*.php");
        assertThatThrownBy(() -> start(other)).hasMessageContaining("init parameter scriptRoot: ");
        ServletContextHandler filtered = new ServletContextHandler("/ctx");
        FilterHolder filter = new FilterHolder(new TryFilesFilter());
        filter.setInitParameter("files", "$path index.php");
        filtered.addFilter(filter, "/*", EnumSet.of(DispatcherType.REQUEST));
        assertThatThrownBy(() -> start(filtered)).hasMessageContaining("init parameter files: index.php (expected: ");
    }
}
