package org.eclipse.jetty.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.TraceContext;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceHandlerTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    private final Server server = new Server();
    private final HttpConfiguration configuration = new HttpConfiguration();
    private final ServerConnector connector =
            new ServerConnector(server, 1, 1, new HttpConnectionFactory(configuration));
    private final Map<String, String> environment = new ConcurrentHashMap<>();
    private final OtlpSettings settings = new OtlpSettings(environment::get);
    private final TraceHandler traces = new TraceHandler(settings);
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final BlockingQueue<TraceContext> seen = new LinkedBlockingQueue<>();
    private Collector collector;
    private String line;

    @BeforeEach
    void configure() throws Exception {
        collector = new Collector().start();
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(traces);
        server.setRequestLog(new CustomRequestLog(log::add, "%trace %{span}trace %{sampled}trace"));
        traces.setHandler(new ContextHandler(new Application(), "/shop"));
        settings.setEndpoint(collector.url());
    }

    private final class Application extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            TraceContext current = TraceContext.current();
            if (current != null) {
                seen.add(current);
            }
            switch (Request.getPathInContext(request)) {
                case "/status" -> response.setStatus(503);
                case "/fail" -> throw new IllegalStateException("on purpose");
                case "/later" -> {
                    // as asynchronous servlets do
                    server.getThreadPool().execute(() -> request.getContext()
                            .run(
                                    () -> {
                                        seen.add(TraceContext.current());
                                        callback.succeeded();
                                    },
                                    request));
                    return true;
                }
                default -> {
                    Content.Sink.write(response, true, "hello", callback);
                    return true;
                }
            }
            callback.succeeded();
            return true;
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
        collector.close();
    }

    private String ask(String target, String... fields) throws Exception {
        String response = send("GET", target, fields);
        line = log.poll(30, TimeUnit.SECONDS);
        assertThat(line).isNotNull();
        return response;
    }

    private String send(String method, String target, String... fields) throws Exception {
        String lines = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
        String request =
                method + " " + target + " HTTP/1.1\r\nHost: shop.example:8443\r\nConnection: close\r\n" + lines;
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.getOutputStream().write((request + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String parent(String flags) {
        return "traceparent: 00-" + TRACE + "-" + SPAN + "-" + flags;
    }

    /** The spans that were sent until the server has stopped. */
    private List<Span> spans() throws Exception {
        server.stop();
        List<Span> spans = new ArrayList<>();
        for (ExportTraceServiceRequest request : collector.traces) {
            request.getResourceSpansList().forEach(resource -> resource.getScopeSpansList()
                    .forEach(scope -> spans.addAll(scope.getSpansList())));
        }
        return spans;
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        return list.stream()
                .collect(Collectors.toMap(
                        KeyValue::getKey,
                        pair -> pair.getValue().hasIntValue()
                                ? String.valueOf(pair.getValue().getIntValue())
                                : pair.getValue().getStringValue()));
    }

    private static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void spanOfARequestHasTheAttributesOfTheConventions() throws Exception {
        traces.setRatio("1");
        configuration.setRequestPhases(true);
        server.start();
        ask("/shop/cart?secret=1", "User-Agent: agent/7");
        Span span = spans().get(0);
        assertThat(span.getName()).isEqualTo("GET");
        assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
        assertThat(span.getParentSpanId().isEmpty()).isTrue();
        assertThat(span.getEndTimeUnixNano()).isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
        assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        Map<String, String> attributes = attributes(span.getAttributesList());
        assertThat(attributes)
                .containsEntry("http.request.method", "GET")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("url.scheme", "http")
                .containsEntry("url.path", "/shop/cart")
                .containsEntry("server.address", "shop.example")
                .containsEntry("server.port", "8443")
                .containsEntry("network.protocol.version", "1.1")
                .containsEntry("user_agent.original", "agent/7")
                .containsEntry("jetty.context", "/shop")
                .containsKeys("jetty.request.id", "jetty.phase.queue", "jetty.phase.application", "jetty.wait.read")
                .doesNotContainKeys("error.type");
        assertThat(attributes.toString()).doesNotContain("secret");
    }

    @Test
    void traceOfAClientGoesOn() throws Exception {
        server.start();
        ask("/shop/", parent("01"), "tracestate: rojo=1,congo=2");
        TraceContext current = seen.take();
        assertThat(current.getTraceId()).isEqualTo(TRACE);
        assertThat(current.getSpanId()).isNotEqualTo(SPAN);
        assertThat(current.getState()).isEqualTo("rojo=1,congo=2");
        Span span = spans().get(0);
        assertThat(hex(span.getTraceId())).isEqualTo(TRACE);
        assertThat(hex(span.getParentSpanId())).isEqualTo(SPAN);
        assertThat(hex(span.getSpanId())).isEqualTo(current.getSpanId());
        assertThat(TraceContext.current()).isNull();
    }

    @Test
    void traceThatTheClientDoesNotRecordIsNotRecordedButGoesOn() throws Exception {
        traces.setRatio("1");
        server.start();
        ask("/shop/", parent("00"));
        TraceContext current = seen.take();
        assertThat(current.getTraceId()).isEqualTo(TRACE);
        assertThat(current.isSampled()).isFalse();
        assertThat(spans()).isEmpty();
    }

    @Test
    void traceOfAClientThatIsNotTrustedIsNotContinued() throws Exception {
        traces.setTrusted("10.0.0.0/8");
        server.start();
        ask("/shop/", parent("01"), "tracestate: evil=1");
        TraceContext current = seen.take();
        assertThat(current.getTraceId()).isNotEqualTo(TRACE);
        assertThat(current.isSampled()).isFalse();
        assertThat(current.getState()).isNull();
        assertThat(spans()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"00-0-0-01", "ff-" + TRACE + "-" + SPAN + "-01", "\"", "00-" + TRACE + "-" + SPAN + "-01-x"})
    void malformedParentBeginsATrace(String value) throws Exception {
        server.start();
        assertThat(ask("/shop/", "traceparent: " + value, "tracestate: a=" + "x".repeat(3000)))
                .startsWith("HTTP/1.1 200 ");
        TraceContext current = seen.take();
        assertThat(current.getTraceId()).isNotEqualTo(TRACE);
        assertThat(current.getState()).isNull();
    }

    @Test
    void shareOfTracesIsRecorded() throws Exception {
        traces.setRatio("0");
        server.start();
        for (int i = 0; i < 50; i++) {
            ask("/shop/");
        }
        assertThat(spans()).isEmpty();
        traces.setRatio("0.5");
        server.start();
        for (int i = 0; i < 200; i++) {
            ask("/shop/");
        }
        assertThat(spans()).hasSizeBetween(50, 150);
    }

    @Test
    void failuresAreErrors() throws Exception {
        traces.setRatio("1");
        server.start();
        ask("/shop/status");
        ask("/shop/fail");
        ask("/none");
        List<Span> spans = spans();
        assertThat(spans)
                .extracting(span -> span.getStatus().getCode())
                .containsExactly(
                        Status.StatusCode.STATUS_CODE_ERROR,
                        Status.StatusCode.STATUS_CODE_ERROR,
                        Status.StatusCode.STATUS_CODE_UNSET);
        assertThat(attributes(spans.get(0).getAttributesList())).containsEntry("error.type", "503");
        assertThat(attributes(spans.get(1).getAttributesList())).containsEntry("http.response.status_code", "500");
        assertThat(attributes(spans.get(2).getAttributesList()))
                .containsEntry("http.response.status_code", "404")
                .doesNotContainKey("jetty.context");
    }

    @Test
    void clientsCannotMakeNamesOfSpans() throws Exception {
        traces.setRatio("1");
        server.start();
        send("PURGE123", "/shop/" + "x".repeat(3000));
        log.poll(30, TimeUnit.SECONDS);
        Span span = spans().get(0);
        assertThat(span.getName()).isEqualTo("HTTP");
        Map<String, String> attributes = attributes(span.getAttributesList());
        assertThat(attributes)
                .containsEntry("http.request.method", "_OTHER")
                .containsEntry("http.request.method_original", "PURGE123");
        assertThat(attributes.get("url.path")).hasSize(1024);
    }

    @Test
    void asynchronousPartOfARequestIsOfTheSameTrace() throws Exception {
        server.start();
        ask("/shop/later", parent("01"));
        TraceContext first = seen.take();
        assertThat(seen.take()).isEqualTo(first);
    }

    @Test
    void requestLogNamesTheTrace() throws Exception {
        server.start();
        ask("/shop/", parent("01"));
        assertThat(line).isEqualTo(TRACE + " " + seen.take().getSpanId() + " 1");
    }

    @Test
    void requestsOfTheClientBelongToTheTraceOfTheRequest() throws Exception {
        BlockingQueue<HttpFields> received = new LinkedBlockingQueue<>();
        HttpClient client = new HttpClient();
        client.start();
        traces.setHandler(new ContextHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                org.eclipse.jetty.client.Request own = client.newRequest(collector.url());
                client.customize(own);
                received.add(own.getHeaders());
                org.eclipse.jetty.client.Request another =
                        client.newRequest(collector.url()).headers(fields -> fields.put("traceparent", "00-1"));
                client.customize(another);
                received.add(another.getHeaders());
                callback.succeeded();
                return true;
            }
        }));
        server.start();
        ask("/", parent("01"), "tracestate: rojo=1");
        HttpFields own = received.take();
        assertThat(own.get("traceparent"))
                .startsWith("00-" + TRACE + "-")
                .endsWith("-01")
                .doesNotContain(SPAN);
        assertThat(own.get("tracestate")).isEqualTo("rojo=1");
        HttpFields another = received.take();
        assertThat(another.get("traceparent")).isEqualTo("00-1");
        assertThat(another.contains("tracestate")).isFalse();
        org.eclipse.jetty.client.Request outside = client.newRequest(collector.url());
        client.customize(outside);
        assertThat(outside.getHeaders().contains("traceparent")).isFalse();
        client.stop();
    }

    @Test
    void environmentOfOpenTelemetryIsHonoured() throws Exception {
        environment.put("OTEL_TRACES_SAMPLER", "parentbased_always_on");
        environment.put("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", collector.url() + "/v1/traces");
        environment.put("OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20secret,other=2");
        environment.put("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip");
        environment.put("OTEL_SERVICE_NAME", "shop");
        environment.put("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,service.name=not");
        settings.setEndpoint("");
        settings.setResourceAttributes("host.name=h1");
        server.start();
        ask("/shop/");
        server.stop();
        HttpFields head = Collector.next(collector.heads);
        assertThat(head.get("api-key")).isEqualTo("a secret");
        assertThat(head.get("other")).isEqualTo("2");
        assertThat(head.get("Content-Encoding")).isEqualTo("gzip");
        assertThat(head.get("Content-Type")).isEqualTo("application/x-protobuf");
        Map<String, String> resource = attributes(Collector.next(collector.traces)
                .getResourceSpans(0)
                .getResource()
                .getAttributesList());
        assertThat(resource)
                .containsEntry("service.name", "shop")
                .containsEntry("deployment.environment.name", "test")
                .containsEntry("host.name", "h1")
                .containsKey("service.instance.id");
    }

    @Test
    void wrongSettingsAreRefusedByTheirNames() {
        assertThatThrownBy(() -> traces.setRatio("2"))
                .hasMessageContaining("jetty.trace.ratio: 2.0 (expected: 0 to 1)");
        assertThatThrownBy(() -> traces.setRatio("NaN")).hasMessageContaining("jetty.trace.ratio");
        assertThatThrownBy(() -> traces.setRatio("much")).hasMessageContaining("jetty.trace.ratio: much");
        assertThatThrownBy(() -> traces.setTrusted("nowhere/9")).hasMessageContaining("jetty.trace.trusted");
        for (String[] variable : new String[][] {
            {"OTEL_TRACES_SAMPLER", "jaeger"},
            {"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"},
            {"OTEL_EXPORTER_OTLP_TIMEOUT", "-1"},
            {"OTEL_BSP_SCHEDULE_DELAY", "soon"},
            {"OTEL_BSP_SCHEDULE_DELAY", "2147483648"},
            {"OTEL_BSP_EXPORT_TIMEOUT", "0"},
            {"OTEL_BSP_MAX_QUEUE_SIZE", "2000000"},
            {"OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "8193"},
            {"OTEL_RESOURCE_ATTRIBUTES", "a"}
        }) {
            environment.clear();
            environment.put(variable[0], variable[1]);
            assertThatThrownBy(server::start).as(variable[0]).hasStackTraceContaining(variable[0]);
        }
        environment.clear();
    }

    @Test
    void spansAreSentInBatchesOfTheEnvironmentsSize() throws Exception {
        environment.put("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "5");
        traces.setRatio("1");
        server.start();
        for (int i = 0; i < 20; i++) {
            ask("/shop/");
        }
        assertThat(spans()).hasSize(20);
        assertThat(collector.traces).hasSizeGreaterThanOrEqualTo(4);
    }

    /** What finds no room is dropped: here while the one batch that the collector has taken is not answered. */
    @Test
    void queueHasTheEnvironmentsSize() throws Exception {
        environment.put("OTEL_BSP_MAX_QUEUE_SIZE", "2");
        environment.put("OTEL_BSP_SCHEDULE_DELAY", "600000");
        traces.setRatio("1");
        collector.hold();
        server.start();
        ask("/shop/");
        ask("/shop/");
        assertThat(Collector.next(collector.traces)).isNotNull();
        for (int i = 0; i < 10; i++) {
            ask("/shop/");
        }
        collector.release();
        assertThat(spans()).hasSize(2);
    }

    @Test
    void batchThatIsNotAnsweredHoldsNothingUpForLongerThanTheEnvironmentSays() throws Exception {
        environment.put("OTEL_BSP_EXPORT_TIMEOUT", "1");
        environment.put("OTEL_BSP_SCHEDULE_DELAY", "1");
        environment.put("OTEL_EXPORTER_OTLP_TIMEOUT", "600000");
        traces.setRatio("1");
        collector.hold();
        server.start();
        ask("/shop/");
        assertThat(Collector.next(collector.traces)).isNotNull();
        ask("/shop/");
        // by default the first one may take 30 s
        assertThat(collector.traces.poll(20, TimeUnit.SECONDS)).isNotNull();
        collector.release();
    }

    @Test
    void spansOfAThousandRequestsAllArrive() throws Exception {
        traces.setRatio("1");
        server.start();
        for (int i = 0; i < 1000; i++) {
            ask("/shop/");
        }
        assertThat(spans()).hasSize(1000);
    }
}
