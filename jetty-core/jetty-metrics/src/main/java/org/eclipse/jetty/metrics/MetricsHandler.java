package org.eclipse.jetty.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.TrustedClients;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.StringUtil;
import org.jspecify.annotations.Nullable;

/**
 * Measures the requests that it hands on, and answers at {@code /metrics} with the figures of the server: in the text format of
 * Prometheus 0.0.4, or in that of OpenMetrics 1.0 for clients that accept it.
 *
 * <p>Names follow the semantic conventions of OpenTelemetry where these have one. How many series there are depends on what is
 * deployed and configured, never on what clients send. Clients must be on this machine unless others are allowed. Embedders may
 * add series of their own to the registry. Thread-safe once configured.
 */
public class MetricsHandler extends Handler.Wrapper {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final RequestMetrics requests = new RequestMetrics();
    private final ConnectionMetrics connections = new ConnectionMetrics();
    private String path = "/metrics";
    private @Nullable String connectorName;
    private TrustedClients trusted = TrustedClients.local();
    private final PinnedThreads pinned = new PinnedThreads();
    private boolean pinnedThreads;

    public MetricsHandler() {
        this(null);
    }

    public MetricsHandler(@Nullable Handler handler) {
        super(handler);
        JvmMetrics.builder().register(registry);
        registry.register((MultiCollector) this::collect);
    }

    /** The registry of all series. */
    public PrometheusRegistry getRegistry() {
        return registry;
    }

    public String getPath() {
        return path;
    }

    /** Sets the path, which begins with a slash and does not end with one. */
    public void setPath(String path) {
        if (path == null || path.length() < 2 || path.charAt(0) != '/' || path.endsWith("/")) {
            throw new IllegalArgumentException("path: " + path
                    + " (expected: one that begins with / and does not end with it, as in /metrics), set by"
                    + " jetty.metrics.path");
        }
        this.path = path;
    }

    /** The name of the connector that the path is at; null for all connectors. */
    public @Nullable String getConnectorName() {
        return connectorName;
    }

    /** Answers at one connector only; null or empty for all connectors. */
    public void setConnectorName(@Nullable String name) {
        connectorName = StringUtil.isBlank(name) ? null : name;
    }

    /** The addresses of clients that may read the figures, separated by commas; empty for those of this machine. */
    public String getAllow() {
        return trusted.addresses();
    }

    /** Allows addresses, separated by commas, as in {@code 127.0.0.1,10.0.0.0/8}. */
    public void setAllow(String addresses) {
        trusted = TrustedClients.of(addresses, "jetty.metrics.allow");
    }

    /** Whether virtual threads are counted that are parked without leaving their carriers. */
    public boolean isPinnedThreads() {
        return pinnedThreads;
    }

    /**
     * Counts virtual threads that are parked without leaving their carriers, by a stream of the flight recorder. Java 21 or newer is
     * needed, or the start fails.
     */
    public void setPinnedThreads(boolean counted) {
        pinnedThreads = counted;
    }

    @Override
    protected void doStart() throws Exception {
        if (pinnedThreads) {
            pinned.start();
        }
        Server server = Handler.serverOf(this);
        for (Connector connector : server.getConnectors()) {
            connector.addBean(connections);
        }
        super.doStart();
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        pinned.stop();
        Server server = Handler.serverOf(this);
        for (Connector connector : server.getConnectors()) {
            connector.removeBean(connections);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (path.equals(Request.getPathInContext(request)) && isHere(request)) {
            answer(request, response, callback);
            return true;
        }
        requests.begin(request, response);
        return super.handle(request, response, callback);
    }

    private boolean isHere(Request request) {
        return connectorName == null
                || connectorName.equals(
                        request.getConnectionMetaData().getConnector().getName());
    }

    private void answer(Request request, Response response, Callback callback) throws IOException {
        if (!trusted.contains(request)) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return;
        }
        if (!HttpMethod.GET.is(request.getMethod()) && !HttpMethod.HEAD.is(request.getMethod())) {
            response.setStatus(HttpStatus.METHOD_NOT_ALLOWED_405);
            response.getHeaders().put(HttpHeader.ALLOW, "GET, HEAD");
            response.write(true, null, callback);
            return;
        }
        ExpositionFormatWriter writer = writer(request.getHeaders().get(HttpHeader.ACCEPT));
        ByteArrayOutputStream content = new ByteArrayOutputStream(32 * 1024);
        writer.write(content, registry.scrape());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, writer.getContentType());
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.getHeaders().put(HttpHeader.VARY, "Accept");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.size());
        response.write(true, ByteBuffer.wrap(content.toByteArray()), callback);
    }

    private ExpositionFormatWriter writer(@Nullable String accept) {
        ExpositionFormatWriter openMetrics = formats.getOpenMetricsTextFormatWriter();
        return accept != null && openMetrics.accepts(accept) ? openMetrics : formats.getPrometheusTextFormatWriter();
    }

    private MetricSnapshots collect() {
        Snapshots snapshots = new Snapshots();
        requests.collect(snapshots);
        connections.collect(snapshots);
        Server server = Handler.serverOf(this);
        ThreadMetrics.collect(server, snapshots);
        ServerMetrics.collect(server, snapshots);
        SessionMetrics.collect(server, snapshots);
        DeploymentMetrics.collect(server, snapshots);
        BalancerMetrics.collect(server, snapshots);
        if (pinnedThreads) {
            snapshots
                    .counter(
                            "jetty_virtual_threads_pinned",
                            "How often virtual threads were parked without leaving their carriers, for 20 ms or longer.")
                    .point(pinned.count());
        }
        return snapshots.build();
    }
}
