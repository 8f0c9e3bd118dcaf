package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.eclipse.jetty.tests.webapp.UpgradeServlet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The configurations of the operations guide, with other ports alone: real proxies before a server, and the handlers of proxies. */
class FrontGuideTest {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");
    private static final Path APACHE = Path.of("/usr/sbin/apache2");
    private static final Path APACHE_MODULES = Path.of("/usr/lib/apache2/modules");
    /** The address of the client, which is no proxy that is believed. */
    private static final String CLIENT = "127.0.0.9";

    @AutoClose
    private Base base;

    private Server server;

    private static void require(Path program, String debianPackage) {
        if (!Files.isExecutable(program)) {
            System.err.println("SKIPPED: no " + program + " (install the package " + debianPackage + ")");
        }
        Assumptions.assumeTrue(Files.isExecutable(program), "the package " + debianPackage + " is not installed");
    }

    /** The block of code that follows a text of the guide. */
    private static String guide(String before) throws IOException {
        String text = Files.readString(Distribution.ROOT.resolve("docs/operations-guide.md"));
        int at = text.indexOf(before);
        assertThat(at).as("%s in the guide", before).isNotNegative();
        int start = text.indexOf('\n', text.indexOf("\n```", at) + 1) + 1;
        return text.substring(start, text.indexOf("\n```", start) + 1);
    }

    private static String replace(String text, String old, String by) {
        assertThat(text).contains(old);
        return text.replace(old, by);
    }

    private void serve(String modules) {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy," + modules);
        new War().servlet(ReportServlet.class, "/").deploy(base, "ROOT.war");
        new War()
                .servlet(UpgradeServlet.class, "/")
                .type(UpgradeServlet.Echo.class)
                .deploy(base, "chat.war");
        server = base.serve("jetty.httpConfig.forwardedTrusted=127.0.0.1");
    }

    private static String ask(int port, String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getByName("127.0.0.1"), port, InetAddress.getByName(CLIENT), 0)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String awaitAnswer(int port, String request) {
        return Awaitility.await("an answer by the proxy")
                .atMost(Command.DEADLINE)
                .ignoreExceptions()
                .until(() -> ask(port, request), response -> response.startsWith("HTTP/1.1 200 "));
    }

    /** Requests and an upgrade pass; the server sees the client's address and the scheme that the proxy tells, not what the client does. */
    private static void assertPassesOn(int port, String scheme) throws IOException {
        String report = awaitAnswer(
                port,
                "GET /report HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: 6.6.6.6\r\nConnection: close\r\n\r\n");
        assertThat(report).contains(scheme + "://", "from " + CLIENT + " secure=" + scheme.equals("https"));
        String upgraded = ask(
                port,
                "GET /chat/ HTTP/1.1\r\nHost: shop.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\nhello\n");
        assertThat(upgraded).startsWith("HTTP/1.1 101 ").endsWith("hello\n");
    }

    @Test
    void nginxPassesRequestsOn() throws Exception {
        require(NGINX, "nginx-light");
        serve("forwarded");
        int port = Ports.unused();
        String site = replace(guide("For nginx:"), "listen 443 ssl;", "listen 127.0.0.1:" + port + ";");
        site = replace(site, "127.0.0.1:8080", "127.0.0.1:" + server.port());
        base.write("nginx.conf", """
                user %s;
                worker_processes 1;
                pid tmp/nginx.pid;
                error_log stderr;
                events {}
                http {
                access_log off;
                client_body_temp_path tmp/body; proxy_temp_path tmp/proxy; fastcgi_temp_path tmp/fastcgi;
                uwsgi_temp_path tmp/uwsgi; scgi_temp_path tmp/scgi;
                %s
                }
                """.formatted(System.getProperty("user.name"), site));
        run(
                NGINX,
                "-p",
                base.folder().toString(),
                "-c",
                base.resolve("nginx.conf").toString(),
                "-g",
                "daemon off;");
        assertPassesOn(port, "http");
    }

    @Test
    void apachePassesRequestsOn() throws Exception {
        require(APACHE, "apache2-bin");
        serve("forwarded");
        int port = Ports.unused();
        String modules = Stream.of("mpm_event", "authz_core", "proxy", "proxy_http", "headers")
                .map(name -> "LoadModule " + name + "_module " + APACHE_MODULES.resolve("mod_" + name + ".so") + "\n")
                .collect(Collectors.joining());
        base.write("apache.conf", """
                ServerRoot %s
                ServerName localhost
                PidFile tmp/apache.pid
                DefaultRuntimeDir tmp
                ErrorLog /dev/stderr
                Listen 127.0.0.1:%d
                User www-data
                Group www-data
                %s%s
                """.formatted(
                        base.folder(),
                        port,
                        modules,
                        replace(guide("For Apache,"), "127.0.0.1:8080", "127.0.0.1:" + server.port())));
        run(
                APACHE,
                "-d",
                base.folder().toString(),
                "-f",
                base.resolve("apache.conf").toString(),
                "-DFOREGROUND");
        assertPassesOn(port, "https");
    }

    @Test
    void haproxyPassesRequestsOn() throws Exception {
        require(HAPROXY, "haproxy");
        serve("forwarded,health");
        int port = Ports.unused();
        String listen = replace(guide("### HAProxy"), "bind :80", "bind 127.0.0.1:" + port);
        base.write("haproxy.cfg", """
                global
                  maxconn 100
                defaults
                  timeout connect 10s
                  timeout client 30s
                  timeout server 30s
                %s
                """.formatted(replace(listen, "127.0.0.1:8080", "127.0.0.1:" + server.port())));
        run(HAPROXY, "-db", "-f", base.resolve("haproxy.cfg").toString());
        assertPassesOn(port, "http");
    }

    private void run(Path program, String... arguments) {
        base.run(
                Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                        .toList(),
                base.folder());
    }

    /** A server that answers with what it was asked for. */
    private static HttpServer other() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        other.createContext("/", exchange -> {
            byte[] answer = (exchange.getRequestURI() + " of "
                            + exchange.getRequestHeaders().getFirst("Host"))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        other.start();
        return other;
    }

    @Test
    void reverseProxyPassesRequestsOn() throws Exception {
        HttpServer other = other();
        try {
            base = Base.with(Jdk.oldest(), "http,proxy");
            String file = guide("A reverse proxy, which clients");
            base.write(
                    "etc/reverse.xml",
                    replace(file, ":9000", ":" + other.getAddress().getPort()));
            base.write("start.d/reverse.ini", "etc/reverse.xml\n");
            server = base.serve();
            assertThat(ask(server.port(), "GET /a?b=c HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("/a?b=c of shop.example");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void forwardProxyMakesTunnelsToWhatIsListedAndPassesRequestsOn() throws Exception {
        HttpServer other = other();
        try {
            base = Base.with(Jdk.oldest(), "http,proxy");
            String allowed = "127.0.0.1:" + other.getAddress().getPort();
            String file = guide("A forward proxy, which clients");
            base.write("etc/forward.xml", replace(file, "repo.example:443", allowed));
            base.write("start.d/forward.ini", "etc/forward.xml\n");
            server = base.serve();
            String inner = "GET /t HTTP/1.1\r\nHost: inner.example\r\nConnection: close\r\n\r\n";
            String connect = "CONNECT %1$s HTTP/1.1\r\nHost: %1$s\r\n\r\n";
            assertThat(ask(server.port(), connect.formatted(allowed) + inner))
                    .startsWith("HTTP/1.1 200 ")
                    .endsWith("/t of inner.example");
            for (String refused : List.of("127.0.0.1:" + server.port(), "localhost:" + allowed.split(":")[1])) {
                String request = "CONNECT %1$s HTTP/1.1\r\nHost: %1$s\r\nConnection: close\r\n\r\n";
                assertThat(ask(server.port(), request.formatted(refused))).startsWith("HTTP/1.1 403 ");
            }
            String absolute = "GET http://%1$s/x HTTP/1.1\r\nHost: %1$s\r\nConnection: close\r\n\r\n";
            assertThat(ask(server.port(), absolute.formatted(allowed))).endsWith("/x of " + allowed);
        } finally {
            other.stop(0);
        }
    }
}
