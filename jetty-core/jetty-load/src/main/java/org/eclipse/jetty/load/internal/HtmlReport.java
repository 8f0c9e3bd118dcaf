package org.eclipse.jetty.load.internal;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.eclipse.jetty.load.Assertion;
import org.eclipse.jetty.load.Distribution;
import org.eclipse.jetty.load.LoadResult;
import org.eclipse.jetty.load.Steps;
import org.eclipse.jetty.load.Times;
import org.eclipse.jetty.util.StringUtil;

/** Results as one page for a browser, which needs nothing else: no script, no other file. */
public final class HtmlReport {
    private static final double[] CURVE = {0, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99, 99.999};
    private static final Set<Double> NAMED = Set.of(0.0, 50.0, 90.0, 99.0, 99.9, 99.99);
    private static final int MOST_LABELS = 12;
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1f24; --soft: #5b6470; --line: #d6dae0; --paper: #fff;
              --c0: #1f6feb; --c1: #bf5b00; --c2: #8250df; --c3: #1a7f37; --bad: #b3261e; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ee; --soft: #a3acb8; --line: #3a414b; --paper: #14171b;
              --c0: #6cb0ff; --c1: #ffa657; --c2: #c9a5ff; --c3: #5fd07a; --bad: #ff8a80; } }
            body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
              max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } p, figcaption { color: var(--soft); }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
            th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; }
            .bad { color: var(--bad); font-weight: 600; }
            figure { margin: 1.5rem 0; } svg { width: 100%; height: auto; } svg text { fill: var(--soft); font-size: 12px; }
            .grid { stroke: var(--line); } polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
            polyline.line0 { stroke: var(--c0); } polyline.line1 { stroke: var(--c1); } polyline.line2 { stroke: var(--c2); }
            polyline.line3 { stroke: var(--c3); }
            figcaption span { margin-left: 1rem; font-weight: 600; }
            span.line0 { color: var(--c0); } span.line1 { color: var(--c1); } span.line2 { color: var(--c2); }
            span.line3 { color: var(--c3); }
            """;

    private HtmlReport() {}

    public static String of(LoadResult result, List<Assertion> assertions) {
        StringBuilder out = head("Load of " + result.plan().uri());
        out.append("<p>").append(escape(TextReport.plan(result.plan()))).append(", ");
        out.append(result.begun().truncatedTo(ChronoUnit.SECONDS)).append("</p>\n");
        result(out, result, assertions);
        return out.append("</body></html>\n").toString();
    }

    public static String of(List<Steps.Step> steps, List<Assertion> assertions) {
        LoadResult first = steps.get(0).result();
        StringBuilder out = head("Load of " + first.plan().uri() + " in steps");
        out.append("<p>").append(escape(first.plan().resource().toString())).append(" over ");
        out.append(first.plan().protocol())
                .append(", ")
                .append(first.begun().truncatedTo(ChronoUnit.SECONDS))
                .append("</p>\n");
        out.append("<p><strong>");
        out.append(Steps.knee(steps)
                .map(step -> "Highest rate that was borne: " + format("%.0f", step.rate()) + " requests/s")
                .orElse("No rate was borne"));
        out.append("</strong></p>\n<div class=\"scroll\"><table><tr><th>Rate/s</th><th>Answered/s</th><th>Failed</th>"
                + "<th>p50</th><th>p99</th><th>max</th><th></th></tr>\n");
        for (Steps.Step step : steps) {
            step(out, step);
        }
        out.append("</table></div>\n");
        stepPlot(out, steps);
        for (Steps.Step step : steps) {
            out.append("<h2>").append(format("%.0f", step.rate())).append(" requests/s</h2>\n");
            result(out, step.result(), assertions);
        }
        return out.append("</body></html>\n").toString();
    }

    private static StringBuilder head(String title) {
        return new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>")
                .append(escape(title))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style></head>\n<body>\n<h1>")
                .append(escape(title))
                .append("</h1>\n");
    }

    private static void step(StringBuilder out, Steps.Step step) {
        LoadResult result = step.result();
        out.append(format("<tr><td>%.0f</td><td>%.1f</td><td>%d</td>", step.rate(), result.rate(), result.failed()));
        for (long time : new long[] {
            result.latency().percentile(50),
            result.latency().percentile(99),
            result.latency().max()
        }) {
            out.append("<td>").append(Times.format(time)).append("</td>");
        }
        out.append("<td class=\"bad\">")
                .append(step.failure() == null ? "" : escape(step.failure()))
                .append("</td></tr>\n");
    }

    private static void stepPlot(StringBuilder out, List<Steps.Step> steps) {
        double[] at = steps.stream().mapToDouble(Steps.Step::rate).toArray();
        List<String> labels =
                steps.stream().map(step -> format("%.0f", step.rate())).toList();
        Plot plot = new Plot("Latency by rate", at, thin(labels), true, HtmlReport::time);
        for (double percent : new double[] {50, 99, 99.9}) {
            plot.line(
                    "p" + TextReport.number(percent),
                    steps.stream()
                            .mapToDouble(step -> step.result().latency().percentile(percent))
                            .toArray());
        }
        out.append(plot.toSvg());
    }

    private static void result(StringBuilder out, LoadResult result, List<Assertion> assertions) {
        out.append(format(
                "<p>Sent %d, answered %d (%.1f/s), <span%s>failed %d</span> (%.3f %%), %d bytes of content in %s.",
                result.sent(),
                result.answered(),
                result.rate(),
                result.failed() > 0 ? " class=\"bad\"" : "",
                result.failed(),
                100 * result.failedShare(),
                result.bytes(),
                Times.format(result.took().toNanos())));
        if (result.isGeneratorLate()) {
            out.append(
                    " <span class=\"bad\">Requests were sent late: the generator, or its machine, is at its limits.</span>");
        }
        out.append("</p>\n");
        assertions(out, result, assertions);
        errors(out, result);
        distributions(out, result);
        slices(out, result.slices());
        curve(out, result);
    }

    private static void assertions(StringBuilder out, LoadResult result, List<Assertion> assertions) {
        if (assertions.isEmpty()) {
            return;
        }
        out.append("<ul>\n");
        for (Assertion assertion : assertions) {
            boolean holds = assertion.holds(result);
            out.append(holds ? "<li>" : "<li class=\"bad\">")
                    .append(escape(assertion.explain(result)))
                    .append(holds ? "" : " (does not hold)")
                    .append("</li>\n");
        }
        out.append("</ul>\n");
    }

    private static void errors(StringBuilder out, LoadResult result) {
        if (result.errors().isEmpty()) {
            return;
        }
        out.append("<table><tr><th>Failure</th><th>Requests</th></tr>\n");
        for (Map.Entry<String, Long> error : result.errors().entrySet()) {
            out.append("<tr><td>").append(escape(error.getKey())).append("</td><td>");
            out.append(error.getValue()).append("</td></tr>\n");
        }
        out.append("</table>\n");
    }

    private static void distributions(StringBuilder out, LoadResult result) {
        out.append("<div class=\"scroll\"><table><tr><th></th>");
        for (double percent : TextReport.PERCENTS) {
            out.append("<th>p").append(TextReport.number(percent)).append("</th>");
        }
        out.append("<th>max</th><th>mean</th></tr>\n");
        row(out, "Latency", result.latency());
        row(out, "Whole page", result.pages());
        row(out, "Lag of the generator", result.lag());
        row(out, "Latency of the probe", result.probe());
        out.append("</table></div>\n");
    }

    private static void row(StringBuilder out, String name, Distribution distribution) {
        if (distribution.count() == 0) {
            return;
        }
        out.append("<tr><td>").append(name).append("</td>");
        for (double percent : TextReport.PERCENTS) {
            out.append("<td>")
                    .append(Times.format(distribution.percentile(percent)))
                    .append("</td>");
        }
        out.append("<td>").append(Times.format(distribution.max())).append("</td><td>");
        out.append(Times.format((long) distribution.mean())).append("</td></tr>\n");
    }

    private static void slices(StringBuilder out, List<LoadResult.Slice> slices) {
        if (slices.size() < 2) {
            return;
        }
        double[] at = slices.stream().mapToDouble(LoadResult.Slice::second).toArray();
        List<String> labels = thin(
                slices.stream().map(slice -> format("%.0f s", slice.second())).toList());
        out.append(new Plot("Latency over time", at, labels, true, HtmlReport::time)
                .line("p50", values(slices, slice -> slice.latency().percentile(50)))
                .line("p99", values(slices, slice -> slice.latency().percentile(99)))
                .line("max", values(slices, slice -> slice.latency().max()))
                .toSvg());
        // the last slice is what came after the end
        List<LoadResult.Slice> seconds = slices.subList(0, slices.size() - 1);
        double[] during = seconds.stream().mapToDouble(LoadResult.Slice::second).toArray();
        out.append(new Plot("Requests per second", during, labels.subList(0, seconds.size()), false, HtmlReport::count)
                .line("sent", perSecond(seconds, LoadResult.Slice::sent))
                .line("answered", perSecond(seconds, LoadResult.Slice::answered))
                .line("failed", perSecond(seconds, LoadResult.Slice::failed))
                .toSvg());
    }

    private static double[] values(List<LoadResult.Slice> slices, ToDoubleFunction<LoadResult.Slice> value) {
        return slices.stream().mapToDouble(value).toArray();
    }

    private static double[] perSecond(List<LoadResult.Slice> slices, ToDoubleFunction<LoadResult.Slice> value) {
        double[] values = values(slices, value);
        double before = 0;
        for (int i = 0; i < values.length; i++) {
            values[i] /= Math.max(0.001, slices.get(i).second() - before);
            before = slices.get(i).second();
        }
        return values;
    }

    private static void curve(StringBuilder out, LoadResult result) {
        if (result.latency().count() == 0) {
            return;
        }
        double[] at = new double[CURVE.length];
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < CURVE.length; i++) {
            // each nine has the same width
            at[i] = -Math.log10(1 - Math.min(CURVE[i], 99.9999) / 100);
            labels.add(NAMED.contains(CURVE[i]) ? TextReport.number(CURVE[i]) + " %" : "");
        }
        Plot plot = new Plot("Latency by percentile", at, labels, true, HtmlReport::time)
                .line("load", curve(result.latency()));
        if (result.probe().count() > 0) {
            plot.line("probe", curve(result.probe()));
        }
        out.append(plot.toSvg());
    }

    private static double[] curve(Distribution distribution) {
        double[] values = new double[CURVE.length];
        for (int i = 0; i < CURVE.length; i++) {
            values[i] = distribution.percentile(CURVE[i]);
        }
        return values;
    }

    /** Keeps as many labels as have space. */
    private static List<String> thin(List<String> labels) {
        int each = (labels.size() + MOST_LABELS - 1) / MOST_LABELS;
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            kept.add(i % each == 0 ? labels.get(i) : "");
        }
        return kept;
    }

    private static String time(double nanos) {
        return Times.format((long) nanos);
    }

    private static String count(double value) {
        return format("%.0f", value);
    }

    private static String escape(String text) {
        return StringUtil.sanitizeXmlString(text);
    }

    private static String format(String form, Object... values) {
        return String.format(Locale.ROOT, form, values);
    }
}
