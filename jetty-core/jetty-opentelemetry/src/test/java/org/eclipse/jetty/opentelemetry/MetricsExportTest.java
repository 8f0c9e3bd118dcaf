package org.eclipse.jetty.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.eclipse.jetty.metrics.MetricsHandler;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class MetricsExportTest {
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final OtlpSettings settings = new OtlpSettings(name -> null);
    private final MetricsHandler metrics = new MetricsHandler();
    private final MetricsExport export = new MetricsExport(metrics, settings);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger(ExportLog.class);
    private Collector collector;

    @BeforeEach
    void configure() throws Exception {
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
        collector = new Collector().start();
        TraceHandler traces = new TraceHandler(settings);
        traces.setHandler(metrics);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(traces);
        server.addBean(export);
        settings.setEndpoint(collector.url());
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        collector.close();
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private String ask() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            String request =
                    "GET /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\ntraceparent: " + PARENT + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** What was logged of this test's collector: exports of another one may end late. */
    private List<String> logged() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.startsWith("Metrics ") && line.contains(settings.getEndpoint()))
                .toList();
    }

    private Map<String, Metric> exported() throws Exception {
        ExportMetricsServiceRequest request = Collector.next(collector.metrics);
        Map<String, Metric> byName = new TreeMap<>();
        request.getResourceMetrics(0)
                .getScopeMetrics(0)
                .getMetricsList()
                .forEach(metric -> byName.put(metric.getName(), metric));
        return byName;
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        return list.stream().collect(Collectors.toMap(KeyValue::getKey, pair -> pair.getValue()
                .getStringValue()));
    }

    @Test
    void figuresAreSentByTheNamesOfOpenTelemetry() throws Exception {
        server.start();
        ask();
        server.stop();
        Map<String, Metric> exported = exported();
        Metric duration = exported.get("http.server.request.duration");
        assertThat(duration.getUnit()).isEqualTo("s");
        HistogramDataPoint point = duration.getHistogram().getDataPoints(0);
        assertThat(attributes(point.getAttributesList()))
                .containsEntry("http.request.method", "GET")
                .containsEntry("http_response_status_class", "4xx")
                .containsEntry("jetty_context", "_NONE");
        assertThat(point.getCount()).isEqualTo(1);
        assertThat(point.getExplicitBoundsCount()).isEqualTo(14);
        assertThat(point.getBucketCountsList().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(1);
        assertThat(point.getExemplarsList()).singleElement().satisfies(exemplar -> assertThat(
                        HexFormat.of().formatHex(exemplar.getTraceId().toByteArray()))
                .isEqualTo(PARENT.substring(3, 35)));
        assertThat(exported.get("http.server.active_requests").getGauge().getDataPointsCount())
                .isEqualTo(1);
        Metric requests = exported.get("jetty_http_requests");
        assertThat(requests.getSum().getIsMonotonic()).isTrue();
        assertThat(requests.getSum().getDataPoints(0).getAsDouble()).isEqualTo(1);
        assertThat(exported.get("jvm_memory_used").getUnit()).isEqualTo("By");
        assertThat(exported.get("jvm_gc_collection").getUnit()).isEqualTo("s");
        assertThat(exported.keySet()).contains("jetty_limit_reached", "jvm_runtime", "jetty_thread_pool_threads");
    }

    @Test
    void figuresAreSentAgainAndAgain() throws Exception {
        export.setInterval(20);
        server.start();
        for (int i = 0; i < 3; i++) {
            // those of requests begin with the first one
            assertThat(exported()).containsKey("jetty_uptime");
        }
    }

    @Test
    void collectorThatIsAwayIsLoggedOnceAndWhenItIsBack() throws Exception {
        collector.status = 400;
        export.setInterval(10);
        server.start();
        for (int i = 0; i < 5; i++) {
            exported();
        }
        String url = collector.url() + "/v1/metrics";
        assertThat(logged())
                .containsExactly("Metrics cannot be sent to " + url + ", and are dropped until they can: status 400");
        collector.status = 200;
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> logged().size() > 1);
        assertThat(logged().get(1)).isEqualTo("Metrics are sent to " + url + " again");
    }

    @Test
    void portWhereNothingListensCostsNoRequest() throws Exception {
        settings.setEndpoint("http://127.0.0.1:" + Ports.unused());
        export.setInterval(10);
        server.start();
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !logged().isEmpty());
        for (int i = 0; i < 100; i++) {
            assertThat(ask()).startsWith("HTTP/1.1 404 ");
        }
        server.stop();
        assertThat(logged()).singleElement().satisfies(line -> assertThat(line).contains("ConnectException"));
    }

    @Test
    void headersAreReadFromAFile(@TempDir Path folder) throws Exception {
        Path file =
                Files.writeString(folder.resolve("headers"), "# the token\nauthorization=Bearer a=b\n\nX-Org = 7\n");
        settings.setHeadersFile(file.toString());
        server.start();
        server.stop();
        assertThat(Collector.next(collector.heads).get("Authorization")).isEqualTo("Bearer a=b");
        Files.writeString(file, "x=1\nsecret\n");
        assertThatThrownBy(() -> settings.setHeadersFile(file.toString()))
                .hasMessage(file + ":2: no field (expected: name=value)");
        assertThatThrownBy(() -> settings.setHeadersFile(folder.resolve("none").toString()))
                .isInstanceOf(UncheckedIOException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("none");
    }

    @Test
    void wrongSettingsAreRefusedByTheirProperties() {
        assertThatThrownBy(() -> settings.setEndpoint("localhost:4318")).hasMessageContaining("jetty.otlp.endpoint");
        assertThatThrownBy(() -> settings.setEndpoint("http:///x y")).hasMessageContaining("jetty.otlp.endpoint");
        assertThatThrownBy(() -> settings.setCompression("zip")).hasMessageContaining("jetty.otlp.compression");
        assertThatThrownBy(() -> settings.setTimeout(-1)).hasMessageContaining("jetty.otlp.timeout");
        assertThatThrownBy(() -> settings.setResourceAttributes("a"))
                .hasMessageContaining("jetty.otlp.resourceAttributes");
        assertThatThrownBy(() -> settings.setResourceAttributes("a=%zz"))
                .hasMessageContaining("jetty.otlp.resourceAttributes");
        assertThatThrownBy(() -> export.setInterval(-1)).hasMessageContaining("jetty.otlp.metricsInterval");
    }
}
