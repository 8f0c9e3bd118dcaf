package org.eclipse.jetty.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Context;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ContextHandler;
import org.eclipse.jetty.util.component.Container;

/**
 * Measures requests. As an inherited listener it sees all contexts, which tell it the requests that they handle. Thread-safe.
 */
final class RequestMetrics implements Container.InheritedListener, ContextHandler.ContextScopeListener {
    private static final double NANOS = 1e9;

    private final RequestSeries series;
    private final RequestSeries.OfContext noContext;
    private final DistributionDataPoint queued;
    private final LongAdder active = new LongAdder();
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder responseBytes = new LongAdder();
    private final LongAdder[] byVersion = new LongAdder[HttpVersion.values().length];

    RequestMetrics(PrometheusRegistry registry) {
        series = new RequestSeries(registry);
        noContext = series.of(RequestSeries.NO_CONTEXT);
        queued = Histogram.builder()
                .name("jetty_request_queue_duration_seconds")
                .help("The seconds from the head of a request until a thread handles it.")
                .classicUpperBounds(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10)
                .classicOnly()
                .withoutExemplars()
                .register(registry);
        for (int i = 0; i < byVersion.length; i++) {
            byVersion[i] = new LongAdder();
        }
    }

    /** A request that is about to be handled; the wrapper is to be handled instead. */
    Request begin(Request request, Response response) {
        MeasuredRequest measured = new MeasuredRequest(request, response, this);
        active.increment();
        Request.addCompletionListener(request, measured);
        queued.observe(Math.max(0, System.nanoTime() - request.getHeadersNanoTime()) / NANOS);
        return measured;
    }

    void ended(MeasuredRequest request, Response response) {
        active.decrement();
        Request original = request.getWrapped();
        add(requestBytes, Request.getContentBytesRead(original));
        add(responseBytes, Response.getContentBytesWritten(response));
        byVersion[original.getConnectionMetaData().getHttpVersion().ordinal()].increment();
        RequestSeries.OfContext handled = request.series();
        (handled == null ? noContext : handled)
                .observe(
                        original.getMethod(),
                        response.getStatus(),
                        (System.nanoTime() - original.getHeadersNanoTime()) / NANOS,
                        Request.getTraceContext(original));
    }

    private static void add(LongAdder sum, long bytes) {
        if (bytes > 0) {
            sum.add(bytes);
        }
    }

    @Override
    public void enterScope(Context context, Request request) {
        if (request == null) {
            return;
        }
        MeasuredRequest measured = Request.as(request, MeasuredRequest.class);
        if (measured != null && measured.series() == null) {
            measured.enterContext(series.of(context.getContextPath()));
        }
    }

    @Override
    public void beanAdded(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.addEventListener(this);
        }
    }

    @Override
    public void beanRemoved(Container parent, Object child) {
        if (child instanceof ContextHandler context) {
            context.removeEventListener(this);
        }
    }

    /** Adds the counters to what is scraped. */
    void collect(Snapshots snapshots) {
        snapshots
                .gauge("http_server_active_requests", "The requests whose responses have not ended.")
                .point(active.sum());
        Snapshots.Family bytes = snapshots.counter("jetty_http_content_bytes", "The bytes of content.");
        bytes.point(requestBytes.sum(), "direction", "received");
        bytes.point(responseBytes.sum(), "direction", "sent");
        Snapshots.Family versions = snapshots.counter(
                "jetty_http_requests", "The requests whose responses have ended, by version of HTTP.");
        for (HttpVersion version : HttpVersion.values()) {
            long count = byVersion[version.ordinal()].sum();
            if (count > 0) {
                versions.point(
                        count, "network_protocol_version", version.asString().replace("HTTP/", ""));
            }
        }
    }
}
