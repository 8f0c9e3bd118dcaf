package org.eclipse.jetty.tests.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The metadata by which GraalVM's native-image keeps what is reached by reflection alone: a program that uses the server is
 * run with its reflection recorded, as the tracing agent of GraalVM does it, and what it has used must be in the metadata.
 */
class ReachabilityTest {
    /** The artifacts that bring metadata, and what they need. */
    private static final Pattern ARTIFACTS = Pattern.compile(
            "jetty-(util|io|http|server|session|security|http2-common|http2-hpack|http2-server|alpn-server|alpn-java-server|ee10-servlet)"
                    + "|jakarta\\.servlet-api");

    private static final List<Path> CLASS_PATH = Arrays.stream(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(Files::exists)
            .toList();

    private static final List<Path> REWRITTEN = CLASS_PATH.stream()
            .filter(path -> ARTIFACTS.matcher(artifact(path)).matches()
                    && !path.toString().endsWith("-tests.jar"))
            .toList();

    @TempDir
    Path folder;

    /** The name of the artifact of a jar, or of the folder with its classes. */
    private static String artifact(Path path) {
        return path.endsWith(Path.of("target", "classes"))
                ? path.getParent().getParent().getFileName().toString()
                : path.getFileName().toString().replaceFirst("-\\d[^/]*\\.jar$", "");
    }

    private static Reachability metadata() throws IOException {
        return Reachability.of(REWRITTEN);
    }

    @Test
    void whatAServerReachesByReflectionIsInTheMetadata() throws Exception {
        assertThat(REWRITTEN).hasSize(13);
        Path classes = folder.resolve("classes");
        for (Path path : REWRITTEN) {
            Rewriting.copy(path, classes);
        }
        Path recorded = folder.resolve("recorded");
        String others = String.join(
                File.pathSeparator,
                CLASS_PATH.stream()
                        .filter(path -> !REWRITTEN.contains(path))
                        .map(Path::toString)
                        .toList());
        Path output = folder.resolve("output");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dreflection=" + recorded,
                        "-cp",
                        classes + File.pathSeparator + others,
                        ServerProgram.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        assertThat(program.exitValue()).as(Files.readString(output)).isZero();
        Reachability metadata = metadata();
        List<String> lines;
        try (Stream<String> all = Files.lines(recorded)) {
            // the classes of the program are its own to describe
            lines = all.filter(line -> !line.contains(ServerProgram.class.getPackageName()))
                    .sorted()
                    .toList();
        }
        assertThat(lines).contains("resource org/eclipse/jetty/http/mime.properties");
        assertThat(lines).allSatisfy(line -> assertThat(metadata.covers(line))
                .as("not in META-INF/native-image: " + line)
                .isTrue());
    }

    @Test
    void whatTheMetadataNamesIsThere() throws Exception {
        Reachability metadata = metadata();
        assertThat(metadata.files()).anyMatch(file -> file.startsWith("META-INF/native-image/org.eclipse.jetty/"));
        for (String line : metadata.lines()) {
            String what = line.substring(line.indexOf(' ') + 1);
            if (line.startsWith("bundle ")) {
                assertThat(ResourceBundle.getBundle(what)).isNotNull();
            } else if (!what.startsWith("java.lang.Thread$Builder") && !what.startsWith("java.lang.Thread.ofVirtual")) {
                // these are younger than the oldest JDK
                assertThat(found(line, what)).as(line).isTrue();
            }
        }
    }

    private static boolean found(String line, String what) throws ClassNotFoundException {
        if (line.startsWith("type ")) {
            return Class.forName(what, false, ReachabilityTest.class.getClassLoader()) != null;
        }
        String member = what.substring(0, what.indexOf('('));
        Class<?> type = Class.forName(
                member.substring(0, member.lastIndexOf('.')), false, ReachabilityTest.class.getClassLoader());
        return Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .map(Reflection::line)
                .anyMatch(line::equals);
    }

    @Test
    void eachPatternOfResourcesNamesOne() throws Exception {
        for (Pattern pattern : metadata().resources()) {
            String name = pattern.pattern().replaceAll("^\\\\Q|\\\\E$", "");
            assertThat(ReachabilityTest.class.getClassLoader().getResource(name))
                    .as(pattern.pattern())
                    .isNotNull();
        }
    }
}
