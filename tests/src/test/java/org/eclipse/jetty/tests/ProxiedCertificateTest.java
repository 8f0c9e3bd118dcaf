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
import org.eclipse.jetty.tests.webapp.CertificateServlet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Certificates of clients that the real nginx and HAProxy have checked and pass on, as the guide says. */
class ProxiedCertificateTest {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");

    @AutoClose
    private Base base;

    private Server server;
    private PemKeys proxy;
    private PemKeys ann;

    private void serve(Path program, String fields) throws Exception {
        if (!Files.isExecutable(program)) {
            System.err.println("SKIPPED: no " + program + " (install the package " + program.getFileName() + ")");
        }
        Assumptions.assumeTrue(
                Files.isExecutable(program), "the package " + program.getFileName() + " is not installed");
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,forwarded");
        new War().servlet(CertificateServlet.class, "/").deploy(base, "ROOT.war");
        server = base.serve(
                "jetty.httpConfig.forwardedTrusted=127.0.0.1", "jetty.httpConfig.forwardedCertificate=" + fields);
        proxy = PemKeys.make(base, "proxy", "CN=localhost");
        ann = PemKeys.make(base, "ann", "CN=ann,O=Example \\\"&\\\" Sons,C=CH");
    }

    private static String get(HttpClient client, String uri) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                // what a client forges; the proxy puts its own one in this place
                .header("Ssl-Client-Cert", "forged")
                .header("Client-Cert", ":AAAA:")
                .build();
        return Awaitility.await("an answer at " + uri)
                .atMost(Command.DEADLINE)
                .ignoreExceptions()
                .until(
                        () -> client.send(request, HttpResponse.BodyHandlers.ofString()),
                        response -> response.statusCode() == 200)
                .body();
    }

    private void assertClientIsThatOfTheCertificate(int port) throws Exception {
        String uri = "https://localhost:" + port + "/";
        assertThat(get(proxy.trusting(ann), uri)).isEqualTo("[CN=ann,O=Example \\\"&\\\" Sons,C=CH secure=true]");
        assertThat(get(proxy.trusting(null), uri)).isEqualTo("[nobody secure=true]");
    }

    @Test
    void nginxPassesTheCertificateOfItsClientOn() throws Exception {
        serve(NGINX, "ssl-client-cert");
        int port = Ports.unused();
        base.write("nginx.conf", """
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
                    listen 127.0.0.1:%d ssl;
                    ssl_certificate %s;
                    ssl_certificate_key %s;
                    ssl_client_certificate %s;
                    ssl_verify_client optional;
                    location / {
                      proxy_pass http://127.0.0.1:%d;
                      proxy_set_header X-Forwarded-Proto https;
                      proxy_set_header Ssl-Client-Cert $ssl_client_escaped_cert;
                      proxy_set_header Client-Cert "";
                    }
                  }
                }
                """.formatted(
                        System.getProperty("user.name"), port, proxy.file(), proxy.file(), ann.file(), server.port()));
        base.run(
                List.of(
                        NGINX.toString(),
                        "-p",
                        base.folder().toString(),
                        "-c",
                        base.resolve("nginx.conf").toString(),
                        "-g",
                        "daemon off;"),
                base.folder());
        assertClientIsThatOfTheCertificate(port);
    }

    @Test
    void haproxyPassesTheCertificateOfItsClientOn() throws Exception {
        serve(HAPROXY, "client-cert");
        int port = Ports.unused();
        base.write("haproxy.cfg", """
                defaults
                  timeout connect 10s
                  timeout client 30s
                  timeout server 30s
                listen web
                  mode http
                  bind 127.0.0.1:%d ssl crt %s ca-file %s verify optional
                  http-request set-header X-Forwarded-Proto https
                  http-request del-header Client-Cert
                  http-request del-header Ssl-Client-Cert
                  http-request set-header Client-Cert :%%[ssl_c_der,base64]: if { ssl_c_used }
                  server jetty 127.0.0.1:%d
                """.formatted(port, proxy.file(), ann.file(), server.port()));
        base.run(
                List.of(
                        HAPROXY.toString(),
                        "-db",
                        "-f",
                        base.resolve("haproxy.cfg").toString()),
                base.folder());
        assertClientIsThatOfTheCertificate(port);
    }
}
