package org.eclipse.jetty.load;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a result must be like, such as {@code p99<20ms}, {@code errors<0.1%}, {@code rate>990} or {@code probe.p99.9<5ms}. Immutable.
 *
 * <pre>
 * assertion = [probe. | pages. | lag.] (pPERCENT | mean | min | max) OP TIME
 *           | errors OP (NUMBER | NUMBER%) | rate OP NUMBER | sent OP NUMBER
 * OP        = &lt; | &lt;= | &gt; | &gt;=
 * TIME      = NUMBER (ns | us | ms | s)
 * </pre>
 */
public final class Assertion {
    private static final Pattern FORM = Pattern.compile(
            "(?<of>probe\\.|pages\\.|lag\\.)?(?<what>p[0-9]{1,2}(?:\\.[0-9]{1,4})?|mean|min|max|errors|rate|sent)"
                    + "\\s*(?<op><=|>=|<|>)\\s*(?<number>[0-9]+(?:\\.[0-9]+)?)(?<unit>ns|us|ms|s|%)?");

    private final String text;
    private final String of;
    private final String what;
    private final String operator;
    private final double bound;
    private final String unit;

    private Assertion(String text, Matcher matcher) {
        this.text = text;
        this.of = matcher.group("of") == null ? "" : matcher.group("of");
        this.what = matcher.group("what");
        this.operator = matcher.group("op");
        this.unit = matcher.group("unit") == null ? "" : matcher.group("unit");
        double number = Double.parseDouble(matcher.group("number"));
        boolean time = !of.isEmpty() || what.startsWith("p") || what.startsWith("m");
        boolean counted = what.equals("errors") || what.equals("rate") || what.equals("sent");
        boolean fits = counted
                ? of.isEmpty() && (unit.isEmpty() || unit.equals("%") && what.equals("errors"))
                : time && !unit.isEmpty() && !unit.equals("%");
        if (!fits) {
            throw bad(text);
        }
        this.bound = counted ? number : number * nanosOf(unit);
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                text + " (expected: such as p99<20ms, max<1s, errors<0.1%, rate>990 or probe.p99<5ms)");
    }

    private static double nanosOf(String unit) {
        return switch (unit) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            default -> 1;
        };
    }

    /** @throws IllegalArgumentException if that is no assertion */
    public static Assertion parse(String text) {
        Matcher matcher = FORM.matcher(text.trim());
        if (!matcher.matches()) {
            throw bad(text);
        }
        return new Assertion(text.trim(), matcher);
    }

    /** Whether a result is so. One without any answers fulfils no assertion about times. */
    public boolean holds(LoadResult result) {
        double value = value(result);
        if (Double.isNaN(value)) {
            return false;
        }
        return switch (operator) {
            case "<" -> value < bound;
            case "<=" -> value <= bound;
            case ">" -> value > bound;
            default -> value >= bound;
        };
    }

    private double value(LoadResult result) {
        return switch (what) {
            case "errors" -> unit.equals("%") ? 100 * result.failedShare() : result.failed();
            case "rate" -> result.rate();
            case "sent" -> result.sent();
            default -> time(distribution(result));
        };
    }

    private Distribution distribution(LoadResult result) {
        return switch (of) {
            case "probe." -> result.probe();
            case "pages." -> result.pages();
            case "lag." -> result.lag();
            default -> result.latency();
        };
    }

    private double time(Distribution distribution) {
        if (distribution.count() == 0) {
            return Double.NaN;
        }
        return switch (what) {
            case "mean" -> distribution.mean();
            case "min" -> distribution.min();
            case "max" -> distribution.max();
            default -> distribution.percentile(Double.parseDouble(what.substring(1)));
        };
    }

    /** Says what was found, for example {@code p99<20ms: 31.2 ms}. */
    public String explain(LoadResult result) {
        double value = value(result);
        String found;
        if (Double.isNaN(value)) {
            found = "nothing was measured";
        } else if (what.equals("errors") && unit.equals("%")) {
            found = String.format(Locale.ROOT, "%.3f %%", value);
        } else if (what.equals("errors") || what.equals("sent")) {
            found = Long.toString((long) value);
        } else if (what.equals("rate")) {
            found = String.format(Locale.ROOT, "%.1f/s", value);
        } else {
            found = Times.format((long) value);
        }
        return text + ": " + found;
    }

    @Override
    public String toString() {
        return text;
    }
}
