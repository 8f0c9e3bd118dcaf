package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Measures requests. Thread-safe. */
final class RequestMetrics {
    private static final Durations.Bounds QUEUE_BOUNDS =
            Durations.Bounds.of(0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10);

    private static final String[] VERSIONS = Arrays.stream(HttpVersion.values())
            .map(version -> version.asString().replace("HTTP/", ""))
            .toArray(String[]::new);

    private final long createdMillis = System.currentTimeMillis();
    private final RequestSeries series = new RequestSeries();
    private final RequestSeries.OfContext noContext = series.of(RequestSeries.NO_CONTEXT);
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder responseBytes = new LongAdder();
    private final OfVersion[] versions = new OfVersion[VERSIONS.length];

    /** The requests of one version of HTTP. */
    private static final class OfVersion {
        /** One for each that has begun. */
        private final Durations queued = new Durations(QUEUE_BOUNDS);

        private final LongAdder ended = new LongAdder();
    }

    RequestMetrics() {
        for (int i = 0; i < versions.length; i++) {
            versions[i] = new OfVersion();
        }
    }

    private OfVersion versionOf(Request request) {
        return versions[request.getConnectionMetaData().getHttpVersion().ordinal()];
    }

    /** A request that is about to be handled. */
    void begin(Request request, Response response) {
        versionOf(request).queued.add(System.nanoTime() - request.getHeadersNanoTime());
        Request.watch(request, new RequestMeasure(this, request, response, noContext));
    }

    RequestSeries.OfContext series(String contextPath) {
        return series.of(contextPath);
    }

    void ended(Request request, Response response, RequestSeries.OfContext handled) {
        add(requestBytes, Request.getContentBytesRead(request));
        add(responseBytes, Response.getContentBytesWritten(response));
        versionOf(request).ended.increment();
        series.add(
                handled,
                request.getMethod(),
                response.getStatus(),
                System.nanoTime() - request.getHeadersNanoTime(),
                Request.getTraceContext(request));
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
        Snapshots.Family bytes = snapshots.counter("jetty_http_content_bytes", "The bytes of content.");
        bytes.point(requestBytes.sum(), "direction", "received");
        bytes.point(responseBytes.sum(), "direction", "sent");
        collectVersions(snapshots);
    }

    private void collectVersions(Snapshots snapshots) {
        Snapshots.Family active =
                snapshots.gauge("http_server_active_requests", "The requests whose responses have not ended.");
        Snapshots.Family all = snapshots.counter(
                "jetty_http_requests", "The requests whose responses have ended, by version of HTTP.");
        HistogramSnapshot.Builder waits = HistogramSnapshot.builder()
                .name("jetty_request_queue_duration_seconds")
                .help("The seconds from the head of a request until a thread handles it.");
        boolean any = false;
        for (int i = 0; i < versions.length; i++) {
            OfVersion version = versions[i];
            Labels labels = Labels.of("network_protocol_version", VERSIONS[i]);
            // first, so that there are never more that have ended than have begun
            long ended = version.ended.sum();
            HistogramDataPointSnapshot wait = version.queued.snapshot(labels, createdMillis);
            if (wait != null) {
                any = true;
                waits.dataPoint(wait);
                all.point(ended, "network_protocol_version", VERSIONS[i]);
                active.point(wait.getCount() - ended, "network_protocol_version", VERSIONS[i]);
            }
        }
        if (any) {
            snapshots.histogram(waits.build());
        }
    }
}
