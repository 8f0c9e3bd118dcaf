package org.eclipse.jetty.metrics;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.TraceContext;

/**
 * The series of the durations of requests: by method, class of the status, and context. Their number is bounded whatever
 * clients send: methods that are not well known are {@code _OTHER}, statuses are five classes and {@code none}, contexts are
 * those that were deployed, {@code _NONE}, and {@code _OTHER} for those beyond {@value #MAX_CONTEXTS}. Thread-safe.
 */
final class RequestSeries {
    static final int MAX_CONTEXTS = 500;
    static final String NO_CONTEXT = "_NONE";
    private static final String OTHER = "_OTHER";

    // OpenTelemetry, semantic conventions for HTTP metrics, metric http.server.request.duration
    private static final double[] BOUNDS = {0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10};
    private static final String[] METHODS = {
        "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", OTHER
    };
    private static final String[] STATUSES = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};

    private static final double SLOW_SECONDS = 0.1;
    private static final long EXEMPLAR_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Histogram durations;
    private volatile long exemplarNanos = System.nanoTime() - EXEMPLAR_INTERVAL_NANOS;
    private final Map<String, OfContext> contexts = new ConcurrentHashMap<>();

    RequestSeries(PrometheusRegistry registry) {
        durations = Histogram.builder()
                .name("http_server_request_duration_seconds")
                .help("The seconds from the head of a request to the end of its response.")
                .labelNames("http_request_method", "http_response_status_class", "jetty_context")
                .classicUpperBounds(BOUNDS)
                .classicOnly()
                // only those that are given: of requests whose trace is recorded
                .withExemplars()
                .register(registry);
    }

    /** The series of a context, found without a lookup for each request. */
    final class OfContext {
        private final String context;
        private final AtomicReferenceArray<DistributionDataPoint> points =
                new AtomicReferenceArray<>(METHODS.length * STATUSES.length);

        private OfContext(String context) {
            this.context = context;
        }

        void observe(String method, int status, double seconds, TraceContext trace) {
            int statusIndex = status >= 100 && status < 600 ? status / 100 : 0;
            int methodIndex = methodIndex(method);
            int index = methodIndex * STATUSES.length + statusIndex;
            DistributionDataPoint point = points.get(index);
            if (point == null) {
                // the same for each thread that comes here
                point = durations.labelValues(METHODS[methodIndex], STATUSES[statusIndex], context);
                points.set(index, point);
            }
            if (trace != null && trace.isSampled() && isExemplar(seconds)) {
                point.observeWithExemplar(
                        seconds, Labels.of(Exemplar.TRACE_ID, trace.getTraceId(), Exemplar.SPAN_ID, trace.getSpanId()));
            } else {
                point.observe(seconds);
            }
        }
    }

    /** Slow requests, and a few of the others: more than that are not kept anyway. */
    private boolean isExemplar(double seconds) {
        long now = System.nanoTime();
        if (seconds < SLOW_SECONDS && now - exemplarNanos < EXEMPLAR_INTERVAL_NANOS) {
            return false;
        }
        exemplarNanos = now;
        return true;
    }

    /** Methods are case-sensitive (RFC 9110, section 9.1). */
    private static int methodIndex(String method) {
        int other = METHODS.length - 1;
        for (int i = 0; i < other; i++) {
            if (METHODS[i].equals(method)) {
                return i;
            }
        }
        return other;
    }

    /** The series of a context path. */
    OfContext of(String contextPath) {
        OfContext found = contexts.get(contextPath);
        if (found != null) {
            return found;
        }
        // a few more, when threads come here together
        String name = contexts.size() >= MAX_CONTEXTS ? OTHER : contextPath;
        return contexts.computeIfAbsent(name, OfContext::new);
    }
}
