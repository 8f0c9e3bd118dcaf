package org.eclipse.jetty.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The older environments are ee10 under other names, whole, with an overlay that replaces and adds nothing. */
class TranscriptionTest {
    private static final Pattern NAMES_OF_EE10 = Pattern.compile("(?i)ee10");
    private static final Pattern NAMES_OF_EE8 = Pattern.compile("(?i)ee10|\\bee9\\b|(?<!/)\\bjakarta\\.(?!ee/)");

    private static List<Path> files(Path folder, String glob) throws IOException {
        if (!Files.isDirectory(folder)) return List.of();
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(
                            file -> Files.isRegularFile(file) && file.toString().contains(glob))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"ee9", "ee8"})
    void noNameOfAnotherEnvironmentIsLeft(String ee) throws IOException {
        Pattern foreign = ee.equals("ee8") ? NAMES_OF_EE8 : NAMES_OF_EE10;
        List<Path> transcribed = files(Distribution.ROOT.resolve("jetty-" + ee), "/target/transcribed/main/");
        assertThat(transcribed.size()).isGreaterThan(100);
        for (Path file : transcribed) {
            assertThat(file.getFileName().toString())
                    .doesNotContain("ee10")
                    .doesNotContain("jakarta.servlet.Servlet" + ee);
            assertThat(foreign.matcher(Files.readString(file)).find())
                    .as(file.toString())
                    .isFalse();
        }
    }

    @Test
    void eachFileOfTheOverlayHasItsTwin() throws IOException {
        List<Path> overlay = files(Distribution.ROOT.resolve("jetty-ee9"), "/src/main/");
        assertThat(overlay).isNotEmpty();
        for (Path file : overlay)
            assertThat(Path.of(file.toString().replace("ee9", "ee10")))
                    .as("twin of " + file)
                    .exists();
        assertThat(files(Distribution.ROOT.resolve("jetty-ee8"), "/src/"))
                .as("ee8 has no files of its own")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "servlet, ee9",
        "servlet, ee8",
        "webapp, ee9",
        "webapp, ee8",
        "annotations, ee9",
        "annotations, ee8",
        "apache-jsp, ee9",
        "apache-jsp, ee8"
    })
    void eachClassIsInEachEnvironment(String module, String ee) throws IOException {
        assertThat(classes(module, ee)).isEqualTo(classes(module, "ee10"));
    }

    /** The top-level classes of a jar, under the names of ee10. */
    private static TreeSet<String> classes(String module, String ee) throws IOException {
        Path lib = Distribution.HOME.resolve("lib");
        try (Stream<Path> jars = Files.list(lib)) {
            Path jar = jars.filter(file -> file.getFileName().toString().startsWith("jetty-" + ee + "-" + module + "-"))
                    .findFirst()
                    .orElseThrow();
            TreeSet<String> names = new TreeSet<>();
            try (JarFile open = new JarFile(jar.toFile())) {
                open.stream()
                        .map(entry -> entry.getName().replace(ee + "/", "ee10/"))
                        .filter(name ->
                                name.endsWith(".class") && !name.contains("$") && !name.equals("module-info.class"))
                        .forEach(names::add);
            }
            return names;
        }
    }
}
