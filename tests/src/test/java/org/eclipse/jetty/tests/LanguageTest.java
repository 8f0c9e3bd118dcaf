package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The worst habits of a private English stay out of code and documents. */
class LanguageTest {
    private static final Path ROOT = Path.of(System.getProperty("tests.root"));
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".mvn", ".idea", "node_modules");
    private static final Pattern TEXT = Pattern.compile(".*\\.(java|md|mod|xml|sh|py|properties)");

    /** Each with what to write instead. */
    private static final List<Pattern> HABITS = List.of(
            // notified of, reports
            Pattern.compile("(?i)\\b(told|tells?) of\\b"),
            // again
            Pattern.compile("(?i)\\banew\\b"),
            // to callers that, to clients that
            Pattern.compile("(?i)\\bto who\\b"),
            // concurrently, in parallel
            Pattern.compile("(?i)\\b(applications|requests|streams|threads) (are |that are )?\\w+ed at a time\\b"),
            Pattern.compile("(?i)\\b(applications|requests|streams|threads) at a time\\b"),
            // RFC 9112, section 6.1
            Pattern.compile("\\bRFC ?\\d{3,4}(,? (§|[Ss]ec\\.|Section)| section| \\d|, \\d+\\.\\d)"));
    /** Numbers make {@code at a time} plain. */
    private static final Pattern NUMBERED =
            Pattern.compile("(?i)\\b(one|two|\\d+|N|how many|as many|so many|\\{@code \\w+\\})\\b.* at a time");

    private static final int LONGEST_SENTENCE = 45;

    private static final List<Path> FILES = new ArrayList<>();

    @BeforeAll
    static void find() throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return SKIPPED.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (TEXT.matcher(file.getFileName().toString()).matches()
                        && !file.endsWith(LanguageTest.class.getSimpleName() + ".java")) {
                    FILES.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(FILES).hasSizeGreaterThan(1000);
    }

    @Test
    void habitsAreNotThere() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : FILES) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                for (Pattern habit : HABITS) {
                    Matcher matcher = habit.matcher(lines.get(i));
                    if (matcher.find() && !NUMBERED.matcher(lines.get(i)).find()) {
                        found.add(ROOT.relativize(file) + ":" + (i + 1) + ": " + matcher.group());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void sentencesOfDocumentsAreNotEndless() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : FILES) {
            if (file.toString().endsWith(".md")) {
                for (String paragraph : paragraphs(Files.readString(file))) {
                    for (String sentence : paragraph.replaceAll("`[^`]*`", "x").split("(?<=[.!?:;])\\s+")) {
                        int words = sentence.trim().split("\\s+").length;
                        if (words > LONGEST_SENTENCE) {
                            found.add(ROOT.relativize(file) + ": " + words + " words: " + sentence);
                        }
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** What is not code, a table or a heading. */
    private static List<String> paragraphs(String text) {
        List<String> paragraphs = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : text.replaceAll("(?s)```.*?```", "\n").split("\n")) {
            boolean apart = line.isBlank() || line.startsWith("|") || line.startsWith("#") || line.startsWith("    ");
            if (apart || line.matches("\\s*([-*]|\\d+\\.) .*")) {
                paragraphs.add(current.toString());
                current.setLength(0);
            }
            if (!apart) {
                current.append(line.trim()).append(' ');
            }
        }
        paragraphs.add(current.toString());
        return paragraphs;
    }
}
