package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The module "balancer": its file of back ends changes while the server runs. */
class BalancerTest {
    private static final String FILE = "etc/jetty-balancer-backends.properties";

    @AutoClose
    private final Base base = Base.with(Jdk.oldest(), "http,balancer,health,metrics,ee10-deploy");

    private final List<HttpServer> backEnds = new ArrayList<>();

    @AfterEach
    void stop() {
        backEnds.forEach(each -> each.stop(0));
    }

    /** Starts a server that answers with its name; returns its URI. */
    private String backEnd(String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] text = (name + " " + exchange.getRequestHeaders().getFirst("X-Forwarded-For"))
                    .getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
        server.start();
        backEnds.add(server);
        return "http://localhost:" + server.getAddress().getPort();
    }

    private static void awaitAnswer(Server server, String text) {
        Awaitility.await()
                .atMost(Command.DEADLINE)
                .until(() -> server.get("/api/x").body(), answer -> answer.equals(text));
    }

    @Test
    void backEndsAreThoseOfAFileThatChanges() throws Exception {
        new War().servlet(ReportServlet.class, "/").deploy(base, "ROOT.war");
        assertThat(base.resolve(FILE)).content().contains("# node1.uri=http://10.0.0.1:8080");
        base.write(FILE, "a.uri=" + backEnd("a") + "\n");
        Server server = base.serve(
                "jetty.balancer.include.path=/api/*",
                "jetty.balancer.health.path=/health",
                "jetty.balancer.sticky=cookie",
                "jetty.balancer.choice=hash:address");
        assertThat(server.get("/api/x").body()).isEqualTo("a 127.0.0.1");
        assertThat(server.get("/api/x").headers().firstValue("Set-Cookie"))
                .get()
                .asString()
                .startsWith("JETTY_BACKEND=")
                .contains("; SameSite=Lax");
        assertThat(server.get("/report").body()).contains("from 127.0.0.1");
        assertThat(server.get("/metrics").body())
                .contains("jetty_balancer_backend_state{backend=\"a\",state=\"UP\"} 1.0")
                .contains("jetty_balancer_backend_requests_total{backend=\"a\"} 2.0");
        String second = "b.uri=" + backEnd("b") + "\n";
        base.write(FILE, "a.uri=http://localhost:1\na.weight=none\n" + second);
        server.command().awaitLine(".*jetty-balancer-backends.properties:2: weight: none \\(expected: 1-1000\\).*");
        assertThat(server.get("/api/x").body()).isEqualTo("a 127.0.0.1");
        base.write(FILE, second);
        awaitAnswer(server, "b 127.0.0.1");
        backEnds.get(1).stop(0);
        assertThat(server.get("/api/x").statusCode()).isEqualTo(502);
    }

    @Test
    void fileWithAMistakeFailsTheStart() {
        base.write(FILE, "# comment\na.uri=localhost\n");
        Command start = base.start("jetty.http.port=0");
        assertThat(start.awaitExit()).as(start::output).isNotZero();
        assertThat(start.output())
                .contains("jetty-balancer-backends.properties:2: uri: localhost (expected: http://host:port");
    }

    @Test
    void balancerWithoutBackEndsIsUnavailable() {
        Server server = base.serve("jetty.balancer.retryAfter=9");
        assertThat(server.get("/").statusCode()).isEqualTo(503);
        assertThat(server.get("/").headers().firstValue("Retry-After")).hasValue("9");
        server.command().awaitLine(".*There are no back ends: all requests are answered by 503.*");
    }
}
