package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Measures requests. Thread-safe. */
final class RequestMetrics {
    private static final Durations.Bounds QUEUE_BOUNDS =
            Durations.Bounds.of(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10);

    private final long createdMillis = System.currentTimeMillis();
    private final RequestSeries series = new RequestSeries();
    private final RequestSeries.OfContext noContext = series.of(RequestSeries.NO_CONTEXT);
    private final Durations queued = new Durations(QUEUE_BOUNDS);
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder responseBytes = new LongAdder();
    private final LongAdder[] byVersion = new LongAdder[HttpVersion.values().length];

    RequestMetrics() {
        for (int i = 0; i < byVersion.length; i++) {
            byVersion[i] = new LongAdder();
        }
    }

    /** A request that is about to be handled. */
    void begin(Request request, Response response) {
        queued.add(System.nanoTime() - request.getHeadersNanoTime());
        Request.watch(request, new RequestMeasure(this, request, response, noContext));
    }

    RequestSeries.OfContext series(String contextPath) {
        return series.of(contextPath);
    }

    void ended(Request request, Response response, RequestSeries.OfContext handled) {
        add(requestBytes, Request.getContentBytesRead(request));
        add(responseBytes, Response.getContentBytesWritten(response));
        byVersion[request.getConnectionMetaData().getHttpVersion().ordinal()].increment();
        series.add(
                handled,
                request.getMethod(),
                response.getStatus(),
                System.nanoTime() - request.getHeadersNanoTime(),
                Request.getTraceContext(request));
    }

    /** Those that have ended are counted first, so that there are never more of them than have begun. */
    private long active() {
        long ended = 0;
        for (LongAdder version : byVersion) {
            ended += version.sum();
        }
        return queued.count() - ended;
    }

    private static void add(LongAdder sum, long bytes) {
        if (bytes > 0) {
            sum.add(bytes);
        }
    }

    /** Adds the counters to what is scraped. */
    void collect(Snapshots snapshots) {
        HistogramSnapshot durations = series.snapshot();
        if (durations != null) {
            snapshots.histogram(durations);
        }
        HistogramDataPointSnapshot waits = queued.snapshot(Labels.EMPTY, createdMillis);
        if (waits != null) {
            snapshots.histogram(HistogramSnapshot.builder()
                    .name("jetty_request_queue_duration_seconds")
                    .help("The seconds from the head of a request until a thread handles it.")
                    .dataPoint(waits)
                    .build());
        }
        snapshots
                .gauge("http_server_active_requests", "The requests whose responses have not ended.")
                .point(active());
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
