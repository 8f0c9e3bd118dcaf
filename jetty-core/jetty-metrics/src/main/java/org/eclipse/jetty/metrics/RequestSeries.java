package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.TraceContext;
import org.jspecify.annotations.Nullable;

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
    private static final Durations.Bounds BOUNDS =
            Durations.Bounds.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10);
    private static final String[] METHODS = {
        "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "CONNECT", OTHER
    };
    private static final int VERSIONS = HttpVersion.values().length;
    private static final String[] STATUSES = {"none", "1xx", "2xx", "3xx", "4xx", "5xx"};

    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long EXEMPLAR_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long createdMillis = System.currentTimeMillis();
    private volatile long exemplarNanos = System.nanoTime() - EXEMPLAR_INTERVAL_NANOS;
    private final Map<String, OfContext> contexts = new ConcurrentHashMap<>();

    /** The series of a context, found without a lookup for each request: one for each version of HTTP, method and class of the status. */
    static final class OfContext {
        private final AtomicReferenceArray<Durations> series =
                new AtomicReferenceArray<>(VERSIONS * METHODS.length * STATUSES.length);

        private static int index(int version, int method, int status) {
            return (version * METHODS.length + method) * STATUSES.length + status;
        }

        private Durations get(int version, int method, int status) {
            int index = index(version, method, status);
            Durations found = series.get(index);
            if (found == null) {
                Durations made = new Durations(BOUNDS);
                found = series.compareAndExchange(index, null, made);
                return found == null ? made : found;
            }
            return found;
        }

        /** Returns those of all versions that have a method and a class of the status. */
        private List<Durations> get(int method, int status) {
            List<Durations> found = new ArrayList<>();
            for (int version = 0; version < VERSIONS; version++) {
                Durations durations = series.get(index(version, method, status));
                if (durations != null) {
                    found.add(durations);
                }
            }
            return found;
        }

        private long count(int version) {
            long count = 0;
            for (int i = index(version, 0, 0); i < index(version + 1, 0, 0); i++) {
                Durations durations = series.get(i);
                count += durations == null ? 0 : durations.count();
            }
            return count;
        }
    }

    /** Counts a request by its duration, and makes one whose trace is recorded an example, now and then. */
    void add(
            OfContext context,
            HttpVersion version,
            String method,
            int status,
            long nanos,
            @Nullable TraceContext trace) {
        int statusIndex = status >= 100 && status < 600 ? status / 100 : 0;
        Durations durations = context.get(version.ordinal(), methodIndex(method), statusIndex);
        durations.add(nanos);
        if (trace != null && trace.isSampled() && isExemplar(nanos)) {
            durations.setExemplar(nanos, trace);
        }
    }

    /** Slow requests, and a few of the others: more than that are not looked at anyway. */
    private boolean isExemplar(long nanos) {
        long now = System.nanoTime();
        if (nanos < SLOW_NANOS && now - exemplarNanos < EXEMPLAR_INTERVAL_NANOS) {
            return false;
        }
        exemplarNanos = now;
        return true;
    }

    /** Returns the histogram of all series, or null if there are none. */
    @Nullable
    HistogramSnapshot snapshot() {
        HistogramSnapshot.Builder histogram = HistogramSnapshot.builder()
                .name("http_server_request_duration_seconds")
                .help("The seconds from the head of a request to the end of its response.");
        boolean[] any = new boolean[1];
        contexts.forEach((context, series) -> {
            for (int method = 0; method < METHODS.length; method++) {
                for (int status = 0; status < STATUSES.length; status++) {
                    List<Durations> durations = series.get(method, status);
                    if (durations.isEmpty()) {
                        continue;
                    }
                    Labels labels = Labels.of(ContextLabels.of(
                            context,
                            "http_request_method",
                            METHODS[method],
                            "http_response_status_class",
                            STATUSES[status]));
                    var point = Durations.snapshot(durations, labels, createdMillis);
                    if (point != null) {
                        histogram.dataPoint(point);
                        any[0] = true;
                    }
                }
            }
        });
        return any[0] ? histogram.build() : null;
    }

    /** Returns how many requests of a version were counted. */
    long count(HttpVersion version) {
        long count = 0;
        for (OfContext context : contexts.values()) {
            count += context.count(version.ordinal());
        }
        return count;
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

    /** The series of a context, by its name of {@link ContextLabels}. */
    OfContext of(String contextName) {
        OfContext found = contexts.get(contextName);
        if (found != null) {
            return found;
        }
        // a few more, when threads come here together
        String name = contexts.size() >= MAX_CONTEXTS ? OTHER : contextName;
        return contexts.computeIfAbsent(name, key -> new OfContext());
    }
}
