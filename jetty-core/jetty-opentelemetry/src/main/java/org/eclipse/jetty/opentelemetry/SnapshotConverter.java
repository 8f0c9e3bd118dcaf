package org.eclipse.jetty.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.data.ValueAtQuantile;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Makes data of OpenTelemetry of the figures of a scrape. Names and labels are those of Prometheus, but for those that OpenTelemetry's
 * conventions name otherwise; a unit at the end of a name is the unit of the data. Confined to one export at once.
 */
final class SnapshotConverter {
    private static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("org.eclipse.jetty");
    private static final Map<String, String> NAMES = Map.of(
            "http_server_request_duration",
            "http.server.request.duration",
            "http_server_active_requests",
            "http.server.active_requests",
            "http_request_method",
            "http.request.method",
            "network_protocol_version",
            "network.protocol.version");
    private static final Map<String, String> UNITS = Map.of("_seconds", "s", "_bytes", "By");

    private final Resource resource;
    private final long start = now();

    SnapshotConverter(Resource resource) {
        this.resource = resource;
    }

    private static long now() {
        return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    }

    List<MetricData> convert(MetricSnapshots snapshots) {
        long time = now();
        List<MetricData> metrics = new ArrayList<>(snapshots.size());
        for (MetricSnapshot snapshot : snapshots) {
            if (!snapshot.getDataPoints().isEmpty()) {
                add(snapshot, time, metrics);
            }
        }
        return metrics;
    }

    private void add(MetricSnapshot snapshot, long time, List<MetricData> metrics) {
        MetricMetadata metadata = snapshot.getMetadata();
        if (snapshot instanceof CounterSnapshot counter) {
            List<DoublePointData> points = counter.getDataPoints().stream()
                    .map(point -> number(point.getLabels(), point.getValue(), time))
                    .toList();
            Data<?> data = SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, points);
            metrics.add(metric(metadata, MetricDataType.DOUBLE_SUM, data));
        } else if (snapshot instanceof GaugeSnapshot gauge) {
            List<DoublePointData> points = gauge.getDataPoints().stream()
                    .map(point -> number(point.getLabels(), point.getValue(), time))
                    .toList();
            metrics.add(metric(metadata, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points)));
        } else if (snapshot instanceof InfoSnapshot info) {
            List<DoublePointData> points = info.getDataPoints().stream()
                    .map(point -> number(point.getLabels(), 1, time))
                    .toList();
            metrics.add(metric(metadata, MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(points)));
        } else if (snapshot instanceof HistogramSnapshot histogram) {
            List<HistogramPointData> points = new ArrayList<>();
            histogram.getDataPoints().forEach(point -> points.add(histogram(point, time)));
            Data<?> data = HistogramData.create(AggregationTemporality.CUMULATIVE, points);
            metrics.add(metric(metadata, MetricDataType.HISTOGRAM, data));
        } else if (snapshot instanceof SummarySnapshot summary) {
            List<SummaryPointData> points = new ArrayList<>();
            summary.getDataPoints().forEach(point -> points.add(summary(point, time)));
            metrics.add(metric(metadata, MetricDataType.SUMMARY, SummaryData.create(points)));
        }
    }

    private MetricData metric(MetricMetadata metadata, MetricDataType type, Data<?> data) {
        String name = metadata.getName();
        String unit = "";
        for (Map.Entry<String, String> entry : UNITS.entrySet()) {
            if (name.endsWith(entry.getKey())) {
                name = name.substring(0, name.length() - entry.getKey().length());
                unit = entry.getValue();
            }
        }
        String help = metadata.getHelp() == null ? "" : metadata.getHelp();
        return new Metric(resource, SCOPE, NAMES.getOrDefault(name, name), help, unit, type, data);
    }

    private DoublePointData number(Labels labels, double value, long time) {
        return DoublePointData.create(start, time, attributes(labels), value, List.of());
    }

    private HistogramPointData histogram(HistogramSnapshot.HistogramDataPointSnapshot point, long time) {
        List<Double> bounds = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        ClassicHistogramBuckets buckets = point.getClassicBuckets();
        long count = 0;
        for (int i = 0; i < buckets.size(); i++) {
            if (!Double.isInfinite(buckets.getUpperBound(i))) {
                bounds.add(buckets.getUpperBound(i));
            }
            counts.add(buckets.getCount(i));
            count += buckets.getCount(i);
        }
        List<DoubleExemplarData> exemplars = new ArrayList<>();
        for (Exemplar exemplar : point.getExemplars()) {
            exemplars.add(exemplar(exemplar, time));
        }
        return new HistogramPoint(
                start, time, attributes(point.getLabels()), point.getSum(), count, bounds, counts, exemplars);
    }

    private static DoubleExemplarData exemplar(Exemplar exemplar, long time) {
        long millis = exemplar.getTimestampMillis();
        SpanContext span = SpanContext.create(
                exemplar.getLabels().get(Exemplar.TRACE_ID),
                exemplar.getLabels().get(Exemplar.SPAN_ID),
                TraceFlags.getSampled(),
                TraceState.getDefault());
        return DoubleExemplarData.create(
                Attributes.empty(),
                millis > 0 ? TimeUnit.MILLISECONDS.toNanos(millis) : time,
                span,
                exemplar.getValue());
    }

    private SummaryPointData summary(SummarySnapshot.SummaryDataPointSnapshot point, long time) {
        List<ValueAtQuantile> quantiles = new ArrayList<>();
        for (Quantile quantile : point.getQuantiles()) {
            quantiles.add(ValueAtQuantile.create(quantile.getQuantile(), quantile.getValue()));
        }
        return SummaryPointData.create(
                start, time, attributes(point.getLabels()), point.getCount(), point.getSum(), quantiles);
    }

    private static Attributes attributes(Labels labels) {
        AttributesBuilder attributes = Attributes.builder();
        labels.forEach(label -> attributes.put(NAMES.getOrDefault(label.getName(), label.getName()), label.getValue()));
        return attributes.build();
    }

    private record Metric(
            Resource resource,
            InstrumentationScopeInfo scope,
            String name,
            String description,
            String unit,
            MetricDataType type,
            Data<?> data)
            implements MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return scope;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getDescription() {
            return description;
        }

        @Override
        public String getUnit() {
            return unit;
        }

        @Override
        public MetricDataType getType() {
            return type;
        }

        @Override
        public Data<?> getData() {
            return data;
        }
    }

    /** A point with exemplars, which the library's own factory does not take. */
    private record HistogramPoint(
            long start,
            long time,
            Attributes attributes,
            double sum,
            long count,
            List<Double> boundaries,
            List<Long> counts,
            List<DoubleExemplarData> exemplars)
            implements HistogramPointData {
        @Override
        public long getStartEpochNanos() {
            return start;
        }

        @Override
        public long getEpochNanos() {
            return time;
        }

        @Override
        public Attributes getAttributes() {
            return attributes;
        }

        @Override
        public double getSum() {
            return sum;
        }

        @Override
        public long getCount() {
            return count;
        }

        @Override
        public boolean hasMin() {
            return false;
        }

        @Override
        public double getMin() {
            return 0;
        }

        @Override
        public boolean hasMax() {
            return false;
        }

        @Override
        public double getMax() {
            return 0;
        }

        @Override
        public List<Double> getBoundaries() {
            return boundaries;
        }

        @Override
        public List<Long> getCounts() {
            return counts;
        }

        @Override
        public List<DoubleExemplarData> getExemplars() {
            return exemplars;
        }
    }
}
