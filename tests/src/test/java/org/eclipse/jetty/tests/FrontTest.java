package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The modules "rewrite", "rewrite-customizer", "unixdomain-http" and "forwarded", with a real nginx before them. */
class FrontTest {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");

    @AutoClose
    private Base base;

    private Server server;

    private void serve(String modules, String... properties) {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy," + modules);
        new War().servlet(ReportServlet.class, "/").deploy(base, "ROOT.war");
        server = base.serve(properties);
    }

    private static String rules(String... rules) {
        StringBuilder text = new StringBuilder("""
                <?xml version="1.0"?>
                <!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://jetty.org/configure_10_0.dtd">
                <Configure id="Rewrite" class="org.eclipse.jetty.rewrite.handler.RuleContainer">
                """);
        for (String rule : rules) {
            String[] parts = rule.split("\\|");
            text.append("<Call name=\"addRule\"><Arg><New class=\"org.eclipse.jetty.rewrite.handler.")
                    .append(parts[0])
                    .append("\">");
            for (int i = 1; i < parts.length; i++) {
                String[] setting = parts[i].split("=", 2);
                text.append("<Set name=\"")
                        .append(setting[0])
                        .append("\">")
                        .append(setting[1])
                        .append("</Set>");
            }
            text.append("</New></Arg></Call>\n");
        }
        return text.append("</Configure>\n").toString();
    }

    @Test
    void rulesOfUsersAreLoadedByTheModuleRewrite() {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,rewrite,rewrite-compactpath");
        assertThat(base.resolve("etc/jetty-rewrite-rules.xml")).exists();
        base.write(
                "etc/jetty-rewrite-rules.xml",
                rules(
                        "RewritePatternRule|pattern=/a/*|replacement=/b",
                        "RewriteRegexRule|regex=/shop/(\\d+)|replacement=/product?id=$1",
                        "RedirectPatternRule|pattern=/old/*|location=/new|statusCode=301",
                        "RedirectRegexRule|regex=/was/(.*)|location=/is/$1",
                        "ResponsePatternRule|pattern=/gone|code=410|message=Gone for good",
                        "HeaderPatternRule|pattern=/b/*|headerName=X-Rule|headerValue=yes",
                        "CookiePatternRule|pattern=/b/*|name=seen|value=1",
                        "InvalidURIRule|code=404",
                        "VirtualHostRuleContainer"));
        new War().servlet(ReportServlet.class, "/").deploy(base, "ROOT.war");
        server = base.serve("jetty.httpConfig.uriCompliance=LEGACY");
        HttpResponse<String> rewritten = server.get("/a/x?q=1");
        assertThat(rewritten.statusCode()).as(rewritten.body()).isEqualTo(200);
        assertThat(rewritten.headers().firstValue("X-Rule")).contains("yes");
        assertThat(rewritten.headers().firstValue("Set-Cookie"))
                .get()
                .asString()
                .startsWith("seen=1");
        assertThat(server.get("/old/x").headers().firstValue("Location"))
                .get()
                .asString()
                .endsWith("/new");
        assertThat(server.get("/was/x").headers().firstValue("Location"))
                .get()
                .asString()
                .endsWith("/is/x");
        assertThat(server.get("/gone").statusCode()).isEqualTo(410);
    }

    @Test
    void ruleThatCannotBeLoadedFailsTheStartWithItsFileAndLine() {
        base = Base.with(Jdk.oldest(), "http,rewrite");
        base.write("etc/jetty-rewrite-rules.xml", rules("RewriteRegexRule|regex=(|replacement=/x"));
        Command check = base.start("--check");
        assertThat(check.awaitExit()).as(check::output).isNotZero();
        assertThat(check.output()).contains("jetty-rewrite-rules.xml:4");
    }

    @Test
    void ruleThatRedirectsInALoopIsReportedWithItsFileAndLine() {
        base = Base.with(Jdk.oldest(), "http,rewrite");
        base.write("etc/jetty-rewrite-rules.xml", rules("RedirectPatternRule|pattern=/a/*|location=/a/b"));
        Command check = base.start("--check", "jetty.http.port=0");
        assertThat(check.awaitExit()).as(check::output).isNotZero();
        assertThat(check.output()).contains("jetty-rewrite-rules.xml:4", "redirects /a/b again and again");
    }

    @Test
    void rulesThatAnswerAreRefusedByTheModuleRewriteCustomizer() {
        base = Base.with(Jdk.oldest(), "http,rewrite-customizer");
        base.write("etc/rules.xml", rules("RedirectPatternRule|pattern=/a|location=/b"));
        Command start = base.start("jetty.http.port=0", "etc/rules.xml");
        assertThat(start.awaitExit()).as(start::output).isNotZero();
        assertThat(start.output()).contains("those that answer it are for RewriteHandler");
    }

    private static String ask(Path socket, String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer response = ByteBuffer.allocate(100_000);
            while (channel.read(response) >= 0) {
                // up to the end
            }
            return new String(response.array(), 0, response.position(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void nginxConnectsByAUnixDomainSocketAndByHttp2AndIsBelieved() throws Exception {
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "front");
        Path socket = directory.resolve("s");
        try {
            serve(
                    "http2c,unixdomain-http,forwarded",
                    "jetty.unixdomain.path=" + socket,
                    "jetty.httpConfig.forwardedTrusted=unix,127.0.0.2");
            assertThat(ask(socket, "GET /x HTTP/1.1\r\nHost: h.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
            if (!Files.isExecutable(NGINX)) {
                System.err.println("SKIPPED: no " + NGINX + " (install the package nginx)");
            }
            Assumptions.assumeTrue(Files.isExecutable(NGINX), "the package nginx is not installed");
            int port = Ports.unused();
            base.write("nginx.conf", nginx(port, socket, server.port()));
            Command nginx = base.run(
                    List.of(
                            NGINX.toString(),
                            "-p",
                            base.folder().toString(),
                            "-c",
                            base.resolve("nginx.conf").toString(),
                            "-g",
                            "daemon off;"),
                    base.folder());
            for (String path : List.of("/report", "/h2")) {
                HttpResponse<String> response = awaitNginx(port, path);
                assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
                assertThat(response.body())
                        .contains("https://")
                        .contains("from 127.0.0.1 secure=true")
                        .doesNotContain("6.6.6.6");
            }
        } finally {
            Distribution.delete(directory);
        }
    }

    /** Nginx speaks HTTP/2 to servers by its module of gRPC alone, which passes any request; its own address is trusted. */
    private static String nginx(int port, Path socket, int http2) {
        return """
                user %s;
                worker_processes 1;
                pid tmp/nginx.pid;
                error_log stderr;
                events {}
                http {
                  access_log off;
                  client_body_temp_path tmp/body;
                  proxy_temp_path tmp/proxy;
                  fastcgi_temp_path tmp/fastcgi;
                  uwsgi_temp_path tmp/uwsgi;
                  scgi_temp_path tmp/scgi;
                  server {
                    listen 127.0.0.1:%d;
                    location / {
                      proxy_pass http://unix:%s;
                      proxy_http_version 1.1;
                      proxy_set_header Host $host;
                      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                      proxy_set_header X-Forwarded-Proto https;
                    }
                    location /h2 {
                      grpc_pass grpc://127.0.0.1:%d;
                      grpc_bind 127.0.0.2;
                      grpc_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                      grpc_set_header X-Forwarded-Proto https;
                    }
                  }
                }
                """.formatted(System.getProperty("user.name"), port, socket, http2);
    }

    private static HttpResponse<String> awaitNginx(int port, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-Forwarded-For", "6.6.6.6")
                .build();
        return Awaitility.await("an answer by nginx")
                .atMost(Command.DEADLINE)
                .ignoreExceptions()
                .until(
                        () -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()),
                        response -> response.statusCode() > 0);
    }
}
