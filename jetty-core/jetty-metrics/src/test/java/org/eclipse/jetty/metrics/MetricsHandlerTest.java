package org.eclipse.jetty.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.eclipse.jetty.deploy.DeploymentScanner;
import org.eclipse.jetty.deploy.StandardDeployer;
import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.keystore.KeystoreGenerator;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsHandlerTest {
    private final Server server = new Server();
    private final ServerConnector connector = connector(new HttpConnectionFactory());
    private final ContextHandlerCollection contexts =
            new ContextHandlerCollection(context("/"), context("/shop"), context("/reports"));
    private final MetricsHandler metrics = new MetricsHandler(contexts);

    private ServerConnector connector(org.eclipse.jetty.server.ConnectionFactory... factories) {
        ServerConnector added = new ServerConnector(server, 1, 1, factories);
        added.setHost("127.0.0.1");
        server.addConnector(added);
        return added;
    }

    private static ContextHandler context(String path) {
        return new ContextHandler(
                new Handler.Abstract() {
                    @Override
                    public boolean handle(Request request, Response response, Callback callback) throws Exception {
                        String target = Request.getPathInContext(request);
                        if (target.startsWith("/status/")) {
                            response.setStatus(Integer.parseInt(target.substring(8)));
                        }
                        if (target.equals("/fail")) {
                            throw new IllegalStateException("on purpose");
                        }
                        if (target.equals("/metrics")) {
                            return false;
                        }
                        Content.Source.consumeAll(
                                request,
                                Callback.from(
                                        () -> Content.Sink.write(response, true, "hello", callback), callback::failed));
                        return true;
                    }
                },
                path);
    }

    private void start() throws Exception {
        server.setHandler(metrics);
        server.start();
    }

    @AfterEach
    void stop() throws Exception {
        server.stop();
    }

    private String send(String request) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String ask(String method, String path, String... fields) throws Exception {
        String lines = fields.length == 0 ? "" : String.join("\r\n", fields) + "\r\n";
        return send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + lines + "\r\n");
    }

    private String scrape(String... fields) throws Exception {
        String response = ask("GET", "/metrics", fields);
        assertThat(response).startsWith("HTTP/1.1 200 ");
        return response.substring(response.indexOf("\r\n\r\n") + 4);
    }

    private static double value(String scrape, String series) {
        for (String line : scrape.split("\n")) {
            if (line.startsWith(series + " ")) {
                return Double.parseDouble(line.substring(series.length() + 1));
            }
        }
        throw new AssertionError("no " + series + " in\n" + scrape);
    }

    /** The names and labels of all lines. */
    private static Set<String> series(String scrape) {
        return Arrays.stream(scrape.split("\n"))
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String duration(String method, String status, String context) {
        return "http_server_request_duration_seconds_count{http_request_method=\"" + method
                + "\",http_response_status_class=\"" + status + "\",jetty_context=\"" + context + "\"}";
    }

    @Test
    void requestsAreCountedByMethodStatusAndContext() throws Exception {
        start();
        ask("GET", "/shop/");
        ask("GET", "/shop/x");
        ask("GET", "/shop/status/404");
        ask("GET", "/reports/fail");
        ask("POST", "/", "Content-Length: 0");
        ask("GET", "/status/304");
        String scrape = scrape();
        assertThat(value(scrape, duration("GET", "2xx", "/shop"))).isEqualTo(2);
        assertThat(value(scrape, duration("GET", "4xx", "/shop"))).isEqualTo(1);
        assertThat(value(scrape, duration("GET", "5xx", "/reports"))).isEqualTo(1);
        assertThat(value(scrape, duration("POST", "2xx", "/"))).isEqualTo(1);
        assertThat(value(scrape, duration("GET", "3xx", "/"))).isEqualTo(1);
        assertThat(value(scrape, "http_server_active_requests{network_protocol_version=\"1.1\"}"))
                .isEqualTo(0);
        assertThat(value(scrape, "jetty_request_queue_duration_seconds_count{network_protocol_version=\"1.1\"}"))
                .isEqualTo(6);
        assertThat(value(scrape, "jetty_http_requests_total{network_protocol_version=\"1.1\"}"))
                .isEqualTo(6);
        assertThat(scrape)
                .contains("http_server_request_duration_seconds_bucket{http_request_method=\"GET\","
                        + "http_response_status_class=\"2xx\",jetty_context=\"/shop\",le=\"0.005\"} ");
    }

    @Test
    void versionsOfAnApplicationAreCountedApart() throws Exception {
        for (String version : List.of("1", "2")) {
            ContextHandler context = context("/news");
            context.setAttribute(ContextHandler.VERSION_ATTRIBUTE, version);
            context.setRequestSelector(
                    (request, response) -> version.equals(request.getHeaders().get("X-Version")));
            contexts.addHandler(context);
        }
        start();
        ask("GET", "/news/", "X-Version: 1");
        ask("GET", "/news/", "X-Version: 2");
        ask("GET", "/news/status/500", "X-Version: 2");
        String scrape = scrape();
        String versioned = ",jetty_context_version=\"%s\"}";
        assertThat(value(scrape, duration("GET", "2xx", "/news").replace("}", versioned.formatted("1"))))
                .isEqualTo(1);
        assertThat(value(scrape, duration("GET", "2xx", "/news").replace("}", versioned.formatted("2"))))
                .isEqualTo(1);
        assertThat(value(scrape, duration("GET", "5xx", "/news").replace("}", versioned.formatted("2"))))
                .isEqualTo(1);
        assertThat(value(
                        scrape, "jetty_context_available{host=\"\",jetty_context=\"/news\"" + versioned.formatted("2")))
                .isEqualTo(1);
    }

    @Test
    void contentIsCountedInBytes() throws Exception {
        start();
        send("POST /shop/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 7\r\n\r\n1234567");
        String scrape = scrape();
        assertThat(value(scrape, "jetty_http_content_bytes_total{direction=\"received\"}"))
                .isEqualTo(7);
        assertThat(value(scrape, "jetty_http_content_bytes_total{direction=\"sent\"}"))
                .isEqualTo(5);
    }

    @Test
    void requestOutsideOfAllContextsHasASeriesOfItsOwn() throws Exception {
        metrics.setHandler(new ContextHandlerCollection(context("/shop")));
        start();
        assertThat(ask("GET", "/none")).startsWith("HTTP/1.1 404 ");
        assertThat(value(scrape(), duration("GET", "4xx", "_NONE"))).isEqualTo(1);
    }

    @Test
    void contextThatIsDeployedLaterIsMeasured() throws Exception {
        start();
        ContextHandler later = context("/later");
        contexts.addHandler(later);
        later.start();
        ask("GET", "/later/");
        assertThat(value(scrape(), duration("GET", "2xx", "/later"))).isEqualTo(1);
    }

    @Test
    void clientsCannotMakeSeries() throws Exception {
        start();
        for (String method : new String[] {"GET", "POST", "PURGE"}) {
            ask(method, "/shop/", "Content-Length: 0");
        }
        ask("GET", "/shop/status/404");
        scrape();
        Set<String> before = series(scrape());
        for (int i = 0; i < 200; i++) {
            String hostile = "x" + i + "\\\"{}" + i;
            send("M" + i + " /shop/" + i + "?q=" + i + " HTTP/1.1\r\nHost: h" + i + ".example\r\nConnection: close\r\n"
                    + "User-Agent: " + hostile + "\r\nReferer: " + hostile + "\r\nX" + i + ": " + hostile
                    + "\r\nContent-Length: 0\r\n\r\n");
            send("get /shop/ HTTP/1." + i % 2 + "\r\nHost: h" + i + "\r\nConnection: close\r\n\r\n");
            send("GET /shop/status/" + (400 + i % 100) + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
            send("GET http://h" + i + ".example/shop/%7B" + i + " HTTP/1.1\r\nHost: h" + i
                    + ".example\r\nConnection: close\r\n\r\n");
        }
        Set<String> after = series(scrape());
        after.removeAll(before);
        assertThat(after.stream().filter(name -> !name.startsWith("jvm_")))
                .as("series beyond the other version of HTTP")
                .allMatch(name -> name.contains("network_protocol_version=\"1.0\""))
                .filteredOn(name -> !name.contains("_bucket"))
                .hasSize(4);
    }

    @Test
    void contextsBeyondTheLimitShareASeries() {
        RequestSeries series = new RequestSeries();
        Set<Object> distinct = new java.util.HashSet<>();
        for (int i = 0; i < RequestSeries.MAX_CONTEXTS * 3; i++) {
            distinct.add(series.of("/" + i));
        }
        assertThat(distinct).hasSize(RequestSeries.MAX_CONTEXTS + 1);
    }

    /** As while an application is replaced: it is available if one of them is, and never twice. */
    @Test
    void contextsOfOnePathAreAvailableIfOneIs() throws Exception {
        contexts.addHandler(context("/shop"));
        ContextHandler late = context("/reports");
        late.setAvailable(false);
        contexts.addHandler(late);
        start();
        String scrape = scrape();
        assertThat(value(scrape, "jetty_context_available{host=\"\",jetty_context=\"/shop\"}"))
                .isEqualTo(1);
        assertThat(value(scrape, "jetty_context_available{host=\"\",jetty_context=\"/reports\"}"))
                .isEqualTo(1);
    }

    @Test
    void figuresOfPartsAreThere() throws Exception {
        start();
        ask("GET", "/shop/");
        String scrape = scrape();
        assertThat(value(scrape, "jetty_context_available{host=\"\",jetty_context=\"/shop\"}"))
                .isEqualTo(1);
        assertThat(value(scrape, "jetty_connections_total{kind=\"HttpConnection\"}"))
                .isEqualTo(2);
        assertThat(value(scrape, "jetty_thread_pool_threads_max{pool=\"server\"}"))
                .isEqualTo(200);
        assertThat(value(scrape, "jetty_limit_reached_total{limit=\"late_content\"}"))
                .isEqualTo(0);
        assertThat(scrape)
                .contains(
                        "jetty_strategy_tasks_total{mode=\"epc\"} ",
                        "jetty_thread_pool_threads{pool=\"server\",state=\"busy\"} ",
                        "jetty_buffer_pool_idle_bytes{memory=\"heap\",owner=\"server\"} ",
                        "jetty_uptime_seconds ",
                        "jvm_memory_used_bytes{area=\"heap\"} ",
                        "jvm_gc_collection_seconds_count");
    }

    @Test
    void handshakesAndCertificatesOfTlsAreThere(@TempDir Path folder) throws Exception {
        File keyStore = KeystoreGenerator.generateTestKeystore(
                folder.resolve("keystore.p12").toString(), "storepwd");
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(keyStore.toString());
        tls.setKeyStorePassword("storepwd");
        ServerConnector secure = connector(new SslConnectionFactory(tls, "http/1.1"), new HttpConnectionFactory());
        SslContextFactory.Client client = new SslContextFactory.Client(true);
        client.start();
        start();
        try (Socket socket =
                client.getSslContext().getSocketFactory().createSocket("127.0.0.1", secure.getLocalPort())) {
            socket.getOutputStream()
                    .write("GET /shop/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        }
        client.stop();
        String scrape = scrape();
        assertThat(value(scrape, "jetty_tls_handshakes_total{result=\"succeeded\"}"))
                .isEqualTo(1);
        assertThat(scrape).containsPattern("jetty_tls_certificate_expiry_timestamp_seconds\\{alias=\"[^\"]+\"} \\d");
    }

    @Test
    void virtualThreadsAreCountedWhereTheJvmHasThem() throws Exception {
        assumeTrue(VirtualThreads.areSupported(), "SKIPPED: this JVM has no virtual threads");
        ((QueuedThreadPool) server.getThreadPool()).setVirtualThreadsExecutor(new VirtualThreadPool());
        start();
        ask("GET", "/shop/");
        String scrape = scrape();
        // the scrape itself is such a task
        assertThat(value(scrape, "jetty_thread_pool_threads{pool=\"server virtual\",state=\"busy\"}"))
                .isPositive();
        if (Runtime.version().feature() >= 24) {
            assertThat(value(scrape, "jetty_virtual_threads{state=\"running\"}"))
                    .isPositive();
        }
        assertThat(scrape)
                .contains(
                        "jetty_thread_pool_started_threads_total{pool=\"server virtual\"} ",
                        "jetty_thread_pool_queue_size{pool=\"server virtual\"} ",
                        "jetty_thread_pool_threads_max{pool=\"server virtual\"} ");
    }

    /** Parks its caller within a static initializer, which keeps a virtual thread on its carrier. */
    private static final class Pinning {
        static {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }

        private static void load() {}
    }

    @Test
    void virtualThreadsThatKeepTheirCarriersAreCountedIfAskedFor() throws Exception {
        assumeTrue(VirtualThreads.areSupported(), "SKIPPED: this JVM has no virtual threads");
        metrics.setPinnedThreads(true);
        start();
        assertThat(value(scrape(), "jetty_virtual_threads_pinned_total")).isZero();
        VirtualThreads.getDefaultVirtualThreadsExecutor().execute(Pinning::load);
        Awaitility.await("the event")
                .untilAsserted(() -> assertThat(value(scrape(), "jetty_virtual_threads_pinned_total"))
                        .isEqualTo(1));
    }

    @Test
    void javaWithoutVirtualThreadsCannotCountThem() {
        assumeFalse(VirtualThreads.areSupported(), "SKIPPED: this JVM has virtual threads");
        metrics.setPinnedThreads(true);
        assertThatThrownBy(this::start).hasMessageContaining("jetty.metrics.pinnedThreads: true (expected: false");
    }

    @Test
    void buffersAreThoseOfTheirOwners() throws Exception {
        ServerConnector own =
                new ServerConnector(server, null, null, new ArrayByteBufferPool(), 1, 1, new HttpConnectionFactory());
        own.setName("probes");
        server.addConnector(own);
        start();
        assertThat(scrape())
                .contains(
                        "jetty_buffer_pool_max_bytes{memory=\"direct\",owner=\"server\"} ",
                        "jetty_buffer_pool_max_bytes{memory=\"direct\",owner=\"probes\"} ");
    }

    @Test
    void deploymentsAreCountedByTheirResult(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("webapps/good"));
        Files.writeString(folder.resolve("webapps/bad.xml"), "<Configure");
        StandardDeployer deployer = new StandardDeployer(contexts);
        server.addBean(deployer);
        DeploymentScanner scanner = new DeploymentScanner(server, deployer);
        scanner.configureEnvironment("core").setDefaultContextHandlerClass(ContextHandler.class);
        scanner.addWebappsDirectory(folder.resolve("webapps"));
        server.addBean(scanner);
        start();
        String scrape = scrape();
        assertThat(value(scrape, "jetty_deployments_total{result=\"deployed\"}"))
                .isEqualTo(1);
        assertThat(value(scrape, "jetty_deployments_total{result=\"failed\"}")).isEqualTo(1);
        assertThat(value(scrape, "jetty_context_available{host=\"\",jetty_context=\"/bad\"}"))
                .isZero();
    }

    @Test
    void formatIsNegotiated() throws Exception {
        start();
        String text = ask("GET", "/metrics");
        assertThat(text).contains("Content-Type: text/plain; version=0.0.4");
        String open = ask("GET", "/metrics", "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(open)
                .contains("Content-Type: application/openmetrics-text; version=1.0.0")
                .endsWith("# EOF\n");
        assertThat(ask("HEAD", "/metrics")).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n");
        assertThat(ask("DELETE", "/metrics")).startsWith("HTTP/1.1 405 ").contains("Allow: GET, HEAD");
    }

    @Test
    void clientsElsewhereAreRefused() throws Exception {
        start();
        assertThat(ask("GET", "/metrics", "X-Forwarded-For: 192.0.2.1")).startsWith("HTTP/1.1 403 ");
        metrics.setAllow("10.0.0.0/8");
        assertThat(ask("GET", "/metrics")).startsWith("HTTP/1.1 403 ");
        metrics.setAllow("127.0.0.1");
        scrape();
        metrics.setConnectorName("probes");
        assertThat(ask("GET", "/metrics")).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void handlerThatIsRestartedCountsOnceAndOn() throws Exception {
        start();
        ask("GET", "/shop/");
        server.stop();
        server.start();
        ask("GET", "/shop/");
        String scrape = scrape();
        assertThat(value(scrape, duration("GET", "2xx", "/shop"))).isEqualTo(2);
        assertThat(value(scrape, "http_server_active_requests{network_protocol_version=\"1.1\"}"))
                .isEqualTo(0);
    }

    @Test
    void wrongSettingsAreRefusedByTheirProperty() {
        assertThatThrownBy(() -> metrics.setPath("metrics")).hasMessageContaining("jetty.metrics.path");
        assertThatThrownBy(() -> metrics.setAllow("nowhere/99")).hasMessageContaining("jetty.metrics.allow");
    }

    @Test
    void promtoolFindsNothingToCriticize(@TempDir Path folder) throws Exception {
        String promtool = System.getProperty("promtool", "promtool");
        assumeTrue(runs(promtool), "SKIPPED: there is no promtool; -Dpromtool=/path/to/promtool names one");
        start();
        ask("GET", "/shop/");
        ask("GET", "/shop/status/503");
        Path scrape = Files.writeString(folder.resolve("scrape"), scrape());
        Path output = folder.resolve("output");
        Process check = new ProcessBuilder(promtool, "check", "metrics")
                .redirectInput(scrape.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(check.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(output)).isEmpty();
        assertThat(check.exitValue()).isZero();
    }

    private static boolean runs(String promtool) throws InterruptedException {
        try {
            return new ProcessBuilder(promtool, "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException x) {
            return false;
        }
    }

    @Test
    void namesAreThoseOfPrometheus() throws Exception {
        start();
        ask("GET", "/shop/");
        Pattern name = Pattern.compile("[a-z_][a-z0-9_]*(\\{.*})?");
        assertThat(series(scrape())).allMatch(series -> name.matcher(series).matches());
    }
}
