package org.eclipse.jetty.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The items of list values by descending quality (RFC 9110, section 12.4.2); items of quality zero are left out.
 *
 * <p>Items of one quality keep their order, or are ordered by a second criterion. Not thread-safe.
 */
public class QuotedQualityCSV extends QuotedCSV {
    /** Orders media ranges from the most specific to the least (RFC 9110, section 12.5.1). */
    public static final ToIntFunction<String> MOST_SPECIFIC_MIME_ORDERING = range -> {
        if (range.equals("*/*")) {
            return 0;
        }
        if (range.endsWith("/*")) {
            return 1;
        }
        return range.indexOf(';') < 0 ? 2 : 3;
    };

    private final List<QualityValue> qualities = new ArrayList<>();
    private final ToIntFunction<String> secondary;
    private double quality = 1.0;
    private boolean sorted;

    public QuotedQualityCSV() {
        this((ToIntFunction<String>) null);
    }

    /** Items of one quality in the order of the given preferences. */
    public QuotedQualityCSV(String @Nullable [] preferred) {
        this(
                preferred == null
                        ? null
                        : s -> {
                            for (int i = 0; i < preferred.length; i++) {
                                if (preferred[i].equals(s)) {
                                    return preferred.length - i;
                                }
                            }
                            return "*".equals(s) ? preferred.length : 0;
                        });
    }

    /** Items of one quality in the order of the given preferences. */
    public QuotedQualityCSV(List<String> preferred) {
        this(preferred.toArray(new String[0]));
    }

    /** Items of one quality by descending value of a function. */
    public QuotedQualityCSV(@Nullable ToIntFunction<String> secondaryOrdering) {
        super(false);
        this.secondary = secondaryOrdering == null ? s -> 0 : secondaryOrdering;
    }

    @Override
    protected void parsedValue(StringBuilder buffer) {
        quality = 1.0;
    }

    @Override
    protected void parsedParam(StringBuilder buffer, int valueLength, int paramName, int paramValue) {
        if (paramValue < 0 || paramValue - paramName != 2 || (buffer.charAt(paramName) | 0x20) != 'q') {
            return;
        }
        try {
            double parsed = Double.parseDouble(buffer.substring(paramValue));
            quality = parsed >= 0.0 && parsed <= 1.0 ? parsed : 0.0;
        } catch (NumberFormatException e) {
            quality = 0.0;
        }
        buffer.setLength(paramName - 1);
    }

    @Override
    protected void parsedValueAndParams(StringBuilder buffer) {
        sorted = false;
        qualities.add(new QualityValue(quality, buffer.toString(), qualities.size()));
    }

    private void sort() {
        if (sorted) {
            return;
        }
        qualities.sort(null);
        values.clear();
        for (QualityValue value : qualities) {
            if (value.isAcceptable()) {
                values.add(value.value);
            }
        }
        sorted = true;
    }

    @Override
    public List<String> getValues() {
        sort();
        return values;
    }

    @Override
    public int size() {
        return getValues().size();
    }

    @Override
    public boolean isEmpty() {
        return getValues().isEmpty();
    }

    @Override
    public @Nullable String asString() {
        sort();
        return super.asString();
    }

    @Override
    public String toString() {
        return getValues().toString();
    }

    /** All items with their qualities, zero included, in order. */
    public List<QualityValue> getQualityValues() {
        sort();
        return qualities;
    }

    /** An item and its quality. */
    public final class QualityValue implements Comparable<QualityValue> {
        private final double weight;
        private final String value;
        private final int index;

        private QualityValue(double weight, String value, int index) {
            this.weight = weight;
            this.value = value;
            this.index = index;
        }

        public String getValue() {
            return value;
        }

        public double getWeight() {
            return weight;
        }

        public boolean isAcceptable() {
            return weight > 0.0;
        }

        @Override
        public int compareTo(QualityValue other) {
            int byWeight = Double.compare(other.weight, weight);
            if (byWeight != 0) {
                return byWeight;
            }
            int bySecond = Integer.compare(secondary.applyAsInt(other.value), secondary.applyAsInt(value));
            return bySecond != 0 ? bySecond : Integer.compare(index, other.index);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof QualityValue other
                    && weight == other.weight
                    && index == other.index
                    && value.equals(other.value);
        }

        @Override
        public int hashCode() {
            return Objects.hash(weight, value, index);
        }

        @Override
        public String toString() {
            return value + ";q=" + weight;
        }
    }
}
