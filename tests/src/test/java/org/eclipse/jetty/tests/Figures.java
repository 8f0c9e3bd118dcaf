package org.eclipse.jetty.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Measures the code of the product as it is: sizes, circles, copies, and how comments cite and speak. */
final class Figures {
    /** Modules whose types are counted are those of the distribution: the jar of each, by the name of its folder. */
    private static final Pattern JAR = Pattern.compile("(jetty-[a-z0-9-]+?)-\\d.*\\.jar");

    private static final Pattern NULL = Pattern.compile("\\bnull\\b");
    private static final Pattern CITATION = Pattern.compile("\\bRFC \\d+(, section | section |, §| §|, | )\\d+\\.\\d+");
    private static final String RIGHT = ", section ";

    /** A line of the table of modules. */
    record Module(int lines, double tests, TypeCircles types, long longFiles, long longMethods) {}

    private final Map<String, List<Number>> whole = new LinkedHashMap<>();
    private final Map<String, Module> modules = new LinkedHashMap<>();

    private Figures() {}

    static Figures measure(Path root, Path home) throws IOException {
        Figures figures = new Figures();
        List<Path> main = new ArrayList<>();
        List<Path> all = new ArrayList<>();
        Map<String, TypeCircles> circles = circles(home);
        SourceFigures sizes = new SourceFigures();
        int tests = 0;
        Map<String, SourceTree> trees = SourceTree.modules(root);
        trees.values().forEach(tree -> main.addAll(tree.main()));
        Map<Path, SourceFigures> ofFiles = SourceFigures.of(main);
        for (Map.Entry<String, SourceTree> entry : trees.entrySet()) {
            SourceTree tree = entry.getValue();
            SourceFigures own = new SourceFigures();
            tree.main().forEach(file -> own.addAll(ofFiles.get(file)));
            sizes.addAll(own);
            int lines = own.files().stream().mapToInt(Integer::intValue).sum();
            int ofTests = lines(tree.tests());
            all.addAll(tree.main());
            all.addAll(tree.tests());
            tests += ofTests;
            figures.modules.put(
                    entry.getKey(),
                    new Module(
                            lines,
                            (double) ofTests / lines,
                            circles.get(entry.getKey()),
                            SourceFigures.above(own.files(), 700),
                            SourceFigures.above(own.methods(), 60)));
        }
        figures.addWhole(sizes, tests, circles);
        figures.whole.put("pairs of places with the same 6 lines or more", List.of(Duplicates.count(main)));
        figures.whole.put("comment lines that speak of null", List.of(comments(main, NULL, "")));
        figures.whole.put(
                "RFC citations, tests included, in another form than `RFC 9112, section 6.1`",
                List.of(comments(all, CITATION, RIGHT)));
        return figures;
    }

    private void addWhole(SourceFigures sizes, int tests, Map<String, TypeCircles> circles) {
        List<Integer> files = sizes.files();
        List<Integer> methods = sizes.methods();
        int lines = files.stream().mapToInt(Integer::intValue).sum();
        whole.put("files / lines", List.of(files.size(), lines));
        whole.put("lines per file: median / p90 / p99 / max", percentiles(files));
        whole.put(
                "files > 400 / > 600 / > 700 / > 1000",
                List.of(
                        SourceFigures.above(files, 400),
                        SourceFigures.above(files, 600),
                        SourceFigures.above(files, 700),
                        SourceFigures.above(files, 1000)));
        whole.put("lines per method: median / p90 / p99 / max", percentiles(methods));
        whole.put("methods > 40 / > 60", List.of(SourceFigures.above(methods, 40), SourceFigures.above(methods, 60)));
        whole.put("methods with more than 6 parameters", List.of(SourceFigures.above(sizes.parameters(), 6)));
        whole.put(
                "types / in circles / in the largest",
                List.of(
                        circles.values().stream().mapToInt(TypeCircles::types).sum(),
                        circles.values().stream()
                                .mapToInt(TypeCircles::inCircles)
                                .sum(),
                        circles.values().stream()
                                .mapToInt(TypeCircles::largest)
                                .max()
                                .orElse(0)));
        whole.put("tests : main lines", List.of(rounded((double) tests / lines)));
    }

    private static List<Number> percentiles(List<Integer> sizes) {
        return List.of(
                SourceFigures.percentile(sizes, 50),
                SourceFigures.percentile(sizes, 90),
                SourceFigures.percentile(sizes, 99),
                SourceFigures.percentile(sizes, 100));
    }

    private static Map<String, TypeCircles> circles(Path home) throws IOException {
        Map<String, TypeCircles> circles = new LinkedHashMap<>();
        circles.put("start", TypeCircles.of(home.resolve("start.jar")));
        try (Stream<Path> files = Files.walk(home.resolve("lib"))) {
            for (Path file : files.sorted().toList()) {
                Matcher jar = JAR.matcher(file.getFileName().toString());
                // those of the other environments are transcribed
                if (jar.matches() && !jar.group(1).matches("jetty-ee(8|9|11)-.*")) {
                    circles.put(jar.group(1), TypeCircles.of(file));
                }
            }
        }
        return circles;
    }

    private static int lines(List<Path> files) throws IOException {
        int lines = 0;
        for (Path file : files) {
            lines += Files.readAllLines(file).size();
        }
        return lines;
    }

    /** How often comments match, but for matches of the right form. */
    private static long comments(List<Path> files, Pattern pattern, String right) throws IOException {
        long count = 0;
        for (Path file : files) {
            for (String comment : CodeLines.comments(Files.readAllLines(file))) {
                count += pattern.matcher(comment)
                        .results()
                        .filter(match -> right.isEmpty() || !match.group(1).equals(right))
                        .count();
            }
        }
        return count;
    }

    private static double rounded(double value) {
        return Double.parseDouble(String.format(Locale.ROOT, "%.2f", value));
    }

    /** The figures of all modules together, by the names of their rows. */
    Map<String, List<Number>> whole() {
        return whole;
    }

    /** The figures of each module, by its name. */
    Map<String, Module> modules() {
        return modules;
    }
}
