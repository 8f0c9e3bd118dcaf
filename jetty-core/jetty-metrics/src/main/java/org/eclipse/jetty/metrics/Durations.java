package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.eclipse.jetty.http.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Counts durations by upper bounds: one series of a histogram. Its cost for a request is that of two counters; the histogram of the
 * library costs several times as much, as it guards against all that can be asked of it. Thread-safe.
 */
final class Durations {
    private static final double NANOS = 1e9;

    /** The upper bounds of the buckets in seconds, and in nanoseconds; the last bucket has none. */
    record Bounds(double[] seconds, long[] nanos) {
        static Bounds of(double... seconds) {
            double[] all = new double[seconds.length + 1];
            long[] nanos = new long[seconds.length];
            for (int i = 0; i < seconds.length; i++) {
                all[i] = seconds[i];
                nanos[i] = Math.round(seconds[i] * NANOS);
            }
            all[seconds.length] = Double.POSITIVE_INFINITY;
            return new Bounds(all, nanos);
        }

        private int bucket(long duration) {
            int i = 0;
            while (i < nanos.length && duration > nanos[i]) {
                i++;
            }
            return i;
        }
    }

    private final Bounds bounds;
    /** Of each bucket, and the sum of the nanoseconds. */
    private final Counts counts;

    private final int buckets;
    private final AtomicReferenceArray<Exemplar> exemplars;

    Durations(Bounds bounds) {
        this.bounds = bounds;
        buckets = bounds.seconds().length;
        counts = new Counts(buckets + 1);
        exemplars = new AtomicReferenceArray<>(buckets);
    }

    /** Counts a duration in nanoseconds; one below 0 counts as 0. */
    void add(long nanos) {
        long duration = Math.max(0, nanos);
        counts.add(bounds.bucket(duration), 1);
        if (duration > 0) {
            counts.add(buckets, duration);
        }
    }

    /** Returns how many durations were counted. */
    long count() {
        long count = 0;
        for (int i = 0; i < buckets; i++) {
            count += counts.sum(i);
        }
        return count;
    }

    /** Makes a request, which is counted besides, the example of its bucket. */
    void setExemplar(long nanos, TraceContext trace) {
        exemplars.set(
                bounds.bucket(nanos),
                new Exemplar(
                        nanos / NANOS,
                        Labels.of(Exemplar.TRACE_ID, trace.getTraceId(), Exemplar.SPAN_ID, trace.getSpanId()),
                        System.currentTimeMillis()));
    }

    /**
     * Returns what some series of the same bounds counted together, or null if there was nothing.
     *
     * @param series at least one
     */
    static @Nullable HistogramDataPointSnapshot snapshot(List<Durations> series, Labels labels, long createdMillis) {
        Bounds bounds = series.get(0).bounds;
        long[] counted = new long[bounds.seconds().length];
        long nanos = 0;
        List<Exemplar> examples = new ArrayList<>();
        for (Durations durations : series) {
            for (int i = 0; i < counted.length; i++) {
                counted[i] += durations.counts.sum(i);
            }
            nanos += durations.counts.sum(counted.length);
        }
        for (int i = 0; i < counted.length; i++) {
            Exemplar example = newest(series, i);
            if (example != null) {
                examples.add(example);
            }
        }
        return Arrays.stream(counted).sum() == 0
                ? null
                : new HistogramDataPointSnapshot(
                        ClassicHistogramBuckets.of(bounds.seconds(), counted),
                        nanos / NANOS,
                        labels,
                        Exemplars.of(examples),
                        createdMillis);
    }

    private static @Nullable Exemplar newest(List<Durations> series, int bucket) {
        Exemplar newest = null;
        for (Durations durations : series) {
            Exemplar example = durations.exemplars.get(bucket);
            if (example != null && (newest == null || newest.getTimestampMillis() < example.getTimestampMillis())) {
                newest = example;
            }
        }
        return newest;
    }
}
