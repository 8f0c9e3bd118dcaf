package org.eclipse.jetty.load;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them. */
public final class Times {
    private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(us|ms|s|m|h)");

    private Times() {}

    /** Returns nanoseconds with three digits and a unit, such as {@code 1.25 ms}. */
    public static String format(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return three(nanos / 1e3) + " \u00b5s";
        }
        if (nanos < 1_000_000_000) {
            return three(nanos / 1e6) + " ms";
        }
        return three(nanos / 1e9) + " s";
    }

    private static String three(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }

    /** @throws IllegalArgumentException if that is no time such as {@code 500ms}, {@code 10s} or {@code 2m} */
    public static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text + " (expected: a time such as 500ms, 10s or 2m)");
        }
        double nanosOfUnit =
                switch (matcher.group(2)) {
                    case "us" -> 1e3;
                    case "ms" -> 1e6;
                    case "s" -> 1e9;
                    case "m" -> 60e9;
                    default -> 3600e9;
                };
        return Duration.ofNanos((long) (Double.parseDouble(matcher.group(1)) * nanosOfUnit));
    }
}
