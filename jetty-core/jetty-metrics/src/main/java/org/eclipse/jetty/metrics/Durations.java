package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.http.TraceContext;

/**
 * Counts durations by upper bounds: one series of a histogram. Its cost for a request is that of two adders; the histogram of the
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
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();
    private final AtomicReferenceArray<Exemplar> exemplars;

    Durations(Bounds bounds) {
        this.bounds = bounds;
        int buckets = bounds.seconds().length;
        counts = new LongAdder[buckets];
        for (int i = 0; i < buckets; i++) {
            counts[i] = new LongAdder();
        }
        exemplars = new AtomicReferenceArray<>(buckets);
    }

    /** Counts a duration in nanoseconds; one below 0 counts as 0. */
    void add(long nanos) {
        long duration = Math.max(0, nanos);
        counts[bounds.bucket(duration)].increment();
        sum.add(duration);
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

    /** Returns what was counted, or null if there was nothing. */
    HistogramDataPointSnapshot snapshot(Labels labels, long createdMillis) {
        long[] counted = new long[counts.length];
        long all = 0;
        List<Exemplar> examples = new ArrayList<>();
        for (int i = 0; i < counted.length; i++) {
            counted[i] = counts[i].sum();
            all += counted[i];
            Exemplar example = exemplars.get(i);
            if (example != null) {
                examples.add(example);
            }
        }
        return all == 0
                ? null
                : new HistogramDataPointSnapshot(
                        ClassicHistogramBuckets.of(bounds.seconds(), counted),
                        sum.sum() / NANOS,
                        labels,
                        Exemplars.of(examples),
                        createdMillis);
    }
}
