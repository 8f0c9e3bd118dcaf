package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What may be null is checked by the compiler in the modules that {@code null.checked} of the root {@code pom.xml} names: all of their packages are
 * {@code @NullMarked}, and no other ones.
 */
class NullMarkedTest {
    private static final Pattern LIST = Pattern.compile("<null\\.checked>([^<]*)</null\\.checked>");
    private static final Pattern MARK = Pattern.compile("^@NullMarked$", Pattern.MULTILINE);
    private static final Pattern SUPPRESSION = Pattern.compile("@SuppressWarnings\\([^)]*\"NullAway[^)]*\\)(?! //)");
    private static List<String> checked;

    @BeforeAll
    static void read() throws IOException {
        Matcher list = LIST.matcher(Files.readString(Distribution.ROOT.resolve("pom.xml")));
        assertThat(list.find()).isTrue();
        checked = Arrays.asList(list.group(1).split(","));
        assertThat(checked).doesNotHaveDuplicates();
    }

    @Test
    void everyPackageOfACheckedModuleIsMarked() throws IOException {
        List<String> unmarked = new ArrayList<>();
        for (String module : checked) {
            List<Path> packages = packages(sources(module));
            assertThat(packages).as(module).isNotEmpty();
            packages.stream()
                    .filter(directory -> !isMarked(directory))
                    .forEach(directory ->
                            unmarked.add(Distribution.ROOT.relativize(directory).toString()));
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void everyMarkedPackageIsOfACheckedModule() throws IOException {
        assertThat(modulesThatMark()).containsExactlyInAnyOrderElementsOf(checked);
    }

    /** Only the compiler needs the annotations: an application that uses a module gets no library by them. */
    @Test
    void annotationsAreForTheCompilerAlone() throws IOException {
        for (String module : checked) {
            assertThat(Files.readString(Distribution.ROOT.resolve(module).resolve("pom.xml")))
                    .as(module)
                    .contains("<artifactId>jspecify</artifactId><scope>provided</scope>");
            Path descriptor = sources(module).resolve("module-info.java");
            if (Files.exists(descriptor)) {
                assertThat(Files.readString(descriptor)).as(module).contains("requires static org.jspecify;");
            }
        }
    }

    @Test
    void everyExceptionFromTheCheckHasAReason() throws IOException {
        List<String> without = new ArrayList<>();
        for (String module : checked) {
            try (Stream<Path> files = Files.walk(sources(module))) {
                for (Path file :
                        files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    if (SUPPRESSION.matcher(Files.readString(file)).find()) {
                        without.add(Distribution.ROOT.relativize(file).toString());
                    }
                }
            }
        }
        assertThat(without).isEmpty();
    }

    private static Path sources(String module) {
        return Distribution.ROOT.resolve(module).resolve("src/main/java");
    }

    /** The modules of the whole tree that have a marked package. */
    private static Set<String> modulesThatMark() throws IOException {
        return SourceTree.modules(Distribution.ROOT).values().stream()
                .flatMap(tree -> tree.main().stream())
                .filter(file -> file.endsWith("package-info.java"))
                .filter(file -> isMarked(file.getParent()))
                .map(NullMarkedTest::module)
                .collect(Collectors.toSet());
    }

    private static String module(Path file) {
        String path = Distribution.ROOT.relativize(file).toString().replace('\\', '/');
        return path.substring(0, path.indexOf("/src/main/java"));
    }

    private static List<Path> packages(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("module-info.java"))
                    .map(Path::getParent)
                    .distinct()
                    .toList();
        }
    }

    private static boolean isMarked(Path directory) {
        Path description = directory.resolve("package-info.java");
        try {
            return Files.exists(description)
                    && MARK.matcher(Files.readString(description)).find();
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        }
    }
}
