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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The other environments are ee10 under other names, whole, with an overlay that replaces and adds nothing but the names
 * that Jetty has in ee9 and ee8 alone.
 */
class TranscriptionTest {
    private static final Pattern NAMES_OF_EE10 = Pattern.compile("(?i)ee10");
    private static final Pattern NAMES_OF_EE8 = Pattern.compile("(?i)ee10|\\bee9\\b|(?<!/)\\bjakarta\\.(?!ee/)");

    private static final Pattern NAMES_OF_JETTY =
            Pattern.compile("/org/eclipse/jetty/(ee9|ee10)/(nested|security)/[^/]+$");

    private static List<Path> files(Path folder, String glob) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(
                            file -> Files.isRegularFile(file) && file.toString().contains(glob))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"ee11", "ee9", "ee8"})
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

    @ParameterizedTest
    @CsvSource({"ee11", "ee9"})
    void eachFileOfTheOverlayHasItsTwin(String ee) throws IOException {
        List<Path> overlay = files(Distribution.ROOT.resolve("jetty-" + ee), "/src/main/");
        assertThat(overlay).isNotEmpty();
        for (Path file : overlay) {
            if (NAMES_OF_JETTY.matcher(file.toString()).find()) {
                continue;
            }
            assertThat(Distribution.ROOT.resolve(Distribution.ROOT
                            .relativize(file)
                            .toString()
                            .replace("jetty-" + ee, "jetty-ee10")
                            .replace("/" + ee + "/", "/ee10/")))
                    .as("twin of " + file)
                    .exists();
        }
    }

    @Test
    void ee8HasNoFilesOfItsOwn() throws IOException {
        assertThat(files(Distribution.ROOT.resolve("jetty-ee8"), "/src/"))
                .as("ee8 has no files of its own")
                .isEmpty();
    }

    /** The jars of ee10 in the distribution, by what follows "jetty-ee10-" in their names, with each other environment. */
    static Stream<Arguments> modulesAndOtherEnvironments() throws IOException {
        return jars("ee10")
                .map(jar -> jar.getFileName().toString().replaceAll("^jetty-ee10-|-[0-9][^-]*(-SNAPSHOT)?\\.jar$", ""))
                .sorted()
                .flatMap(module -> Stream.of("ee11", "ee9", "ee8").map(ee -> Arguments.of(module, ee)));
    }

    /** The jars of an environment, without those of others that it takes. */
    private static Stream<Path> jars(String ee) throws IOException {
        return files(Distribution.HOME.resolve("lib"), "/jetty-" + ee + "-").stream();
    }

    @ParameterizedTest
    @MethodSource("modulesAndOtherEnvironments")
    void eachClassIsInEachEnvironment(String module, String ee) throws IOException {
        assertThat(classes(module, ee)).isNotEmpty().isEqualTo(classes(module, "ee10"));
    }

    /** The top-level classes of a jar, under the names of ee10. */
    private static TreeSet<String> classes(String module, String ee) throws IOException {
        String namespace = ee.equals("ee8") ? "javax" : "jakarta";
        String prefix = "jetty-" + ee + "-" + module.replace("jakarta", namespace) + "-";
        Path jar = jars(ee).filter(file -> file.getFileName().toString().matches(prefix + "[0-9].*"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + prefix + "*.jar in the distribution"));
        TreeSet<String> names = new TreeSet<>();
        try (JarFile open = new JarFile(jar.toFile())) {
            open.stream()
                    .map(entry -> entry.getName()
                            .replace(ee + "/", "ee10/")
                            .replace("/javax/", "/jakarta/")
                            .replace("Javax", "Jakarta"))
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.equals("module-info.class"))
                    .filter(name -> ee.equals("ee10")
                            || !NAMES_OF_JETTY.matcher("/" + name).find())
                    .forEach(names::add);
        }
        return names;
    }
}
