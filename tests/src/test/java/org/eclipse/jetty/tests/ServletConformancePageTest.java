package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What docs/servlet-conformance.md calls proven is a test that exists. */
class ServletConformancePageTest {
    private static final Path PAGE = Distribution.ROOT.resolve("docs/servlet-conformance.md");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern METHOD = Pattern.compile(
            "@(?:Test|ParameterizedTest|RepeatedTest)\\b(?:(?!\\bvoid\\b).)*?\\bvoid (\\w+)\\(", Pattern.DOTALL);

    /** The methods of all test classes of a simple name: some modules have tests of the same. */
    private static final Map<String, List<String>> METHODS = new HashMap<>();

    @BeforeAll
    static void readTests() throws IOException {
        for (String module : List.of("jetty-ee10", "jetty-core", "tests"))
            try (Stream<Path> files = Files.walk(Distribution.ROOT.resolve(module))) {
                files.filter(ServletConformancePageTest::isTest).forEach(ServletConformancePageTest::read);
            }
    }

    private static boolean isTest(Path file) {
        return file.toString().endsWith("Test.java")
                && file.toString().replace('\\', '/').contains("/src/test/java/");
    }

    private static void read(Path file) {
        List<String> methods =
                METHODS.computeIfAbsent(file.getFileName().toString().replace(".java", ""), k -> new ArrayList<>());
        try {
            Matcher matcher = METHOD.matcher(Files.readString(file));
            while (matcher.find()) methods.add(matcher.group(1));
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }

    /** The cells of each row, without the heads of the tables. */
    private static List<String[]> rows() throws IOException {
        List<String[]> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (!line.startsWith("|")) inTable = false;
            else if (line.startsWith("| ---")) inTable = true;
            else if (inTable) rows.add(line.substring(1, line.length() - 1).split("\\|"));
        }
        return rows;
    }

    @Test
    void everyRowHasATestOrAReason() throws IOException {
        List<String[]> rows = rows();
        assertThat(rows).hasSizeGreaterThan(200);
        for (String[] row : rows) {
            String proof = row[row.length - 1].trim();
            boolean reason = proof.startsWith("Not applicable: ") && proof.length() > "Not applicable: ".length() + 10;
            assertThat(reason || TEST.matcher(proof).find())
                    .as("a test or a reason in: " + String.join("|", row))
                    .isTrue();
        }
    }

    @Test
    void everyTestThatIsNamedExists() throws IOException {
        Matcher named = TEST.matcher(Files.readString(PAGE));
        List<String> missing = new ArrayList<>();
        while (named.find())
            if (!METHODS.getOrDefault(named.group(1), List.of()).contains(named.group(2))) missing.add(named.group());
        assertThat(missing).isEmpty();
    }

    @Test
    void everyChapterIsThere() throws IOException {
        String page = Files.readString(PAGE);
        for (int chapter = 2; chapter <= 15; chapter++) assertThat(page).contains("\n## " + chapter + " ");
        assertThat(page).contains("\n## Bad input\n", "\n## Errors that help\n", "\n## Class loading\n");
    }
}
