package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.List;
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

    /** Directions of bytes. */
    private static final int RECEIVED = 0;

    private static final int SENT = 1;

    private final long createdMillis = System.currentTimeMillis();
    private final RequestSeries series = new RequestSeries();
    private final RequestSeries.OfContext noContext = series.of(RequestSeries.NO_CONTEXT);
    private final Counts bytes = new Counts(2);
    /** One of each version of HTTP; a request is counted when it begins. */
    private final Durations[] queued = new Durations[VERSIONS.length];

    RequestMetrics() {
        Arrays.setAll(queued, version -> new Durations(QUEUE_BOUNDS));
    }

    private static HttpVersion versionOf(Request request) {
        return request.getConnectionMetaData().getHttpVersion();
    }

    /** A request that is about to be handled. */
    void begin(Request request, Response response) {
        // the clock costs as much as all of the counters
        long wait = Request.isQueued(request) ? System.nanoTime() - request.getHeadersNanoTime() : 0;
        queued[versionOf(request).ordinal()].add(wait);
        Request.watch(request, new RequestMeasure(this, request, response, noContext));
    }

    RequestSeries.OfContext series(String contextName) {
        return series.of(contextName);
    }

    void ended(Request request, Response response, RequestSeries.OfContext handled) {
        addBytes(RECEIVED, Request.getContentBytesRead(request));
        addBytes(SENT, Response.getContentBytesWritten(response));
        series.add(
                handled,
                versionOf(request),
                request.getMethod(),
                response.getStatus(),
                System.nanoTime() - request.getHeadersNanoTime(),
                Request.getTraceContext(request));
    }

    private void addBytes(int direction, long count) {
        if (count > 0) {
            bytes.add(direction, count);
        }
    }

    /** Adds the counters to what is scraped. */
    void collect(Snapshots snapshots) {
        HistogramSnapshot durations = series.snapshot();
        if (durations != null) {
            snapshots.histogram(durations);
        }
        Snapshots.Family contents = snapshots.counter("jetty_http_content_bytes", "The bytes of content.");
        contents.point(bytes.sum(RECEIVED), "direction", "received");
        contents.point(bytes.sum(SENT), "direction", "sent");
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
        for (HttpVersion version : HttpVersion.values()) {
            int i = version.ordinal();
            Labels labels = Labels.of("network_protocol_version", VERSIONS[i]);
            // first, so that there are never more that have ended than have begun
            long ended = series.count(version);
            HistogramDataPointSnapshot wait = Durations.snapshot(List.of(queued[i]), labels, createdMillis);
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
