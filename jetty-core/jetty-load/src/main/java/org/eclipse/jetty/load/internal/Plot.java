package org.eclipse.jetty.load.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Lines over an axis, as SVG within HTML. Values may be on a logarithmic scale. Not thread-safe. */
final class Plot {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 260;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 16;
    private static final int BOTTOM = 34;

    private record Line(String name, double[] values) {}

    private final String title;
    private final double[] at;
    private final List<String> labels;
    private final boolean logarithmic;
    private final DoubleFunction<String> format;
    private final List<Line> lines = new ArrayList<>();

    /**
     * @param at where on the x axis the values are
     * @param labels of those places; empty ones are left out
     * @param format of values
     */
    Plot(String title, double[] at, List<String> labels, boolean logarithmic, DoubleFunction<String> format) {
        this.title = title;
        this.at = at;
        this.labels = labels;
        this.logarithmic = logarithmic;
        this.format = format;
    }

    /** Adds a line with a value for each place. */
    Plot line(String name, double[] values) {
        lines.add(new Line(name, values));
        return this;
    }

    String toSvg() {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (Line line : lines) {
            for (double value : line.values()) {
                most = Math.max(most, value);
                if (value > 0) {
                    least = Math.min(least, value);
                }
            }
        }
        double top = logarithmic ? Math.pow(10, Math.ceil(Math.log10(Math.max(most, 1)))) : round(Math.max(most, 1));
        double bottom = logarithmic ? Math.pow(10, Math.floor(Math.log10(Math.min(least, top / 10)))) : 0;
        StringBuilder out = new StringBuilder();
        out.append("<figure><figcaption>").append(title).append(legend()).append("</figcaption>");
        out.append(String.format(
                Locale.ROOT, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">", WIDTH, HEIGHT, title));
        grid(out, bottom, top);
        for (int i = 0; i < lines.size(); i++) {
            polyline(out, lines.get(i), i, bottom, top);
        }
        return out.append("</svg></figure>\n").toString();
    }

    private String legend() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            out.append(" <span class=\"line")
                    .append(i)
                    .append("\">")
                    .append(lines.get(i).name())
                    .append("</span>");
        }
        return out.toString();
    }

    /** The next of 1, 2, 5, 10... */
    private static double round(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(most)));
        for (double step : new double[] {1, 2, 5, 10}) {
            if (step * power >= most) {
                return step * power;
            }
        }
        return 10 * power;
    }

    private void grid(StringBuilder out, double bottom, double top) {
        if (logarithmic) {
            for (double value = bottom; value <= top * 1.01; value *= 10) {
                gridLine(out, value, bottom, top);
            }
        } else {
            for (int i = 0; i <= 4; i++) {
                gridLine(out, top * i / 4, bottom, top);
            }
        }
        for (int i = 0; i < at.length; i++) {
            if (!labels.get(i).isEmpty()) {
                out.append(String.format(
                        Locale.ROOT,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        x(at[i]),
                        HEIGHT - 10,
                        labels.get(i)));
            }
        }
    }

    private void gridLine(StringBuilder out, double value, double bottom, double top) {
        double y = y(value, bottom, top);
        out.append(String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                        + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                LEFT,
                WIDTH - RIGHT,
                y,
                y,
                LEFT - 6,
                y + 4,
                format.apply(value)));
    }

    private void polyline(StringBuilder out, Line line, int number, double bottom, double top) {
        out.append("<polyline class=\"line").append(number).append("\" points=\"");
        for (int i = 0; i < at.length; i++) {
            double value = line.values()[i];
            if (!logarithmic || value > 0) {
                out.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(at[i]), y(value, bottom, top)));
            }
        }
        out.append("\"/>");
    }

    private double x(double place) {
        double first = at[0];
        double last = at[at.length - 1];
        double share = last > first ? (place - first) / (last - first) : 0.5;
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value, double bottom, double top) {
        double share = logarithmic
                ? (Math.log10(value) - Math.log10(bottom)) / (Math.log10(top) - Math.log10(bottom))
                : value / top;
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }
}
