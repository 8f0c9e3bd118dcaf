package org.eclipse.jetty.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The tests that pages of the documentation name, as {@code `ClassTest.method`}. */
final class TestNames {
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern METHOD = Pattern.compile(
            "@(?:Test|ParameterizedTest|RepeatedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

    /** The methods of all test classes of a simple name: some modules have tests of the same. */
    private static final Map<String, List<String>> METHODS = read();

    private TestNames() {}

    private static Map<String, List<String>> read() {
        Map<String, List<String>> methods = new HashMap<>();
        for (String module : List.of("jetty-ee10", "jetty-ee11", "jetty-core", "tests")) {
            try (Stream<Path> files = Files.walk(Distribution.ROOT.resolve(module))) {
                files.filter(TestNames::isTest).forEach(file -> read(file, methods));
            } catch (IOException x) {
                throw new UncheckedIOException(x);
            }
        }
        return methods;
    }

    private static boolean isTest(Path file) {
        return file.toString().endsWith("Test.java")
                && file.toString().replace('\\', '/').contains("/src/test/java/");
    }

    private static void read(Path file, Map<String, List<String>> methods) {
        List<String> names =
                methods.computeIfAbsent(file.getFileName().toString().replace(".java", ""), k -> new ArrayList<>());
        try {
            Matcher matcher = METHOD.matcher(Files.readString(file));
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** Whether a text names a test. */
    static boolean isAnyIn(String text) {
        return TEST.matcher(text).find();
    }

    /** The tests that a page names and that do not exist. */
    static List<String> missingIn(Path page) throws IOException {
        List<String> missing = new ArrayList<>();
        Matcher named = TEST.matcher(Files.readString(page));
        while (named.find()) {
            if (!METHODS.getOrDefault(named.group(1), List.of()).contains(named.group(2))) {
                missing.add(named.group());
            }
        }
        return missing;
    }
}
