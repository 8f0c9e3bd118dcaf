package org.eclipse.jetty.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of one scrape, family by family. Points of equal labels are summed. Confined to its scrape. */
final class Snapshots {
    private final Map<String, Family> families = new LinkedHashMap<>();
    private final List<HistogramSnapshot> histograms = new ArrayList<>();

    /** The values of one name. */
    static final class Family {
        private final String name;
        private final String help;
        private final boolean counter;
        private final Map<Labels, Double> points = new LinkedHashMap<>();

        private Family(String name, String help, boolean counter) {
            this.name = name;
            this.help = help;
            this.counter = counter;
        }

        /** Adds a value; labels are names, each followed by its value. */
        Family point(double value, String... labels) {
            points.merge(Labels.of(labels), value, Double::sum);
            return this;
        }

        /** Adds a value, of which the greatest counts where labels are equal, as of what is so or not. */
        void greatest(double value, String... labels) {
            points.merge(Labels.of(labels), value, Math::max);
        }

        /** Adds a value, of which the least counts where labels are equal. */
        void least(double value, String... labels) {
            points.merge(Labels.of(labels), value, Math::min);
        }
    }

    /** A value that goes up and down. */
    Family gauge(String name, String help) {
        return families.computeIfAbsent(name, key -> new Family(key, help, false));
    }

    /** A value that goes up only; the suffix {@code _total} is added to its name. */
    Family counter(String name, String help) {
        return families.computeIfAbsent(name, key -> new Family(key, help, true));
    }

    /** What something else has put together. */
    void histogram(HistogramSnapshot histogram) {
        histograms.add(histogram);
    }

    MetricSnapshots build() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        histograms.forEach(all::metricSnapshot);
        for (Family family : families.values()) {
            if (family.points.isEmpty()) {
                continue;
            }
            if (family.counter) {
                CounterSnapshot.Builder builder =
                        CounterSnapshot.builder().name(family.name).help(family.help);
                family.points.forEach(
                        (labels, value) -> builder.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                                .labels(labels)
                                // a counter that was reset while it was read
                                .value(Math.max(0, value))
                                .build()));
                all.metricSnapshot(builder.build());
            } else {
                GaugeSnapshot.Builder builder =
                        GaugeSnapshot.builder().name(family.name).help(family.help);
                family.points.forEach(
                        (labels, value) -> builder.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                                .labels(labels)
                                .value(value)
                                .build()));
                all.metricSnapshot(builder.build());
            }
        }
        return all.build();
    }
}
