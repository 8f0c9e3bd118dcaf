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

/**
 * The tests that pages of the documentation name, as {@code `ClassTest.method`}. Where several test classes have the simple name, the
 * last part of the package comes before it, as in {@code `v61.RedirectTest.method`}.
 */
final class TestNames {
    private static final Pattern TEST = Pattern.compile("`((?:\\w+\\.)*\\w+Test)\\.(\\w+)`");
    private static final Pattern METHOD = Pattern.compile(
            "@(?:Test|ParameterizedTest|RepeatedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

    /** The methods of all test classes, by the full names of these. */
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
        String path = file.toString().replace('\\', '/');
        String name = path.substring(path.indexOf("/src/test/java/") + "/src/test/java/".length())
                .replace(".java", "")
                .replace('/', '.');
        List<String> names = methods.computeIfAbsent(name, k -> new ArrayList<>());
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

    /** The tests that a page names and that do not exist, or whose class it does not name unambiguously. */
    static List<String> missingIn(Path page) throws IOException {
        List<String> missing = new ArrayList<>();
        Matcher named = TEST.matcher(Files.readString(page));
        while (named.find()) {
            List<String> classes = classes(named.group(1));
            if (classes.size() != 1) {
                missing.add(named.group() + ": " + (classes.isEmpty() ? "no class" : classes));
            } else if (!METHODS.get(classes.get(0)).contains(named.group(2))) {
                missing.add(named.group());
            }
        }
        return missing;
    }

    /** The full names that end with a name. */
    private static List<String> classes(String name) {
        return METHODS.keySet().stream()
                .filter(full -> ("." + full).endsWith("." + name))
                .toList();
    }
}
