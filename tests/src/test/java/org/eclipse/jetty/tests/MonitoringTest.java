package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.eclipse.jetty.server.Ports;
import org.eclipse.jetty.tests.webapp.ThreadServlet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The modules "health", "metrics" and "jmx" of the distribution. */
class MonitoringTest {
    private static final String[] ANY_PORTS = {"jetty.jmxremote.rmiserverport=0", "jetty.jmxremote.rmiregistryport=0"};

    @AutoClose
    private Base base;

    @Test
    void figuresOfAnApplicationAreScraped() {
        base = Base.with(Jdk.newest(), "http,http2c,ee10-deploy,metrics").withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "echo.war");
        Server server = base.serve();
        server.get("/echo/");
        server.get("/none");
        HttpResponse<String> scrape = server.get("/metrics");
        assertThat(scrape.statusCode()).as(scrape::body).isEqualTo(200);
        assertThat(scrape.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        assertThat(scrape.body())
                .contains("http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_class=\"2xx\",jetty_context=\"/echo\"} 1\n")
                .contains("http_server_request_duration_seconds_count{http_request_method=\"GET\","
                        + "http_response_status_class=\"4xx\",jetty_context=\"_NONE\"} 1\n")
                .contains("jetty_context_available{host=\"\",jetty_context=\"/echo\"} 1.0\n")
                .contains("jetty_sessions_total{jetty_context=\"/echo\"} 0.0\n")
                .contains("jvm_threads_current ");
    }

    @Test
    void probesHaveAPortOfTheirOwnAndAServerThatStopsIsNotReadyFirst() throws Exception {
        int port = Ports.unused();
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,health-connector,metrics")
                .withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "echo.war");
        Server server = base.serve(
                "jetty.health.host=127.0.0.1",
                "jetty.health.port=" + port,
                "jetty.metrics.connector=health",
                "jetty.stop.drainDelay=600000");
        assertThat(probe(port, "/health/ready").body()).contains("\"status\": \"UP\"", "\"name\": \"applications\"");
        assertThat(probe(port, "/metrics").statusCode()).isEqualTo(200);
        assertThat(probe(port, "/echo/").statusCode()).isEqualTo(404);
        assertThat(server.get("/health/ready").statusCode()).isEqualTo(404);
        assertThat(server.get("/metrics").statusCode()).isEqualTo(404);
        server.command().terminate();
        server.command().awaitLine("Not ready from now on");
        assertThat(probe(port, "/health/ready").statusCode()).isEqualTo(503);
        assertThat(probe(port, "/health/live").statusCode()).isEqualTo(200);
        assertThat(server.get("/echo/").statusCode()).isEqualTo(200);
    }

    @Test
    void requestContinuesTheTraceOfItsClientAndACollectorThatIsAwayIsLoggedOnce() throws Exception {
        String trace = "0af7651916cd43dd8448eb211c80319c";
        base = Base.with(Jdk.newest(), "http,ee10-deploy,metrics-otlp,trace,requestlog")
                .withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "echo.war");
        Server server = base.serve(
                "jetty.otlp.endpoint=http://127.0.0.1:" + Ports.unused(),
                "jetty.otlp.metricsInterval=20",
                "jetty.requestlog.output=stdout",
                "jetty.requestlog.formatString=LOG %s %trace %{sampled}trace");
        server.send(server.request("/echo/")
                .header("traceparent", "00-" + trace + "-b7ad6b7169203331-01")
                .build());
        server.command().awaitLine("^LOG 200 " + trace + " 1$");
        server.command().awaitLine("Metrics cannot be sent to http://127.0.0.1:\\d+/v1/metrics, .*ConnectException");
        HttpRequest openMetrics = server.request("/metrics")
                .header("Accept", "application/openmetrics-text;version=1.0.0")
                .build();
        assertThat(server.send(openMetrics).body()).contains("trace_id=\"" + trace + "\"");
        server.command().terminate();
        assertThat(server.command().awaitExit()).isEqualTo(143);
        assertThat(server.command().lines("Metrics cannot be sent")).hasSize(1);
    }

    private static HttpResponse<String> probe(int port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void remoteClientOfJmxLogsInAndSeesTheServer() throws Exception {
        base = Base.with(Jdk.oldest(), "http,ee10-deploy,jmx-remote-auth").withPlainJvm();
        new War().servlet(ThreadServlet.class, "/").deploy(base, "echo.war");
        Path passwords = base.resolve("etc/jmxremote.password");
        assertThat(passwords).exists();
        Files.writeString(passwords, "monitor s3cret\n");
        Files.writeString(base.resolve("etc/jmxremote.access"), "monitor readonly\n");
        Server server = base.serve(ANY_PORTS);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwords)))
                .isEqualTo("rw-------");
        Matcher line = server.command().awaitLine("JMX at (service:jmx:rmi:\\S+)");
        JMXServiceURL url = new JMXServiceURL(line.group(1));
        Map<String, ?> credentials = Map.of(JMXConnector.CREDENTIALS, new String[] {"monitor", "s3cret"});
        try (JMXConnector client = JMXConnectorFactory.connect(url, credentials)) {
            MBeanServerConnection connection = client.getMBeanServerConnection();
            Set<ObjectName> applications = connection.queryNames(
                    new ObjectName("org.eclipse.jetty.ee10.webapp:type=webappcontext,name=_echo,*"), null);
            assertThat(applications).hasSize(1);
            assertThat(connection.getAttribute(applications.iterator().next(), "contextPath"))
                    .isEqualTo("/echo");
            for (ObjectName name : connection.queryNames(new ObjectName("org.eclipse.jetty*:*"), null)) {
                for (var attribute : connection.getMBeanInfo(name).getAttributes()) {
                    if (attribute.isReadable()) {
                        // each can be sent, and read here
                        connection.getAttribute(name, attribute.getName());
                    }
                }
            }
        }
        server.command().terminate();
        server.command().awaitExit(Duration.ofSeconds(30));
        assertThat(server.command().lines(":(WARN|ERROR) ?:|Exception"))
                .noneMatch(text -> !text.contains("CredentialFile"));
    }
}
