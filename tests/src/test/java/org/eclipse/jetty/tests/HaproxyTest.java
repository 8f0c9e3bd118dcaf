package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The real HAProxy before a server: HTTP, HTTP/2, Unix-domain sockets, health checks, and the PROXY protocol. */
class HaproxyTest {
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");

    private static final String DEFAULTS = """
            global
              maxconn 100
            defaults
              timeout connect 10s
              timeout client 30s
              timeout server 30s
            """;

    @AutoClose
    private Base base;

    private Server server;

    @BeforeAll
    static void requireHaproxy() {
        if (!Files.isExecutable(HAPROXY)) {
            System.err.println("SKIPPED: no " + HAPROXY + " (install the package haproxy)");
        }
        Assumptions.assumeTrue(Files.isExecutable(HAPROXY), "the package haproxy is not installed");
    }

    private void serve(String modules, String... properties) {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy," + modules);
        new War().servlet(ReportServlet.class, "/").deploy(base, "ROOT.war");
        server = base.serve(properties);
    }

    private void haproxy(String configuration) {
        base.write("haproxy.cfg", DEFAULTS + configuration);
        base.run(
                List.of(
                        HAPROXY.toString(),
                        "-db",
                        "-f",
                        base.resolve("haproxy.cfg").toString()),
                base.folder());
    }

    /** The answer of an application, once HAProxy and its checks are there. */
    private static String await(HttpClient client, String uri) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri + "/report"))
                .header("X-Forwarded-For", "6.6.6.6")
                .build();
        return Awaitility.await("an answer by HAProxy at " + uri)
                .atMost(Command.DEADLINE)
                .ignoreExceptions()
                .until(
                        () -> client.send(request, HttpResponse.BodyHandlers.ofString()),
                        response -> response.statusCode() == 200)
                .body();
    }

    @Test
    void requestsComeOverTcpHttp2AndUnixDomainSockets() throws Exception {
        Path directory = Files.createTempDirectory(Path.of("/tmp"), "haproxy");
        Path socket = directory.resolve("s");
        try {
            serve(
                    "http2c,unixdomain-http,forwarded,health",
                    "jetty.unixdomain.path=" + socket,
                    "jetty.httpConfig.forwardedTrusted=unix,127.0.0.1");
            int[] ports = {Ports.unused(), Ports.unused(), Ports.unused()};
            String[] servers = {
                "127.0.0.1:" + server.port(), "127.0.0.1:" + server.port() + " proto h2", "unix@" + socket
            };
            StringBuilder configuration = new StringBuilder();
            for (int i = 0; i < ports.length; i++) {
                // the check of a server with "proto h2" is one of HTTP/1.1 unless it says so
                String check = i == 1 ? " check check-proto h2 inter 200ms" : " check inter 200ms";
                configuration.append("""
                        listen web%d
                          mode http
                          bind 127.0.0.1:%d
                          http-request set-header X-Forwarded-For %%[src]
                          http-request set-header X-Forwarded-Proto https
                          option httpchk
                          http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost
                          http-check expect status 200
                          server jetty %s
                        """.formatted(i, ports[i], servers[i] + check));
            }
            haproxy(configuration.toString());
            // without "Upgrade: h2c", which HAProxy makes an extended CONNECT of HTTP/2
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            for (int port : ports) {
                assertThat(await(client, "http://127.0.0.1:" + port))
                        .contains("https://")
                        .contains("from 127.0.0.1 secure=true")
                        .doesNotContain("6.6.6.6");
            }
        } finally {
            Distribution.delete(directory);
        }
    }

    @Test
    void clientIsThatOfTheProxyProtocol() throws Exception {
        serve("proxy-protocol");
        HttpClient trusting = PemKeys.make(base, "haproxy", "CN=localhost").trusting(null);
        int[] ports = {Ports.unused(), Ports.unused(), Ports.unused()};
        String[] options = {"send-proxy", "send-proxy-v2", "send-proxy-v2-ssl-cn proxy-v2-options unique-id"};
        StringBuilder configuration = new StringBuilder();
        for (int i = 0; i < ports.length; i++) {
            configuration.append("""
                    listen tcp%d
                      mode tcp
                      unique-id-format %%[uuid()]
                      bind 127.0.0.1:%d%s
                      server jetty 127.0.0.1:%d %s
                    """.formatted(
                    i, ports[i], i == 2 ? " ssl crt " + base.resolve("haproxy.pem") : "", server.port(), options[i]));
        }
        haproxy(configuration.toString());
        for (int i = 0; i < ports.length; i++) {
            String report = i < 2
                    ? await(HttpClient.newHttpClient(), "http://localhost:" + ports[i])
                    : await(trusting, "https://localhost:" + ports[i]);
            // the port that the client has connected to is known by the header alone
            assertThat(report).contains("[GET http://localhost:").contains("from 127.0.0.1 ");
        }
    }
}
