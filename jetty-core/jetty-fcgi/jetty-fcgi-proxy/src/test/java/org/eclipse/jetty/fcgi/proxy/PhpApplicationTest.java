package org.eclipse.jetty.fcgi.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.fcgi.client.transport.HttpClientTransportOverFCGI;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.pathmap.ServletPathSpec;
import org.eclipse.jetty.server.Transport;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.PathMappingsHandler;
import org.eclipse.jetty.server.handler.ResourceHandler;
import org.eclipse.jetty.server.handler.TryPathsHandler;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** PHP-FPM with a real application, Adminer: pages, static files, a session, a form; and without a proxy. */
class PhpApplicationTest {
    private static final Path ADMINER = Path.of("/usr/share/adminer/adminer");

    @Test
    void adminerShowsItsLoginAndRefusesAWrongOne() throws Exception {
        boolean installed = Files.isRegularFile(ADMINER.resolve("index.php"));
        if (!installed) {
            System.err.println("SKIPPED: no " + ADMINER + " (install the package adminer)");
        }
        Assumptions.assumeTrue(installed, "the package adminer is not installed");
        try (PhpFpm php = new PhpFpm(true);
                LocalServer front = new LocalServer(Transport.local())) {
            front.start(application(front, php));
            String page = front.get("/");
            assertThat(page).startsWith("HTTP/1.1 200 ").contains("Adminer", "name='auth[", "adminer_sid=");
            assertThat(front.get("/static/default.css"))
                    .startsWith("HTTP/1.1 200 ")
                    .contains("Content-Type: text/css");
            String cookie = found("Set-Cookie: (adminer_sid=[^;]+)", page);
            String form = "auth[driver]=sqlite&auth[server]=&auth[username]=x&auth[password]=y&auth[db]=z";
            String answer = front.ask("POST /index.php HTTP/1.1\nHost: localhost\nCookie: " + cookie
                    + "\nContent-Type: application/x-www-form-urlencoded\nContent-Length: " + form.length() + "\n\n"
                    + form);
            // to a page of the session, whose login fails without a driver of databases
            assertThat(answer).matches("(?s)HTTP/1.1 (302|403|200) .*");
            String location = found("Location: (\\S+)", answer);
            assertThat(location).contains("username=x");
            String target = URI.create("/index.php").resolve(location).toString();
            assertThat(front.get(target, "Cookie: " + cookie)).contains("<html", "Adminer");
        }
    }

    @Test
    void clientReachesScriptsWithoutAProxy() throws Exception {
        try (PhpFpm php = new PhpFpm(false)) {
            php.script("hello.php", "<?php echo 'hello ', $_SERVER['SCRIPT_FILENAME'], ' ', $_GET['q'];");
            try (HttpClient client =
                    new HttpClient(new HttpClientTransportOverFCGI(php.root().toString()))) {
                client.start();
                String root = "http://localhost:" + php.port();
                assertThat(client.GET(root + "/hello.php?q=1").getContentAsString())
                        .isEqualTo("hello " + php.root() + "/hello.php 1");
                assertThatThrownBy(() -> client.GET(root + "/missing.php"))
                        .isInstanceOf(ExecutionException.class)
                        .hasMessageContaining("path: /missing.php (expected: that of a script below");
            }
        }
    }

    private static TryPathsHandler application(LocalServer front, PhpFpm php) {
        FastCGIProxyHandler scripts = new FastCGIProxyHandler(
                request -> HttpURI.build(request.getHttpURI())
                        .scheme("http")
                        .host("localhost")
                        .port(php.port()),
                ADMINER.toString());
        scripts.setUnixDomainPath(php.socket());
        scripts.setOriginalPathAttribute("path");
        scripts.setOriginalQueryAttribute("query");
        ResourceHandler files = new ResourceHandler();
        files.setBaseResourceAsString(ADMINER.toString());
        PathMappingsHandler mappings = new PathMappingsHandler();
        mappings.addMapping(new ServletPathSpec("*.php"), scripts);
        mappings.addMapping(new ServletPathSpec("/static/*"), files);
        TryPathsHandler tryPaths = new TryPathsHandler(mappings);
        tryPaths.setOriginalPathAttribute("path");
        tryPaths.setOriginalQueryAttribute("query");
        tryPaths.setPaths(List.of("$path", "/index.php"));
        return tryPaths;
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }
}
