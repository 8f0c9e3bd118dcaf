package org.eclipse.jetty.load.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.load.Arrivals;
import org.eclipse.jetty.load.Distribution;
import org.eclipse.jetty.load.LoadPlan;
import org.eclipse.jetty.load.LoadResult;
import org.eclipse.jetty.load.Steps;
import org.eclipse.jetty.load.Times;

/** A result for a terminal. */
public final class TextReport {
    static final double[] PERCENTS = {50, 75, 90, 95, 99, 99.9, 99.99};

    private TextReport() {}

    /** Returns what was meant, in a line. */
    public static String plan(LoadPlan plan) {
        Arrivals.Schedule schedule = plan.schedule();
        String when = schedule == null
                ? plan.users() + " users"
                : schedule.rate() > 0 ? format("%.0f/s", schedule.rate()) : "scheduled arrivals";
        return plan.resource() + " at " + plan.uri() + " over " + plan.protocol() + ", " + when + " for "
                + Times.format(plan.time().toNanos());
    }

    /** Returns a second, in a line. */
    public static String slice(LoadResult.Slice slice) {
        return format(
                "%4.0f s  sent %8d  answered %8d  failed %6d  p50 %9s  p99 %9s  max %9s",
                slice.second(),
                slice.sent(),
                slice.answered(),
                slice.failed(),
                Times.format(slice.latency().percentile(50)),
                Times.format(slice.latency().percentile(99)),
                Times.format(slice.latency().max()));
    }

    public static String of(LoadResult result) {
        StringBuilder out = new StringBuilder();
        out.append(plan(result.plan())).append('\n');
        out.append(format(
                "sent %d, answered %d (%.1f/s), failed %d (%.3f %%), %d bytes of content in %s%n",
                result.sent(),
                result.answered(),
                result.rate(),
                result.failed(),
                100 * result.failedShare(),
                result.bytes(),
                Times.format(result.took().toNanos())));
        for (Map.Entry<String, Long> error : result.errors().entrySet()) {
            out.append(format("  %8d  %s%n", error.getValue(), error.getKey()));
        }
        distributions(out, result);
        if (result.cpuNanos() > 0 && result.sent() > 0) {
            out.append(format(
                    "generator: %s of processor time, %s for a request%n",
                    Times.format(result.cpuNanos()), Times.format(result.cpuNanos() / result.sent())));
        }
        if (result.isGeneratorLate()) {
            out.append(
                    "WARNING: requests were sent late (see lag): the generator, or its machine, is at its limits.\n");
        }
        return out.toString();
    }

    private static void distributions(StringBuilder out, LoadResult result) {
        out.append(format("%-8s", ""));
        for (double percent : PERCENTS) {
            out.append(format("%10s", "p" + number(percent)));
        }
        out.append(format("%10s%10s%n", "max", "mean"));
        row(out, "latency", result.latency());
        row(out, "page", result.pages());
        row(out, "lag", result.lag());
        row(out, "probe", result.probe());
    }

    private static void row(StringBuilder out, String name, Distribution distribution) {
        if (distribution.count() == 0) {
            return;
        }
        out.append(format("%-8s", name));
        for (double percent : PERCENTS) {
            out.append(format("%10s", Times.format(distribution.percentile(percent))));
        }
        out.append(format("%10s%10s%n", Times.format(distribution.max()), Times.format((long) distribution.mean())));
    }

    static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    public static String of(List<Steps.Step> steps) {
        StringBuilder out = new StringBuilder();
        out.append(format("%10s%12s%10s%10s%10s%10s  %s%n", "rate/s", "answered/s", "failed", "p50", "p99", "max", ""));
        for (Steps.Step step : steps) {
            LoadResult result = step.result();
            out.append(format(
                    "%10.0f%12.1f%10d%10s%10s%10s  %s%n",
                    step.rate(),
                    result.rate(),
                    result.failed(),
                    Times.format(result.latency().percentile(50)),
                    Times.format(result.latency().percentile(99)),
                    Times.format(result.latency().max()),
                    step.failure() == null ? "" : step.failure()));
        }
        out.append(Steps.knee(steps)
                .map(step -> format("highest rate that was borne: %.0f/s%n", step.rate()))
                .orElse("no rate was borne\n"));
        return out.toString();
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
