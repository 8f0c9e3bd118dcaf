package org.eclipse.jetty.fcgi.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.security.Principal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.OverTransports;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.LocalServer;
import org.eclipse.jetty.server.handler.TryPathsHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of the real PHP-FPM. */
class PhpTest extends OverTransports {
    private static PhpFpm tcp;
    private static PhpFpm unix;

    private LocalServer front;
    private FastCGIProxyHandler proxy;

    @BeforeAll
    static void startPhp() throws IOException {
        tcp = new PhpFpm(false);
        unix = new PhpFpm(true);
        for (PhpFpm php : List.of(tcp, unix)) {
            php.script("vars.php", "<?php foreach ($_SERVER as $k => $v) if (is_string($v)) echo \"$k=$v\\n\";");
            php.script("echo.php", """
                    <?php header('Content-Type: application/x-echo'); $in = file_get_contents('php://input');
                    echo strlen($in), ' ', md5($in);""");
            php.script("upload.php", """
                    <?php $f = $_FILES['file']; echo $f['name'], ' ', $f['size'], ' ', md5_file($f['tmp_name']), ' ', $_POST['a'];""");
            php.script("big.php", "<?php for ($i = 0; $i < 1000; $i++) echo str_repeat(chr(97 + $i % 26), 4096);");
            php.script("status.php", """
                    <?php http_response_code(418); header('X-One: 1'); header('X-One: 2', false);
                    setcookie('a', 'b'); setcookie('c', 'd'); echo 'short';""");
            php.script("redirect.php", "<?php header('Location: /next.php');");
            php.script(
                    "error.php",
                    "<?php file_put_contents('php://stderr', 'oops'); error_log(\"line one\\nline two\"); echo 'done';");
            php.script("die.php", "<?php exec('kill -9 ' . getmypid());");
            php.script("index.php", "<?php echo 'front ', $_SERVER['REQUEST_URI'], ' ', $_GET['p'] ?? '';");
            php.script("sub dir/a.php", "<?php echo $_SERVER['SCRIPT_NAME'], ' ', $_SERVER['PATH_INFO'] ?? 'none';");
            php.script("hex.php", """
                    <?php foreach (['HTTP_COOKIE', 'HTTP_X_A', 'CONTENT_TYPE', 'QUERY_STRING', 'PATH_INFO'] as $k)
                    echo bin2hex($_SERVER[$k] ?? ''), ' ';""");
            php.script("upload/x.jpg", "<?php echo 'executed';");
            php.script("../outside.php", "<?php echo 'executed';");
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

    private void start(PhpFpm php) throws Exception {
        start(php, false);
    }

    private void start(PhpFpm php, boolean tryPaths) throws Exception {
        prepare(php);
        Handler handler = proxy;
        if (tryPaths) {
            TryPathsHandler paths = new TryPathsHandler(proxy);
            paths.setOriginalPathAttribute("path");
            paths.setOriginalQueryAttribute("query");
            proxy.setOriginalPathAttribute("path");
            proxy.setOriginalQueryAttribute("query");
            paths.setPaths(List.of("/index.php?p=$path"));
            handler = paths;
        }
        front.start(handler);
    }

    private void prepare(PhpFpm php) throws Exception {
        front = new LocalServer(transport);
        proxy = new FastCGIProxyHandler(
                request -> HttpURI.build(request.getHttpURI())
                        .scheme("http")
                        .host("localhost")
                        .port(php.port()),
                php.root().toString());
        if (php == unix) {
            proxy.setUnixDomainPath(php.socket());
        }
        proxy.setFastCGIEnvNames(Set.of("PATH", "NO_SUCH_NAME"));
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
        start(unixDomain ? unix : tcp);
        String response = front.get(
                "/vars.php/info/x%20y?q=1&r=%20",
                "X-Name: one",
                "X-Name: two",
                "X_Name: spoofed",
                "Proxy: http://evil.example",
                "Cookie: a=b",
                "Cookie: c=d",
                "Authorization: Basic eDp5",
                "Accept: */*");
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("\nSCRIPT_NAME=/vars.php\n", "\nPATH_INFO=/info/x y\n", "\nQUERY_STRING=q=1&r=%20\n")
                .contains("REQUEST_URI=/vars.php/info/x%20y?q=1&r=%20\n", "\nREQUEST_METHOD=GET\n")
                .contains("\nGATEWAY_INTERFACE=CGI/1.1\n", "\nSERVER_NAME=localhost\n", "\nHTTP_HOST=localhost\n")
                .contains("\nHTTP_X_NAME=one, two\n", "\nHTTP_COOKIE=a=b; c=d\n", "\nHTTP_ACCEPT=*/*\n")
                .contains("\nPATH=", "\nREMOTE_PORT=", "\nSERVER_PORT=")
                .contains("\nSERVER_PROTOCOL=" + (transport.isHttp1() ? "HTTP/1.1" : "HTTP/2.0") + "\n")
                .doesNotContain("HTTP_PROXY", "spoofed", "NO_SUCH_NAME", "HTTP_FORWARDED");
        if (!transport.isInMemory()) {
            assertThat(response).contains("\nREMOTE_ADDR=127.0.0.1\n", "\nSERVER_ADDR=127.0.0.1\n");
        }
        assertThat(response.contains("\nHTTPS=on\n"))
                .isEqualTo(transport.scheme().equals("https"));
    }

    /** RFC 3875, sections 4.1.1 and 4.1.11. */
    @Test
    void scriptsSeeTheUserWhomAHandlerHasAuthenticated() throws Exception {
        prepare(tcp);
        front.start(new Handler.Wrapper(proxy) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getHttpURI().getQuery() != null) {
                    Request.setAuthenticationState(request, new Request.AuthenticationState() {
                        @Override
                        public Principal getUserPrincipal() {
                            return () -> request.getHttpURI().getQuery();
                        }
                    });
                }
                return super.handle(request, response, callback);
            }
        });
        String vars = "/vars.php";
        assertThat(front.get(vars + "?anna", "Authorization: Basic eDp5"))
                .contains("\nREMOTE_USER=anna\n", "\nAUTH_TYPE=Basic\n");
        assertThat(front.get(vars + "?anna", "Remote-User: x", "Auth-Type: x"))
                .contains("\nREMOTE_USER=anna\n")
                .doesNotContain("\nAUTH_TYPE");
        assertThat(front.get(vars, "Authorization: Basic eDp5")).doesNotContain("\nREMOTE_USER", "\nAUTH_TYPE");
    }

    /** RFC 3875, section 4.1.18: UTF-8 of cookies, for example, is not encoded again; paths are decoded, and are UTF-8. */
    @Test
    void octetsOfFieldsAreThoseThatTheClientHasSent() throws Exception {
        start(tcp);
        assertThat(front.get("/hex.php/%C3%A9?q=%C3%A9", "Cookie: \u00e9", "X-A: \u00e9", "Content-Type: a/\u00e9"))
                .contains("c3a9 c3a9 612fc3a9 713d254333254139 2fc3a9 ");
    }

    @Test
    void contentPassesInBothDirections() throws Exception {
        start(tcp);
        String content = "0123456789".repeat(30_000);
        String response = post("/echo.php", "text/plain", content);
        assertThat(response)
                .startsWith("HTTP/1.1 200 ")
                .contains("Content-Type: application/x-echo")
                .contains("300000 " + md5(content));
        assertThat(post("/echo.php", "text/plain", "")).contains("0 " + md5(""));
    }

    private String post(String path, String type, String content) throws Exception {
        return front.ask("POST " + path + " HTTP/1.1\nHost: localhost\nContent-Type: " + type + "\nContent-Length: "
                + content.length() + "\n\n" + content);
    }

    private static String md5(String text) throws Exception {
        byte[] hash = java.security.MessageDigest.getInstance("MD5")
                .digest(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
        return java.util.HexFormat.of().formatHex(hash);
    }

    @Test
    void filesAreUploaded() throws Exception {
        start(unix);
        String file = "file content ".repeat(20_000);
        String body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nvalue\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"file\"; filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\n"
                + file + "\r\n--b--\r\n";
        assertThat(front.connector.getResponse("POST /upload.php HTTP/1.1\r\nHost: localhost\r\n"
                        + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: " + body.length()
                        + "\r\n\r\n"
                        + body))
                .contains("f.txt " + file.length() + " " + md5(file) + " value");
    }

    @Test
    void largeResponsePasses() throws Exception {
        start(tcp);
        String body = LocalServer.body(front.get("/big.php"));
        assertThat(body.length()).isGreaterThanOrEqualTo(1000 * 4096);
        assertThat(body).contains("a".repeat(1000), "z".repeat(1000));
    }

    @Test
    void statusAndFieldsAreThoseOfTheScript() throws Exception {
        start(tcp);
        assertThat(front.get("/status.php"))
                .startsWith("HTTP/1.1 418 ")
                .contains("X-One: 1\r\n", "X-One: 2\r\n", "Set-Cookie: a=b\r\n", "Set-Cookie: c=d\r\n", "short")
                .doesNotContain("Status:");
        assertThat(front.get("/redirect.php")).startsWith("HTTP/1.1 302 ").contains("Location: /next.php\r\n");
        assertThat(front.ask("HEAD /status.php HTTP/1.1\nHost: localhost\n\n"))
                .startsWith("HTTP/1.1 418 ")
                .doesNotContain("short");
    }

    @Test
    void standardErrorIsLoggedAndNotSent() throws Exception {
        start(tcp);
        assertThat(front.get("/error.php"))
                .startsWith("HTTP/1.1 200 ")
                .contains("done")
                .doesNotContain("line one");
    }

    @Test
    void connectionsAreKept() throws Exception {
        start(tcp);
        for (int i = 0; i < 20; i++) {
            assertThat(front.get("/index.php?p=" + i)).contains("front /index.php?p=" + i + " " + i);
            // the last bytes are sent on before the connection that they came by is free again
            await().until(() -> connections().getActiveConnectionCount() == 0);
        }
        assertThat(connections().toString()).isNotEmpty();
        assertThat(connections().getConnectionCount()).isEqualTo(1);
    }

    private AbstractConnectionPool connections() {
        return (AbstractConnectionPool)
                proxy.getHttpClient().getDestinations().get(0).getConnectionPool();
    }

    @Test
    void pathsAreRewrittenForAFrontController() throws Exception {
        start(tcp, true);
        assertThat(front.get("/blog/2026?x=1")).contains("front /blog/2026?x=1 /blog/2026");
    }

    @Test
    void scriptsInFoldersHavePathInfo() throws Exception {
        start(tcp);
        assertThat(front.get("/sub%20dir/a.php")).contains("/sub dir/a.php none");
        assertThat(front.get("/sub%20dir/a.php/b.php")).contains("/sub dir/a.php /b.php");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/upload/x.jpg/y.php",
                "/upload/x.jpg",
                "/upload/x.jpg%00.php",
                "/../outside.php",
                "/%2e%2e/outside.php",
                "/upload/..%2f..%2foutside.php",
                "/..;/outside.php",
                "/upload%5c..%5c..%5coutside.php",
                "/missing.php",
                "/index.php%0a",
                "/",
            })
    void nothingButScriptsBelowTheRootIsExecuted(String path) throws Exception {
        start(tcp);
        assertThat(front.get(path)).matches("(?s)HTTP/1.1 40[04] .*").doesNotContain("executed");
    }

    @Test
    void contentWithoutALengthIsRefused() throws Exception {
        start(tcp);
        transport.assumeHttp1("chunks");
        assertThat(front.ask("POST /echo.php HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n"))
                .startsWith("HTTP/1.1 411 ");
    }

    @Test
    void contentThatAwaits100ContinueIsAskedFor() throws Exception {
        start(tcp);
        assertThat(front.ask(
                        "POST /echo.php HTTP/1.1\nHost: localhost\nExpect: 100-continue\nContent-Length: 3\n\nabc"))
                .contains("HTTP/1.1 200 ", "3 " + md5("abc"));
    }

    @Test
    void workerThatDiesIsABadGatewayAndTheNextRequestIsServed() throws Exception {
        start(tcp);
        assertThat(front.get("/die.php")).startsWith("HTTP/1.1 502 ");
        assertThat(front.get("/index.php")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void applicationThatIsKilledAndComesBackServesAgain() throws Exception {
        try (PhpFpm php = new PhpFpm(false)) {
            php.script("index.php", "<?php echo 'up';");
            start(php);
            assertThat(front.get("/index.php")).contains("up");
            php.kill();
            assertThat(front.get("/index.php")).startsWith("HTTP/1.1 502 ");
            php.start();
            assertThat(front.get("/index.php")).contains("up");
        }
    }

    @Test
    void scriptsOfSeveralClientsRunConcurrently() throws Exception {
        start(tcp);
        CountDownLatch done = new CountDownLatch(8);
        List<String> wrong = new java.util.concurrent.CopyOnWriteArrayList<>();
        for (int t = 0; t < 8; t++) {
            int number = t;
            new Thread(() -> {
                        try {
                            for (int i = 0; i < 10; i++) {
                                String response = front.get("/index.php?p=" + number + "-" + i);
                                if (!response.contains(" /index.php?p=" + number + "-" + i + " ")) {
                                    wrong.add(response);
                                }
                            }
                        } catch (Exception x) {
                            wrong.add(x.toString());
                        } finally {
                            done.countDown();
                        }
                    })
                    .start();
        }
        done.await();
        assertThat(wrong).isEmpty();
    }
}
