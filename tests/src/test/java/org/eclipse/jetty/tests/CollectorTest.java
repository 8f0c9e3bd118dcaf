package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.ReportServlet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The real collector of OpenTelemetry takes figures and spans. {@code tests/otelcol/install.sh} builds it; {@code -Dtests.otelcol=DIR} says
 * where, if it is elsewhere.
 */
class CollectorTest {
    private static final Path COLLECTOR = Path.of(System.getProperty(
                    "tests.otelcol", System.getProperty("user.home") + "/.cache/jetty-tests/otelcol"))
            .resolve("otelcol");

    private static final String CONFIGURATION = """
            receivers:
              otlp:
                protocols:
                  http:
                    endpoint: 127.0.0.1:%d
            exporters:
              debug:
                verbosity: detailed
            service:
              pipelines:
                traces:
                  receivers: [otlp]
                  exporters: [debug]
                metrics:
                  receivers: [otlp]
                  exporters: [debug]
            """;

    @AutoClose
    private Base base;

    @BeforeAll
    static void requireCollector() {
        String why = "no " + COLLECTOR + " (run tests/otelcol/install.sh, which needs Go)";
        if (!Files.isExecutable(COLLECTOR)) {
            System.err.println("SKIPPED: " + why);
        }
        Assumptions.assumeTrue(Files.isExecutable(COLLECTOR), why);
    }

    @Test
    void collectorTakesFiguresAndSpans() throws Exception {
        int port = Ports.unused();
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,metrics-otlp,trace");
        base.write("collector.yaml", CONFIGURATION.formatted(port));
        new War().servlet(ReportServlet.class, "/").deploy(base, "shop.war");
        Command collector = base.run(
                List.of(
                        COLLECTOR.toString(),
                        "--config",
                        base.resolve("collector.yaml").toString()),
                base.folder());
        collector.awaitLine("Everything is ready");
        Server server = base.serve(
                "jetty.otlp.endpoint=http://127.0.0.1:" + port,
                "jetty.otlp.serviceName=shop-server",
                "jetty.otlp.metricsInterval=500",
                "jetty.trace.ratio=1");
        HttpResponse<String> report = server.get("/shop/report?secret=1");
        assertThat(report.statusCode()).isEqualTo(200);
        collector.awaitLine("-> Name: http.server.request.duration");
        // those that wait are sent at the end
        server.command().terminate();
        assertThat(server.command().awaitExit()).isNotEqualTo(1);
        collector.awaitLine("-> url.path: Str\\(/shop/report\\)");
        assertThat(collector.output())
                .contains("-> service.name: Str(shop-server)")
                .contains("-> http.response.status_code: Int(200)")
                .contains("-> jetty.context: Str(/shop)")
                .doesNotContain("secret=1");
    }
}
