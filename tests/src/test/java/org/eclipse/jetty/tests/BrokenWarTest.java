package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.eclipse.jetty.tests.webapp.FailingServlet;
import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A broken web application fails alone: its path answers 503, its cause is told once, the others serve. */
class BrokenWarTest {
    private static Base base;
    private static Server server;

    @BeforeAll
    static void start() throws IOException {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,health,metrics");
        new War().servlet(ThreadServlet.class, "/").deploy(base, "aaa.war");
        Files.writeString(base.resolve("webapps/notzip.war"), "this is not a zip file");
        new War()
                .file("WEB-INF/web.xml", "<web-app>\n  <servlet>\n</web-app>\n")
                .deploy(base, "badxml.war");
        new War().servlet("com.example.Missing", "/", true).deploy(base, "missing.war");
        new War().servlet(FailingServlet.class, "/").deploy(base, "failing.war");
        new War().servlet(ThreadServlet.class, "/").deploy(base, "zzz.war");
        server = base.serve();
    }

    @AfterAll
    static void stop() throws IOException {
        base.close();
    }

    @Test
    void goodOnesServe() {
        assertThat(server.get("/aaa/").statusCode()).isEqualTo(200);
        assertThat(server.get("/zzz/").statusCode()).isEqualTo(200);
    }

    @Test
    void fileThatIsNoZipIsUnavailable() {
        unavailable("notzip", "notzip.war", "zip");
    }

    @Test
    void descriptorThatIsNoXmlIsUnavailable() {
        unavailable("badxml", "web.xml", "3");
    }

    @Test
    void missingClassIsUnavailable() {
        unavailable("missing", "com.example.Missing");
    }

    @Test
    void servletThatCannotBeInitializedIsUnavailable() {
        unavailable("failing", "the database is not there");
    }

    @Test
    void probesAndFiguresKnowThem() {
        var ready = server.get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        String figures = server.get("/metrics").body();
        for (String name : List.of("notzip", "badxml", "missing", "failing")) {
            assertThat(ready.body()).contains("\"/" + name + "\": \"UNAVAILABLE\"");
            assertThat(figures).contains("jetty_context_available{host=\"\",jetty_context=\"/" + name + "\"} 0.0");
        }
        assertThat(ready.body()).doesNotContain("/aaa");
        assertThat(figures)
                .contains("jetty_context_available{host=\"\",jetty_context=\"/aaa\"} 1.0")
                .contains("jetty_deployments_total{result=\"deployed\"} 2.0")
                .contains("jetty_deployments_total{result=\"failed\"} 4.0");
    }

    @Test
    void nothingElseIsTold() {
        assertThat(server.command().lines(":(WARN|ERROR) ?:")).hasSize(4);
    }

    /** The path answers 503 without a word about the inside; one line of the log, a warning, names application and cause. */
    private static void unavailable(String name, String... causes) {
        var response = server.get("/" + name + "/");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.body()).doesNotContain("Exception").doesNotContain("\tat ");
        List<String> warnings = server.command().lines(":(WARN|ERROR) ?:.*/?" + name);
        assertThat(warnings).as(server.command()::output).hasSize(1);
        assertThat(server.command().lines("Started \\S*WebAppContext.*/" + name))
                .isEmpty();
        for (String cause : causes) {
            assertThat(warnings.get(0)).contains(cause);
        }
    }
}
