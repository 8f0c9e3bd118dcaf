package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The figures in {@code docs/architecture.md} are those of the code, or worse ones. With the system property {@code tests.update=true} they
 * are written again, instead of compared; the bounds of modules can only fall.
 */
class FiguresTest {
    private static final Path FILE = Distribution.ROOT.resolve("docs/architecture.md");
    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->\n";

    /** How much worse than the documents a figure may be before they are stale, as a share of it. */
    private static final double ROUNDING = 0.1;

    /** The largest circle that a module which the table does not have yet may have. */
    private static final int LARGEST_NEW = 12;

    /** What the review of the first complete tree counted, partly in another way, and what is aimed at. */
    private static final Map<String, List<String>> REVIEW = Map.ofEntries(
            Map.entry("files / lines", List.of("1,260 / 148,250", "")),
            Map.entry("lines per file: median / p90 / p99 / max", List.of("71 / 258 / 694 / 1,218", "p90 <= 400")),
            Map.entry("files > 400 / > 600 / > 700 / > 1000", List.of("66 / 25 / 12 / 4", "> 700: Jetty's API alone")),
            Map.entry("lines per method: median / p90 / p99 / max", List.of("3 / 14 / 32 / 78", "3 / 20 / 43 / 77")),
            Map.entry("methods > 40 / > 60", List.of("61 / 9", "> 60: none")),
            Map.entry("methods with more than 6 parameters", List.of("25", "Jetty's API alone")),
            Map.entry("types / in circles / in the largest", List.of("1,150 / 345 / 51", "largest <= 15")),
            Map.entry("tests : main lines", List.of("0.39", "")),
            Map.entry("pairs of places with the same 6 lines or more", List.of("183", "")),
            Map.entry("comment lines that speak of null", List.of("668", "0, by annotations")),
            Map.entry(
                    "RFC citations, tests included, in another form than `RFC 9112, section 6.1`",
                    List.of("326", "0")));

    private static Figures figures;
    private static String text;
    private static Map<String, List<Double>> stated;

    @BeforeAll
    static void measure() throws IOException {
        figures = Figures.measure(Distribution.ROOT, Distribution.HOME);
        text = Files.readString(FILE);
        assertThat(text).contains(BEGIN, END);
        stated = stated(text.substring(text.indexOf(BEGIN), text.indexOf(END)));
    }

    @Test
    void boundsOfModulesOnlyFall() {
        List<String> broken = new ArrayList<>();
        figures.modules().forEach((name, module) -> {
            List<Double> bounds = stated.getOrDefault(name, List.of());
            // lines, tests, types, in circles, largest, files, methods
            boolean known = bounds.size() == 7;
            TypeCircles types = module.types();
            if (types != null) {
                check(broken, name + ": types in one circle", types.largest(), known ? bounds.get(4) : LARGEST_NEW);
            }
            check(broken, name + ": files of more than 700 lines", module.longFiles(), known ? bounds.get(5) : 0);
            check(broken, name + ": methods of more than 60 lines", module.longMethods(), known ? bounds.get(6) : 0);
        });
        assertThat(broken).isEmpty();
    }

    private static void check(List<String> broken, String name, double value, double bound) {
        if (value > bound) {
            broken.add(name + ": " + (long) value + " (expected: at most " + (long) bound + ")");
        }
    }

    @Test
    void figuresOfTheDocumentsAreThoseOfTheCode() throws IOException {
        if (Boolean.getBoolean("tests.update")) {
            boundsOfModulesOnlyFall();
            Files.writeString(
                    FILE,
                    text.substring(0, text.indexOf(BEGIN)) + BEGIN + "\n" + tables() + "\n"
                            + text.substring(text.indexOf(END)));
            return;
        }
        assertThat(REVIEW.keySet()).isEqualTo(figures.whole().keySet());
        List<String> stale = new ArrayList<>();
        figures.whole().forEach((name, values) -> {
            List<Double> before = stated.getOrDefault(name, List.of());
            if (before.size() != values.size()) {
                stale.add(name + ": no figures of that number in the table");
                return;
            }
            for (int i = 0; i < values.size(); i++) {
                double slack = Math.max(1, before.get(i) * ROUNDING);
                boolean fewer = name.startsWith("tests :");
                double value = values.get(i).doubleValue();
                boolean worse = fewer ? value < before.get(i) * (1 - ROUNDING) : value > before.get(i) + slack;
                if (worse) {
                    stale.add(name + ": " + value + " (expected: about " + before.get(i) + ")");
                }
            }
        });
        assertThat(stale)
                .as("docs/architecture.md is older than the code; -Dtests.update=true writes this:%n%s", tables())
                .isEmpty();
    }

    /** The figures of the tables: the third cell of a row of four, all but the first one of a longer row. */
    private static Map<String, List<Double>> stated(String tables) {
        Map<String, List<Double>> stated = new TreeMap<>();
        tables.lines().filter(line -> line.startsWith("| ")).forEach(line -> {
            List<String> cells = Arrays.stream(line.substring(1).split("\\|"))
                    .map(String::strip)
                    .toList();
            String figures = cells.size() == 4 ? cells.get(2) : String.join(" / ", cells.subList(1, cells.size()));
            if (figures.matches("[-0-9,. /]+") && figures.matches(".*\\d.*")) {
                stated.put(
                        cells.get(0),
                        Arrays.stream(figures.split(" / "))
                                .map(figure -> figure.equals("-") ? 0 : Double.parseDouble(figure.replace(",", "")))
                                .toList());
            }
        });
        return stated;
    }

    private static String tables() {
        StringBuilder tables = new StringBuilder();
        tables.append("| measure | the first review | now | goal |\n| --- | --- | --- | --- |\n");
        figures.whole()
                .forEach((name, values) -> tables.append(row(
                        name,
                        REVIEW.get(name).get(0),
                        values.stream().map(FiguresTest::figure).collect(Collectors.joining(" / ")),
                        REVIEW.get(name).get(1))));
        tables.append(
                "\n| module | lines | tests : main | types | in circles | largest circle | files > 700 | methods > 60 |\n");
        tables.append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        figures.modules().forEach((name, module) -> {
            TypeCircles types = module.types();
            tables.append(row(
                    name,
                    figure(module.lines()),
                    String.format(Locale.ROOT, "%.2f", module.tests()),
                    types == null ? "-" : figure(types.types()),
                    types == null ? "-" : figure(types.inCircles()),
                    types == null ? "-" : figure(types.largest()),
                    figure(module.longFiles()),
                    figure(module.longMethods())));
        });
        return tables.toString();
    }

    private static String figure(Number value) {
        return value instanceof Double ? value.toString() : String.format(Locale.ROOT, "%,d", value);
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |\n";
    }
}
